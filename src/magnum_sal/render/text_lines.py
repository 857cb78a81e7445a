"""Lines of coloured text for a terminal, and their width there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

import attrs


@attrs.frozen
class Span:
    """A piece of text in one style."""

    text: str
    style: str = ""
    """``"seat0"`` to ``"seat3"``, a kind of salt, ``"water"``, ``"money"``, ``"bold"``, ``"dim"``, or empty."""


Line = tuple[Span, ...]

TERMINAL_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "seat0": "1;38;5;214",
    "seat1": "1;38;5;75",
    "seat2": "1;38;5;176",
    "seat3": "1;7",
    "brown": "38;5;137",
    "green": "38;5;71",
    "white": "1",
    "water": "38;5;33",
    "money": "38;5;178",
}
"""The terminal code for each style (Select Graphic Rendition, ECMA-48)."""

_DOTS: Final = "..."
_INDENT: Final = Span("   ")
_SPACES: Final = re.compile("( +)")


def columns(text: str) -> int:
    """Return the number of terminal columns of *text*. Wide characters take two, and marks on letters take none."""
    if text.isascii():  # the common case, which needs no lookup for each letter
        return len(text)
    return sum(0 if _is_mark(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def pad_text(text: str, width: int, *, is_right: bool = False) -> str:
    """Return *text* padded with spaces to *width* terminal columns: after it, or before it if *is_right*."""
    # str.ljust() counts characters, so text after a name in Chinese or with combining accents would be misaligned.
    blank = " " * max(width - columns(text), 0)
    return blank + text if is_right else text + blank


def _is_mark(letter: str) -> bool:
    """Return whether a terminal draws a character over the letter before it."""
    # Many marks have no combining class, such as Thai vowels above a letter and circles around it.
    return bool(unicodedata.combining(letter)) or unicodedata.category(letter) in ("Mn", "Me")


def width_of(line: Iterable[Span]) -> int:
    """Return the number of columns of *line*."""
    return sum(columns(span.text) for span in line)


def pad_line(line: Line, width: int) -> Line:
    """Return *line* padded with spaces to *width* columns."""
    return (*line, Span(" " * max(width - width_of(line), 0)))


def wrap_items(heading: Line, items: Sequence[Line], width: int, *, gap: str = "  ", indent: int = 13) -> list[Line]:
    """
    Return lines of at most *width* columns that begin with *heading* and contain *items*, without breaking an item.

    A line with a single item may be longer. All items begin at column *indent* or later, and *gap* separates them.
    """
    return _fill_lines(pad_line(heading, indent), items, width, gap, indent, has_room=True)


def paragraph(heading: Line, text: str, width: int, *, indent: int = 3) -> list[Line]:
    """Return *heading* followed by *text*, wrapped between words; further lines are indented."""
    words = [(Span(part),) for word in text.split() for part in _split_parts(word, width - indent)]
    return _fill_lines(heading, words, width, " ", indent, has_room=False)


def _fill_lines(line: Line, items: Iterable[Line], width: int, gap: str, indent: int, *, has_room: bool) -> list[Line]:
    """Return *line* and further lines with *items*. With *has_room*, the first item always joins *line*."""
    lines: list[Line] = []
    between: Line = ()
    for item in items:
        if not (has_room and not between) and width_of((*line, *between, *item)) > width:
            lines.append(line)
            line, between = (Span(" " * indent),), ()
        line = (*line, *between, *item)
        between = (Span(gap),)
    return [*lines, line]


def _split_parts(word: str, width: int) -> list[str]:
    """Split a word into parts that fit on a line."""
    if columns(word) <= width:
        return [word]
    # A letter is at most two columns wide.
    most = max(width // 2, 1)
    return [word[start : start + most] for start in range(0, len(word), most)]


def cut(line: Line, width: int) -> Line:
    """Return *line*, truncated to *width* columns with three dots if it is longer."""
    if width_of(line) <= width:
        return line
    kept: list[Span] = []
    room = width - columns(_DOTS)
    for span in line:
        text = ""
        for letter in span.text:
            if columns(letter) > room:
                return (*kept, Span(text, span.style), Span(_DOTS))
            text, room = text + letter, room - columns(letter)
        kept.append(span)
    return tuple(kept)


def fold_line(line: Line, width: int) -> list[Line]:
    """Return *line* as lines of at most *width* columns, broken at spaces if possible."""
    if width_of(line) <= width:
        return [line]
    lines: list[Line] = []
    kept: list[Span] = []
    for span in line:
        for word in _SPACES.split(span.text):
            for part in _split_parts(word, width - len(_INDENT.text)):
                if width_of(kept) + columns(part) > width:
                    lines.append(tuple(kept))
                    kept = [_INDENT]
                # A space where the line was broken would only shift the next word.
                if not (part.isspace() and kept[-1:] == [_INDENT]):
                    kept.append(Span(part, span.style))
    return [*lines, tuple(kept)]


def join_items(items: Sequence[Line], gap: str) -> Line:
    """Join *items* into one line, separated by *gap*."""
    return tuple(span for number, item in enumerate(items) for span in ((Span(gap),) if number else ()) + item)


def join_apart(blocks: Iterable[Sequence[Line]]) -> list[Line]:
    """Join the lines of all non-empty blocks, separated by empty lines."""
    lines: list[Line] = []
    for block in blocks:
        if block:
            lines += [*([()] if lines else []), *block]
    return lines


def render_lines(lines: Iterable[Line], *, color: bool) -> str:
    """Format *lines* as text, with or without colours, and without trailing spaces."""
    write = _colour_span if color else attrgetter("text")
    return "\n".join("".join(map(write, line)).rstrip() for line in lines)


def _colour_span(span: Span) -> str:
    return f"\x1b[{TERMINAL_CODES[span.style]}m{span.text}\x1b[0m" if span.style and span.text else span.text
