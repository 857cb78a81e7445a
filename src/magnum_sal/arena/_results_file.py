"""
The results file of a match, from which an interrupted match is resumed. Only one program at a time can append games.

Each line is sealed with a checksum of its content and of the previous line's checksum, so that changed, missing or
reordered lines are detected.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat
import warnings
from pathlib import Path
from weakref import WeakSet

from .._internal.file_locks import try_lock, unlock
from .._internal.versions import OtherVersionWarning, __version__
from .._internal.whole_files import create_whole, write_all
from ..errors import MalformedError
from ..errors.messages import format_path
from ..record.log.entries import LONGEST_LINE
from ..record.log.loading import RESULTS_HEAD
from ._game_result import GameResult
from ._results_format import (
    LACKS,
    SCHEMA,
    Contents,
    ResultsError,
    format_game_line,
    match_line,
    read_contents,
    refuse_errors,
)
from .match import Match, describe_differences


def read_results(path: str | os.PathLike[str]) -> tuple[Match, tuple[GameResult, ...]]:
    """
    Read the match and its games, by number, from a results file; an incomplete last line is ignored.

    You may read the file while a match appends to it. Files of schema 1 have no seed for the bots, so their seed is 0.
    Games in schemas 1 and 2 have no rounds, actions or idle actions. Games in schemas 1 to 3 have no first failures,
    and games in schemas 1 to 4 have no hook failures.

    Raises:
        ResultsError: the file cannot be read, is not a results file, or is damaged; the message names the line.
    """
    name = format_path(path)
    with refuse_errors(name, "read"), Path(path).open("rb") as stream:
        contents = read_contents(name, stream)
    return contents.match, contents.games


class ResultsFile:
    """
    The file to which a match appends its results; it is created, or resumed if it exists.

    The file is locked while it is open. *games* are the results that the file contained when it was opened.

    Raises:
        MisuseError: the ruleset of the match is not registered.
        ResultsError: the file belongs to another match, is in use or damaged, or cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], match: Match) -> None:
        self.path: Path = Path(path)
        self.games: tuple[GameResult, ...] = ()
        self._library = __version__
        self._name = format_path(path)
        self._match = match
        header, self._checksum = match_line(match)
        self._size = len(header)
        with refuse_errors(self._name, "written"):
            self._place = self.path.absolute()
            self._file = self._open(header)
        _open_files.add(self)
        try:
            # The order matters. The file is read after it has been locked, because another arena may append until then.
            # The path is checked after locking, too: between opening and locking, the file may have been replaced by
            # another one.
            with refuse_errors(self._name, "written"):
                self._lock()
                self._check_in_place()
                self._begin(header)
        except BaseException:
            self.close()
            raise

    def _open(self, header: bytes) -> io.FileIO:
        """Open the file and create it if necessary; another process may create it at the same time."""
        with contextlib.suppress(FileExistsError):
            # If two arenas start at the same moment, both may find that the file is missing. Only one creates it, both
            # open it, and the lock decides.
            if not self._place.exists():
                create_whole(self._place, header)
        # create_whole() treats a link to a missing file as an existing file.
        if self._place.is_symlink() and not self._place.exists():
            raise ResultsError(f"{self._name} cannot be written: it is a link to a file that does not exist")
        if not stat.S_ISREG(self._place.stat().st_mode):
            raise ResultsError(f"{self._name} is not a regular file")
        # Without a buffer, nothing is written later than intended, for example when the file is closed after an error.
        return self._place.open("r+b", buffering=0)

    def _lock(self) -> None:
        with refuse_errors(self._name, "locked, so two programs could damage it by writing to it"):
            is_ours = try_lock(self._file.fileno())
        if not is_ours:
            raise ResultsError(f"{self._name} is in use by another program")

    def _check_in_place(self) -> os.stat_result:
        """Check that the path still refers to the open file, and return the file's status."""
        here = os.fstat(self._file.fileno())
        try:
            is_same = os.path.samestat(here, self._place.stat())
        except FileNotFoundError:
            is_same = False
        if not is_same:
            raise ResultsError(f"{self._name} was moved, removed or replaced while it was open")
        return here

    def _begin(self, header: bytes) -> None:
        """Read the locked file, or empty it and start again if its first line is incomplete."""
        with open(self._file.fileno(), "rb", closefd=False) as stream:
            first = stream.read(len(RESULTS_HEAD))
            # Any other file without a newline may be somebody's data and must not be truncated.
            first_line = first + stream.readline(LONGEST_LINE)
            is_torn = RESULTS_HEAD.startswith(first) and b"\n" not in first_line and len(first_line) <= LONGEST_LINE
            stream.seek(0)
            contents = None if is_torn else read_contents(self._name, stream)
        if contents is not None:
            self._check_match(contents)
            self.games, self._library = contents.games, contents.library
            self._size, self._checksum = contents.size, contents.checksum
            # A crash may have left an incomplete last line. Its game is missing from the results, so it will be played
            # again.
            self._file.truncate(self._size)
            return
        self._file.truncate(0)
        self._size = 0
        self._write(header)

    def _check_match(self, contents: Contents) -> None:
        if contents.schema != SCHEMA:
            raise ResultsError(
                f"{self._name} was started by an earlier version (schema {contents.schema}), {LACKS[contents.schema]}: "
                "it can be reported on, but not resumed; choose another file"
            )
        if told := describe_differences(contents.match, self._match):
            raise ResultsError(f"{self._name} belongs to another match: {told}; choose another file")

    def warn_of_other_version(self) -> None:
        """Warn the caller of the calling function if another version of the library started the file."""
        # The table cannot show that a bot played differently in some of the games.
        if self._library != __version__:
            warnings.warn(OtherVersionWarning(self._name, self._library), stacklevel=3)

    def append(self, result: GameResult) -> None:
        """
        Append a game's line and flush it to the disk.

        Raises:
            ResultsError: the line cannot be written, the file was moved, another program has written to it, or the
                result does not fit the match. In these cases, no line is added to the file.
        """
        try:
            line, checksum = format_game_line(self._match, result, self._checksum)
        except MalformedError as error:
            raise ResultsError(f"{self._name}: {error}") from None
        with refuse_errors(self._name, "written"):
            # The lock only stops programs that check it. An editor or a copy command may have changed or replaced the
            # file since.
            size = self._check_in_place().st_size
            if size != self._size:
                raise ResultsError(
                    f"{self._name} has {size} bytes, but this match wrote {self._size}: "
                    "another program has written to it"
                )
            self._write(line)
        self._checksum = checksum

    def _write(self, line: bytes) -> None:
        try:
            self._file.seek(self._size)
            write_all(self._file, line)
            os.fsync(self._file.fileno())
        except OSError:
            # On a full disk, part of the line may have been written, and the next line would continue it.
            with contextlib.suppress(OSError):
                self._file.truncate(self._size)
            raise
        self._size += len(line)

    def close(self) -> None:
        if not self._file.closed:
            # Closing alone may not release the lock: it lasts as long as any copy of the descriptor exists, and a bot
            # process that is just starting has a copy.
            with contextlib.suppress(OSError):
                unlock(self._file.fileno())
            self._file.close()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


# A flock() lock belongs to the open file and lasts as long as any process has a copy of its descriptor. A forked
# process gets copies of all descriptors, so it must close them.
_open_files: WeakSet[ResultsFile] = WeakSet()


def _forget_files() -> None:
    """Close a forked process's copies of the files, which would hold the locks after the arena has ended."""
    for file in tuple(_open_files):
        file._file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_files)
