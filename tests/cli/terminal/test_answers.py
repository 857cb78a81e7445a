"""The answers that a person chooses among, tested without a screen."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from tests.cli.terminal.placed import HEAVY

import magnum_sal as ms
from magnum_sal.cli.terminal._answers import (
    MOST_MOVES,
    describe_row,
    filter_rows,
    find_default_row,
    heading,
    impossible_moves,
    list_rows,
    whole_moves,
)
from magnum_sal.testing import position
from magnum_sal.testing.players import finisher, play
from magnum_sal.words import LANGUAGES

TABLE = (
    "players: Ada, Ben, Cleo | S1: BC | S2: BC | 1L1: AAA [BBG/1] | market: BBG | assistant market: B |"
    " A: cart, 9 groszy, BG"
)
BOTH = ms.SaltAmount(1, 1)


def asked(*answers: Any, table: str = TABLE) -> ms.Choice:
    """Return the question after *answers*."""
    choice = ms.choices(position(table))
    for answer in answers:
        choice = choice.take(answer)
    return choice


def words(choice: ms.Choice, language: str = "en") -> list[str]:
    """Return the words of the answers."""
    return [row.words for row in list_rows(choice, language)]


def quiet(state: ms.GameState) -> ms.GameState:
    """Return a state that raises an error if all its extractions are listed."""

    def listed(_: ms.GameState) -> tuple[ms.Move, ...]:
        raise AssertionError("the extractions are listed")

    rule = ms.STANDARD.by_move[ms.ExtractSalt]
    rules = tuple(attrs.evolve(rule, moves=listed) if known is rule else known for known in ms.STANDARD.rules)
    return attrs.evolve(state, ruleset=attrs.evolve(ms.STANDARD, name="quiet", rules=rules))


def test_the_kinds_of_move() -> None:
    """The list of kinds shows the move and its notation for a kind that has only one move."""
    found = list_rows(asked(), "en")
    assert [row.words for row in found] == [
        *("Place or move a miner", "Extract salt", "Send an assistant", "Visit the inn", "Visit the workshop"),
        *("Visit the pump house", "Visit the market", "Visit the town square", "Visit the castle", "Pass", "Rest"),
    ][: len(found)]
    inn = next(row for row in found if row.words == "Visit the inn")
    assert (inn.notation, inn.told, inn.after.move) == ("inn", "hires a miner for 5 groszy", ms.VisitInn())
    assert [row.is_move for row in found[:4]] == [False, False, False, True]
    assert len(found) <= 20, "they are seen without much scrolling"


@pytest.mark.slow
def test_the_usual_payment_is_first() -> None:
    """HAUL-3: if several players are paid, the first line pays all. For a single payee the usual amount is marked."""
    heavy = asked("extract_salt", ms.SaltAmount(green=1), 0, table=HEAVY)
    found = list_rows(heavy, "pl")
    assert found[0].words == "Jak zwykle"
    assert found[0].told == "wydobywa G z 3L2 i płaci za wyniesienie: Ben 3 grosze, Cleo 2 grosze i Dan 2 grosze"
    assert found[0].after.move == heavy.take_default().move
    assert find_default_row(heavy, found) == 0
    last = asked("extract_salt", BOTH, 0)
    assert words(last) == [f"Pay Ben {much}" for much in ("nothing", "1 grosz", "2 groszy", "3 groszy", "4 groszy")]
    assert find_default_row(last, list_rows(last, "en")) == 2
    assert find_default_row(asked(), list_rows(asked(), "en")) == 0
    assert find_default_row(asked(), ()) == 0


def test_a_single_move_waits_for_enter() -> None:
    """A move without alternatives still waits for the player to make it."""
    only = asked(table="castle: GG=13 | turn: A, arriving 1 | A: BG, 2 groszy")
    assert only.question is not None
    alone = asked(table="castle: GG=13 | turn: A, arriving 1 | A: 5 groszy")
    assert [(row.words, row.notation) for row in list_rows(alone, "en")] == [("Pay the penalty", "penalty 3")]
    over = attrs.evolve(position(""), is_over=True, turn=None)
    assert list_rows(ms.choices(over), "en") == ()


def test_the_heading() -> None:
    """The heading names the player, the answers so far and the question. Answers that mean nothing are omitted."""
    last = asked("extract_salt", BOTH, 0)
    assert heading(last, "en", 80) == "Ada: Extract salt > 1L1 > BG > How much do you pay Ben?"
    assert heading(last, "de", 80) == "Ada: Salz abbauen > 1L1 > BG > Wie viel zahlst du Ben?"
    assert heading(last, "en", 45) == "Ada: ... > BG > How much do you pay Ben?"
    assert heading(last, "en", 10) == "Ada: Extract salt > 1L1 > BG > How much do you pay Ben?"
    assert heading(asked(), "pl", 80) == "Ada: Co chcesz zrobić?"
    alone = asked(table="castle: GG=13 | turn: A, arriving 1 | A: 5 groszy")
    assert heading(alone, "en", 80) == "A: Pay the penalty > 3 groszy"


@pytest.mark.parametrize(
    ("answers", "line", "words"),
    [
        ((), "Visit the inn", "Hires a miner for 5 groszy: -5 groszy"),
        ((), "Extract salt", ""),
        (("extract_salt", BOTH), "1 cart", "Extracts BG from 1L1 with 1 cart: +BG; 3 miners lie down; uses 1 cart"),
        (("visit_market",), "Sell brown salt", "Sells brown salt for 3 groszy: +3 groszy, -B; Ben +1 grosz"),
        (("place_miner", "stock"), "To S3", "Sends a miner from stock to S3"),
    ],
)
def test_the_predicted_effect_of_a_line(answers: tuple[Any, ...], line: str, words: str) -> None:
    """A line describes the effect of its move, with the usual payments or without further trades."""
    (row,) = [row for row in list_rows(asked(*answers), "en") if row.words == line]
    told = describe_row(row, "en")
    assert told.startswith(words) if words else told == ""


def test_effects_use_only_public_knowledge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Effects are computed from the public state, because an extension's rule could look at face-down pieces."""
    seen, plain = [], ms.effects

    def watched(state: ms.GameState, move: ms.Move) -> ms.Effects:
        seen.append(state.is_public)
        return plain(state, move)

    monkeypatch.setattr("magnum_sal.words.questions._effects.effects", watched)
    (row,) = [row for row in list_rows(asked(), "en") if row.notation == "inn"]
    assert row.brings == "-5 groszy"
    assert describe_row(row, "en").endswith(": -5 groszy")
    assert set(seen) == {True}


def test_unknown_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    """If an extension's hidden pieces cannot be guessed, a line describes only the move."""

    def unknown(_state: ms.GameState, _move: ms.Move) -> ms.Effects:
        raise ms.MisuseError("the pieces in sight are not those of the ruleset")

    monkeypatch.setattr("magnum_sal.words.questions._effects.effects", unknown)
    (row,) = [row for row in list_rows(asked(), "en") if row.notation == "inn"]
    assert row.brings == ""
    assert describe_row(row, "en") == "Hires a miner for 5 groszy"


@pytest.mark.slow
def test_a_filter_lists_answers_and_whole_moves() -> None:
    """A filter lists each move once: an answer that leaves only one move is listed as that move."""
    choice = asked()
    found = filter_rows(list_rows(choice, "en"), whole_moves(choice, "en"), "assistant castle")
    assert [row.notation for row in found] == ["@castle", "1L1@castle"]
    found = filter_rows(list_rows(choice, "en"), whole_moves(choice, "en"), "market")
    assert found[0].words == "Visit the market"
    assert not found[0].is_move
    moves = [row.after.move for row in found if row.is_move]
    assert len(moves) == len(set(moves)) > 5


def test_a_filter_ignores_case_and_accents() -> None:
    """People without a Polish keyboard type "gornik" for "górnik"."""
    rows = list_rows(asked(), "pl")
    found = filter_rows(rows, (), "gornika")
    assert found == filter_rows(rows, (), "GÓRNIKA") != ()
    assert "górnika" in found[0].words.casefold()


@pytest.mark.long
def test_tens_of_thousands_of_moves_are_never_listed() -> None:
    """Whole moves are listed only up to a limit, and the questions about an extraction never list all extractions."""
    state = quiet(position(HEAVY))
    rng = random.Random(3)
    choice = ms.choices(state)
    while choice.question is not None:
        found = list_rows(choice, "en")
        moves = whole_moves(choice, "en")
        assert len(moves) <= MOST_MOVES
        assert filter_rows(found, moves, "salt") is not None
        assert heading(choice, "en", 80)
        row = found[1] if choice.question == "type" else rng.choice(found)
        describe_row(row, "en")
        choice = row.after
    assert isinstance(choice.move, ms.ExtractSalt)
    assert whole_moves(ms.choices(state), "en") == ()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_a_whole_game(language: str) -> None:
    """In a whole game, each line of each question has different words and leads to a legal move."""
    rng = random.Random(4)
    state = ms.new_game(["Ada", "Ben", "Cleo"], seed=4)
    for number, (before, _, _) in enumerate(play(state, finisher, rng, 400)):
        if number % 16:
            continue
        choice = ms.choices(before)
        while choice.question is not None:
            found = list_rows(choice, language)
            assert len({row.words for row in found}) == len(found)
            assert sum(row.answer in choice.answers for row in found) >= len(choice.answers)
            choice = rng.choice(found).after
        assert ms.objection(before, choice.move) is None if choice.move is not None else before.is_over


def test_kinds_that_are_impossible() -> None:
    """Each kind of move that is not offered is listed with the reason."""
    choice = asked()
    against = dict(impossible_moves(choice.state, "en"))
    assert against["Use a rope"].startswith("you have no rope")
    assert not set(against) & set(words(choice))
