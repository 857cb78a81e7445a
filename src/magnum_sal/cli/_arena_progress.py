"""The progress bar of the arena, on the error stream: games, rate, time left and the standing of the match in hand."""

from __future__ import annotations

import sys
from typing import Any

from ..arena import BotFailure, GameResult, MatchResults
from ..arena.remarks import place_of_failure
from ..errors.messages import cut, form_for, printable


class Progress:
    """
    A bar for one match or several; a match that stops early counts as if all its games had been played.

    Args:
        games: How many games a match has.
        matches: How many matches are played.
        out: The results file of the match, or the folder of several.

    Attributes:
        games: How many games have been played.
    """

    def __init__(self, games: int, matches: int = 1, out: str | None = None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self.games = 0
        self._games_of_a_match = games
        self._matches = matches
        self._out = out
        self._earlier = 0
        self._over = 0
        self._wins: list[float] = []
        self._told: set[tuple[str, str]] = set()
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("games", total=games * matches, rate="")

    def take_earlier(self, games: int) -> None:
        """Note that so many games have been played earlier; it is said at once of one match, of several at the end."""
        self._earlier += games
        if self._matches == 1:
            self._tell_earlier()

    def advance(self, result: GameResult) -> None:
        """Count a game, and say at once where a bot fails as it has not before."""
        self.games += 1
        for failure in result.first_failures or ():
            if (failure.label, failure.kind) not in self._told:
                self._told.add((failure.label, failure.kind))
                self._tell(failure)
        wins = self._wins or [0.0] * len(result.shares)
        self._wins = [won + share for won, share in zip(wins, result.shares, strict=True)]
        standing = " : ".join(f"{won:g}" for won in self._wins)
        told = standing if self._matches == 1 else f"match {self._over + 1} of {self._matches}, {standing}"
        speed = self._bar.tasks[0].speed
        rate = f"{60.0 * speed:.1f} games/min" if speed else ""
        self._bar.update(self._task, advance=1, description=told, rate=rate)

    def _tell(self, failure: BotFailure) -> None:
        where = f"{printable(failure.label, 100)} failed ({failure.kind}) in {place_of_failure(failure)}"
        self._say(f"{where}: {cut(failure.sentence, 220)}; more is told when the match is over")

    def _tell_earlier(self) -> None:
        which = form_for(self._earlier, ("which was", "which were"))
        had = f"{printable(str(self._out), 150)} had {self._earlier} of these games already"
        self._say(f"{had}, {which} not played again; where a bot has changed since, name another --out")

    def _say(self, sentence: str) -> None:
        self._bar.console.print(printable(f"magnum-sal: {sentence}"), markup=False, highlight=False, soft_wrap=True)

    def end_match(self, _: MatchResults) -> None:
        """Go on to the next match."""
        self._over += 1
        self._wins = []
        self._bar.update(self._task, completed=self._over * self._games_of_a_match)

    def __enter__(self) -> Progress:
        self._bar.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self._bar.__exit__(*exception)
        if self._earlier and self._matches > 1:
            self._tell_earlier()
