"""The requests to a server: one class per request, with the same fields as its JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from ..errors import Objection
from ..model.fields import ChamberId, Count, Flag, KindOfSalt, MoveType, Number, Seat, Slot
from ..model.meaning import TOOL_OR_CARD, Within
from ..model.moves import Move
from ..model.pieces import ChamberTile, RoyalOrder
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState
from ..record.log.entries import LONGEST_REASON
from ..record.serialization.shapes import Message
from ..render import Arrow
from ..render.svg_look import PREFIX
from .request_fields import FACT, FORM, LAYOUT, LONGEST_PLACE, MOST_LISTED, THEME, Id, Names, SessionId, Steps


class Request(Message):
    """The base class of all requests."""

    id: Id
    """The client's id for the request, repeated in the answer."""


class PositionedRequest(Request):
    """A request about a session's position, or about a position that the request contains."""

    session: SessionId | None = None
    state: GameState | None = None
    viewer: Seat | None = None
    """The seat that sees the position; None for the public position. It matters only in games with secrets."""


class _SessionRequest(Request):
    """A request about a session."""

    session: SessionId


class HelloRequest(Request, type="hello"):
    """
    Announce the client's version of the protocol; this must be the first request.

    The sentences of errors are in ``language`` if the library has words for them.
    """

    protocol: Count
    language: str = "en"


class NewGameRequest(Request, type="new_game"):
    """Start a game with the given setup, or with a setup drawn from the seed (by default, a random seed)."""

    players: Names
    seed: Number | None = None
    setup: Setup | None = None
    ruleset: Ruleset | None = None
    full: Flag = False


class OpenTableRequest(Request, type="open_table"):
    """Start a game whose pieces lie on a real table."""

    players: Names
    start_seat: Seat = 0
    ruleset: Ruleset | None = None


class LoadRequest(Request, type="load"):
    """Resume a game from the lines of its log, or from a position, which has no log."""

    lines: tuple[str, ...] | None = None
    state: GameState | None = None
    full: Flag = False


class PositionRequest(PositionedRequest, type="position"):
    """Ask for a position and the scores."""

    full: Flag = False


class LegalMovesRequest(PositionedRequest, type="legal_moves"):
    """Ask for at most *most* legal moves, starting with move number *first*, counted from 0."""

    kind: MoveType | None = None
    source: str | None = None
    target: str | None = None
    first: Count = 0
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED


class SensibleMovesRequest(PositionedRequest, type="sensible_moves"):
    """Ask for the legal moves, except moves that obviously waste something."""

    first: Count = 0
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED


class ChoicesRequest(PositionedRequest, type="choices"):
    """
    Ask for the next question about the move to make, after the answers in *taken*.

    With *usual*, the server then answers questions itself until one has no usual answer.
    """

    # Which answers are valid depends on the position, so they are checked when the choice takes them.
    taken: tuple[Any, ...] = ()
    usual: Flag = False


class QuestionRequest(PositionedRequest, type="question"):
    """Ask for the next question, as ``choices`` does, but in words. Each answer has its place, price and effects."""

    taken: tuple[Any, ...] = ()
    language: str = "en"


class AtPlaceRequest(PositionedRequest, type="at_place"):
    """Ask what the player can do at a place of the picture, or why nothing is possible there."""

    place: Annotated[str, Within(1, LONGEST_PLACE)]
    language: str = "en"


class ApplyRequest(PositionedRequest, type="apply"):
    """Make a move. A session records the move. If the request contains a position, the result is only returned."""

    move: Move
    full: Flag = False


class RevealRequest(PositionedRequest, type="reveal"):
    """Report the piece that was turned up, or the tile that the viewer has seen alone."""

    piece: ChamberTile | RoyalOrder | Annotated[str, TOOL_OR_CARD]


class UndoRequest(_SessionRequest, type="undo"):
    """Undo the last move, or everything after the first *to* moves and revealed pieces."""

    to: Count | None = None
    full: Flag = False
    viewer: Seat | None = None


class RedoRequest(_SessionRequest, type="redo"):
    """Redo the next undone move."""

    full: Flag = False
    viewer: Seat | None = None


class EndRequest(_SessionRequest, type="end"):
    """End a game by agreement."""

    reason: Annotated[str, Within(1, LONGEST_REASON)]


class LogRequest(_SessionRequest, type="log"):
    """
    Ask for at most *most* lines of a session's log, starting with line *first*.

    The log is public, unless *full* is set or *viewer* names a seat that may also read its own secrets.
    """

    first: Count = 0
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED
    full: Flag = False
    viewer: Seat | None = None


class CloseRequest(_SessionRequest, type="close"):
    """Close a session, which the server then forgets."""


class EffectsRequest(PositionedRequest, type="effects"):
    """Ask for the effects of a move."""

    move: Move


class ObjectionRequest(PositionedRequest, type="objection"):
    """Ask why a move is not legal."""

    move: Move
    language: str = "en"


class UnavailableRequest(PositionedRequest, type="unavailable"):
    """Ask which kinds of move are not possible, and why."""

    language: str = "en"


class OutcomesRequest(PositionedRequest, type="outcomes"):
    """Ask which pieces may be turned up next, and how probable each one is."""


class DeterminizeRequest(PositionedRequest, type="determinize"):
    """Ask for a full position that is consistent with the public position, drawn from the seed."""

    seed: Number


class FactRequest(PositionedRequest, type="fact"):
    """Ask for a fact. Besides the fact's name, pass exactly the fields that its function takes."""

    # The other fields are the fields of all facts together. _fact() refuses a field that the fact does not take.
    fact: Annotated[str, FACT]
    chamber: ChamberId | None = None
    seat: Seat | None = None
    slot: Slot | None = None
    kind: KindOfSalt | None = None
    commercial_privilege: Flag | None = None
    water: Count | None = None
    pickaxes: Count | None = None
    source: str | None = None


class SvgRequest(PositionedRequest, type="svg"):
    """
    Ask for a picture. *last* is how many of the session's most recent moves the picture marks and describes.

    *colours* override the colours of the theme.
    """

    layout: Annotated[str, LAYOUT] = "wide"
    size: Count | None = None
    theme: Annotated[str, THEME] = "light"
    # All requests share the default value, so it is immutable.
    colours: Mapping[str, Any] = MappingProxyType({})
    language: str = "en"
    last: Steps | None = None
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


class TextRequest(PositionedRequest, type="text"):
    """
    Ask for the table as text. *last* is the number of the session's last moves whose results the text describes.

    With *form* ``"short"``, the text has at most 23 lines. With *legend*, a legend below the table explains the marks.
    """

    width: Count = 80
    language: str = "en"
    last: Steps | None = None
    legend: Flag = False
    form: Annotated[str, FORM] = "full"


class MovesInWordsRequest(PositionedRequest, type="moves_in_words"):
    """Ask for descriptions of moves in words."""

    moves: Annotated[tuple[Move, ...], Within(0, MOST_LISTED)]
    language: str = "en"


class StepInWordsRequest(PositionedRequest, type="step_in_words"):
    """Ask for sentences about a move and its results; without *move*, about the last move of the session."""

    move: Move | None = None
    language: str = "en"


class LabelsRequest(Request, type="labels"):
    """Ask for the names of pieces, buildings, tools, moves and headings by id."""

    keys: Annotated[tuple[str, ...], Within(0, MOST_LISTED)]
    language: str = "en"
    ruleset: Ruleset | None = None


class ObjectionInWordsRequest(Request, type="objection_in_words"):
    """Ask for an objection in words."""

    objection: Objection
    language: str = "en"
    ruleset: Ruleset | None = None


class RuleTextsRequest(Request, type="rule_texts"):
    """Ask for the texts of all rules, or of the rules with the given ids."""

    rules: tuple[str, ...] | None = None
    language: str = "en"
    ruleset: Ruleset | None = None
