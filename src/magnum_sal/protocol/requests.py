"""What can be asked of a server: one class a request, whose fields are those of its JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias, get_args

from ..errors import Objection
from ..model.fields import BySeat, ChamberId, Count, Flag, KindOfSalt, MoveType, Number, Seat, Slot
from ..model.meaning import TOOL_OR_CARD, Meaning, Within
from ..model.moves import Move
from ..model.pieces import ChamberTile, RoyalOrder
from ..model.player_names import LONGEST_NAME
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState
from ..queries import facts
from ..record.log.entries import LONGEST_REASON
from ..record.serialization.shapes import Message
from ..render import Arrow, Form, LayoutName, ThemeName
from ..render.board_facts import MOST_STEPS
from ..render.svg_look import PREFIX

LONGEST_ID: Final = 100
"""Characters of a request's id, at most."""

LONGEST_PLACE: Final = 100
"""Characters of a place, at most."""

MOST_LISTED: Final = 1000
"""Moves, lines of a log and words of one answer, at most; longer lists are asked for page by page."""

FACTS: Final = tuple(name for name in facts.__all__ if name != facts.MinersHere.__name__)
"""The facts that can be asked for: the functions of ``magnum_sal.queries.facts``."""


def _one_of(noun: str, names: tuple[str, ...]) -> Meaning:
    """Return the meaning of a field with one of these names."""
    return Meaning(
        noun, f"a {noun} ({', '.join(names)})", lambda value: type(value) is str and value in names, lambda _: names
    )


_FACT: Final = _one_of("fact", FACTS)
_LAYOUT: Final = _one_of("layout", get_args(LayoutName))
_THEME: Final = _one_of("theme", get_args(ThemeName))
_FORM: Final = _one_of("form", get_args(Form))

Id: TypeAlias = Annotated[str, Within(1, LONGEST_ID)] | Count
"""What a client calls a request, which the answer repeats: a text of 1 to 100 characters, or a count."""
_SessionId: TypeAlias = Annotated[str, Within(1, LONGEST_ID)]
_Steps: TypeAlias = Annotated[int, Within(0, MOST_STEPS)]
"""How many of a session's last moves are shown."""
_Names: TypeAlias = BySeat[Annotated[str, Within(1, LONGEST_NAME)]]


class Request(Message):
    """What all requests have."""

    id: Id
    """What the client calls it, so that it knows the answer again."""


class _PositionRequest(Request):
    """A request about a position: that of a session, or the one that is sent along."""

    session: _SessionId | None = None
    state: GameState | None = None


class _SessionRequest(Request):
    """A request about a session."""

    session: _SessionId


class HelloRequest(Request, type="hello"):
    """The first request: which version of the protocol the client speaks."""

    protocol: Count


class NewGameRequest(Request, type="new_game"):
    """Begin a game; the setup is drawn by the seed, or by nothing that anybody knows, or given."""

    players: _Names
    seed: Number | None = None
    setup: Setup | None = None
    ruleset: Ruleset | None = None
    full: Flag = False


class OpenTableRequest(Request, type="open_table"):
    """Begin a game whose pieces lie on a real table."""

    players: _Names
    start_seat: Seat = 0
    ruleset: Ruleset | None = None


class LoadRequest(Request, type="load"):
    """Go on with a game: from the lines of its log, or from a position, which has no log."""

    lines: tuple[str, ...] | None = None
    state: GameState | None = None
    full: Flag = False


class PositionRequest(_PositionRequest, type="position"):
    """Ask for the position of a session, and for the standing."""

    full: Flag = False


class LegalMovesRequest(_PositionRequest, type="legal_moves"):
    """Ask for legal moves: *most* of them from the one numbered *first*, counted from 0."""

    kind: MoveType | None = None
    source: str | None = None
    target: str | None = None
    first: Count = 0
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED


class SensibleMovesRequest(_PositionRequest, type="sensible_moves"):
    """Ask for the legal moves without those that plainly waste something."""

    first: Count = 0
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED


class ChoicesRequest(_PositionRequest, type="choices"):
    """Ask the next question about the move to make, after the answers in *taken*; with *usual* after the usual ones."""

    taken: tuple[Any, ...] = ()
    usual: Flag = False


class QuestionRequest(_PositionRequest, type="question"):
    """Ask the same as ``choices`` does, told in words: each answer with its place, its price and what it brings."""

    taken: tuple[Any, ...] = ()
    language: str = "en"


class AtPlaceRequest(_PositionRequest, type="at_place"):
    """Ask what can be done at a place of the picture, or why nothing can."""

    place: Annotated[str, Within(1, LONGEST_PLACE)]
    language: str = "en"


class ApplyRequest(_PositionRequest, type="apply"):
    """Make a move: in a session it is recorded, from a position that is sent along only what comes of it is told."""

    move: Move
    full: Flag = False


class RevealRequest(_PositionRequest, type="reveal"):
    """Say which piece was turned up."""

    piece: ChamberTile | RoyalOrder | Annotated[str, TOOL_OR_CARD]


class UndoRequest(_SessionRequest, type="undo"):
    """Take back the last move, or all after the first *to*."""

    to: Count | None = None
    full: Flag = False


class RedoRequest(_SessionRequest, type="redo"):
    """Make the next move again that was taken back."""

    full: Flag = False


class EndRequest(_SessionRequest, type="end"):
    """End a game by agreement."""

    reason: Annotated[str, Within(1, LONGEST_REASON)]


class LogRequest(_SessionRequest, type="log"):
    """Ask for lines of a session's log, the public one unless *full*: *most* of them from the one numbered *first*."""

    first: Count = 0
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED
    full: Flag = False


class CloseRequest(_SessionRequest, type="close"):
    """Forget a session."""


class EffectsRequest(_PositionRequest, type="effects"):
    """Ask what a move brings."""

    move: Move


class ObjectionRequest(_PositionRequest, type="objection"):
    """Ask what speaks against a move."""

    move: Move
    language: str = "en"


class UnavailableRequest(_PositionRequest, type="unavailable"):
    """Ask which kinds of move cannot be made, and why."""

    language: str = "en"


class OutcomesRequest(_PositionRequest, type="outcomes"):
    """Ask which pieces can be the one that waits to be turned up, and how likely each is."""


class DeterminizeRequest(_PositionRequest, type="determinize"):
    """Ask for a full position that agrees with what is known, drawn by the seed."""

    seed: Number


class FactRequest(_PositionRequest, type="fact"):
    """Ask for a fact; beside its name the fields that its function takes, and no others."""

    fact: Annotated[str, _FACT]
    chamber: ChamberId | None = None
    seat: Seat | None = None
    slot: Slot | None = None
    kind: KindOfSalt | None = None
    commercial_privilege: Flag | None = None
    water: Count | None = None
    pickaxes: Count | None = None
    source: str | None = None


class SvgRequest(_PositionRequest, type="svg"):
    """
    Ask for a picture; with *last* what so many last moves of the session brought is marked and told.

    *colours* take the place of the theme's own.
    """

    layout: Annotated[str, _LAYOUT] = "wide"
    size: Count | None = None
    theme: Annotated[str, _THEME] = "light"
    colours: Mapping[str, Any] = MappingProxyType({})
    language: str = "en"
    last: _Steps | None = None
    highlight: Move | None = None
    targets_of: str | None = None
    arrows: tuple[Arrow, ...] = ()
    fill: Mapping[str, str] = MappingProxyType({})
    seat: Seat | None = None
    title: Flag = True
    legend: Flag = True
    coordinates: Flag = True
    properties: Flag = True
    prefix: str = PREFIX


class TextRequest(_PositionRequest, type="text"):
    """
    Ask for the table as text; with *last* what so many last moves of the session brought is told.

    *form* ``"short"`` has at most 23 lines, with *legend* the marks are explained below the table.
    """

    width: Count = 80
    language: str = "en"
    last: _Steps | None = None
    legend: Flag = False
    form: Annotated[str, _FORM] = "full"


class MovesInWordsRequest(_PositionRequest, type="moves_in_words"):
    """Ask how moves are told."""

    moves: Annotated[tuple[Move, ...], Within(0, MOST_LISTED)]
    language: str = "en"


class StepInWordsRequest(_PositionRequest, type="step_in_words"):
    """Ask what came of a move, as sentences; of the last one of a session where no *move* is given."""

    move: Move | None = None
    language: str = "en"


class LabelsRequest(Request, type="labels"):
    """Ask for the words for ids of pieces, buildings, tools, moves and headings."""

    keys: Annotated[tuple[str, ...], Within(0, MOST_LISTED)]
    language: str = "en"
    ruleset: Ruleset | None = None


class ObjectionInWordsRequest(Request, type="objection_in_words"):
    """Ask how an objection is told."""

    objection: Objection
    language: str = "en"
    ruleset: Ruleset | None = None


class RuleTextsRequest(Request, type="rule_texts"):
    """Ask what the rules say: all of them, or those of these ids."""

    rules: tuple[str, ...] | None = None
    language: str = "en"
    ruleset: Ruleset | None = None
