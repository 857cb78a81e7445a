"""Who plays the games: this process, a pool, or any executor; games lost with a worker are played again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Final, TypeAlias, TypeVar

from ..errors import MagnumSalError
from .match import Match

__all__ = ["WorkerError"]

ATTEMPTS: Final = 4
"""How often a game is handed out before its worker's end is taken for its fault."""


_SCRIPT: Final = '; a script that plays with jobs must do so under `if __name__ == "__main__":`, as workers import it'


class WorkerError(MagnumSalError):
    """Workers that end again and again."""


T = TypeVar("T")

Work: TypeAlias = Callable[[Match, int], T]
"""What is done with each game: it is played, and perhaps recorded."""


def played_here(match: Match, games: Iterable[int], work: Work[T]) -> Generator[T]:
    """Play *games* in this process, one after another."""
    return (work(match, game) for game in games)


def played_by_pool(match: Match, games: Iterable[int], work: Work[T], jobs: int) -> Generator[T]:
    """Play *games* in *jobs* processes; results come as they are done."""

    def pool() -> Executor:
        # Spawned workers inherit no file descriptors, so the pipes of this process close when it ends.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_work)

    return _played(match, games, work, pool, window=2 * jobs, is_ours=True)


def played_by_executor(
    match: Match, games: Iterable[int], work: Work[T], executor: Executor, window: int = 256
) -> Generator[T]:
    """
    Play *games* by any executor; results come as they are done.

    Args:
        match: The match; it and the results must be able to travel to the workers (all of them can be pickled).
        games: Numbers of games.
        work: What is done with each; what it returns must be able to travel, too.
        executor: Whose workers can import this library and the match's bots. It is not shut down.
        window: How many games are handed out at a time.
    """
    return _played(match, games, work, lambda: executor, window=window, is_ours=False)


def _played(
    match: Match, games: Iterable[int], work: Work[T], make: Callable[[], Executor], *, window: int, is_ours: bool
) -> Generator[T]:
    waiting = deque(games)
    attempts: Counter[int] = Counter()
    running: dict[Future[T], int] = {}
    executor = make()
    try:
        while waiting or running:
            try:
                while waiting and len(running) < window:
                    running[executor.submit(work, match, waiting[0])] = waiting[0]
                    waiting.popleft()
            except BrokenExecutor:
                if not is_ours:
                    raise
            done = wait(running, return_when=FIRST_COMPLETED).done if running else set[Future[T]]()
            is_broken = not running
            for future in sorted(done, key=running.__getitem__):
                game = running.pop(future)
                error = None if future.cancelled() else future.exception()
                if error is None and not future.cancelled():
                    yield future.result()
                    continue
                if isinstance(error, MagnumSalError):
                    raise _first_error(error, game, running)
                attempts[game] += 1
                if attempts[game] >= ATTEMPTS:
                    hint = _SCRIPT if is_ours and isinstance(error, BrokenExecutor) else ""
                    raise WorkerError(
                        f"game {game} was handed out {ATTEMPTS} times, and each time its worker failed: {error!r}{hint}"
                    ) from error
                waiting.appendleft(game)  # a match that stops early waits for the setups in their order
                is_broken = is_broken or isinstance(error, BrokenExecutor)
            if is_broken and is_ours:
                # A dead worker takes the whole pool with it; the games in hand are played again by a new one.
                for game in sorted(running.values(), reverse=True):
                    attempts[game] += 1
                    waiting.appendleft(game)
                running.clear()
                executor.shutdown(wait=True, cancel_futures=True)
                executor = make()
    finally:
        for future in running:
            future.cancel()
        if is_ours:
            executor.shutdown(wait=True, cancel_futures=True)


def _first_error(error: MagnumSalError, game: int, running: Mapping[Future[T], int]) -> MagnumSalError:
    """Return the error of the first game in hand that has one, so that it does not matter who was fast."""
    earlier = sorted((future for future, number in running.items() if number < game), key=running.__getitem__)
    wait(earlier)
    for future in earlier:
        found = None if future.cancelled() else future.exception()
        if isinstance(found, MagnumSalError):
            return found
    return error


def _begin_work() -> None:
    """Make a worker end with its arena, however that ends, and take its bots' processes along."""
    signal.signal(signal.SIGINT, lambda *_: _leave())
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _leave()


def _leave() -> None:
    from ..bots import pipes as pipe

    pipe.end_all()
    os._exit(1)
