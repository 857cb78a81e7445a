"""A child process that is spoken to in lines, with deadlines, and that always comes to its end."""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO, Final

from .protocol import BotError

LONGEST_LINE: Final = 1 << 20
"""Bytes of a line; a longer one is rubbish."""

_GRACE_SECONDS: Final = 1.0
_living: set[Pipe] = set()


class Pipe:
    """
    A running program; lines go in and come out through threads of their own, so that no call waits longer than it says.

    Args:
        command: The program and its arguments.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # In a session of its own all it starts can be ended with it, and Ctrl-C reaches only whoever talks to it.
            start_new_session=os.name == "posix",
        )
        _living.add(self)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._incoming: queue.Queue[bytes] = queue.Queue(maxsize=256)
        self._complaints: deque[str] = deque(maxlen=5)
        self._is_closing = False
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._threads = [
            threading.Thread(target=target, args=(stream,), daemon=True)
            for target, stream in (
                (self._write_lines, self._process.stdin),
                (self._read_lines, self._process.stdout),
                (self._read_complaints, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Send a line; it is written as soon as the program reads."""
        self._outgoing.put(line.encode("utf-8") + b"\n")

    def receive(self, deadline: float) -> bytes:
        """
        Return the next line of the program.

        Args:
            deadline: Until when to wait, by ``time.monotonic()``.

        Raises:
            BotError: no line came in time, the program ended, or the line is too long.
        """
        wait = deadline - time.monotonic()
        try:
            line = self._incoming.get(timeout=wait) if wait > 0.0 else self._incoming.get_nowait()
        except queue.Empty:
            raise BotError("late", f"{self._name} did not answer in time") from None
        if not line:
            self._incoming.put_nowait(b"")
            raise BotError("died", f"{self._name} ended{self._last_words()}")
        if len(line) > LONGEST_LINE:
            raise BotError("rubbish", f"{self._name} wrote a line of more than {LONGEST_LINE} bytes")
        return line

    def close(self, *, by_force: bool = False) -> None:
        """End the program: by the end of its input if it listens, by force if it must be or does not; then reap it."""
        self._is_closing = True
        self._outgoing.put(None)
        if not by_force:
            self._wait(_GRACE_SECONDS)
        self._kill()
        self._wait(None)
        for thread in self._threads:
            thread.join(_GRACE_SECONDS)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        _living.discard(self)

    def _wait(self, seconds: float | None) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                # The group outlives its leader where that has children, so it is ended in any case.
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    @property
    def _name(self) -> str:
        return f"the process of bot {' '.join(self._command)!r}"

    def _last_words(self) -> str:
        self._wait(_GRACE_SECONDS)
        self._threads[2].join(_GRACE_SECONDS)
        status = self._process.poll()
        words = f" with exit status {status}" if status is not None else ""
        return f"{words}: {' / '.join(self._complaints)}" if self._complaints else words

    def _write_lines(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outgoing.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError, ValueError):
            stream.close()

    def _read_lines(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE + 1):
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
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(4096):
                self._complaints.append(line.decode("utf-8", "replace").rstrip())


def end_all() -> None:
    """End every program that is still running; called when Python exits, and by workers whose arena is gone."""
    for pipe in tuple(_living):
        pipe.close(by_force=True)


atexit.register(end_all)
