"""
Facts about a position for front ends, bots and people: prices, tolls, strength, completable orders, reachable spaces.

Each function calls the rule concerned, so it respects variants and extensions. All functions accept public states. The
default *seat* is ``turn_seat``: the seat whose turn it is or, when the game is over, the starting player's.

>>> import magnum_sal as ms
>>> state = ms.new_game(["Ada", "Ben"], seed=7)
>>> hiring_price(state), selling_price(state, "brown"), buying_price(state, "brown"), pumping_price(state, 3)
(6, 3, 4, 5)
>>> reachable_spaces(state)
('S1',)
"""

from __future__ import annotations

from typing import NamedTuple

from .._internal.checks import check_whole
from .._internal.field_help import provide_field_help
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.mine import BIT, spaces_in
from ..model.pieces import STOCK, SaltKind
from ..model.state import GameState, check_seat, check_state
from ..rules import chain, extraction, inn, market, pump_house, royal_orders, transport, workshop

__all__ = [
    "MinersHere",
    "buying_price",
    "completable_orders",
    "hiring_price",
    "miners_by_space",
    "pumping_price",
    "reachable_spaces",
    "selling_price",
    "strength",
    "toll",
    "tool_price",
]


def __dir__() -> list[str]:
    return __all__


class MinersHere(NamedTuple):
    """The miners of a player in a space."""

    rested: int
    """The number of miners that can work and leave."""
    tired: int
    """The number of miners that must rest first."""


provide_field_help(MinersHere)


def hiring_price(state: GameState) -> int | None:
    """Return the price of the next miner in groszy, or None if no more miners can be hired in this phase (INN-1)."""
    check_state(state)
    return inn.hiring_price(state)


def tool_price(state: GameState, slot: int) -> int | None:
    """Return the price in groszy of the tool in *slot* (0 is the cheapest), or None if the slot is empty (SHOP-1)."""
    check_state(state)
    if type(slot) is not int or not 0 <= slot < len(state.workshop.offer):
        raise MisuseError(f"slot: {brief(slot)} is not a slot of the workshop (0 to {len(state.workshop.offer) - 1})")
    return workshop.tool_price(state, slot)


def selling_price(state: GameState, kind: SaltKind, *, commercial_privilege: bool = False) -> int | None:
    """
    Return the price in groszy for selling the next cube, or None if the market takes no cube (MARKET-1, MARKET-3).

    The seller need not own a cube.

    Args:
        state: The position.
        kind: ``"brown"``, ``"green"`` or ``"white"``.
        commercial_privilege: Whether the seller uses this tool, which also allows selling into a full column.
    """
    check_state(state)
    return market.next_price(state, "sell", kind, commercial_privilege)


def buying_price(state: GameState, kind: SaltKind, *, commercial_privilege: bool = False) -> int | None:
    """
    Return the price in groszy for buying the next cube, or None if no cube is left (MARKET-1, MARKET-3).

    Args:
        state: The position.
        kind: ``"brown"``, ``"green"`` or ``"white"``.
        commercial_privilege: Whether the buyer uses this tool.
    """
    check_state(state)
    return market.next_price(state, "buy", kind, commercial_privilege)


def pumping_price(state: GameState, water: int) -> int:
    """Return the price in groszy for pumping *water* cubes (at least 1) out of a chamber in one visit (PUMP-1)."""
    check_state(state)
    check_whole("water", water, 1)
    return pump_house.pumping_price(state, water)


def toll(state: GameState, chamber: str, seat: int | None = None) -> int | None:
    """
    Return the toll in groszy that *seat* pays to bring one cube from *chamber* to the surface without a cart (HAUL-1).

    The toll is None if a space on the path is empty, because then nothing can be carried.
    """
    check_state(state)
    state.mine.chamber(chamber)
    return transport.toll_a_cube(state, chamber, _seat(state, seat))


def strength(state: GameState, chamber: str, seat: int | None = None, *, pickaxes: int = 0) -> int:
    """
    Return the strength of *seat* in *chamber*: rested miners plus *pickaxes* minus water (MINE-1).

    The strength is the maximum number of cubes that can be extracted if a rested miner is there. It may be negative.
    """
    check_state(state)
    here = state.mine.chamber(chamber)
    check_whole("pickaxes", pickaxes, 0)
    rested = state.ruleset.rulings.strength(state, chamber, _seat(state, seat))
    return extraction.strength(rested, pickaxes, here.water)


def completable_orders(state: GameState, seat: int | None = None) -> tuple[int, ...]:
    """Return the slots of the open orders that *seat* can complete, considering each order separately (CASTLE-3)."""
    check_state(state)
    return tuple(royal_orders.completable_slots(state, _seat(state, seat)))


def miners_by_space(state: GameState, seat: int | None = None) -> dict[str, MinersHere]:
    """Return the miners of *seat* in the mine by space id, in mine order. Spaces without such miners are left out."""
    check_state(state)
    seat, mine = _seat(state, seat), state.mine
    return {
        space: MinersHere(mine[space].rested[seat], mine[space].tired[seat]) for space in spaces_in(mine.present(seat))
    }


def reachable_spaces(state: GameState, source: str = STOCK) -> tuple[str, ...]:
    """
    Return the spaces that a miner leaving *source* can enter, in mine order and without *source* (CHAIN-1).

    The function does not check whether a miner is there and may leave (CHAIN-2). ``legal_moves`` does.

    Args:
        state: The position.
        source: ``"stock"``, a mine space, or the building that an assistant leaves.

    Raises:
        MisuseError: *source* is not such a place.
    """
    check_state(state)
    if source not in (STOCK, *BIT, *state.ruleset.building_ids):
        raise MisuseError(f"source: {brief(source)} is not a mine space, a building or 'stock'")
    left = chain.compute_occupied_without(state, source)
    return spaces_in(state.ruleset.rulings.reachable(left) & ~BIT.get(source, 0))


def _seat(state: GameState, seat: int | None) -> int:
    """Return *seat*, or by default ``turn_seat``. Raises ``MisuseError`` if there is no such seat."""
    if seat is None:
        return state.turn_seat
    check_seat(seat, len(state.players))
    return seat
