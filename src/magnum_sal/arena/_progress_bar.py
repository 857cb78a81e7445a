"""The progress bar of a match in Python: one line on standard error that is rewritten as games end."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Final, TextIO

from ._game_result import GameResult

_WIDTH: Final = 20
"""The width of the bar, in characters."""

_ROOM: Final = 79
"""The maximum width of the line. It is the same in each version, so that the line covers the one before."""

_PAUSE: Final = 0.2
"""The minimum time between two versions of the line, in seconds."""


class ProgressBar:
    """
    A line with the number of games played, the wins of each bot, the speed and the estimated time left.

    The line is written to standard error if that is a terminal or the output of a cell in a notebook. Elsewhere, such
    as in a log file, nothing is written.

    Args:
        games: The number of games in the match.
    """

    def __init__(self, games: int) -> None:
        self._games = games
        self._done = 0
        self._earlier = 0
        self._wins: list[float] = []
        self._start = time.monotonic()
        self._written = float("-inf")
        # Standard error is looked up now, because a notebook replaces it after the library was imported.
        self._output = sys.stderr
        self._is_shown = self._output is not None and can_rewrite_lines(self._output)

    def skip(self, games: int) -> None:
        """Count the *games* that follow first as played earlier; they say nothing about the speed."""
        self._earlier = games

    def advance(self, result: GameResult) -> None:
        """Count a game that has ended."""
        self._done += 1
        wins = self._wins or [0.0] * len(result.shares)
        self._wins = [won + share for won, share in zip(wins, result.shares, strict=True)]
        now = time.monotonic()
        if self._done <= self._earlier:
            self._start = now
        # A fast match ends many games in a second, and a notebook sends every version of the line to the browser.
        elif now - self._written >= _PAUSE:
            self._write(self._describe(now), end="")
            self._written = now

    def close(self) -> None:
        """Write the last version of the line and end it."""
        if self._done:
            self._write(self._describe(time.monotonic()), end="\n")

    def _describe(self, now: float) -> str:
        filled = min(_WIDTH, _WIDTH * self._done // self._games)
        # Standard error may have an encoding without other characters than ASCII.
        parts = [f"[{'#' * filled}{'.' * (_WIDTH - filled)}]", f"{self._done}/{self._games} games"]
        parts.append(" : ".join(f"{won:g}" for won in self._wins))
        played, passed = self._done - self._earlier, now - self._start
        if played > 0 and passed > 0:
            left = round((self._games - self._done) * passed / played)
            parts.append(f"{60.0 * played / passed:.1f} games/min")
            parts.append(f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left" if left else "")
        return "  ".join(filter(None, parts))

    def _write(self, line: str, *, end: str) -> None:
        if self._is_shown:
            room = min(_ROOM, shutil.get_terminal_size().columns - 1)
            print(f"\r{line[:room]:{room}}", end=end, file=self._output, flush=True)


def can_rewrite_lines(output: TextIO) -> bool:
    """Return whether a carriage return lets the next text replace the line: in terminals and Jupyter notebooks."""
    # The output of a notebook does not count as a terminal, but replaces lines like one. Its class comes from the
    # kernel, which Jupyter, Colab and VS Code have in common.
    return output.isatty() or type(output).__module__.partition(".")[0] == "ipykernel"
