"""The lines that a person chooses among, answers or whole moves; the list of them, and the line to type in instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import attrs
from rich.text import Text
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..engine.transitions import objection
from ..errors import MalformedError
from ..model.moves import Move
from ..model.state import GameState
from ..queries.choices import Choice
from ..queries.why_not import why_not
from ..record.notation import format_move, parse_move
from ..words import (
    answer_in_words,
    capitalize,
    label,
    objection_in_words,
    path_in_words,
    preview_in_words,
    question_in_words,
    sentence,
)

MOST_MOVES: Final = 500
"""Whole moves that are listed for a filter, at most; where there are more of them, none is."""
_WIDEST: Final = {"words": 40, "notation": 20, "brings": 60}
"""Columns of the parts of a line, at most."""
_LEAST_ROOM: Final = 20
_LEAST_TOLD: Final = 16
"""Columns for the move in words, below which they are left out."""
_GAP: Final = 2


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
        _row(capitalize(answer_in_words(choice, answer, language)), choice.take(answer), answer, language)
        for answer in choice.answers
    )
    if choice.default is None or choice.take(choice.default).move is not None:
        return answers
    return (_row(capitalize(label("ui.usual_way", language)), choice.take_default(), None, language), *answers)


def find_default_row(choice: Choice, listed: Sequence[Row]) -> int:
    """Return the number of the line that is marked first: the usual answer, or the first of all."""
    usual = (number for number, row in enumerate(listed) if choice.default is not None and row.answer == choice.default)
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
    row = _row(capitalize(label(end.move.type, language, end.state.ruleset)), end, None, language)
    return attrs.evolve(row, is_whole=True)


def _row(words: str, after: Choice, answer: Any, language: str) -> Row:
    if after.move is None:
        return Row(words, after, answer)
    return Row(words, after, answer, format_move(after.state, after.move), *preview_in_words(after, language))


def heading(choice: Choice, language: str, width: int) -> str:
    """
    Return who is asked what, after what was answered so far; of too much for *width* columns the last is left.

    What was answered with 0, no or nothing is left out.
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
    Return what a line would bring, with the move where it leaves one: nothing more asked than whom to pay as usual.

    Where entries may end, it is what the line brings if nothing more is added. Otherwise the text is empty.
    """
    told, brings = (row.told, row.brings) if row.is_move else preview_in_words(row.after, language)
    return f"{capitalize(told)}: {brings}" if brings else capitalize(told)


def impossible_moves(state: GameState, language: str) -> Iterator[tuple[str, str]]:
    """Yield the kinds of move without a legal one as headings, each with what stands in its way."""
    for kind, against in why_not(state).items():
        yield capitalize(label(kind, language, state.ruleset)), objection_in_words(against, language)


class AnswerList(OptionList, can_focus=False):
    """The answers to one question; lines that cannot be chosen stand below them."""

    answers: tuple[Row, ...] = ()
    """The answers to the open question."""
    _choice: Choice | None = None
    _language = "en"
    _says_impossible = False
    _moves: tuple[Row, ...] | None = None
    _shown: tuple[Row, ...] = ()
    _typed = ""

    def ask(self, choice: Choice | None, language: str, *, says_impossible: bool = False) -> None:
        """List the answers to a question, and what cannot be done where *says_impossible*; nothing for None."""
        self._choice, self._language, self._says_impossible = choice, language, says_impossible
        self._moves = None
        self.answers = () if choice is None else list_rows(choice, language)
        self.narrow("")

    def moves(self) -> tuple[Row, ...]:
        """Return the moves that are still possible, none where they are too many; they are looked for once."""
        if self._moves is None:
            self._moves = () if self._choice is None else whole_moves(self._choice, self._language)
        return self._moves

    def narrow(self, typed: str) -> None:
        """List what matches a typed text, or all answers where nothing does: it may be notation."""
        self._typed = typed
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
        """The columns of a line, beside the bar to scroll with."""
        return max(self.size.width - self.styles.scrollbar_size_vertical, _LEAST_ROOM)

    def on_resize(self) -> None:
        """Cut the lines anew."""
        marked = self.highlighted
        self.narrow(self._typed)
        self.highlighted = marked

    @property
    def choosable(self) -> int:
        """How many lines can be chosen; what cannot be done stands below them."""
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
            self.scroll_end(animate=False)  # what cannot be done stands below, and is never marked

    def mark_answer(self, later: Choice) -> None:
        """Mark the answer that led to a later question."""
        led = (number for number, row in enumerate(self._shown) if row.after.taken == later.taken)
        self.highlighted = next(led, self.highlighted)


def lines(shown: Sequence[Row], room: int) -> Iterator[Text]:
    """
    Yield the lines of a list on *room* columns: the answer, and of a single move its notation and words and its price.

    What it brings stands at the end. Where there is little room, the words of the move go first, then its notation.
    """
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
    """Return what stands in a part of a line; a whole move is named by its words, as its kind alone says too little."""
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
    """Why a typed text is not played."""

    sentence: str
    rule: str | None = None
    """The id of the rule, where it is a move that a rule forbids; the sentence ends in it."""


def parse_input(
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

    def action_delete_left(self) -> None:
        if self.value:
            super().action_delete_left()
        else:
            self.post_message(self.Back())


class MessageLine(Static):
    """The lines of messages; what the marked answer would bring gives way to any message."""

    is_taken = False
    """Whether it says something else than what the marked line would bring."""
    rule: str | None = None
    """The rule that speaks against what was typed, as long as that is said."""

    def say(self, words: str, *, is_refusal: bool = False, rule: str | None = None) -> None:
        """Say something; a refusal may be due to a *rule*."""
        self.is_taken, self.rule = bool(words), rule
        self._show(words, is_refusal=is_refusal)

    def show_preview(self, words: str) -> None:
        """Say what the marked line would bring, unless something else is said."""
        if not self.is_taken:
            self._show(words)

    def _show(self, words: str, *, is_refusal: bool = False) -> None:
        self.update(Text(words, style="bold red" if is_refusal else ""), layout=False)
