"""Lines of coloured text: what a terminal prints, and how wide it is there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import attrs

from ._colours import TERMINAL_CODES


@attrs.frozen
class Span:
    """A piece of text in one style."""

    text: str
    """The text."""
    style: str = ""
    """``"seat0"`` to ``"seat3"``, a kind of salt, ``"water"``, ``"money"``, ``"bold"``, ``"dim"`` or none."""


Line = tuple[Span, ...]
"""A line of text."""


def columns(text: str) -> int:
    """Return how many columns of a terminal *text* takes: wide letters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def width_of(line: Iterable[Span]) -> int:
    """Return how many columns *line* takes."""
    return sum(columns(span.text) for span in line)


def padded(line: Line, width: int) -> Line:
    """Return *line* filled with spaces up to *width* columns."""
    return (*line, Span(" " * max(width - width_of(line), 0)))


def wrapped(heading: Line, items: Sequence[Line], width: int, *, gap: str = "  ", indent: int = 13) -> list[Line]:
    """
    Return lines that begin with *heading* and hold *items*, none of them broken, within *width* columns.

    Args:
        heading: How the first line begins; the items of all lines begin at column *indent*.
        items: What follows.
        width: The columns that there are.
        gap: What stands between two items.
        indent: The column of the first item.
    """
    line = padded(heading, indent)
    lines: list[Line] = []
    is_fresh = True
    for item in items:
        if not is_fresh and width_of(line) + len(gap) + width_of(item) > width:
            lines.append(line)
            line, is_fresh = (Span(" " * indent),), True
        line = (*line, *(() if is_fresh else (Span(gap),)), *item)
        is_fresh = False
    return [*lines, line]


def printed(lines: Iterable[Line], *, color: bool) -> str:
    """Return *lines* as text, with colours or without; no line ends in spaces."""
    return "\n".join(_printed(line, color) for line in lines)


def _printed(line: Line, color: bool) -> str:
    if not color:
        return "".join(span.text for span in line).rstrip()
    return "".join(
        f"\x1b[{TERMINAL_CODES[span.style]}m{span.text}\x1b[0m" if span.style and span.text else span.text
        for span in line
    ).rstrip()
