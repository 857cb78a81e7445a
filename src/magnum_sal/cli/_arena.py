"""``magnum-sal arena``: a match between bots, its table at the end, or the report on an earlier one."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from .._wording import form_for, printable
from ..arena import GameResult, MatchResults, play_match, read_results
from ..arena._match import MOST_MOVES, POLICIES
from ..arena._plot import check_plot, plot_results
from ..arena._statistics import INTERVALS, IntervalKind
from ..arena.table import results_table
from ..bots import bot_names
from ..errors import MissingExtraError, MisuseError
from ._output import check_output, columns, print_text
from ._variants import add_rules, find_modules_here, ruleset_chosen


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the subcommand's options."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "arena",
        help="let bots play against each other and say who is stronger",
        description="Let 2 to 4 bots play a match. Interrupted, the same command with the same --out goes on with it.",
    )
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help=f"{', '.join(bot_names())}, package.module:Class; options after a colon, as in search:iterations=500",
    )
    parser.add_argument("--games", type=int, default=100, help="games in all (default %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="decides the setups (default %(default)s)")
    parser.add_argument("--bot-seed", type=int, default=0, help="decides the bots' own chance (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play (default %(default)s)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster, such as tcp://host:8786")
    parser.add_argument("--out", metavar="FILE", help="results file (JSON Lines), appended to game by game")
    parser.add_argument("--report", metavar="FILE", help="print the table of a results file, and play nothing")
    parser.add_argument("--plot", metavar="FILE", help="write scores and win shares as .svg or .png")
    parser.add_argument("--force", action="store_true", help="write the plot over a file that is there")
    parser.add_argument(
        "--until",
        type=float,
        metavar="CONFIDENCE",
        help="stop as soon as it is known, so sure (such as 0.95), that a bot wins more or less than its part",
    )
    parser.add_argument(
        "--interval", choices=INTERVALS, help="kind of 95 %% interval (default wilson, with --until anytime)"
    )
    parser.add_argument("--policy", choices=POLICIES, default="random_move", help="what happens to bots that fail")
    parser.add_argument("--most-moves", type=int, default=MOST_MOVES, help="cap on moves (default %(default)s)")
    parser.add_argument("--move-seconds", type=float, help="time for a move (default: no limit, but 60 for processes)")
    add_rules(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    """Play the match or read its results; print the table."""
    if options.plot is not None:
        check_plot(options.plot)
        _check_plot_file(options)
    if options.report is not None:
        if options.bots or options.out is not None or options.cluster is not None:
            raise MisuseError("--report reads a match and plays none; name no bots, no --out and no --cluster with it")
        results = MatchResults(*read_results(options.report))
        results = results if options.until is None else results.stopped(options.until)
    else:
        results = _played(options)
    interval: IntervalKind = options.interval or ("wilson" if options.until is None else "anytime")
    print_text(results_table(results, interval, columns() if sys.stdout.isatty() else None))
    if options.plot is not None:
        _check_plot_file(options)  # which may have come into being while the match was played
        plot_results(results, options.plot, interval)
    return 0


def _check_plot_file(options: argparse.Namespace) -> None:
    results = [Path(file) for file in (options.out, options.report) if file is not None]
    check_output(Path(options.plot), force=options.force, inputs=results)


def _played(options: argparse.Namespace) -> MatchResults:
    if not options.bots:
        raise MisuseError("name 2 to 4 bots, or a results file with --report")
    _check_extra()
    find_modules_here()
    with ExitStack() as stack:
        executor = _cluster(options.cluster, stack) if options.cluster is not None else None
        progress = stack.enter_context(_Progress(options.games, options.bots))
        try:
            return play_match(
                options.bots,
                options.games,
                options.seed,
                ruleset=ruleset_chosen(options),
                most_moves=options.most_moves,
                policy=options.policy,
                move_seconds=options.move_seconds,
                bot_seed=options.bot_seed,
                until=options.until,
                jobs=options.jobs,
                executor=executor,
                out=options.out,
                on_result=progress.advance,
            )
        except KeyboardInterrupt:
            games = f"{progress.games} {form_for(progress.games, ('game', 'games'))}"
            kept = f"; the same command goes on with {printable(options.out, 150)}" if options.out else ""
            raise KeyboardInterrupt(f"interrupted after {games}{kept}") from None


def _check_extra() -> None:
    for package in ("rich", "openskill"):
        try:
            __import__(package)
        except ImportError:
            raise MissingExtraError("the arena's command line", "arena", package) from None


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


class _Progress:
    """The progress bar, on the error stream: games, rate, time left and the standing."""

    def __init__(self, games: int, bots: list[str]) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.games = 0
        self._wins = [0.0] * len(bots)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("games", total=games, rate="")

    def advance(self, result: GameResult) -> None:
        """Count a game."""
        self.games += 1
        self._wins = [wins + share for wins, share in zip(self._wins, result.shares, strict=True)]
        standing = " : ".join(f"{wins:g}" for wins in self._wins)
        speed = self._bar.tasks[0].speed
        rate = f"{60.0 * speed:.1f} games/min" if speed else ""
        self._bar.update(self._task, advance=1, description=standing, rate=rate)

    def __enter__(self) -> _Progress:
        self._bar.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self._bar.__exit__(*exception)
