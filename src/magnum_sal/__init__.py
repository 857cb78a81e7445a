"""
A rules engine for the board game Magnum Sal: states, legal moves, events.

>>> import magnum_sal as ms
>>> state = ms.new_game(["Ada", "Ben"], seed=7)
>>> move = ms.legal_moves(state)[0]
>>> move
PlaceMiner(source='stock', target='S1')
>>> state, events = ms.apply(state, move)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _repr
from ._chance import Reveal, open_table, outcomes, reveal
from ._determinize import determinize
from ._evolve import evolve, fold
from ._opening import public_started
from ._transcript import transcript
from .engine import Transition, apply, is_legal, legal_moves, new_game, objection
from .errors import (
    HiddenPieceError,
    IllegalMoveError,
    LogError,
    MagnumSalError,
    MalformedError,
    MissingExtraError,
    MisuseError,
    Objection,
)
from .events import (
    ActionClosed,
    ActionPassed,
    ActionTaken,
    ChamberRevealed,
    Event,
    GameEnded,
    GameStarted,
    InnMarkerMoved,
    MinersMoved,
    MinersRested,
    MinersTired,
    MoneyMoved,
    OrderMoved,
    OrderTrackMoved,
    PhaseEnded,
    PhaseStarted,
    PileMoved,
    SaltMoved,
    TileLaid,
    ToolMoved,
    ToolReadied,
    ToolUsed,
    TurnEnded,
    TurnStarted,
    WaterMoved,
)
from .moves import (
    CompleteOrder,
    EndTurn,
    ExtractSalt,
    Move,
    Pass,
    PayPenalty,
    PlaceAssistant,
    PlaceMiner,
    Rest,
    Transaction,
    UseBucket,
    UseFood,
    UseRope,
    VisitCastle,
    VisitInn,
    VisitMarket,
    VisitPumpHouse,
    VisitTownSquare,
    VisitWorkshop,
)
from .notation import format_move, parse_move
from .pieces import ChamberTile, RoyalOrder, SaltAmount, ToolCard
from .rule import Building, ExtrasPart, Notation, Rule, Rulings, When
from .ruleset import Ruleset, register
from .score import Score
from .setup import Setup
from .standard import STANDARD
from .state import GameState, Pending
from .versions import LOG_SCHEMA, RULES_REVISION, __version__

if TYPE_CHECKING:
    from .game import Ended, Game, Played, Redone, Undone
    from .log import GameLog
    from .schema import json_schema
    from .serialization import from_dict, from_json, to_dict, to_json

_repr.hand_down()

_LAZY = {
    "Ended": "game",
    "Game": "game",
    "GameLog": "log",
    "Played": "game",
    "Redone": "game",
    "Undone": "game",
    "from_dict": "serialization",
    "from_json": "serialization",
    "json_schema": "schema",
    "to_dict": "serialization",
    "to_json": "serialization",
}


def __getattr__(name: str) -> Any:
    # These need cattrs and more, which take longer to import than all the rest; they are loaded when first asked for.
    if name in _LAZY:
        value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "LOG_SCHEMA",
    "RULES_REVISION",
    "STANDARD",
    "ActionClosed",
    "ActionPassed",
    "ActionTaken",
    "Building",
    "ChamberRevealed",
    "ChamberTile",
    "CompleteOrder",
    "EndTurn",
    "Ended",
    "Event",
    "ExtractSalt",
    "ExtrasPart",
    "Game",
    "GameEnded",
    "GameLog",
    "GameStarted",
    "GameState",
    "HiddenPieceError",
    "IllegalMoveError",
    "InnMarkerMoved",
    "LogError",
    "MagnumSalError",
    "MalformedError",
    "MinersMoved",
    "MinersRested",
    "MinersTired",
    "MissingExtraError",
    "MisuseError",
    "MoneyMoved",
    "Move",
    "Notation",
    "Objection",
    "OrderMoved",
    "OrderTrackMoved",
    "Pass",
    "PayPenalty",
    "Pending",
    "PhaseEnded",
    "PhaseStarted",
    "PileMoved",
    "PlaceAssistant",
    "PlaceMiner",
    "Played",
    "Redone",
    "Rest",
    "Reveal",
    "RoyalOrder",
    "Rule",
    "Ruleset",
    "Rulings",
    "SaltAmount",
    "SaltMoved",
    "Score",
    "Setup",
    "TileLaid",
    "ToolCard",
    "ToolMoved",
    "ToolReadied",
    "ToolUsed",
    "Transaction",
    "Transition",
    "TurnEnded",
    "TurnStarted",
    "Undone",
    "UseBucket",
    "UseFood",
    "UseRope",
    "VisitCastle",
    "VisitInn",
    "VisitMarket",
    "VisitPumpHouse",
    "VisitTownSquare",
    "VisitWorkshop",
    "WaterMoved",
    "When",
    "__version__",
    "apply",
    "determinize",
    "evolve",
    "fold",
    "format_move",
    "from_dict",
    "from_json",
    "is_legal",
    "json_schema",
    "legal_moves",
    "new_game",
    "objection",
    "open_table",
    "outcomes",
    "parse_move",
    "public_started",
    "register",
    "reveal",
    "to_dict",
    "to_json",
    "transcript",
]
