"""The items that each building displays in pictures, as its rule lists them."""

from __future__ import annotations

import pytest

import magnum_sal as ms
from magnum_sal.model import display
from magnum_sal.testing import position

STATE = position(
    "turn: B, actions 1, visited castle, arriving 2 | players: Ada, Ben, Cleo | inn: 2 | market: BGG |"
    " workshop: rope cart -, stack 0 | castle: BB=9 BG=11 GG=13, stack 4 | A: left 1 | C: right 2, order BB=9"
)

THINGS: dict[str, tuple[display.DisplayItem, ...]] = {
    "inn": (
        display.Track((5, 5, 5, 6, 6, 7, 8), marker=STATE.inn_marker, first=STATE.inn_start),
        display.Tally("hired", 2),
    ),
    "workshop": (display.Offer((3, 4, 5), ("rope", "cart", None)), display.Stack("tool_stack", 0)),
    "pump_house": (display.PriceList("water", (0, 2, 5, 9)),),
    "town_square": (display.Income(1),),
    "market": (
        display.SaltColumn("brown", (5, 4, 3, 3), 1),
        display.SaltColumn("green", (6, 5, 4), 2),
        display.SaltColumn("white", (8, 7), 0),
    ),
    "castle": (
        display.Orders((ms.RoyalOrder.parse("BB=9"), ms.RoyalOrder.parse("BG=11"), ms.RoyalOrder.parse("GG=13"))),
        display.Stack("order_stack", 4),
        display.Progress("order_track", 1, STATE.orders_to_end),
        display.Waiting("arriving", (0, 2, 0)),
        display.Waiting("line_left", (1, 0, 0)),
        display.Waiting("line_right", (0, 0, 2)),
    ),
}


@pytest.mark.parametrize("building", THINGS)
def test_the_items_of_a_building(building: str) -> None:
    """SET-BOARD: the prices, pieces and miners are those of the position."""
    (found,) = [here for here in STATE.ruleset.buildings if here.id == building]
    assert tuple(found.display(STATE)) == THINGS[building]


def test_nobody_arrives_when_the_game_is_over() -> None:
    """END-1: no miner is at the castle's gate when the game has no turn any more."""
    over = position("turn: over, phase 3 | players: Ada, Ben")
    (castle,) = [here for here in over.ruleset.buildings if here.id == "castle"]
    assert display.Waiting("arriving", (0, 0)) in tuple(castle.display(over))
