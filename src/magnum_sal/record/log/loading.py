"""Reading a log: whole lines out of bytes, checked, migrated and replayed."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import attrs

from ..._internal import versions
from ...errors import LogError, MagnumSalError, MisuseError
from ...errors.messages import printable
from ...model.ruleset import Ruleset, is_registered
from ...model.state import GameState
from ...rules.standard import STANDARD
from ..serialization import from_dict, to_dict
from ..serialization.consistency import check_parts
from .entries import LONGEST_LINE, header_from
from .replay import Replay, Verify
from .sealing import body_data, unseal_line

Source: TypeAlias = "str | os.PathLike[str] | bytes | IO[str] | IO[bytes]"
"""Where a log can be read from: a path, the log's bytes, or an open file."""

Migration: TypeAlias = Callable[[Iterator[Any]], Iterator[Any]]
"""
One step: takes the plain data of a log's lines in order, the header first, and yields each one's in the next schema.

It yields one line for each it takes, and leaves ``"schema"`` alone. The data are whatever the file holds: a function
that finds another form than its schema has lets the ``KeyError`` or ``TypeError`` out; the reader says in which line.
"""


@attrs.frozen
class LoadedLog:
    """A log that has been read."""

    replay: Replay
    """The game and its lines, the header in the current schema."""
    schema: int
    """The schema it is written in."""
    checksum: str
    """Checksum of its last whole line."""
    size: int
    """Bytes of its whole lines."""
    torn: bytes
    """The bytes after its last newline: a line that was cut off while it was written."""
    ruin: LogError | None
    """What is wrong with the line after those that were read, None where all were."""


def read_log(
    source: Source, *, verify: Verify = True, ruleset: Ruleset = STANDARD, until_ruin: bool = False
) -> LoadedLog:
    """
    Read a whole log; arguments and errors are those of ``Game.from_log``.

    With *until_ruin* a line after the header that is wrong ends the reading, and is no error.
    """
    if verify not in (True, False, "report"):
        raise MisuseError(f'verify: {verify!r} is none of True, False and "report"')
    name = str(os.fspath(source)) if isinstance(source, (str, os.PathLike)) else "the log"
    try:
        if isinstance(source, (str, os.PathLike)):
            with Path(source).open("rb") as file:
                return _read(_Lines(file, name, bool(verify)), verify, ruleset, until_ruin)
        stream = io.BytesIO(source) if isinstance(source, (bytes, bytearray)) else source
        if not hasattr(stream, "readline"):
            raise MisuseError(f"a log is read from a path, bytes or an open file, not from {type(source).__name__}")
        return _read(_Lines(stream, name, bool(verify)), verify, ruleset, until_ruin)
    except (OSError, UnicodeError, ValueError) as error:
        if isinstance(error, MagnumSalError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise LogError(None, None, f"cannot read {name}: {reason}") from None


@attrs.define(eq=False)
class _Lines:
    """The whole lines of a stream, each opened: its data and the bytes of its body."""

    stream: Any
    name: str
    is_checked: bool
    number: int = 0
    checksum: str = ""
    size: int = 0
    torn: bytes = b""
    body: bytes | None = None

    def __iter__(self) -> Iterator[Any]:
        while line := self._next():
            self.number += 1
            self.size += len(line)
            if self.number == 1:
                _refuse_marks(line)
                _refuse_others(line, self.name)
            self.body, self.checksum = unseal_line(self.number, line, self.checksum, check=self.is_checked)
            yield body_data(self.number, self.body)

    def _next(self) -> bytes:
        line = self.stream.readline(LONGEST_LINE + 1)
        line = line.encode() if isinstance(line, str) else bytes(line)
        if len(line) > LONGEST_LINE:
            raise LogError(self.number + 1, None, f"the line is longer than {LONGEST_LINE} bytes")
        if line.endswith(b"\n"):
            return line
        self.torn = line
        return b""


def _refuse_marks(line: bytes) -> None:
    """Refuse what an editor has put before the header, or made of it."""
    if line.startswith(codecs.BOM_UTF8):
        raise LogError(1, None, "the file begins with a byte order mark, which an editor has put there: take it out")
    if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise LogError(1, None, "the file is UTF-16, and a log is UTF-8: an editor has saved it in another encoding")


def _refuse_others(line: bytes, name: str) -> None:
    """Refuse the arena's results, and a log from the future, whose checksums may be other ones too, before all else."""
    try:
        data = body_data(1, line.rstrip()[:-1])
    except LogError:
        return
    fields = data if isinstance(data, dict) else {}
    if fields.get("type") == "match":
        told = f"{printable(name, 150)} holds results of the arena and is no log of a game"
        raise LogError(None, None, f"{told}: `magnum-sal arena --report FILE` reads it, in Python arena.read_results")
    schema = fields.get("schema")
    if type(schema) is int and schema > versions.LOG_SCHEMA:
        raise LogError(
            1,
            "schema",
            f"{str(schema)[:20]} is newer than {versions.LOG_SCHEMA}, the newest that this version reads: "
            "a later version of the library wrote this log",
        )


def _read(lines: _Lines, verify: Verify, ruleset: Ruleset, until_ruin: bool) -> LoadedLog:
    plain = iter(lines)
    first = next(plain, None)
    if first is None:
        cut = f": its {len(lines.torn)} bytes hold no whole line" if lines.torn else ""
        raise LogError(1, None, f"the log has no header{cut}")
    schema: Any = first.get("schema") if isinstance(first, dict) else None
    plain = chain([first], plain)
    is_old = type(schema) is int and schema != versions.LOG_SCHEMA
    if is_old:
        plain = _migrate_lines(lines, schema, plain)
    header = header_from(next(plain, None), ruleset, is_migrated=is_old)
    replay, ruin = Replay(header, verify=verify), None
    checksum, size = lines.checksum, lines.size
    try:
        for data in plain:
            replay.take(lines.number, data, None if is_old else lines.body)
            checksum, size = lines.checksum, lines.size
    except LogError as error:
        if not until_ruin:
            raise
        ruin = error.with_traceback(None)  # whose frames would keep all that was read, and the log's file
    if replay.verify is not True:
        _check_last(lines.number, replay.history.state)
    return LoadedLog(replay, schema if is_old else header.schema, checksum, size, lines.torn, ruin)


def _without_opening(lines: Iterator[Any]) -> Iterator[Any]:
    """Leave the opening to the reader, which knows the ruleset."""
    for number, line in enumerate(lines):
        yield line if number else line | {"opening": None}


MIGRATIONS: Final[dict[int, Migration]] = {
    1: iter,  # a log of schema 1 is one of schema 2 in which nothing is revealed
    2: _without_opening,
}
"""For each older schema the step from it to the next."""


def register_migration(schema: int, migration: Migration) -> None:
    """
    Make *migration* the step from *schema* to the next.

    Raises:
        MisuseError: there is one already, or *schema* is not older than the current one.
    """
    if schema in MIGRATIONS:
        raise MisuseError(f"there is a migration from log schema {schema} already")
    if not 0 <= schema < versions.LOG_SCHEMA:
        raise MisuseError(f"log schema {schema} is not older than the current one, {versions.LOG_SCHEMA}")
    MIGRATIONS[schema] = migration


def _migrate_lines(lines: _Lines, schema: int, plain: Iterator[Any]) -> Iterator[Any]:
    """Yield the data of lines of an older *schema* as those of the current one."""
    for step in range(schema, versions.LOG_SCHEMA):
        if step not in MIGRATIONS:
            raise LogError(1, "schema", f"no migration from log schema {step} is known to this version")
        plain = MIGRATIONS[step](plain)
    try:
        for index, data in enumerate(plain):
            is_header = index == 0 and isinstance(data, dict)
            yield data | {"schema": versions.LOG_SCHEMA} if is_header else data
    except LogError:
        raise
    except Exception as error:
        # A migration meets whatever an old or damaged file holds.
        message = f"the line cannot be brought to the current schema: {error!r}"
        raise LogError(lines.number, None, message[:300]) from None


def _check_last(number: int, state: GameState) -> None:
    """Check that a state folded from recorded events is one that a game can go on from."""
    try:
        if is_registered(state.ruleset):
            from_dict(GameState, to_dict(state), ruleset=state.ruleset)
        else:  # a ruleset that only this caller has, so that its states have no JSON form
            check_parts(state)
    except MagnumSalError as error:
        raise LogError(number, "events", f"they lead to a table that cannot be: {error}") from None
