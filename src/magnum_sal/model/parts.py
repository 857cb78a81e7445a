"""What a state is made of: players, turn, buildings, bank and piles, and how an event changes one of them."""

from __future__ import annotations

from typing import Final

import attrs

from .._internal.caches import cached
from .._internal.constructors import make_changer
from .._internal.immutable import Immutable
from ..errors import MisuseError
from .fields import (
    Actions,
    BuildingId,
    BySeat,
    Cards,
    ChamberId,
    Groszy,
    Miners,
    Number,
    PendingPile,
    SignedSalt,
    Slot,
    SpaceId,
    Tool,
)
from .mine.geometry import chamber_index
from .mine.spaces import replace_entry
from .pieces import ORDER_STACK, PENDING_PILES, TILE, TOOL_STACK, ChamberTile, RoyalOrder, SaltAmount, ToolCard


def ready_tools(cards: tuple[ToolCard, ...]) -> frozenset[str]:
    """Return the tools among *cards* that can still be used in this phase (TOOL-1)."""
    return frozenset([card.tool for card in cards if not card.used])


def _tools_ready(player: Player) -> frozenset[str]:
    return ready_tools(player.tools)


@attrs.frozen
class Player(Immutable):
    """What a player owns; all of it is public."""

    name: str
    """The player's name, 1 to 40 characters."""
    money: Groszy
    """Groszy that the player has."""
    salt: SaltAmount
    """Cubes of salt that the player has, of each kind."""
    stock: Miners
    """Miners at hand, who can be sent anywhere."""
    line_right: Miners
    """Miners in the right circle of the castle line (CASTLE-2)."""
    line_left: Miners
    """Miners in its left circle, who come to the castle next (CASTLE-2)."""
    tools: tuple[ToolCard, ...]
    """Tool cards in the order of purchase."""
    orders: tuple[RoyalOrder, ...]
    """Completed royal orders in the order of delivery."""
    ready_tools: frozenset[str] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_tools_ready, takes_self=True)
    )
    """The tools of which a card can still be used in this phase; follows from ``tools`` (TOOL-1)."""

    def with_money(self, change: int) -> Player:
        """Return the player with more groszy, or below 0 fewer; ``MisuseError`` if it has too few."""
        return _with_money(self, check_count(self.money + change, self.name, "groszy"))

    def with_salt(self, salt: SaltAmount) -> Player:
        """Return the player with other cubes; ``MisuseError`` where one count is below 0."""
        return _with_salt(self, check_salt(salt, self.name))

    def with_stock(self, change: int) -> Player:
        """Return the player with more miners in stock, or below 0 fewer; ``MisuseError`` if it has too few."""
        return _with_stock(self, check_count(self.stock + change, "stock", "miners", self.name))

    def with_line_right(self, change: int) -> Player:
        """Return the player with more miners in the right circle, or below 0 fewer, as ``with_stock`` does."""
        return _with_line_right(self, check_count(self.line_right + change, "right circle", "miners", self.name))

    def with_line_left(self, change: int) -> Player:
        """Return the player with more miners in the left circle, or below 0 fewer, as ``with_stock`` does."""
        return _with_line_left(self, check_count(self.line_left + change, "left circle", "miners", self.name))

    def with_tools(self, tools: tuple[ToolCard, ...]) -> Player:
        """Return the player with other tool cards."""
        return _with_tools(self, tools, ready_tools(tools))

    def with_orders(self, orders: tuple[RoyalOrder, ...]) -> Player:
        """Return the player with other completed orders."""
        return _with_orders(self, orders)

    def ready(self, tool: str) -> int:
        """Return how many cards of *tool* can still be used in this phase (TOOL-1)."""
        if tool not in self.ready_tools:
            return 0
        ready = 0
        for card in self.tools:
            if card.tool == tool and not card.used:
                ready += 1
        return ready


@attrs.frozen
class Turn(Immutable):
    """The bookkeeping of the turn in hand."""

    actions_left: Actions
    """Actions still to be taken."""
    visited: tuple[BuildingId, ...]
    """Buildings visited in this turn, in order (TURN-3)."""
    passes: Actions
    """Actions passed in this turn (TURN-4)."""
    arriving: Miners
    """Miners who stand in the castle and have not delivered or paid yet (CASTLE-3)."""
    arrived: tuple[SpaceId, ...]
    """Spaces that miners entered in the action that a rope may continue, one entry a miner (ROPE-1)."""

    def after_action(self, building: str | None) -> Turn:
        """Return the turn with one action less, and one building more that was visited, if it is one."""
        visited = self.visited if building is None else (*self.visited, building)
        return _after_action(self, self._actions_after_one(), visited, ())

    def after_pass(self) -> Turn:
        """Return the turn with one action less, and one more that was passed."""
        return _after_pass(self, self._actions_after_one(), self.passes + 1, ())

    def _actions_after_one(self) -> int:
        if self.actions_left <= 0:
            raise MisuseError("an action is used in a turn that has none left")
        return self.actions_left - 1

    def after_closing(self) -> Turn:
        """Return the turn with no placing that a rope could continue."""
        return _with_arrived(self, ())

    def with_arrived(self, space: str, miners: int) -> Turn:
        """Return the turn with so many more miners who entered *space* in the action in hand."""
        return _with_arrived(self, self.arrived + (space,) * miners)

    def with_arriving(self, change: int) -> Turn:
        """Return the turn with more miners in the castle, or below 0 fewer; ``MisuseError`` where there are none."""
        return _with_arriving(self, check_count(self.arriving + change, "castle", "miners"))


@attrs.frozen
class Inn(Immutable):
    """The inn: miners hired in this phase (INN-1)."""

    hired: Miners
    """Miners hired in this phase, by all players; each moves the marker on by one space."""


@attrs.frozen
class Workshop(Immutable):
    """The workshop: the tools on offer by slot, None for an empty space, and the size of the phase's stack (SHOP-1)."""

    offer: tuple[Tool | None, ...]
    """The tools on offer, ids by slot, 0 the cheapest; None for an empty space."""
    stack: Cards
    """Cards face down in the phase's stack."""

    def with_offer(self, slot: int, tool: str | None) -> Workshop:
        """Return the workshop with this on offer in a slot; None empties it."""
        return Workshop(replace_entry(self.offer, slot, tool), self.stack)

    def with_stack(self, change: int) -> Workshop:
        """Return the workshop with more cards in the stack, or below 0 fewer; ``MisuseError`` if it has too few."""
        return Workshop(self.offer, check_count(self.stack + change, TOOL_STACK, "cards"))


@attrs.frozen
class Castle(Immutable):
    """The castle: open orders by slot, the size of the phase's stack, and the orders completed in it (CASTLE-3)."""

    open: tuple[RoyalOrder | None, ...]
    """The open royal orders by slot; None for an empty space."""
    stack: Cards
    """Royal orders face down in the phase's stack."""
    completed: Cards
    """Royal orders completed in this phase, by all players."""

    def with_open(self, slot: int, order: RoyalOrder | None) -> Castle:
        """Return the castle with this order in a slot; None empties it."""
        return Castle(replace_entry(self.open, slot, order), self.stack, self.completed)

    def with_stack(self, change: int) -> Castle:
        """Return the castle with more cards in the stack, or below 0 fewer; ``MisuseError`` if it has too few."""
        return Castle(self.open, check_count(self.stack + change, ORDER_STACK, "cards"), self.completed)

    def with_completed(self, completed: int) -> Castle:
        """Return the castle with its order track there."""
        return Castle(self.open, self.stack, completed)


@attrs.frozen
class Bank(Immutable):
    """What the bank holds; below 0 where stand-ins are in use (SET-SUPPLY)."""

    money: Number
    """Groszy in the bank."""
    salt: SignedSalt
    """Cubes of salt in the bank, of each kind."""
    water: Number
    """Cubes of water in the bank."""
    miners: BySeat[Miners]
    """Miners by seat that can still be hired."""

    def with_money(self, change: int) -> Bank:
        """Return the bank with more groszy, or below 0 fewer."""
        return _bank_money(self, self.money + change)

    def with_salt(self, salt: SaltAmount) -> Bank:
        """Return the bank with other cubes of salt."""
        return _bank_salt(self, salt)

    def with_water(self, change: int) -> Bank:
        """Return the bank with more cubes of water, or below 0 fewer."""
        return _bank_water(self, self.water + change)

    def with_miners(self, seat: int, change: int) -> Bank:
        """Return the bank with more miners of *seat*, or below 0 fewer; ``MisuseError`` if it has too few."""
        left = check_count(self.miners[seat] + change, "bank", f"miners of seat {seat}")
        return _bank_miners(self, replace_entry(self.miners, seat, left))


@attrs.frozen
class Hidden(Immutable):
    """The face-down pieces, in drawing order."""

    tiles: tuple[ChamberTile | None, ...]
    """Face-down tiles by chamber in mine order, None for the others."""
    orders: tuple[tuple[RoyalOrder, ...], ...]
    """What is left of each phase's stack of royal orders."""
    tools: tuple[Tool, ...]
    """The tool cards not turned up yet: the phase's stack, then the deck."""

    def tile_of(self, chamber: str) -> ChamberTile | None:
        """Return the face-down tile on *chamber*, None where it lies face up; ``MisuseError`` where there is none."""
        return self.tiles[chamber_index(chamber)]

    def without_tile(self, chamber: str) -> Hidden:
        """Return what is hidden once the tile of *chamber* was turned up."""
        return Hidden(replace_entry(self.tiles, chamber_index(chamber), None), self.orders, self.tools)

    def without_orders(self, phase: int, cards: int) -> Hidden:
        """Return what is hidden once so many orders of *phase* were drawn."""
        stack = self.orders[phase - 1][cards:]
        return Hidden(self.tiles, replace_entry(self.orders, phase - 1, stack), self.tools)

    def without_tools(self, cards: int) -> Hidden:
        """Return what is hidden once so many tool cards were drawn."""
        return Hidden(self.tiles, self.orders, self.tools[cards:])


@attrs.frozen
class Pending(Immutable):
    """Where a public state waits for a piece to be turned up, which nobody can know before."""

    pile: PendingPile
    """What lies there: a ``"tile"``, an ``"order"``, a ``"tool"``, or a card of the extension's deck of this id."""
    place: ChamberId | Slot
    """
    The chamber of a tile; the slot of an order at the castle, or of a tool at the workshop; how many cards of a deck
    were turned up before.
    """

    def __str__(self) -> str:
        """Return where it is: ``tile of 1L2``, ``tool in slot 2``, ``card 3 of omens``."""
        if self.pile not in PENDING_PILES:
            return f"card {int(self.place) + 1} of {self.pile}"
        return f"{self.pile} {'of' if self.pile == TILE else 'in slot'} {self.place}"


SEEN: Final = "seen"
"""The part of ``extras`` that holds them."""


@attrs.frozen
class SeenPieces(Immutable):
    """What the table has seen and no other part of a state tells: ``extras["seen"]``, from the second phase on."""

    tools: tuple[Tool, ...]
    """Tools that left the game face up, unsold (PHASE-2)."""
    orders: BySeat[Cards]
    """How many orders each seat had completed before this phase, by seat."""


def check_count(count: int, place: str, what: str, owner: str = "") -> int:
    """Return how many are left in a place, or in an *owner*'s; ``MisuseError`` where more leave than there are."""
    if count < 0:
        raise MisuseError(f"{place}{owner and f' of {owner}'}: more {what} leave than there are")
    return count


def check_salt(salt: SaltAmount, place: str) -> SaltAmount:
    """Return the salt that is left in a place; ``MisuseError`` where more leaves than there is."""
    if salt.brown < 0 or salt.green < 0 or salt.white < 0:
        raise MisuseError(f"{place}: more cubes of salt leave than there are")
    return salt


@cached(most=16)
def new_turn(actions: int) -> Turn:
    """Return the bookkeeping of a turn that begins with so many actions."""
    return Turn(actions, (), 0, 0, ())


_with_money = make_changer(Player, "money")
_with_salt = make_changer(Player, "salt")
_with_stock = make_changer(Player, "stock")
_with_line_right = make_changer(Player, "line_right")
_with_line_left = make_changer(Player, "line_left")
_with_tools = make_changer(Player, "tools", "ready_tools")
_with_orders = make_changer(Player, "orders")
_after_action = make_changer(Turn, "actions_left", "visited", "arrived")
_after_pass = make_changer(Turn, "actions_left", "passes", "arrived")
_with_arrived = make_changer(Turn, "arrived")
_with_arriving = make_changer(Turn, "arriving")
_bank_money = make_changer(Bank, "money")
_bank_salt = make_changer(Bank, "salt")
_bank_water = make_changer(Bank, "water")
_bank_miners = make_changer(Bank, "miners")
