"""Playing a match: the games that are not played yet, by whoever works, each result kept as soon as it is there."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from typing import Any, TypeAlias

from ..bots.registry import check_bot
from ..errors import MisuseError
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD
from ._early_stopping import Watch, check_confidence
from ._game_result import GameResult
from ._results_file import ResultsFile
from .game import play_game, play_with_log
from .match import MOST_MOVES, Match, Policy, bot_names, check_found_by_workers
from .match_logs import LogsFolder
from .statistics import MatchResults
from .workers import Work, play_by_executor, play_by_pool


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
    on_result: Callable[[GameResult], None] | None = None,
    on_earlier: Callable[[int], None] | None = None,
) -> MatchResults:
    """
    Play a match and return its results.

    Game *g* and its seeds depend on the match and *g* alone, not on who plays it when. A setup is played in
    every rotation of the seats, so *games* should be a multiple of the number of bots.

    With *until* the match stops as soon as it is known whether a bot wins more or less than its part. What is returned
    is the games of the setups up to the one that decided, whoever was fast; *out* may hold more.

    Args:
        bots: 2 to 4 bots, by name (see ``make_bot``), or classes or functions on the top level of a module; as many
            sit at the table. Each is made once before, to see that it can be.
        games: How many games the match has in all, at most, those already in *out* included.
        seed: Decides the setups.
        ruleset: The rules to play by.
        most_moves: The cap on a game's moves; a game that meets it is scored as it stands, and flagged.
        policy: What happens to bots that fail.
        move_seconds: Time for a move.
        bot_seed: Decides the bots' own chance, and the moves that are made for those that fail.
        until: How sure to be before the match stops, such as 0.95; None to play all games.
        jobs: Processes that play; 1 for this one alone.
        executor: Who plays instead.
        out: A results file to append to; a match that was interrupted is gone on with. The games that it has are taken
            as they are, whatever has become of the bots since.
        logs: A folder for the log of each game that is played, such as ``game-0007.jsonl``, which this process writes,
            whoever plays. The metadata say under ``"arena"`` who sat where, and the seeds. No log is written over.
        on_result: Called with each result as it comes, and first with those that *out* held.
        on_earlier: Called before that with how many games of this match *out* held, where it held any.

    Raises:
        MisuseError: a bot does not exist, or the numbers make no match.
        ResultsError: *out* belongs to another match, is in use or damaged, or cannot be written; or *logs* has a log
            already that would be written.
        BotFailedError: a bot failed, and the policy is ``raise``.
        WorkerError: workers ended again and again.
    """
    match = Match(bot_names(bots), seed, ruleset, most_moves, policy, move_seconds, bot_seed)
    _check_arguments(match, games, jobs, executor, until)
    results: dict[int, GameResult] = {}
    watch = Watch(match, until)

    def take(result: GameResult) -> None:
        results[result.game] = result
        watch.add(result)
        if on_result is not None:
            on_result(result)

    with ExitStack() as stack:
        file = None if out is None else stack.enter_context(ResultsFile(out, match))
        earlier = [] if file is None else [result for result in file.games if result.game < games]
        if earlier and on_earlier is not None:
            on_earlier(len(earlier))
        for result in earlier:
            take(result)
        missing = [game for game in range(games) if game not in results and watch.stopped_after is None]
        folder = None if logs is None else LogsFolder(logs, match, missing, is_gone_on_with=file is not None)
        played = _play_games(match, missing, jobs, executor, is_recorded=folder is not None)
        for done in stack.enter_context(closing(played)):
            take(_write(done, file, folder))
            if watch.stopped_after is not None:
                break
    whole = MatchResults(match, tuple(results[game] for game in sorted(results)))
    return whole if until is None else whole.stop_early(until)


def _check_arguments(match: Match, games: int, jobs: int, executor: Executor | None, until: float | None) -> None:
    """Check what can be checked before anything is played, last that each bot can be made."""
    for count, what in ((games, "games"), (jobs, "jobs")):
        if type(count) is not int or count < 1:
            raise MisuseError(f"{what}: {count!r} is not a whole number above 0")
    if until is not None:
        check_confidence("until", until)
    if jobs > 1 or executor is not None:
        check_found_by_workers(match.bots)
    for name in dict.fromkeys(match.bots):
        check_bot(name)


_Played: TypeAlias = GameResult | tuple[GameResult, bytes]
"""What a worker returns: how a game came out, and the lines of its log if it is recorded."""


def _play_games(
    match: Match, games: Sequence[int], jobs: int, executor: Executor | None, *, is_recorded: bool
) -> Generator[_Played]:
    work: Work[_Played] = play_with_log if is_recorded else play_game
    if executor is not None:
        return play_by_executor(match, games, work, executor)
    if jobs > 1 and len(games) > 1:
        return play_by_pool(match, games, work, min(jobs, len(games)))
    return (work(match, game) for game in games)


def _write(done: _Played, file: ResultsFile | None, folder: LogsFolder | None) -> GameResult:
    result, log = (done, b"") if isinstance(done, GameResult) else done
    # The log comes first: a game whose result is in the file has its log.
    if folder is not None:
        folder.write(result.game, log)
    if file is not None:
        file.append(result)
    return result
