"""
A rules engine for the board game Magnum Sal: states, legal moves, events.

>>> import magnum_sal as ms
>>> state = ms.new_game(["Ada", "Ben"], seed=7)
>>> move = ms.legal_moves(state)[0]
>>> move
PlaceMiner(source='stock', target='S1')
>>> state, events = ms.apply(state, move)

Where to begin:

- ``new_game``, ``legal_moves``, ``sensible_moves``, ``objection``, ``apply``, ``GameState``: positions and moves
- ``Game``: a game in hand, with undo, a log and listeners
- ``choices``, ``effects``, ``unavailable``, ``rule_texts``: what a front end asks
- ``format_move``, ``parse_move``, ``to_json``, ``from_json``: moves as text, everything as JSON
- ``open_table``, ``outcomes``, ``reveal``, ``determinize``: what is face down, and chance
- ``render``: pictures; ``labels``: words; ``facts``: prices and reach; ``bots``, ``arena``; ``testing``

All public names and modules can be named without a further import, as in ``ms.render.text(state)``; ``dir(ms)`` lists
them. What begins with an underscore is private.
"""

from typing import TYPE_CHECKING

from ._build import is_compiled  # before all others, which it lets Python find in one build or the other

# isort: split

from . import _offering, _repr
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
    from . import arena as arena
    from . import bots as bots
    from . import box as box
    from . import cli as cli
    from . import engine as engine
    from . import errors as errors
    from . import events as events
    from . import extension as extension
    from . import facts as facts
    from . import fields as fields
    from . import game as game
    from . import installed as installed
    from . import labels as labels
    from . import log as log
    from . import mine as mine
    from . import moves as moves
    from . import notation as notation
    from . import pieces as pieces
    from . import render as render
    from . import rule as rule
    from . import rules as rules
    from . import ruleset as ruleset
    from . import schema as schema
    from . import score as score
    from . import serialization as serialization
    from . import serve as serve
    from . import setup as setup
    from . import shown as shown
    from . import standard as standard
    from . import state as state
    from . import switches as switches
    from . import terminal as terminal
    from . import testing as testing
    from . import texts as texts
    from . import validators as validators
    from . import versions as versions
    from . import web as web
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

_LATE = {
    "_chance": ("Piece", "Reveal", "open_table", "outcomes", "reveal"),
    "_choices": ("Choice", "choices"),
    "_determinize": ("determinize",),
    "_effects": ("Effects", "effects"),
    "_playout": ("playout",),
    "_rule_text": ("RuleText", "Ruling"),
    "_sensible": ("sensible_moves",),
    "_step": ("Step",),
    "_transcript": ("transcript",),
    "game": ("Ended", "Game", "Notice", "Played", "Redone", "Revealed", "Undone"),
    "log": ("GameLog",),
    "schema": ("json_schema",),
    "serialization": ("from_dict", "from_json", "to_dict", "to_json"),
    "texts": ("rule_texts",),
}
"""What takes long to import, most of it for cattrs, and not every program needs: by module its names."""

_MODULES = (
    "arena", "bots", "box", "cli", "engine", "errors", "events", "extension", "facts", "fields", "game",
    "installed", "labels", "log", "mine", "moves", "notation", "pieces", "render", "rule", "rules", "ruleset",
    "schema", "score", "serialization", "serve", "setup", "shown", "standard", "state", "switches",
    "terminal", "testing", "texts", "validators", "versions", "web",
)  # fmt: skip
"""The public modules, which can be named without an import of their own."""

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

if not TYPE_CHECKING:  # where a checker saw a `__getattr__`, it would take any name for one of ours
    __getattr__, __dir__ = _offering.offering(__name__, __all__, late=_LATE, modules=_MODULES)
