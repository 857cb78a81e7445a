"""The progress bar of a match in Python: one line on standard error that is rewritten as games end."""

from __future__ import annotations

import time
from typing import Final

from .._internal.progress_lines import RewrittenLine, WinTally
from ._game_result import GameResult

_WIDTH: Final = 20
"""The width of the bar, in characters."""

_PAUSE: Final = 0.2
"""The minimum time between two versions of the line, in seconds."""


class ProgressBar:
    """
    A line with the number of games played, the wins of each bot, the speed and the estimated time left.

    Args:
        games: The number of games in the match.
    """

    def __init__(self, games: int) -> None:
        self._games = games
        self._done = 0
        self._earlier = 0
        self._tally = WinTally()
        self._start = time.monotonic()
        self._written = float("-inf")
        self._line = RewrittenLine()

    def skip(self, games: int) -> None:
        """Count the next *games* results as games played earlier, which do not affect the speed."""
        self._earlier = games

    def advance(self, result: GameResult) -> None:
        """Count a game that has ended."""
        self._done += 1
        self._tally.add(result.shares)
        now = time.monotonic()
        if self._done <= self._earlier:
            self._start = now
        # A fast match ends many games in a second, and a notebook sends every version of the line to the browser.
        elif now - self._written >= _PAUSE:
            self._line.write(self._describe(now))
            self._written = now

    def close(self) -> None:
        """Write the last version of the line and end it."""
        if self._done:
            self._line.write(self._describe(time.monotonic()), is_last=True)

    def _describe(self, now: float) -> str:
        filled = min(_WIDTH, _WIDTH * self._done // self._games)
        # The encoding of standard error may be limited to ASCII.
        parts = [f"[{'#' * filled}{'.' * (_WIDTH - filled)}]", f"{self._done}/{self._games} games"]
        parts.append(str(self._tally))
        played, passed = self._done - self._earlier, now - self._start
        if played > 0 and passed > 0:
            left = round((self._games - self._done) * passed / played)
            parts.append(f"{60.0 * played / passed:.1f} games/min")
            parts.append(f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left" if left else "")
        return "  ".join(filter(None, parts))
