"""The state of a game: what lies where, as immutable values, and the facts that follow from it (RULES section 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

import attrs

from ._making import copier
from ._wording import brief
from .errors import MisuseError
from .fields import Actions, BuildingId, Cards, Groszy, Miners, Number, Phase, Round, Seat, SpaceId, Tool
from .mine import INDEX, Mine, chamber_index
from .pieces import ChamberTile, RoyalOrder, SaltAmount, ToolCard
from .ruleset import Ruleset, by_players
from .score import Score


def ready_tools(cards: tuple[ToolCard, ...]) -> frozenset[str]:
    """Return the tools among *cards* that can still be used in this phase (TOOL-1)."""
    return frozenset([card.tool for card in cards if not card.used])


@attrs.frozen
class Player:
    """
    What a player owns; all of it is public.

    Attributes:
        name: The player's name.
        money: Groszy.
        salt: Cubes.
        stock: Miners at hand.
        line_right: Miners in the right circle of the castle line.
        line_left: Miners in its left circle.
        tools: Tool cards in the order of purchase.
        orders: Completed royal orders in the order of delivery.
    """

    name: str
    money: Groszy
    salt: SaltAmount
    stock: Miners
    line_right: Miners
    line_left: Miners
    tools: tuple[ToolCard, ...]
    orders: tuple[RoyalOrder, ...]
    ready_tools: frozenset[str] = attrs.field(init=False, eq=False, repr=False)
    """The tools of which a card can still be used in this phase; follows from ``tools`` (TOOL-1)."""

    @ready_tools.default
    def _ready_tools(self) -> frozenset[str]:
        return ready_tools(self.tools)

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
class Turn:
    """
    The bookkeeping of the turn in hand.

    Attributes:
        actions_left: Actions still to be taken.
        visited: Buildings visited in this turn, in order (TURN-3).
        passes: Actions passed in this turn (TURN-4).
        arriving: Miners who stand in the castle and have not delivered or paid yet (CASTLE-3).
        arrived: Spaces that miners entered in the action that a rope may continue, one entry a miner (ROPE-1).
    """

    actions_left: Actions
    visited: tuple[BuildingId, ...]
    passes: Actions
    arriving: Miners
    arrived: tuple[SpaceId, ...]


@attrs.frozen
class Inn:
    """The inn: miners hired in this phase (INN-1)."""

    hired: Miners


@attrs.frozen
class Workshop:
    """The workshop: the tools on offer by slot, None for an empty space, and the size of the phase's stack (SHOP-1)."""

    offer: tuple[Tool | None, ...]
    stack: Cards


@attrs.frozen
class Castle:
    """The castle: open orders by slot, the size of the phase's stack, and the orders completed in it (CASTLE-3)."""

    open: tuple[RoyalOrder | None, ...]
    stack: Cards
    completed: Cards


@attrs.frozen
class Bank:
    """What the bank holds; below 0 where stand-ins are in use (SET-SUPPLY)."""

    money: Number
    salt: SaltAmount
    water: Number
    miners: tuple[Miners, ...]
    """Miners by seat that can still be hired."""


@attrs.frozen
class Hidden:
    """
    The face-down pieces, in drawing order.

    Attributes:
        tiles: Face-down tiles by chamber in mine order, None for the others.
        orders: What is left of each phase's stack of royal orders.
        tools: The tool cards not turned up yet: the phase's stack, then the deck.
    """

    tiles: tuple[ChamberTile | None, ...]
    orders: tuple[tuple[RoyalOrder, ...], ...]
    tools: tuple[Tool, ...]

    def tile_of(self, chamber: str) -> ChamberTile | None:
        """Return the face-down tile on *chamber*, None where it lies face up; ``MisuseError`` where there is none."""
        return self.tiles[chamber_index(chamber)]


@attrs.frozen
class SeenPieces:
    """
    What the table has seen and no other part of a state tells, kept in ``extras["seen"]`` from the second phase on.

    Attributes:
        tools: Tools that left the game face up, unsold (PHASE-2).
        orders: How many orders each seat had completed before this phase, by seat.
    """

    tools: tuple[Tool, ...]
    orders: tuple[Cards, ...]


@attrs.define(eq=False)
class _Table:
    """The fields that a state and the draft of one have in common."""

    ruleset: Ruleset
    phase: Phase
    round: Round
    start_seat: Seat
    turn_seat: Seat
    is_over: bool
    turn: Turn | None
    players: tuple[Player, ...]
    mine: Mine
    assistant_seats: tuple[Seat | None, ...]
    market: SaltAmount
    inn: Inn
    workshop: Workshop
    castle: Castle
    bank: Bank
    extras_items: tuple[tuple[str, Any], ...]
    hidden: Hidden | None
    memo: dict[str, Any] = attrs.field(init=False, eq=False, repr=False, factory=dict)
    """Facts computed on demand; not part of the value."""


@attrs.define(eq=False)
class Draft(_Table):
    """
    A state in the making, with the fields of ``GameState``: folds of events write to it.

    Sealing one costs nothing: it becomes the state. Building a frozen one field by field took a fifth of the time of
    ``apply``.
    """

    @classmethod
    def of(cls, state: GameState) -> Draft:
        """Return a draft that begins as *state*."""
        draft = _drafted(state)
        draft.memo = {}
        return draft

    def sealed(self) -> GameState:
        """Return the state, which this draft now is; nobody may write to it any more."""
        sealing: Any = self
        sealing.__class__ = GameState
        return cast(GameState, sealing)

    def set_extra(self, key: str, value: Any) -> None:
        """Replace a part of ``extras``; values must be hashable."""
        others = tuple(item for item in self.extras_items if item[0] != key)
        self.extras_items = tuple(sorted((*others, (key, value)), key=lambda item: item[0]))

    def extra(self, key: str) -> Any:
        """Return a part of ``extras``, None where there is none."""
        return dict(self.extras_items).get(key)


_drafted: Final[Callable[[_Table], Draft]] = copier(_Table, Draft)


@attrs.frozen
class GameState(_Table):
    """
    A position: immutable, hashable, compared by value. Everything on the table is readable here.

    Attributes:
        ruleset: The rules of the game.
        phase: 1 for the first.
        round: The round of the phase, 1 for the first.
        start_seat: Who holds the starting-player marker.
        turn_seat: Whose turn it is, or was last.
        is_over: Whether the game is over (END-1).
        turn: The turn in hand, None when the game is over.
        players: What each seat owns.
        mine: The mine.
        assistant_seats: The owners of the assistants, in the order of ``ruleset.assistant_places``.
        market: Cubes in the three columns.
        inn: The inn.
        workshop: The workshop.
        castle: The castle.
        bank: The bank.
        extras_items: The parts of the state that rules have added, as sorted pairs.
        hidden: The face-down pieces, None in a public state.
    """

    def __getstate__(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in STATE_FIELDS)

    def __setstate__(self, fields: tuple[Any, ...]) -> None:
        for name, value in zip(STATE_FIELDS, fields, strict=True):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "memo", {})

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is, None when the game is over."""
        return None if self.is_over else self.turn_seat

    @property
    def is_public(self) -> bool:
        """Whether the face-down pieces are left out."""
        return self.hidden is None

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn_seat]

    @property
    def assistants(self) -> Mapping[str, int | None]:
        """For each building with an assistant's place the owner's seat, or None (ASST-1)."""
        return MappingProxyType(dict(zip(self.ruleset.assistant_places, self.assistant_seats, strict=True)))

    @property
    def extras(self) -> Mapping[str, Any]:
        """The parts of the state that rules have added, by key."""
        return MappingProxyType(dict(self.extras_items))

    @property
    def scores(self) -> tuple[Score, ...]:
        """The standing of all seats, as things stand (END-1)."""
        return self.ruleset.rulings.scoring(self)

    @property
    def orders_to_end(self) -> int:
        """The number of completed orders that ends the phase (PHASE-1)."""
        return by_players(self.ruleset.orders_to_end, len(self.players))

    def assistant(self, building: str) -> int | None:
        """Return the seat of the assistant's owner at *building*, None where there is none."""
        places = self.ruleset.assistant_places
        return self.assistant_seats[places.index(building)] if building in places else None

    def miners_on_table(self, seat: int) -> int:
        """Return how many miners of *seat* are not in the bank: those in stock, mine, town, castle line and castle."""
        player = self.players[seat]
        arriving = self.turn.arriving if self.turn is not None and seat == self.turn_seat else 0
        in_mine = sum(space.miners_of(seat) for space in self.mine.spaces)
        in_line = player.line_right + player.line_left + arriving
        return player.stock + in_mine + self.assistant_seats.count(seat) + in_line

    @property
    def salt_on_table(self) -> SaltAmount:
        """The cubes of salt that are not in the bank: those of the market, the mine and the players."""
        chambers = (here.salt for _, here in self.mine.chambers())
        return sum((*chambers, *(player.salt for player in self.players)), self.market)

    @property
    def water_on_table(self) -> int:
        """The cubes of water that are not in the bank: those in the mine."""
        return sum(here.water for _, here in self.mine.chambers())

    def has_rested_miner(self, seat: int, source: str) -> bool:
        """Say whether *seat* has a rested miner in *source*: stock, a mine space or an assistant's place."""
        if source in INDEX:
            return self.mine[source].rested[seat] > 0
        if source == "stock":
            return self.players[seat].stock > 0
        return self.assistant(source) == seat

    def public(self) -> GameState:
        """
        Return what everybody may know: the same state without the face-down pieces (RULES section 12).

        One public state serves every seat; it has the same legal moves.
        """
        if self.hidden is None:
            return self
        parts = self.ruleset.extras_parts
        extras = tuple((key, parts[key].public(value) if key in parts else value) for key, value in self.extras_items)
        return attrs.evolve(self, extras_items=extras, hidden=None)


def check_state(state: object) -> None:
    """Raise ``MisuseError`` where *state* is no ``GameState``."""
    if not isinstance(state, GameState):
        raise MisuseError(f"state: {brief(state)} is not a GameState")


STATE_FIELDS = tuple(field.name for field in attrs.fields(GameState) if field.init)
