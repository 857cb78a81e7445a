"""Parts of progress displays: a line on standard error that is rewritten, and the wins of each bot so far."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import Final, TextIO

_ROOM: Final = 79
"""The maximum width of the line. It is the same in each version, so that the line covers the one before."""


class RewrittenLine:
    """
    A line on standard error, each version of which replaces the one before.

    The line is written if standard error is a terminal or the output of a cell in a notebook. Elsewhere, such as in a
    log file, nothing is written.
    """

    def __init__(self) -> None:
        # Standard error is looked up now, because a notebook replaces it after the library was imported.
        self._output = sys.stderr
        self._is_shown = self._output is not None and _can_rewrite_lines(self._output)
        self._is_open = False

    def write(self, text: str, *, is_last: bool = False) -> None:
        """Write the next version of the line, cut to the width of the terminal. The last version ends the line."""
        if self._is_shown:
            room = min(_ROOM, shutil.get_terminal_size().columns - 1)
            print(f"\r{text[:room]:{room}}", end="\n" if is_last else "", file=self._output, flush=True)
            self._is_open = not is_last

    def end(self) -> None:
        """End the line if it has been begun, so that other text, such as an error, begins a new one."""
        if self._is_open:
            print(file=self._output, flush=True)
            self._is_open = False


def _can_rewrite_lines(output: TextIO) -> bool:
    """Return whether a carriage return lets the next text replace the line: in terminals and Jupyter notebooks."""
    # The output of a notebook does not count as a terminal, but replaces lines like one. Its class comes from the
    # kernel, which Jupyter, Colab and VS Code have in common.
    return output.isatty() or type(output).__module__.partition(".")[0] == "ipykernel"


class WinTally:
    """The wins of each bot of a match so far. As text, it is ``"3 : 1.5"``, and empty before the first game."""

    def __init__(self) -> None:
        self._wins: Sequence[float] = ()

    def add(self, shares: Sequence[float]) -> None:
        """Add each bot's share of the victory in a game."""
        wins = self._wins or [0.0] * len(shares)
        self._wins = [won + share for won, share in zip(wins, shares, strict=True)]

    def __str__(self) -> str:
        return " : ".join(f"{won:g}" for won in self._wins)
