"""Tables as text: columns beside each other, below each other where the line is full, and sentences below them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import pairwise


def table_lines(columns: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """
    Return the lines of a table; one that is too wide is cut into tables below each other, each with the first column.

    Args:
        columns: The cells of each column from the top.
        width: Letters in a line; None for no limit. One column has room in any case.
    """
    names, *others = (_filled(column, index) for index, column in enumerate(columns))
    parts = 1
    while True:
        edges = [part * len(others) // parts for part in range(parts + 1)]
        tables = [(names, *others[begin:end]) for begin, end in pairwise(edges)]
        if width is None or parts >= len(others) or all(sum(len(cells[0]) for cells in of) <= width for of in tables):
            return ["".join(cells).rstrip() for table in tables for cells in zip(*table, strict=True)]
        parts += 1


def wrapped(sentences: Sequence[str], width: int | None) -> list[str]:
    """Return the lines of some sentences, each of which begins a new one."""
    return [line for told in sentences for line in (textwrap.wrap(told, width) if width is not None else [told])]


def _filled(column: Sequence[str], index: int) -> list[str]:
    """Return the cells of a column at one width: the first flush left, the others flush right behind two blanks."""
    room = max(map(len, column))
    return [cell.rjust(room + 2) if index else cell.ljust(room) for cell in column]
