"""Each text on the page of the notation is parsed as the move that the page describes, and is that move's notation."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing import position

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "notation.md"
ROW = re.compile(r"^\| (`.*?) \| (.*) \|$", re.MULTILINE)

ORDER, OTHER = ms.RoyalOrder.parse("BBG=17"), ms.RoyalOrder.parse("BB=9")
START = ms.new_game(["Ada", "Ben", "Cleo"], seed=3)


def table(tools: tuple[str | None, ...], orders: tuple[ms.RoyalOrder | None, ...]) -> ms.GameState:
    """Return a position with these cards on offer."""
    return attrs.evolve(
        START,
        workshop=attrs.evolve(START.workshop, offer=tools),
        castle=attrs.evolve(START.castle, open=orders),
    )


ONCE = table(("cart", "food", "rope"), (OTHER, None, ORDER))
TWICE = table(("rope", None, "rope"), (ORDER, OTHER, ORDER))
EMPTY = table((None, None, None), (None, None, None))

MOVES: dict[str, tuple[ms.GameState, ms.Move]] = {
    ">S1": (START, ms.PlaceMiner("stock", "S1")),
    "S1>1L2": (START, ms.PlaceMiner("S1", "1L2")),
    "pump_house>S2": (START, ms.PlaceMiner("pump_house", "S2")),
    "x1L2 BBG": (START, ms.ExtractSalt("1L2", ms.SaltAmount(2, 1), 0, 0, (0, 0, 0))),
    "x1L2 BBG +2p +c": (START, ms.ExtractSalt("1L2", ms.SaltAmount(2, 1), 2, 1, (0, 0, 0))),
    "x1L2 BBG pay 1=3 2=1": (START, ms.ExtractSalt("1L2", ms.SaltAmount(2, 1), 0, 0, (0, 3, 1))),
    "@market": (START, ms.PlaceAssistant("stock", "market")),
    "S1@castle": (START, ms.PlaceAssistant("S1", "castle")),
    "inn": (START, ms.VisitInn()),
    "square": (START, ms.VisitTownSquare()),
    "workshop rope": (ONCE, ms.VisitWorkshop(2)),
    "workshop rope 2": (TWICE, ms.VisitWorkshop(2)),
    "workshop 2": (EMPTY, ms.VisitWorkshop(2)),
    "pump 1L2 3": (START, ms.VisitPumpHouse("1L2", 3)),
    "market -G +B": (START, ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "brown")))),
    "market! -G": (START, ms.VisitMarket((ms.Transaction("sell", "green"),), commercial_privilege=True)),
    "castle": (START, ms.VisitCastle("stock")),
    "castle S1": (START, ms.VisitCastle("S1")),
    "castle! S1": (START, ms.VisitCastle("S1", royal_privilege=True)),
    "pass": (START, ms.Pass()),
    "rest": (START, ms.Rest()),
    "end": (START, ms.EndTurn()),
    "rope >S2": (START, ms.UseRope("stock", "S2")),
    "rope S1>S2": (START, ms.UseRope("S1", "S2")),
    "bucket 1L2>1L1": (START, ms.UseBucket("1L2", "1L1")),
    "food 1L1": (START, ms.UseFood(("1L1",))),
    "food 1L1 1L3": (START, ms.UseFood(("1L1", "1L3"))),
    "deliver BBG=17": (ONCE, ms.CompleteOrder(2)),
    "deliver BBG=17 2": (TWICE, ms.CompleteOrder(2)),
    "deliver 2": (EMPTY, ms.CompleteOrder(2)),
    "penalty 3": (START, ms.PayPenalty(3)),
    "penalty B": (START, ms.PayPenalty(0, "brown")),
}
"""The texts in the page's table, each with a move and a position in which it is the move's notation."""


def texts_of_the_page() -> set[str]:
    """Return the moves that the table shows as code. In its second column, texts without a space are places."""
    rows = ROW.findall(PAGE.read_text("utf-8").partition("## Mistyped moves")[0])
    first = {text for texts, _ in rows for text in re.findall("`(.+?)`", texts)}
    second = {text for _, meaning in rows for text in re.findall("`(.+?)`", meaning)}
    return first | {text for text in second if " " in text}


def test_the_page_and_this_list_have_the_same_texts() -> None:
    """The list above has exactly the texts of the page's table, and all kinds of move occur in it."""
    assert texts_of_the_page() == set(MOVES)
    assert {type(move) for _, move in MOVES.values()} == {rule.move for rule in ms.STANDARD.rules}


@pytest.mark.parametrize("text", MOVES)
def test_a_text_of_the_page_is_parsed_and_formatted(text: str) -> None:
    """Each text is parsed as its move, in upper and lower case, and the move is formatted as the text."""
    state, move = MOVES[text]
    assert ms.format_move(state, move) == text
    for typed in (text, text.upper(), text.lower(), f"  {text.replace(' ', '   ')} "):
        assert ms.parse_move(state, typed) == move


def test_each_mistyped_text_of_the_page_has_its_reason() -> None:
    """The texts in the table of mistyped moves have the reasons beside them."""
    rows = ROW.findall(PAGE.read_text("utf-8").partition("## Mistyped moves")[2].partition("\n## ")[0])
    assert len(rows) == 12
    for texts, beside in rows:
        for text in re.findall("`(.+?)`", texts):
            with pytest.raises(ms.MalformedError) as caught:
                ms.parse_move(TWICE, text)
            assert f"`{caught.value.reason}`" in beside


@pytest.mark.parametrize("text", MOVES)
def test_nothing_may_follow_a_text(text: str) -> None:
    """Additional text at the end makes a text invalid or another move, never the same move."""
    state, move = MOVES[text]
    for more in ("x", "1L1", "+p", "=", "-1"):
        with suppress(ms.MalformedError):
            assert ms.parse_move(state, f"{text} {more}") != move, more


@pytest.mark.parametrize(
    ("text", "slot"),
    [("workshop 0", 0), ("workshop rope 0", 0), ("deliver 1", 1), ("deliver bbg=17 0", 0), ("deliver bb=9", 1)],
)
def test_a_slot_is_named_by_number_by_its_card_or_by_both(text: str, slot: int) -> None:
    """A slot is named by its number, by its card or by both, which then have to agree."""
    move = ms.VisitWorkshop(slot) if text.startswith("workshop") else ms.CompleteOrder(slot)
    assert ms.parse_move(TWICE, text) == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("workshop rope", "'workshop rope' is ambiguous: add the slot, 0 or 2"),
        ("deliver BBG=17", "'deliver BBG=17' is ambiguous: add the slot, 0 or 2"),
        ("workshop rope 1", "'workshop rope 1': this card is not in slot 1, but in slot 0 or 2"),
        ("deliver BB=9 2", "'deliver BB=9 2': this card is not in slot 2, but in slot 1"),
        ("x1L1 B pay 3=1", "there is no seat 3; the seats are 0 (Ada), 1 (Ben), 2 (Cleo)"),
        ("x1L1 B pay 9=1 0=1", "there is no seat 9; the seats are 0 (Ada), 1 (Ben), 2 (Cleo)"),
    ],
)
def test_ambiguous_and_impossible_texts(text: str, message: str) -> None:
    """Two slots with the same card, a slot with another card, and a payment to a missing seat are refused."""
    with pytest.raises(ms.MalformedError) as caught:
        ms.parse_move(TWICE, text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("payments", "is_legal"), [([0, 1, 1], True), ([0, 1], False), ([0, 1, 1, 0], False), ([], False)]
)
def test_payments_have_an_entry_for_each_seat(payments: list[int], is_legal: bool) -> None:
    """HAUL-3: in JSON, too few or too many payments can be parsed, but the move is refused."""
    state = position("S1: BC | S2: B | 1L1: AA [BB/0]", to_move="A", players=3)
    fields = {"chamber": "1L1", "salt": {"brown": 1, "green": 0, "white": 0}, "pickaxes": 0, "carts": 0}
    move = ms.parse_move(state, f"extract_salt {ms.to_json(fields | {'payments': payments})}")
    assert move == ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, tuple(payments))
    if is_legal:
        assert ms.objection(state, move) is None
        assert ms.parse_move(state, "x1L1 B pay 1=1 2=1") == move
    else:
        told = f"{len(payments)} payments for 3 players; give one number for each player"
        assert told in str(ms.objection(state, move))
        with pytest.raises(ms.IllegalMoveError, match=told):
            ms.apply(state, move)
