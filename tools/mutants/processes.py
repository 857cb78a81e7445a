"""A process for each trial, with limits, of which nothing is left when it has ended."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MOST_MEMORY = 4 << 30
"""The bytes of address space that each process of a trial may take."""

MOST_PROCESSOR_SECONDS = 300
"""The limit for each process of a trial, including one that a test has started and forgotten."""

_PR_SET_PDEATHSIG = 1  # these two from <linux/prctl.h>
_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """
    Make this process the parent of what its descendants leave behind.

    A server that a test starts in a session of its own is in no process group that could be ended. On Linux a
    *subreaper* becomes its parent when the test's process ends, and finds it among its own children.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> None:
    """Make this process end when its parent does, so that nothing goes on when a survey is ended from outside."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def run_in_child(work: Callable[[], int], seconds: float) -> int | None:
    """
    Run *work* in a fork of this process, and end all that is left of it afterwards.

    Args:
        work: Returns the exit status of the child; an exception there is status 1.
        seconds: How long the child may live, whatever it does.

    Returns:
        The exit status, -N if signal N ended the child, or None if it lived too long.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            end_with_parent()
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_PROCESSOR_SECONDS, MOST_PROCESSOR_SECONDS))
            status = work()
        finally:
            os._exit(status)
    status_of_wait = _wait(child, seconds)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if status_of_wait is None:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)  # it may have been stuck before it had a group
        os.waitpid(child, 0)
    _end_orphans()
    return None if status_of_wait is None else os.waitstatus_to_exitcode(status_of_wait)


def _wait(child: int, seconds: float) -> int | None:
    """Return the status of wait of a child, or None if it lives longer."""
    end = time.monotonic() + seconds
    pause = 0.001
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return None


def _end_orphans() -> None:
    """End what this process has adopted, generation by generation: it has no other children now."""
    while children := _children():
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def _children() -> list[int]:
    """Return the children of this process where the system lists them."""
    found: list[int] = []
    for path in Path("/proc/self/task").glob("*/children"):
        found += map(int, path.read_text("ascii").split())
    return found
