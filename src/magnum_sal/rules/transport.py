"""Transport: carrying salt to the surface, and who is paid for it (RULES HAUL-1, HAUL-2, HAUL-3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from operator import add, or_
from typing import NamedTuple, TypeAlias

from .._internal.caches import cached
from ..errors import Objection
from ..model.mine import BIT, PATH
from ..model.mine.geometry import PATH_BITS
from ..model.state import GameState
from .tools.cart import count_charged_cubes, list_freed_sets

Tolls: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""For each space of a path, the nearest to the chamber first: the seats that can be paid there, None if it is free."""

Payments: TypeAlias = tuple[int, ...]
"""What each seat gets in all, in groszy."""


class Way(NamedTuple):
    """What carrying salt from a chamber to the surface depends on, besides the cubes and the carts."""

    tolls: Tolls
    cart_spaces: int
    """Adjacent spaces that one cart can free, at most (CART-1)."""
    cart_cubes: int | None
    """Cubes that it frees in each of them; None for all, a number by the second edition alone (VAR-CART)."""
    toll: int
    """What is paid for a cube and a space, in groszy."""
    seats: int
    """The number of players."""


_Owed: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""For each set of seats that can take for them, the cubes to be paid."""

_Takers: TypeAlias = Callable[[tuple[int, ...], int], tuple[int, ...] | None]
"""A ruling like ``toll_takers``."""


def toll_takers(owners: tuple[int, ...], carrier: int) -> tuple[int, ...] | None:
    """Return who takes toll from *carrier* where *owners* have miners, None if nobody; the default ruling of HAUL-1."""
    return None if carrier in owners else owners


def look_up_toll(state: GameState, seat: int) -> int:
    """Return what *seat* pays for a cube and a space, in groszy; the default ruling of HAUL-1."""
    return state.ruleset.toll


def tolls(state: GameState, chamber: str, seat: int, *, in_order: bool = True) -> Tolls:
    """
    Return who takes toll from *seat* along the path of *chamber* (HAUL-1).

    Without a cart neither the order of the spaces matters nor the free ones; *in_order* False leaves both out.
    """
    path, mine = PATH_BITS[chamber], state.mine
    present = tuple([spaces & path for spaces in map(or_, mine.rested, mine.tired)])
    return _tolls(chamber, present, seat, state.ruleset.rulings.toll_takers, in_order)


def count_charged_spaces(state: GameState, chamber: str) -> int:
    """Return how many spaces of the player's path from *chamber* cost toll (HAUL-1)."""
    if state.ruleset.rulings.toll_takers is toll_takers:
        return (PATH_BITS[chamber] & ~state.mine.present(state.turn_seat)).bit_count()
    return len(tolls(state, chamber, state.turn_seat, in_order=False))


def toll_a_cube(state: GameState, chamber: str, seat: int) -> int | None:
    """Return what *seat* pays without carts for a cube from *chamber*, in groszy; None if it cannot pass (HAUL-1)."""
    charged = tolls(state, chamber, seat, in_order=False)
    return None if () in charged else state.ruleset.rulings.toll(state, seat) * len(charged)


def way_from(state: GameState, chamber: str, *, in_order: bool = True) -> Way:
    """Return the player's way from *chamber*, with the tolls as *in_order* asks for them."""
    seat, ruleset = state.turn_seat, state.ruleset
    charged = tolls(state, chamber, seat, in_order=in_order)
    return Way(
        charged, ruleset.cart_spaces, ruleset.cart_capacity, ruleset.rulings.toll(state, seat), len(state.players)
    )


@cached(most=16384)
def _tolls(chamber: str, present: tuple[int, ...], carrier: int, takers: _Takers, in_order: bool) -> Tolls:
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
def _takers_by_owners(takers: _Takers, carrier: int, seats: int) -> tuple[tuple[int, ...] | None, ...]:
    """Return who takes toll from *carrier* in a space, by the set of the seats with miners there."""
    return tuple(
        takers(tuple(seat for seat in range(seats) if owners >> seat & 1), carrier) for owners in range(1 << seats)
    )


def transport_objection(state: GameState, chamber: str, cubes: int, carts: int, payments: Payments) -> Objection | None:
    """Say what keeps the player from carrying *cubes* from *chamber* with these *payments* in all."""
    seat, players = state.turn_seat, state.players
    if len(payments) != len(players):
        return Objection("HAUL-3", "wrong_number_of_payments", {"payments": len(payments), "players": len(players)})
    if payments[seat]:
        return Objection("HAUL-3", "pays_oneself", {"paid": payments[seat]})
    way = way_from(state, chamber)
    for space, takers in zip(PATH[chamber], way.tolls, strict=True):
        if takers == ():
            return Objection("HAUL-1", "nobody_on_the_way", {"space": space})
    if not _list_freed_spaces(way, carts):
        charged = sum(map(bool, way.tolls))
        return Objection("CART-1", "too_many_carts", {"carts": carts, "charged": charged, "space": chamber})
    asked, paid = prices(way, cubes, carts), sum(payments)
    if paid not in asked:
        return Objection("HAUL-1", "wrong_toll", {"cubes": cubes, "space": chamber, "prices": asked, "paid": paid})
    if paid > players[seat].money:
        return Objection("HAUL-2", "toll_too_dear", {"price": paid, "money": players[seat].money})
    if payments not in possible_payments(way, cubes, carts):
        shares = tuple((player.name, groszy) for groszy, player in zip(payments, players, strict=True) if groszy)
        return Objection("HAUL-3", "impossible_split", {"space": chamber, "shares": shares})
    return None


def _list_freed_spaces(way: Way, carts: int) -> tuple[frozenset[int], ...]:
    return list_freed_sets(tuple(map(bool, way.tolls)), carts, way.cart_spaces)


@cached(most=4096)
def prices(way: Way, cubes: int, carts: int) -> tuple[int, ...]:
    """Return what carrying *cubes* with exactly so many *carts* can cost in all, ascending; none if it cannot be."""
    if () in way.tolls:
        return ()
    charged, spared = sum(map(bool, way.tolls)), cubes - count_charged_cubes(cubes, way.cart_cubes)
    freed = {len(spaces) for spaces in _list_freed_spaces(way, carts)}
    return tuple(sorted(way.toll * (charged * cubes - spaces * spared) for spaces in freed))


def payments_to_next(way: Way, cubes: int, carts: int, money: int, paid: Payments) -> tuple[tuple[int, ...], int]:
    """
    Return what the next seat can get when the seats before it get *paid*, ascending; and what it gets as a rule.

    As a rule the cheapest way is taken, and each seat in turn is paid an equal share of what is left to pay, as nearly
    as can be. Arguments are those of ``affordable_payments``; all in groszy.
    """
    toll, seats = way.toll, way.seats
    if not toll:
        return (0,), 0
    seat, before = len(paid), sum(1 << seat for seat in range(len(paid)))
    given = [sum(paid[other] for other in range(seat) if group >> other & 1) // toll for group in range(before + 1)]
    found: set[int] = set()
    usual = (money + 1, 0)
    for owed in _list_debts(way, cubes, carts):
        price = toll * sum(count for _, count in owed)
        shares = _shares(owed, seats)
        if price > money or any(
            not low <= given[group] <= high for group, (low, high) in enumerate(shares[: before + 1])
        ):
            continue
        joined = range(before + 1, 2 * before + 2)
        least = max(shares[group][0] - given[group & before] for group in joined)
        most = min(shares[group][1] - given[group & before] for group in joined)
        found.update(range(least, most + 1))
        others = sum(1 for other in range(seat, seats) if shares[1 << other][1])
        share = -(-(price // toll - given[before]) // max(others, 1))
        usual = min(usual, (price, min(max(least, share), most)))
    return tuple(toll * count for count in sorted(found)), toll * usual[1]


@cached(most=1 << 14, by_length=True)
def _shares(owed: _Owed, seats: int) -> tuple[tuple[int, int], ...]:
    """
    Return, by set of seats, the fewest and the most cubes that they are paid for together.

    The fewest are those that nobody else can be paid for. A split is possible exactly where every set of seats keeps
    within its two numbers, so a payment can be chosen seat by seat.
    """
    takers = [(sum(1 << seat for seat in group), count) for group, count in owed]
    return tuple(
        (
            sum(count for able, count in takers if not able & ~group),
            sum(count for able, count in takers if able & group),
        )
        for group in range(1 << seats)
    )


def affordable_payments(way: Way, cubes: int, carts: int, money: int) -> Sequence[Payments]:
    """Return those of ``possible_payments`` that *money* is enough for (HAUL-2)."""
    if not carts and way.toll * cubes * (len(way.tolls) - way.tolls.count(None)) > money:
        return ()
    vectors = possible_payments(way, cubes, carts)
    return [vector for vector in vectors if sum(vector) <= money] if carts else vectors


@cached(most=1 << 16, by_length=True)
def possible_payments(way: Way, cubes: int, carts: int) -> tuple[Payments, ...]:
    """
    Return every vector of payments with which *cubes* can be carried, each once, in ascending order (HAUL-3).

    Each of the *carts* frees spaces of its own (CART-1).
    """
    found: set[Payments] = set()
    for owed in _list_debts(way, cubes, carts):
        found |= _totals(owed, way.toll, way.seats)
    return tuple(sorted(found))


@cached(most=1 << 12, by_length=True)
def _list_debts(way: Way, cubes: int, carts: int) -> tuple[_Owed, ...]:
    """Return what is owed for each choice of the spaces that the carts free."""
    if () in way.tolls:
        return ()
    found: set[_Owed] = set()
    left = count_charged_cubes(cubes, way.cart_cubes)
    for freed in _list_freed_spaces(way, carts):
        owed: dict[tuple[int, ...], int] = {}
        for index, takers in enumerate(way.tolls):
            if takers and (count := left if index in freed else cubes):
                owed[takers] = owed.get(takers, 0) + count
        found.add(tuple(sorted(owed.items())))
    return tuple(sorted(found))


@cached(most=1 << 16, by_length=True)
def _totals(owed: _Owed, toll: int, seats: int) -> frozenset[Payments]:
    """Return all vectors that come of splitting the *toll* of each count of cubes among its seats."""
    totals = {(0,) * seats}
    for takers, cubes in owed:
        totals = {tuple(map(add, total, split)) for split in _splits(cubes, takers, toll, seats) for total in totals}
    return frozenset(totals)


@cached(most=1 << 16, by_length=True)
def _splits(cubes: int, takers: tuple[int, ...], toll: int, seats: int) -> tuple[Payments, ...]:
    """Return all ways to split the *toll* of so many *cubes* among *takers*, cube by cube, as vectors by seat."""
    splits = []
    for bars in combinations(range(cubes + len(takers) - 1), len(takers) - 1):
        edges = (-1, *bars, cubes + len(takers) - 1)
        split = [0] * seats
        for seat, (low, high) in zip(takers, pairwise(edges), strict=True):
            split[seat] = toll * (high - low - 1)
        splits.append(tuple(split))
    return tuple(splits)
