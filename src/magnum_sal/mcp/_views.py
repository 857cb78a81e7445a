"""
Describe a position for the player of a seat.

Every function here takes the view of the seat, never the full state. So no answer can contain a fact that the seat
does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..bots import analyse
from ..bots import line_in_words as describe_line
from ..engine.transitions import objection
from ..errors import MisuseError
from ..model.state import GameState
from ..queries.choices import Choice, choices
from ..queries.why_not import why_not
from ..record.notation import format_move, parse_move
from ..render import text
from ..render.text_legend import Form
from ..words import (
    answer_in_words,
    capitalize,
    label,
    objection_in_words,
    path_in_words,
    question_in_words,
    sentence,
)
from ..words.questions import describe_outcome

_ITERATIONS: Final = 400
"""The maximum number of search iterations for a hint, so that a quick machine repeats a hint exactly."""
_MOST_HINTS: Final = 3


def describe_table(view: GameState, reason: str | None, form: str, language: str) -> list[str]:
    """
    Return the lines that show the table in one of the forms of ``FORMS``.

    *reason* is the reason for an early end, or None.
    """
    # The full form with its legend would be longer than an answer, so the legend goes with the short form.
    size: Form = "full" if form == "full" else "short"
    return text(view, language=language, end_reason=reason, form=size, legend=form == "legend").splitlines()


def find_choice(view: GameState, numbers: Sequence[int], language: str) -> Choice:
    """
    Return the choice after the answers with these numbers. Number 0 stands for the usual answers.

    Raises:
        MisuseError: an answer does not exist.
    """
    choice = choices(view)
    for place, number in enumerate(numbers):
        if choice.question is None:
            raise MisuseError(sentence("mcp.no_question", language, place=place))
        if number > len(choice.answers) or (number == 0 and choice.default is None):
            facts = {"place": place, "number": number, "most": len(choice.answers)}
            raise MisuseError(sentence("mcp.no_answer", language, **facts))
        choice = choice.take(choice.answers[number - 1]) if number else choice.take_default()
    return choice


def describe_answers(choice: Choice, first: int, language: str) -> Iterator[str]:
    """Yield a line for each answer to the open question, starting with number *first*."""
    if first == 1 and choice.default is not None and choice.take(choice.default).move is None:
        yield f"0. {label('ui.usual_way', language)}{_end_of(choice.take_default(), language)}"
    for number, answer in enumerate(choice.answers[first - 1 :], start=first):
        after = choice.take(answer)
        yield f"{number}. {answer_in_words(choice, answer, language)}{_end_of(after, language)}"


def _end_of(choice: Choice, language: str) -> str:
    """Return the notation and the effects of the move to which the answers lead, if no question is left."""
    if choice.move is None:
        return ""
    changes = describe_outcome(choice.state, choice.move, language)[1]
    return f" -> {format_move(choice.state, choice.move)}" + (f" ({changes})" if changes else "")


def describe_question(choice: Choice, language: str) -> list[str]:
    """Return the answers so far, and the open question."""
    taken = ", ".join(filter(None, path_in_words(choice, language)))
    return [*([capitalize(taken)] if taken else []), question_in_words(choice, language)]


def describe_move(view: GameState, given: str, language: str) -> list[str]:
    """
    Describe a move in notation and what it changes, or why it is not allowed.

    Raises:
        MalformedError: *given* is not a move.
    """
    move = parse_move(view, given)
    if (against := objection(view, move)) is not None:
        told = objection_in_words(against, language)
        return [sentence("mcp.refused", language, reason=f"{told} [{against.rule}]")]
    told, changes = describe_outcome(view, move, language)
    return [
        sentence("mcp.legal", language, notation=format_move(view, move), told=told),
        sentence("mcp.changes" if changes else "mcp.changes_nothing", language, changes=changes),
    ]


def explain_kinds(view: GameState, language: str) -> list[str]:
    """Return a line for each kind of move that is not available, with the reason and the rule."""
    found = why_not(view)
    if not found:
        return [sentence("mcp.all_available", language)]
    return [
        f"{label(tag, language, view.ruleset)}: {objection_in_words(against, language)} [{against.rule}]"
        for tag, against in found.items()
    ]


def find_hints(view: GameState, seconds: float, language: str) -> list[str]:
    """Return the best moves in notation and in words, with their values and reasons."""
    analysis = analyse(view, seconds=seconds, iterations=_ITERATIONS, lines=_MOST_HINTS)
    told: list[str] = []
    for number, line in enumerate(analysis.lines, start=1):
        words = describe_outcome(view, line.move, language)[0]
        told.append(f"{number}. {format_move(view, line.move)}: {words}")
        told += (f"   {reason}" for reason in describe_line(view, line, language))
    return told
