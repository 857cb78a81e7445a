"""
What a position is worth to a seat, in groszy: an estimate by rules of thumb, for bots that look ahead.

The estimate counts what a player owns, the royal orders that their salt completes, and the best work in reach in
the mine. An action is worth ``ACTION`` groszy in it, so that a plan gains that much with every action that brings
it nearer.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from .._remembering import cached
from ..pieces import ONE_CUBE, SALT_KINDS, RoyalOrder, SaltAmount
from ..rules.scoring import tool_value
from ..ruleset import Ruleset
from ..state import GameState, Player
from ._work import ACTION, Prices, Sites, work_worth

_KEPT: Final[tuple[Prices, ...]] = ((2.4, 3.5, 5.5), (2.8, 4.0, 6.2), (2.8, 3.5, 5.0))
"""What a cube in store is worth in each phase, beyond the orders it completes now."""

_AT_THE_END: Final[Prices] = (3.0, 3.0, 3.0)
_MINER: Final = (5.0, 3.0, 0.8)
"""What a miner is worth in each phase; those beyond the sixth less and less."""

_TOOL_USE: Final = {
    "rope": 1.3,
    "pickaxe": 1.8,
    "bucket": 0.7,
    "cart": 1.2,
    "food": 1.8,
    "commercial_privilege": 0.9,
    "royal_privilege": 1.1,
}
"""What one use of a tool is worth; one of an extension counts 1."""

_PHASE_LEFT: Final = (0.0, 0.6, 0.85, 0.95)
"""What plans for this phase are worth, by the number of orders that still have to be completed before it ends."""

_NEARLY: Final = (0.7, 0.45, 0.25, 0.1)
"""What part of an order's surplus is counted beforehand, by the number of cubes that the order lacks."""

_RIVALRY: Final = 0.5
"""What a grosz of the others counts."""


def worths(state: GameState, unseen: frozenset[str] = frozenset()) -> tuple[float, ...]:
    """Return the worth of the position to each seat; arguments as for ``worth``."""
    return tuple(worth(state, seat, unseen) for seat in range(len(state.players)))


class Holdings:
    """What each seat holds in a position is worth to it, without plans; asked again after moves that change little."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._worths = [worth(state, seat, has_plans=False) for seat in range(len(state.players))]

    def after(self, after: GameState, seat: int) -> float:
        """Return what *seat* holds is worth after a move."""
        before = self._state
        if (
            after.players[seat] is before.players[seat]
            and after.castle is before.castle
            and after.bank.miners is before.bank.miners
            and after.assistant_seats is before.assistant_seats
            and after.phase == before.phase
            and not after.is_over
            and before.turn_seat != seat
        ):
            # Whose miners arrive with the turn has another castle line, and is another player than before.
            return self._worths[seat]
        return worth(after, seat, has_plans=False)


def lead(state: GameState, seat: int, unseen: frozenset[str] = frozenset(), before: Holdings | None = None) -> float:
    """
    Return by how much *seat* is better off than the others for what they hold.

    Args:
        state: The position, as for ``worth``.
        seat: Whose lead.
        unseen: As for ``worth``.
        before: The holdings in a position that a move of *seat* has led from, where they are known.
    """
    others = [
        worth(state, other, has_plans=False) if before is None else before.after(state, other)
        for other in range(len(state.players))
        if other != seat
    ]
    return worth(state, seat, unseen) - _RIVALRY * sum(others) / len(others)


def margin(worths: tuple[float, ...], seat: int) -> float:
    """Return by how much *seat* is better off, where each seat's worth is known."""
    own = worths[seat]
    return own - _RIVALRY * (sum(worths) - own) / (len(worths) - 1)


def worth(
    state: GameState,
    seat: int,
    unseen: frozenset[str] = frozenset(),
    *,
    has_plans: bool = True,
    sites: Sites | None = None,
) -> float:
    """
    Return what the position is worth to *seat*, in groszy.

    Args:
        state: The position; hidden pieces in it are not looked at.
        seat: Whose worth.
        unseen: Chambers that are to count as not revealed, because only a guess put their tile there.
        has_plans: Whether work in the mine counts that is still to be done.
        sites: Where it is, of a position that a move has led from, if they are known; with the same *unseen*.
    """
    player, ruleset = state.players[seat], state.ruleset
    if state.is_over:
        return player.money + ruleset.salt_value * player.salt.total + tool_value(ruleset, len(player.tools))
    orders_left = max(0, state.orders_to_end - state.castle.completed)
    hope = _PHASE_LEFT[min(orders_left, 3)]
    phase = min(state.phase, len(_KEPT)) - 1 if state.phase < ruleset.phases else len(_KEPT) - 1
    kept = _kept(phase, hope if phase == len(_KEPT) - 1 else 1.0)
    left, opened, delivered = _deliveries(state, seat, player, kept, hope)
    progress, wanted = _outlook(opened, left, kept)
    total = player.money + delivered + _salt_worth(left, kept) + hope * progress
    total += _tools_worth(ruleset, player, state.phase, hope) + _miners_worth(state, seat, phase)
    if has_plans and (hope or state.turn_seat == seat):
        total += work_worth(state, seat, wanted, hope, sites or Sites(state, unseen))
    if hope:
        for building, owner in zip(ruleset.assistant_places, state.assistant_seats, strict=True):
            if owner == seat:
                total += 0.5 * orders_left if building == "castle" else 0.7 * hope
    return total


@cached(most=64)
def _kept(phase: int, hope: float) -> Prices:
    brown, green, white = (end + (price - end) * hope for price, end in zip(_KEPT[phase], _AT_THE_END, strict=True))
    return brown, green, white


def _salt_worth(salt: SaltAmount, prices: Prices) -> float:
    return salt.brown * prices[0] + salt.green * prices[1] + salt.white * prices[2]


def _deliveries(
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
    best_value = best[2] + _salt_worth(player.salt, kept)
    for chosen in _affordable(opened, player.salt, len(chances)):
        left, gained = player.salt, -2.0 * max(0, underway - len(chosen))
        for number, (order, chance) in enumerate(zip(chosen, chances, strict=False)):
            left -= order.salt
            forgone = _salt_worth(order.salt, kept)
            cost = ACTION if number >= underway else 0.0
            gained += forgone + max(0.0, chance * (order.payment - forgone - cost))
        value = gained + _salt_worth(left, kept)
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
def _outlook(opened: tuple[RoyalOrder, ...], salt: SaltAmount, kept: Prices) -> tuple[float, Prices]:
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
            best = max(best, (order.payment - _salt_worth(asked, kept) - ACTION) * _NEARLY[lacking])
    return best


def _tools_worth(ruleset: Ruleset, player: Player, phase: int, hope: float) -> float:
    later = ruleset.phases - phase
    total = float(tool_value(ruleset, len(player.tools)))
    if later:
        # One of two tools counts at the end; before the last phase the next one may still come.
        total = max(total, 1.9 * len(player.tools))
    for card in player.tools:
        total += _TOOL_USE.get(card.tool, 1.0) * (later * 0.9 + (0.0 if card.used else hope))
    return total


def _miners_worth(state: GameState, seat: int, phase: int) -> float:
    miners = state.ruleset.miners_per_colour - state.bank.miners[seat]
    return _MINER[phase] * (min(miners, 6) + 0.6 * max(0, min(miners, 8) - 6))
