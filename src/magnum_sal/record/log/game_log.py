"""The log of a game: its lines, and the file or stream they are written to as it is played."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from ..._internal import versions
from ..._internal.versions import __version__
from ...engine.chance import Reveal
from ...engine.evolve import evolve, public_start_event
from ...errors import LogError, MisuseError
from ...errors.messages import brief
from ...model.events import GameStarted
from ...model.ruleset import Ruleset
from ...rules.standard import STANDARD
from .entries import (
    PUBLIC_METADATA,
    EndLine,
    Entry,
    HeaderLine,
    LogLine,
    RevealLine,
    UndoLine,
    check_metadata,
    opening_of,
)
from .files import LogFile, LogStream, Sink, Target, sink_for
from .history import MadeStep
from .loading import LoadedLog, Source, read_log
from .replay import Disagreement, Verify, fold_log_events
from .rows import Row, rows_of
from .sealing import line_body, line_end, seal_line


class GameLog:
    """
    The record of one game: a header and entries, as values and as text.

    A log that has a file or stream writes each line there when it is added; one without is kept in memory alone.
    """

    header: HeaderLine
    """The first line."""
    torn: bytes = b""
    """The bytes of a line that was cut off, found at the end when the log was read; the next line replaces them."""
    disagreements: tuple[Disagreement, ...] = ()
    """What today's rules disagree with, found when the log was read with ``verify="report"``."""
    ruin: LogError | None = None
    """What is wrong with the line before which ``recover`` stopped; None for every other log."""
    _sink: Sink | None = None
    _checksum: str = ""
    _unwritable: str | None = None
    """Why no line can be added; None where it can."""

    def __init__(
        self,
        started: GameStarted,
        *,
        metadata: Mapping[str, Any] | None = None,
        target: Target | None = None,
        durable: bool = False,
    ) -> None:
        """
        Begin the log of a game.

        Args:
            started: The game's first event.
            metadata: Anything to keep in the header, as plain JSON data; by custom ``"comments"`` is a list of texts.
            target: A path, where there must be no file yet, or a text stream; None keeps the log in memory.
            durable: Whether each line is forced to the disk (fsync) before the move counts as made.

        Raises:
            MalformedError: *metadata* are no plain JSON data.
            MisuseError: the ruleset is not registered, so that no log of it can be read again.
            LogError: the file exists, or cannot be written.
        """
        if not isinstance(started, GameStarted):
            raise MisuseError(f"started: {brief(started)} is not a GameStarted")
        self.header = HeaderLine(
            schema=versions.LOG_SCHEMA,
            library=__version__,
            rules=versions.RULES_REVISION,
            started=started,
            opening=opening_of(started),
            metadata=check_metadata({} if metadata is None else metadata),
        )
        self._entries: list[Entry] = []
        if target is not None:
            self.save(target, durable=durable)

    @classmethod
    def read(cls, source: Source, *, verify: Verify = True, ruleset: Ruleset = STANDARD) -> GameLog:
        """
        Return the log that *source* holds; reading never changes a file.

        Args:
            source: A path, the log's bytes, or an open file.
            verify: How it is held against the rules; see ``Game.from_log``.
            ruleset: Serves where the header names a ruleset of this name; others are found among the registered ones.

        Raises:
            LogError: the log cannot be read, or does not verify; the error names line, field and difference.
        """
        return cls._of(read_log(source, verify=verify, ruleset=ruleset), source, durable=False)

    @classmethod
    def recover(cls, source: Source, *, ruleset: Ruleset = STANDARD) -> GameLog:
        """
        Return what stands in a log before the first line that is ruined; ``ruin`` says which that is, and why.

        What is returned verifies, but is in memory alone: the ruined file stays as it is. ``save`` it to a new file,
        with which ``Game.from_log`` goes on.

        Args:
            source: A path, the log's bytes, or an open file.
            ruleset: As for ``read``.

        Raises:
            LogError: there is no such file, or the header itself is ruined, so that there is no game.
        """
        reading = read_log(source, ruleset=ruleset, until_ruin=True)
        log = cls._of(reading, b"", durable=False)
        log.ruin, log._unwritable = reading.ruin, None
        return log

    @classmethod
    def _of(cls, reading: LoadedLog, source: Source, *, durable: bool) -> GameLog:
        """Return the log of a reading, whose next line goes to the file it was read from."""
        log = cls.__new__(cls)
        log.header = reading.replay.header
        log.torn = reading.torn
        log.disagreements = tuple(reading.replay.disagreements)
        log._entries = list(reading.replay.history.entries)
        log._checksum = reading.checksum
        if reading.schema != versions.LOG_SCHEMA:
            log._unwritable = (
                f"the log is written in schema {reading.schema} and nothing is ever rewritten: "
                "save it to another file to go on"
            )
        elif isinstance(source, (str, os.PathLike)):
            log._sink = LogFile(
                source, durable=durable, size=reading.size, end=line_end(reading.checksum), torn=len(reading.torn)
            )
        return log

    @property
    def started(self) -> GameStarted:
        """The game's first event."""
        return self.header.started

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What the writer of the log kept in its header."""
        return self.header.metadata

    @property
    def is_public(self) -> bool:
        """Whether the header leaves out what lies face down."""
        return self.started.setup.is_public

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines after the header, as values."""
        return tuple(self._entries)

    def append(self, entry: Entry) -> None:
        """
        Add a line, and write it; whether it fits the game is the caller's to know.

        Raises:
            LogError: it cannot be written; the log is then as before.
            MisuseError: this log cannot be written to, as it has an older schema, or *entry* is no entry.
        """
        if not isinstance(entry, Entry):
            raise MisuseError(f"{brief(entry)} is no entry of a log: a MoveLine, RevealLine, UndoLine or EndLine")
        if self._unwritable is not None:
            raise MisuseError(self._unwritable)
        if self._sink is not None:
            line, checksum = seal_line(line_body(entry), self._checksum)
            self._sink.write(line)
            self._checksum = checksum
        self._entries.append(entry)

    def extend(self, entries: Iterable[Entry]) -> None:
        """Add lines; errors are those of ``append``."""
        for entry in entries:
            self.append(entry)

    def lines(self) -> Iterator[str]:
        """Yield the lines as text, newlines included, as this version writes them."""
        return (line.decode() for line, _ in self._seal_lines())

    def save(self, target: Target, *, durable: bool = False) -> None:
        """
        Write the whole log to a new file or a stream; further lines go there too, and no longer to where they went.

        Args:
            target: A path, where there must be no file yet, or a text stream.
            durable: Whether each line is forced to the disk (fsync).

        Raises:
            LogError: the file exists, or cannot be written.
            MisuseError: the ruleset is not registered.
        """
        lines = list(self._seal_lines())
        sink = sink_for(target, (line for line, _ in lines), durable=durable)
        self.close()
        self._sink, self._checksum, self._unwritable = sink, lines[-1][1], None

    @property
    def target(self) -> Path | TextIO | None:
        """Where further lines go: a file's path, a stream, or None for a log that is kept in memory alone."""
        if isinstance(self._sink, LogFile):
            return self._sink.path
        return self._sink.stream if isinstance(self._sink, LogStream) else None

    def lock(self) -> None:
        """
        Keep other programs from writing to the log's file from now on, and not only from the next line on.

        Nothing happens where the log has no file of its own, or holds it already.

        Raises:
            LogError: another program or game writes to the file, or has written to it.
            MisuseError: this log cannot be written to, as it has an older schema.
        """
        if self._unwritable is not None:
            raise MisuseError(self._unwritable)
        if isinstance(self._sink, LogFile):
            self._sink.hold()

    def close(self) -> None:
        """
        Let other programs write to the log's file.

        A line that is added later takes the file again, unless somebody has written to it by then. At the end of a
        program, or of the log's life, its file is let go by itself.
        """
        if isinstance(self._sink, LogFile):
            self._sink.close()

    def public(self, target: Target | None = None, *, durable: bool = False) -> GameLog:
        """
        Return this log as everybody may see it: with a public header, and all entries so far as they are.

        It is a log of its own; ``extend`` it with what the game's log has in addition to keep it up to date. Of the
        metadata only ``"comments"`` and ``"public"`` are kept: the rest may hold a seed, or who plays from where.

        Args:
            target: Where to write it: a path, where there must be no file yet, or a text stream.
            durable: Whether each line is forced to the disk (fsync).
        """
        metadata = {key: self.metadata[key] for key in PUBLIC_METADATA if key in self.metadata}
        log = GameLog(public_start_event(self.started), metadata=metadata)
        log.extend(self._entries)
        if target is not None:
            log.save(target, durable=durable)
        return log

    def to_rows(self) -> list[Row]:
        """
        Return a row for each move that stands.

        ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` make tables of them. "Analyse matches and games as
        tables" has every column with its unit.

        Raises:
            LogError: the log was read with ``verify=False``, and its events cannot be.
        """
        opening = evolve(None, self.started)
        steps: list[MadeStep] = []
        for number, entry in enumerate(self._entries, start=2):
            if isinstance(entry, UndoLine):
                del steps[entry.to :]
            elif not isinstance(entry, EndLine):
                transition = fold_log_events(number, steps[-1].transition.state if steps else opening, entry.events)
                move = Reveal(entry.piece) if isinstance(entry, RevealLine) else entry.move
                steps.append(MadeStep(move, transition))
        return rows_of(opening, steps)

    def _seal_lines(self) -> Iterator[tuple[bytes, str]]:
        checksum = ""
        lines: tuple[LogLine, ...] = (self.header, *self._entries)
        for line in lines:
            text, checksum = seal_line(line_body(line), checksum)
            yield text, checksum

    def __repr__(self) -> str:
        names = ", ".join(self.started.players)
        return f"<{'public ' * self.is_public}GameLog of {names}: {len(self._entries)} entries>"
