"""The list of answers on the screen: what is open, what matches, what is marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..queries.choices import Choice
from ..words import titled
from ._answers import Row, filter_rows, first_marked, impossible_moves, list_rows, whole_moves

_WIDEST: Final = {"words": 40, "notation": 20, "brings": 60}
"""Columns of the parts of a line, at most."""
_LEAST_ROOM: Final = 20
_LEAST_TOLD: Final = 16
"""Columns for the move in words, below which they are left out."""
_GAP: Final = 2


class AnswerList(OptionList):
    """The answers to one question; lines that cannot be chosen stand below them."""

    def __init__(self) -> None:
        super().__init__(id="moves", compact=True, markup=False)
        self.can_focus = False
        self.answers: tuple[Row, ...] = ()
        """The answers to the open question."""
        self._choice: Choice | None = None
        self._language = "en"
        self._says_impossible = False
        self._moves: tuple[Row, ...] | None = None
        self._shown: tuple[Row, ...] = ()
        self._typed = ""

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
            self.highlighted = 0 if matching else first_marked(self._choice, self._shown)

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

    def mark_taken(self, later: Choice) -> None:
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
        return titled(row.told) if row.is_whole else row.words
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
