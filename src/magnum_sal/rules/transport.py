"""Transport: carrying salt to the surface, and paying the toll (RULES HAUL-1, HAUL-2, HAUL-3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from operator import add, or_
from typing import NamedTuple, TypeAlias

from .._internal.caches import cached
from ..errors import Objection
from ..model.mine import BIT, CHAMBERS, PATH
from ..model.mine.geometry import PATH_BITS, level_of
from ..model.ruleset import Ruleset
from ..model.state import GameState
from .tools.cart import count_charged_cubes, list_freed_sets

# The search for payments. A move states only the total for each seat (HAUL-3). The carrier chooses
# which spaces the carts free, and who is paid for each cube in each space. Many choices have the same totals. The
# search derives the totals from the choices in three steps, and each step removes duplicates:
# 1. ``list_freed_sets`` lists the sets of spaces that the carts can free.
# 2. Each set leaves a debt (``_list_debts``): the number of cubes to pay for, by the set of seats that can be paid. A
#    path has up to seven spaces, but with four players the carrier meets at most seven different sets of seats.
# 3. ``_splits`` divides the cubes of each set among its seats, and ``_totals`` adds up the results.
#
# The number of results makes the search expensive: there are C(n + k - 1, k - 1) ways to divide n cubes among k seats.
# Therefore two functions answer questions about payments without listing them. ``prices`` needs only the number of
# spaces that the carts free, and ``payments_to_next`` checks the bounds of sets of seats. Both must agree with
# ``possible_payments``.

Tolls: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""The seats that can be paid in each space of a path, nearest to the chamber first; None for a free space."""

Payments: TypeAlias = tuple[int, ...]
"""The total in groszy that each seat receives."""


class Way(NamedTuple):
    """Everything that the transport from a chamber depends on, besides the cubes and the carts."""

    tolls: Tolls
    cart_spaces: int
    """The maximum number of adjacent spaces that one cart can free (CART-1)."""
    cart_cubes: int | None
    """The number of cubes that a cart frees in each space; None for all cubes, as in the first edition (VAR-CART)."""
    toll: int
    """The toll for one cube and one space, in groszy."""
    seats: int
    """The number of players."""


_Owed: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""Pairs of a set of seats and the number of cubes for which one of these seats must be paid."""

_Takers: TypeAlias = Callable[[tuple[int, ...], int], tuple[int, ...] | None]
"""A ruling with the signature of ``toll_takers``."""


def toll_takers(owners: tuple[int, ...], carrier: int) -> tuple[int, ...] | None:
    """
    Return the seats that may charge *carrier* a toll in a space with miners of *owners*: the default ruling of HAUL-1.

    The result is None if the space is free.
    """
    # You pay no toll in a space where you have a miner, rested or tired. Elsewhere the owners of the miners take
    # the toll.
    return None if carrier in owners else owners


def look_up_toll(state: GameState, seat: int) -> int:
    """Return the toll that *seat* pays for one cube and one space, in groszy; the default ruling of HAUL-1."""
    return state.ruleset.toll


def list_tolls(ruleset: Ruleset) -> range:
    """Return the total tolls in groszy that a player can ever receive for one load, in ascending order (HAUL-1)."""
    # An extension that changes the toll may set any amount.
    if ruleset.rulings.toll is not look_up_toll:
        return range(ruleset.money_supply + 1)
    # All cubes of the fullest tile of a level can come from the level's chamber with the longest path, and one player
    # can receive the toll in each space of the path.
    most = max(
        tile.salt.total * len(PATH[chamber]) for chamber in CHAMBERS for tile in ruleset.tiles[level_of(chamber) - 1]
    )
    return range(0, ruleset.toll * most + 1, max(ruleset.toll, 1))


def tolls(state: GameState, chamber: str, seat: int, *, in_order: bool = True) -> Tolls:
    """
    Return the seats that take toll from *seat* along the path from *chamber* (HAUL-1).

    If no cart is used, neither the free spaces nor the order of the charged ones matters. Pass False for *in_order* to
    sort the charged spaces and omit the free ones.
    """
    path, mine = PATH_BITS[chamber], state.mine
    present = tuple([spaces & path for spaces in map(or_, mine.rested, mine.tired)])
    return _tolls(chamber, present, seat, state.ruleset.rulings.toll_takers, in_order)


def count_charged_spaces(state: GameState, chamber: str) -> int:
    """Return the number of spaces on the player's path from *chamber* that cost toll (HAUL-1)."""
    # Under the default ruling, exactly the spaces without a miner of the player cost toll, and counting bits is faster.
    if state.ruleset.rulings.toll_takers is toll_takers:
        return (PATH_BITS[chamber] & ~state.mine.present(state.turn_seat)).bit_count()
    return len(tolls(state, chamber, state.turn_seat, in_order=False))


def toll_a_cube(state: GameState, chamber: str, seat: int) -> int | None:
    """Return *seat*'s toll in groszy per cube from *chamber* without carts; None if no cube can pass (HAUL-1)."""
    charged = tolls(state, chamber, seat, in_order=False)
    return None if () in charged else state.ruleset.rulings.toll(state, seat) * len(charged)


def way_from(state: GameState, chamber: str, *, in_order: bool = True) -> Way:
    """Return the player's way from *chamber*; *in_order* is passed on to ``tolls``."""
    seat, ruleset = state.turn_seat, state.ruleset
    charged = tolls(state, chamber, seat, in_order=in_order)
    return Way(
        charged, ruleset.cart_spaces, ruleset.cart_capacity, ruleset.rulings.toll(state, seat), len(state.players)
    )


@cached(most=16384)
def _tolls(chamber: str, present: tuple[int, ...], carrier: int, takers: _Takers, in_order: bool) -> Tolls:
    """Return the tolls along the path from *chamber*. *present* has each seat's set of spaces with miners."""
    charged = _takers_by_owners(takers, carrier, len(present))
    places = [(1 << seat, spaces) for seat, spaces in enumerate(present) if spaces]
    found = []
    for space in PATH[chamber]:
        bit, owners = BIT[space], 0
        for seat_bit, spaces in places:
            if spaces & bit:
                owners |= seat_bit
        found.append(charged[owners])
    # Without carts, only the number of spaces with the same takers matters. In sorted form, more positions share the
    # cached results.
    return tuple(found) if in_order else tuple(sorted([takers for takers in found if takers is not None]))


@cached(most=256)
def _takers_by_owners(takers: _Takers, carrier: int, seats: int) -> tuple[tuple[int, ...] | None, ...]:
    """Return the seats that take toll from *carrier* in a space, indexed by the set of seats with miners there."""
    # The ruling is called once for each set of owners (16 sets for four players), and not once for each space.
    return tuple(
        takers(tuple(seat for seat in range(seats) if owners >> seat & 1), carrier) for owners in range(1 << seats)
    )


def transport_objection(state: GameState, chamber: str, cubes: int, carts: int, payments: Payments) -> Objection | None:
    """Return the first objection to carrying *cubes* from *chamber* with these total *payments*, or None."""
    seat, players = state.turn_seat, state.players
    # The move states a total for each seat, including the carrier's.
    if len(payments) != len(players):
        return Objection("HAUL-3", "wrong_number_of_payments", {"payments": len(payments), "players": len(players)})
    # You take no toll from yourself, so your own entry is 0.
    if payments[seat]:
        return Objection("HAUL-3", "pays_oneself", {"paid": payments[seat]})
    # In a game, the path from a chamber with your rested miner and salt is always occupied (CHAIN-3). With a house rule
    # or in a position set up by hand, a space may be empty, and salt cannot pass an empty space.
    way = way_from(state, chamber)
    if (gap := find_gap(chamber, way)) is not None:
        return gap
    # Each cart must free at least one space that costs toll and that no other cart frees; a useless cart is not used.
    if not _list_freed_spaces(way, carts):
        charged = sum(_find_charged_spaces(way))
        return Objection("CART-1", "too_many_carts", {"carts": carts, "charged": charged, "space": chamber})
    # Each cube costs toll in each space without a miner of the carrier, unless a cart frees the space. The sum is
    # checked before the split, because a wrong sum makes every split impossible.
    asked, paid = prices(way, cubes, carts), sum(payments)
    if paid not in asked:
        return Objection("HAUL-1", "wrong_toll", {"cubes": cubes, "space": chamber, "prices": asked, "paid": paid})
    # A player who cannot pay in full cannot extract. There are no debts, and no cube is left on the way.
    if paid > players[seat].money:
        return Objection("HAUL-2", "toll_too_dear", {"price": paid, "money": players[seat].money})
    # In each space, the carrier chooses among the seats with miners there, cube by cube.
    if payments not in possible_payments(way, cubes, carts):
        shares = tuple((player.name, groszy) for groszy, player in zip(payments, players, strict=True) if groszy)
        return Objection("HAUL-3", "impossible_split", {"space": chamber, "shares": shares})
    return None


def find_gap(chamber: str, way: Way) -> Objection | None:
    """Return the objection to the first empty space on the way from *chamber*, or None."""
    for space, takers in zip(PATH[chamber], way.tolls, strict=True):
        if takers == ():
            return Objection("HAUL-1", "nobody_on_the_way", {"space": space})
    return None


def _list_freed_spaces(way: Way, carts: int) -> tuple[frozenset[int], ...]:
    return list_freed_sets(_find_charged_spaces(way), carts, way.cart_spaces)


def _find_charged_spaces(way: Way) -> tuple[bool, ...]:
    """Return for each space of the path whether it costs money, nearest to the chamber first."""
    # A house rule can make the toll 0. Then no space costs money, so a cart would change nothing (TOOL-1).
    return tuple([way.toll > 0 and bool(takers) for takers in way.tolls])


@cached(most=4096)
def prices(way: Way, cubes: int, carts: int) -> tuple[int, ...]:
    """
    Return the possible total prices for carrying *cubes* with exactly this many *carts*, in ascending order.

    The result is empty if the transport is impossible.
    """
    if () in way.tolls:
        return ()
    # A freed space saves the same toll wherever it is on the path. So the price depends only on the number of freed
    # spaces.
    charged, spared = sum(_find_charged_spaces(way)), cubes - count_charged_cubes(cubes, way.cart_cubes)
    freed = {len(spaces) for spaces in _list_freed_spaces(way, carts)}
    return tuple(sorted(way.toll * (charged * cubes - spaces * spared) for spaces in freed))


def payments_to_next(way: Way, cubes: int, carts: int, money: int, paid: Payments) -> tuple[tuple[int, ...], int]:
    """
    Return the amounts in groszy that the next seat can receive, in ascending order, and the default amount.

    The previous seats receive *paid*. The default uses the cheapest way and shares the rest among the seats as equally
    as possible. The other arguments are those of ``affordable_payments``.
    """
    # The index of a group of seats is its bit mask. For each group of seats already paid, *given* has the number of
    # cubes paid to the group. A debt is possible if these payments are within the bounds of all these groups. For each
    # group with the next seat, the group's bounds minus the payments to the others are bounds for this seat (see
    # ``_shares``).
    toll, seats = way.toll, way.seats
    if not toll:
        return (0,), 0
    seat, before = len(paid), sum(1 << seat for seat in range(len(paid)))
    given = [sum(paid[other] for other in range(seat) if group >> other & 1) // toll for group in range(before + 1)]
    found: set[int] = set()
    # This price is higher than every affordable price.
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
        # The seats that can still be paid share the rest. The share is rounded up and then clamped to the bounds.
        others = sum(1 for other in range(seat, seats) if shares[1 << other][1])
        share = -(-(price // toll - given[before]) // max(others, 1))
        usual = min(usual, (price, min(max(least, share), most)))
    return tuple(toll * count for count in sorted(found)), toll * usual[1]


def find_usual_payments(way: Way, cubes: int, carts: int, money: int) -> Payments:
    """Return the payments for which each seat receives the default amount of ``payments_to_next``."""
    paid: Payments = ()
    for _ in range(way.seats):
        paid = (*paid, payments_to_next(way, cubes, carts, money, paid)[1])
    return paid


@cached(most=1 << 14, by_length=True)
def _shares(owed: _Owed, seats: int) -> tuple[tuple[int, int], ...]:
    """
    Return, for each set of seats, the minimum and maximum number of cubes that its seats can be paid for together.

    The minimum counts the cubes that only these seats can be paid for. A split is possible if and only if every set
    of seats is within its bounds, so payments can be chosen seat by seat.
    """
    # This is Hall's condition for flows (P. Hall, "On Representatives of Subsets", 1935): cubes are assigned to seats,
    # and it is enough to check each set of seats. At most four players make 16 sets.
    takers = [(sum(1 << seat for seat in group), count) for group, count in owed]
    return tuple(
        (
            sum(count for able, count in takers if not able & ~group),
            sum(count for able, count in takers if able & group),
        )
        for group in range(1 << seats)
    )


def affordable_payments(way: Way, cubes: int, carts: int, money: int) -> Sequence[Payments]:
    """Return the ``possible_payments`` for which *money* is sufficient (HAUL-2)."""
    # Without carts every way costs the same, so one comparison is enough for all ways.
    if not carts and way.toll * cubes * (len(way.tolls) - way.tolls.count(None)) > money:
        return ()
    vectors = possible_payments(way, cubes, carts)
    return [vector for vector in vectors if sum(vector) <= money] if carts else vectors


@cached(most=1 << 16, by_length=True)
def possible_payments(way: Way, cubes: int, carts: int) -> tuple[Payments, ...]:
    """
    Return every vector of payments that allows carrying *cubes*, each once, in ascending order (HAUL-3).

    No two *carts* free the same space (CART-1).
    """
    found: set[Payments] = set()
    for owed in _list_debts(way, cubes, carts):
        found |= _totals(owed, way.toll, way.seats)
    return tuple(sorted(found))


@cached(most=1 << 12, by_length=True)
def _list_debts(way: Way, cubes: int, carts: int) -> tuple[_Owed, ...]:
    """Return the debts for each choice of the spaces that the carts free."""
    if () in way.tolls:
        return ()
    # Spaces with the same takers are merged, and different choices of spaces often leave the same debts. The set keeps
    # each debt once.
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
    """Return all vectors of payments that split the *toll* for each entry of *owed* among the seats in that entry."""
    totals = {(0,) * seats}
    for takers, cubes in owed:
        totals = {tuple(map(add, total, split)) for split in _splits(cubes, takers, toll, seats) for total in totals}
    return frozenset(totals)


@cached(most=1 << 16, by_length=True)
def _splits(cubes: int, takers: tuple[int, ...], toll: int, seats: int) -> tuple[Payments, ...]:
    """Return all ways to split the *toll* for *cubes* among *takers*, cube by cube, as vectors by seat."""
    # Stars and bars (W. Feller, "An Introduction to Probability Theory and Its Applications", volume 1, II.5): a split
    # is a row of cubes with a bar between one taker and the next, so each choice of positions for the bars is one
    # split.
    splits = []
    for bars in combinations(range(cubes + len(takers) - 1), len(takers) - 1):
        edges = (-1, *bars, cubes + len(takers) - 1)
        split = [0] * seats
        for seat, (low, high) in zip(takers, pairwise(edges), strict=True):
            split[seat] = toll * (high - low - 1)
        splits.append(tuple(split))
    return tuple(splits)
