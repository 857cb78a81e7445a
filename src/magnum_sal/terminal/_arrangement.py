"""How the screen is divided: what stands beside what, and how many lines the question has with its answers."""

from __future__ import annotations

from typing import Final

NARROW: Final = "narrow"
"""The board above the answers, and the log in its place on demand."""
MEDIUM: Final = "medium"
"""The log beside the board, the answers below both."""
WIDE: Final = "wide"
"""Log and answers beside the board."""
ARRANGEMENTS: Final = (NARROW, MEDIUM, WIDE)

_COLUMNS: Final = {WIDE: 132, MEDIUM: 100}
"""From so many columns on."""
BOARD: Final = 82
"""The columns of the board, where something stands beside it."""
FRAME: Final = 4
"""Lines below the answers: two for what is said, one to type in, one for the keys."""
_LEAST: Final = 5
"""Lines of the question with its answers, at least, so that the board does not jump more than it must."""
_USUAL: Final = 12
"""Lines that are enough for most questions with their answers; what is left decides which form of the board fits."""


def arrangement(columns: int) -> str:
    """Return how a screen of so many columns is divided."""
    return next((name for name, least in _COLUMNS.items() if columns >= least), NARROW)


def room_for_board(name: str, lines: int) -> int:
    """Return in how many of a screen's *lines* the board is to fit, the same for all questions."""
    return lines if name == WIDE else lines - FRAME - _USUAL


def lines_below(name: str, lines: int, board: int, wanted: int) -> int:
    """
    Return how many of a screen's *lines* a hint, the question and its answers have below a board of so many.

    Where the board fits it is all that the board leaves; else half of the lines, or what is *wanted* if that is less.
    """
    if board <= room_for_board(name, lines):
        return lines - FRAME - board
    return max(min(wanted, lines // 2), _LEAST)
