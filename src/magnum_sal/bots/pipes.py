"""A child process that exchanges lines with this process within deadlines, and that is always terminated."""

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

from .protocol import FIRST_DETAILS, MOST_DETAILS, BotError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LONGEST_LINE: Final = 1 << 20
"""The maximum number of bytes in a line; a program that writes a longer one has failed."""

_GRACE_SECONDS: Final = 1.0
_REAP_SECONDS: Final = 10.0
"""Seconds to wait for a killed program to exit; after that, it is left to the operating system."""

_GLANCE_SECONDS: Final = 0.05
"""The interval in seconds at which waiting code checks that the program is still running."""

_living: set[Pipe] = set()

_ERROR: Final = re.compile(r"(?:Uncaught )?[\w.]*(?:Error|Exception)\b")
"""Matches the line that names the error in a stack trace, for example in JavaScript."""


class ErrorLines:
    """The lines that a program writes to its standard error; only the first and the last ones are kept."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._is_cut = False

    def add(self, line: str) -> None:
        """Add a line. If there are too many, keep the first lines and drop the oldest of the others."""
        self._lines.append(line)
        if len(self._lines) == MOST_DETAILS:
            del self._lines[FIRST_DETAILS]
            self._is_cut = True

    @property
    def has_first(self) -> bool:
        """Whether all the first lines, which are always kept, have arrived."""
        return len(self._lines) >= FIRST_DETAILS

    @property
    def gist(self) -> str:
        """
        The most informative line, or an empty string if there are no lines.

        It is the last line of a Python traceback, the line that names the error in any other stack trace, or else the
        first line.
        """
        # Python prints the error below the stack, JavaScript above it.
        lines = [line for line in self._lines if line.strip()]
        if any(line.startswith("Traceback") for line in lines):
            return lines[-1]
        named = [line for line in lines if _ERROR.match(line)]
        return (*named[-1:], *lines[:1], "")[0]

    def list_lines(self) -> tuple[str, ...]:
        """Return the lines, with dots in place of the dropped lines."""
        # The number of dropped lines is not shown: it is unknown if the program was killed while it wrote.
        return (*self._lines[:FIRST_DETAILS], *(("...",) if self._is_cut else ()), *self._lines[FIRST_DETAILS:])


class PipeReader(io.FileIO):
    """A pipe reader that stops at end-of-file, or once *is_ready* returns False because no more data will come."""

    def __init__(self, stream: IO[bytes], is_ready: Callable[[int], bool]) -> None:
        super().__init__(stream.fileno(), closefd=False)
        self._is_ready = is_ready

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Wait for data and read it into *buffer*; return 0 at end-of-file."""
        return super().readinto(buffer) if self._is_ready(self.fileno()) else 0


class Pipe:
    """
    A running program. Separate threads write and read its lines, so that no call waits longer than its deadline.

    Child processes of the program may outlive it and keep its ends of the pipes open. No method waits for these
    processes.

    Args:
        command: The program and its arguments.

    Raises:
        OSError: the program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process = subprocess.Popen(
            self._command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # In its own session, the program can be killed together with its children, and Ctrl-C in the terminal
            # reaches only this process.
            start_new_session=sys.platform != "win32",
        )
        self.owner = os.getpid()
        """The id of the process that started the program."""
        _living.add(self)
        # A pipe has a small buffer. If both this process and the program waited for room to write, neither would ever
        # read (a deadlock). So each stream has a thread, and callers only use queues, which have timeouts. The queue of
        # incoming lines is bounded, so a program that writes endlessly is slowed down by its own full pipe.
        self._outgoing: queue.Queue[bytes | None] = queue.Queue()
        self._incoming: queue.Queue[bytes] = queue.Queue(maxsize=256)
        self.complaints = ErrorLines()
        """The lines that the program has written to its standard error."""
        self._is_closing = False
        self._is_given_up = False
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        # A blocking write to a program that does not read would never return. The writing thread must notice when the
        # program ends.
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
        """Queue a line for the program; it is written as soon as the program reads."""
        self._outgoing.put(line.encode("utf-8") + b"\n")

    def settle(self, deadline: float) -> None:
        """
        Wait until all queued lines are written, so that messages do not pile up for a program that does not read.

        Args:
            deadline: When to stop waiting, on the clock of ``time.monotonic()``.

        Raises:
            BotError: some lines have not been written by the deadline.
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
        Return the next line from the program.

        Args:
            deadline: When to stop waiting, on the clock of ``time.monotonic()``.

        Raises:
            BotError: no line arrived in time, the program ended, or the line is too long.
        """
        line = self._next_line(deadline)
        if not line:
            raise BotError("died", f"{self._name} ended{self._describe_end()}", self.complaints.list_lines())
        if len(line) > LONGEST_LINE:
            raise BotError("rubbish", f"{self._name} wrote a line of more than {LONGEST_LINE} bytes")
        return line

    def _next_line(self, deadline: float) -> bytes:
        """Return the next line, or an empty line at end-of-file; raise ``BotError`` if none arrives by the deadline."""
        while True:
            wait = deadline - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._incoming.get(timeout=max(0.0, min(wait, _GLANCE_SECONDS)))
            # A child process may keep the pipe open after the program has ended, so waiting for the end of the pipe
            # could take forever.
            if self._process.poll() is not None:
                # Everything that the program wrote is in the pipe by now: the reader fetches the rest and then stops.
                with contextlib.suppress(queue.Empty):
                    return self._incoming.get(timeout=_GRACE_SECONDS)
                return b""
            if wait <= 0.0:
                raise self._is_late()

    def close(self, *, by_force: bool = False) -> None:
        """
        Close the program's input so that the program can exit, kill it if it does not, and reap it.

        With *by_force*, kill the program at once. Its child processes are killed with it, unless they have left its
        process group (``setsid``).
        """
        # The writing thread reaches the None after all queued lines and closes the program's input. A program that
        # reads until end-of-file then exits on its own.
        self._is_closing = True
        self._outgoing.put(None)
        if not by_force:
            self._wait(_GRACE_SECONDS)
        self._kill()
        self._wait(_REAP_SECONDS)
        self._is_given_up = True
        for thread in self._threads:
            thread.join(_GRACE_SECONDS)
        # A pipe that a thread still reads stays open, because closing it would wait for the process that holds the
        # other end. This happens only on Windows, where nothing wakes the thread. The thread and the pipe disappear
        # when that process closes its end.
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
            # The process group outlives its leader if there are children, so it is killed in any case.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self._process.kill()

    @property
    def _name(self) -> str:
        return f"the process of bot {' '.join(self._command)!r}"

    def _describe_end(self) -> str:
        """Wait until the program's last error lines have been read, and describe how it ended."""
        self._wait(_GRACE_SECONDS)
        self._threads[2].join(_GRACE_SECONDS)
        status = self._process.poll()
        words = f" with exit status {status}" if status is not None else ""
        return f"{words}: {gist}" if (gist := self.complaints.gist) else words

    def _write_lines(self, stream: IO[bytes]) -> None:
        is_read = True
        while (line := self._outgoing.get()) is not None:
            # After a failure, the remaining lines are dropped but still marked as done, because settle() waits for all
            # of them.
            try:
                is_read = is_read and self._write_all(stream, line)
            except OSError:
                is_read = False
            self._outgoing.task_done()
        with contextlib.suppress(OSError):
            stream.close()

    def _write_all(self, stream: IO[bytes], line: bytes) -> bool:
        """
        Write *line* to an unbuffered pipe, waiting for room; return whether all of it was written.

        Raises:
            OSError: the other end of the pipe is closed.
        """
        rest = memoryview(line)
        while rest:
            if not self._is_ready(stream.fileno(), to_write=True):
                return False
            # Writing to a non-blocking pipe returns None if another process has filled the pipe in the meantime.
            rest = rest[stream.write(rest) or 0 :]
        return True

    def _is_ready(self, descriptor: int, *, to_write: bool = False) -> bool:
        """
        Wait until the pipe is ready for reading or writing; return False if the program ends first.

        Windows cannot report whether a pipe is ready: there, reads and writes may block indefinitely.
        """
        if sys.platform == "win32":
            return True
        # This loop wakes up at intervals to check whether the program has ended. In an earlier version, a second pipe
        # for each program woke it up, which cost two descriptors and a class to manage them.
        poll = select.poll()
        poll.register(descriptor, select.POLLOUT if to_write else select.POLLIN)
        while True:
            # The order matters. If the program has ended before the pipe is polled, everything it wrote is in the pipe.
            has_ended = self._is_given_up or self._process.poll() is not None
            if poll.poll(0 if has_ended else 1000 * _GLANCE_SECONDS):
                return True
            if has_ended:
                return False

    def _read_lines(self, stream: IO[bytes]) -> None:
        lines = io.BufferedReader(PipeReader(stream, self._is_ready))
        with contextlib.suppress(OSError):
            # One byte more than allowed shows that a line is too long, and no more of it is read.
            while not self._is_closing and (line := lines.readline(LONGEST_LINE + 1)):
                self._deliver(line)
                if len(line) > LONGEST_LINE:
                    break
        self._deliver(b"")

    def _deliver(self, line: bytes) -> None:
        # A full queue blocks a program that writes endlessly until its lines are read.
        while not self._is_closing:
            try:
                self._incoming.put(line, timeout=0.1)
            except queue.Full:
                continue
            return

    def _read_complaints(self, stream: IO[bytes]) -> None:
        lines = io.BufferedReader(PipeReader(stream, self._is_ready))
        with contextlib.suppress(OSError):
            # Even while the pipe is being closed, the first lines are still read: they often name the error.
            while not (self._is_closing and self.complaints.has_first) and (line := lines.readline(4096)):
                self.complaints.add(line.decode("utf-8", "replace").rstrip())


def end_all() -> None:
    """
    Kill every program that this process has started and that is still running.

    Python calls this function when it exits, and so do workers whose arena has ended.
    """
    for pipe in tuple(_living):
        # A process that a bot forks inherits the set, but its parent still plays against these programs.
        if pipe.owner == os.getpid():
            pipe.close(by_force=True)


atexit.register(end_all)
