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

from ._build import is_compiled  # before all others, which it lets Python find in one build or the other

# isort: split

from . import _field_help, _repr
from ._course import CardPile
from ._evolve import evolve, fold, public_started
from ._unavailable import unavailable
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
    CardAwaited,
    CardTurnedUp,
    ChamberRevealed,
    Event,
    GameEnded,
    GameStarted,
    InnMarkerMoved,
    MinersMoved,
    MinersRested,
    MinersTired,
    MomentsPassed,
    MoneyMoved,
    OrderMoved,
    OrderTrackMoved,
    PartChanged,
    PhaseEnded,
    PhaseStarted,
    PileMoved,
    SaltMoved,
    StandardEvent,
    TileLaid,
    ToolMoved,
    ToolReadied,
    ToolUsed,
    TurnEnded,
    TurnStarted,
    WaterMoved,
)
from .extension import Deck, Extension, Reaction
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
    StandardMove,
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
from .rule import Building, ExtrasPart, Notation, Phrase, Question, Rule, Rulings, When
from .ruleset import Ruleset, register
from .score import Score
from .setup import Setup
from .standard import STANDARD
from .state import GameState, Pending
from .versions import LOG_SCHEMA, RULES_REVISION, __version__

if TYPE_CHECKING:
    from . import labels as labels
    from ._chance import Piece, Reveal, open_table, outcomes, reveal
    from ._choices import Choice, choices
    from ._determinize import determinize
    from ._effects import Effects, effects
    from ._playout import playout
    from ._rule_text import RuleText, Ruling
    from ._sensible import sensible_moves
    from ._step import Step
    from ._transcript import transcript
    from .game import Ended, Game, Notice, Played, Redone, Revealed, Undone
    from .log import GameLog
    from .schema import json_schema
    from .serialization import from_dict, from_json, to_dict, to_json
    from .texts import rule_texts

_repr.hand_down()

_LAZY = {
    "Choice": "_choices",
    "Effects": "_effects",
    "Ended": "game",
    "Game": "game",
    "GameLog": "log",
    "Notice": "game",
    "Piece": "_chance",
    "Played": "game",
    "Redone": "game",
    "Reveal": "_chance",
    "Revealed": "game",
    "RuleText": "_rule_text",
    "Ruling": "_rule_text",
    "Step": "_step",
    "Undone": "game",
    "choices": "_choices",
    "determinize": "_determinize",
    "effects": "_effects",
    "from_dict": "serialization",
    "from_json": "serialization",
    "json_schema": "schema",
    "open_table": "_chance",
    "outcomes": "_chance",
    "playout": "_playout",
    "reveal": "_chance",
    "rule_texts": "texts",
    "sensible_moves": "_sensible",
    "to_dict": "serialization",
    "to_json": "serialization",
    "transcript": "_transcript",
}


def __getattr__(name: str) -> Any:
    # These take long to import, most of them for cattrs, and not every program needs them; they come when asked for.
    if name in _LAZY:
        value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
        if isinstance(value, type):
            _field_help.tell_fields(value)
        globals()[name] = value
        return value
    if name == "labels":  # which came with the package from the first version on
        return import_module(".labels", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "LOG_SCHEMA",
    "RULES_REVISION",
    "STANDARD",
    "ActionClosed",
    "ActionPassed",
    "ActionTaken",
    "Building",
    "CardAwaited",
    "CardPile",
    "CardTurnedUp",
    "ChamberRevealed",
    "ChamberTile",
    "Choice",
    "CompleteOrder",
    "Deck",
    "Effects",
    "EndTurn",
    "Ended",
    "Event",
    "Extension",
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
    "MomentsPassed",
    "MoneyMoved",
    "Move",
    "Notation",
    "Notice",
    "Objection",
    "OrderMoved",
    "OrderTrackMoved",
    "PartChanged",
    "Pass",
    "PayPenalty",
    "Pending",
    "PhaseEnded",
    "PhaseStarted",
    "Phrase",
    "Piece",
    "PileMoved",
    "PlaceAssistant",
    "PlaceMiner",
    "Played",
    "Question",
    "Reaction",
    "Redone",
    "Rest",
    "Reveal",
    "Revealed",
    "RoyalOrder",
    "Rule",
    "RuleText",
    "Ruleset",
    "Ruling",
    "Rulings",
    "SaltAmount",
    "SaltMoved",
    "Score",
    "Setup",
    "StandardEvent",
    "StandardMove",
    "Step",
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
    "choices",
    "determinize",
    "effects",
    "evolve",
    "fold",
    "format_move",
    "from_dict",
    "from_json",
    "is_compiled",
    "is_legal",
    "json_schema",
    "legal_moves",
    "new_game",
    "objection",
    "open_table",
    "outcomes",
    "parse_move",
    "playout",
    "public_started",
    "register",
    "reveal",
    "rule_texts",
    "sensible_moves",
    "to_dict",
    "to_json",
    "transcript",
    "unavailable",
]
