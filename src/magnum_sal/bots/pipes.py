"""A child process that is spoken to in lines, with deadlines, and that always comes to its end."""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Final

from .protocol import MOST_DETAILS, BotError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LONGEST_LINE: Final = 1 << 20
"""Bytes of a line; a longer one is rubbish."""

_GRACE_SECONDS: Final = 1.0
_REAP_SECONDS: Final = 10.0
"""How long a program that was killed may take to be gone; one that the system holds longer is left to it."""

_GLANCE_SECONDS: Final = 0.05
"""How often somebody who waits for the program looks whether it is still there."""

_FIRST: Final = MOST_DETAILS // 2 - 1
"""How many of the lines of complaints that are kept are the first ones."""

_living: set[Pipe] = set()

_ERROR: Final = re.compile(r"(?:Uncaught )?[\w.]*(?:Error|Exception)\b")
"""How a line begins that says what was wrong, in the traces of JavaScript among others."""


class Complaints:
    """The lines that a program writes to its standard error, of which the first say most, and then the last."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._is_cut = False

    def add(self, line: str) -> None:
        """Take a line in."""
        self._lines.append(line)
        if len(self._lines) == MOST_DETAILS:
            del self._lines[_FIRST]
            self._is_cut = True

    @property
    def has_first(self) -> bool:
        """Whether the first lines are there."""
        return len(self._lines) >= _FIRST

    @property
    def gist(self) -> str:
        """
        The line that says most; empty without any.

        It is the last one of a traceback of Python's, where another trace names its error the line that does, and the
        first one of anything else.
        """
        lines = [line for line in self._lines if line.strip()]
        if any(line.startswith("Traceback") for line in lines):
            return lines[-1]
        named = [line for line in lines if _ERROR.match(line)]
        return (*named[-1:], *lines[:1], "")[0]

    def list_lines(self) -> tuple[str, ...]:
        """Return the lines, with dots for those between that are left out."""
        # How many there were is not known of a program that was ended while it wrote.
        return (*self._lines[:_FIRST], *(("...",) if self._is_cut else ()), *self._lines[_FIRST:])


class PipeReader(io.FileIO):
    """What comes out of a pipe, which ends with the pipe or once *is_ready* says that nothing will come any more."""

    def __init__(self, stream: IO[bytes], is_ready: Callable[[int], bool]) -> None:
        super().__init__(stream.fileno(), closefd=False)
        self._is_ready = is_ready

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Wait and read; 0 is the end."""
        return super().readinto(buffer) if self._is_ready(self.fileno()) else 0


class Pipe:
    """
    A running program; lines go in and come out through threads of their own, so that no call waits longer than it says.

    What the program has started may outlive it, and keep its ends of the pipes open. Nobody waits for that: what
    counts is whether the program itself runs.

    Args:
        command: The program and its arguments.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process = subprocess.Popen(
            self._command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # In a session of its own all it starts can be ended with it, and Ctrl-C reaches only who talks to it.
            start_new_session=sys.platform != "win32",
        )
        _living.add(self)
        self._outgoing: queue.Queue[bytes | None] = queue.Queue()
        self._incoming: queue.Queue[bytes] = queue.Queue(maxsize=256)
        self.complaints = Complaints()
        """What the program has written to its standard error."""
        self._is_closing = False
        self._is_given_up = False
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        if sys.platform != "win32":
            os.set_blocking(self._process.stdin.fileno(), False)
        self._streams: tuple[IO[bytes], ...] = (self._process.stdin, self._process.stdout, self._process.stderr)
        work = (self._write_lines, self._read_lines, self._read_complaints)
        self._threads = [
            threading.Thread(target=target, args=(stream,), daemon=True)
            for target, stream in zip(work, self._streams, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Send a line; it is written as soon as the program reads."""
        self._outgoing.put(line.encode("utf-8") + b"\n")

    def settle(self, deadline: float) -> None:
        """
        Wait until all that was sent is on its way, so that answers do not pile up for a program that does not read.

        Args:
            deadline: Until when to wait, by ``time.monotonic()``.

        Raises:
            BotError: it is not on its way by then.
        """
        with self._outgoing.all_tasks_done:
            while self._outgoing.unfinished_tasks and (wait := deadline - time.monotonic()) > 0.0:
                self._outgoing.all_tasks_done.wait(wait)
        if time.monotonic() >= deadline:
            raise self._is_late()

    def _is_late(self) -> BotError:
        return BotError("late", f"{self._name} did not answer in time")

    def receive(self, deadline: float) -> bytes:
        """
        Return the next line of the program.

        Args:
            deadline: Until when to wait, by ``time.monotonic()``.

        Raises:
            BotError: no line came in time, the program ended, or the line is too long.
        """
        line = self._next_line(deadline)
        if not line:
            raise BotError("died", f"{self._name} ended{self._describe_end()}", self.complaints.list_lines())
        if len(line) > LONGEST_LINE:
            raise BotError("rubbish", f"{self._name} wrote a line of more than {LONGEST_LINE} bytes")
        return line

    def _next_line(self, deadline: float) -> bytes:
        """Return the next line, empty where there is none and will be none."""
        while True:
            wait = deadline - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._incoming.get(timeout=max(0.0, min(wait, _GLANCE_SECONDS)))
            if self._process.poll() is not None:
                # All that it wrote is in the pipe: the reader fetches it and looks for no more.
                with contextlib.suppress(queue.Empty):
                    return self._incoming.get(timeout=_GRACE_SECONDS)
                return b""
            if wait <= 0.0:
                raise self._is_late()

    def close(self, *, by_force: bool = False) -> None:
        """
        End the program: by the end of its input if it listens, by force if it must be or does not; then reap it.

        What it has started is ended with it, but for what has left its process group (``setsid``).
        """
        self._is_closing = True
        self._outgoing.put(None)
        if not by_force:
            self._wait(_GRACE_SECONDS)
        self._kill()
        self._wait(_REAP_SECONDS)
        self._is_given_up = True
        for thread in self._threads:
            thread.join(_GRACE_SECONDS)
        # A pipe that a thread still reads from stays open: to close it would be to wait for whoever holds its other
        # end. That happens on Windows alone, where nothing wakes the thread; both go when that other end is closed.
        for thread, stream in zip(self._threads, self._streams, strict=True):
            with contextlib.suppress(OSError):
                if not thread.is_alive():
                    stream.close()
        _living.discard(self)

    def _wait(self, seconds: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def _kill(self) -> None:
        if sys.platform != "win32":
            # The group outlives its leader where that has children, so it is ended in any case.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self._process.kill()

    @property
    def _name(self) -> str:
        return f"the process of bot {' '.join(self._command)!r}"

    def _describe_end(self) -> str:
        """Return how the program has ended; all that it complained of is there then."""
        self._wait(_GRACE_SECONDS)
        self._threads[2].join(_GRACE_SECONDS)
        status = self._process.poll()
        words = f" with exit status {status}" if status is not None else ""
        return f"{words}: {gist}" if (gist := self.complaints.gist) else words

    def _write_lines(self, stream: IO[bytes]) -> None:
        is_read = True
        while (line := self._outgoing.get()) is not None:
            try:
                is_read = is_read and self._write_all(stream, line)
            except OSError:
                is_read = False
            self._outgoing.task_done()
        with contextlib.suppress(OSError):
            stream.close()

    def _write_all(self, stream: IO[bytes], line: bytes) -> bool:
        """
        Write *line* to an unbuffered pipe, waiting for room; return whether it has been written whole.

        Raises:
            OSError: nobody will read it.
        """
        rest = memoryview(line)
        while rest:
            if not self._is_ready(stream.fileno(), to_write=True):
                return False
            rest = rest[stream.write(rest) or 0 :]  # None where others were faster to fill a pipe that does not block
        return True

    def _is_ready(self, descriptor: int, *, to_write: bool = False) -> bool:
        """
        Wait until reading or writing would not block; return False where it still would and the program has ended.

        On Windows nobody can look whether a pipe is ready: there reads and writes wait as long as they take.
        """
        if sys.platform == "win32":
            return True
        poll = select.poll()
        poll.register(descriptor, select.POLLOUT if to_write else select.POLLIN)
        while True:
            # Asked for first: what a program that has ended wrote is in the pipe by then.
            has_ended = self._is_given_up or self._process.poll() is not None
            if poll.poll(0 if has_ended else 1000 * _GLANCE_SECONDS):
                return True
            if has_ended:
                return False

    def _read_lines(self, stream: IO[bytes]) -> None:
        lines = io.BufferedReader(PipeReader(stream, self._is_ready))
        with contextlib.suppress(OSError):
            while not self._is_closing and (line := lines.readline(LONGEST_LINE + 1)):
                self._deliver(line)
                if len(line) > LONGEST_LINE:
                    break
        self._deliver(b"")

    def _deliver(self, line: bytes) -> None:
        # A program that talks without end is held up by a full queue until somebody listens.
        while not self._is_closing:
            try:
                self._incoming.put(line, timeout=0.1)
            except queue.Full:
                continue
            return

    def _read_complaints(self, stream: IO[bytes]) -> None:
        lines = io.BufferedReader(PipeReader(stream, self._is_ready))
        with contextlib.suppress(OSError):
            # The first lines are read also where the program is ended already.
            while not (self._is_closing and self.complaints.has_first) and (line := lines.readline(4096)):
                self.complaints.add(line.decode("utf-8", "replace").rstrip())


def end_all() -> None:
    """End every program that is still running; called when Python exits, and by workers whose arena is gone."""
    for pipe in tuple(_living):
        pipe.close(by_force=True)


atexit.register(end_all)
