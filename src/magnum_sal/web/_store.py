"""A folder of tables: for each its log, which is the game, and beside it a small file that says who sits where."""

from __future__ import annotations

import json
import os
import re
import weakref
from pathlib import Path
from typing import IO, Final

from .._locking import try_lock
from .._wording import printable
from ..errors import LogError, MisuseError
from ..serialization import from_dict, read_json, to_dict
from ..serve._refused_error import RefusedError
from ._arrangement import Arrangement

_ID: Final = re.compile("[A-Za-z0-9_-]{16,64}")
_LARGEST: Final = 1 << 18
"""Bytes of an arrangement, at most."""


class Store:
    """The tables in a folder; what is written there outlives the program, however it ends."""

    def __init__(self, folder: Path) -> None:
        """
        Make the folder where there is none.

        Raises:
            MisuseError: it cannot be made or written to, or another server keeps tables there.
        """
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise MisuseError(f"cannot keep tables in {printable(str(folder), 200)}: {error.strerror}") from error
        if not os.access(folder, os.W_OK | os.X_OK):
            raise MisuseError(f"cannot keep tables in {printable(str(folder), 200)}: it cannot be written to")
        lock = _locked(folder / "lock")
        self._let_go = weakref.finalize(self, lock.close)

    def close(self) -> None:
        """Let another server have the folder."""
        self._let_go()

    def ids(self) -> tuple[str, ...]:
        """Return the tables, the last changed first."""
        found = [path for path in self._folder.glob("*.json") if _ID.fullmatch(path.stem)]
        return tuple(path.stem for path in sorted(found, key=_changed, reverse=True))

    def log(self, table: str) -> Path:
        """Return where the log of a table is, or belongs."""
        return self._folder / f"{_checked(table)}.jsonl"

    def last_played(self, table: str) -> float:
        """Return when something was written to a table's log, in seconds since the epoch; 0 where there is none."""
        return _changed(self.log(table))

    def read(self, table: str) -> Arrangement:
        """
        Return who sits where.

        Raises:
            RefusedError: there is no such table.
            MalformedError: its file is ruined; the message names the field.
        """
        path = self._file(table)
        try:
            with path.open("rb") as file:
                text = file.read(_LARGEST + 1)
        except OSError:
            raise RefusedError("unknown_table", "there is no such table, or it was cleared away") from None
        return from_dict(Arrangement, read_json(text))

    def write(self, arrangement: Arrangement) -> None:
        """
        Keep who sits where; the file is the old one or the new one, whenever the power fails.

        Raises:
            LogError: it cannot be written.
        """
        path = self._file(arrangement.id)
        scratch = path.with_suffix(".new")
        try:
            scratch.unlink(missing_ok=True)
            scratch.touch(mode=0o600)  # it holds links to seats, which nobody else on the machine is to read
            with scratch.open("w", encoding="ascii") as file:
                file.write(json.dumps(to_dict(arrangement)))
                file.flush()
                os.fsync(file.fileno())
            scratch.replace(path)
        except OSError as error:
            raise LogError(None, None, f"cannot write who sits where: {error.strerror}") from error

    def _file(self, table: str) -> Path:
        return self._folder / f"{_checked(table)}.json"


def _locked(path: Path) -> IO[bytes]:
    """Return a file whose lock keeps other servers out of its folder until it is closed, or the program ends."""
    try:
        file = path.open("ab")
    except OSError as error:
        raise MisuseError(f"cannot keep tables in {printable(str(path.parent), 200)}: {error.strerror}") from error
    try:
        is_free = try_lock(file.fileno())
    except OSError:
        is_free = True  # the file system has no locks
    if not is_free:
        file.close()
        raise MisuseError(f"cannot keep tables in {printable(str(path.parent), 200)}: another server is at work there")
    return file


def _checked(table: str) -> str:
    if not _ID.fullmatch(table):
        raise RefusedError("unknown_table", "there is no such table")
    return table


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
