"""Representations of states: a repr that can be evaluated and never fails, and a picture in a notebook."""

from __future__ import annotations

import subprocess
import sys
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from smithy import SMITHY_GAME

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.testing import given, position


def test_a_state_prints_its_table() -> None:
    """``print(state)`` shows the table without face-down pieces, and differs from the repr."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert str(state) == f"{state}" == str(state.public()) == render.text(state)
    assert repr(state) != str(state)


def test_printing_never_fails() -> None:
    """An impossible state is printed as its repr."""
    no: Any = None
    broken = attrs.evolve(position("S1: A"), players=(no, no))
    assert str(broken) == repr(broken)
    house = ms.new_game(["Ada", "Ben"], seed=1, ruleset=attrs.evolve(ms.STANDARD, name="house", penalty=5))
    assert str(house) == render.text(house)


def test_messages_contain_no_table() -> None:
    """If a state is passed by mistake, the message names it by its repr, on one line."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    wrong: Any = state
    for call in (lambda: ms.apply(state, wrong), lambda: ms.Game.new(["Ada", wrong])):
        with pytest.raises(ms.MagnumSalError) as caught:
            call()
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) <= 500


def test_a_short_position_is_one_line() -> None:
    """The repr of a short position is the text from which it was written."""
    assert repr(position("S1: A | S2: B", to_move="B")) == "position('turn: B | S1: A | S2: B')"
    assert repr(position()) == "position('')"


def test_a_long_position_has_several_lines() -> None:
    """The repr of an opening names all face-down pieces, and evaluating it gives the same state."""
    state = ms.new_game(["Ada", "Ben"], seed=1)
    shown = repr(state)
    assert shown.startswith("position('''\nplayers: Ada, Ben | turn: A, round 1\n")
    assert shown.endswith("\n''')")
    assert eval(shown, {"position": position}) == state


def test_quotation_marks_and_backslashes() -> None:
    """Characters that would end or change the text are escaped, on one line and on several."""
    names = ["'''", '\\"|']
    for state in (ms.new_game(names, seed=1), position(r"""players: ''', "\\\"\u007c" """)):
        assert eval(repr(state), {"position": position}) == state
        assert [player.name for player in state.players] == names


def test_a_ruleset_that_is_not_registered() -> None:
    """The repr says why it cannot be evaluated, and how far the game is."""
    house = ms.new_game(["Ada", "Ben"], seed=1, ruleset=attrs.evolve(ms.STANDARD, name="house", penalty=5))
    assert repr(house).startswith("<GameState: phase 1, round 1, turn_seat 0; <Ruleset 'house', ")
    assert repr(house).endswith(" is not registered, so a text cannot name it>")


def test_a_repr_never_fails() -> None:
    """The repr is used when something has already gone wrong: in tracebacks, debuggers and failing tests."""
    state = position("S1: A")
    no: Any = None
    assert "AttributeError" in repr(attrs.evolve(state, players=(no, no)))
    if not ms.is_compiled:  # compiled classes have no half-made states
        assert repr(object.__new__(ms.GameState)).startswith("<GameState: phase ?, round ?, turn_seat ?; ")
    assert "'A: -1 groszy': '-1' is not a number" in repr(
        attrs.evolve(state, players=(attrs.evolve(state.players[0], money=-1), state.players[1]))
    )
    long = attrs.evolve(state.players[0], name="x" * 5000, money=-1)
    assert len(repr(attrs.evolve(state, players=(long, long)))) < 400


@pytest.mark.parametrize("text", ["S1: A | A: rope", "public | 1L1: [?/1]", "turn: over, phase 3"])
def test_a_notebook_shows_the_picture(text: str) -> None:
    """States have ``_repr_svg_``, which notebooks call and which returns the picture of ``render.svg``."""
    state = position(text)
    assert state._repr_svg_() == render.svg(state)
    assert ET.fromstring(state._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.slow
def test_a_notebook_shows_a_game() -> None:
    """The picture is that of the current position, with the marks of the last move."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    before = game._repr_svg_()
    assert before == render.svg(game.state, last=())
    for move in (0, 1):
        game.play(ms.legal_moves(game.state)[move])
    (_, last) = game.steps()
    assert game._repr_svg_() == render.svg(game.state, last=last) != render.svg(game.state)
    game.undo()
    (first,) = game.steps()
    assert game._repr_svg_() == render.svg(game.state, last=first)


def test_a_notebook_shows_a_step() -> None:
    """The picture is that of the position after the step, with its marks, wherever the game is now."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    for _ in range(2):
        game.play(ms.legal_moves(game.state)[0])
    first, _ = game.steps()
    assert first._repr_svg_() == render.svg(game.at(1), last=first)


@pytest.mark.long
def test_a_notebook_shows_a_game_at_a_real_table() -> None:
    """The last step includes the pieces revealed after its move, whether or not one is still pending."""
    game = ms.Game.open_table(["Ada", "Ben"])
    for _ in range(40):
        last = tuple(game.steps())[-1:]
        assert game._repr_svg_() == render.svg(game.state, last=last)
        if game.state.pending is not None:
            game.reveal(ms.outcomes(game.state)[0][0])
        else:
            visits = [move for move in ms.legal_moves(game.state) if move.type == "visit_workshop"]
            game.play((visits or ms.legal_moves(game.state))[0])
    assert any(step.move.type == "visit_workshop" for step in game.steps())


@pytest.mark.slow
def test_the_picture_of_an_extension() -> None:
    """Unknown buildings, tools and parts of the state are drawn, and so is a state with an unregistered ruleset."""
    outcome = given("A: rope used, barrel, 20 groszy | assistant smithy: B", ruleset=SMITHY_GAME)
    assert "mending" not in ET.fromstring(outcome.state._repr_svg_()).attrib
    house = attrs.evolve(SMITHY_GAME, name="house", penalty=5)
    assert ET.fromstring(position(ruleset=house)._repr_svg_()).tag.endswith("svg")


@pytest.mark.slow
def test_a_repr_loads_neither_tests_nor_drawing() -> None:
    """A repr loads no module for tests, for drawing or for reading JSON."""
    code = (
        "import sys, magnum_sal as ms\n"
        "assert repr(ms.new_game(['Ada', 'Ben'], seed=1)).startswith('position(')\n"
        "names = ('testing', 'render._svg_picture', 'render._text_table', 'record.serialization')\n"
        "names = ('cattrs', 'hypothesis', *(f'magnum_sal.{name}' for name in names))\n"
        "print([name for name in names if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
