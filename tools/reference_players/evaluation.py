"""
Estimate the worth of a position to a seat, in groszy, by rules of thumb, for bots that look ahead.

The estimate counts a player's possessions, the royal orders that the player's salt completes, and the best work within
reach in the mine. It values an action at ``ACTION`` groszy, so that a plan gains that much with every action that
advances it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import combinations
from math import exp, log1p
from operator import add
from typing import Final, TypeAlias

from magnum_sal import ChamberTile, GameState, RoyalOrder, Ruleset, SaltAmount
from magnum_sal.model.mine import BIT, CHAMBERS, SECTIONS, level_of, spaces_in
from magnum_sal.model.mine.geometry import PATH_BITS
from magnum_sal.model.pieces import ONE_CUBE, SALT_KINDS
from magnum_sal.model.state import Player

ACTION: Final = 2.4
"""The average worth of an action, in groszy."""

Prices: TypeAlias = tuple[float, float, float]
"""Groszy for a cube of brown, green and white salt."""

_KEPT: Final[tuple[Prices, ...]] = ((2.4, 3.5, 5.5), (2.8, 4.0, 6.2), (2.8, 3.5, 5.0))
"""The worth of a cube in store in each phase, beyond the orders that it completes now."""

_AT_THE_END: Final[Prices] = (3.0, 3.0, 3.0)
_MINER: Final = (5.0, 3.0, 0.8)
"""The worth of a miner in each phase. Miners beyond the sixth are worth less and less."""

_TOOL_USE: Final = {
    "rope": 1.3,
    "pickaxe": 1.8,
    "bucket": 0.7,
    "cart": 1.2,
    "food": 1.8,
    "commercial_privilege": 0.9,
    "royal_privilege": 1.1,
}
"""The worth of one use of a tool. A tool of an extension counts 1."""

_PHASE_LEFT: Final = (0.0, 0.6, 0.85, 0.95)
"""The weight of plans for this phase, by the number of orders still to be completed before it ends."""

_PREPARATIONS: Final = ((False, False), (False, True), (True, False), (True, True))
"""Whether the miners rest first, and whether the water is pumped out first."""

_PUMPING: Final = (0.0, 0.0, 2.0, 5.0, 9.0, 14.0, 20.0, 27.0)
"""The price of pumping, by the amount of water, in the standard game (PUMP-1)."""

_NO_LIMIT: Final = 1000
"""More actions than any plan takes."""

_SHAFT: Final = sum(BIT[section] for section in SECTIONS)
_CHAMBERS: Final = sum(BIT[chamber] for chamber in CHAMBERS)

_NEARLY: Final = (0.7, 0.45, 0.25, 0.1)
"""The part of an order's surplus that counts beforehand, by the number of cubes that the order lacks."""

_RIVALRY: Final = 0.5
"""The weight of a grosz that other players have."""

_HIRE: Final = 3.0
"""The cost in groszy of hiring one more miner for a plan, beside the action and the miner's worth afterwards."""

_NO_WORK: Final = -40.0
"""The value of having no work within reach: less than any plan."""

_BEST: Final = 0.75
_SECOND: Final = 0.3
"""The weight of plans beside salt in hand; below 1, so that available work is done."""

_SOFTNESS: Final = 4.0
"""The range in groszy over which a plan that does not pay yet fades out, so that it still influences the choice."""


def added(numbers: Iterable[float]) -> float:
    """Return the sum, rounded at each step as on Python 3.11; ``sum`` rounds differently from 3.12 on."""
    return reduce(add, numbers, 0.0)


def worths(state: GameState, unseen: frozenset[str] = frozenset()) -> tuple[float, ...]:
    """Return the worth of the position to each seat; arguments as for ``worth``."""
    return tuple(worth(state, seat, unseen) for seat in range(len(state.players)))


def lead(state: GameState, seat: int, unseen: frozenset[str] = frozenset()) -> float:
    """Return *seat*'s worth, less a share of the others' mean possessions; arguments as for ``worth``."""
    others = [worth(state, other, has_plans=False) for other in range(len(state.players)) if other != seat]
    return worth(state, seat, unseen) - _RIVALRY * added(others) / len(others)


def margin(worths: tuple[float, ...], seat: int) -> float:
    """Return how much better off *seat* is, given each seat's worth."""
    own = worths[seat]
    return own - _RIVALRY * (added(worths) - own) / (len(worths) - 1)


def worth(state: GameState, seat: int, unseen: frozenset[str] = frozenset(), *, has_plans: bool = True) -> float:
    """
    Return the worth of the position to *seat*, in groszy.

    Args:
        state: The position. The estimate ignores its hidden pieces.
        seat: The seat whose worth to estimate.
        unseen: Chambers to count as not revealed because only a guess put their tiles there.
        has_plans: Whether to count work in the mine that is still to be done.
    """
    player, ruleset = state.players[seat], state.ruleset
    if state.is_over:
        return player.money + ruleset.salt_value * player.salt.total + _tool_value(ruleset, len(player.tools))
    orders_left = max(0, state.orders_to_end - state.castle.completed)
    hope = _PHASE_LEFT[min(orders_left, 3)]
    phase = min(state.phase, len(_KEPT)) - 1 if state.phase < ruleset.phases else len(_KEPT) - 1
    kept = _kept(phase, hope if phase == len(_KEPT) - 1 else 1.0)
    left, opened, delivered = _deliveries(state, seat, player, kept, hope)
    total = player.money + delivered + _salt_worth(left, kept) + hope * _progress(opened, left, kept)
    total += _tools_worth(ruleset, player, state.phase, hope) + _miners_worth(state, seat, phase)
    if has_plans and (hope or state.turn_seat == seat):
        total += _work_worth(state, seat, _wanted(opened, left, kept), hope, unseen)
    if hope:
        for building, owner in zip(ruleset.assistant_places, state.assistant_seats, strict=True):
            if owner == seat:
                total += 0.5 * orders_left if building == "castle" else 0.7 * hope
    return total


@lru_cache(maxsize=64)
def _kept(phase: int, hope: float) -> Prices:
    brown, green, white = (end + (price - end) * hope for price, end in zip(_KEPT[phase], _AT_THE_END, strict=True))
    return brown, green, white


def _salt_worth(salt: SaltAmount, prices: Prices) -> float:
    return salt.brown * prices[0] + salt.green * prices[1] + salt.white * prices[2]


def _deliveries(
    state: GameState, seat: int, player: Player, kept: Prices, hope: float
) -> tuple[SaltAmount, tuple[RoyalOrder, ...], float]:
    """Return the salt and open orders left over by the best deliveries, and the worth of these, the nearest first."""
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


@lru_cache(maxsize=65536)
def _affordable(opened: tuple[RoyalOrder, ...], salt: SaltAmount, most: int) -> tuple[tuple[RoyalOrder, ...], ...]:
    """Return the sets of 1 to *most* open orders that *salt* covers together, the most valuable order first."""
    found = []
    ranked = sorted(opened, key=lambda order: -order.payment)
    for count in range(1, min(most, len(ranked)) + 1):
        for chosen in combinations(ranked, count):
            asked = [sum(order.salt.count(kind) for order in chosen) for kind in ("brown", "green", "white")]
            if salt.brown >= asked[0] and salt.green >= asked[1] and salt.white >= asked[2]:
                found.append(chosen)
    return tuple(found)


def _wanted(opened: tuple[RoyalOrder, ...], salt: SaltAmount, kept: Prices) -> Prices:
    """Return the worth of a further cube of each kind beside *salt*, with the *opened* orders still to be filled."""
    now = _progress(opened, salt, kept)
    brown, green, white = (_progress(opened, salt + ONE_CUBE[kind], kept) - now for kind in SALT_KINDS)
    return kept[0] + brown, kept[1] + green, kept[2] + white


@lru_cache(maxsize=65536)
def _progress(opened: tuple[RoyalOrder, ...], salt: SaltAmount, kept: Prices) -> float:
    """Return the worth of *salt* as progress towards one of the orders, beyond its worth in store."""
    best = 0.0
    for order in opened:
        asked = order.salt
        lacking = max(0, asked.brown - salt.brown) + max(0, asked.green - salt.green) + max(0, asked.white - salt.white)
        if lacking < len(_NEARLY):
            best = max(best, (order.payment - _salt_worth(asked, kept) - ACTION) * _NEARLY[lacking])
    return best


def _tools_worth(ruleset: Ruleset, player: Player, phase: int, hope: float) -> float:
    later = ruleset.phases - phase
    total = float(_tool_value(ruleset, len(player.tools)))
    if later:
        # Only every second tool raises the value at the end. Before the last phase, the player can still buy the next
        # one.
        total = max(total, 1.9 * len(player.tools))
    for card in player.tools:
        total += _TOOL_USE.get(card.tool, 1.0) * (later * 0.9 + (0.0 if card.used else hope))
    return total


def _tool_value(ruleset: Ruleset, tools: int) -> int:
    """Return what this many tools count at the end, in groszy (END-1)."""
    return next((value for least, value in reversed(ruleset.tool_values) if tools >= least), 0)


def _miners_worth(state: GameState, seat: int, phase: int) -> float:
    miners = state.ruleset.miners_per_colour - state.bank.miners[seat]
    return _MINER[phase] * (min(miners, 6) + 0.6 * max(0, min(miners, 8) - 6))


def _work_worth(state: GameState, seat: int, wanted: Prices, hope: float, unseen: frozenset[str]) -> float:
    """Return the worth of the best two pieces of work in the mine, less the actions they take from here."""
    player, turn = state.players[seat], state.turn
    mine = state.mine
    own, occupied = mine.rested[seat] | mine.tired[seat], mine.occupied
    shaft = spaces_in(mine.rested[seat] & _SHAFT)
    lone = sum(BIT[section] for section in shaft if mine.rested_in(section, seat) == 1)
    at_work = sum(mine.tired_in(chamber, seat) for chamber in spaces_in(mine.tired[seat]))
    arriving = turn.arriving if turn is not None and state.turn_seat == seat else 0
    hands = state.ruleset.miners_per_colour - state.bank.miners[seat] - at_work - arriving
    actions = _NO_LIMIT if hope else turn.actions_left if turn is not None and state.turn_seat == seat else 0
    pickaxes = player.ready("pickaxe")
    hires = min(state.bank.miners[seat], player.money // 6, 3)
    best = second = _NO_WORK
    unknown_from = ""
    for chamber in spaces_in(mine.salty | (_CHAMBERS & ~mine.spent)):
        if mine.revealed & BIT[chamber] and chamber not in unseen:
            prices, water = _sorted_prices(mine.salt_in(chamber), wanted), mine.water_in(chamber)
        else:
            # Of several face-down tiles in a corridor, the nearest one is as good as those behind it.
            if not state.ruleset.mapped_mine and chamber[:2] == unknown_from:
                continue
            unknown_from = chamber[:2]
            prices, water = _expected_prices(state.ruleset, chamber, mine.tile_in(chamber), wanted)
        path = PATH_BITS[chamber]
        ready = mine.rested_in(chamber, seat)
        value = _plan(
            prices,
            water,
            ready,
            mine.tired_in(chamber, seat),
            hands - ready - (path & lone).bit_count(),
            at_work,
            (path & ~occupied).bit_count(),
            (path & occupied & ~own).bit_count(),
            pickaxes,
            hires,
            min(player.money, 30),
            actions,
        )
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    rest_debt = 0.5 * min(at_work, 5) * hope
    return (hope or 1.0) * (_BEST * _faded(best) + _SECOND * _faded(second)) - rest_debt


@lru_cache(maxsize=65536)
def _plan(
    prices: tuple[float, ...],
    water: int,
    mine: int,
    resting: int,
    free: int,
    at_work: int,
    empty: int,
    toll: int,
    pickaxes: int,
    hires: int,
    money: int,
    actions: int,
) -> float:
    """
    Return the worth of working one chamber, less the actions it takes from here.

    Args:
        prices: The worth of its cubes, in descending order.
        water: Water in it.
        mine: Own rested miners in it.
        resting: Own tired ones.
        free: Own miners elsewhere that can come.
        at_work: All own tired miners.
        empty: Empty spaces of the path.
        toll: Spaces of the path that only other players occupy.
        pickaxes: Pickaxes ready.
        hires: Miners that can be hired for it.
        money: Groszy at hand.
        actions: The most actions it may take.
    """
    value = _NO_WORK
    for rest, pump in _PREPARATIONS:
        if (rest and not at_work) or (pump and not water):
            continue
        ready = mine + resting if rest else mine
        spare = free + at_work - resting if rest else free
        gained = -_PUMPING[min(water, 7)] if pump else 0.0
        needed = -pickaxes if pump else water - pickaxes
        before = 1 + 2 * rest + pump + empty
        for cubes, price in enumerate(prices, start=1):
            gained += price - toll
            lacking = max(0, cubes + needed - ready, 1 - ready)
            steps = lacking + before
            short = max(0, lacking + empty - spare)
            if short > hires or steps + short > actions or toll * cubes > money:
                break
            value = max(value, gained - ACTION * steps - (ACTION + _HIRE) * short)
    return value


def _faded(value: float) -> float:
    """Return a plan's value, 0 or more: nearly unchanged for a plan that pays, and smaller and smaller for others."""
    return _SOFTNESS * log1p(exp(value / _SOFTNESS))


@lru_cache(maxsize=65536)
def _sorted_prices(salt: SaltAmount, wanted: Prices) -> tuple[float, ...]:
    cubes = [wanted[0]] * salt.brown + [wanted[1]] * salt.green + [wanted[2]] * salt.white
    return tuple(sorted(cubes, reverse=True))


def _expected_prices(
    ruleset: Ruleset, chamber: str, tile: ChamberTile | None, wanted: Prices
) -> tuple[tuple[float, ...], int]:
    """Return the prices of the cubes and the water to expect in a chamber that nobody has entered."""
    if ruleset.mapped_mine and tile is not None:
        return _sorted_prices(tile.salt, wanted), tile.water
    return _average_prices(ruleset, level_of(chamber), wanted)


@lru_cache(maxsize=16384)
def _average_prices(ruleset: Ruleset, level: int, wanted: Prices) -> tuple[tuple[float, ...], int]:
    """Return the mean price of a cube on a tile of *level*, repeated for each cube of a tile, and its usual water."""
    tiles = ruleset.tiles[level - 1]
    cubes = [price for tile in tiles for price in _sorted_prices(tile.salt, wanted)]
    count = round(len(cubes) / len(tiles))
    water = round(sum(tile.water for tile in tiles) / len(tiles))
    return (added(cubes) / len(cubes),) * count, water
