"""
The oracle's facts about a position, computed from its JSON form and the numbers of RULES.md.

Nothing here uses the rules or the words of the library. The geometry, the prices, the chain, the tolls and the trades
are implemented again in the simplest way. An error in either implementation shows as a difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Any, Final, TypeAlias

from tests.sentences.trades import Trade

Data: TypeAlias = Mapping[str, Any]
"""A JSON object: a position, a move or an objection."""

CORRIDORS: Final = {"1L": 4, "1R": 4, "2L": 3, "2R": 3, "3L": 2, "3R": 2}
SHAFT: Final = tuple(f"S{depth}" for depth in range(1, 7))
CHAMBERS: Final = tuple(f"{corridor}{number}" for corridor, most in CORRIDORS.items() for number in range(1, most + 1))
KINDS: Final = ("brown", "green", "white")
COLUMNS: Final = {"brown": (5, 4, 3, 3), "green": (6, 5, 4), "white": (8, 7)}
INN: Final = (5, 5, 5, 6, 6, 7, 8)
INN_START: Final = {2: 4, 3: 2, 4: 0}
WORKSHOP: Final = (3, 4, 5)
BUILDINGS: Final = ("inn", "workshop", "pump_house", "market", "town_square", "castle")
ASSISTANT_PLACES: Final = ("workshop", "pump_house", "market", "castle")
MOST_MINERS: Final = 10
PENALTY: Final = 3

LEAVING: Final = {
    "place_miner": "MOVE-1",
    "use_rope": "MOVE-1",
    "place_assistant": "ASST-1",
    "visit_castle": "CASTLE-1",
}
"""The kinds of move by which a miner leaves a place, with the rule that requires a rested miner there."""

ACTIONS: Final = (
    "place_miner",
    "extract_salt",
    "place_assistant",
    "visit_inn",
    "visit_workshop",
    "visit_pump_house",
    "visit_market",
    "visit_town_square",
    "visit_castle",
    "pass",
    "rest",
)
TOOL_MOVES: Final = ("use_rope", "use_bucket", "use_food")
ARRIVALS: Final = ("complete_order", "pay_penalty")
TYPES: Final = (*ACTIONS, *TOOL_MOVES, "end_turn", *ARRIVALS)


@cache
def path(space: str) -> tuple[str, ...]:
    """Return the spaces between *space* and the entrance, the nearest to *space* first (SET-MINE)."""
    if space in SHAFT:
        return SHAFT[: SHAFT.index(space)][::-1]
    corridor, number = space[:2], int(space[2])
    nearer = tuple(f"{corridor}{other}" for other in range(number - 1, 0, -1))
    return nearer + SHAFT[: 2 * int(space[0])][::-1]


@cache
def further(space: str) -> tuple[str, ...]:
    """Return the chamber *space* and those behind it in its corridor, or nothing for a section of the shaft."""
    if space in SHAFT:
        return ()
    corridor = space[:2]
    return tuple(f"{corridor}{number}" for number in range(int(space[2]), CORRIDORS[corridor] + 1))


@cache
def neighbours(chamber: str) -> tuple[str, ...]:
    """Return the chambers next to *chamber* in its corridor, the nearer to the shaft first (SET-MINE)."""
    corridor, number = chamber[:2], int(chamber[2])
    return tuple(f"{corridor}{other}" for other in (number - 1, number + 1) if 1 <= other <= CORRIDORS[corridor])


def building_of(kind: str) -> str | None:
    """Return the building that a *kind* of move visits, or None."""
    return kind.removeprefix("visit_") if kind.startswith("visit_") else None


def tool_of(kind: str) -> str | None:
    """Return the tool that a *kind* of move uses, or None."""
    return kind.removeprefix("use_") if kind.startswith("use_") else None


def pumping(water: int) -> int:
    """Return the price of *water* cubes of water: 0, 2, 5, 9, and then each cube costs a grosz more than the last."""
    costs = [0, *range(2, water + 1)]
    return sum(costs[:water])


def covers(owned: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    """Return whether *owned* holds the *wanted* cubes of each kind."""
    return all(owned[kind] >= wanted[kind] for kind in KINDS)


def letters(salt: Mapping[str, int]) -> str:
    """Return an amount of salt as letters, or a dash for none."""
    return "".join(kind[0].upper() * salt[kind] for kind in KINDS) or "-"


Owed: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""The cubes to pay for, by the seats that can be paid for them."""


@lru_cache(maxsize=1 << 16)
def can_be_split(owed: Owed, payments: tuple[int, ...]) -> bool:
    """Return whether the *payments* match if each cube of *owed* is paid to one of its seats (HAUL-3)."""
    if not owed:
        return not any(payments)
    (seats, cubes), rest = owed[0], owed[1:]
    first, others = seats[0], seats[1:]
    if not others:
        shares: Sequence[int] = (cubes,)
    else:
        shares = range(cubes + 1)
    for share in shares:
        if share > payments[first]:
            break
        left = tuple(paid - share * (seat == first) for seat, paid in enumerate(payments))
        if can_be_split(((others, cubes - share), *rest) if others and cubes > share else rest, left):
            return True
    return False


class Table:
    """A position read from its JSON form, with derived facts for the player to move."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.is_over: bool = data["over"]
        self.pending: Data | None = data.get("pending")
        self.turn: Data = data["turn"] or {}
        self.players: Sequence[Data] = data["players"]
        self.seat: int = data["to_move"] or 0
        self.player = self.players[self.seat]
        self.money: int = self.player["money"]
        self.salt: Mapping[str, int] = self.player["salt"]
        self.stock: int = self.player["stock"]
        self.mine: Mapping[str, Data] = data["mine"]
        self.switches: Data = data["ruleset"]
        self.actions = 1 if data["round"] == 1 else 2
        self.actions_left: int = self.turn.get("actions_left", 0)
        self.passes: int = self.turn.get("passes", 0)
        self.arriving: int = self.turn.get("arriving", 0)
        self.arrived: Sequence[str] = self.turn.get("arrived", ())
        self.visited: Sequence[str] = self.turn.get("visited", ())
        self.open: Sequence[Data | None] = data["castle"]["open"]
        self.offer: Sequence[str | None] = data["workshop"]["offer"]
        self._bills: dict[tuple[str, int, int], tuple[Owed, ...]] = {}

    # Miners and the chain

    def rested(self, space: str) -> int:
        """Return the player's rested miners in *space*."""
        count: int = self.mine[space]["rested"][self.seat]
        return count

    def tired(self, space: str) -> int:
        """Return the player's tired miners in *space*."""
        count: int = self.mine[space]["tired"][self.seat]
        return count

    def own(self, space: str) -> int:
        """Return all of the player's miners in *space*."""
        return self.rested(space) + self.tired(space)

    def present(self, space: str) -> int:
        """Return the number of miners of all players in *space*."""
        return sum(self.mine[space]["rested"]) + sum(self.mine[space]["tired"])

    @cached_property
    def occupied(self) -> frozenset[str]:
        """Return the spaces with miners of any player."""
        return frozenset(space for space in self.mine if self.present(space))

    @cached_property
    def all_tired(self) -> int:
        """Return the number of the player's tired miners."""
        return sum(map(self.tired, self.mine))

    @property
    def rests_by_passing(self) -> bool:
        """Return whether tired miners rest if the player passes all remaining actions (TURN-4)."""
        used = self.actions - self.actions_left
        return self.actions == 2 and used == self.passes and self.actions_left > 0 < self.all_tired

    @property
    def in_line(self) -> int:
        """Return the number of the player's miners in the castle line."""
        line: int = self.player["line_left"] + self.player["line_right"]
        return line

    @cached_property
    def rested_spaces(self) -> tuple[str, ...]:
        """Return the mine spaces with rested miners of the player."""
        return tuple(space for space in self.mine if self.rested(space))

    @cached_property
    def assisted(self) -> tuple[str, ...]:
        """Return the buildings with an assistant of the player."""
        return tuple(place for place, owner in self.data["assistants"].items() if owner == self.seat)

    def cut_off(self, space: str) -> frozenset[str]:
        """Return the spaces whose miners lose their connection when the last miner leaves *space* (CHAIN-2)."""
        if self.present(space) != 1:
            return frozenset()
        after = self.occupied - {space}
        return frozenset(
            other for other in after if self.occupied.issuperset(path(other)) and not after.issuperset(path(other))
        )

    def is_exhausted(self, space: str) -> bool:
        """Return whether *space* and all chambers behind it are revealed and without salt (CHAIN-3)."""
        behind = further(space)
        return bool(behind) and all(self.mine[each]["revealed"] and self.held(each) == 0 for each in behind)

    def held(self, chamber: str) -> int:
        """Return the number of cubes of salt in *chamber*."""
        return sum(self.mine[chamber]["salt"].values())

    def is_held(self, space: str) -> bool:
        """Return whether the last miner must stay in *space* for others."""
        return bool(self.cut_off(space)) and not self.is_exhausted(space)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Return the places that a rested miner of the player may leave."""
        stock = ("stock",) if self.stock else ()
        spaces = tuple(space for space in self.rested_spaces if not self.is_held(space))
        return stock + spaces + self.assisted

    def occupied_without(self, source: str) -> frozenset[str]:
        """Return the occupied spaces after a miner has left *source*."""
        return self.occupied - {source} if source in self.mine and self.present(source) == 1 else self.occupied

    def can_enter(self, source: str, target: str) -> bool:
        """Return whether a miner from *source* finds the way to *target* occupied (CHAIN-1)."""
        return self.occupied_without(source).issuperset(path(target))

    def has_just_arrived(self, source: str) -> bool:
        """Return whether all rested miners of *source* arrived there by the action that a rope continues (ROPE-1)."""
        arrived = list(self.arrived).count(source)
        return arrived > 0 and self.rested(source) <= arrived

    def can_be_placed(self, *, by_rope: bool = False) -> bool:
        """Return whether any miner can go anywhere."""
        return any(
            source != target and self.can_enter(source, target)
            for source in self.sources
            if not (by_rope and source in self.mine and self.has_just_arrived(source))
            for target in self.mine
        )

    # Tools

    def owned(self, tool: str) -> int:
        """Return the number of the player's cards of *tool*."""
        return sum(card["tool"] == tool for card in self.player["tools"])

    def ready(self, tool: str) -> int:
        """Return the number of the player's unused cards of *tool*."""
        return sum(card["tool"] == tool and not card["used"] for card in self.player["tools"])

    # Transport

    def tolls(self, chamber: str) -> tuple[tuple[int, ...], ...]:
        """Return the seats that take toll in each space of the way up, none in the player's own spaces (HAUL-1)."""
        found: list[tuple[int, ...]] = []
        for space in path(chamber):
            here = self.mine[space]
            owners = tuple(seat for seat in range(len(self.players)) if here["rested"][seat] + here["tired"][seat])
            found.append(() if self.seat in owners else owners)
        return tuple(found)

    def placings(self, chamber: str, carts: int) -> Iterator[frozenset[int]]:
        """Yield the sets of spaces that exactly *carts* carts can free, each cart one or two adjacent ones (CART-1)."""
        way = self.tolls(chamber)
        pieces: list[tuple[int, ...]] = [(index,) for index in range(len(way)) if way[index]]
        pieces += [(index, index + 1) for index in range(len(way) - 1) if way[index] and way[index + 1]]
        for chosen in combinations(pieces, carts):
            freed = [index for piece in chosen for index in piece]
            if len(set(freed)) == len(freed):
                yield frozenset(freed)

    def bills(self, chamber: str, cubes: int, carts: int) -> tuple[Owed, ...]:
        """Return the debts for each way to place the carts (HAUL-1, CART-1, VAR-CART)."""
        asked = (chamber, cubes, carts)
        if asked not in self._bills:
            self._bills[asked] = self._list_bills(chamber, cubes, carts)
        return self._bills[asked]

    def _list_bills(self, chamber: str, cubes: int, carts: int) -> tuple[Owed, ...]:
        way, capacity = self.tolls(chamber), self.switches["cart_capacity"]
        found: dict[Owed, None] = {}
        for freed in self.placings(chamber, carts):
            owed: Counter[tuple[int, ...]] = Counter()
            for index, owners in enumerate(way):
                spared = 0 if index not in freed else cubes if capacity is None else min(cubes, capacity)
                if owners and cubes > spared:
                    owed[owners] += cubes - spared
            found[tuple(sorted(owed.items()))] = None
        return tuple(found)

    def prices(self, chamber: str, cubes: int, carts: int) -> tuple[int, ...]:
        """Return the possible total costs of the transport, in ascending order."""
        return tuple(sorted({sum(count for _, count in owed) for owed in self.bills(chamber, cubes, carts)}))

    def cheapest(self, chamber: str) -> int:
        """Return the lowest cost of one cube from *chamber* with any number of the ready carts."""
        return min(price for carts in range(self.ready("cart") + 1) for price in self.prices(chamber, 1, carts))

    @cached_property
    def workplaces(self) -> tuple[str, ...]:
        """Return the chambers with salt and rested miners of the player."""
        return tuple(chamber for chamber in CHAMBERS if self.held(chamber) and self.rested(chamber))

    @cached_property
    def strong_workplaces(self) -> tuple[str, ...]:
        """Return the workplaces where the strength exceeds the water, so that a cube can be extracted (MINE-1)."""
        return tuple(
            chamber
            for chamber in self.workplaces
            if self.rested(chamber) + self.ready("pickaxe") > self.mine[chamber]["water"]
        )

    # Buildings

    @property
    def hiring_price(self) -> int | None:
        """Return the price of the next miner, or None after the last space (INN-1)."""
        space = INN_START[len(self.players)] + self.data["inn"]["hired"]
        return INN[space] if space < len(INN) else None

    def trades(self, move: Data) -> list[Trade]:
        """Return the trades of a visit in order, up to the first illegal one (MARKET-1 to MARKET-4)."""
        privilege = move["commercial_privilege"]
        owned, held, money = dict(self.salt), dict(self.data["market"]), self.money
        found: list[Trade] = []
        to_market = False
        for wanted in move["transactions"]:
            kind, column, is_sale = wanted["salt"], COLUMNS[wanted["salt"]], wanted["type"] == "sell"
            trade = Trade(kind, is_sale, owned[kind], held[kind], money, None)
            first = found[0] if found else None
            if first is not None and first.kind == kind and first.is_sale and not is_sale and to_market:
                trade.fails("MARKET-2", "cube_just_sold")
            if first is not None and first.kind == kind and not first.is_sale and is_sale and not self.salt[kind]:
                trade.fails("MARKET-2", "cube_just_bought")
            is_full = held[kind] == len(column)
            if is_sale:
                if not owned[kind]:
                    trade.fails("MARKET-1", "no_salt_to_sell")
                if is_full and not privilege:
                    trade.fails("MARKET-1", "column_full")
                if is_full:
                    trade.price = column[-1] + bool(self.switches["lowest_price_bonus"])
                else:
                    trade.price = column[held[kind]] + privilege
                to_market = not is_full
            elif not held[kind]:
                trade.fails("MARKET-1", "no_salt_at_market")
            else:
                trade.price = column[held[kind] - 1] - privilege
                if trade.price > money:
                    trade.fails("MARKET-1", "salt_too_dear")
            found.append(trade)
            if trade.broken or trade.price is None:
                break
            owned[kind] += -1 if is_sale else 1
            held[kind] += 0 if is_sale and is_full else 1 if is_sale else -1
            money += trade.price if is_sale else -trade.price
        return found

    def can_trade(self) -> bool:
        """Return whether any single trade is possible."""
        privileges = (False, True) if self.ready("commercial_privilege") else (False,)
        return any(
            not self.trades({"transactions": [{"type": kind, "salt": salt}], "commercial_privilege": privilege})[
                0
            ].broken
            for privilege in privileges
            for kind in ("sell", "buy")
            for salt in KINDS
        )

    def completable(self) -> list[Data]:
        """Return the open orders that the player's salt completes."""
        return [order for order in self.open if order is not None and covers(self.salt, order["salt"])]
