"""The lines of a log: their values, and their form as JSON data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeAlias

import attrs

from .._wording import brief
from ..errors import LogError, MagnumSalError, MalformedError
from ..events import Event, GameStarted
from ..moves import Move
from ..ruleset import Ruleset
from ..score import Score
from ..serialization import read_value, to_dict

LONGEST_LINE: Final = 2**20
"""The most bytes of a line that is read or written, its newline included; the lines of real games are far shorter."""

MOST_EVENTS: Final = 1000
"""The most events of a move that is read; the end of a phase, the longest there is, takes about 100."""

PUBLIC_METADATA: Final = ("comments", "public")
"""The keys of a header's metadata that a public log keeps: texts for the reader, and what the writer calls public."""

LONGEST_REASON: Final = 1000
"""The most characters of the reason for an agreed end."""


@attrs.frozen
class HeaderLine:
    """
    The first line.

    Attributes:
        schema: The log's schema number (``LOG_SCHEMA``).
        library: Version of the library that wrote it.
        rules: The rules revision it was recorded under (``RULES_REVISION``).
        started: The game's first event, with the setup as drawn; in a public log only what lies face up.
        metadata: Whatever the writer wants to keep, as JSON data; by custom ``"comments"`` is a list of texts. A public
            log keeps ``PUBLIC_METADATA`` alone.
    """

    type: ClassVar[str] = "header"
    schema: int
    library: str
    rules: int
    started: GameStarted
    metadata: Mapping[str, Any] = attrs.field(hash=False, factory=dict)


@attrs.frozen
class MoveLine:
    """
    A move that was made.

    Attributes:
        number: 1 for the first; after an undo numbers go on from the moves left standing.
        seat: Who made it.
        move: The move.
        events: All that happened up to the next decision.
    """

    type: ClassVar[str] = "move"
    number: int
    seat: int
    move: Move
    events: tuple[Event, ...]


@attrs.frozen
class UndoLine:
    """
    Moves that were taken back.

    Attributes:
        to: The number of moves left standing.
    """

    type: ClassVar[str] = "undo"
    to: int


@attrs.frozen
class EndLine:
    """
    An agreed end.

    Attributes:
        reason: Why the game was ended.
        scores: The standing by END-1, as things stood.
    """

    type: ClassVar[str] = "end"
    reason: str
    scores: tuple[Score, ...]


Entry: TypeAlias = MoveLine | UndoLine | EndLine
"""A line after the header."""

LogLine: TypeAlias = HeaderLine | Entry


def line_data(line: LogLine) -> dict[str, Any]:
    """Return *line* as plain JSON data, all but the checksum."""
    match line:
        case HeaderLine():
            return {
                "type": line.type,
                "schema": line.schema,
                "library": line.library,
                "rules": line.rules,
                "started": to_dict(line.started),
                "metadata": line.metadata,
            }
        case MoveLine():
            return {
                "type": line.type,
                "number": line.number,
                "seat": line.seat,
                "move": to_dict(line.move),
                "events": [to_dict(event) for event in line.events],
            }
        case UndoLine():
            return {"type": line.type, "to": line.to}
        case EndLine():
            return {"type": line.type, "reason": line.reason, "scores": to_dict(line.scores)}


def header_from(data: Any, ruleset: Ruleset) -> HeaderLine:
    """
    Return the header that plain *data* describes, as ``line_data`` writes it.

    Args:
        data: The header's data, of the current schema.
        ruleset: Serves where the header names a ruleset of this name; others are found among the registered ones.

    Raises:
        LogError: it is no header; the error names the field.
    """
    fields = _exactly(1, data, HeaderLine.type, ("schema", "library", "rules", "started", "metadata"))
    return HeaderLine(
        schema=_read(1, fields, "schema", int, ruleset),
        library=_read(1, fields, "library", str, ruleset),
        rules=_read(1, fields, "rules", int, ruleset),
        started=_read(1, fields, "started", GameStarted, ruleset),
        metadata=_checked(1, "metadata", checked_metadata, fields["metadata"]),
    )


def entry_from(number: int, data: Any, ruleset: Ruleset) -> Entry:
    """
    Return the entry that plain *data* of line *number* describes; errors are those of ``header_from``.

    Whether it fits the game is not asked here.
    """
    kind = data.get("type") if isinstance(data, dict) else None
    if kind == MoveLine.type:
        fields = move_fields(number, data)
        return MoveLine(
            number=_read(number, fields, "number", int, ruleset),
            seat=_read(number, fields, "seat", int, ruleset),
            move=_read(number, fields, "move", Move, ruleset),
            events=_read(number, fields, "events", tuple[Event, ...], ruleset),
        )
    if kind == UndoLine.type:
        fields = _exactly(number, data, kind, ("to",))
        return UndoLine(_read(number, fields, "to", int, ruleset))
    if kind == EndLine.type:
        fields = _exactly(number, data, kind, ("reason", "scores"))
        return EndLine(
            reason=_checked(number, "reason", checked_reason, fields["reason"]),
            scores=_read(number, fields, "scores", tuple[Score, ...], ruleset),
        )
    known = ", ".join(line.type for line in (MoveLine, UndoLine, EndLine))
    raise LogError(number, "type", f"{shown(kind)} is no line of a game in hand; those are {known}")


def move_fields(number: int, data: Any) -> dict[str, Any]:
    """Return the fields of a move line, checked for their names and for the number of events."""
    fields = _exactly(number, data, MoveLine.type, ("number", "seat", "move", "events"))
    if isinstance(fields["events"], list) and len(fields["events"]) > MOST_EVENTS:
        raise LogError(number, "events", f"{len(fields['events'])} events are more than a move can have")
    return fields


def shown(value: object) -> str:
    """Return plain JSON data as a message shows it: short, whatever it is."""
    if isinstance(value, (dict, list)):
        return f"a {'list' if isinstance(value, list) else 'JSON object'}"
    return brief(value, 60)


def checked_metadata(metadata: object) -> dict[str, Any]:
    """
    Return a copy of *metadata*, which must be an object of plain JSON data.

    Raises:
        MalformedError: it is not, or it is too long for a line.
    """
    if not isinstance(metadata, Mapping) or not all(isinstance(key, str) for key in metadata):
        raise MalformedError(f"metadata: {type(metadata).__name__} is not an object with texts as keys")
    try:
        text = json.dumps(dict(metadata), ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
        copy: dict[str, Any] = json.loads(text)
        is_plain = copy == metadata
    except (TypeError, ValueError, RecursionError) as error:
        raise MalformedError(f"metadata: not plain JSON data: {str(error)[:200]}") from None
    if size > LONGEST_LINE // 2:
        raise MalformedError(f"metadata: {size} bytes are more than the {LONGEST_LINE // 2} that fit a header")
    if not is_plain:
        raise MalformedError("metadata: not plain JSON data: keys must be texts, and lists no tuples")
    return copy


def checked_reason(reason: object) -> str:
    """
    Return *reason*, trimmed.

    Raises:
        MalformedError: it is not a printable text of 1 to 1000 characters.
    """
    if not isinstance(reason, str):
        raise MalformedError(f"reason: {type(reason).__name__} is not a text")
    trimmed = reason.strip()
    if not 1 <= len(trimmed) <= LONGEST_REASON or not trimmed.isprintable():
        raise MalformedError(f"reason: {trimmed[:40]!r} is not a text of 1 to {LONGEST_REASON} printable characters")
    return trimmed


def _exactly(number: int, data: Any, kind: str, names: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise LogError(number, None, "the line is no JSON object")
    if data.get("type") != kind:
        raise LogError(number, "type", f"{shown(data.get('type'))} where {kind!r} belongs")
    for name in names:
        if name not in data:
            raise LogError(number, name, "the field is missing")
    for name in data:
        if name not in names and name != "type":
            raise LogError(number, name[:60], f"no such field; a {kind} line has {', '.join(names)}")
    return data


def _read(number: int, fields: dict[str, Any], name: str, kind: Any, ruleset: Ruleset) -> Any:
    return _checked(number, name, lambda data: read_value(kind, data, ruleset), fields[name])


def _checked(number: int, field: str, check: Callable[[Any], Any], value: Any) -> Any:
    try:
        return check(value)
    except MagnumSalError as error:
        raise LogError(number, *_placed(field, str(error))) from None


def _placed(field: str, message: str) -> tuple[str, str]:
    """Split the place off an error's message: ``("events[2].seat", "-1 is not a count ...")``."""
    message = message.removeprefix(f"{field}: ")
    place, colon, rest = message.partition(": ")
    if not colon or " " in place:
        return field, message
    return f"{field}{'' if place.startswith('[') else '.'}{place}", rest
