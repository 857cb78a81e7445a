"""The line to type in, what a typed text means, and the lines above it that say what is wrong with the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs
from rich.text import Text
from textual.message import Message
from textual.widgets import Input, Static

from ..engine.transitions import objection
from ..errors import MalformedError
from ..model.moves import Move
from ..model.state import GameState
from ..record.notation import parse_move
from ..words import objection_in_words, sentence
from ._answers import Row, filter_rows


@attrs.frozen
class Refusal:
    """Why a typed text is not played."""

    sentence: str
    rule: str | None = None
    """The id of the rule, where it is a move that a rule forbids; the sentence ends in it."""


def read_typed(
    state: GameState, typed: str, answers: Sequence[Row], moves: Callable[[], Sequence[Row]], language: str
) -> Move | Row | Refusal:
    """
    Return what a typed text means: an answer by its very name, a move in notation, or the one line that it leaves.

    A text that is a move in notation, but not a legal one, is refused with what the rules say. The *moves* that are
    still possible are asked for last, since listing them takes time.
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
    matching = filter_rows(answers, moves(), typed)
    if len(matching) == 1:
        return matching[0]
    if matching:
        return Refusal(sentence("ui.many_match", language, count=len(matching), text=typed))
    return Refusal(f"{sentence('ui.no_match', language, text=typed)}; {reading}")


class InputLine(Input):
    """The line for moves, answers and names of files. In an empty one, Backspace takes back an answer."""

    class Back(Message):
        """There is nothing left to delete."""

    def __init__(self) -> None:
        super().__init__(id="typed", compact=True)

    def action_delete_left(self) -> None:
        if self.value:
            super().action_delete_left()
        else:
            self.post_message(self.Back())


class MessageLine(Static):
    """The lines of messages; what the marked answer would bring gives way to any message."""

    def __init__(self) -> None:
        super().__init__(id="message")
        self.is_taken = False
        """Whether it says something else than what the marked line would bring."""
        self.rule: str | None = None
        """The rule that speaks against what was typed, as long as that is said."""

    def say(self, words: str, *, is_refusal: bool = False, rule: str | None = None) -> None:
        """Say something; a refusal may be due to a *rule*."""
        self.is_taken, self.rule = bool(words), rule
        self._show(words, is_refusal=is_refusal)

    def tell_marked(self, words: str) -> None:
        """Say what the marked line would bring, unless something else is said."""
        if not self.is_taken:
            self._show(words)

    def _show(self, words: str, *, is_refusal: bool = False) -> None:
        self.update(Text(words, style="bold red" if is_refusal else ""), layout=False)
