"""
The value of plans to a seat: orders that its salt completes or nearly completes, and work within reach in the mine.

Prices and chances were set by hand. The learned judge weighs the results together with its other features.
"""

from __future__ import annotations

from itertools import combinations
from math import exp, log1p
from typing import Final, TypeAlias

from .._internal.caches import cached
from ..model.mine import BIT, SECTIONS, Mine, level_of, spaces_in
from ..model.mine.geometry import CHAMBER_BITS, PATH_BITS
from ..model.pieces import ONE_CUBE, SALT_KINDS, RoyalOrder, SaltAmount
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..rules.pump_house import price_of
from ..rules.standard import STANDARD

ACTION: Final = 2.4
"""The average value of an action, in groszy."""

Prices: TypeAlias = tuple[float, float, float]
"""The prices in groszy of a cube of brown, green and white salt."""

_KEPT: Final[tuple[Prices, ...]] = ((2.4, 3.5, 5.5), (2.8, 4.0, 6.2), (2.8, 3.5, 5.0))
"""The value of a stored cube in each phase, not counting orders that the cube can complete now."""

_AT_THE_END: Final[Prices] = (3.0, 3.0, 3.0)

_PHASE_LEFT: Final[tuple[float, ...]] = (0.0, 0.6, 0.85, 0.95)
"""The factor for plans in this phase, by the number of orders still to be completed before the phase ends."""

_NEARLY: Final[tuple[float, ...]] = (0.7, 0.45, 0.25, 0.1)
"""The share of an order's surplus that counts in advance, by the number of missing cubes."""

_PREPARATIONS: Final = ((False, False), (False, True), (True, False), (True, True))
"""The combinations of two preparations: whether the miners rest first, and whether the water is pumped out first."""

_PUMPING: Final = tuple(float(price_of(STANDARD.pump_prices, water)) if water else 0.0 for water in range(8))
_NO_LIMIT: Final = 1000
"""A limit on actions that never applies, because every plan takes fewer."""

_HIRE: Final = 3.0
"""The cost in groszy of hiring one more miner for a plan, less the miner's later value and not counting the action."""

_NO_WORK: Final = -40.0
"""The value if no work is within reach. It is less than the value of any plan."""

_SOFTNESS: Final = 4.0
"""The value of an unprofitable plan fades out over this range, in groszy, but stays above 0 to guide the judge."""

_ROUNDING: Final = 1e-9
"""A tolerance in groszy for sums of the same prices added in a different order."""

SHAFT: Final = sum(BIT[section] for section in SECTIONS)

_Site: TypeAlias = tuple[str, tuple[float, ...], float, int]
"""A chamber where work may pay off, the values of its cubes (highest first), their sum, and its water."""


def count_remaining_orders(state: GameState) -> int:
    """Count the orders still to be completed before the phase ends with the round (PHASE-1)."""
    return max(0, state.orders_to_end - state.castle.completed)


def hope_of(still: int) -> float:
    """Return the factor for plans in this phase, from 0 to 1; *still* is the number of remaining orders (PHASE-1)."""
    return _PHASE_LEFT[min(still, 3)]


def compute_storage_prices(state: GameState, hope: float) -> Prices:
    """Return the value of a stored cube of each kind, ignoring orders that the cube would complete now."""
    stage = _stage(state)
    return _interpolate_prices(stage, hope if stage == len(_KEPT) - 1 else 1.0)


def _stage(state: GameState) -> int:
    """Return the phase's index in ``_KEPT``. The last entry is for the game's last phase and for phases after 3."""
    return min(state.phase, len(_KEPT)) - 1 if state.phase < state.ruleset.phases else len(_KEPT) - 1


@cached(most=64)
def _interpolate_prices(phase: int, hope: float) -> Prices:
    brown, green, white = (end + (price - end) * hope for price, end in zip(_KEPT[phase], _AT_THE_END, strict=True))
    return brown, green, white


def salt_worth(salt: SaltAmount, prices: Prices) -> float:
    return salt.brown * prices[0] + salt.green * prices[1] + salt.white * prices[2]


def find_deliveries(
    state: GameState, seat: int, kept: Prices, hope: float
) -> tuple[SaltAmount, tuple[RoyalOrder, ...], float]:
    """
    Find the best deliveries; return the salt and open orders left over, and the value of the deliveries in groszy.

    The miners at the castle and in the castle line deliver, each with a chance of success. One more miner may be sent.
    """
    # This is a small assignment problem: which open orders to complete, and with which miner. At most four orders are
    # open, so all sets of orders that the salt covers together are tried. Within a set, no search is needed. Miners
    # deliver in the order of their arrival, so the first has the highest chance. A sum of products is largest if large
    # factors are paired with large ones (rearrangement inequality). So the first miner gets the most valuable order,
    # and so on. The value of the salt that each order uses up is ignored here.
    player = state.players[seat]
    arriving = state.turn.arriving if state.turn is not None and state.turn_seat == seat else 0
    chances = [1.0] * arriving
    if hope:
        safety = 1.0 if hope > 0.9 else 0.92
        chances += [0.96 * safety] * player.line_left + [0.92 * safety * safety] * player.line_right
    underway = len(chances)
    opened = tuple(order for order in state.castle.open if order is not None)
    # An arrival that completes no order costs a penalty (CASTLE-4), estimated at 2 groszy for each miner on the way.
    best = player.salt, opened, -2.0 * underway
    if hope:
        chances.append(0.8 * hope)
    if not chances or not player.salt:
        return best
    best_value = best[2] + salt_worth(player.salt, kept)
    for chosen in _list_affordable(opened, player.salt, len(chances)):
        left, gained = player.salt, -2.0 * max(0, underway - len(chosen))
        for number, (order, chance) in enumerate(zip(chosen, chances, strict=False)):
            left -= order.salt
            forgone = salt_worth(order.salt, kept)
            cost = ACTION if number >= underway else 0.0
            # The salt keeps its value in store if the delivery fails, so only the surplus depends on the chance.
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
def _list_affordable(opened: tuple[RoyalOrder, ...], salt: SaltAmount, most: int) -> tuple[tuple[RoyalOrder, ...], ...]:
    """List the sets of 1 to *most* open orders that *salt* covers together, each with the most valuable order first."""
    found = []
    ranked = sorted(opened, key=lambda order: -order.payment)
    for count in range(1, min(most, len(ranked)) + 1):
        for chosen in combinations(ranked, count):
            asked = [sum(order.salt.count(kind) for order in chosen) for kind in SALT_KINDS]
            if salt.brown >= asked[0] and salt.green >= asked[1] and salt.white >= asked[2]:
                found.append(chosen)
    return tuple(found)


@cached(most=8192)
def outlook(opened: tuple[RoyalOrder, ...], salt: SaltAmount, kept: Prices) -> tuple[float, Prices]:
    """Return *salt*'s value as progress towards *opened* orders, and the value of an additional cube of each kind."""
    # A further cube is worth what it adds: its value in store, and the increase in progress (a marginal value). The
    # mine's cubes are later valued at these prices, so a player who lacks one white cube looks for white salt.
    now = _progress(opened, salt, kept)
    brown, green, white = (_progress(opened, salt + ONE_CUBE[kind], kept) - now for kind in SALT_KINDS)
    return now, (kept[0] + brown, kept[1] + green, kept[2] + white)


def count_missing(salt: SaltAmount, asked: SaltAmount) -> int:
    """Count the cubes that *salt* lacks to complete an order for *asked*."""
    return max(0, asked.brown - salt.brown) + max(0, asked.green - salt.green) + max(0, asked.white - salt.white)


def _progress(opened: tuple[RoyalOrder, ...], salt: SaltAmount, kept: Prices) -> float:
    """Return the value of *salt* as progress towards the best of the orders, in addition to its value in store."""
    # The same cubes may suit several orders but complete only one, so only the best order counts, not the sum of all.
    best = 0.0
    for order in opened:
        asked = order.salt
        lacking = count_missing(salt, asked)
        if lacking < len(_NEARLY):
            best = max(best, (order.payment - salt_worth(asked, kept) - ACTION) * _NEARLY[lacking])
    return best


class Sites:
    """The chambers where work may pay off, in a position and after moves that leave salt, water and tiles unchanged."""

    def __init__(self, state: GameState, unseen: frozenset[str] = frozenset()) -> None:
        self._ruleset, self._mine, self._unseen = state.ruleset, state.mine, unseen
        # A position is compared with the positions after each of its moves, and most moves leave salt, water and tiles
        # unchanged. Sharing the sites, and the bound in best_plans(), saved 12 % of the search's time in the compiled
        # build.
        self._known: dict[Prices, list[_Site]] = {}

    def of(self, mine: Mine, wanted: Prices) -> list[_Site]:
        known = self._mine
        # A mine shares its unchanged parts with the mine before the move, so comparing identities is enough. Equal
        # parts that are different objects would only cost time.
        if (
            mine.salt is not known.salt
            or mine.water is not known.water
            or mine.tiles is not known.tiles
            or mine.revealed != known.revealed
        ):
            return _list_sites(self._ruleset, mine, wanted, self._unseen)
        found = self._known.get(wanted)
        if found is None:
            found = self._known[wanted] = _list_sites(self._ruleset, mine, wanted, self._unseen)
        return found


def best_plans(state: GameState, seat: int, wanted: Prices, hope: float, sites: Sites) -> tuple[float, float]:
    """Return the values of the two best plans for work in the mine, less the cost of the remaining actions."""
    player, turn = state.players[seat], state.turn
    mine = state.mine
    own, occupied = mine.rested[seat] | mine.tired[seat], mine.occupied
    # The last miner in a section may not leave if another miner would lose the connection to the entrance (CHAIN-2). As
    # an estimate, the seat's only rested miner in a section on the way stays there.
    lone = sum([BIT[section] for section in spaces_in(mine.rested[seat] & SHAFT) if mine.rested_in(section, seat) == 1])
    at_work = sum([mine.tired_in(chamber, seat) for chamber in spaces_in(mine.tired[seat])])
    arriving = turn.arriving if turn is not None and state.turn_seat == seat else 0
    hands = state.ruleset.miners_per_colour - state.bank.miners[seat] - at_work - arriving
    actions = _NO_LIMIT if hope else turn.actions_left if turn is not None and state.turn_seat == seat else 0
    pickaxes = player.ready("pickaxe")
    hires = min(state.bank.miners[seat], player.money // 6, 3)
    best = second = _NO_WORK
    for chamber, prices, total, water in sites.of(mine, wanted):
        path = PATH_BITS[chamber]
        empty = (path & ~occupied).bit_count()
        # This is the bound of a branch-and-bound search. No plan earns more than all cubes of the chamber. Every plan
        # takes at least one action to extract, and one for each empty space on the way. Sites with visible salt come
        # first and raise the bound early.
        if total - ACTION * (1 + empty) < second - _ROUNDING:
            continue
        ready = mine.rested_in(chamber, seat)
        value = _plan(
            prices,
            water,
            ready,
            mine.tired_in(chamber, seat),
            hands - ready - (path & lone).bit_count(),
            at_work,
            empty,
            (path & occupied & ~own).bit_count(),
            pickaxes,
            hires,
            # The cap makes the arguments of all rich players equal, so that they share the cached results of _plan().
            min(player.money, 30),
            actions,
        )
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    return best, second


def _list_sites(ruleset: Ruleset, mine: Mine, wanted: Prices, unseen: frozenset[str]) -> list[_Site]:
    """List the chambers where work may pay off; chambers with visible salt come first."""
    seen = mine.revealed & ~sum([BIT[chamber] for chamber in unseen])
    found = [
        (chamber, *_sort_prices(mine.salt_in(chamber), wanted), mine.water_in(chamber))
        for chamber in spaces_in(mine.salty & seen)
    ]
    dark = CHAMBER_BITS & ~mine.spent & ~seen
    if ruleset.mapped_mine:
        for chamber in spaces_in(dark):
            tile = mine.tile_in(chamber)
            # In the mapped mine, every tile lies face up from the beginning (VAR-MAP), so its contents are known.
            if tile is not None and chamber not in unseen:
                # Water that buckets brought stays when a miner enters (REVEAL-1).
                water = tile.water + mine.water_in(chamber)
                found.append((chamber, *_sort_prices(tile.salt, wanted), water))
                dark &= ~BIT[chamber]
    found += _list_dark_sites(ruleset, dark, wanted)
    return found


@cached(most=4096)
def _list_dark_sites(ruleset: Ruleset, dark: int, wanted: Prices) -> tuple[_Site, ...]:
    """List the nearest face-down chamber of each corridor with its expected contents; the others are no better."""
    # A corridor is on one level, so its face-down chambers have the same expected contents. The nearest takes the
    # fewest actions. The first two characters of a chamber's id name its corridor.
    nearest: dict[str, str] = {}
    for chamber in spaces_in(dark):
        nearest.setdefault(chamber[:2], chamber)
    return tuple((chamber, *_average_prices(ruleset, level_of(chamber), wanted)) for chamber in nearest.values())


@cached(most=65536)
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
    Return the value of the best plan for one chamber, less the cost of the remaining actions.

    The function tries all numbers of cubes, with and without resting and pumping first.

    Args:
        prices: The values of the chamber's cubes, highest first.
        water: The number of water cubes in the chamber.
        mine: The number of the seat's rested miners in the chamber.
        resting: The number of the seat's tired miners in the chamber.
        free: The number of the seat's miners elsewhere that can move to the chamber.
        at_work: The number of the seat's tired miners in the whole mine.
        empty: The number of empty spaces on the path.
        toll: The number of spaces on the path with only other players' miners.
        pickaxes: The number of unused pickaxes.
        hires: The number of miners that can be hired for the plan.
        money: The amount of groszy available.
        actions: The maximum number of actions that the plan may take.
    """
    value = _NO_WORK
    for rest, pump in _PREPARATIONS:
        if (rest and not at_work) or (pump and not water):
            continue
        ready = mine + resting if rest else mine
        spare = free + at_work - resting if rest else free
        gained = -_PUMPING[min(water, 7)] if pump else 0.0
        # You extract at most as many cubes as your strength: rested miners in the chamber, plus pickaxes, minus water
        # (MINE-1). So the miners needed are *cubes* plus this number.
        needed = -pickaxes if pump else water - pickaxes
        # One action extracts. A rest takes a whole turn, which has two actions after the first round (TURN-1, TURN-4).
        # Pumping takes one action, and each empty space on the path needs a miner.
        before = 1 + 2 * rest + pump + empty
        for cubes, price in enumerate(prices, start=1):
            gained += price - toll
            # At least one rested miner must be in the chamber, however many pickaxes there are (MINE-1).
            lacking = max(0, cubes + needed - ready, 1 - ready)
            steps = lacking + before
            short = max(0, lacking + empty - spare)
            # More cubes need at least as many miners and actions, and as much toll. So no larger number of cubes is
            # possible either.
            if short > hires or steps + short > actions or toll * cubes > money:
                break
            value = max(value, gained - ACTION * steps - (ACTION + _HIRE) * short)
    return value


def softplus(value: float) -> float:
    """Return a plan's value softly cut off at 0: nearly unchanged if the plan pays off, else close to 0."""
    return _SOFTNESS * log1p(exp(value / _SOFTNESS))


@cached(most=8192)
def _sort_prices(salt: SaltAmount, wanted: Prices) -> tuple[tuple[float, ...], float]:
    """Return the values of the cubes in *salt*, highest first, and their sum."""
    cubes = [wanted[0]] * salt.brown + [wanted[1]] * salt.green + [wanted[2]] * salt.white
    return tuple(sorted(cubes, reverse=True)), sum(cubes)


@cached(most=1024)
def _average_prices(ruleset: Ruleset, level: int, wanted: Prices) -> tuple[tuple[float, ...], float, int]:
    """Return the expected values of the cubes on a face-down tile on *level*, their sum, and the expected water."""
    tiles = ruleset.tiles[level - 1]
    cubes = [price for tile in tiles for price in _sort_prices(tile.salt, wanted)[0]]
    count = round(len(cubes) / len(tiles))
    water = round(sum(tile.water for tile in tiles) / len(tiles))
    mean = sum(cubes) / max(1, len(cubes))  # a ruleset may have a level without salt
    return (mean,) * count, mean * count, water
