"""Play games in a process pool or any executor; games are played again if their workers fail."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar

from .._internal.worker_processes import WorkerContext
from ..bots import pipes
from ..errors import MagnumSalError
from .match import Match

__all__ = ["WorkerError"]

ATTEMPTS: Final = 4
"""The number of failures of its workers after which a game is blamed for them."""

_MOST_SUBMITTED: Final = 256
"""The maximum number of games that an executor is given at once."""


class WorkerError(MagnumSalError):
    """The error raised if workers fail repeatedly."""


T = TypeVar("T")

Work: TypeAlias = Callable[[Match, int], T]
"""The function that workers call for each game: it plays the game, and may record it."""


def play_by_pool(match: Match, games: Iterable[int], work: Work[T], jobs: int) -> Generator[T]:
    """Play *games* in *jobs* processes and yield the results in order of completion."""
    context = WorkerContext()
    # A worker that is interrupted ends the processes of its bots.
    pool = partial(context.make_pool, jobs, pipes.end_all)
    return _Dispatcher(match, games, work, window=2 * jobs, context=context).play(pool)


def play_by_executor(match: Match, games: Iterable[int], work: Work[T], executor: Executor) -> Generator[T]:
    """
    Play *games* in any executor and yield the results in order of completion.

    Args:
        match: The match. Like the results, it must be picklable or otherwise transferable to the workers.
        games: The numbers of the games.
        work: The function called for each game; the function and its result must be transferable, too.
        executor: An executor whose workers can import this library and the match's bots. The executor stays open.
    """
    return _Dispatcher(match, games, work, window=_MOST_SUBMITTED, context=None).play(lambda: executor)


class _Dispatcher(Generic[T]):
    """
    A dispatcher that submits games to an executor, and resubmits them if their workers fail.

    The dispatcher replaces the library's own pool if the pool breaks. It never replaces or shuts down the caller's
    executor.

    One dead worker breaks the whole pool, and the pool does not report which game the worker was playing. So all games
    that were running are suspects. The dispatcher plays suspects one at a time, so that the game of the next dead
    worker is known. A broken pool counts against a game only if the game was played alone.
    """

    _executor: Executor

    def __init__(
        self, match: Match, games: Iterable[int], work: Work[T], *, window: int, context: WorkerContext | None
    ) -> None:
        self._match = match
        self._work = work
        self._window = window
        self._context = context
        """The context that starts the workers of the library's own pool; None with the caller's executor."""
        self._waiting = deque(games)
        self._running: dict[Future[T], int] = {}
        self._suspects: set[int] = set()
        """The games that were running when a pool broke, and that have no result yet."""
        self._failures: Counter[int] = Counter()

    def play(self, make_executor: Callable[[], Executor]) -> Generator[T]:
        self._executor = make_executor()
        try:
            while self._waiting or self._running:
                self._hand_out()
                # If no game could be handed out, the pool is broken.
                is_broken = not self._running
                for future in self._wait():
                    error = _error_of(future)
                    if self._context is not None and isinstance(error, BrokenExecutor):
                        is_broken = True
                        continue
                    game = self._running.pop(future)
                    if error is None and not future.cancelled():
                        self._suspects.discard(game)
                        yield future.result()
                    else:
                        self._put_back(game, error)
                if is_broken and self._context is not None:
                    self._replace_executor(make_executor, self._context)
        except KeyboardInterrupt:
            if self._context is not None:
                self._context.interrupt(self._running)
            raise
        finally:
            for future in self._running:
                future.cancel()
            if self._context is not None:
                self._executor.shutdown(wait=True, cancel_futures=True)

    def _hand_out(self) -> None:
        """
        Send waiting games to the executor.

        Raises:
            WorkerError: the caller's executor is broken.
        """
        # Suspects come first in the queue, so a game that runs alone is a suspect.
        most = 1 if self._suspects else self._window
        try:
            while self._waiting and len(self._running) < most:
                self._running[self._executor.submit(self._work, self._match, self._waiting[0])] = self._waiting[0]
                self._waiting.popleft()
        except BrokenExecutor as error:
            if self._context is None:
                raise WorkerError(
                    f"the executor has lost a worker and accepts no more games: {error!r}; local processes are "
                    "replaced if you pass jobs instead of an executor"
                ) from error

    def _wait(self) -> list[Future[T]]:
        """Wait until a running game is done, and return all finished games by number."""
        done = wait(self._running, return_when=FIRST_COMPLETED).done if self._running else set[Future[T]]()
        return sorted(done, key=self._running.__getitem__)

    def _put_back(self, game: int, error: BaseException | None) -> None:
        """
        Count a failure of a game's worker, and put the game back to the front of the queue.

        Raises:
            MagnumSalError: the game itself raised the error.
            WorkerError: the game's workers failed too many times.
        """
        if isinstance(error, MagnumSalError):
            raise self._first_error(error, game)
        self._failures[game] += 1
        if self._failures[game] >= ATTEMPTS:
            raise WorkerError(
                f"game {game} was started {ATTEMPTS} times, and its worker failed each time: {error!r}"
            ) from error
        self._waiting.appendleft(game)  # to the front, because early stopping needs the setups in order

    def _first_error(self, error: MagnumSalError, game: int) -> MagnumSalError:
        """Return the error of the lowest-numbered running game that fails, so that the result is deterministic."""
        in_order = sorted(self._running, key=self._running.__getitem__)
        earlier = [future for future in in_order if self._running[future] < game]
        wait(earlier)
        errors = (_error_of(future) for future in earlier)
        return next((found for found in errors if isinstance(found, MagnumSalError)), error)

    def _replace_executor(self, make_executor: Callable[[], Executor], context: WorkerContext) -> None:
        """Create a new pool, and queue the games of the broken pool again as suspects."""
        self._executor.shutdown(wait=True, cancel_futures=True)
        # The workers have ended now, so their exit statuses are known.
        context.check_script()
        broken, self._running = self._running, {}
        self._suspects.update(broken.values())
        if len(broken) == 1:
            [(future, game)] = broken.items()
            self._put_back(game, _error_of(future))
        else:
            # Each game goes to the front, so queuing in descending order puts the games in ascending order.
            self._waiting.extendleft(sorted(broken.values(), reverse=True))
        self._executor = make_executor()


def _error_of(future: Future[Any]) -> BaseException | None:
    """Return the error of a finished game; None if the game succeeded or was cancelled."""
    return None if future.cancelled() else future.exception()
