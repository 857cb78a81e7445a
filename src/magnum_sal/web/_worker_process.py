"""The life of a process that thinks: it ends with its server, answers nothing but results, and reports what fails."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from ..errors import MagnumSalError
from ..errors.messages import printable

T = TypeVar("T")

_LONGEST_FAILURE: Final = 300
_PR_SET_PDEATHSIG: Final = 1
"""The option of Linux's ``prctl`` that names the signal a process gets when its parent ends."""
_LOOK_EVERY: Final = 1.0
"""Seconds between looks whether the server is still there."""
_MORE_SECONDS: Final = 5.0
"""Seconds of the processor that a process may use beyond those that it has for its work."""
_MOST_SECONDS: Final = 1e6


def run_in_worker(server: int, seconds: float, function: Callable[..., T], *arguments: Any) -> T:
    """
    Return what a function returns; called in a process of its own.

    Args:
        server: The id of the server's process, with which this one ends.
        seconds: How long the server waits for the result.
        function: The function; errors are those of ``guarded``.
        arguments: What it is called with.
    """
    end_with(server)
    limit_processor(seconds)
    return guarded(function, *arguments)


@functools.cache
def end_with(server: int) -> None:
    """
    Make this process end when the server's does, even by SIGKILL and while a bot never returns.

    A worker that has nothing to do reads the end of its input and ends by itself; one that hangs does not read. On
    Linux the kernel ends it, whatever it does. Elsewhere a thread looks for the parent from time to time, which works
    unless a bot's C code never lets go of the interpreter; then ``limit_processor`` is what is left. Windows has no
    such parent to look for.
    """
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.name == "posix":
        threading.Thread(target=_end_without, args=(server,), daemon=True).start()


def _end_without(server: int) -> None:
    while os.getppid() == server:
        time.sleep(_LOOK_EVERY)
    os._exit(1)


def limit_processor(seconds: float) -> None:
    """Set a limit at which the system ends this process, far above the processor time that its work may take."""
    if sys.platform == "win32":
        return
    import resource

    usage = resource.getrusage(resource.RUSAGE_SELF)
    more = (min(seconds, _MOST_SECONDS) + _MORE_SECONDS) * (os.cpu_count() or 1)
    soft = int(usage.ru_utime + usage.ru_stime + more) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    with contextlib.suppress(ValueError, OSError):  # where the system forbids it, nothing is lost but this way out
        resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def guarded(function: Callable[..., T], *arguments: Any) -> T:
    """
    Return what a function returns.

    Raises:
        MagnumSalError: it has raised anything at all. The server reads it there, and would end with a bot that ends
            its program.
    """
    try:
        with _silent():
            return function(*arguments)
    except BaseException as error:
        raise MagnumSalError(printable(describe_failure(error), _LONGEST_FAILURE)) from None


def describe_failure(error: BaseException) -> str:
    """Return what failed as a sentence: the error's message, with its type unless it is the library's own error."""
    kind, message = type(error).__name__, str(error)
    if isinstance(error, SystemExit):
        return f"it ended its own process ({kind}: {message})" if message else f"it ended its own process ({kind})"
    if not message:
        return f"it raised {kind} without a message"
    return message if isinstance(error, MagnumSalError) else f"{kind}: {message}"


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Keep what a bot's libraries write to standard output from what the process answers, which goes the same way."""
    answers, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(answers, 1)
        os.close(answers)
        os.close(nowhere)
