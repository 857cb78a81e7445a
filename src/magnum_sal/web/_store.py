"""
The store: reads and writes the files of each table in a folder.

A table has two files: the log of its game, and a small file with the seating. Messages about damaged files are for the
operator only.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import secrets
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .._internal.file_locks import try_lock
from .._internal.whole_files import TEMPORARY, create_whole, open_private, remove_access_of_others
from ..errors import LogError, MagnumSalError, MalformedError, MisuseError
from ..errors.messages import printable
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..protocol.refused_error import RefusedError
from ..record.game import Game
from ..record.log.files import PrivatePath
from ..record.serialization import from_dict, to_dict
from ..record.serialization.json_text import read_json
from ._changes import Change, change_game
from ._directory import LINK_BYTES
from ._table import KINDS, Arrangement, Standing, Table

_LOGGER: Final = logging.getLogger(__name__)
_ID: Final = re.compile("[A-Za-z0-9_-]{16,64}")
_SUFFIXES: Final = (".json", ".jsonl", ".new")
_LARGEST: Final = 1 << 18
"""The maximum number of bytes in a seating file."""
MOST_STANDINGS: Final = 500
"""The maximum number of cached standings; a standing holds one position, whereas a game holds all of its positions."""


LogStamp = tuple[int, int, int, int]
"""The inode, size and times of a log. Each new line makes the log longer, and a replaced file has a different inode."""


def new_link() -> str:
    """Return a random, unguessable token for a link or a table id. It begins with a letter or digit."""
    # An id is also the name of a table's files. For commands such as `tar cf tables.tar *`, a name that begins with "-"
    # is an option.
    while not (link := secrets.token_urlsafe(LINK_BYTES))[0].isalnum():
        pass
    return link


class Store:
    """
    The tables in a folder. Written data survives a program crash.

    A cache holds the most recently read standings. Every write to a table's log, even by another program, invalidates
    the table's entry.

    Args:
        folder: The folder. If it does not exist, it is created so that only its owner has access. An existing folder
            keeps its permissions, since it may hold other files, but the tables' files become private.
        durable: Whether each move is flushed to disk before it counts.

    Raises:
        MisuseError: the folder cannot be created or written to, or another server uses it.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self._folder = folder
        self._durable = durable
        self._standings: OrderedDict[str, tuple[LogStamp, Standing]] = OrderedDict()
        refusal = f"cannot keep tables in {printable(str(folder), 200)}"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise MisuseError(f"{refusal}: the folder is not writable")
            locks = _lock(folder)
        except OSError as error:
            raise MisuseError(f"{refusal}: {error.strerror}") from error
        if locks is None:
            raise MisuseError(f"{refusal}: another server uses the folder")
        self.close = weakref.finalize(self, locks.close)
        """Releases the folder for another server."""
        self._tighten()

    def _tighten(self) -> None:
        """Limit access to the tables' files to their owner, because older versions left logs world-readable."""
        with contextlib.suppress(PermissionError):  # the folder is writable but not readable
            for path in self._folder.iterdir():
                is_of_table = _ID.fullmatch(path.stem) and path.suffix in _SUFFIXES
                if (is_of_table or path.name.startswith(TEMPORARY)) and not path.is_symlink():
                    remove_access_of_others(path)

    def ids(self) -> tuple[str, ...]:
        """Return the ids of the tables, most recently changed first."""
        found = [path for path in self._folder.glob("*.json") if _ID.fullmatch(path.stem)]
        return tuple(path.stem for path in sorted(found, key=_read_mtime, reverse=True))

    def log(self, table: str) -> Path:
        return self._path(table, ".jsonl")

    def read_log_time(self, table: str) -> float:
        """Return the time of the last write to a table's log, in seconds since the epoch; 0 if there is no log."""
        return _read_mtime(self.log(table))

    def stamp(self, table: str) -> LogStamp | None:
        """Return a stamp that changes whenever a table's log changes, or None if there is no log."""
        try:
            found = self.log(table).stat()
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def read(self, table: str) -> Arrangement:
        """
        Return the seating of a table.

        Raises:
            RefusedError: the table does not exist.
            MalformedError: the table's file is damaged.
            LogError: the table's file cannot be opened or read.
        """
        try:
            with self._path(table, ".json").open("rb") as file:
                # A longer file is cut off here, so it is no longer valid JSON.
                text = file.read(_LARGEST + 1)
        except FileNotFoundError:
            raise RefusedError("unknown_table", "this table does not exist any more") from None
        except OSError as error:
            raise LogError(None, None, f"cannot read its seats: {error.strerror}") from error
        arrangement = from_dict(Arrangement, read_json(text))
        _check(arrangement, table)
        return arrangement

    def is_deleted(self, table: str) -> bool:
        """Return whether a table has neither a seating nor a log."""
        return not any(self._path(table, suffix).exists() for suffix in (".json", ".jsonl"))

    def check_log(self, arrangement: Arrangement) -> None:
        """
        Raise ``LogError`` if the log of an open table cannot be opened, or the log of a closed table does not exist.

        Damaged lines are found when the log is read.
        """
        if arrangement.is_closed:
            if self.stamp(arrangement.id) is None:
                raise LogError(None, None, f"it is closed and has no log; delete {arrangement.id}.json, too")
            return
        try:
            self.log(arrangement.id).open("rb").close()
        except OSError as error:
            raise LogError(None, None, f"cannot open its log: {error.strerror}") from error

    def write(self, arrangement: Arrangement) -> None:
        """Write the seating, or raise ``LogError``. After a power failure, the file has its old or its new content."""
        path = self._path(arrangement.id, ".json")
        scratch = path.with_suffix(".new")
        try:
            # A rename replaces a file atomically. So after a crash the file is the old or the new one, if the new
            # content reached the disk before the rename. A scratch file left by an earlier crash is removed. Mode "x"
            # then creates a new file and does not follow a link that somebody has put there.
            scratch.unlink(missing_ok=True)
            # The file holds links to seats, which no other user of the machine may read.
            with open(scratch, "x", encoding="ascii", opener=open_private) as file:
                file.write(json.dumps(to_dict(arrangement)))
                file.flush()
                os.fsync(file.fileno())
            scratch.replace(path)
        except OSError as error:
            raise LogError(None, None, f"cannot write the seats of a table: {error.strerror}") from error
        if arrangement.is_closed:  # a closed table is no longer listed
            self._standings.pop(arrangement.id, None)

    def _path(self, table: str, suffix: str) -> Path:
        if not _ID.fullmatch(table):
            raise RefusedError("unknown_table", "this table does not exist")
        return self._folder / f"{table}{suffix}"

    def create(self, arrangement: Arrangement, names: Sequence[str], ruleset: Ruleset) -> Table:
        """Create a table. Raises the errors of ``Game.new`` and ``write``."""
        # Pass no seed, so that nobody can work out which pieces are face down.
        log = PrivatePath(self.log(arrangement.id))
        return self._add(arrangement, Game.new(names, ruleset=ruleset, log=log, durable=self._durable))

    def create_from_position(self, arrangement: Arrangement, state: GameState) -> Table:
        """Create a table whose game starts from *state*. Raises the errors of ``Game.from_position`` and ``write``."""
        log = PrivatePath(self.log(arrangement.id))
        return self._add(arrangement, Game.from_position(state, log=log, durable=self._durable))

    def create_from_log(self, arrangement: Arrangement, log: bytes) -> None:
        """Create a table that continues a log, without reading it. Raises ``LogError`` if a file cannot be written."""
        try:
            create_whole(self.log(arrangement.id), log, is_private=True)
        except OSError as error:
            raise LogError(None, None, f"cannot write the log of a table: {error.strerror}") from error
        # As in _add(), the seating is written last, because ids() finds a table by it.
        self.write(arrangement)

    def _add(self, arrangement: Arrangement, game: Game) -> Table:
        """Return the table of a new game, after writing its seating."""
        # ids() finds a table by its seating. The seating is written last, so a table with only one file is never
        # listed.
        try:
            self.write(arrangement)
        except LogError:
            game.close()
            raise
        return Table(arrangement, game)

    def keep(self, table: Table, change: Change) -> None:
        """
        Apply a change to a table: first to the seating, then to the game. A change counts once it is written.

        Raises the errors of ``write`` and of the game, which refuses illegal moves.
        """
        # Write first: if this fails, memory still agrees with the file.
        if change.arrangement != table.arrangement:
            self.write(change.arrangement)
            table.arrangement = change.arrangement
        change_game(table, change)

    def find_arrangement(self, table: str, otherwise: Arrangement | None) -> Arrangement | None:
        """Return a table's seating. Return *otherwise* if the file is damaged, or None if the table does not exist."""
        try:
            return self.read(table)
        except RefusedError:
            return None
        except MagnumSalError as error:
            _LOGGER.error("the table %s cannot be read: %s", table, error)
            # The seating from before the damage still decides who may learn that this table exists.
            return otherwise

    def read_table(self, table: str) -> tuple[Table, LogStamp | None]:
        """
        Return a table, and the stamp that its log had before it was read. Call this in a thread, because it is slow.

        Raises:
            RefusedError: the table does not exist.
            LogError: the table's files are damaged. The message quotes them, so it is for the operator only.
        """
        # Take the stamp first. If the log changes while it is read, the stamp is out of date and the cached standing is
        # discarded. In the other order, an outdated standing could stay cached.
        stamp = self.stamp(table)
        try:
            arrangement = self.read(table)
            if arrangement.is_closed and stamp is None:
                # Somebody has deleted only the log. Without it there is nothing to show or to resume.
                raise RefusedError("unknown_table", "this table does not exist any more")
            game = Game.from_log(self.log(table), durable=self._durable)
        except RefusedError:
            raise
        except MagnumSalError as error:
            raise LogError(None, None, f"the table {table} cannot be read: {error}") from error
        try:
            _check_same_game(arrangement, game.state)
        except LogError:
            game.close()
            raise
        return Table(arrangement, game), stamp

    def look_up(self, table: str) -> tuple[Arrangement, Standing] | None:
        """
        Return a table's seating and its cached standing, or None if the table's log must be read.

        Raises the errors of ``read_table``.
        """
        # Take the entry out and put it back at the end, so that the least recently used one is dropped first.
        kept = self._standings.pop(table, None)
        if kept is None or kept[0] != self.stamp(table):
            return None
        self._standings[table] = kept
        arrangement = self.read(table)
        _check_same_game(arrangement, kept[1].state)
        return arrangement, kept[1]

    def keep_standing(self, table: str, stamp: LogStamp | None, standing: Standing) -> None:
        """Cache a table's standing; *stamp* is the stamp that its log had before it was read."""
        self._standings.pop(table, None)
        if stamp is not None:
            self._standings[table] = (stamp, standing)
        if len(self._standings) > MOST_STANDINGS:
            self._standings.popitem(last=False)


def _check_same_game(arrangement: Arrangement, state: GameState) -> None:
    if len(arrangement.chairs) != len(state.players):
        table = arrangement.id
        raise LogError(None, None, f"the table {table} cannot be read: its two files belong to different games")


def _lock(folder: Path) -> contextlib.ExitStack | None:
    """Lock a folder until the result is closed or the program ends; return None if another server has locked it."""
    # There are two locks. Deleting a file cannot remove the lock on the folder itself. The lock on the file ``lock``
    # works where folders cannot be locked: on some network file systems and on Windows, where nobody can delete an open
    # file. It also keeps out servers of older versions, which know only this lock.
    with contextlib.ExitStack() as held:
        is_free = _lock_folder(folder, held) and _lock_file(folder / "lock", held)
        return held.pop_all() if is_free else None


def _lock_folder(folder: Path, held: contextlib.ExitStack) -> bool:
    """Lock a folder, and return whether it was free. Return True if it cannot be locked."""
    if os.name == "nt":
        return True
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:  # the folder is writable but not readable
        return True
    held.callback(os.close, descriptor)
    return _is_free(descriptor)


def _lock_file(path: Path, held: contextlib.ExitStack) -> bool:
    """Lock a file, creating it if necessary, and return whether it was free."""
    while True:
        file = held.enter_context(open(path, "ab", opener=open_private))  # noqa: SIM115  # it stays open
        if not _is_free(file.fileno()):
            return False
        # If somebody deleted the file before it was locked, other servers cannot see this lock, so try again.
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(path.stat(), os.fstat(file.fileno())):
                return True


def _is_free(descriptor: int) -> bool:
    try:
        return try_lock(descriptor)
    except OSError:
        return True  # the file system does not support locks


def _check(arrangement: Arrangement, table: str) -> None:
    """Raise ``MalformedError`` if an arrangement belongs to another table, or names a seat that does not exist."""
    if arrangement.id != table:
        raise MalformedError("id: the file belongs to another table")
    proposal = arrangement.proposal
    if proposal is None:
        return
    if proposal.kind not in KINDS or max((proposal.seat, *proposal.agreed)) >= len(arrangement.chairs):
        raise MalformedError("proposal: unknown proposal or seat")


def _read_mtime(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
