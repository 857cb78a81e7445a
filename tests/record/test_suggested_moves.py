"""Suggestions for mistyped moves: moves that the text can mean, or none."""

from __future__ import annotations

import pytest

import magnum_sal as ms
from magnum_sal.testing import position

TABLE = position(
    "players: Ada, Ben | S1: A | S2: AB | 1L1: AA [BBG/1] | A: 20 groszy, BG, cart, rope | assistant market: A"
    " | workshop: rope pickaxe -"
)
START = ms.new_game(["Ada", "Ben"], seed=7)


def suggest(state: ms.GameState, text: str) -> tuple[str, ...]:
    """Return the suggestions for a text that is not a move."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(state, text)
    near: tuple[str, ...] = caught.value.values["near"]
    return near


@pytest.mark.parametrize(
    "text",
    [
        "S2->1L1",
        "S2 -> 1L1",
        "S2→1L1",
        "S2 > 1L1",
        "S2=>1L1",
        "`S2 > 1L1`.",
        "S2 to 1L1",
        "to 1L1 from S2",
        "aus S2 1L1",
    ],
)
def test_other_arrows_and_prepositions_suggest_one_move(text: str) -> None:
    """The suggestion is the move in notation, without similar moves."""
    assert suggest(TABLE, text) == ("S2>1L1",)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("x 1L1 BG", "x1L1 BG"),
        ("x1L1 BG + c", "x1L1 BG +c"),
        ("rope S1 -> S2", "rope S1>S2"),
        ("rope → S2", "rope >S2"),
        ("S1 @ market", "S1@market"),
        ("market ! -G", "market! -G"),
        ("market - G", "market -G"),
        ("`inn`.", "inn"),
        ("-> S6", ">S6"),
    ],
)
def test_other_signs_suggest_their_move_even_if_it_is_illegal(text: str, move: str) -> None:
    """The player first learns how to write the move, and the objection to the move then says why it is illegal."""
    assert suggest(TABLE, text) == (move,)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("sprzedaj sól", ("market -G", "market -B", "market -G +B")),
        ("verkaufe braunes Salz", ("market -B",)),
        ("sell brown", ("market -B",)),
        ("buy green salt", ("market +G",)),
        ("kup linę", ("workshop rope",)),
        ("kaufe Seil", ("workshop rope",)),
        ("extract brown salt from 1L1", ("x1L1 B",)),
        ("send S2 to the castle", ("S2@castle", "castle S2")),
        ("pass S1", ("pass",)),
        ("place miner S3", ("market>S3", "S2>S3", "1L1>S3")),
    ],
)
def test_words_suggest_the_moves_that_they_describe(text: str, near: tuple[str, ...]) -> None:
    """Words of a language come before a similar spelling, and "sell brown" suggests no sale of another kind."""
    assert set(suggest(TABLE, text)) <= set(near)
    assert suggest(TABLE, text)[0] in near


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (TABLE, "@market from S1"),
        (TABLE, "place assistant market"),
        (TABLE, "buy cart"),
        (TABLE, "pump 1R2"),
        (TABLE, "S1 to S6"),
        (TABLE, "what should I do about all the green water"),
        (START, "extract BG from 1L1"),
        (START, "move from S3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_nothing_is_suggested_rather_than_an_unrelated_move(state: ms.GameState, text: str) -> None:
    """A move must involve every place and tool of the text, in the same direction."""
    assert suggest(state, text) == ()


@pytest.mark.parametrize(("text", "sign"), [("S2>S33", ">"), ("send @ S2", "@"), ("miner > there", ">")])
def test_a_suggestion_keeps_the_sign(text: str, sign: str) -> None:
    """``@`` sends an assistant and ``>`` moves a miner, so neither is a misspelling of the other."""
    assert all(sign in move for move in suggest(TABLE, text))


def test_words_of_two_kinds_mean_the_kind_with_this_name() -> None:
    """An assistant is a miner too, but "place miner" is the name of another kind of move."""
    assert suggest(START, "place a miner") == (">S1",)
    assert set(suggest(START, "place an assistant")) <= {"@workshop", "@pump_house", "@market", "@castle"}
