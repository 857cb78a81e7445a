"""The outputs of a log: an append-only file or a text stream, written line by line."""

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
from ..._internal.whole_files import create_whole, write_all
from ...errors import LogError, MisuseError
from .sealing import LINE_END

Target: TypeAlias = "str | os.PathLike[str] | TextIO"
"""A destination for a log: a path or a text stream."""


@attrs.frozen
class PrivatePath(os.PathLike[str]):
    """A path for a log that only the file's owner can read, regardless of the umask. A log reveals face-down pieces."""

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
    A log's file. Only one program at a time can write to the file.

    The file is locked from the first line written until it is closed or the program ends. Thus, two programs that read
    the same log cannot both append to it. Reading needs no lock.

    The lock alone is not enough: a program may close the file and resume writing after another program has appended
    to it. So each write first checks that the path still refers to the locked file, and that the file's size and last
    checksum are unchanged.
    """

    path: Path = attrs.field(converter=_absolute)
    """The absolute path of the file, so that changing the working directory has no effect."""
    durable: bool = attrs.field(kw_only=True)
    """Whether each line is also flushed to disk (fsync), so that it survives a machine crash."""
    size: int = attrs.field(kw_only=True)
    """The number of bytes in whole lines."""
    end: bytes = attrs.field(kw_only=True)
    """The last bytes of the last whole line, which contain its checksum."""
    torn: int = attrs.field(kw_only=True, default=0)
    """The number of bytes after the last newline. The next line replaces them."""
    _file: IO[bytes] | None = attrs.field(init=False, default=None)
    _opened: os.stat_result | None = attrs.field(init=False, default=None)
    _closing: Callable[[], object] | None = attrs.field(init=False, default=None)
    _process: int = attrs.field(init=False, default=0)

    @classmethod
    def create(cls, path: str | os.PathLike[str], lines: bytes, *, durable: bool) -> LogFile:
        """
        Create a file atomically with the first *lines*, and lock it.

        Only the owner can read a file at a ``PrivatePath``.

        Raises:
            LogError: a file with this name exists, or the system reports an error.
        """
        file = cls(path, durable=durable, size=len(lines), end=lines[-LINE_END:])
        try:
            create_whole(file.path, lines, is_private=isinstance(path, PrivatePath))
        except FileExistsError:
            raise LogError(None, None, f"{path} exists, and a log is never overwritten") from None
        except (OSError, ValueError) as error:
            raise LogError(None, None, f"cannot create {path}: {_reason(error)}") from None
        # Another program may lock the new file before this call. In this case, the call raises an error, and the game
        # does not begin.
        file.hold()
        return file

    def hold(self) -> IO[bytes]:
        """
        Open and lock the file, check that only this game changed it, and return it, positioned after the last line.

        Raises:
            LogError: another program or game is using the file or has written to it, or the system reports an error.
        """
        if self._process != os.getpid():
            # A forked process shares the lock of its parent and must not write with it.
            self._forget()
        try:
            file = self._open_and_lock() if self._file is None else self._file
            # The check must come after the lock. Otherwise, another program could append a line in between.
            self._check(file)
        except OSError as error:
            raise LogError(None, None, f"cannot write to {self.path}: {_reason(error)}") from None
        return file

    def _open_and_lock(self) -> IO[bytes]:
        # Without a buffer, each line reaches the system at once, and in one call. A program crash therefore loses no
        # confirmed line.
        file = self.path.open("r+b", buffering=0)
        try:
            if not try_lock(file.fileno()):
                raise LogError(None, None, f"{self.path} is in use by another program")
        except (OSError, LogError):
            file.close()
            raise
        self._file, self._opened, self._process = file, os.fstat(file.fileno()), os.getpid()
        # The callback must not refer to this object, which would keep it alive forever. So it gets only the file and
        # the process id.
        self._closing = weakref.finalize(self, _let_go, file, os.getpid())
        return file

    def write(self, lines: bytes) -> None:
        """
        Append one or more whole lines after the last whole line.

        Raises:
            LogError: as for ``hold``, or the lines cannot be written. The file keeps all earlier lines.
        """
        file = self.hold()
        try:
            # A line without a newline is a move that was never made. Reading leaves the line in place, so that a log
            # can be read without changing it.
            if self.torn:
                file.truncate(self.size)
                self.torn = 0
            try:
                write_all(file, lines)
                if self.durable:
                    os.fsync(file.fileno())
            except BaseException:  # also Ctrl-C
                # The lines may be incomplete, or whole but not yet on disk. In both cases the move was not made, so no
                # part of them may remain.
                with contextlib.suppress(OSError):
                    file.truncate(self.size)
                raise
        except OSError as error:
            raise LogError(None, None, f"cannot write to {self.path}: {_reason(error)}") from None
        self.size += len(lines)
        self.end = lines[-LINE_END:]

    def _check(self, file: IO[bytes]) -> None:
        """Check that the path still refers to this file and that the file's end is unchanged, and seek to the end."""
        # A system call takes longer than computing the line, so one call to stat() provides both identity and size.
        found = self.path.stat()
        complaint = None
        assert self._opened is not None
        if not os.path.samestat(found, self._opened):
            complaint = "it has been moved or replaced"
        elif found.st_size != self.size + self.torn:
            complaint = f"it has {found.st_size} bytes, but this game wrote {self.size + self.torn}"
        else:
            # The size alone is not enough: after an undo and another move, a file can have the same length as before.
            # The last checksum identifies all lines up to it.
            file.seek(self.size - len(self.end))
            if file.read(len(self.end)) != self.end:
                complaint = "its last line is not the one that this game wrote"
        if complaint is not None:
            self.close()
            raise LogError(None, None, f"{self.path}: another program has written to it: {complaint}")

    def close(self) -> None:
        """Unlock the file for other writers. Writing the next line locks the file again, unless it has changed."""
        if self._closing is not None:
            self._closing()
        self._forget()

    def _forget(self) -> None:
        self._file = self._closing = None


def _let_go(file: IO[bytes], owner: int) -> None:
    """Close *file*; unlock it if *owner* is the current process's id."""
    with contextlib.suppress(OSError):
        if os.getpid() == owner:
            # Closing the file is not enough: the lock stays as long as a forked process has the file open.
            unlock(file.fileno())
        file.close()


@attrs.define(eq=False)
class LogStream:
    r"""A text stream for a log. The caller must open files as UTF-8 with ``newline="\n"``, and close them."""

    stream: TextIO
    durable: bool = attrs.field(kw_only=True)
    """Whether each line is also flushed to disk (fsync)."""

    def __attrs_post_init__(self) -> None:
        encoding = getattr(self.stream, "encoding", None)
        # A stream in memory has no encoding, because nothing is encoded yet.
        if encoding is not None and encoding.lower().replace("-", "").replace("_", "") != "utf8":
            raise MisuseError(f"a log must be UTF-8, but the stream's encoding is {encoding}")
        if self.durable:
            # Flushing to disk needs a file descriptor. Report a missing one before a move is made.
            try:
                self.stream.fileno()
            except (OSError, AttributeError):
                raise MisuseError("a stream without a file cannot be durable") from None
            # The error for a missing descriptor is also a ``ValueError``, so this clause must come second.
            except ValueError as error:  # The stream is closed.
                raise LogError(None, None, f"cannot write to the stream: {_reason(error)}") from None

    _has_failed: bool = attrs.field(init=False, default=False)

    def hold(self) -> None:
        """Check that the stream can take another line. Raises ``LogError`` if an earlier one failed."""
        if self._has_failed:
            told = "an earlier line failed and may be incomplete; save the log to a new file"
            raise LogError(None, None, f"cannot write to the stream: {told}")

    def write(self, lines: bytes) -> None:
        """Write one or more lines and flush them. Raises ``LogError`` if the stream fails or has failed before."""
        self.hold()
        # A stream cannot be cut back to its last whole line, so nothing may follow a line that failed.
        self._has_failed = True
        try:
            self.stream.write(lines.decode())
            # As with a file, a line counts as written once it has left the program.
            self.stream.flush()
            if self.durable:
                os.fsync(self.stream.fileno())
        except (OSError, ValueError, TypeError) as error:
            raise LogError(None, None, f"cannot write to the stream: {_reason(error)}") from None
        self._has_failed = False


Sink: TypeAlias = LogFile | LogStream
"""An output for the lines of a log."""


def open_sink(target: Target, lines: Iterable[bytes], *, durable: bool) -> Sink:
    """
    Write the first *lines* of a log to *target*, and return the sink for further lines.

    Raises:
        LogError: the file already exists or cannot be created, or the stream is closed or fails.
        MisuseError: *target* is neither a path nor a text stream.
    """
    if target == "":
        raise MisuseError("expected a path or a text stream for the log, got an empty path")
    if isinstance(target, (str, os.PathLike)):
        return LogFile.create(target, b"".join(lines), durable=durable)
    stream: object = target
    if not hasattr(stream, "write") or isinstance(stream, (io.RawIOBase, io.BufferedIOBase)):
        raise MisuseError(f"expected a path or a text stream for the log, got {type(target).__name__}")
    sink = LogStream(target, durable=durable)
    for line in lines:
        sink.write(line)
    return sink


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
