"""
What salt is good for: the orders that it completes or comes near to, by prices and chances that were set by hand.

The learned judge weighs what comes out, beside all else that it looks at.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from .._internal.caches import cached
from ..model.pieces import ONE_CUBE, SALT_KINDS, RoyalOrder, SaltAmount
from ..model.state import GameState, Player
from ._work import ACTION, Prices

_KEPT: Final[tuple[Prices, ...]] = ((2.4, 3.5, 5.5), (2.8, 4.0, 6.2), (2.8, 3.5, 5.0))
"""What a cube in store is worth in each phase, beyond the orders it completes now."""

_AT_THE_END: Final[Prices] = (3.0, 3.0, 3.0)

_PHASE_LEFT: Final[tuple[float, ...]] = (0.0, 0.6, 0.85, 0.95)
"""What plans for this phase are worth, by the number of orders that still have to be completed before it ends."""

_NEARLY: Final[tuple[float, ...]] = (0.7, 0.45, 0.25, 0.1)
"""What part of an order's surplus is counted beforehand, by the number of cubes that the order lacks."""


def orders_left(state: GameState) -> int:
    """Return how many orders are to be completed until the phase ends with the round (PHASE-1)."""
    return max(0, state.orders_to_end - state.castle.completed)


def hope_of(still: int) -> float:
    """Return what part of a plan for this phase counts while so many orders still have to be completed (PHASE-1)."""
    return _PHASE_LEFT[min(still, 3)]


def kept_prices(state: GameState, hope: float) -> Prices:
    """Return what a cube in store is worth, beyond the orders it completes now."""
    stage = _stage(state)
    return _kept(stage, hope if stage == len(_KEPT) - 1 else 1.0)


def _stage(state: GameState) -> int:
    """Return the number of the phase whose figures count, from 0; the last one's where a ruleset has more phases."""
    return min(state.phase, len(_KEPT)) - 1 if state.phase < state.ruleset.phases else len(_KEPT) - 1


@cached(most=64)
def _kept(phase: int, hope: float) -> Prices:
    brown, green, white = (end + (price - end) * hope for price, end in zip(_KEPT[phase], _AT_THE_END, strict=True))
    return brown, green, white


def salt_worth(salt: SaltAmount, prices: Prices) -> float:
    return salt.brown * prices[0] + salt.green * prices[1] + salt.white * prices[2]


def deliveries(
    state: GameState, seat: int, player: Player, kept: Prices, hope: float
) -> tuple[SaltAmount, tuple[RoyalOrder, ...], float]:
    """Return the salt and open orders left over by the best deliveries, and what these are worth, the nearest first."""
    arriving = state.turn.arriving if state.turn is not None and state.turn_seat == seat else 0
    chances = [1.0] * arriving
    if hope:
        safety = 1.0 if hope > 0.9 else 0.92
        chances += [0.96 * safety] * player.line_left + [0.92 * safety * safety] * player.line_right
    underway = len(chances)
    opened = tuple(order for order in state.castle.open if order is not None)
    best = player.salt, opened, -2.0 * underway
    if hope:
        chances.append(0.8 * hope)
    if not chances or not player.salt:
        return best
    best_value = best[2] + salt_worth(player.salt, kept)
    for chosen in _affordable(opened, player.salt, len(chances)):
        left, gained = player.salt, -2.0 * max(0, underway - len(chosen))
        for number, (order, chance) in enumerate(zip(chosen, chances, strict=False)):
            left -= order.salt
            forgone = salt_worth(order.salt, kept)
            cost = ACTION if number >= underway else 0.0
            gained += forgone + max(0.0, chance * (order.payment - forgone - cost))
        value = gained + salt_worth(left, kept)
        if value > best_value:
            best_value = value
            best = left, _without(opened, chosen), gained
    return best


def _without(opened: tuple[RoyalOrder, ...], chosen: tuple[RoyalOrder, ...]) -> tuple[RoyalOrder, ...]:
    rest = list(opened)
    for order in chosen:
        rest.remove(order)
    return tuple(rest)


@cached(most=8192)
def _affordable(opened: tuple[RoyalOrder, ...], salt: SaltAmount, most: int) -> tuple[tuple[RoyalOrder, ...], ...]:
    """Return the sets of open orders, 1 to *most* of them, that *salt* covers together, the dearest first in each."""
    found = []
    ranked = sorted(opened, key=lambda order: -order.payment)
    for count in range(1, min(most, len(ranked)) + 1):
        for chosen in combinations(ranked, count):
            asked = [sum(order.salt.of(kind) for order in chosen) for kind in SALT_KINDS]
            if salt.brown >= asked[0] and salt.green >= asked[1] and salt.white >= asked[2]:
                found.append(chosen)
    return tuple(found)


@cached(most=8192)
def outlook(opened: tuple[RoyalOrder, ...], salt: SaltAmount, kept: Prices) -> tuple[float, Prices]:
    """Return what *salt* is worth on the way to the *opened* orders, and each kind's further cube beside it."""
    now = _progress(opened, salt, kept)
    brown, green, white = (_progress(opened, salt + ONE_CUBE[kind], kept) - now for kind in SALT_KINDS)
    return now, (kept[0] + brown, kept[1] + green, kept[2] + white)


def _progress(opened: tuple[RoyalOrder, ...], salt: SaltAmount, kept: Prices) -> float:
    """Return what *salt* is worth on the way to one of the orders, beyond its worth in store."""
    best = 0.0
    for order in opened:
        asked = order.salt
        lacking = max(0, asked.brown - salt.brown) + max(0, asked.green - salt.green) + max(0, asked.white - salt.white)
        if lacking < len(_NEARLY):
            best = max(best, (order.payment - salt_worth(asked, kept) - ACTION) * _NEARLY[lacking])
    return best
