"""What a typed text means: a move in notation, an answer, or a filter that leaves one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from ..engine.transitions import objection
from ..errors import MalformedError
from ..model.moves import Move
from ..model.state import GameState
from ..record.notation import parse_move
from ..words import objection_in_words, sentence
from ._rows import Row, narrowed


@attrs.frozen
class Refusal:
    """Why a typed text is not played."""

    sentence: str
    rule: str | None = None
    """The id of the rule, where it is a move that a rule forbids; the sentence ends in it."""


def meant(
    state: GameState, typed: str, answers: Sequence[Row], moves: Callable[[], Sequence[Row]], language: str
) -> Move | Row | Refusal:
    """
    Return what a typed text means: an answer by its very name, a move in notation, or the one line that it leaves.

    A text that is a move in notation, but not a legal one, is refused with what the rules say.

    Args:
        state: The position.
        typed: The text.
        answers: The answers to the open question.
        moves: Returns the moves that are still possible, where they are listed; it is asked last.
        language: One of ``LANGUAGES``.
    """
    named = [row for row in answers if row.is_named(typed)]
    if len(named) == 1:
        return named[0]
    try:
        move = parse_move(state, typed)
    except MalformedError as error:
        reading = str(error)
    else:
        found = objection(state, move)
        return move if found is None else Refusal(f"{objection_in_words(found, language)} [{found.rule}]", found.rule)
    matching = narrowed(answers, moves(), typed)
    if len(matching) == 1:
        return matching[0]
    if matching:
        return Refusal(sentence("ui.many_match", language, count=len(matching), text=typed))
    return Refusal(f"{sentence('ui.no_match', language, text=typed)}; {reading}")
