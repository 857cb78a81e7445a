"""Transport: carrying salt to the surface, and who is paid for it (RULES HAUL-1, HAUL-2, HAUL-3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations, pairwise
from operator import add, or_
from typing import TypeAlias

from .._internal.caches import cached, remembered
from ..errors import Objection
from ..model.mine import BIT, PATH
from ..model.mine.geometry import PATH_BITS
from ..model.state import GameState
from .tools.cart import Reach, cubes_paid, freed_spaces, reach

Tolls: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""For each space of a path, the nearest to the chamber first: the seats that can be paid there, None if it is free."""

Payments: TypeAlias = tuple[int, ...]
"""What each seat gets in all, in groszy."""


def toll_takers(owners: tuple[int, ...], carrier: int) -> tuple[int, ...] | None:
    """Return who takes toll from *carrier* where *owners* have miners, None if nobody; the default ruling of HAUL-1."""
    return None if carrier in owners else owners


def printed_toll(state: GameState, seat: int) -> int:
    """Return what *seat* pays for a cube and a space, in groszy; the default ruling of HAUL-1."""
    return state.ruleset.toll


def tolls(state: GameState, chamber: str, *, in_order: bool = True) -> Tolls:
    """
    Return who takes toll from the player along the path of *chamber* (HAUL-1).

    Without a cart neither the order of the spaces matters nor the free ones; *in_order* False leaves both out.
    """
    path, mine = PATH_BITS[chamber], state.mine
    present = tuple([spaces & path for spaces in map(or_, mine.rested, mine.tired)])
    return _tolls(chamber, present, state.turn_seat, state.ruleset.rulings.toll_takers, in_order)


def charged_spaces(state: GameState, chamber: str) -> int:
    """Return how many spaces of the player's path from *chamber* cost toll (HAUL-1)."""
    if state.ruleset.rulings.toll_takers is toll_takers:
        return (PATH_BITS[chamber] & ~state.mine.present(state.turn_seat)).bit_count()
    return len(tolls(state, chamber, in_order=False))


def toll_a_cube(state: GameState, chamber: str, seat: int) -> int | None:
    """Return what *seat* pays without carts for a cube from *chamber*, in groszy; None if it cannot pass (HAUL-1)."""
    mine, path = state.mine, PATH_BITS[chamber]
    present = tuple(mine.present(other) & path for other in range(len(state.players)))
    charged = _tolls(chamber, present, seat, state.ruleset.rulings.toll_takers, False)
    return None if () in charged else state.ruleset.rulings.toll(state, seat) * len(charged)


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
        return Objection("HAUL-3", "wrong_number_of_payments", {"payments": len(payments), "players": len(players)})
    if payments[seat]:
        return Objection("HAUL-3", "pays_oneself", {"paid": payments[seat]})
    path = tolls(state, chamber)
    for space, takers in zip(PATH[chamber], path, strict=True):
        if takers == ():
            return Objection("HAUL-1", "nobody_on_the_way", {"space": space})
    one_cart, toll = reach(ruleset), ruleset.rulings.toll(state, seat)
    if not freed_spaces(tuple(map(bool, path)), carts, one_cart.spaces):
        facts = {"carts": carts, "charged": sum(map(bool, path)), "space": chamber}
        return Objection("CART-1", "too_many_carts", facts)
    asked = prices(path, cubes, carts, one_cart, toll)
    paid = sum(payments)
    if paid not in asked:
        return Objection("HAUL-1", "wrong_toll", {"cubes": cubes, "space": chamber, "prices": asked, "paid": paid})
    if paid > players[seat].money:
        return Objection("HAUL-2", "toll_too_dear", {"price": paid, "money": players[seat].money})
    if payments not in possible_payments(path, cubes, carts, one_cart, toll, len(players)):
        shares = tuple((player.name, groszy) for groszy, player in zip(payments, players, strict=True) if groszy)
        return Objection("HAUL-3", "impossible_split", {"space": chamber, "shares": shares})
    return None


def prices_of_one(state: GameState, chamber: str, carts: int) -> tuple[int, ...]:
    """Return what carrying one cube from *chamber* can cost with up to this many *carts*, in groszy; none if barred."""
    path, ruleset = tolls(state, chamber), state.ruleset
    toll = ruleset.rulings.toll(state, state.turn_seat)
    ways = [prices(path, 1, driven, reach(ruleset), toll) for driven in range(carts + 1)]
    return tuple(chain.from_iterable(ways))


@cached(most=4096)
def prices(path: Tolls, cubes: int, carts: int, one_cart: Reach, toll: int) -> tuple[int, ...]:
    """Return what carrying *cubes* with exactly so many *carts* can cost in all, ascending; none if it cannot be."""
    if () in path:
        return ()
    charged = tuple(map(bool, path))
    freed = {len(spaces) for spaces in freed_spaces(charged, carts, one_cart.spaces)}
    spared = cubes - cubes_paid(cubes, True, one_cart.cubes)
    return tuple(sorted(toll * (sum(charged) * cubes - spaces * spared) for spaces in freed))


def payments_to_next(
    path: Tolls, cubes: int, carts: int, one_cart: Reach, toll: int, seats: int, money: int, paid: Payments
) -> tuple[tuple[int, ...], int]:
    """
    Return what the next seat can get when the seats before it get *paid*, ascending; and what it gets as a rule.

    As a rule the cheapest way is taken, and each seat in turn is paid an equal share of what is left to pay, as nearly
    as can be. Arguments are those of ``affordable_payments``; all in groszy.
    """
    if not toll:
        return (0,), 0
    seat, before = len(paid), sum(1 << seat for seat in range(len(paid)))
    given = [sum(paid[other] for other in range(seat) if group >> other & 1) // toll for group in range(before + 1)]
    found: set[int] = set()
    usual = (money + 1, 0)
    for owed in _ways(path, cubes, carts, one_cart):
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


@remembered(most=1 << 14)
def _shares(owed: tuple[tuple[tuple[int, ...], int], ...], seats: int) -> tuple[tuple[int, int], ...]:
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
        found |= _totals(owed, toll, seats)
    return tuple(sorted(found))


@remembered(most=1 << 12)
def _ways(path: Tolls, cubes: int, carts: int, one_cart: Reach) -> tuple[tuple[tuple[tuple[int, ...], int], ...], ...]:
    """Return the ways to use the carts: for each, the cubes to be paid by the set of seats that can take for them."""
    ways: set[tuple[tuple[tuple[int, ...], int], ...]] = set()
    if () in path:
        return ()
    charged, left = tuple(map(bool, path)), cubes_paid(cubes, True, one_cart.cubes)
    for freed in freed_spaces(charged, carts, one_cart.spaces):
        owed: dict[tuple[int, ...], int] = {}
        for index, takers in enumerate(path):
            if takers and (count := left if index in freed else cubes):
                owed[takers] = owed.get(takers, 0) + count
        ways.add(tuple(sorted(owed.items())))
    return tuple(sorted(ways))


@remembered(most=1 << 16)
def _totals(owed: tuple[tuple[tuple[int, ...], int], ...], toll: int, seats: int) -> frozenset[Payments]:
    """Return all vectors that come of splitting the *toll* of each count of cubes among its seats."""
    totals = {(0,) * seats}
    for takers, cubes in owed:
        totals = {tuple(map(add, total, split)) for split in _splits(cubes, takers, toll, seats) for total in totals}
    return frozenset(totals)


@remembered(most=1 << 16)
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
