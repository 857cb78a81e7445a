"""What the matches of an arena's command line are played by: the rules, the workers, the bar."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager

from ..arena import MatchOptions
from ..errors import MissingExtraError, MisuseError
from ..errors.messages import form_for, printable
from ._arena_progress import Progress
from ._variants import find_modules_here, ruleset_chosen


@contextmanager
def playing(options: argparse.Namespace, matches: int = 1) -> Iterator[tuple[MatchOptions, Progress]]:
    """
    Yield what matches are played by while their progress is shown; an interruption is told with what has been played.

    Raises:
        MissingExtraError: a package is missing.
        MisuseError: there is no cluster.
    """
    _check_extra()
    find_modules_here()
    with ExitStack() as stack:
        executor = _cluster(options.cluster, stack) if options.cluster is not None else None
        progress = stack.enter_context(Progress(options.games, matches, options.out))
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
