"""Run each trial in a limited process of its own, and end everything that it leaves behind."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MOST_MEMORY = 4 << 30
"""The bytes of address space that each process of a trial may take."""

MOST_PROCESSOR_SECONDS = 300
"""The limit for each process of a trial, including a process that a test started and forgot."""

_PR_SET_PDEATHSIG = 1  # these two from <linux/prctl.h>
_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """
    Set this process as the parent of the orphans that its descendants leave behind.

    A server that a test starts in its own session is outside the process group that the trial can end. On Linux, a
    *subreaper* becomes the server's parent when the test's process ends, and finds the server among its children.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> None:
    """End this process when its parent ends, so that nothing keeps running when someone ends a survey."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def run_in_child(work: Callable[[], int], seconds: float) -> int | None:
    """
    Run *work* in a fork of this process, and end all processes that remain afterwards.

    Args:
        work: Returns the exit status of the child; an exception counts as status 1.
        seconds: How long the child may live.

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
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    status_of_wait = _wait(child, seconds)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if status_of_wait is None:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)  # the child may have hung before it had a group
        os.waitpid(child, 0)
    _end_orphans()
    return None if status_of_wait is None else os.waitstatus_to_exitcode(status_of_wait)


def _wait(child: int, seconds: float) -> int | None:
    """Return the wait status of a child, or None if it lives longer."""
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
    """End the adopted processes, generation by generation. This process has no other children at this point."""
    while children := _children():
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def _children() -> list[int]:
    """Return the children of this process, as far as the system lists them."""
    found: list[int] = []
    for path in Path("/proc/self/task").glob("*/children"):
        found += map(int, path.read_text("ascii").split())
    return found
