"""Play the missing games of a match in this process, a pool or an executor, and save each result at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from typing import Any, TypeAlias

from .._internal.checks import check_whole
from .._internal.worker_processes import leave_without_guard
from .._internal.working_folder import current_folder, path_in
from ..bots.registry import check_bot
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import is_registered, registration_error
from ..rules.standard import STANDARD
from ._early_stopping import Watch, check_confidence
from ._game_result import GameResult
from ._progress_bar import ProgressBar
from ._results_file import ResultsFile
from .game import play_game, play_with_log
from .match import MOST_GAMES, MOST_MOVES, Match, Policy, bot_names, check_found_by_workers
from .match_logs import LogsFolder
from .statistics import MatchResults
from .workers import Dispatcher, Work, WorkerPool


def play_match(
    bots: Sequence[str | Callable[..., Any]],
    games: int,
    seed: int = 0,
    *,
    ruleset: Ruleset = STANDARD,
    most_moves: int = MOST_MOVES,
    policy: Policy = "random_move",
    move_seconds: float | None = None,
    bot_seed: int = 0,
    until: float | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    logs: str | os.PathLike[str] | None = None,
    progress: bool = False,
    on_result: Callable[[GameResult], None] | None = None,
    on_earlier: Callable[[int], None] | None = None,
) -> MatchResults:
    """
    Play a match and return its results.

    Game *g* and its seeds depend only on the match and *g*, not on when or in which process it is played. A setup is
    played once in every rotation of the seats, so *games* should be a multiple of the number of bots.

    With *until*, the match stops as soon as it is known whether a bot wins more or less than its equal share. The
    results end with the deciding setup, whichever games finish first; *out* may contain more games.

    Args:
        bots: 2 to 4 bots, by name (see ``make_bot``), or classes or functions at the top level of a module. All bots
            play in every game. Each is created once before the match, as a check.
        games: The maximum number of games in the match, including games already in *out*.
        seed: The seed of the setups.
        ruleset: The rules to play by.
        most_moves: The cap on a game's moves; a game that reaches it is scored in its current position, and flagged.
        policy: How to handle bot failures.
        move_seconds: The time limit for a move, in seconds.
        bot_seed: The seed of the bots' random sources, and of the moves made for bots that fail.
        until: The confidence at which the match stops early, such as 0.95; None to play all games.
        jobs: The number of processes; 1 to play in this process. With more, a script must make the call under
            ``if __name__ == "__main__":``, because each process imports the script.
        executor: An executor that plays the games instead of *jobs* processes.
        out: A results file to append to. If it exists, the match is resumed. Its games are not played again, even if
            the bots have changed since. If another version of the library started it, a ``UserWarning`` says so before
            games are added.
        logs: A folder for the game logs, with names such as ``game-0007.jsonl``. This process writes them, wherever
            the games are played. Their metadata contains the seats and seeds under ``"arena"``. Existing logs are never
            overwritten.
        progress: Whether to show a progress bar on standard error, with the wins of each bot so far and the time left.
            The bar appears only in a terminal and in a Jupyter notebook.
        on_result: A callback for each result, as soon as its game ends, first for the results already in *out*.
        on_earlier: A callback that gets the number of this match's games in *out*, if any; called before *on_result*.

    Raises:
        MisuseError: a bot does not exist, or another argument is invalid; or with several *jobs*, a script makes the
            call without ``if __name__ == "__main__":``.
        ResultsError: *out* belongs to another match, is in use or damaged, or cannot be written; or a log in *logs*
            already exists.
        BotFailedError: a bot failed, and the policy is ``raise``.
        WorkerError: workers died repeatedly, or the executor broke.
    """
    # This check comes first. In a worker, another check might fail before it, for example because the arena writes to
    # *out*.
    if jobs != 1:
        leave_without_guard()
    match = Match(bot_names(bots), seed, ruleset, most_moves, policy, move_seconds, bot_seed)
    # Creating a bot imports its module, which may change the current folder.
    here = current_folder()
    _check_arguments(match, games, jobs, executor, until)
    out, logs = path_in(here, out), path_in(here, logs)
    results: dict[int, GameResult] = {}
    watch = Watch(match, until)
    bar = ProgressBar(games) if progress else None

    def take(result: GameResult) -> None:
        results[result.game] = result
        watch.add(result)
        if bar is not None:
            bar.advance(result)
        if on_result is not None:
            on_result(result)

    with ExitStack() as stack:
        if bar is not None:
            stack.callback(bar.close)
        file = None if out is None else stack.enter_context(ResultsFile(out, match))
        # Earlier results come first. If they already decide the match, no further game is played.
        earlier = [] if file is None else [result for result in file.games if result.game < games]
        if earlier and on_earlier is not None:
            on_earlier(len(earlier))
        if bar is not None:
            bar.skip(len(earlier))
        for result in earlier:
            take(result)
        missing = [game for game in range(games) if game not in results and watch.stopped_after is None]
        if file is not None and missing:
            file.warn_of_other_version()
        folder = None if logs is None else LogsFolder(logs, match, missing, is_resumed=file is not None)
        played = _play_games(match, missing, jobs, executor, is_recorded=folder is not None)
        # If the match stops early or an error occurs, closing the generator cancels the games that have not begun and
        # ends the pool.
        for done in stack.enter_context(closing(played)):
            take(_write(done, file, folder))
            if watch.stopped_after is not None:
                break
    whole = MatchResults(match, tuple(results[game] for game in sorted(results)))
    return whole if until is None else whole.stop_early(until)


def _check_arguments(match: Match, games: int, jobs: int, executor: Executor | None, until: float | None) -> None:
    """Check the arguments before any game is played; finally, check that each bot can be created."""
    check_whole("games", games, 1, MOST_GAMES)
    check_whole("jobs", jobs, 1)
    if until is not None:
        check_confidence("until", until)
    if jobs > 1 or executor is not None:
        check_found_by_workers(match.bots)
    if jobs > 1 and not is_registered(match.ruleset):
        raise registration_error(match.ruleset, "a worker process")
    for name in dict.fromkeys(match.bots):
        check_bot(name)


_Played: TypeAlias = GameResult | tuple[GameResult, bytes]
"""The return value of a worker: the result of a game, with the bytes of its log if the game is recorded."""


def _play_games(
    match: Match, games: Sequence[int], jobs: int, executor: Executor | None, *, is_recorded: bool
) -> Generator[_Played]:
    work: Work[_Played] = play_with_log if is_recorded else play_game
    # A series passes its pool as the executor. A single game needs no process of its own.
    if executor is not None and not (isinstance(executor, WorkerPool) and len(games) == 1):
        yield from Dispatcher(match, games, work, executor).play()
    elif jobs > 1 and len(games) > 1:
        with WorkerPool(min(jobs, len(games))) as pool:
            yield from Dispatcher(match, games, work, pool).play()
    else:
        yield from (work(match, game) for game in games)


def _write(done: _Played, file: ResultsFile | None, folder: LogsFolder | None) -> GameResult:
    result, log = (done, b"") if isinstance(done, GameResult) else done
    # The log is written first, so that every game in the results file has a log. `LogsFolder` relies on this order.
    if folder is not None:
        folder.write(result.game, log)
    if file is not None:
        file.append(result)
    return result
