"""Bots finish their turns although a move of an extension never stops being legal (TURN-2)."""

from __future__ import annotations

import random

import attrs
import pytest
from tests.bots.test_last_turn import table
from tests.testing.endless import RULE, Whistle, whistling

import magnum_sal as ms
from magnum_sal.bots import analyse, make_bot
from magnum_sal.bots._candidates import without_endless_moves
from magnum_sal.bots._course_solver import CourseSolver
from magnum_sal.bots._last_turn import is_last_turn
from magnum_sal.model.rule import Rule, When


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "greedy", "novice", "search:iterations=2,sample=1"])
@pytest.mark.parametrize("rule", [RULE, attrs.evolve(RULE, when=When.ACTION, takes_action=False)])
def test_bots_finish_their_turns(bot: str, rule: Rule) -> None:
    """A bot that is created again for each decision leaves the endless move out from time to time."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=whistling(rule))
    rng = random.Random(5)
    for _ in range(150):
        if state.round > 1:
            return
        public = state.public()
        state = state.play(make_bot(bot, seed=rng.getrandbits(32))(public, ms.legal_moves(public)))
    pytest.fail(f"{bot} has not finished the first round after 150 moves")


def test_the_other_moves_stay() -> None:
    """Moves of the library are never left out, and a list of endless moves alone stays as it is."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=whistling())
    moves, rng = ms.legal_moves(state), random.Random(1)
    found = [without_endless_moves(state, moves, rng) for _ in range(200)]
    assert set(found) == {moves, tuple(move for move in moves if move != Whistle())}
    assert 5 < sum(Whistle() not in kept for kept in found) < 50
    assert without_endless_moves(state, (Whistle(),), rng) == (Whistle(),)


def test_the_standard_game_draws_no_random_number() -> None:
    """The choices of bots in games without extensions are the same as before."""
    state, rng = ms.new_game(["Ada", "Ben"], seed=1), random.Random(1)
    assert without_endless_moves(state, ms.legal_moves(state), rng) == ms.legal_moves(state)
    assert rng.getstate() == random.Random(1).getstate()


@pytest.mark.slow
def test_an_analysis_ends() -> None:
    """Playouts and expected continuations stop, however often the move can be repeated."""
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=whistling())
    found = analyse(state, iterations=2, seed=1, root_moves=[Whistle(), ms.Pass()])
    assert {line.move for line in found.lines} == {Whistle(), ms.Pass()}
    assert all(len(line.moves) <= 5 * 40 for line in found.lines)


def test_the_last_turn_is_given_up() -> None:
    """The solver of the last turn gives up, however many moves it may try."""
    state = table(ruleset=whistling())
    assert is_last_turn(state)
    solver = CourseSolver(1, ms.legal_moves, lambda _: False)
    assert solver.solve(state, (Whistle(),)) is None
    assert solver.obstacle == "endless_turn"
