"""The log of a game: its lines, and the file or stream to which they are written."""

from __future__ import annotations

import copy
import os
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

import attrs

from ..._internal import versions
from ..._internal.versions import __version__
from ...engine.chance import Reveal
from ...engine.evolve import public_start_event
from ...errors import LogError, MisuseError
from ...errors.messages import brief
from ...model.events import GameStarted
from ...model.pieces import MAX_PLAYERS
from ...model.ruleset import Ruleset
from ...model.state import GameState, check_seat, check_state
from ...rules.standard import STANDARD
from .entries import (
    PUBLIC_METADATA,
    EndLine,
    Entry,
    HeaderLine,
    LogLine,
    MoveLine,
    RevealLine,
    SecretLine,
    UndoLine,
    build_start_event,
    check_metadata,
    check_new_metadata,
    opening_of,
)
from .files import LogFile, LogStream, Sink, Target, open_sink
from .history import History, RecordedStep
from .loading import LoadedLog, Source, has_current_lines, read_log
from .replay import Disagreement, Verify, fold_log_events
from .rows import Row, RowsBy, check_rows_by, rows_of
from .sealing import line_body, line_end, seal_line


class GameLog:
    """
    The record of one game: a header and entries, as values and as text.

    A log with a file or stream writes each new line there. Other logs are kept only in memory. Copies and pickles of a
    log are independent logs in memory.
    """

    header: HeaderLine
    """The first line."""
    torn: bytes = b""
    """The bytes of a truncated line at the end of the log that was read. The next line replaces them."""
    disagreements: tuple[Disagreement, ...] = ()
    """The differences from the current rules, found when the log was read with ``verify="report"``."""
    ruin: LogError | None = None
    """The error in the damaged line at which ``recover`` stopped. None for all other logs."""
    _sink: Sink | None = None
    _checksum: str = ""
    _unwritable: str | None = None
    """The reason why no line can be added, or None."""
    _readers: Container[int] = range(MAX_PLAYERS)
    """The seats whose secrets the log may contain."""

    def __init__(
        self,
        started: GameStarted,
        *,
        position: GameState | None = None,
        metadata: Mapping[str, Any] | None = None,
        target: Target | None = None,
        durable: bool = False,
    ) -> None:
        """
        Start the log of a game.

        Args:
            started: The game's first event.
            position: The position from which the game starts; None for the position after *started*. ``started`` must
                then be the first event of a real table with the same ruleset, players and starting player.
            metadata: Plain JSON data to store in the header. By convention ``"comments"`` is a list of strings.
            target: A path where no file exists, or a text stream. None keeps the log in memory.
            durable: Whether each line is flushed to disk (fsync) before the move counts as made.

        Raises:
            MalformedError: *metadata* is not plain JSON data.
            MisuseError: there is a *target* and the ruleset is not registered, so the log could not be read again. Also
                raised if *started* does not fit *position*.
            LogError: the file already exists or cannot be written.
        """
        if not isinstance(started, GameStarted):
            raise MisuseError(f"started: expected a GameStarted, got {brief(started)}")
        if position is not None:
            check_state(position)
            if started != build_start_event(position):
                raise MisuseError("started: expected the ruleset and players of the position, and a setup of no pieces")
        self.header = HeaderLine(
            schema=versions.LOG_SCHEMA,
            library=__version__,
            rules=versions.RULES_REVISION,
            started=started,
            opening=opening_of(started) if position is None else position.public(),
            metadata=check_new_metadata({} if metadata is None else metadata),
            # The view of a seat contains secrets, which a public header must not name.
            position=position.public() if position is not None and position.is_public else position,
        )
        self._entries: list[Entry] = []
        if target is not None:
            self.save(target, durable=durable)

    @classmethod
    def read(cls, source: Source, *, verify: Verify = True, ruleset: Ruleset = STANDARD) -> GameLog:
        """
        Read the log in *source*. Reading never changes a file.

        Args:
            source: A path, the log's bytes, or an open file.
            verify: How the log is checked against the rules. See ``Game.from_log``.
            ruleset: The ruleset to use if the header contains its name. Other names are looked up in the registry.

        Raises:
            LogError: the log cannot be read or fails verification. The error names the place and the difference.
            MisuseError: an argument is invalid.
        """
        return cls._of(read_log(source, verify=verify, ruleset=ruleset), source, durable=False)

    @classmethod
    def recover(cls, source: Source, *, ruleset: Ruleset = STANDARD) -> GameLog:
        """
        Return the part of a log before its first damaged line. Its ``ruin`` describes the line and the error.

        The returned log is valid and has the current schema, but exists only in memory. The damaged file does not
        change. To resume the game, save the returned log to a new file and call ``Game.from_log``.

        Args:
            source: A path, the log's bytes, or an open file.
            ruleset: As for ``read``.

        Raises:
            LogError: the file does not exist, its header is damaged, or the log is public and its events lead to an
                impossible position. The rules cannot check these events, so any line may be wrong.
        """
        reading = read_log(source, ruleset=ruleset, until_ruin=True)
        # With bytes as the source, the log has no file, so nothing can be appended to the damaged file.
        log = cls._of(reading, b"", durable=False)
        log.ruin, log._unwritable = reading.ruin, None
        # The lines of older schemas have been migrated, or are valid in the current schema as they are.
        log.header = attrs.evolve(log.header, schema=versions.LOG_SCHEMA)
        return log

    @classmethod
    def _of(cls, reading: LoadedLog, source: Source, *, durable: bool) -> GameLog:
        """Return the log of a loaded file or stream. If *source* is a path, further lines go to that file."""
        # Keep the header of the file. The constructor would create a new one, with this version and the current rules.
        log = cls.__new__(cls)
        log.header = reading.replay.header
        log.torn = reading.torn
        log.disagreements = tuple(reading.replay.disagreements)
        log._entries = list(reading.replay.history.entries)
        log._checksum = reading.checksum
        if not has_current_lines(reading.schema):
            # A line of the current schema would leave a file with lines in two schemas, which no program could read.
            log._unwritable = (
                f"the log has schema {reading.schema}, and existing lines are never rewritten: to resume the game, "
                "save the log to another file, for example with magnum-sal recover LOG NEW"
            )
        elif isinstance(source, (str, os.PathLike)):
            log._sink = LogFile(
                source, durable=durable, size=reading.size, end=line_end(reading.checksum), torn=len(reading.torn)
            )
        return log

    def __getstate__(self) -> dict[str, Any]:
        # Two logs that write to one file would destroy it, so a copy has no file. Metadata is mutable, so it is copied.
        header = attrs.evolve(self.header, metadata=copy.deepcopy(self.header.metadata))
        return {**self.__dict__, "header": header, "_entries": self._entries.copy(), "_sink": None}

    @property
    def started(self) -> GameStarted:
        """The game's first event."""
        return self.header.started

    @property
    def metadata(self) -> Mapping[str, Any]:
        """The metadata that the writer stored in the header."""
        return self.header.metadata

    @property
    def is_public(self) -> bool:
        """Whether the header leaves out the face-down pieces."""
        return self.header.is_public

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines after the header, as values."""
        return tuple(self._entries)

    def append(self, entry: Entry) -> None:
        """
        Add a line and write it. The caller must ensure that the entry fits the game.

        Raises:
            LogError: the line cannot be written. The log is unchanged.
            MisuseError: the log has an older schema and is read-only, or *entry* is not an entry.
        """
        self.extend((entry,))

    def extend(self, entries: Iterable[Entry]) -> None:
        """
        Add several lines and write them in one call, so that an error leaves none of them in the log's file.

        Raises the errors of ``append``.
        """
        added = list(entries)
        for entry in added:
            if not isinstance(entry, Entry):
                raise MisuseError(
                    f"expected a MoveLine, RevealLine, UndoLine, EndLine or SecretLine, got {brief(entry)}"
                )
            if isinstance(entry, SecretLine) and entry.event.seat not in self._readers:
                raise MisuseError(
                    f"the log must not contain what seat {entry.event.seat} has seen alone: add the entries of a copy "
                    "made by the same method, public() or seen_by()"
                )
        if self._unwritable is not None:
            raise MisuseError(self._unwritable)
        if self._sink is not None and added:
            # A log without a file has no checksums until its lines are requested. With a file, a line counts only after
            # it has been written.
            lines = list(_seal_lines(added, self._checksum))
            self._sink.write(b"".join([line for line, _ in lines]))
            self._checksum = lines[-1][1]
        self._entries += added

    def lines(self) -> Iterator[str]:
        """Yield the lines as text with newlines, in the format of this version."""
        return (line.decode() for line, _ in _seal_lines((self.header, *self._entries)))

    def save(self, target: Target, *, durable: bool = False) -> None:
        """
        Write the whole log to a new file or a stream. Further lines go there instead of to the previous target.

        Args:
            target: A path where no file exists, or a text stream.
            durable: Whether each line is flushed to disk (fsync).

        Raises:
            LogError: the file already exists or cannot be written.
            MisuseError: the ruleset is not registered.
        """
        lines = list(_seal_lines((self.header, *self._entries)))
        sink = open_sink(target, (line for line, _ in lines), durable=durable)
        # If the new target fails, the log must still be able to write to the old one. So the old file is released only
        # now.
        self.close()
        self._sink, self._checksum, self._unwritable = sink, lines[-1][1], None

    @property
    def target(self) -> Path | TextIO | None:
        """The destination of further lines: a file's path, a stream, or None for a log in memory."""
        if isinstance(self._sink, LogFile):
            return self._sink.path
        return self._sink.stream if isinstance(self._sink, LogStream) else None

    def lock(self) -> None:
        """
        Lock the log's file now, before the next line is written, so that other programs cannot write to it.

        The call does nothing if the log is kept only in memory. A file that is already locked is checked again.

        Raises:
            LogError: another program or game is using the file, or has written to it, moved or removed it; or a line
                could not be written to the log's stream.
            MisuseError: the log has an older schema and is read-only.
        """
        if self._unwritable is not None:
            raise MisuseError(self._unwritable)
        if self._sink is not None:
            self._sink.hold()

    def is_saved(self) -> bool:
        """
        Check whether the log's file or stream has all of its lines and can take more, so that nothing would be lost.

        This is False for a log that is kept only in memory, such as a log that was read from text or from a file with
        an older schema. It is also False if the file was moved, removed or replaced, or another program writes to it.
        The check locks the file, as ``lock`` does.
        """
        try:
            self.lock()
        except (LogError, MisuseError):
            return False
        return self._sink is not None

    def close(self) -> None:
        """
        Release the log's file to other programs.

        Adding a line locks the file again, unless another program has written to it. The file is also released when the
        program ends or the log is garbage-collected.
        """
        if isinstance(self._sink, LogFile):
            self._sink.close()

    def public(self, target: Target | None = None, *, durable: bool = False) -> GameLog:
        """
        Return a public copy of this log, with a public header and all entries so far except secrets.

        The copy is independent. To keep it up to date, ``extend`` it with the later entries of a new public copy. It
        refuses secrets with ``MisuseError``. The copy keeps only the metadata ``"comments"`` and ``"public"``, because
        the rest may hold a seed or private data.

        Args:
            target: Where to write the copy: a path where no file exists, or a text stream.
            durable: Whether each line is flushed to disk (fsync).
        """
        return self._copy(None, target, durable)

    def seen_by(self, seat: int, target: Target | None = None, *, durable: bool = False) -> GameLog:
        """
        Return a copy of this log for a seat: the public copy with the secret lines of this seat (PUBLIC-1).

        Without an extension that lets players look at tiles, the copy equals that of ``public``.

        Args:
            seat: The player who may read the copy.
            target: Where to write the copy, as for ``public``.
            durable: Whether each line is flushed to disk (fsync).

        Raises:
            MisuseError: *seat* is not a seat of this game.
        """
        check_seat(seat, len(self.started.players))
        return self._copy(seat, target, durable)

    def _copy(self, viewer: int | None, target: Target | None, durable: bool) -> GameLog:
        metadata = {key: self.metadata[key] for key in PUBLIC_METADATA if key in self.metadata}
        position = self.header.position
        started = public_start_event(self.started) if position is None else self.started
        log = GameLog(started, position=None if position is None else position.public())
        # The copy keeps the rules revision, because it is not checked against the current rules. Its metadata may be
        # nested more deeply than a new log allows.
        log.header = attrs.evolve(log.header, rules=self.header.rules, metadata=check_metadata(metadata))
        log._readers = () if viewer is None else (viewer,)
        # Only the header and the secrets name pieces that lie face down. All other lines are the same in a public log,
        # except for their checksums (PUBLIC-1).
        log.extend(line for line in self._entries if not isinstance(line, SecretLine) or line.event.seat == viewer)
        if target is not None:
            log.save(target, durable=durable)
        return log

    def to_rows(self, *, by: RowsBy = "move") -> list[Row]:
        """
        Return the game as rows for a table, without the moves that have been undone. See ``Game.to_rows``.

        Raises:
            MisuseError: *by* is neither ``"move"`` nor ``"round"``.
            LogError: the log was read with ``verify=False``, and its events are impossible.
        """
        check_rows_by(by)
        opening = self.header.first_position
        end_reason: str | None = None
        steps: list[RecordedStep] = []
        # The events are folded again, because a log does not store states. Errors count the header as line 1.
        for number, entry in enumerate(self._entries, start=2):
            if isinstance(entry, UndoLine):
                del steps[entry.to :]
            elif isinstance(entry, EndLine):
                end_reason = entry.reason
            elif isinstance(entry, (MoveLine, RevealLine)):
                transition = fold_log_events(number, steps[-1].transition.state if steps else opening, entry.events)
                move = Reveal(entry.piece) if isinstance(entry, RevealLine) else entry.move
                steps.append(RecordedStep(move, transition))
        return rows_of(History(opening, steps=tuple(steps), end_reason=end_reason), by)

    def __repr__(self) -> str:
        names = ", ".join(self.started.players)
        return f"<{'public ' * self.is_public}GameLog of {names}: {len(self._entries)} entries>"


def _seal_lines(lines: Iterable[LogLine], checksum: str = "") -> Iterator[tuple[bytes, str]]:
    """Yield each whole line with its checksum. *checksum* is that of the line before the first one."""
    for line in lines:
        text, checksum = seal_line(line_body(line), checksum)
        yield text, checksum
