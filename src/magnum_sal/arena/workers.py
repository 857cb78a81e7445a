"""Play games in a process pool or any executor; games are played again if their workers fail."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any, Final, Generic, ParamSpec, TypeAlias, TypeVar

from .._internal.worker_processes import WorkerContext
from ..bots import pipes
from ..errors import MagnumSalError
from .match import Match

__all__ = ["WorkerError"]

ATTEMPTS: Final = 4
"""The number of times that the worker of a game must fail before the game is blamed."""

_MOST_SUBMITTED: Final = 256
"""The maximum number of games that an executor is given at once."""


class WorkerError(MagnumSalError):
    """The error raised if workers fail repeatedly."""


T = TypeVar("T")
_Arguments = ParamSpec("_Arguments")

Work: TypeAlias = Callable[[Match, int], T]
"""The function that workers call for each game: it plays the game, and may record it."""


class WorkerPool(Executor):
    """
    Processes for the games of one or more matches.

    The processes start when the first game is submitted. After ``replace``, new ones start in the same way.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._context = WorkerContext()
        self._processes: ProcessPoolExecutor | None = None

    def submit(self, fn: Callable[_Arguments, T], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> Future[T]:
        if self._processes is None:
            # A worker that is interrupted ends the processes of its bots.
            self._processes = self._context.make_pool(self.jobs, pipes.end_all)
        return self._processes.submit(fn, *args, **kwargs)

    def replace(self) -> None:
        """
        End the processes of a broken pool.

        Raises:
            MisuseError: a process has ended because the script's call is not guarded.
        """
        self.shutdown(cancel_futures=True)
        # The workers have ended now, so their exit statuses are known.
        self._context.check_script()

    def interrupt(self, running: Collection[Future[Any]]) -> None:
        """End all processes, and wait for the *running* futures to end."""
        self._context.interrupt(running)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if self._processes is not None:
            self._processes.shutdown(wait=wait, cancel_futures=cancel_futures)
            self._processes = None


class Dispatcher(Generic[T]):
    """
    A dispatcher that submits games to an executor, and resubmits them if their workers fail.

    The dispatcher replaces the processes of the library's own pool if the pool breaks. It never replaces or shuts down
    the caller's executor.

    One dead worker breaks the whole pool, and the pool does not report which game the worker was playing. So all games
    that were running are suspects. The dispatcher plays suspects one at a time, so that the game of the next dead
    worker is known. A broken pool counts against a game only if the game was played alone.

    Args:
        match: The match. Like the results, it must be picklable or otherwise transferable to the workers.
        games: The numbers of the games.
        work: The function called for each game; the function and its result must be transferable, too.
        executor: A ``WorkerPool``, or an executor whose workers can import this library and the match's bots. The
            executor stays open.
    """

    def __init__(self, match: Match, games: Iterable[int], work: Work[T], executor: Executor) -> None:
        self._match = match
        self._work = work
        self._executor = executor
        self._pool = executor if isinstance(executor, WorkerPool) else None
        """The library's own pool; None with the caller's executor."""
        self._window = _MOST_SUBMITTED if self._pool is None else 2 * self._pool.jobs
        self._waiting = deque(games)
        self._running: dict[Future[T], int] = {}
        self._suspects: set[int] = set()
        """The games that were running when a pool broke, and that have no result yet."""
        self._failures: Counter[int] = Counter()

    def play(self) -> Generator[T]:
        """Play the games and yield the results in order of completion."""
        try:
            while self._waiting or self._running:
                self._hand_out()
                # If no game could be handed out, the pool is broken.
                is_broken = not self._running
                for future in self._wait():
                    error = _error_of(future)
                    if self._pool is not None and isinstance(error, BrokenExecutor):
                        is_broken = True
                        continue
                    game = self._running.pop(future)
                    if error is None and not future.cancelled():
                        self._suspects.discard(game)
                        yield future.result()
                    else:
                        self._put_back(game, error)
                if is_broken and self._pool is not None:
                    self._replace_processes(self._pool)
        except KeyboardInterrupt:
            if self._pool is not None:
                self._pool.interrupt(self._running)
            raise
        finally:
            begun = [future for future in self._running if not future.cancel()]
            if self._pool is not None:
                # The pool may play another match next. If a game of this match then killed its worker, a game of the
                # other match would be suspected.
                wait(begun)

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
            if self._pool is None:
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

    def _replace_processes(self, pool: WorkerPool) -> None:
        """Replace the processes of a broken pool, and queue its games again as suspects."""
        pool.replace()
        broken, self._running = self._running, {}
        self._suspects.update(broken.values())
        if len(broken) == 1:
            [(future, game)] = broken.items()
            self._put_back(game, _error_of(future))
        else:
            # Each game goes to the front, so queuing in descending order puts the games in ascending order.
            self._waiting.extendleft(sorted(broken.values(), reverse=True))


def _error_of(future: Future[Any]) -> BaseException | None:
    """Return the error of a finished game; None if the game succeeded or was cancelled."""
    return None if future.cancelled() else future.exception()
