"""What a server answers: one class an answer, whose fields are those of its JSON object."""

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
from .requests import Id

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
"""What can be wrong with a request; the page of the protocol explains each."""

TAKEN: Final = Plain({"type": "array", "items": {"type": "array", "items": {}, "minItems": 2, "maxItems": 2}})
"""Questions, each with its answer."""
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
    """What all answers have."""

    id: Id
    """The id of the request."""


class ErrorAnswer(Message, type="error"):
    """What is wrong with a request; nothing has happened."""

    id: Id | None
    """The id of the request, None where none could be read."""
    code: Annotated[str, _CODE]
    sentence: Annotated[str, Within(1, LONGEST_MESSAGE)]
    objection: Objection | None = None
    """What speaks against the move, where it is not legal."""


class HelloAnswer(Answer, type="hello"):
    """Who answers, and what it takes at most."""

    protocol: Count
    library: str
    rules: Count
    languages: tuple[str, ...]
    sessions: Count
    steps: Count
    listed: Count
    line: Count


class PositionAnswer(Answer, type="position"):
    """A position and the standing; of a session also how far the game is."""

    state: GameState
    scores: BySeat[Score]
    winners: tuple[Seat, ...]
    session: str | None = None
    steps: Count | None = None
    """How many moves and revealed pieces stand; None of a position that was sent along."""
    undone: Count = 0
    """How many can be made again."""
    end_reason: str | None = None
    """Why the game was ended by agreement."""


class TransitionAnswer(Answer, type="transition"):
    """What came of a move, or of a piece that was turned up."""

    state: GameState
    events: tuple[Event, ...]


class MovesAnswer(Answer, type="moves"):
    """Moves: those from the one numbered *first*, of *total* in all."""

    moves: tuple[Move, ...]
    first: Count
    total: Count


class ChoiceAnswer(Answer, type="choice"):
    """A question about the move to make with its answers, or the move, and what was answered before."""

    question: str | None
    answers: PlainAnswers
    """Plain data, as it goes into ``taken`` of the next request."""
    taken: PlainTaken
    move: Move | None
    usual: PlainAnswer
    """The answer of somebody who does not care, None where there is no such."""


class Offer(Message):
    """An answer to a question, or what can be done at a place, as a button shows it."""

    words: str
    answer: PlainAnswer
    """Plain data; None also where it stands for several answers, or says that there is no more."""
    taken: PlainTaken
    """What the next request has as ``taken``, should this be chosen."""
    place: str | None
    """Where the picture shows it."""
    move: Move | None
    """The move, where nothing is left to ask."""
    told: str
    """The move that it leads to if nothing is added, in words; empty where something has to be chosen first."""
    brings: str
    """What that move costs and brings."""
    is_usual: Flag = False
    """Whether it is the answer of somebody who does not care."""


class QuestionAnswer(Answer, type="question"):
    """A question in words with what can be answered, or the move that nothing is left to ask about."""

    question: str | None
    words: str
    taken: PlainTaken
    told: tuple[str, ...]
    """What was answered before, in words."""
    offers: tuple[Offer, ...]
    move: Move | None
    """The move, once nothing is left to ask."""
    move_told: str
    brings: str
    """What the move costs and brings."""


class AtPlaceAnswer(Answer, type="at_place"):
    """What can be done at a place; where nothing can be, why."""

    offers: tuple[Offer, ...]
    objection: Objection | None
    """What speaks against it; None also where nothing ever is done, such as at the bank."""
    sentence: str | None
    """Why nothing can be done, None where something can."""


class LogAnswer(Answer, type="log"):
    """Lines of a log without the newlines: those from the one numbered *first*, of *total* in all."""

    lines: tuple[str, ...]
    first: Count
    total: Count


class ClosedAnswer(Answer, type="closed"):
    """A session is forgotten."""

    session: str


class EffectsAnswer(Answer, type="effects"):
    """What a move brings."""

    effects: Effects


class ObjectionAnswer(Answer, type="objection"):
    """What speaks against a move, None where it is legal; and the same in words."""

    objection: Objection | None
    sentence: str | None


class UnavailableKind(Message):
    """A kind of move that cannot be made, and why."""

    kind: MoveType
    words: str
    """What the kind is called."""
    objection: Objection
    sentence: str


class UnavailableAnswer(Answer, type="unavailable"):
    """The kinds of move that cannot be made."""

    kinds: tuple[UnavailableKind, ...]


class Outcome(Message):
    """A piece that can be the one, with the probability *numerator* / *denominator*."""

    piece: ChamberTile | RoyalOrder | Annotated[str, TOOL_OR_CARD]
    numerator: Count
    denominator: Count


class OutcomesAnswer(Answer, type="outcomes"):
    """The pieces that can be the one that waits to be turned up."""

    outcomes: tuple[Outcome, ...]


class FactAnswer(Answer, type="fact"):
    """A fact."""

    value: PlainAnswer


class SvgAnswer(Answer, type="svg"):
    """A picture, and where each place is drawn, in the units of its ``viewBox``."""

    svg: str
    places: PlainPlaces


class TextAnswer(Answer, type="text"):
    """The table as text."""

    text: str


class WordsAnswer(Answer, type="words"):
    """Sentences or names, one for each that was asked for."""

    words: tuple[str, ...]


class RuleTextsAnswer(Answer, type="rule_texts"):
    """What rules say."""

    texts: tuple[RuleText, ...]
