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
from ..render.svg_arguments import MOST_MARKS
from ..render.svg_look import PREFIX
from .request_fields import FACT, FORM, LAYOUT, LONGEST_PLACE, MOST_LISTED, THEME, Id, Names, SessionId, Steps


class Request(Message):
    """The base class of all requests."""

    id: Id
    """The client's id for the request, repeated in the answer."""


class PositionedRequest(Request):
    """A request about a session's position, or about a position that the request contains."""

    session: SessionId | None = None
    """The id of the session; None for the position in ``state`` or the default position of the server."""
    state: GameState | None = None
    """
    The position, full or public; None for that of the session, or the server's default: at a table, the current one.
    """
    viewer: Seat | None = None
    """The seat that sees the position; None for the public position. It matters only in games with secrets."""


class SessionRequest(Request):
    """A request about a session."""

    session: SessionId
    """The id of the session, from the answer to the request that started it."""


class InWords(Message):
    """The field of requests whose answers contain words."""

    language: str = "en"
    """The language of the words, such as ``"en"``."""


class _MayBeFull(Message):
    """The field of requests whose answers may contain the full state of a session."""

    full: Flag = False
    """
    Whether the answer contains the full state of the session, with the face-down pieces. Not allowed with ``viewer``.
    """


class HelloRequest(Request, type="hello"):
    """Announce the client's version of the protocol; this must be the first request."""

    protocol: Count
    """The client's version of the protocol. The server refuses every version except its own (``PROTOCOL``)."""
    language: str = "en"
    """The language of the sentences of errors, such as ``"en"``, if the library has words for them."""


class NewGameRequest(Request, type="new_game"):
    """Start a game with the given setup, or with a setup drawn from the seed (by default, a random seed)."""

    players: Names
    """The players' names by seat."""
    seed: Number | None = None
    """The seed from which the setup is drawn; None for a setup that nobody can predict. Not allowed with ``setup``."""
    setup: Setup | None = None
    """The setup of the game; None to draw one."""
    ruleset: Ruleset | None = None
    """The rules of the game; None for the rules of the server."""
    full: Flag = False
    """Whether the answer contains the full state, with the face-down pieces."""


class OpenTableRequest(Request, type="open_table"):
    """Start a game whose pieces lie on a real table."""

    players: Names
    """The players' names by seat."""
    start_seat: Seat = 0
    """The seat of the starting player, counted from 0."""
    ruleset: Ruleset | None = None
    """The rules of the game; None for the rules of the server."""


class LoadRequest(Request, type="load"):
    """Resume a game from the lines of its log, or from a position, which has no log."""

    lines: tuple[str, ...] | None = None
    """The lines of the log without their newlines; None to start from ``state``."""
    state: GameState | None = None
    """The position, full or public; None to read ``lines``."""
    full: Flag = False
    """Whether the answer contains the full state, with the face-down pieces that the log or the position names."""
    recover: Flag = False
    """Whether to load only the lines before the first damaged one if a line after the header is damaged."""


class PositionRequest(_MayBeFull, PositionedRequest, type="position"):
    """Ask for a position and the scores."""


class LegalMovesRequest(PositionedRequest, type="legal_moves"):
    """Ask for at most *most* legal moves, starting with move number *first*, counted from 0."""

    kind: MoveType | None = None
    """The type of the moves to list; None for all types."""
    source: str | None = None
    """Only moves that have this ``source`` or take effect in this ``chamber`` are listed; None for all moves."""
    target: str | None = None
    """Only moves that have this ``target`` or concern this building are listed; None for all moves."""
    first: Count = 0
    """The number of the first move of the page, counted from 0."""
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED
    """The maximum number of moves on the page."""


class SensibleMovesRequest(PositionedRequest, type="sensible_moves"):
    """Ask for the legal moves, except moves that obviously waste something."""

    first: Count = 0
    """The number of the first move of the page, counted from 0."""
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED
    """The maximum number of moves on the page."""


class ChoicesRequest(PositionedRequest, type="choices"):
    """Ask for the next question about the move to make, after the answers in *taken*."""

    # Which answers are valid depends on the position, so they are checked when the choice takes them.
    taken: tuple[Any, ...] = ()
    """
    The answers so far: ``taken`` of the previous answer, and a pair of its question and your answer. Empty at first.
    """
    usual: Flag = False
    """Whether the server answers questions for you until one has no usual answer."""


class QuestionRequest(InWords, PositionedRequest, type="question"):
    """Ask for the next question, as ``choices`` does, but in words. Each answer has its place, price and effects."""

    taken: tuple[Any, ...] = ()
    """The answers so far: ``taken`` of the offer that the player chose. Empty at first."""


class AtPlaceRequest(InWords, PositionedRequest, type="at_place"):
    """Ask what the player can do at a place of the picture, or why nothing is possible there."""

    place: Annotated[str, Within(1, LONGEST_PLACE)]
    """The id of the place: ``data-place`` of an element of the picture, such as ``"S1"`` or ``"workshop:2"``."""


class ApplyRequest(_MayBeFull, PositionedRequest, type="apply"):
    """Make a move. A session records the move. If the request contains a position, the result is only returned."""

    move: Move
    """The move to make."""


class RevealRequest(PositionedRequest, type="reveal"):
    """Report the piece that was turned up, or the tile that the viewer has seen alone."""

    piece: ChamberTile | RoyalOrder | Annotated[str, TOOL_OR_CARD]
    """The piece: a tile, a royal order, or the id of a tool, an extension's card or a die's face."""


class UndoRequest(_MayBeFull, SessionRequest, type="undo"):
    """Undo the last move, or everything after the first *to* moves and revealed pieces."""

    to: Count | None = None
    """The number of moves and revealed pieces that remain; None to undo only the last one."""
    viewer: Seat | None = None
    """The seat whose view the answer contains; None for the public state."""


class RedoRequest(_MayBeFull, SessionRequest, type="redo"):
    """Redo the next undone move."""

    viewer: Seat | None = None
    """The seat whose view the answer contains; None for the public state."""


class EndRequest(SessionRequest, type="end"):
    """End a game by agreement."""

    reason: Annotated[str, Within(1, LONGEST_REASON)]
    """Why the game ends; the log records it."""


class LogRequest(SessionRequest, type="log"):
    """
    Ask for at most *most* lines of a session's log, starting with line *first*.

    The log is public, unless *full* is set or *viewer* names a seat that may also read its own secrets.
    """

    first: Count = 0
    """The number of the first line, counted from 0; line 0 is the header."""
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED
    """The maximum number of lines."""
    full: Flag = False
    """
    Whether the log is complete, with the face-down pieces and the secrets of all seats. Not allowed with ``viewer``.
    """
    viewer: Seat | None = None
    """The seat whose ``secret`` lines the public log also contains; None for none."""


class CloseRequest(SessionRequest, type="close"):
    """Close a session, which the server then forgets."""


class EffectsRequest(PositionedRequest, type="effects"):
    """Ask for the effects of a move."""

    move: Move
    """The move, which must be legal."""


class ObjectionRequest(InWords, PositionedRequest, type="objection"):
    """Ask why a move is not legal."""

    move: Move
    """The move to check."""


class UnavailableRequest(InWords, PositionedRequest, type="unavailable"):
    """Ask which kinds of move are not possible, and why."""


class OutcomesRequest(PositionedRequest, type="outcomes"):
    """Ask which pieces may be turned up next, and how probable each one is."""


class DeterminizeRequest(PositionedRequest, type="determinize"):
    """Ask for a full position that is consistent with the public position, drawn from the seed."""

    seed: Number
    """The seed from which the face-down pieces are drawn; the same seed draws the same pieces."""


class FactRequest(PositionedRequest, type="fact"):
    """Ask for a fact. Besides the fact's name, pass exactly the fields that its function takes."""

    # The other fields are the fields of all facts together. _fact() refuses a field that the fact does not take.
    fact: Annotated[str, FACT]
    """The name of the fact. The page about facts explains each one and its fields."""
    chamber: ChamberId | None = None
    """The chamber, for ``strength`` and ``toll``."""
    seat: Seat | None = None
    """The seat, for facts about a player; None for the seat whose turn it is."""
    slot: Slot | None = None
    """The slot of the workshop, for ``tool_price``, counted from 0; slot 0 is the cheapest."""
    kind: KindOfSalt | None = None
    """The kind of salt, for ``buying_price`` and ``selling_price``."""
    commercial_privilege: Flag | None = None
    """Whether the player uses this tool, for ``buying_price`` and ``selling_price``; None means no."""
    water: Count | None = None
    """The number of water cubes, for ``pumping_price``, at least 1."""
    pickaxes: Count | None = None
    """The number of pickaxes that the player uses, for ``strength``; None means 0."""
    source: str | None = None
    """The place that the miner leaves, for ``reachable_spaces``; None means ``"stock"``."""


class SvgRequest(InWords, PositionedRequest, type="svg"):
    """Ask for a picture."""

    layout: Annotated[str, LAYOUT] = "wide"
    """The parts of the table that the picture shows, and their arrangement."""
    size: Count | None = None
    """The width in pixels; None for the natural width of the layout. The height is proportional."""
    theme: Annotated[str, THEME] = "light"
    """The name of the theme, which sets the colours."""
    # All requests share the default value, so it is immutable.
    colours: Mapping[str, Any] = MappingProxyType({})
    """Colours that replace those of the theme, by name, each written as ``#rrggbb``."""
    last: Steps | None = None
    """The number of the session's last moves to mark and describe; 0 only leaves room for words, and None does not."""
    highlight: Move | None = None
    """A legal move whose places the picture marks; None for no move."""
    targets_of: str | None = None
    """A source: the picture marks the places that a miner can legally reach from there. None marks no places."""
    arrows: Annotated[tuple[Arrow, ...], Within(0, MOST_MARKS)] = ()
    """Arrows to draw on top of the picture."""
    fill: Mapping[str, str] = MappingProxyType({})
    """Colours by the place that they fill, each written as ``#rrggbb``."""
    seat: Seat | None = None
    """The seat whose panel is first; None means seat 0."""
    title: Flag = True
    """Whether the head contains the game's name."""
    legend: Flag = True
    """Whether the foot explains the drawings."""
    coordinates: Flag = True
    """Whether the spaces of the mine show their ids."""
    properties: Flag = True
    """Whether colours are CSS custom properties, such as ``var(--ms-room,#f6ead3)``, which a page can set."""
    prefix: str = PREFIX
    """The prefix of all ids of elements. Use different prefixes for several pictures on one page."""


class TextRequest(InWords, PositionedRequest, type="text"):
    """Ask for the table as text."""

    width: Count = 80
    """The number of columns; fewer than 80 count as 80."""
    last: Steps | None = None
    """The number of the session's last moves whose results the text describes; None describes none."""
    legend: Flag = False
    """Whether a legend below the table explains the marks."""
    form: Annotated[str, FORM] = "full"
    """``"full"``, or ``"short"`` for a table of at most 23 lines."""


class MovesInWordsRequest(InWords, PositionedRequest, type="moves_in_words"):
    """Ask for descriptions of moves in words."""

    moves: Annotated[tuple[Move, ...], Within(0, MOST_LISTED)]
    """The moves, which must be legal."""


class StepInWordsRequest(InWords, PositionedRequest, type="step_in_words"):
    """Ask for sentences about a move and its results; without *move*, about the last move of the session."""

    move: Move | None = None
    """The move, which must be legal; None for the last move of the session."""


class LabelsRequest(InWords, Request, type="labels"):
    """Ask for the names of pieces, buildings, tools, moves and headings by id."""

    keys: Annotated[tuple[str, ...], Within(0, MOST_LISTED)]
    """The ids, such as ``"workshop"`` or ``"place_miner"``."""
    ruleset: Ruleset | None = None
    """
    The rules, whose extensions can have names of their own; None for the rules of the server or, at a table, of its
    game.
    """


class ObjectionInWordsRequest(InWords, Request, type="objection_in_words"):
    """Ask for an objection in words."""

    objection: Objection
    """The objection."""
    ruleset: Ruleset | None = None
    """The rules of the game; None for the rules of the server or, at a table, of its game."""


class RuleTextsRequest(InWords, Request, type="rule_texts"):
    """Ask for the texts of all rules, or of the rules with the given ids."""

    rules: tuple[str, ...] | None = None
    """The ids of the rules, such as ``"CASTLE-4"``; None for all rules."""
    ruleset: Ruleset | None = None
    """The rules, whose numbers are in the texts; None for the rules of the server or, at a table, of its game."""
