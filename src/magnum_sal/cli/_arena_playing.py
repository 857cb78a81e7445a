"""What the matches of an arena's command line are played by: the rules, the workers, the bar on the error stream."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager

from ..arena import GameResult, MatchOptions, MatchResults
from ..arena.remarks import place_of_failure
from ..errors import MissingExtraError, MisuseError
from ..errors.messages import cut, form_for, printable
from ._options import find_modules_here, ruleset_chosen


@contextmanager
def playing(options: argparse.Namespace, matches: int = 1) -> Iterator[tuple[MatchOptions, Progress]]:
    """Yield what matches are played by while their progress is shown; an interruption is told with what was played."""
    for package in ("rich", "openskill"):
        try:
            __import__(package)
        except ImportError:
            raise MissingExtraError("the arena's command line", "arena", package) from None
    find_modules_here()
    with ExitStack() as stack:
        executor = _cluster(options.cluster, stack) if options.cluster is not None else None
        progress = Progress(options.games, matches, options.out)
        stack.callback(progress.end)
        stack.enter_context(progress.bar)
        try:
            yield (
                MatchOptions(
                    ruleset=ruleset_chosen(options),
                    most_moves=options.most_moves,
                    policy=options.policy,
                    move_seconds=options.move_seconds,
                    bot_seed=options.bot_seed,
                    until=options.until,
                    jobs=options.jobs,
                    executor=executor,
                    on_result=progress.advance,
                    on_earlier=progress.take_earlier,
                ),
                progress,
            )
        except KeyboardInterrupt:
            games = f"{progress.games} {form_for(progress.games, ('game', 'games'))}"
            kept = f"; the same command goes on with {printable(options.out, 150)}" if options.out else ""
            raise KeyboardInterrupt(f"interrupted after {games}{kept}") from None


def _cluster(address: str, stack: ExitStack) -> Executor:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("playing on a cluster", "cluster", "distributed") from None
    try:
        client = stack.enter_context(Client(address, timeout=20))
    except (OSError, ValueError, TimeoutError) as error:
        raise MisuseError(f"there is no Dask scheduler at {address}: {error}") from error
    executor: Executor = client.get_executor()
    return executor


class Progress:
    """A bar for one match or several; a match that stops early counts as if all its games had been played."""

    def __init__(self, games_of_a_match: int, matches: int, out: str | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self.games = 0
        """How many games have been played."""
        self._games_of_a_match = games_of_a_match
        self._matches = matches
        self._out = out
        self._earlier = 0
        self._over = 0
        self._wins: list[float] = []
        self._told: set[tuple[str, str]] = set()
        self.bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._task = self.bar.add_task("games", total=games_of_a_match * matches, rate="")

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
                where = f"{printable(failure.label, 100)} failed ({failure.kind}) in {place_of_failure(failure)}"
                self._say(f"{where}: {cut(failure.sentence, 220)}; more is told when the match is over")
        wins = self._wins or [0.0] * len(result.shares)
        self._wins = [won + share for won, share in zip(wins, result.shares, strict=True)]
        standing = " : ".join(f"{won:g}" for won in self._wins)
        told = standing if self._matches == 1 else f"match {self._over + 1} of {self._matches}, {standing}"
        speed = self.bar.tasks[0].speed
        rate = f"{60.0 * speed:.1f} games/min" if speed else ""
        self.bar.update(self._task, advance=1, description=told, rate=rate)

    def _tell_earlier(self) -> None:
        which = form_for(self._earlier, ("which was", "which were"))
        had = f"{printable(str(self._out), 150)} had {self._earlier} of these games already"
        self._say(f"{had}, {which} not played again; where a bot has changed since, name another --out")

    def _say(self, sentence: str) -> None:
        self.bar.console.print(printable(f"magnum-sal: {sentence}"), markup=False, highlight=False, soft_wrap=True)

    def end_match(self, _: MatchResults) -> None:
        self._over += 1
        self._wins = []
        self.bar.update(self._task, completed=self._over * self._games_of_a_match)

    def end(self) -> None:
        """Say of several matches how many of their games were played earlier."""
        if self._earlier and self._matches > 1:
            self._tell_earlier()
