"""
The events: immutable values that describe what happened. Their names are in the past tense.

A state is the fold of its game's events (see ``evolve``). An event that moves pieces names the place they leave
(``source``) and the place they go to (``target``). So you can count the pieces on the table from the events alone.
An event that moves face-down pieces names only the piles and the number of pieces.

The fold of an event is the function named after it in ``engine/_folds`` or ``engine/_extension_folds``. The event's
words are in ``magnum_sal.words``. Its JSON and its schema are derived from the fields in this module.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import attrs

from ._event_base import (
    CardAwaited,
    CardTurnedUp,
    DeckReshuffled,
    DieAwaited,
    DieRolled,
    Event,
    MomentsPassed,
    PartChanged,
    TileLookedAt,
    TileSeen,
)
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
    "DeckReshuffled",
    "DieAwaited",
    "DieRolled",
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
    "TileLookedAt",
    "TileSeen",
    "ToolMoved",
    "ToolReadied",
    "ToolUsed",
    "TurnEnded",
    "TurnStarted",
    "WaterMoved",
]


@attrs.frozen
class GameStarted(Event):
    """The first event of each game, with everything that chance decides (SETUP-1, SETUP-2)."""

    type: ClassVar[str] = "game_started"
    ruleset: Ruleset
    """The rules of the game."""
    players: tuple[str, ...]
    """The names of the players, by seat."""
    setup: Setup
    """Everything that chance decided; the public form contains only face-up pieces."""


@attrs.frozen
class PhaseStarted(Event):
    """A phase began; the order track and the inn marker returned to their starting spaces (SETUP-2)."""

    type: ClassVar[str] = "phase_started"
    phase: Phase
    """The number of the phase, 1 for the first."""
    start_seat: Seat
    """The seat of the phase's starting player."""


@attrs.frozen
class PhaseEnded(Event):
    """A phase ended (PHASE-1)."""

    type: ClassVar[str] = "phase_ended"
    phase: Phase
    """The number of the phase, 1 for the first."""


@attrs.frozen
class GameEnded(Event):
    """The game ended with its last phase (END-1)."""

    type: ClassVar[str] = "game_ended"


@attrs.frozen
class TurnStarted(Event):
    """A player's turn began, with this number of actions (TURN-1)."""

    type: ClassVar[str] = "turn_started"
    seat: Seat
    """The player whose turn began."""
    round: Round
    """The round of the phase, 1 for the first."""
    actions: Actions
    """The number of actions in the turn."""


@attrs.frozen
class TurnEnded(Event):
    """A player's turn ended (TURN-2)."""

    type: ClassVar[str] = "turn_ended"
    seat: Seat
    """The player whose turn ended."""


@attrs.frozen
class ActionTaken(Event):
    """A player used an action; ``building`` is the building visited, if any (TURN-3)."""

    type: ClassVar[str] = "action_taken"
    seat: Seat
    """The player who used the action."""
    action: MoveType
    """The ``"type"`` of the move that used the action, such as ``"visit_inn"``."""
    building: BuildingId | None
    """The id of the building that was visited; None if the move visits no building."""


@attrs.frozen
class ActionPassed(Event):
    """A player passed an action (TURN-4)."""

    type: ClassVar[str] = "action_passed"
    seat: Seat
    """The player who passed."""


@attrs.frozen
class ActionClosed(Event):
    """A rope can no longer continue the last placement (ROPE-1)."""

    type: ClassVar[str] = "action_closed"
    seat: Seat
    """The player who placed the miner."""


@attrs.frozen
class MinersMoved(Event):
    """Rested miners of a player moved. The bank, stock and castle line hold each player's miners separately."""

    type: ClassVar[str] = "miners_moved"
    seat: Seat
    """The owner of the miners."""
    source: PlaceId
    """
    The place that the miners leave: a mine space, a building, ``"stock"``, ``"bank"``, ``"line_right"``,
    ``"line_left"`` or ``"arriving"``.
    """
    target: PlaceId
    """The place that the miners go to; the possible values are those of ``source``."""
    miners: Miners
    """The number of miners."""


@attrs.frozen
class MinersTired(Event):
    """Miners of a player became tired from their work (MINE-2)."""

    type: ClassVar[str] = "miners_tired"
    seat: Seat
    """The owner of the miners."""
    chamber: ChamberId
    """The chamber where the miners lie down."""
    miners: Miners
    """The number of miners."""


@attrs.frozen
class MinersRested(Event):
    """Tired miners of a player stood up (TURN-4, FOOD-1, PHASE-2)."""

    type: ClassVar[str] = "miners_rested"
    seat: Seat
    """The owner of the miners."""
    chamber: ChamberId
    """The chamber where the miners stand up."""
    miners: Miners
    """The number of miners."""


@attrs.frozen
class ChamberRevealed(Event):
    """A chamber's tile was turned up (REVEAL-1); separate events place its cubes."""

    type: ClassVar[str] = "chamber_revealed"
    chamber: ChamberId
    """The chamber of the tile."""
    tile: ChamberTile
    """The tile's printed face."""


@attrs.frozen
class TileLaid(Event):
    """A chamber's tile was laid face up on a real table, before any miner reached the chamber (VAR-MAP)."""

    type: ClassVar[str] = "tile_laid"
    chamber: ChamberId
    """The chamber of the tile."""
    tile: ChamberTile
    """The tile's printed face."""


@attrs.frozen
class MoneyMoved(Event):
    """A player or the bank paid groszy."""

    type: ClassVar[str] = "money_moved"
    source: Place
    """The payer: a seat, or ``"bank"``."""
    target: Place
    """The payee: a seat, or ``"bank"``."""
    groszy: Groszy
    """The amount in groszy."""


@attrs.frozen
class SaltMoved(Event):
    """Salt moved from one place to another."""

    type: ClassVar[str] = "salt_moved"
    source: Place
    """The place that the salt leaves: a seat, a chamber, ``"market"`` or ``"bank"``."""
    target: Place
    """The place that the salt goes to; the possible values are those of ``source``."""
    salt: SaltAmount
    """The number of cubes of each kind."""


@attrs.frozen
class WaterMoved(Event):
    """Water moved between a chamber and the bank, or between two chambers."""

    type: ClassVar[str] = "water_moved"
    source: Place
    """The place that the water leaves: a chamber, or ``"bank"``."""
    target: Place
    """The place that the water goes to: a chamber, or ``"bank"``."""
    cubes: Cubes
    """The number of cubes of water."""


@attrs.frozen
class InnMarkerMoved(Event):
    """The inn's marker moved; the fields count the miners hired in this phase (INN-1)."""

    type: ClassVar[str] = "inn_marker_moved"
    source: Count
    """The number of miners hired in this phase, counted before the event."""
    target: Count
    """The number of miners hired in this phase, counted after the event."""


@attrs.frozen
class OrderTrackMoved(Event):
    """The order track moved; the fields count the orders completed in this phase (CASTLE-3)."""

    type: ClassVar[str] = "order_track_moved"
    source: Count
    """The number of orders completed in this phase, counted before the event."""
    target: Count
    """The number of orders completed in this phase, counted after the event."""


@attrs.frozen
class OrderMoved(Event):
    """A royal order was turned up, went to a player, or left the game."""

    type: ClassVar[str] = "order_moved"
    order: RoyalOrder
    """The order that moved."""
    source: Place
    """The place that the order leaves: ``"order_stack"`` if it is turned up, or a slot such as ``"castle:2"``."""
    target: Place
    """The place that the order goes to: a slot, the seat of the player who completed it, or ``"box"`` (out of play)."""


@attrs.frozen
class ToolMoved(Event):
    """A tool card was turned up, slid to a cheaper space, was bought, or left the game."""

    type: ClassVar[str] = "tool_moved"
    tool: Tool
    """The id of the tool."""
    source: Place
    """The place that the tool leaves: ``"tool_stack"`` if it is turned up, or a slot such as ``"workshop:0"``."""
    target: Place
    """The place that the tool goes to: a slot, the seat of the player who bought it, or ``"box"`` (out of play)."""


@attrs.frozen
class ToolUsed(Event):
    """A player used a tool; its card lies face down until the phase ends (TOOL-1)."""

    type: ClassVar[str] = "tool_used"
    seat: Seat
    """The player who used the tool."""
    tool: Tool
    """The id of the tool."""


@attrs.frozen
class ToolReadied(Event):
    """A used tool was turned face up again (PHASE-2)."""

    type: ClassVar[str] = "tool_readied"
    seat: Seat
    """The owner of the tool."""
    tool: Tool
    """The id of the tool."""


@attrs.frozen
class PileMoved(Event):
    """A number of unseen face-down cards moved to another pile or out of the game."""

    type: ClassVar[str] = "pile_moved"
    source: Pile
    """
    The pile that the cards leave: ``"tool_deck"``, ``"tool_stack"``, ``"order_stack"``, or the orders laid aside for a
    phase, such as ``"orders:2"``.
    """
    target: Pile
    """The pile that the cards go to, or ``"box"`` (out of play)."""
    cards: Cards
    """The number of cards."""


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
    | DeckReshuffled
    | DieAwaited
    | DieRolled
    | TileLookedAt
    | TileSeen
    | PartChanged
    | MomentsPassed
)
"""
Any event of the library: the events of the standard ruleset, and the events that extensions need.

Extensions may add events, so functions return ``Event``. With ``isinstance(event, StandardEvent)``, a type checker can
tell whether a ``match`` covers all these events.
"""
