"""Threads that wait on pipes and can be called away, so that none waits for whoever holds a pipe's other end."""

from __future__ import annotations

import io
import sys
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

if sys.platform == "win32":

    class Wake:
        """What nobody hears: on Windows a pipe cannot be waited on together with anything else."""

        def call(self) -> None:
            """Do nothing."""

        def close(self) -> None:
            """Do nothing."""

        def can_read(self, descriptor: int) -> bool:
            """Say yes at once; the read itself will wait, as long as it takes."""
            return True

        def can_write(self, descriptor: int) -> bool:
            """Say yes at once; the write itself will wait, as long as it takes."""
            return True

else:
    import os
    import select

    class Wake:
        """
        A call to all threads that wait, which stays in force.

        Raises:
            OSError: the system has no descriptors left.
        """

        def __init__(self) -> None:
            self._heard, self._called = os.pipe()
            self._is_open = True

        def call(self) -> None:
            """Call; what a pipe holds at this moment may still be read."""
            if self._is_open:
                # It is never read, so everybody hears it, those included who come later.
                os.write(self._called, b"!")

        def close(self) -> None:
            """Give the descriptors back; nobody may be waiting any more."""
            if self._is_open:
                self._is_open = False
                os.close(self._heard)
                os.close(self._called)

        def can_read(self, descriptor: int) -> bool:
            """Wait until there is something to read, or the end; False where there is nothing and the call came."""
            return self._is_ready(descriptor, select.POLLIN)

        def can_write(self, descriptor: int) -> bool:
            """Wait until there is room, or nobody to read; False where there is neither and the call came."""
            return self._is_ready(descriptor, select.POLLOUT)

        def _is_ready(self, descriptor: int, event: int) -> bool:
            poll = select.poll()
            poll.register(descriptor, event)
            poll.register(self._heard, select.POLLIN)
            return any(ready == descriptor for ready, _ in poll.poll())


class Incoming(io.RawIOBase):
    """What comes out of a pipe, which ends with the pipe or, where nothing is left in it, with a call."""

    def __init__(self, stream: IO[bytes], wake: Wake) -> None:
        self._descriptor = stream.fileno()
        self._stream = io.FileIO(self._descriptor, closefd=False)
        self._wake = wake

    def readable(self) -> bool:
        """Say yes."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Wait and read; 0 is the end."""
        return self._stream.readinto(buffer) if self._wake.can_read(self._descriptor) else 0


def write_all(stream: IO[bytes], line: bytes, wake: Wake) -> bool:
    """
    Write *line* to an unbuffered pipe, waiting for room, and say whether no call kept it from being written whole.

    Raises:
        OSError: nobody will read it.
    """
    rest = memoryview(line)
    while rest:
        if not wake.can_write(stream.fileno()):
            return False
        rest = rest[stream.write(rest) or 0 :]  # None where others were faster to fill a pipe that does not block
    return True
