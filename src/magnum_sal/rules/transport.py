"""Transport: carrying salt to the surface, and who is paid for it (RULES HAUL-1, HAUL-2, HAUL-3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from operator import add, or_
from typing import TypeAlias

from .._remembering import cached, remembered
from .._wording import counted
from ..errors import Objection
from ..mine import BIT, PATH, PATH_BITS
from ..state import GameState
from .tools.cart import Reach, cubes_paid, freed_spaces, reach

Tolls: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""For each space of a path, the nearest to the chamber first: the seats that can be paid there, None if it is free."""

Payments: TypeAlias = tuple[int, ...]
"""What each seat gets in all, in groszy."""


def toll_takers(owners: tuple[int, ...], carrier: int) -> tuple[int, ...] | None:
    """Return who takes toll from *carrier* where *owners* have miners, None if nobody; the default ruling of HAUL-1."""
    return None if carrier in owners else owners


def tolls(state: GameState, chamber: str, *, in_order: bool = True) -> Tolls:
    """
    Return who takes toll from the player along the path of *chamber* (HAUL-1).

    Without a cart neither the order of the spaces matters nor the free ones; *in_order* False leaves both out.
    """
    path, mine = PATH_BITS[chamber], state.mine
    present = tuple([spaces & path for spaces in map(or_, mine.rested, mine.tired)])
    return _tolls(chamber, present, state.turn_seat, state.ruleset.rulings.toll_takers, in_order)


def toll_a_cube(state: GameState, chamber: str, seat: int) -> int | None:
    """Return what *seat* pays without carts for a cube from *chamber*, in groszy; None if it cannot pass (HAUL-1)."""
    mine, path = state.mine, PATH_BITS[chamber]
    present = tuple(mine.present(other) & path for other in range(len(state.players)))
    charged = _tolls(chamber, present, seat, state.ruleset.rulings.toll_takers, False)
    return None if () in charged else state.ruleset.toll * len(charged)


@cached(most=16384)
def _tolls(
    chamber: str,
    present: tuple[int, ...],
    carrier: int,
    takers: Callable[[tuple[int, ...], int], tuple[int, ...] | None],
    in_order: bool,
) -> Tolls:
    """Return the tolls where the seats' miners stand in the sets of spaces *present*."""
    charged = _takers_by_owners(takers, carrier, len(present))
    places = [(1 << seat, spaces) for seat, spaces in enumerate(present) if spaces]
    found = []
    for space in PATH[chamber]:
        bit, owners = BIT[space], 0
        for seat_bit, spaces in places:
            if spaces & bit:
                owners |= seat_bit
        found.append(charged[owners])
    return tuple(found) if in_order else tuple(sorted([takers for takers in found if takers is not None]))


@cached(most=256)
def _takers_by_owners(
    takers: Callable[[tuple[int, ...], int], tuple[int, ...] | None], carrier: int, seats: int
) -> tuple[tuple[int, ...] | None, ...]:
    """Return who takes toll from *carrier* in a space, by the set of the seats with miners there."""
    return tuple(
        takers(tuple(seat for seat in range(seats) if owners >> seat & 1), carrier) for owners in range(1 << seats)
    )


def transport_objection(state: GameState, chamber: str, cubes: int, carts: int, payments: Payments) -> Objection | None:
    """Say what keeps the player from carrying *cubes* from *chamber* with these *payments* in all."""
    seat, players, ruleset = state.turn_seat, state.players, state.ruleset
    if len(payments) != len(players):
        return Objection(
            "HAUL-3", f"{counted(len(payments), 'payment')} for {len(players)} seats; each seat has an entry"
        )
    if payments[seat]:
        return Objection("HAUL-3", f"you cannot pay yourself {counted(payments[seat], 'grosz')}; your own entry is 0")
    path = tolls(state, chamber)
    for space, takers in zip(PATH[chamber], path, strict=True):
        if takers == ():
            return Objection("HAUL-1", f"nobody stands in {space}, so nothing can be carried through it")
    one_cart = reach(ruleset)
    if not freed_spaces(tuple(map(bool, path)), carts, one_cart.spaces):
        charged = sum(map(bool, path))
        return Objection(
            "CART-1",
            f"{counted(carts, 'cart')} would be too many: each frees a space of its own, "
            f"and toll is due in {counted(charged, 'space')} on the way from {chamber}",
        )
    prices = sorted({ruleset.toll * sum(count for _, count in way) for way in _ways(path, cubes, carts, one_cart)})
    paid = sum(payments)
    if paid not in prices:
        asked = " or ".join([*map(str, prices[:-1]), counted(prices[-1], "grosz")])
        return Objection("HAUL-1", f"carrying {counted(cubes, 'cube')} from {chamber} costs {asked} in all, not {paid}")
    if paid > players[seat].money:
        return Objection(
            "HAUL-2", f"carrying the salt costs {counted(paid, 'grosz')}, and you have {players[seat].money}"
        )
    if payments not in possible_payments(path, cubes, carts, one_cart, ruleset.toll, len(players)):
        shares = ", ".join(
            f"{groszy} to {player.name}" for groszy, player in zip(payments, players, strict=True) if groszy
        )
        return Objection("HAUL-3", f"the tolls on the way from {chamber} cannot be split into {shares}")
    return None


def affordable_payments(
    path: Tolls, cubes: int, carts: int, one_cart: Reach, toll: int, seats: int, money: int
) -> Sequence[Payments]:
    """Return those of ``possible_payments`` that *money* is enough for (HAUL-2)."""
    if not carts and toll * cubes * (len(path) - path.count(None)) > money:
        return ()
    vectors = possible_payments(path, cubes, carts, one_cart, toll, seats)
    return [vector for vector in vectors if sum(vector) <= money] if carts else vectors


@remembered(most=1 << 16)
def possible_payments(
    path: Tolls, cubes: int, carts: int, one_cart: Reach, toll: int, seats: int
) -> tuple[Payments, ...]:
    """
    Return every vector of payments with which *cubes* can be carried, each once, in ascending order (HAUL-3).

    Args:
        path: The tolls along the path.
        cubes: Cubes carried, at least 1.
        carts: Carts used; each frees spaces of its own (CART-1).
        one_cart: What each of them does.
        toll: Groszy for a cube and a space.
        seats: The number of players.
    """
    found: set[Payments] = set()
    for owed in _ways(path, cubes, carts, one_cart):
        found |= _totals(owed, seats)
    return tuple(sorted({tuple(toll * count for count in vector) for vector in found}))


def _ways(path: Tolls, cubes: int, carts: int, one_cart: Reach) -> set[tuple[tuple[tuple[int, ...], int], ...]]:
    """Return the ways to use the carts: for each, the cubes to be paid by the set of seats that can take for them."""
    ways: set[tuple[tuple[tuple[int, ...], int], ...]] = set()
    charged = tuple(bool(takers) for takers in path)
    if any(takers == () for takers in path):
        return ways
    for freed in freed_spaces(charged, carts, one_cart.spaces):
        owed: dict[tuple[int, ...], int] = {}
        for index, takers in enumerate(path):
            if takers and (count := cubes_paid(cubes, index in freed, one_cart.cubes)):
                owed[takers] = owed.get(takers, 0) + count
        ways.add(tuple(sorted(owed.items())))
    return ways


@remembered(most=1 << 16)
def _totals(owed: tuple[tuple[tuple[int, ...], int], ...], seats: int) -> frozenset[Payments]:
    """Return all vectors that come of splitting each count of cubes among its seats."""
    totals = {(0,) * seats}
    for takers, cubes in owed:
        totals = {tuple(map(add, total, split)) for split in _splits(cubes, takers, seats) for total in totals}
    return frozenset(totals)


@remembered(most=1 << 16)
def _splits(cubes: int, takers: tuple[int, ...], seats: int) -> tuple[Payments, ...]:
    """Return all ways to split *cubes* among *takers*, as vectors by seat."""
    splits = []
    for bars in combinations(range(cubes + len(takers) - 1), len(takers) - 1):
        edges = (-1, *bars, cubes + len(takers) - 1)
        split = [0] * seats
        for seat, (low, high) in zip(takers, pairwise(edges), strict=True):
            split[seat] = high - low - 1
        splits.append(tuple(split))
    return tuple(splits)
