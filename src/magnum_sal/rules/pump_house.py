"""The pump house: paying to take water out of one chamber (RULES PUMP-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._internal.caches import cached
from ..errors import Objection
from ..model.display import DisplayItem, PriceList
from ..model.events import Event, MoneyMoved, WaterMoved
from ..model.mine import spaces_in
from ..model.moves import VisitPumpHouse
from ..model.pieces import BANK
from ..model.rule import Building, Rule, When
from ..model.state import GameState
from . import notations

__all__ = ["RULE"]

# The printed board shows four prices as well, but more cubes can be pumped.
_SHOWN: Final = 4
"""The display shows the prices of up to this many cubes."""


def pumping_price(state: GameState, water: int) -> int:
    """
    Return the price in groszy for pumping *water* cubes, at least 1, in one visit (PUMP-1).

    >>> from magnum_sal import new_game
    >>> [pumping_price(new_game(["Ada", "Ben"], seed=7), cubes) for cubes in range(1, 6)]
    [0, 2, 5, 9, 14]
    """
    return price_of(state.ruleset.rulings.pump_prices(state), water)


@cached(most=256)
def price_of(printed: tuple[int, ...], water: int) -> int:
    """Return the price of *water* cubes in groszy, given the *printed* prices of the first cubes."""
    # Past the printed prices, each cube costs 1 grosz more than the cube before. The sum has a closed form, because
    # front ends also ask for the price of an illegal move with a huge number.
    further = max(0, water - len(printed))
    return sum(printed[:water]) + further * printed[-1] + further * (further + 1) // 2


def moves(state: GameState) -> list[VisitPumpHouse]:
    """Return the legal visits by chamber in mine order, then by water."""
    # Must agree with objection(): a visit is listed exactly when objection() returns None.
    mine, seat = state.mine, state.turn_seat
    found: list[VisitPumpHouse] = []
    if flooded := mine.wet & (mine.rested[seat] | mine.tired[seat]):
        prices, money = state.ruleset.rulings.pump_prices(state), state.players[seat].money
        for chamber in spaces_in(flooded):
            found += _visits(chamber, _most_water(prices, mine.water_in(chamber), money))
    return found


@cached(most=1024)
def _visits(chamber: str, most: int) -> tuple[VisitPumpHouse, ...]:
    return tuple(VisitPumpHouse(chamber, water) for water in range(1, most + 1))


@cached(most=1024)
def _most_water(prices: tuple[int, ...], present: int, money: int) -> int:
    """Return how many of the *present* cubes of water the player can afford to pump."""
    # More cubes never cost less, so a player who can pay for a number of cubes can also pay for fewer. The largest
    # number is therefore enough.
    return max((water for water in range(1, present + 1) if price_of(prices, water) <= money), default=0)


def objection(state: GameState, move: VisitPumpHouse) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    here = state.mine.chamber(move.chamber)
    # You need a miner in the chamber, rested or tired.
    if not here.miners_of(state.turn_seat):
        return Objection("PUMP-1", "no_miner_there", {"space": move.chamber})
    # A visit removes at least one cube, and at most all the cubes in the chamber.
    if not move.water:
        return Objection("PUMP-1", "no_water_asked")
    if move.water > here.water:
        facts = {"space": move.chamber, "held": here.water, "wanted": move.water}
        return Objection("PUMP-1", "too_little_water", facts)
    # You must be able to pay the whole price. The grosz from an assistant comes too late to help.
    price = pumping_price(state, move.water)
    if price > state.player.money:
        facts = {"water": move.water, "price": price, "money": state.player.money}
        return Objection("PUMP-1", "pumping_too_dear", facts)
    return None


def why_not(state: GameState) -> Objection:
    """Return the reason why no water can be pumped."""
    mine, seat = state.mine, state.turn_seat
    if not mine.wet & mine.present(seat):
        return Objection("PUMP-1", "no_miner_at_water")
    facts = {"water": 1, "price": pumping_price(state, 1), "money": state.player.money}
    return Objection("PUMP-1", "pumping_too_dear", facts)


def decide(state: GameState, move: VisitPumpHouse) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    # The first cube is free in the standard game, and a payment of 0 groszy is not an event.
    price = pumping_price(state, move.water)
    pumped = WaterMoved(move.chamber, BANK, move.water)
    return (MoneyMoved(state.turn_seat, BANK, price), pumped) if price else (pumped,)


def collect_facts(state: GameState, move: VisitPumpHouse) -> Mapping[str, Any]:
    """Return the extra fact about a visit: the price."""
    return {"price": pumping_price(state, move.water)}


def list_display_items(state: GameState) -> tuple[DisplayItem, ...]:
    """Return the display items of the pump house: its prices for the first cubes (SET-BOARD)."""
    return (PriceList("water", tuple(pumping_price(state, water) for water in range(1, _SHOWN + 1))),)


RULE: Final[Rule] = Rule(
    VisitPumpHouse,
    When.ACTION,
    moves,
    objection,
    decide,
    building=Building("pump_house", has_assistant_place=True, display=list_display_items),
    notation=notations.by_form(VisitPumpHouse, "pump {chamber} {water}", "pump 1L2 3"),
    why_not=why_not,
    told=collect_facts,
)
