"""The answers of a server: one class per answer, with the same fields as its JSON object."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import attrs

from ..errors import Objection
from ..errors.messages import LONGEST_MESSAGE
from ..model.events import Event
from ..model.fields import BySeat, Count, Flag, MoveType, Seat
from ..model.meaning import TOOL_OR_CARD, Meaning, Within
from ..model.moves import Move
from ..model.pieces import ChamberTile, RoyalOrder
from ..model.rule_text import RuleText
from ..model.score import Score
from ..model.state import GameState
from ..queries.effects import Effects
from ..record.schema import object_schema
from ..record.serialization.shapes import Message, Plain
from ..render import Box
from .request_fields import Id

CODES: Final = (
    "not_json",
    "too_long",
    "malformed",
    "unknown_request",
    "no_hello",
    "unknown_protocol",
    "unknown_session",
    "too_many",
    "illegal_move",
    "hidden_piece",
    "bad_log",
    "misuse",
    "internal",
)
"""The error codes. The protocol page explains them."""

TAKEN: Final = Plain({"type": "array", "items": {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}})
"""Pairs of a question and its answer."""
PlainTaken: TypeAlias = Annotated[Any, TAKEN]
PlainAnswers: TypeAlias = Annotated[Any, Plain({"type": "array", "items": {}})]
PlainAnswer: TypeAlias = Annotated[Any, Plain({})]
_SIDES: Final = [field.name for field in attrs.fields(Box)]
PlainPlaces: TypeAlias = Annotated[
    Any,
    Plain(
        {
            "type": "object",
            "additionalProperties": object_schema({side: {"type": "number"} for side in _SIDES}, _SIDES),
        },
        Box,
    ),
]
"""Rectangles by place."""

_CODE: Final = Meaning("code", "a code", lambda value: value in CODES, lambda _: CODES)


class Answer(Message):
    """The base class of all answers."""

    id: Id
    """The id of the request."""


class ErrorAnswer(Message, type="error"):
    """The request failed and changed nothing."""

    id: Id | None
    """The id of the request; None if the id could not be read."""
    code: Annotated[str, _CODE]
    """The kind of error. The page about the protocol explains the codes."""
    sentence: Annotated[str, Within(1, LONGEST_MESSAGE)]
    """An explanation for people, as one line."""
    objection: Objection | None = None
    """The objection to the move, if it is illegal."""


class HelloAnswer(Answer, type="hello"):
    """The versions, languages and limits of the server."""

    protocol: Count
    """The version of the protocol (``PROTOCOL``)."""
    library: str
    """The version of the library."""
    rules: Count
    """The revision of the rules (``RULES_REVISION``)."""
    log_schema: Count
    """The newest schema of a log that ``load`` can read (``LOG_SCHEMA``)."""
    languages: tuple[str, ...]
    """The languages that a request can name."""
    sessions: Count
    """The maximum number of sessions at once; 0 if each request must contain its position."""
    steps: Count
    """The maximum number of moves and revealed pieces in a session, and of lines in its log."""
    listed: Count
    """The maximum number of moves, log lines or words in one answer."""
    line: Count
    """The maximum number of bytes in a request."""


class PositionAnswer(Answer, type="position"):
    """A position with its scores and, for a session, the progress of the game."""

    state: GameState
    """The position: public, full, or as a viewer sees it."""
    scores: BySeat[Score]
    """The current standing of all seats, by seat."""
    winners: tuple[Seat, ...]
    """The seats that have won; empty before the end of the game, and if it was ended by agreement."""
    session: str | None = None
    """The id of the session; None if the position is not that of a session."""
    steps: Count | None = None
    """The number of moves and revealed pieces so far; None if the request contained the position."""
    undone: Count = 0
    """The number of undone steps that can be redone."""
    end_reason: str | None = None
    """Why the game was ended by agreement; None if it was not."""
    damage: str | None = None
    """The error in the first damaged line of a log that was recovered; None in all other answers."""


class TransitionAnswer(Answer, type="transition"):
    """The result of a move, or of a piece that was turned up."""

    state: GameState
    """The position after the move or the reveal: public, full, or as a viewer sees it."""
    events: tuple[Event, ...]
    """The events, in order. Those that only the viewer has seen are at the end."""


class MovesAnswer(Answer, type="moves"):
    """A page of moves, starting with move number *first*, out of *total* moves."""

    moves: tuple[Move, ...]
    """The moves of the page."""
    first: Count
    """The number of the first move of the page, counted from 0."""
    total: Count
    """The number of moves on all pages."""


class ChoiceAnswer(Answer, type="choice"):
    """The answers so far, then either the next question about a move with its possible answers or the finished move."""

    question: str | None
    """The name of the question, such as ``"type"`` or ``"payments[2]"``; None if no question is left."""
    answers: PlainAnswers
    """The possible answers as plain data. The client adds one of them to the next ``taken``."""
    taken: PlainTaken
    """The answers so far, including those to questions with only one answer."""
    move: Move | None
    """The finished move; None while a question is left, or if no move is legal."""
    usual: PlainAnswer
    """The usual answer, for players without a preference; None if there is no usual answer."""


class Offer(Message):
    """An answer to a question, or an action at a place, for display as a button."""

    words: str
    """The text of the button."""
    answer: PlainAnswer
    """The answer as plain data. None can also mean that the offer represents several answers, or "no more"."""
    # A client returns this list unchanged and need not know how answers are encoded.
    taken: PlainTaken
    """The value of ``taken`` in the next request, if the player chooses this offer."""
    place: str | None
    """The place in the picture; None if the answer has no place."""
    move: Move | None
    """The finished move; None if a question is left."""
    told: str
    """The move that results if the player adds nothing, in words; empty if the player must choose something first."""
    brings: str
    """The costs and effects of that move, in words."""
    is_usual: Flag = False
    """Whether this is the usual answer, for players without a preference."""


class QuestionAnswer(Answer, type="question"):
    """A question in words with its possible answers, or the finished move."""

    question: str | None
    """The name of the question, such as ``"type"`` or ``"payments[2]"``; None if no question is left."""
    words: str
    """The question in words; empty if no question is left."""
    taken: PlainTaken
    """The answers so far as plain data, including those to questions with only one answer."""
    told: tuple[str, ...]
    """The previous answers, in words."""
    offers: tuple[Offer, ...]
    """The possible answers; empty if no question is left."""
    move: Move | None
    """The finished move; None while a question is left."""
    move_told: str
    """The finished move in words; empty while a question is left."""
    brings: str
    """The costs and effects of the move, in words."""


class AtPlaceAnswer(Answer, type="at_place"):
    """The possible actions at a place, or the reason why there are none."""

    offers: tuple[Offer, ...]
    """The possible actions; empty if there are none."""
    objection: Objection | None
    """The objection if nothing is possible; None if there are offers or the place never has any, such as the bank."""
    sentence: str | None
    """Why nothing is possible; None if there are offers."""


class LogAnswer(Answer, type="log"):
    """Lines of a log without newlines, starting with line number *first*, out of *total* lines."""

    lines: tuple[str, ...]
    """The lines of the page."""
    first: Count
    """The number of the first line of the page, counted from 0."""
    total: Count
    """The number of lines in the log."""


class ClosedAnswer(Answer, type="closed"):
    """Confirmation that a session was closed."""

    session: str
    """The id of the session."""


class EffectsAnswer(Answer, type="effects"):
    """The effects of a move."""

    effects: Effects
    """The effects, without automatic consequences such as the end of the turn."""


class ObjectionAnswer(Answer, type="objection"):
    """The objection to a move, as data and in words; both are None if the move is legal."""

    objection: Objection | None
    """The objection; None if the move is legal."""
    sentence: str | None
    """The objection in words; None if the move is legal."""


class UnavailableKind(Message):
    """A kind of move that is not possible, with the reason."""

    kind: MoveType
    """The type of these moves."""
    words: str
    """The name of the kind of move."""
    objection: Objection
    """Why there is no legal move of this kind."""
    sentence: str
    """The objection in words."""


class UnavailableAnswer(Answer, type="unavailable"):
    """The kinds of move that are not possible."""

    kinds: tuple[UnavailableKind, ...]
    """The kinds of move without a legal move, in the order of the ruleset."""


class Outcome(Message):
    """A piece that may be turned up next, with the probability *numerator* / *denominator*."""

    piece: ChamberTile | RoyalOrder | Annotated[str, TOOL_OR_CARD]
    """The piece: a tile, a royal order, or the id of a tool, an extension's card or a die's face."""
    # The probabilities are exact. As JSON numbers they would be rounded and would not add up to 1.
    numerator: Count
    """The numerator of the probability."""
    denominator: Count
    """The denominator of the probability."""


class OutcomesAnswer(Answer, type="outcomes"):
    """The pieces that may be turned up next."""

    outcomes: tuple[Outcome, ...]
    """The pieces, each once; their probabilities add up to 1."""


class FactAnswer(Answer, type="fact"):
    """A fact about a position."""

    value: PlainAnswer
    """The value of the fact as plain data. The page about facts explains it."""


class SvgAnswer(Answer, type="svg"):
    """A picture, and the rectangle of each place in units of the picture's ``viewBox``."""

    svg: str
    """The picture as an SVG document."""
    places: PlainPlaces
    """The rectangles by the id of the place, such as ``"S1"`` or ``"workshop:2"``."""


class TextAnswer(Answer, type="text"):
    """The table as text."""

    text: str
    """The lines of the table, separated by newlines."""


class WordsAnswer(Answer, type="words"):
    """Sentences or names."""

    words: tuple[str, ...]
    """The sentences or names, in the order of the moves, results or ids that they describe."""


class RuleTextsAnswer(Answer, type="rule_texts"):
    """The texts of rules."""

    texts: tuple[RuleText, ...]
    """The texts, in the order of the ids in the request; without ids, of all rules."""
    variants_on: tuple[str, ...] = ()
    """The ids of the rules whose switches are on."""
    variants_off: tuple[str, ...] = ()
    """The ids of the rules whose switches are off."""
