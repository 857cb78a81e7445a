"""The rows that a person chooses from (answers or complete moves), the list of rows, and the input line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import attrs
from rich.text import Text
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...engine.transitions import objection
from ...errors import MalformedError
from ...errors.suggestions import fold
from ...model.moves import Move
from ...model.state import GameState
from ...queries.choices import Choice
from ...queries.why_not import why_not
from ...record.notation import find_move, format_move, parse_move
from ...words import (
    answer_in_words,
    capitalize,
    error_in_words,
    label,
    objection_in_words,
    path_in_words,
    preview_in_words,
    question_in_words,
    sentence,
)

MOST_MOVES: Final = 500
"""The maximum number of complete moves that a filter lists; if there are more, it lists none."""
_WIDEST: Final = {"words": 40, "notation": 20, "brings": 60}
"""The maximum number of columns for each part of a row."""
_LEAST_ROOM: Final = 20
_LEAST_TOLD: Final = 16
"""The minimum number of columns for the move in words; with fewer, the words are omitted."""
_GAP: Final = 2


@attrs.frozen
class Row:
    """A row in the list."""

    words: str
    """The answer in words; for a complete move, its kind."""
    after: Choice
    """The choice after this answer: the next question, or the move."""
    answer: Any = None
    """The answer itself; None for a complete move."""
    notation: str = ""
    """The notation of the move that this answer completes, if any."""
    told: str = ""
    """The completed move in words."""
    brings: str = ""
    """The effects of the completed move, from public facts; empty if there are none."""
    is_whole: bool = False
    """Whether the row is a complete move instead of an answer to the open question."""

    @property
    def is_move(self) -> bool:
        return self.after.move is not None

    def matches(self, typed: str) -> bool:
        """Return whether the row contains all typed words, ignoring case and accents."""
        text = fold(f"{self.words} {self.notation} {self.told}")
        return all(word in text for word in fold(typed).split())

    def is_named(self, typed: str) -> bool:
        """Return whether exactly this answer was typed, in words or in notation: ``"BBG"``, ``"2"``."""
        return fold(typed) in (fold(self.words), fold(str(self.answer)))


def list_rows(choice: Choice, language: str) -> tuple[Row, ...]:
    """
    Return a row for each answer to the open question. The usual way to pay comes first if it saves several questions.

    If the move is already complete, the only row is that move. If the game is over, there are no rows.
    """
    if choice.move is not None:
        return (_whole(choice, language),)
    answers = tuple(
        _row(capitalize(answer_in_words(choice, answer, language)), choice.take(answer), answer, language)
        for answer in choice.answers
    )
    if choice.default is None or choice.take(choice.default).move is not None:
        return answers
    return (_row(capitalize(label("ui.usual_way", language)), choice.take_default(), None, language), *answers)


def find_default_row(choice: Choice, listed: Sequence[Row]) -> int:
    """Return the index of the row that is marked initially: the usual answer, or the first row."""
    usual = (number for number, row in enumerate(listed) if choice.default is not None and row.answer == choice.default)
    return 0 if not listed or listed[0].answer is None else next(usual, 0)


def whole_moves(choice: Choice, language: str) -> tuple[Row, ...]:
    """Return a row for each move that is still possible, or none if there are more than ``MOST_MOVES``."""
    # A position can have tens of thousands of moves. _ends() is lazy, so at most one more move than the limit is
    # generated.
    ends = tuple(islice(_ends(choice), MOST_MOVES + 1))
    return () if len(ends) > MOST_MOVES else tuple(_whole(end, language) for end in ends)


def _ends(choice: Choice) -> Iterator[Choice]:
    if choice.move is not None:
        yield choice
    for answer in choice.answers:
        yield from _ends(choice.take(answer))


def filter_rows(answers: Sequence[Row], moves: Sequence[Row], typed: str) -> tuple[Row, ...]:
    """Return the answers and the complete moves that match the typed text, each move once."""
    # An answer that leaves a single move is also among *moves*, and is listed only there.
    listed = [row for row in answers if not (moves and row.is_move)]
    return tuple(row for row in (*listed, *moves) if row.matches(typed))


def _whole(end: Choice, language: str) -> Row:
    assert end.move is not None
    row = _row(capitalize(label(end.move.type, language, end.state.ruleset)), end, None, language)
    return attrs.evolve(row, is_whole=True)


def _row(words: str, after: Choice, answer: Any, language: str) -> Row:
    if after.move is None:
        return Row(words, after, answer)
    return Row(words, after, answer, format_move(after.state, after.move), *preview_in_words(after, language))


def heading(choice: Choice, language: str, width: int) -> str:
    """
    Return the player's name, the answers so far and the question, in *width* columns if possible.

    Answers of 0, no or nothing are omitted, as are the earliest ones if there is little room.
    """
    name = choice.state.player.name
    taken = zip(choice.taken, path_in_words(choice, language), strict=True)
    parts = [capitalize(words) for (_, answer), words in taken if answer]
    question = question_in_words(choice, language)
    whole = told = _format_heading(name, parts, question)
    while len(told) > width and parts:
        parts = parts[1:]
        told = _format_heading(name, ["...", *parts], question)
    return told if len(told) <= width else whole


def _format_heading(name: str, parts: Sequence[str], question: str) -> str:
    return f"{name}: {' > '.join([*parts, question] if question else parts)}"


def describe_row(row: Row, language: str) -> str:
    """
    Describe the move of a row and its effects.

    If questions remain, assume the default answers and no further entries. The text is empty if no move results.
    """
    told, brings = (row.told, row.brings) if row.is_move else preview_in_words(row.after, language)
    return f"{capitalize(told)}: {brings}" if brings else capitalize(told)


def impossible_moves(state: GameState, language: str) -> Iterator[tuple[str, str]]:
    """Yield the headings of the kinds of move that are impossible now, each with the reason."""
    for kind, against in why_not(state).items():
        yield capitalize(label(kind, language, state.ruleset)), objection_in_words(against, language)


# The input line keeps the focus, so that typing works at any time. The screen's keys move the mark in this list.
class AnswerList(OptionList, can_focus=False):
    """The list of answers to a question. Rows that cannot be chosen are at the end."""

    answers: tuple[Row, ...] = ()
    """The answers to the open question."""
    _choice: Choice | None = None
    _language = "en"
    _says_impossible = False
    _moves: tuple[Row, ...] | None = None
    _shown: tuple[Row, ...] = ()
    _typed = ""

    def ask(self, choice: Choice | None, language: str, *, says_impossible: bool = False) -> None:
        """List the answers to a question and, with *says_impossible*, the impossible moves. None empties the list."""
        self._choice, self._language, self._says_impossible = choice, language, says_impossible
        self._moves = None
        self.answers = () if choice is None else list_rows(choice, language)
        self.narrow("")

    def moves(self) -> tuple[Row, ...]:
        """Return the moves that are still possible, or none if there are too many. The result is cached."""
        if self._moves is None:
            self._moves = () if self._choice is None else whole_moves(self._choice, self._language)
        return self._moves

    def narrow(self, typed: str) -> None:
        """List the rows that match the typed text. If none matches, list all answers, as the text may be notation."""
        self._typed = typed
        # Listing whole moves takes time, so list them only after somebody has typed.
        matching = filter_rows(self.answers, self.moves(), typed) if typed.strip() else ()
        self._shown = matching or self.answers
        self.clear_options()
        self.add_options([Option(line) for line in lines(self._shown, self._room)])
        if self._choice is not None and self._says_impossible and not typed:
            told = impossible_moves(self._choice.state, self._language)
            self.add_options([Option(Text(f"{kind}: {reason}", style="dim"), disabled=True) for kind, reason in told])
        if self._shown and self._choice is not None:
            self.highlighted = 0 if matching else find_default_row(self._choice, self._shown)

    @property
    def _room(self) -> int:
        """The width of a row in columns, without the scroll bar."""
        return max(self.size.width - self.styles.scrollbar_size_vertical, _LEAST_ROOM)

    def on_resize(self) -> None:
        """Fit the rows to the new width."""
        marked = self.highlighted
        self.narrow(self._typed)
        self.highlighted = marked

    @property
    def choosable(self) -> int:
        """The number of rows that can be chosen; impossible moves come after them."""
        return len(self._shown)

    @property
    def marked(self) -> Row | None:
        return None if self.highlighted is None else self.row(self.highlighted)

    def row(self, number: int) -> Row:
        return self._shown[number]

    def mark(self, step: int) -> None:
        if self.highlighted is None:
            return
        (self.action_cursor_down if step > 0 else self.action_cursor_up)()
        if self.highlighted == len(self._shown) - 1:
            self.scroll_end(animate=False)  # impossible moves come after the last row and are never marked

    def mark_answer(self, later: Choice) -> None:
        """Mark the answer that led to a later question."""
        led = (number for number, row in enumerate(self._shown) if row.after.taken == later.taken)
        self.highlighted = next(led, self.highlighted)


def lines(shown: Sequence[Row], room: int) -> Iterator[Text]:
    """
    Yield the rows of a list in *room* columns: the answer and, if it completes a move, the notation and description.

    The effects are at the end of the row. If there is little room, the description is omitted first, then the
    notation.
    """
    # Costs and gains keep their room at the end of a row, and the answers get the room that they need. The remaining
    # room goes to the notation of the move, and then to its words.
    widths = {
        part: min(max((len(_part(row, part)) for row in shown if row.is_move), default=0), most)
        for part, most in _WIDEST.items()
    }
    left = room - widths["words"] - (widths["brings"] + _GAP if widths["brings"] else 0)
    notation = widths["notation"] if left >= widths["notation"] + _GAP else 0
    told = left - (notation + _GAP if notation else 0) - _GAP
    for row in shown:
        yield _line(row, widths, notation, told if told >= _LEAST_TOLD else 0, room)


def _part(row: Row, part: str) -> str:
    """Return a part of a row. A complete move is described in full, because its kind says too little."""
    if part == "words":
        return capitalize(row.told) if row.is_whole else row.words
    return row.notation if part == "notation" else row.brings


def _line(row: Row, widths: Mapping[str, int], notation: int, told: int, room: int) -> Text:
    words, brings = widths["words"], widths["brings"]
    line = Text(_part(row, "words"), no_wrap=True)
    if not row.is_move:
        line.append(" ...")
    else:
        line.truncate(words, overflow="ellipsis", pad=True)
        if notation:
            line.append(f"{' ' * _GAP}{row.notation:{notation}}", "bold")
        if told and not row.is_whole:
            words_told = Text(f"{' ' * _GAP}{row.told}", "dim")
            if row.brings:
                words_told.truncate(told + _GAP, overflow="ellipsis")
            line.append_text(words_told)
        if row.brings:
            line.pad_right(max(room - brings - line.cell_len, _GAP))
            line.append(row.brings)
    line.truncate(room, overflow="ellipsis")
    return line


@attrs.frozen
class Refusal:
    """The reason why typed input was not played."""

    sentence: str
    rule: str | None = None
    """The id of the rule that forbids the move, if any; the sentence ends with it."""


def parse_input(
    state: GameState, typed: str, answers: Sequence[Row], moves: Callable[[], Sequence[Row]], language: str
) -> Move | Row | Refusal:
    """
    Parse typed input: the exact name of an answer, a move in notation, or text that matches a single row.

    An illegal move in notation is refused with the reason. *moves* lists the moves that are still possible, and is
    called last, because listing them takes time.
    """
    # A text can name one answer by its words and another by its value. In that case, it names neither.
    named = [row for row in answers if row.is_named(typed)]
    if len(named) == 1:
        return named[0]
    move = find_move(state, typed)
    if move is not None:
        found = objection(state, move)
        return move if found is None else Refusal(f"{objection_in_words(found, language)} [{found.rule}]", found.rule)
    matching = filter_rows(answers, moves(), typed)
    if len(matching) == 1:
        return matching[0]
    if matching:
        return Refusal(sentence("ui.many_match", language, count=len(matching), text=typed))
    # The text matches no row, so try to parse it as notation.
    try:
        return parse_move(state, typed)
    except MalformedError as error:
        return Refusal(f"{sentence('ui.no_match', language, text=typed)}; {error_in_words(error, language)}")


class InputLine(Input):
    """The input line for moves, answers and file names. Backspace in an empty line takes back an answer."""

    class Back(Message):
        """Sent when there is nothing left to delete."""

    def action_delete_left(self) -> None:
        if self.value:
            super().action_delete_left()
        else:
            self.post_message(self.Back())


class MessageLine(Static):
    """The message line. A message replaces the preview of the marked answer."""

    is_taken = False
    """Whether the line shows a message instead of the preview."""
    rule: str | None = None
    """The rule that forbids the typed move, while the message about it is visible."""

    def say(self, words: str, *, is_refusal: bool = False, rule: str | None = None) -> None:
        """Show a message; *rule* is the id of the rule that forbids a move."""
        self.is_taken, self.rule = bool(words), rule
        self._show(words, is_refusal=is_refusal)

    def show_preview(self, words: str) -> None:
        """Show the preview of the marked row, unless there is a message."""
        if not self.is_taken:
            self._show(words)

    def _show(self, words: str, *, is_refusal: bool = False) -> None:
        self.update(Text(words, style="bold red" if is_refusal else ""), layout=False)
