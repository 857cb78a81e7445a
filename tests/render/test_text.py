"""The table as text: the full form, the last steps, the end and the legend."""

from __future__ import annotations

import random
import re

import attrs
import pytest
from lamp import LAMP_GAME, UseLamp
from tests.render.playing import finished, later, made

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render.text_legend import FORMS
from magnum_sal.render.text_lines import columns
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, play
from magnum_sal.words import LANGUAGES, ending_in_words, label, phase_end_in_words


def test_payments_and_discoveries_are_below_the_move() -> None:
    """Sentences describe the consequences of the last step. The first line says whose turn it is."""
    state = position("S1: A | S2: B | 1L1: AA [BB/2] | A: 20 groszy | assistant pump_house: B", actions_left=1)
    step = made(state, ms.VisitPumpHouse("1L1", 2))
    lines = render.text(step.after, last=step).splitlines()
    assert lines[3:6] == [
        "A A: pumps 2 cubes of water out of 1L1 for 2 groszy",
        "   B's assistant earns 1 grosz (pump house)",
        "",
    ]
    revealed = made(position("S1: A | S2: A"), ms.PlaceMiner("stock", "1L1"))
    assert "   1L1 is revealed: " in render.text(revealed.after, last=revealed)


def test_several_steps_are_described_in_order() -> None:
    """Each step names its player, and the steps must be consecutive."""
    first = ms.new_game(["Ada", "Ben", "Cleo"], seed=5)
    steps = [ms.Step(before, move, *after) for before, move, after in play(first, any_kind, random.Random(5), 30)][-4:]
    lines = render.text(steps[-1].after, last=steps).splitlines()
    heads = [line for line in lines if line.startswith(("A Ada: ", "B Ben: ", "C Cleo: "))]
    assert [line[0] for line in heads] == ["ABC"[step.seat] for step in steps]
    assert render.text(steps[-1].after, last=steps[-1:]) == render.text(steps[-1].after, last=steps[-1])
    assert render.text(steps[-1].after, last=()) == render.text(steps[-1].after)
    with pytest.raises(
        ms.MisuseError, match=r"step 2, VisitTownSquare.*, does not start from the position after step 1"
    ):
        render.text(steps[-1].after, last=[steps[0], *steps[2:]])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_the_end_of_a_phase_is_described_in_sentences(form: render.Form, language: str) -> None:
    """PHASE-2: sentences say what ended and what left, without each miner who stood up and each card laid out."""
    ends = [step for step in finished() if phase_end_in_words(step)][:2]
    for step in ends:
        told = render.text(step.after, last=step, language=language, form=form, width=1000)
        for sentence in phase_end_in_words(step, language):
            assert sentence in told
        assert label("order_stack", language) not in told
        starter = step.after.players[step.after.start_seat].name
        assert f"begins; {starter} starts" in render.text(step.after, last=step)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_the_winner_is_at_the_top(form: render.Form, language: str) -> None:
    """END-1: the text begins with all sentences about the end, and names no player to move."""
    state = finished()[-1].after
    lines = render.text(state, language=language, form=form, width=300).splitlines()
    told = ending_in_words(state, language)
    assert tuple(lines[1 : 1 + len(told)]) == told
    assert label("game_over", language) in lines[0]
    assert label("to_move", language) not in lines[0]
    assert f" {label('turn', language)} " not in lines[0]


def test_prices_have_words() -> None:
    """PUMP-1, INN-1, SHOP-1: each number has its word."""
    text = render.text(position("inn: 2 | workshop: rope cart -"))
    assert "pump house   1 water: 0  2 water: 2  3 water: 5  4 water: 9 groszy  ..." in text
    assert "inn          now 8 groszy (5 5 5 6 6 7 [8])  hired 2" in text
    assert "workshop     rope for 3  cart for 4  - for 5" in text
    assert "orders completed 0 of " in text
    assert "town square  +1 grosz" in text
    assert "miners to hire A" in text
    assert "=0" not in text


def test_empty_facts_are_left_out() -> None:
    """Without visits, passes or arrivals the line does not mention them. Unseen chambers show no cubes."""
    text = render.text(position("S1: A"))
    assert "visited" not in text
    assert "passes" not in text
    assert text.splitlines()[1] == "standard game"
    assert "/0" not in text
    there = render.text(position("S1: A", visited=("inn",), passes=1, actions_left=0))
    assert "visited inn · passes 1 · standard game" in there


def test_the_remains_of_earlier_phases_are_described() -> None:
    """Unsold tools are listed, and earlier orders are left of a bar. Without any, nothing is written."""
    text = render.text(later("rope royal_privilege"))
    assert "left the game unsold: rope, royal privilege" in text
    assert "   orders:     BB=9  BG=11  |  BBB=15" in text
    assert "   orders:     |  GG=13" in text
    assert "in earlier phases" not in text
    assert "left the game" not in render.text(later())
    first = position("A: order BB=9")
    assert "   orders:     BB=9\n" in render.text(first)
    assert "|  " not in render.text(first).partition("TOWN")[2]


@pytest.mark.parametrize(
    ("before", "marks"), [(4, "?"), (23, "  ".join("?" * 20)), (24, "21?"), (2**53 - 1, f"{2**53 - 4}?")]
)
def test_more_earlier_orders_than_a_player_has(before: int, marks: str) -> None:
    """A file can contain such an impossible number, and the text stays short."""
    data = ms.to_dict(later("rope"))
    data["extras"]["seen"]["orders"] = [before, 0]
    text = render.text(ms.from_dict(ms.GameState, data), width=200)
    assert f"   orders:     BB=9  BG=11  BBB=15  {marks}  |\n" in text


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_explains_every_mark(form: render.Form, language: str) -> None:
    """Each mark in the table has its line. Marks of another form or of another game have none."""
    state = later("rope")
    plain = render.text(state, form=form, language=language)
    text = render.text(state, form=form, language=language, legend=True)
    assert text.startswith(plain + "\n\n" + label("picture.legend", language).upper())
    marks = [line[:14].rstrip() for line in text[len(plain) :].splitlines() if line[:1] not in ("", " ")][1:]
    always = ["S1  1L2", "A2 a1", "B G W  B2", "BBG/1", "?", "-", ">", "BBG=17", "BB=9 | GG=13", "5# 4# 3."]
    alone = ["(BBG/1)", "5 5 [6]"] if form == "full" else ["*"]
    assert sorted(marks) == sorted(always + alone)
    mapped = position("S1: A", ruleset=attrs.evolve(ms.STANDARD, mapped_mine=True))
    told = render.text(mapped, form=form, language=language, legend=True)
    assert label("picture.mark.turned", language) in told
    assert label("picture.mark.bar", language) not in told
    assert max(map(columns, text.splitlines())) <= 80


@pytest.mark.parametrize("form", FORMS)
def test_the_legend_explains_the_tile_that_a_player_has_looked_at(form: render.Form) -> None:
    """PUBLIC-1: the view of the player who used a lamp shows the face-down tile in brackets."""
    looking = position("A: lamp | S1: A | S2: A", ruleset=LAMP_GAME)
    view = ms.apply(looking, UseLamp("1L1")).state.seen_by(0)
    assert re.search(r"1L1 *\?? *\([BGW0-9/]+\)", render.text(view, form="short"))
    assert label("picture.mark.tile") in render.text(view, form=form, legend=True)


def test_an_unknown_form_is_refused() -> None:
    """The message names the existing forms."""
    with pytest.raises(ms.MisuseError, match="form: expected full or short, got 'tiny'"):
        render.text(position(), form="tiny")  # type: ignore[arg-type]  # what an untyped program may pass


@pytest.mark.parametrize("form", FORMS)
def test_the_longest_names_fit_the_columns(form: render.Form) -> None:
    """Forty wide letters take a whole line. Such lines are folded, or cut in the short form."""
    for step in (finished()[40], finished()[-1]):
        players = tuple(attrs.evolve(player, name="漢" * 40) for player in step.after.players)
        named = attrs.evolve(step.after, players=players)
        lines = render.text(named, form=form).splitlines()
        assert max(map(columns, lines)) <= 80
        assert "漢" * 20 in "".join(lines)
