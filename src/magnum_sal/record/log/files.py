"""Where a log is written: a file, line by line and append-only, or a text stream."""

from __future__ import annotations

import contextlib
import io
import os
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, TextIO, TypeAlias

import attrs

from ..._internal.file_locks import try_lock, unlock
from ..._internal.whole_files import create_whole
from ...errors import LogError, MisuseError
from .sealing import LINE_END

Target: TypeAlias = "str | os.PathLike[str] | TextIO"
"""Where a log can be written to: a path, or a text stream."""


@attrs.frozen
class PrivatePath(os.PathLike[str]):
    """A path at which a new log is readable by its owner alone, whatever the umask: a log tells what lies face down."""

    path: Path

    def __fspath__(self) -> str:
        return str(self.path)

    def __str__(self) -> str:
        return str(self.path)


def _absolute(path: str | os.PathLike[str]) -> Path:
    return Path(path).absolute()


@attrs.define(eq=False)
class LogFile:
    """
    A log's file, which one program writes to at a time.

    It is locked from the first line that is written to it until it is closed or the program ends, so two programs that
    read the same log cannot both go on with it. Reading takes no lock.
    """

    path: Path = attrs.field(converter=_absolute)
    """The file, absolute from the start, so that a change of the working directory does not move it."""
    durable: bool = attrs.field(kw_only=True)
    """Whether each line is also forced to the disk (fsync), so that it outlives a crash of the machine."""
    size: int = attrs.field(kw_only=True)
    """Bytes of its whole lines."""
    end: bytes = attrs.field(kw_only=True)
    """The bytes that the last whole line ends in: its checksum."""
    torn: int = attrs.field(kw_only=True, default=0)
    """Bytes after its last newline, which the next line replaces."""
    _file: IO[bytes] | None = attrs.field(init=False, default=None)
    _opened: os.stat_result | None = attrs.field(init=False, default=None)
    _closing: Callable[[], object] | None = attrs.field(init=False, default=None)
    _process: int = attrs.field(init=False, default=0)

    @classmethod
    def create(cls, path: str | os.PathLike[str], lines: bytes, *, durable: bool) -> LogFile:
        """
        Return a new file with its first *lines*, which is there whole or not at all, and held.

        A ``PrivatePath`` makes it its owner's alone.

        Raises:
            LogError: there is one of this name, or the system refuses.
        """
        file = cls(path, durable=durable, size=len(lines), end=lines[-LINE_END:])
        try:
            create_whole(file.path, lines, is_private=isinstance(path, PrivatePath))
        except FileExistsError:
            raise LogError(None, None, f"{path} exists, and a log is never overwritten") from None
        except (OSError, ValueError) as error:
            raise LogError(None, None, f"cannot create {path}: {_reason(error)}") from None
        file.hold()
        return file

    def hold(self) -> IO[bytes]:
        """
        Return the file, open and locked against other writers, as this game left it, and at the end of its whole lines.

        Raises:
            LogError: another program or game writes to it, has written to it, or the system refuses.
        """
        if self._process != os.getpid():
            # A process that was forked off has the lock of its parent, and must not write with it.
            self._forget()
        try:
            file = self._open_and_lock() if self._file is None else self._file
            self._check(file)
        except OSError as error:
            raise LogError(None, None, f"cannot write to {self.path}: {_reason(error)}") from None
        return file

    def _open_and_lock(self) -> IO[bytes]:
        file = self.path.open("r+b", buffering=0)
        try:
            if not try_lock(file.fileno()):
                raise LogError(None, None, f"{self.path} is in use by another program")
        except (OSError, LogError):
            file.close()
            raise
        self._file, self._opened, self._process = file, os.fstat(file.fileno()), os.getpid()
        self._closing = weakref.finalize(self, _let_go, file, os.getpid())
        return file

    def write(self, line: bytes) -> None:
        """
        Append a whole line, where the last whole line ended.

        Raises:
            LogError: as for ``hold``, or the line cannot be written; the file then ends as before.
        """
        file = self.hold()
        try:
            if self.torn:
                file.truncate(self.size)
                self.torn = 0
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
        self.end = line[-LINE_END:]

    def _check(self, file: IO[bytes]) -> None:
        """Check that the file ends as this game left it, and is still the one of this name; go to where it ends."""
        # Each question to the system takes longer than working out the line: the file of this name is asked alone.
        found = self.path.stat()
        complaint = None
        assert self._opened is not None
        if not os.path.samestat(found, self._opened):
            complaint = "it has been moved, and another file is in its place"
        elif found.st_size != self.size + self.torn:
            complaint = f"it has {found.st_size} bytes where this game left {self.size + self.torn}"
        else:
            file.seek(self.size - len(self.end))
            if file.read(len(self.end)) != self.end:
                complaint = "its last line is not the one that this game left"
        if complaint is not None:
            self.close()
            raise LogError(None, None, f"{self.path}: another program has written to it: {complaint}")

    def close(self) -> None:
        """Let others write to the file; the next line takes it again, if it has not changed."""
        if self._closing is not None:
            self._closing()
        self._forget()

    def _forget(self) -> None:
        self._file = self._closing = None


def _let_go(file: IO[bytes], owner: int) -> None:
    """Close a file that the process *owner* has locked."""
    with contextlib.suppress(OSError):
        if os.getpid() == owner:
            unlock(file.fileno())  # a process forked off since then still has the file open, and so the lock
        file.close()


@attrs.define(eq=False)
class LogStream:
    r"""A text stream that a log is written to, its owner's to close: open files as UTF-8 with ``newline="\n"``."""

    stream: TextIO
    durable: bool = attrs.field(kw_only=True)
    """Whether each line is also forced to the disk (fsync)."""

    def __attrs_post_init__(self) -> None:
        encoding = getattr(self.stream, "encoding", None)
        if encoding is not None and encoding.lower().replace("-", "").replace("_", "") != "utf8":
            raise MisuseError(f"a log is UTF-8, and the stream's encoding is {encoding}")
        if self.durable:
            try:
                self.stream.fileno()
            except (OSError, AttributeError):
                raise MisuseError("a stream without a file cannot be durable") from None

    def write(self, line: bytes) -> None:
        """Write a line and flush it; ``LogError`` where the stream refuses."""
        try:
            self.stream.write(line.decode())
            self.stream.flush()
            if self.durable:
                os.fsync(self.stream.fileno())
        except (OSError, ValueError, TypeError) as error:
            raise LogError(None, None, f"cannot write to the stream: {_reason(error)}") from None


Sink: TypeAlias = LogFile | LogStream
"""What takes the lines of a log."""


def sink_for(target: Target, lines: Iterable[bytes], *, durable: bool) -> Sink:
    """
    Write the first *lines* of a log to *target*, and return what writes the others.

    Raises:
        LogError: a file of this name exists, or cannot be made.
        MisuseError: *target* is neither a path nor a text stream.
    """
    if isinstance(target, (str, os.PathLike)):
        return LogFile.create(target, b"".join(lines), durable=durable)
    stream: object = target
    if not hasattr(stream, "write") or isinstance(stream, (io.RawIOBase, io.BufferedIOBase)):
        raise MisuseError(f"a log is written to a path or a text stream, not to {type(target).__name__}")
    sink = LogStream(target, durable=durable)
    for line in lines:
        sink.write(line)
    return sink


def _write_all(file: IO[bytes], line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[file.write(rest) :]


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
