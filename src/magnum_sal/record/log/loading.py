"""Loading a log: split bytes into lines, then check, migrate and replay them."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import attrs

from ..._internal import versions
from ...errors import LogError, MagnumSalError, MisuseError
from ...errors.messages import brief, printable
from ...model.ruleset import Ruleset, check_ruleset
from ...model.state import GameState
from ...rules.standard import STANDARD
from .entries import LONGEST_LINE, check_position, parse_header
from .replay import Replay, Verify
from .sealing import body_data, unseal_line

RESULTS_HEAD: Final = b'{"type":"match"'
"""The first bytes of every results file of the arena, which people often pass where a log is expected."""

Source: TypeAlias = "str | os.PathLike[str] | bytes | IO[str] | IO[bytes]"
"""A source of a log: a path, the log's bytes, or an open file."""

Migration: TypeAlias = Callable[[Iterator[Any]], Iterator[Any]]
"""
A function that migrates a log to the next schema. It takes the plain data of the lines in order, header first, and
yields their data in the next schema.

The function must yield exactly one line for each input line and must not change ``"schema"``. The input may have any
form. If the input does not match the schema, raise ``KeyError`` or ``TypeError``; the reader adds the line number.
"""


@attrs.frozen
class LoadedLog:
    """A log that has been read."""

    replay: Replay
    """The game and its lines, with the header in the current schema."""
    schema: int
    """The schema of the source."""
    checksum: str
    """The checksum of the last whole line."""
    size: int
    """The number of bytes in whole lines."""
    torn: bytes
    """The bytes after the last newline: a line that was not written completely."""
    ruin: LogError | None
    """The error in the first line that was not read, or None if all lines were read."""


def read_log(
    source: Source, *, verify: Verify = True, ruleset: Ruleset = STANDARD, until_ruin: bool = False
) -> LoadedLog:
    """
    Read a whole log. Takes the arguments and raises the errors of ``Game.from_log``.

    With *until_ruin*, reading stops at the first invalid line after the header instead of raising an error. An
    impossible position at the end of a public log still raises one, because no single line can be blamed for it.
    """
    check_verify(verify)
    check_ruleset(ruleset)
    name = str(os.fspath(source)) if isinstance(source, (str, os.PathLike)) else "the log"
    try:
        if isinstance(source, (str, os.PathLike)):
            with Path(source).open("rb") as file:
                # Reading needs no lock, so a log can be read while a game writes to it. A resumed game locks the file
                # when it writes its next line.
                return _read(_Lines(file, name, bool(verify)), verify, ruleset, until_ruin)
        stream = io.BytesIO(source) if isinstance(source, (bytes, bytearray)) else source
        if not hasattr(stream, "readline"):
            raise MisuseError(f"expected a path, bytes or an open file with a log, got {type(source).__name__}")
        return _read(_Lines(stream, name, bool(verify)), verify, ruleset, until_ruin)
    except (OSError, UnicodeError, ValueError) as error:
        # Some of the library's own errors are also ``ValueError``. They already say what is wrong.
        if isinstance(error, MagnumSalError):
            raise
        if source == "":
            # Python takes an empty path as the current folder, so the system's message would mislead.
            raise LogError(None, None, "the path of the log is empty") from None
        if isinstance(source, str) and _is_log_text(source):
            told = f"{brief(source, 30)} is the text of a log, but a text is taken as a path; pass bytes: text.encode()"
            raise LogError(None, None, told) from None
        reason = getattr(error, "strerror", None) or str(error)
        raise LogError(None, None, f"cannot read {name}: {reason}") from None


def is_results_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins like the results of a match; return False if it cannot be read."""
    with contextlib.suppress(OSError):
        # A pipe, for example, can be read only once, and the caller may read the file again.
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                return file.read(len(RESULTS_HEAD)) == RESULTS_HEAD
    return False


def check_verify(verify: object) -> None:
    """Raise ``MisuseError`` if *verify* is not a way to check a log."""
    # ``1 == True``, but a replay only verifies moves for True itself.
    if not (verify is True or verify is False or (type(verify) is str and verify == "report")):
        raise MisuseError(f'verify: expected True, False or "report", got {brief(verify)}')


def _is_log_text(text: str) -> bool:
    return text.lstrip().startswith("{") or "\n" in text


@attrs.define(eq=False)
class _Lines:
    """An iterator over the data of a stream's whole lines. The attributes describe the last line read."""

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
                # Such files would also fail the checksum test, but the real reason helps more.
                _refuse_marks(line)
                _refuse_others(line, self.name)
            self.body, self.checksum = unseal_line(self.number, line, self.checksum, check=self.is_checked)
            yield body_data(self.number, self.body)

    def _next(self) -> bytes:
        # Reading one byte more than the limit is enough to detect a line that is too long. A file without newlines
        # therefore cannot fill the memory.
        line = self.stream.readline(LONGEST_LINE + 1)
        line = line.encode() if isinstance(line, str) else bytes(line)
        if len(line) > LONGEST_LINE:
            raise LogError(self.number + 1, None, f"the line is longer than {LONGEST_LINE} bytes")
        if line.endswith(b"\n"):
            return line
        # Only the last line can lack its newline. Its writing was interrupted, so its move was never confirmed.
        self.torn = line
        return b""


def _refuse_marks(line: bytes) -> None:
    """Raise ``LogError`` if an editor has added a byte order mark or changed the encoding."""
    if line.startswith(codecs.BOM_UTF8):
        raise LogError(1, None, "the file begins with a byte order mark: save it without one")
    if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise LogError(1, None, "the file is UTF-16, but a log must be UTF-8: save it in that encoding")


def _refuse_others(line: bytes, name: str) -> None:
    """Raise ``LogError`` for lines of arena results or newer schemas, whose checksums may differ."""
    if line.startswith(RESULTS_HEAD):
        told = f"{printable(name, 150)} contains results of the arena, not the log of a game"
        raise LogError(
            None, None, f"{told}: read it with `magnum-sal arena --report FILE`, or in Python with arena.read_results"
        )
    try:
        # ``body_data`` takes a line without its end and adds the closing brace, so cut this brace off.
        data = body_data(1, line.rstrip()[:-1])
    except LogError:
        return
    schema = data.get("schema") if isinstance(data, dict) else None
    if type(schema) is int and schema > versions.LOG_SCHEMA:
        raise LogError(
            1,
            "schema",
            f"{str(schema)[:20]} is newer than {versions.LOG_SCHEMA}, the newest schema that this version reads: "
            "a later version of the library wrote this log",
        )


def _read(lines: _Lines, verify: Verify, ruleset: Ruleset, until_ruin: bool) -> LoadedLog:
    # Reading is a chain of generators: bytes become checked lines, lines become data, migrations change the data, and
    # the replay folds them. Each stage requests one line at a time from the previous stage, so the whole text of the
    # log is never in memory. A migration yields exactly one line for each line, so ``lines`` is still at the line in
    # which an error occurs. Errors anywhere in the chain take their line number from ``lines``.
    plain = iter(lines)
    first = next(plain, None)
    if first is None:
        cut = f": its {len(lines.torn)} bytes do not contain a complete line" if lines.torn else ""
        raise LogError(1, None, f"the log has no header{cut}")
    schema: Any = first.get("schema") if isinstance(first, dict) else None
    # The schema is needed before the header can be read, so the first line is put back.
    plain = chain([first], plain)
    is_old = type(schema) is int and not has_current_lines(schema)
    if is_old:
        plain = _migrate_lines(lines, schema, plain)
    header = parse_header(next(plain, None), ruleset, is_migrated=is_old)
    replay, ruin = Replay(header, verify=verify), None
    # These variables describe the last line that was accepted. If a later line is damaged, the part that can be
    # recovered ends there.
    number, checksum, size = lines.number, lines.checksum, lines.size
    try:
        for data in plain:
            replay.take(lines.number, data, None if is_old else lines.body)
            number, checksum, size = lines.number, lines.checksum, lines.size
    except LogError as error:
        if not until_ruin:
            raise
        ruin = error.with_traceback(None)  # The frames of the traceback would keep the data and the file alive.
    # Moves that the rules have checked lead only to possible positions. Recorded events could lead to any state, and
    # all later code trusts the state. The fault may be in any line, and the replay keeps no earlier states, so the part
    # before the fault cannot be recovered.
    if replay.verify is not True:
        _check_last(number, replay.history.state)
    return LoadedLog(replay, schema if is_old else header.schema, checksum, size, lines.torn, ruin)


def _without_opening(lines: Iterator[Any]) -> Iterator[Any]:
    """Yield the lines with None as the opening. The reader replaces None with the opening."""
    for number, line in enumerate(lines):
        yield line if number else line | {"opening": None}


MIGRATIONS: Final[dict[int, Migration]] = {
    1: iter,  # Schema 2 only added reveals, so a log in schema 1 is also valid in schema 2.
    2: _without_opening,
    3: iter,  # Schema 4 only added secrets, which no game in schema 3 has.
    4: iter,  # Schema 5 only added positions, from which no game in schema 4 starts.
}
"""The migration from each older schema to the next one."""


def has_current_lines(schema: int) -> bool:
    """
    Check whether the lines of *schema* are valid in the current schema as they are.

    A game can be resumed in a file with such a schema.
    """
    return schema <= versions.LOG_SCHEMA and all(
        MIGRATIONS.get(step) is iter for step in range(schema, versions.LOG_SCHEMA)
    )


def _migrate_lines(lines: _Lines, schema: int, plain: Iterator[Any]) -> Iterator[Any]:
    """Yield the data of the lines, migrated from an older *schema* to the current one."""
    for step in range(schema, versions.LOG_SCHEMA):
        if step not in MIGRATIONS:
            raise LogError(1, "schema", f"this version has no migration from log schema {step}")
        plain = MIGRATIONS[step](plain)
    try:
        for index, data in enumerate(plain):
            # Migrations do not change the schema number, so each works no matter how many follow. The number is set
            # here, once.
            is_header = index == 0 and isinstance(data, dict)
            yield data | {"schema": versions.LOG_SCHEMA} if is_header else data
    except LogError:
        raise
    except Exception as error:
        # An old or damaged file can hold any data, so a migration can fail in any way.
        message = f"the line cannot be migrated to the current schema: {error!r}"
        raise LogError(lines.number, None, message[:300]) from None


def _check_last(number: int, state: GameState) -> None:
    """Check that a game can be resumed from a state that was folded from recorded events."""
    try:
        check_position(state)
    except MagnumSalError as error:
        raise LogError(number, "events", f"they lead to an impossible position: {error}") from None
