"""The lines that a person chooses among: the answers to the open question, or whole moves; and what stands around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

import attrs

from ..model.state import GameState
from ..queries.choices import Choice
from ..queries.unavailable import unavailable
from ..record.notation import format_move
from ..words import (
    answer_in_words,
    label,
    objection_in_words,
    outcome_in_words,
    question_in_words,
    taken_in_words,
    titled,
)

MOST_MOVES: Final = 500
"""Whole moves that are listed for a filter, at most; where there are more of them, none is."""


@attrs.frozen
class Row:
    """A line to choose."""

    words: str
    """The answer in words; of a whole move its kind."""
    after: Choice
    """What is asked after it, or the move that it leaves."""
    answer: Any = None
    """The answer itself, None for a whole move."""
    notation: str = ""
    """The short text of the move that it leaves, if it leaves one."""
    told: str = ""
    """That move in words."""
    brings: str = ""
    """What that move would bring, for everybody to know; empty where it is nothing that can be counted."""
    is_whole: bool = False
    """Whether it is a whole move, and no answer to the open question."""

    @property
    def is_move(self) -> bool:
        return self.after.move is not None

    def matches(self, typed: str) -> bool:
        """Say whether all words typed are in the line, capitals or not."""
        text = f"{self.words} {self.notation} {self.told}".casefold()
        return all(word in text for word in typed.casefold().split())

    def is_named(self, typed: str) -> bool:
        """Say whether exactly this answer was typed, in words or as it is written: ``"BBG"``, ``"2"``."""
        return typed.casefold() in (self.words.casefold(), str(self.answer).casefold())


def list_rows(choice: Choice, language: str) -> tuple[Row, ...]:
    """
    Return the answers to the open question, a line each, with the usual way to pay before them where it spares several.

    Where nothing is left to ask from the start, the one move there is stands alone; when the game is over, nothing.
    """
    if choice.move is not None:
        return (_whole(choice, language),)
    answers = tuple(
        _row(titled(answer_in_words(choice, answer, language)), choice.take(answer), answer, language)
        for answer in choice.answers
    )
    if choice.usual is None or choice.take(choice.usual).move is not None:
        return answers
    return (_row(titled(label("ui.usual_way", language)), choice.take_usual(), None, language), *answers)


def first_marked(choice: Choice, listed: Sequence[Row]) -> int:
    """Return the number of the line that is marked first: the usual answer, or the first of all."""
    usual = (number for number, row in enumerate(listed) if choice.usual is not None and row.answer == choice.usual)
    return 0 if not listed or listed[0].answer is None else next(usual, 0)


def whole_moves(choice: Choice, language: str) -> tuple[Row, ...]:
    """Return the moves that are still possible, a line each, none where there are more than ``MOST_MOVES``."""
    ends = tuple(islice(_ends(choice), MOST_MOVES + 1))
    return () if len(ends) > MOST_MOVES else tuple(_whole(end, language) for end in ends)


def _ends(choice: Choice) -> Iterator[Choice]:
    if choice.move is not None:
        yield choice
    for answer in choice.answers:
        yield from _ends(choice.take(answer))


def filter_rows(answers: Sequence[Row], moves: Sequence[Row], typed: str) -> tuple[Row, ...]:
    """Return what matches a typed text: answers, and whole moves where they are listed, each move once."""
    listed = [row for row in answers if not (moves and row.is_move)]
    return tuple(row for row in (*listed, *moves) if row.matches(typed))


def _whole(end: Choice, language: str) -> Row:
    assert end.move is not None
    row = _row(titled(label(end.move.type, language, end.state.ruleset)), end, None, language)
    return attrs.evolve(row, is_whole=True)


def _row(words: str, after: Choice, answer: Any, language: str) -> Row:
    if after.move is None:
        return Row(words, after, answer)
    return Row(words, after, answer, format_move(after.state, after.move), *outcome_in_words(after, language))


def heading(choice: Choice, language: str, width: int) -> str:
    """
    Return who is asked what, after what was answered so far; of too much for *width* columns the last is left.

    What was answered with 0, no or nothing is left out.
    """
    name = choice.state.player.name
    taken = zip(choice.taken, taken_in_words(choice, language), strict=True)
    parts = [titled(words) for (_, answer), words in taken if answer]
    question = question_in_words(choice, language)
    whole = told = _joined(name, parts, question)
    while len(told) > width and parts:
        parts = parts[1:]
        told = _joined(name, ["...", *parts], question)
    return told if len(told) <= width else whole


def _joined(name: str, parts: Sequence[str], question: str) -> str:
    return f"{name}: {' > '.join([*parts, question] if question else parts)}"


def describe_row(row: Row, language: str) -> str:
    """
    Return what a line would bring, with the move where it leaves one: nothing more asked than whom to pay as usual.

    Where entries may end, it is what the line brings if nothing more is added. Otherwise the text is empty.
    """
    told, brings = (row.told, row.brings) if row.is_move else outcome_in_words(row.after, language)
    return f"{titled(told)}: {brings}" if brings else titled(told)


def impossible_moves(state: GameState, language: str) -> Iterator[tuple[str, str]]:
    """Yield the kinds of move without a legal one as headings, each with what stands in its way."""
    for kind, against in unavailable(state).items():
        yield titled(label(kind, language, state.ruleset)), objection_in_words(against, language)
