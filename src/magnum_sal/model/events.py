"""
The events: what happened, one immutable value each, in the past tense.

A state is the fold of its game's events (see ``evolve``). An event that moves pieces names where they leave
(``source``) and where they go (``target``), so what a table holds can be counted on the events alone. Face-down
pieces move by pile and number.

What an event does to a state is the function of its name in ``engine/_folds``. Its words are in ``magnum_sal.words``.
Its JSON and its schema follow from the fields here.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import attrs

from ._event_base import CardAwaited, CardTurnedUp, Event, MomentsPassed, PartChanged
from .fields import (
    Actions,
    BuildingId,
    Cards,
    ChamberId,
    Count,
    Cubes,
    Groszy,
    Miners,
    MoveType,
    Phase,
    Pile,
    Place,
    PlaceId,
    Round,
    Seat,
    Tool,
)
from .pieces import ChamberTile, RoyalOrder, SaltAmount
from .ruleset import Ruleset
from .setup import Setup

__all__ = [
    "ActionClosed",
    "ActionPassed",
    "ActionTaken",
    "CardAwaited",
    "CardTurnedUp",
    "ChamberRevealed",
    "Event",
    "GameEnded",
    "GameStarted",
    "InnMarkerMoved",
    "MinersMoved",
    "MinersRested",
    "MinersTired",
    "MomentsPassed",
    "MoneyMoved",
    "OrderMoved",
    "OrderTrackMoved",
    "PartChanged",
    "PhaseEnded",
    "PhaseStarted",
    "PileMoved",
    "SaltMoved",
    "StandardEvent",
    "TileLaid",
    "ToolMoved",
    "ToolReadied",
    "ToolUsed",
    "TurnEnded",
    "TurnStarted",
    "WaterMoved",
]


@attrs.frozen
class GameStarted(Event):
    """The first event of each game: everything that chance decides (SETUP-1, SETUP-2)."""

    type: ClassVar[str] = "game_started"
    ruleset: Ruleset
    """The rules that the game is played by."""
    players: tuple[str, ...]
    """The names of the players, by seat."""
    setup: Setup
    """Everything that chance decided; in its public form only what lies face up."""


@attrs.frozen
class PhaseStarted(Event):
    """A phase began: order track and inn marker went back to their start (SETUP-2)."""

    type: ClassVar[str] = "phase_started"
    phase: Phase
    """Its number, 1 for the first."""
    start_seat: Seat
    """The seat of its starting player."""


@attrs.frozen
class PhaseEnded(Event):
    """A phase was over (PHASE-1)."""

    type: ClassVar[str] = "phase_ended"
    phase: Phase
    """Its number, 1 for the first."""


@attrs.frozen
class GameEnded(Event):
    """The last phase was over, and the game with it (END-1)."""

    type: ClassVar[str] = "game_ended"


@attrs.frozen
class TurnStarted(Event):
    """A player's turn began, with this number of actions (TURN-1)."""

    type: ClassVar[str] = "turn_started"
    seat: Seat
    """Whose turn it is."""
    round: Round
    """The round of the phase, 1 for the first."""
    actions: Actions
    """Actions of the turn."""


@attrs.frozen
class TurnEnded(Event):
    """A player's turn was over (TURN-2)."""

    type: ClassVar[str] = "turn_ended"
    seat: Seat
    """Whose turn it was."""


@attrs.frozen
class ActionTaken(Event):
    """A player used an action; ``building`` is the one visited, if any (TURN-3)."""

    type: ClassVar[str] = "action_taken"
    seat: Seat
    """Who used the action."""
    action: MoveType
    """The tag of the move that used it, such as ``"visit_inn"``."""
    building: BuildingId | None
    """The id of the building that was visited, None where none was."""


@attrs.frozen
class ActionPassed(Event):
    """A player used an action for nothing (TURN-4)."""

    type: ClassVar[str] = "action_passed"
    seat: Seat
    """Who used the action."""


@attrs.frozen
class ActionClosed(Event):
    """A placing can no longer be continued with a rope (ROPE-1)."""

    type: ClassVar[str] = "action_closed"
    seat: Seat
    """Who placed the miner."""


@attrs.frozen
class MinersMoved(Event):
    """Rested miners of a player moved; a bank, stock or line here is that player's part of it."""

    type: ClassVar[str] = "miners_moved"
    seat: Seat
    """Whose miners they are."""
    source: PlaceId
    """
    Where they leave: a mine space, a building, ``"stock"``, ``"bank"``, ``"line_right"``, ``"line_left"`` or
    ``"arriving"``.
    """
    target: PlaceId
    """Where they go, a place as for ``source``."""
    miners: Miners
    """How many miners."""


@attrs.frozen
class MinersTired(Event):
    """Miners of a player lay down after their work (MINE-2)."""

    type: ClassVar[str] = "miners_tired"
    seat: Seat
    """Whose miners they are."""
    chamber: ChamberId
    """Where they lie down."""
    miners: Miners
    """How many miners."""


@attrs.frozen
class MinersRested(Event):
    """Tired miners of a player stood up (TURN-4, FOOD-1, PHASE-2)."""

    type: ClassVar[str] = "miners_rested"
    seat: Seat
    """Whose miners they are."""
    chamber: ChamberId
    """Where they stand up."""
    miners: Miners
    """How many miners."""


@attrs.frozen
class ChamberRevealed(Event):
    """A chamber's tile was turned up (REVEAL-1); its cubes come by events of their own."""

    type: ClassVar[str] = "chamber_revealed"
    chamber: ChamberId
    """Where it lies."""
    tile: ChamberTile
    """Its printed face."""


@attrs.frozen
class TileLaid(Event):
    """A chamber's tile was laid face up on a real table, before anybody reached it (VAR-MAP)."""

    type: ClassVar[str] = "tile_laid"
    chamber: ChamberId
    """Where it lies."""
    tile: ChamberTile
    """Its printed face."""


@attrs.frozen
class MoneyMoved(Event):
    """Groszy were paid, by a player or the bank."""

    type: ClassVar[str] = "money_moved"
    source: Place
    """Who pays: a seat, or ``"bank"``."""
    target: Place
    """Who is paid: a seat, or ``"bank"``."""
    groszy: Groszy
    """How many groszy."""


@attrs.frozen
class SaltMoved(Event):
    """Salt changed places: bank, market, chamber, player."""

    type: ClassVar[str] = "salt_moved"
    source: Place
    """Where it leaves: a seat, a chamber, ``"market"`` or ``"bank"``."""
    target: Place
    """Where it goes, a place as for ``source``."""
    salt: SaltAmount
    """Cubes of each kind."""


@attrs.frozen
class WaterMoved(Event):
    """Water changed places: bank, chamber."""

    type: ClassVar[str] = "water_moved"
    source: Place
    """Where it leaves: a chamber, or ``"bank"``."""
    target: Place
    """Where it goes: a chamber, or ``"bank"``."""
    cubes: Cubes
    """Cubes of water."""


@attrs.frozen
class InnMarkerMoved(Event):
    """The inn's marker moved; numbers of miners hired in this phase, before and after (INN-1)."""

    type: ClassVar[str] = "inn_marker_moved"
    source: Count
    """Miners hired in this phase, before."""
    target: Count
    """Miners hired in this phase, after."""


@attrs.frozen
class OrderTrackMoved(Event):
    """The order track moved; numbers of orders completed in this phase, before and after (CASTLE-3)."""

    type: ClassVar[str] = "order_track_moved"
    source: Count
    """Orders completed in this phase, before."""
    target: Count
    """Orders completed in this phase, after."""


@attrs.frozen
class OrderMoved(Event):
    """A royal order was turned up, kept by a player, or left the game."""

    type: ClassVar[str] = "order_moved"
    order: RoyalOrder
    """The order."""
    source: Place
    """Where it leaves: ``"order_stack"``, from which it is turned up, or a slot such as ``"castle:2"``."""
    target: Place
    """Where it goes: a slot, the seat of who completed it, or ``"box"``, out of the game."""


@attrs.frozen
class ToolMoved(Event):
    """A tool card was turned up, slid to a cheaper space, was bought, or left the game."""

    type: ClassVar[str] = "tool_moved"
    tool: Tool
    """The id of the tool."""
    source: Place
    """Where it leaves: ``"tool_stack"``, from which it is turned up, or a slot such as ``"workshop:0"``."""
    target: Place
    """Where it goes: a slot, the seat of who bought it, or ``"box"``, out of the game."""


@attrs.frozen
class ToolUsed(Event):
    """A player used a tool, whose card is turned down until the phase ends (TOOL-1)."""

    type: ClassVar[str] = "tool_used"
    seat: Seat
    """Who used it."""
    tool: Tool
    """The id of the tool."""


@attrs.frozen
class ToolReadied(Event):
    """A used tool was turned up again (PHASE-2)."""

    type: ClassVar[str] = "tool_readied"
    seat: Seat
    """Whose tool it is."""
    tool: Tool
    """The id of the tool."""


@attrs.frozen
class PileMoved(Event):
    """Face-down cards went from pile to pile, or out of the game, by number and unseen."""

    type: ClassVar[str] = "pile_moved"
    source: Pile
    """
    The pile they leave: ``"tool_deck"``, ``"tool_stack"``, ``"order_stack"``, or the orders laid aside for a phase,
    such as ``"orders:2"``.
    """
    target: Pile
    """The pile they go to, or ``"box"``, out of the game."""
    cards: Cards
    """How many cards."""


StandardEvent: TypeAlias = (
    GameStarted
    | PhaseStarted
    | PhaseEnded
    | GameEnded
    | TurnStarted
    | TurnEnded
    | ActionTaken
    | ActionPassed
    | ActionClosed
    | MinersMoved
    | MinersTired
    | MinersRested
    | ChamberRevealed
    | TileLaid
    | MoneyMoved
    | SaltMoved
    | WaterMoved
    | InnMarkerMoved
    | OrderTrackMoved
    | OrderMoved
    | ToolMoved
    | ToolUsed
    | ToolReadied
    | PileMoved
    | CardAwaited
    | CardTurnedUp
    | PartChanged
    | MomentsPassed
)
"""
Any event of the library: all that the standard ruleset brings, and those that extensions are told by.

Extensions may have events of their own, so what is returned is ``Event``; ``isinstance(event, StandardEvent)`` makes
one of these of it, and a type checker sees whether a ``match`` leaves one out.
"""
