"""Where a log is written: a file, line by line and append-only, or a text stream."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import Protocol, TextIO, TypeAlias

from ..errors import LogError, MisuseError

Target: TypeAlias = "str | os.PathLike[str] | TextIO"
"""Where a log can be written to."""


class Sink(Protocol):
    """What takes the lines of a log."""

    def write(self, line: bytes) -> None:
        """Write a whole line so that it outlives the program; raise ``LogError`` and leave no part of it otherwise."""


class LogFile:
    """
    A log's file. It is opened for each line and closed again, so that nothing is left to close when a program ends.

    Attributes:
        path: The file.
        durable: Whether each line is also forced to the disk (fsync), so that it outlives a crash of the machine.
        size: Bytes of its whole lines.
        torn: Bytes after its last newline, which the next line replaces.
    """

    def __init__(self, path: str | os.PathLike[str], *, durable: bool, size: int = 0, torn: int = 0) -> None:
        self.path: Path = Path(path)
        self.durable = durable
        self.size: int = size
        self.torn: int = torn

    @classmethod
    def create(cls, path: str | os.PathLike[str], *, durable: bool) -> LogFile:
        """
        Return a new, empty file.

        Raises:
            LogError: there is one of this name, or the system refuses.
        """
        try:
            with Path(path).open("xb"):
                pass
        except FileExistsError:
            raise LogError(None, None, f"{path} exists, and a log is never overwritten") from None
        except (OSError, ValueError) as error:
            raise LogError(None, None, f"cannot create {path}: {_reason(error)}") from None
        return cls(path, durable=durable)

    def write(self, line: bytes) -> None:
        """
        Append a whole line, where the last whole line ended.

        Raises:
            LogError: the system refuses, or the file is not as this program left it; the file then ends as before.
        """
        try:
            with self.path.open("r+b", buffering=0) as file:
                self._check_size(file.seek(0, os.SEEK_END))
                if self.torn:
                    file.truncate(self.size)
                    self.torn = 0
                file.seek(self.size)
                try:
                    _write_all(file, line)
                    if self.durable:
                        os.fsync(file.fileno())
                except OSError:
                    with contextlib.suppress(OSError):
                        file.truncate(self.size)
                    raise
        except OSError as error:
            raise LogError(None, None, f"cannot write to {self.path}: {_reason(error)}") from None
        self.size += len(line)

    def _check_size(self, size: int) -> None:
        if size != self.size + self.torn:
            raise LogError(
                None,
                None,
                f"{self.path} has {size} bytes where this game left {self.size + self.torn}: "
                "another program has written to it",
            )


class LogStream:
    r"""
    A text stream that a log is written to.

    Attributes:
        stream: The stream; open files with ``encoding="utf-8"`` and ``newline="\n"``.
        durable: Whether each line is also forced to the disk (fsync).
    """

    def __init__(self, stream: TextIO, *, durable: bool) -> None:
        encoding = getattr(stream, "encoding", None)
        if encoding is not None and encoding.lower().replace("-", "").replace("_", "") != "utf8":
            raise MisuseError(f"a log is UTF-8, and the stream's encoding is {encoding}")
        if durable:
            try:
                stream.fileno()
            except (OSError, AttributeError):
                raise MisuseError("a stream without a file cannot be durable") from None
        self.stream = stream
        self.durable = durable

    def write(self, line: bytes) -> None:
        """
        Write a line and flush it.

        Raises:
            LogError: the stream refuses.
        """
        try:
            self.stream.write(line.decode())
            self.stream.flush()
            if self.durable:
                os.fsync(self.stream.fileno())
        except (OSError, ValueError, TypeError) as error:
            raise LogError(None, None, f"cannot write to the stream: {_reason(error)}") from None


def sink_for(target: Target, *, durable: bool) -> Sink:
    """
    Return what writes a new log to *target*.

    Raises:
        LogError: a file of this name exists, or cannot be made.
        MisuseError: *target* is neither a path nor a text stream.
    """
    if isinstance(target, (str, os.PathLike)):
        return LogFile.create(target, durable=durable)
    stream: object = target
    if not hasattr(stream, "write") or isinstance(stream, (io.RawIOBase, io.BufferedIOBase)):
        raise MisuseError(f"a log is written to a path or a text stream, not to {type(target).__name__}")
    return LogStream(target, durable=durable)


def _write_all(file: io.FileIO, line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[file.write(rest) :]


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
