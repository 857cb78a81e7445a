"""``magnum-sal arena``: one or more matches between bots, with a progress bar and a table of results."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO

import attrs

from .._internal.lazy_names import explain_missing
from .._internal.progress_lines import WinTally
from .._internal.versions import OtherVersionWarning, __version__
from .._internal.working_folder import current_folder
from ..arena import (
    BotFailedError,
    GameResult,
    MatchOptions,
    MatchResults,
    PairsResults,
    play_ladder,
    play_match,
    play_pairs,
    read_results,
)
from ..arena.match import MOST_MOVES, POLICIES, describe_differences
from ..arena.plots import check_plot, plot_results
from ..arena.statistics import INTERVALS, IntervalKind
from ..arena.table import ladder_table, pairs_table, place_of_failure, results_table
from ..bots import bot_names
from ..errors import MisuseError
from ..errors.messages import cut, form_for, format_path, printable
from ._arena_game import keep_paths, play_one, print_failures, report_bot_failure
from ._options import add_rules, build_ruleset, find_bots_here, list_given_switches, list_unused_options
from ._output import check_output, print_text, width_of_tables

_OF_REPORTS: Final = ("report", "plot", "force", "until", "interval", "ruleset")
"""The options that ``--report`` uses. The command that replays a bot's failure contains the ruleset."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let 2 to 4 bots play a match, or more bots several matches. To resume an interrupted match, run the same "
        "command with the same --out. The exit status is 3 if a bot failed (the report shows how to reproduce the "
        "failure), 1 after an error, and 2 if the arguments are invalid."
    )
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help=f"{', '.join(bot_names())}, package.module:Class; options after a colon, as in search:iterations=500",
    )
    many = parser.add_mutually_exclusive_group()
    many.add_argument(
        "--each-other", action="store_true", help="let each pair of 2 to 16 bots play a match, and rank all bots"
    )
    many.add_argument(
        "--ladder",
        action="store_true",
        help="let each of 2 to 16 bots play the one before it; the exit status is 1 unless each is known to be "
        "stronger, and 3 if a bot failed",
    )
    parser.add_argument("--games", type=int, default=100, help="number of games of each match (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the setups (default: %(default)s)")
    parser.add_argument(
        "--bot-seed", type=int, default=0, help="seed of the bots' random choices (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of worker processes (default: %(default)s)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster, such as tcp://host:8786")
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="append each game to this results file (JSON Lines), or to files in this folder if there are several "
        "matches. Games in the file are not played again: if a bot has changed, choose another file",
    )
    parser.add_argument(
        "--logs",
        metavar="DIR",
        help="write the log of each game to this folder, such as game-0007.jsonl; several matches have a folder each",
    )
    parser.add_argument(
        "--game",
        type=int,
        metavar="N",
        help="play only game N of this match and print it move by move, or write its log with --logs; with --out, "
        "compare the result with the one in FILE, which is not changed",
    )
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="print the table of a results file, or of a folder that --each-other wrote, without playing",
    )
    parser.add_argument("--plot", metavar="FILE", help="write a plot of scores and win shares as .svg or .png")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file with the plot")
    parser.add_argument(
        "--until",
        type=float,
        metavar="CONFIDENCE",
        help="stop once a bot is known, with this confidence such as 0.95, to win more or less than its share",
    )
    parser.add_argument(
        "--interval", choices=INTERVALS, help="kind of 95 %% interval (default: wilson, or anytime with --until)"
    )
    parser.add_argument("--policy", choices=POLICIES, default="random_move", help="what happens if a bot fails")
    parser.add_argument(
        "--most-moves", type=int, default=MOST_MOVES, help="maximum number of moves (default: %(default)s)"
    )
    parser.add_argument(
        "--move-seconds", type=float, help="time limit for a move (default: 60 for processes, no limit for others)"
    )
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    try:
        return _run(options)
    except BotFailedError as error:
        return report_bot_failure(error, options)


def _run(options: argparse.Namespace) -> int:
    interval: IntervalKind | None = options.interval
    if options.force and options.plot is None:
        raise MisuseError("--force applies to a plot: add --plot FILE")
    if options.game is not None:
        return play_one(options)
    if options.each_other or options.ladder:
        return _run_series(options)
    if options.report is not None and Path(options.report).is_dir():
        return _report_pairs(options)
    if options.plot is not None:
        # Refuse an unwritable plot file before the match, not after it.
        check_plot(options.plot)
        _check_plot_file(options)
    if options.report is not None:
        _check_only_read(options)
        results = MatchResults(*read_results(options.report))
        results = results if options.until is None else results.stop_early(options.until)
    else:
        here = current_folder()
        results = _play_match(options)
        keep_paths(options, here)
    print_text(results_table(results, interval, width_of_tables()))
    if options.plot is not None:
        _check_plot_file(options)  # the file may have been created during the match
        plot_results(results, options.plot, interval)
    return print_failures([results], options)


def _report_pairs(options: argparse.Namespace) -> int:
    """Print the tables of a round robin from its folder, and return the exit status."""
    _check_only_read(options)
    if options.plot is not None:
        raise MisuseError("--plot needs a single match: name one of the files in the folder with --report")
    results = _read_pairs(Path(options.report), options.until)
    print_text(pairs_table(results, options.interval, width_of_tables()))
    return print_failures(results.matches, options)


def _read_pairs(folder: Path, until: float | None) -> PairsResults:
    """
    Read the results files of a round robin.

    Raises:
        MisuseError: the folder has no results files, they belong to different series, or a pair is missing.
        ResultsError: a file cannot be read, is not a results file, or is damaged.
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise MisuseError(f"{format_path(folder)} contains no results files")
    matches = [MatchResults(*read_results(file)) for file in files]
    first = matches[0].match
    for file, results in zip(files, matches, strict=True):
        # Ratings require that all pairs have played the same setups.
        if told := describe_differences(results.match, attrs.evolve(first, bots=results.match.bots)):
            raise MisuseError(f"{format_path(file)} does not belong to the series of {format_path(files[0])}: {told}")
    bots = sorted({bot for results in matches for bot in results.match.bots})
    stopped = matches if until is None else [results.stop_early(until) for results in matches]
    try:
        return PairsResults(tuple(bots), tuple(stopped))
    except MisuseError as error:
        # The message begins with the name of the argument, but the user has passed a folder.
        told = str(error).removeprefix("matches: ")
        raise MisuseError(f"{format_path(folder)} does not contain a whole series: {told}") from error


def _check_only_read(options: argparse.Namespace) -> None:
    """Check that no option for playing was given with ``--report``, which would ignore it."""
    unused = list_unused_options(options, add_options, _OF_REPORTS)
    named = ["the bots" if name == "--bots" else name for name in unused]
    if ignored := [*named, *list_given_switches(options)]:
        raise MisuseError(f"--report only reads a match; leave out {', '.join(ignored)}")


def _check_plot_file(options: argparse.Namespace) -> None:
    results = [Path(file) for file in (options.out, options.report) if file is not None]
    check_output(Path(options.plot), force=options.force, inputs=results)


def _play_match(options: argparse.Namespace) -> MatchResults:
    if not options.bots:
        raise MisuseError("name 2 to 4 bots, or a results file with --report")
    with _playing(options) as (how, _):
        return play_match(options.bots, options.games, options.seed, out=options.out, logs=options.logs, **how)


def _run_series(options: argparse.Namespace) -> int:
    """
    Play all pairs or a ladder, and return the exit status.

    The status is 1 if a bot on a ladder is not known to be stronger than the one before it.
    """
    interval: IntervalKind | None = options.interval
    if options.report is not None or options.plot is not None:
        raise MisuseError(
            "--report only reads matches, and --plot needs a single match; leave out --each-other or --ladder"
        )
    count = len(options.bots)
    matches = count - 1 if options.ladder else count * (count - 1) // 2
    play_series: Callable[..., Any] = play_ladder if options.ladder else play_pairs  # results of either kind
    with _playing(options, max(1, matches)) as (how, progress):
        results = play_series(
            options.bots,
            options.games,
            options.seed,
            folder=options.out,
            logs=options.logs,
            on_match=progress.end_match,
            **how,
        )
    if options.each_other:
        print_text(pairs_table(results, interval, width_of_tables()))
        return print_failures(results.matches, options)
    print_text(ladder_table(results, interval, width_of_tables()))
    status = print_failures([step.results for step in results.steps], options)
    return status or (0 if results.is_rising(interval) else 1)


@contextmanager
def _playing(options: argparse.Namespace, matches: int = 1) -> Iterator[tuple[MatchOptions, _Progress]]:
    """Yield the options for the matches and a progress bar. If interrupted, report how many games were played."""
    with explain_missing("the arena's command line", "arena"):
        for package in ("rich", "openskill"):
            import_module(package)
    # A bot may be a class in a module of the current folder. Its code may run, because the user has named it.
    find_bots_here(options.bots)
    with ExitStack() as stack:
        executor = _cluster(options.cluster, stack) if options.cluster is not None else None
        progress = _Progress(options.games, matches, options.out)
        if matches > 1:
            stack.callback(progress.tell_earlier)
        stack.enter_context(progress.bar)
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("always", OtherVersionWarning)
        warnings.showwarning = progress.show_warning
        try:
            yield (
                MatchOptions(
                    ruleset=build_ruleset(options),
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
            # main() reports the interruption, but only this function knows how many games were played.
            games = f"{progress.games} {form_for(progress.games, ('game', 'games'))}"
            kept = f"; run the same command to resume {format_path(options.out)}" if options.out else ""
            raise KeyboardInterrupt(f"interrupted after {games}{kept}") from None


def _cluster(address: str, stack: ExitStack) -> Executor:
    with explain_missing("playing on a cluster", "cluster"):
        from distributed import Client
    try:
        client = stack.enter_context(Client(address, timeout=20))
    except (OSError, ValueError, TimeoutError) as error:
        raise MisuseError(f"cannot connect to a Dask scheduler at {address}: {error}") from error
    executor: Executor = client.get_executor()
    return executor


class _Progress:
    """A progress bar for one or more matches. A match that stops early counts as complete."""

    def __init__(self, games_of_a_match: int, matches: int, out: str | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.games = 0
        """The number of games played in this run."""
        self._games_of_a_match = games_of_a_match
        self._matches = matches
        self._out = out
        self._earlier = 0
        self._repeated = 0
        """The number of results from earlier runs that are still to come in this match."""
        self._over = 0
        self._tally = WinTally()
        self._told: set[tuple[str, str]] = set()
        self._versions: set[str] = set()
        self._show_other_warning = warnings.showwarning
        self.bar = Progress(
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
        """
        Record that the next *games* results are from earlier runs.

        For one match, report the number now; for several, at the end.
        """
        self._earlier += games
        self._repeated = games
        if self._matches == 1:
            self.tell_earlier()

    def advance(self, result: GameResult) -> None:
        """Count a result, and immediately report the first failure of each kind for each bot."""
        # If failures were reported only at the end, their cause would stay unknown during a long match.
        for failure in result.first_failures or ():
            if (failure.label, failure.kind) not in self._told:
                self._told.add((failure.label, failure.kind))
                where = f"{printable(failure.label, 100)} failed ({failure.kind}) in {place_of_failure(failure)}"
                self._say(f"{where}: {cut(failure.sentence, 220)}; details follow at the end of the match")
        self._tally.add(result.shares)
        told = str(self._tally) if self._matches == 1 else f"match {self._over + 1} of {self._matches}, {self._tally}"
        if self._repeated:
            self._repeated -= 1
            self.bar.update(self._task, advance=1, description=told)
            if not self._repeated:
                # Earlier results say nothing about the speed and the time left, so the measurement begins now.
                self.bar.reset(self._task, completed=int(self.bar.tasks[0].completed), rate="")
            return
        self.games += 1
        speed = self.bar.tasks[0].speed
        rate = f"{60.0 * speed:.1f} games/min" if speed else ""
        self.bar.update(self._task, advance=1, description=told, rate=rate)

    def tell_earlier(self) -> None:
        if self._out is None or not self._earlier:
            return
        which = form_for(self._earlier, ("which is", "which are"))
        had = f"{format_path(self._out)} already had {self._earlier} of these games"
        self._say(f"{had}, {which} not played again; if a bot has changed, choose another --out")

    def show_warning(
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        """Report each different version of the library once, on one line. Show other warnings as usual."""
        if not isinstance(message, OtherVersionWarning):
            self._show_other_warning(message, category, filename, lineno, file, line)
        elif self._out is not None and message.library not in self._versions:
            self._versions.add(message.library)
            had = f"{format_path(self._out)} was started with version {printable(message.library, 40)}"
            self._say(f"{had}, and this is {__version__}; if a bot plays differently in it, choose another --out")

    def _say(self, sentence: str) -> None:
        # Names of bots and files may contain text that Rich would parse as markup.
        self.bar.console.print(printable(f"magnum-sal: {sentence}"), markup=False, highlight=False, soft_wrap=True)

    def end_match(self, _: MatchResults) -> None:
        self._over += 1
        self._tally = WinTally()
        self.bar.update(self._task, completed=self._over * self._games_of_a_match)
