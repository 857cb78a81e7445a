"""Worker processes, which end when this process ends, and without a traceback at Ctrl+C; pools of workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from types import FrameType
from typing import Any, Final, ParamSpec, TypeVar

from ..errors import MagnumSalError, MisuseError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")

_STARTING: Final = "magnum_sal worker, starting"
_WORKING: Final = "magnum_sal worker"
"""The names of a worker, before and after it has imported the script."""

_UNGUARDED: Final = 117
"""The exit status of a worker that would start other workers, because the script's call is not guarded."""

_SECONDS_TO_NOTICE: Final = 10.0
"""The maximum time until an executor notices that its workers have ended. Usually, it takes only a moment."""

_INTERRUPTIONS: Final = (signal.SIGINT, signal.SIGTERM)
"""The signals that end a worker."""

_CAN_BLOCK: Final = hasattr(signal, "pthread_sigmask")
"""Whether signals can be blocked; false on Windows."""


def leave_without_guard() -> None:
    """
    End this process if it is a worker that is still importing the script, and the script starts workers again.

    A spawned worker imports the script before it does anything else. Without ``if __name__ == "__main__":``, the import
    repeats the call that started the worker. The worker's exit status reports this to its parent, which raises a
    ``MisuseError``. The error is not raised here, because every worker would print its traceback.
    """
    if multiprocessing.current_process().name == _STARTING:
        os._exit(_UNGUARDED)


class WorkerContext(SpawnContext):
    """
    A context that starts workers and keeps references to them, because an executor does not report exit statuses.

    A function of a worker that does not belong to a pool must call ``begin_work``.

    Spawned workers inherit no file descriptors. If they did, they would keep the pipes of this process open.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    def make_pool(self, jobs: int, clean_up: Callable[[], None] | None = None) -> ProcessPoolExecutor:
        """
        Create a pool of workers.

        Args:
            jobs: The number of workers.
            clean_up: A function at the top level of a module. A worker that is interrupted calls it before it ends.
        """
        return _Pool(jobs, mp_context=self, initializer=begin_work, initargs=(clean_up,))

    def Process(self, **options: Any) -> SpawnProcess:  # type: ignore[override] # noqa: N802 # a class in SpawnContext
        process = _Worker(name=_STARTING, **options)
        self._started.append(process)
        return process

    def interrupt(self, running: Collection[Future[Any]]) -> None:
        """End all workers, even those still importing the script, and wait until the *running* futures have ended."""
        for process in self._started:
            if process.pid is not None:  # None if the interruption came before its start
                process.terminate()
        # In Python 3.11, an executor whose workers have ended prints a traceback if some of its futures are cancelled.
        # So this function waits until the executor has noticed the end of its workers.
        wait(running, _SECONDS_TO_NOTICE)

    def check_script(self) -> None:
        """
        Check that no worker has ended because the script's call is not guarded.

        Raises:
            MisuseError: a worker has ended for this reason.
        """
        if any(process.exitcode == _UNGUARDED for process in self._started):
            raise MisuseError(
                'in a script, a call that starts processes must be under `if __name__ == "__main__":`, '
                "because each process imports the script and would make the call again; add this line"
            )


def map_in_workers(function: Callable[[_Task], _Result], tasks: Iterable[_Task], jobs: int) -> Generator[_Result]:
    """
    Call a function for each task in *jobs* processes, and yield the results in the order of the tasks.

    If the caller stops early, the workers end at once.

    Args:
        function: A function at the top level of a module, or another callable that can be pickled.
        tasks: The tasks.
        jobs: The number of processes; 1 calls the function in this process.

    Raises:
        MisuseError: in a script, the call is not under ``if __name__ == "__main__":``.
        MagnumSalError: a worker ended before it answered. Errors of the function are passed on, too.
    """
    if jobs == 1:
        yield from map(function, tasks)
        return
    leave_without_guard()
    context = WorkerContext()
    with context.make_pool(jobs) as pool:
        futures: list[Future[_Result]] = []
        try:
            futures.extend(pool.submit(function, task) for task in tasks)
            for future in futures:
                yield future.result()
        except BrokenExecutor as error:
            pool.shutdown()
            # The workers have ended now, so their exit statuses are known.
            context.check_script()
            raise MagnumSalError(
                "a worker process ended before it answered; if memory was short, use fewer processes"
            ) from error
        except BaseException:
            context.interrupt(futures)
            raise


class _Pool(ProcessPoolExecutor):
    def submit(
        self, fn: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        # The call may start a worker, and the thread that manages the workers.
        with _delay_interruption():
            return super().submit(fn, *args, **kwargs)


class _Worker(SpawnProcess):
    def start(self) -> None:
        # Ctrl+C in a terminal reaches all its processes. Before a worker can handle it, Python would print a traceback.
        # So the worker inherits a mask that blocks the signal, and removes it once it can handle the signal. The mask
        # does not protect this process, whose other threads can receive the signal.
        with _delay_interruption():
            if not _CAN_BLOCK:
                super().start()
                return
            # The first start would also start the tracker of shared resources, which removes the mask afterwards. The
            # import is local because a platform that cannot block signals may not have the tracker.
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()
            earlier = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                super().start()
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, earlier)


@contextmanager
def _delay_interruption() -> Iterator[None]:
    """
    Delay Ctrl+C until the end of the block.

    A worker whose start is interrupted reads an incomplete message from its parent, and prints a traceback. In Python
    3.11, the start of a thread can turn an interruption into another error.
    """
    handler = signal.getsignal(signal.SIGINT)
    # Only the main thread handles signals.
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: received.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if received:
            handler(*received[0])


def _reset_in_forked_processes() -> None:
    """
    Reset SIGTERM to its default effect in processes that this worker forks.

    Such a process belongs to a bot that uses `multiprocessing`, for example, and the bot may end it at any moment.
    Python forgets a signal that arrives before it has prepared the forked process. A handler in Python would then never
    be called, and the bot would wait forever. So the signal is blocked during the fork, and its default effect needs no
    handler.
    """
    masks = threading.local()

    def block() -> None:
        masks.earlier = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})

    def unblock() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, masks.earlier)

    def reset() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        unblock()

    os.register_at_fork(before=block, after_in_parent=unblock, after_in_child=reset)


def begin_work(clean_up: Callable[[], None] | None = None) -> None:
    """
    Set up a worker so that it ends with its parent, however the parent ends.

    Args:
        clean_up: A function that the worker calls before it ends, for example to end the processes that it has started.
    """
    multiprocessing.current_process().name = _WORKING

    def leave(*_: object) -> None:
        # os._exit() runs no exit handlers, so the worker cleans up here.
        if clean_up is not None:
            clean_up()
        os._exit(1)

    def follow_parent() -> None:
        # If the parent is killed, it cannot notify its workers. So a thread in each worker waits for its end.
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            leave()

    # The thread inherits a mask that blocks the signals. Otherwise the system may deliver them to the thread, and then
    # they do not wake the main thread, in which Python handles them.
    if _CAN_BLOCK:
        signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTIONS)
    threading.Thread(target=follow_parent, daemon=True).start()
    # A worker that is interrupted exits at once and without a traceback, because its parent reports the interruption.
    # A shell without job control starts programs in the background with Ctrl+C ignored. Their workers ignore it, too.
    for interruption in _INTERRUPTIONS:
        if signal.getsignal(interruption) is not signal.SIG_IGN:
            signal.signal(interruption, leave)
    if _CAN_BLOCK:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTIONS)
        _reset_in_forked_processes()
