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
- ``Game``: a mutable game with undo, a log and listeners
- ``choices``, ``effects``, ``why_not``, ``rule_texts``: queries for front ends
- ``format_move``, ``parse_move``, ``to_json``, ``from_json``: moves as text, everything as JSON
- ``open_table``, ``outcomes``, ``reveal``, ``determinize``: face-down pieces and chance
- ``render``: pictures; ``words``: descriptions; ``queries.facts``: prices and reach; ``bots``, ``arena``; ``testing``

You can use all public names and subpackages without a further import, as in ``ms.render.text(state)``. ``dir(ms)``
lists them. Names that begin with an underscore are private.
"""

from typing import TYPE_CHECKING

from ._internal.build import is_compiled  # first, because it decides which build the other modules come from

# isort: split

from ._internal import lazy_names
from ._internal.versions import LOG_SCHEMA, RULES_REVISION, __version__
from .engine.evolve import evolve, fold
from .engine.steps import Step, Transition
from .engine.transitions import apply, is_legal, legal_moves, new_game, objection
from .errors import (
    ExtensionError,
    HiddenPieceError,
    IllegalMoveError,
    LogError,
    MagnumSalError,
    MalformedError,
    MissingExtraError,
    MisuseError,
    Objection,
)
from .model.events import Event
from .model.moves import (
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
from .model.pieces import ChamberTile, RoyalOrder, SaltAmount, SaltBalance, ToolCard
from .model.ruleset import Ruleset
from .model.ruleset_registry import register
from .model.score import Score
from .model.setup import Setup
from .model.state import GameState, Pending
from .queries.why_not import why_not
from .record.notation import format_move, parse_move
from .render import reprs
from .rules.standard import STANDARD

if TYPE_CHECKING:
    # ``as`` tells type checkers that these names are public (PEP 484). They are imported on first use.
    from . import arena as arena
    from . import bots as bots
    from . import cli as cli
    from . import engine as engine
    from . import envs as envs
    from . import errors as errors
    from . import model as model
    from . import protocol as protocol
    from . import queries as queries
    from . import record as record
    from . import render as render
    from . import rules as rules
    from . import testing as testing
    from . import web as web
    from . import words as words
    from .engine.chance import Piece, Reveal, open_table, outcomes, reveal
    from .engine.determinize import determinize
    from .engine.playout import playout
    from .model.rule_text import RuleText, Ruling
    from .queries.answer_space import Answer, answers_of
    from .queries.choices import Choice, choices
    from .queries.effects import Effects, effects
    from .queries.sensible import sensible_moves
    from .record.game import Ended, Game, LookNoted, Notice, Played, Redone, Revealed, Undone
    from .record.log import GameLog
    from .record.schema import json_schema
    from .record.serialization import from_dict, from_json, to_dict, to_json
    from .render.transcript import transcript
    from .words.rule_texts import rule_texts

# States and objections cannot import the functions that display them, because those are in higher rooms. So these
# functions are registered here.
reprs.register_reprs()

_LATE = {
    "engine.chance": ("Piece", "Reveal", "open_table", "outcomes", "reveal"),
    "engine.determinize": ("determinize",),
    "engine.playout": ("playout",),
    "model.rule_text": ("RuleText", "Ruling"),
    "queries.answer_space": ("Answer", "answers_of"),
    "queries.choices": ("Choice", "choices"),
    "queries.effects": ("Effects", "effects"),
    "queries.sensible": ("sensible_moves",),
    "record.game": ("Ended", "Game", "LookNoted", "Notice", "Played", "Redone", "Revealed", "Undone"),
    "record.log": ("GameLog",),
    "record.schema": ("json_schema",),
    "record.serialization": ("from_dict", "from_json", "to_dict", "to_json"),
    "render.transcript": ("transcript",),
    "words.rule_texts": ("rule_texts",),
}
"""Names in modules that are slow to import, mostly because of cattrs, and often not needed."""

_ROOMS = (
    "arena", "bots", "cli", "engine", "envs", "errors", "lessons", "mcp", "model", "protocol", "queries", "record",
    "render", "rules", "testing", "web", "words",
)  # fmt: skip
"""The public subpackages, usable without a further import."""

__all__ = [
    "LOG_SCHEMA",
    "RULES_REVISION",
    "STANDARD",
    "Answer",
    "ChamberTile",
    "Choice",
    "CompleteOrder",
    "Effects",
    "EndTurn",
    "Ended",
    "Event",
    "ExtensionError",
    "ExtractSalt",
    "Game",
    "GameLog",
    "GameState",
    "HiddenPieceError",
    "IllegalMoveError",
    "LogError",
    "LookNoted",
    "MagnumSalError",
    "MalformedError",
    "MissingExtraError",
    "MisuseError",
    "Move",
    "Notice",
    "Objection",
    "Pass",
    "PayPenalty",
    "Pending",
    "Piece",
    "PlaceAssistant",
    "PlaceMiner",
    "Played",
    "Redone",
    "Rest",
    "Reveal",
    "Revealed",
    "RoyalOrder",
    "RuleText",
    "Ruleset",
    "Ruling",
    "SaltAmount",
    "SaltBalance",
    "Score",
    "Setup",
    "StandardMove",
    "Step",
    "ToolCard",
    "Transaction",
    "Transition",
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
    "__version__",
    "answers_of",
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
    "register",
    "reveal",
    "rule_texts",
    "sensible_moves",
    "to_dict",
    "to_json",
    "transcript",
    "why_not",
]

if not TYPE_CHECKING:  # a type checker that saw a `__getattr__` would accept every name
    __getattr__, __dir__ = lazy_names.offering(__name__, __all__, late=_LATE, modules=_ROOMS)
