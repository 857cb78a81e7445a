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
        {"type": "object", "additionalProperties": object_schema({side: {"type": "number"} for side in _SIDES}, _SIDES)}
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
    sentence: Annotated[str, Within(1, LONGEST_MESSAGE)]
    objection: Objection | None = None
    """The objection to the move, if it is illegal."""


class HelloAnswer(Answer, type="hello"):
    """The versions, languages and limits of the server."""

    protocol: Count
    library: str
    rules: Count
    languages: tuple[str, ...]
    sessions: Count
    steps: Count
    listed: Count
    line: Count


class PositionAnswer(Answer, type="position"):
    """A position with its scores and, for a session, the progress of the game."""

    state: GameState
    scores: BySeat[Score]
    winners: tuple[Seat, ...]
    session: str | None = None
    steps: Count | None = None
    """The number of moves and revealed pieces so far; None if the request contained the position."""
    undone: Count = 0
    """The number of undone steps that can be redone."""
    end_reason: str | None = None
    """Why the game was ended by agreement; None if it was not."""


class TransitionAnswer(Answer, type="transition"):
    """The result of a move, or of a piece that was turned up."""

    state: GameState
    events: tuple[Event, ...]


class MovesAnswer(Answer, type="moves"):
    """A page of moves, starting with move number *first*, out of *total* moves."""

    moves: tuple[Move, ...]
    first: Count
    total: Count


class ChoiceAnswer(Answer, type="choice"):
    """The answers so far, then either the next question about a move with its possible answers or the finished move."""

    question: str | None
    answers: PlainAnswers
    """The possible answers as plain data. The client adds one of them to the next ``taken``."""
    taken: PlainTaken
    move: Move | None
    usual: PlainAnswer
    """The usual answer, for players without a preference; None if there is no usual answer."""


class Offer(Message):
    """An answer to a question, or an action at a place, for display as a button."""

    words: str
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
    words: str
    taken: PlainTaken
    told: tuple[str, ...]
    """The previous answers, in words."""
    offers: tuple[Offer, ...]
    move: Move | None
    """The finished move; None while a question is left."""
    move_told: str
    brings: str
    """The costs and effects of the move, in words."""


class AtPlaceAnswer(Answer, type="at_place"):
    """The possible actions at a place, or the reason why there are none."""

    offers: tuple[Offer, ...]
    objection: Objection | None
    """The objection if nothing is possible; None if there are offers or the place never has any, such as the bank."""
    sentence: str | None
    """Why nothing is possible; None if there are offers."""


class LogAnswer(Answer, type="log"):
    """Lines of a log without newlines, starting with line number *first*, out of *total* lines."""

    lines: tuple[str, ...]
    first: Count
    total: Count


class ClosedAnswer(Answer, type="closed"):
    """Confirmation that a session was closed."""

    session: str


class EffectsAnswer(Answer, type="effects"):
    """The effects of a move."""

    effects: Effects


class ObjectionAnswer(Answer, type="objection"):
    """The objection to a move, as data and in words; both are None if the move is legal."""

    objection: Objection | None
    sentence: str | None


class UnavailableKind(Message):
    """A kind of move that is not possible, with the reason."""

    kind: MoveType
    words: str
    """The name of the kind of move."""
    objection: Objection
    sentence: str


class UnavailableAnswer(Answer, type="unavailable"):
    """The kinds of move that are not possible."""

    kinds: tuple[UnavailableKind, ...]


class Outcome(Message):
    """A piece that may be turned up next, with the probability *numerator* / *denominator*."""

    piece: ChamberTile | RoyalOrder | Annotated[str, TOOL_OR_CARD]
    # The probabilities are exact. As JSON numbers they would be rounded and would not add up to 1.
    numerator: Count
    denominator: Count


class OutcomesAnswer(Answer, type="outcomes"):
    """The pieces that may be turned up next."""

    outcomes: tuple[Outcome, ...]


class FactAnswer(Answer, type="fact"):
    """A fact about a position."""

    value: PlainAnswer


class SvgAnswer(Answer, type="svg"):
    """A picture, and the rectangle of each place in units of the picture's ``viewBox``."""

    svg: str
    places: PlainPlaces


class TextAnswer(Answer, type="text"):
    """The table as text."""

    text: str


class WordsAnswer(Answer, type="words"):
    """Sentences or names."""

    words: tuple[str, ...]


class RuleTextsAnswer(Answer, type="rule_texts"):
    """The texts of rules."""

    texts: tuple[RuleText, ...]
