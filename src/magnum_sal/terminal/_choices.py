"""The legal moves as a person chooses among them: grouped by kind, filtered by what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import attrs

from .._unavailable import unavailable
from ..engine import legal_moves, objection
from ..errors import MalformedError
from ..labels import label, move_in_words, objection_in_words, sentence, titled
from ..moves import Move
from ..notation import format_move, parse_move
from ..state import GameState


@attrs.frozen
class Choice:
    """A legal move to choose."""

    move: Move
    """The move."""
    notation: str
    """Its short text."""
    words: str
    """The same in words."""

    def matches(self, typed: str) -> bool:
        """Say whether all words typed are in the notation or the words, capitals or not."""
        text = f"{self.notation} {self.words}".casefold()
        return all(word in text for word in typed.casefold().split())


def choices(state: GameState, language: str) -> tuple[Choice, ...]:
    """Return the legal moves in their order, for a person; none when the game is over."""
    return tuple(
        Choice(move, format_move(state, move), move_in_words(state, move, language)) for move in legal_moves(state)
    )


def grouped(state: GameState, listed: Iterable[Choice], language: str) -> Iterator[tuple[str, list[Choice]]]:
    """Yield the kinds of move as headings, each with its choices."""
    for kind, group in groupby(listed, key=lambda choice: choice.move.type):
        yield titled(label(kind, language, state.ruleset)), list(group)


def impossible(state: GameState, language: str) -> Iterator[tuple[str, str]]:
    """Yield the kinds of move without a legal one as headings, each with what stands in its way."""
    for kind, against in unavailable(state).items():
        yield titled(label(kind, language, state.ruleset)), objection_in_words(against, language)


@attrs.frozen
class Refusal:
    """Why a typed text is not played: in words, with the id of the rule where it is a move that a rule forbids."""

    sentence: str


def typed_move(state: GameState, typed: str, listed: Iterable[Choice], language: str) -> Move | Refusal:
    """
    Return the move that a typed text means: in notation, or as a filter that leaves a single choice.

    A text that is a move in notation, but not a legal one, is refused with what the rules say.
    """
    try:
        move = parse_move(state, typed)
    except MalformedError as error:
        reading = str(error)
    else:
        found = objection(state, move)
        return move if found is None else Refusal(f"{objection_in_words(found, language)} [{found.rule}]")
    matching = [choice for choice in listed if choice.matches(typed)]
    if len(matching) == 1:
        return matching[0].move
    if matching:
        return Refusal(sentence("ui.many_match", language, count=len(matching), text=typed))
    return Refusal(f"{sentence('ui.no_match', language, text=typed)}; {reading}")
