"""The parts of a state: players, turn, buildings, bank and piles, with methods that return changed copies."""

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
from .pieces import (
    LOOK,
    ORDER_STACK,
    PENDING_PILES,
    TILE,
    TOOL_STACK,
    ChamberTile,
    RoyalOrder,
    SaltAmount,
    SaltBalance,
    ToolCard,
)

MOST_ACTIONS: Final = 100
"""The maximum number of actions left or passed in a turn. A turn has two; extensions may grant more."""


def ready_tools(cards: tuple[ToolCard, ...]) -> frozenset[str]:
    """Return the tools among *cards* that can still be used in this phase (TOOL-1)."""
    return frozenset([card.tool for card in cards if not card.used])


def _tools_ready(player: Player) -> frozenset[str]:
    return ready_tools(player.tools)


@attrs.frozen
class Player(Immutable):
    """The possessions of a player, all of them public."""

    name: str
    """The player's name, 1 to 40 characters."""
    money: Groszy
    """The player's money, in groszy."""
    salt: SaltAmount
    """Cubes of salt that the player has, of each kind."""
    stock: Miners
    """The number of miners in stock, who can go anywhere."""
    line_right: Miners
    """The number of miners in the right circle of the castle line (CASTLE-2)."""
    line_left: Miners
    """The number of miners in the left circle of the castle line, who reach the castle next (CASTLE-2)."""
    tools: tuple[ToolCard, ...]
    """Tool cards in the order of purchase."""
    orders: tuple[RoyalOrder, ...]
    """Completed royal orders in the order of delivery."""
    ready_tools: frozenset[str] = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_tools_ready, takes_self=True)
    )
    """The tools with a card that can still be used in this phase; derived from ``tools`` (TOOL-1)."""

    def with_money(self, change: int) -> Player:
        """Return the player with *change* added to the money. Raises ``MisuseError`` for a negative sum."""
        return _with_money(self, check_count(self.money + change, self.name, "groszy"))

    def with_salt(self, salt: SaltAmount) -> Player:
        """Return the player with this salt."""
        return _with_salt(self, salt)

    def with_stock(self, change: int) -> Player:
        """Return the player with *change* added to the miners in stock. Raises ``MisuseError`` for a negative sum."""
        return _with_stock(self, check_count(self.stock + change, "stock", "miners", self.name))

    def with_line_right(self, change: int) -> Player:
        """Return the player with *change* added to the miners in the right circle; see ``with_stock``."""
        return _with_line_right(self, check_count(self.line_right + change, "right circle", "miners", self.name))

    def with_line_left(self, change: int) -> Player:
        """Return the player with *change* added to the miners in the left circle; see ``with_stock``."""
        return _with_line_left(self, check_count(self.line_left + change, "left circle", "miners", self.name))

    def with_tools(self, tools: tuple[ToolCard, ...]) -> Player:
        """Return the player with these tool cards."""
        # The copy does not derive fields, so the derived field is passed along.
        return _with_tools(self, tools, ready_tools(tools))

    def with_orders(self, orders: tuple[RoyalOrder, ...]) -> Player:
        """Return the player with these completed orders."""
        return _with_orders(self, orders)

    def ready(self, tool: str) -> int:
        """Return the number of cards of *tool* that can still be used in this phase (TOOL-1)."""
        if tool not in self.ready_tools:
            return 0
        ready = 0
        for card in self.tools:
            if card.tool == tool and not card.used:
                ready += 1
        return ready


@attrs.frozen
class Turn(Immutable):
    """The progress of the current turn."""

    actions_left: Actions
    """The number of actions left."""
    visited: tuple[BuildingId, ...]
    """Buildings visited in this turn, in order (TURN-3)."""
    passes: Actions
    """The number of actions passed in this turn (TURN-4)."""
    arriving: Miners
    """The number of miners in the castle who have not yet delivered or paid (CASTLE-3)."""
    arrived: tuple[SpaceId, ...]
    """Spaces that miners entered in the action that a rope may continue, one entry per miner (ROPE-1)."""

    def after_action(self, building: str | None) -> Turn:
        """Return the turn after an action. The action visited *building*, unless *building* is None."""
        # The engine records an action before its other events. So an action ends the previous placing, and the miners
        # that the action places count as its arrivals (ROPE-1).
        visited = self.visited if building is None else (*self.visited, building)
        return _after_action(self, self._actions_after_one(), visited, ())

    def after_pass(self) -> Turn:
        """Return the turn after a passed action."""
        return _after_pass(self, self._actions_after_one(), self.passes + 1, ())

    def _actions_after_one(self) -> int:
        if self.actions_left <= 0:
            raise MisuseError("an action is used, but the turn has none left")
        return self.actions_left - 1

    def after_closing(self) -> Turn:
        """Return a copy of the turn in which a rope can no longer continue the last placement."""
        return _with_arrived(self, ())

    def with_arrived(self, space: str, miners: int) -> Turn:
        """Return the turn after this many more *miners* entered *space* in the current action."""
        return _with_arrived(self, self.arrived + (space,) * miners)

    def with_arriving(self, change: int) -> Turn:
        """Return the turn with *change* added to ``arriving``. Raises ``MisuseError`` for a negative sum."""
        return _with_arriving(self, check_count(self.arriving + change, "castle", "miners"))


@attrs.frozen
class Inn(Immutable):
    """The inn: the miners hired in this phase (INN-1)."""

    hired: Miners
    """The number of miners hired in this phase by all players; each miner moved the marker by one space."""


@attrs.frozen
class Workshop(Immutable):
    """The workshop: the tools on offer by slot, and the size of the phase's stack (SHOP-1)."""

    offer: tuple[Tool | None, ...]
    """Ids of the tools on offer by slot, starting with the cheapest; None for an empty slot."""
    stack: Cards
    """The number of face-down cards in the phase's stack."""

    def with_offer(self, slot: int, tool: str | None) -> Workshop:
        """Return the workshop with *tool* in a slot; None empties the slot."""
        return Workshop(replace_entry(self.offer, slot, tool), self.stack)

    def with_stack(self, change: int) -> Workshop:
        """Return the workshop with *change* added to the stack. Raises ``MisuseError`` for a negative sum."""
        return Workshop(self.offer, check_count(self.stack + change, TOOL_STACK, "cards"))


@attrs.frozen
class Castle(Immutable):
    """The castle: open orders by slot, the size of the phase's stack, and the phase's completed orders (CASTLE-3)."""

    open: tuple[RoyalOrder | None, ...]
    """The open royal orders by slot; None for an empty slot."""
    stack: Cards
    """The number of face-down royal orders in the phase's stack."""
    completed: Cards
    """The number of royal orders completed in this phase by all players."""

    def with_open(self, slot: int, order: RoyalOrder | None) -> Castle:
        """Return the castle with *order* in a slot; None empties the slot."""
        return Castle(replace_entry(self.open, slot, order), self.stack, self.completed)

    def with_stack(self, change: int) -> Castle:
        """Return the castle with *change* added to the stack. Raises ``MisuseError`` for a negative sum."""
        return Castle(self.open, check_count(self.stack + change, ORDER_STACK, "cards"), self.completed)

    def with_completed(self, completed: int) -> Castle:
        """Return the castle with its order track at *completed*."""
        return Castle(self.open, self.stack, completed)


@attrs.frozen
class Bank(Immutable):
    """The bank. Numbers are negative if the players use substitutes for missing pieces (SET-SUPPLY)."""

    money: Number
    """The amount of groszy in the bank."""
    salt: SignedSalt
    """Cubes of salt in the bank, of each kind."""
    water: Number
    """The number of cubes of water in the bank."""
    miners: BySeat[Miners]
    """The number of miners that can still be hired, by seat."""

    def with_money(self, change: int) -> Bank:
        """Return the bank with *change* added to the money. The resulting amount may be negative."""
        return _bank_money(self, self.money + change)

    def with_salt(self, salt: SaltBalance) -> Bank:
        """Return the bank with this salt."""
        return _bank_salt(self, salt)

    def with_water(self, change: int) -> Bank:
        """Return the bank with *change* added to the number of water cubes. The resulting number may be negative."""
        return _bank_water(self, self.water + change)

    def with_miners(self, seat: int, change: int) -> Bank:
        """Return the bank with *change* added to the miners of *seat*. Raises ``MisuseError`` for a negative sum."""
        left = check_count(self.miners[seat] + change, "bank", f"miners of seat {seat}")
        return _bank_miners(self, replace_entry(self.miners, seat, left))


@attrs.frozen
class Hidden(Immutable):
    """The face-down pieces, in drawing order."""

    tiles: tuple[ChamberTile | None, ...]
    """Face-down tiles by chamber, in mine order; None for a chamber whose tile lies face up."""
    orders: tuple[tuple[RoyalOrder, ...], ...]
    """The remaining royal orders of each phase."""
    tools: tuple[Tool, ...]
    """The tool cards that are still face down: the phase's stack, then the deck."""

    def tile_of(self, chamber: str) -> ChamberTile | None:
        """Return the face-down tile on *chamber*, or None. Raises ``MisuseError`` if there is no such chamber."""
        return self.tiles[chamber_index(chamber)]

    def without_tile(self, chamber: str) -> Hidden:
        """Return the hidden pieces after the tile of *chamber* is turned up."""
        return Hidden(replace_entry(self.tiles, chamber_index(chamber), None), self.orders, self.tools)

    def without_orders(self, phase: int, cards: int) -> Hidden:
        """Return the hidden pieces after this many orders of *phase* are drawn."""
        stack = self.orders[phase - 1][cards:]
        return Hidden(self.tiles, replace_entry(self.orders, phase - 1, stack), self.tools)

    def without_tools(self, cards: int) -> Hidden:
        """Return the hidden pieces after this many tool cards are drawn."""
        return Hidden(self.tiles, self.orders, self.tools[cards:])


@attrs.frozen
class Pending(Immutable):
    """The kind and place of an unknown piece that must be turned up in a public state."""

    pile: PendingPile
    """
    The kind of piece: ``"tile"``, ``"order"``, ``"tool"``, ``"look"`` for a tile that the viewer has looked at, or the
    id of an extension's deck or die.
    """
    place: ChamberId | Slot
    """
    The chamber of a tile, the slot of an order at the castle or a tool at the workshop, or the number of earlier cards
    or rolls.
    """

    def __str__(self) -> str:
        """Return a description such as ``tile of 1L2``, ``tool in slot 2`` or ``piece 3 of omens``."""
        if self.pile == LOOK:
            return f"tile seen in {self.place}"
        if self.pile not in PENDING_PILES:
            # A value without a ruleset cannot tell a deck from a die.
            return f"piece {int(self.place) + 1} of {self.pile}"
        return f"{self.pile} {'of' if self.pile == TILE else 'in slot'} {self.place}"


# Most pieces that players have seen are on the table. The two facts below could be derived from the history, but a
# state must be self-contained: it may come from JSON, without any history. The facts stay in a public state, because
# everybody has seen the pieces.
SEEN: Final = "seen"
"""The key of ``SeenPieces`` in ``extras``."""


@attrs.frozen
class SeenPieces(Immutable):
    """Pieces that players have seen but that no other part of a state contains: ``extras["seen"]``, from phase 2 on."""

    tools: tuple[Tool, ...]
    """Tools that left the game face up and unsold (PHASE-2)."""
    orders: BySeat[Cards]
    """The number of orders that each seat completed before this phase."""


def check_count(count: int, place: str, what: str, owner: str = "") -> int:
    """Return *count*, the number of pieces left in a place. Raises ``MisuseError`` if it is negative."""
    if count < 0:
        raise MisuseError(f"{place}{owner and f' of {owner}'}: more {what} leave than are there")
    return count


def take_salt(salt: SaltAmount, taken: SaltAmount, place: str) -> SaltAmount:
    """Return the cubes that are left of *salt* in a place. Raises ``MisuseError`` if there are fewer than *taken*."""
    try:
        return salt - taken
    except MisuseError:
        raise MisuseError(f"{place}: more cubes of salt leave than are there") from None


@cached(most=16)
def new_turn(actions: int) -> Turn:
    """Return the progress of a turn that begins with this many actions."""
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
