"""The lines of a log: their classes and JSON forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

import attrs

from ...engine.chance import build_table_start
from ...engine.evolve import evolve
from ...errors import LogError, MagnumSalError, MalformedError
from ...model.events import Event, GameStarted, TileSeen
from ...model.fields import BySeat, Count, Seat
from ...model.meaning import TOOL_OR_CARD, Within
from ...model.moves import Move
from ...model.pieces import ChamberTile, RoyalOrder
from ...model.ruleset import Ruleset
from ...model.ruleset_registry import is_registered
from ...model.score import Score
from ...model.state import GameState
from ...rules.standard import STANDARD
from ..serialization import from_dict, read_value, to_dict
from ..serialization.consistency import check_parts
from ..serialization.forms import form_of, register_odd_form
from ..serialization.json_text import format_value
from ..serialization.shapes import ABSENT, Form, Part, Plain, Tagged

LONGEST_LINE: Final = 2**20
"""The maximum number of bytes in a line, including its newline. Lines of real games are far shorter."""

MOST_EVENTS: Final = 1000
"""The maximum number of events in the line of a move. The longest case, the end of a phase, has about 100 events."""

# All other keys stay private, because they may hold a seed, or reveal who plays and from where. Unknown keys are
# therefore private, too.
PUBLIC_METADATA: Final = ("comments", "public")
"""The metadata keys that a public log keeps: comments for readers, and data that the writer declares public."""

_OPENING: Final = "opening"

LONGEST_REASON: Final = 1000
"""The maximum number of characters in the reason for ending a game."""

DEEPEST_METADATA: Final = 100
"""The maximum depth of nested lists and objects in the metadata of a new log."""


@attrs.frozen
class HeaderLine(Tagged, type="header"):
    """The first line of a log."""

    schema: Count
    """The log's schema number (``LOG_SCHEMA``)."""
    library: str
    """The version of the library that wrote the log."""
    rules: Count
    """The rules revision under which the game was recorded (``RULES_REVISION``)."""
    started: GameStarted
    """
    The game's first event, with the setup as drawn. A public log contains only the pieces that lie face up. In a game
    that started from a position, the setup names no piece.
    """
    opening: GameState = attrs.field(repr=False)
    """
    The public form of the first position, from which anybody can follow the events. In a game on a real table, the
    first piece is pending in this position.
    """
    metadata: Mapping[str, Any] = attrs.field(hash=False, factory=dict)
    """
    Any JSON data that the writer adds. By convention ``"comments"`` is a list of strings. A public log keeps only
    ``PUBLIC_METADATA``.
    """
    position: GameState | None = attrs.field(default=None, repr=False)
    """
    The position from which the game started, with all its pieces; in a public log, its public form. None if the game
    began with its setup.
    """

    @property
    def first_position(self) -> GameState:
        """The first position, with everything that the header knows about the face-down pieces."""
        return evolve(None, self.started) if self.position is None else self.position

    @property
    def is_public(self) -> bool:
        """Whether the header leaves out face-down pieces."""
        return self.started.setup.is_public if self.position is None else self.position.is_public

    @property
    def is_real_table(self) -> bool:
        """Whether the game's pieces lie on a real table, so that the log's lines name each piece that is turned up."""
        return self.position is None and self.started.setup.is_unseen

    @property
    def is_verifiable(self) -> bool:
        """Whether the log names every piece that the rules need, so that its moves can be verified."""
        # The public log of a dealt game lacks the face-down pieces, so its events can only be folded. The log of a real
        # table is public, too, but records every piece that is turned up.
        return not self.is_public or self.is_real_table


@attrs.frozen
class MoveLine(Tagged, type="move"):
    """A move that was made."""

    number: Count
    """The number of the move, starting at 1. After an undo, the numbering continues from the moves that remain."""
    seat: Seat
    """The seat that made the move."""
    move: Move
    """The move."""
    events: tuple[Event, ...]
    """All events up to the next decision."""


@attrs.frozen
class RevealLine(Tagged, type="reveal"):
    """A piece that was turned up on a real table."""

    number: Count
    """The number of the reveal. Moves and reveals are counted together."""
    piece: ChamberTile | RoyalOrder | Annotated[str, TOOL_OR_CARD]
    """The piece: a tile, a royal order, or the id of a tool, an extension's card or a die's face."""
    events: tuple[Event, ...]
    """All events up to the next reveal of a piece or the next decision."""


@attrs.frozen
class UndoLine(Tagged, type="undo"):
    """Moves and reveals that were undone."""

    to: Count
    """The number of moves and reveals that remain."""


@attrs.frozen
class EndLine(Tagged, type="end"):
    """The end of a game by agreement."""

    reason: Annotated[str, Within(1, LONGEST_REASON)]
    """Why the game was ended."""
    scores: BySeat[Score]
    """The scores of the last position (END-1)."""


@attrs.frozen
class SecretLine(Tagged, type="secret"):
    """The tile that a player saw alone (PUBLIC-1). Public logs leave such lines out."""

    number: Count
    """The number of the move or reveal in which the player looked; 0 if the look belongs to the setup."""
    event: TileSeen
    """The player, the chamber and the tile."""


Entry: TypeAlias = MoveLine | RevealLine | UndoLine | EndLine | SecretLine
"""A line after the header."""

LogLine: TypeAlias = HeaderLine | Entry
"""A line of a log."""


def opening_of(started: GameStarted) -> GameState:
    """Return the public form of the first position."""
    return evolve(None, started).public()


def build_start_event(position: GameState) -> GameStarted:
    """Return the first event in the header of a game that starts from *position*. Its setup names no piece."""
    # The setup that a position came from cannot be known: cards that have left the game could have been in any place.
    players = [player.name for player in position.players]
    return build_table_start(players, start_seat=position.start_seat, ruleset=position.ruleset)


def _read_start_event(position: GameState) -> GameStarted:
    try:
        return build_start_event(position)
    except MalformedError as error:  # The names of a state may look alike, but those of a new game must not.
        raise LogError(1, "position.players", str(error)) from None


def check_position(state: GameState) -> None:
    """
    Check that a game can continue from *state*, which may not come from the rules.

    Raises:
        MalformedError: the parts of *state* do not fit together.
    """
    if is_registered(state.ruleset):
        from_dict(GameState, to_dict(state), ruleset=state.ruleset)
    else:  # States of a ruleset that is not registered have no JSON form.
        check_parts(state)


def parse_header(data: Any, ruleset: Ruleset, *, is_migrated: bool = False) -> HeaderLine:
    """
    Parse plain *data* in the current schema, in the format of ``to_dict``, as a header.

    With *is_migrated*, an opening of None is replaced by the opening under the current rules.

    Raises:
        LogError: *data* is not a header. The error names the field.
    """
    fields = line_fields(1, HeaderLine, data)
    # Only the migration to schema 3 writes None here. A log in the current schema must have an opening.
    has_none = is_migrated and fields[_OPENING] is None
    parts = [part for part in LINES[HeaderLine].parts if not (has_none and part.key == _OPENING)]
    values = {part.name: _read(1, part, fields[part.key], ruleset) for part in parts if part.key in fields}
    if has_none:
        values[_OPENING] = opening_of(values["started"])
    elif values[_OPENING].is_public and "pending" not in fields[_OPENING]:
        # Only 0.1.0 wrote public states without the field, and its headers had no opening.
        raise LogError(1, f"{_OPENING}.pending", "the field is missing")
    header = HeaderLine(**values)
    if header.position is not None and header.started != _read_start_event(header.position):
        told = "expected the ruleset, the players and the starting player of the position, and a setup without pieces"
        raise LogError(1, "started", told)
    return header


def parse_entry(number: int, data: Any, ruleset: Ruleset) -> Entry:
    """
    Parse the plain *data* of line *number* as an entry. Raises the errors of ``parse_header``.

    The function does not check whether the entry fits the game.
    """
    tag = data.get("type") if isinstance(data, dict) else None
    # A tag that is a list or an object is not hashable, so it could not be looked up.
    if type(tag) is not str or tag not in _ENTRIES:
        raise LogError(number, "type", f"{format_value(tag)} is not a line of a game; expected {', '.join(_ENTRIES)}")
    kind = _ENTRIES[tag]
    fields = line_fields(number, kind, data)
    entry: Entry = kind(**{part.name: _read(number, part, fields[part.key], ruleset) for part in LINES[kind].parts})
    return entry


def check_metadata(metadata: object) -> dict[str, Any]:
    """
    Return a copy of *metadata*, which must be an object of plain JSON data.

    Raises:
        MalformedError: *metadata* is not an object of plain JSON data, or is too long for a line.
    """
    if not isinstance(metadata, Mapping) or not all(isinstance(key, str) for key in metadata):
        raise MalformedError(f"metadata: expected an object with texts as keys, got {type(metadata).__name__}")
    try:
        # Converting the data to JSON and back makes a copy that nobody else can change. Comparing it with the original
        # proves that a reader gets the same data. A tuple, for example, would come back as a list.
        text = json.dumps(dict(metadata), ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
        copy: dict[str, Any] = json.loads(text)
        is_plain = copy == metadata
    except (TypeError, ValueError, RecursionError) as error:
        raise MalformedError(f"metadata: not plain JSON data: {str(error)[:200]}") from None
    # The other half of the line is for the setup and the opening.
    if size > LONGEST_LINE // 2:
        raise MalformedError(f"metadata: {size} bytes exceed the limit of {LONGEST_LINE // 2} in a header")
    if not is_plain:
        raise MalformedError("metadata: not plain JSON data: keys must be texts, and lists must not be tuples")
    return copy


def check_new_metadata(metadata: object) -> dict[str, Any]:
    """
    Return a copy of the *metadata* of a new log.

    Raises:
        MalformedError: as for ``check_metadata``, or *metadata* is nested too deeply.
    """
    # Python's JSON parser fails if the nesting of the data and the call stack together are too deep. Without this
    # limit, a program might write a log that another program, with a deeper call stack, cannot read.
    if _exceeds_depth(metadata, DEEPEST_METADATA):
        raise MalformedError(f"metadata: lists and objects are nested more than {DEEPEST_METADATA} deep")
    return check_metadata(metadata)


def _exceeds_depth(data: object, most: int) -> bool:
    """Check whether lists and objects are nested more than *most* deep."""
    if not isinstance(data, (Mapping, list)):
        return False
    parts = data.values() if isinstance(data, Mapping) else data
    return most == 0 or any(_exceeds_depth(part, most - 1) for part in parts)


def check_reason(reason: object) -> str:
    """Return *reason*, trimmed. Raises ``MalformedError`` if it is not a string of 1 to 1000 printable characters."""
    if not isinstance(reason, str):
        raise MalformedError(f"reason: expected a text, got {type(reason).__name__}")
    trimmed = reason.strip()
    if not 1 <= len(trimmed) <= LONGEST_REASON or not trimmed.isprintable():
        raise MalformedError(f"reason: expected 1 to {LONGEST_REASON} printable characters, got {trimmed[:40]!r}")
    return trimmed


def parse_piece(data: Any) -> ChamberTile | RoyalOrder | str:
    """Parse plain *data* as a piece. The id of a tool is checked later, when the tool is turned up."""
    if isinstance(data, dict):
        # The JSON form of a piece does not name its type, but only a tile has water.
        piece: ChamberTile | RoyalOrder = read_value(ChamberTile if "water" in data else RoyalOrder, data, STANDARD)
        return piece
    if type(data) is not str:
        raise MalformedError(f"expected a tile, an order or a tool, got {format_value(data)}")
    return data


register_odd_form(
    HeaderLine,
    Form(
        (
            Part("metadata", Plain({"type": "object"}), read=check_metadata),
            # Only games that started from a position have the key. All other headers look as in schema 4.
            Part("position", GameState, off=ABSENT, when=lambda header: header.position is not None),
        )
    ),
)
register_odd_form(MoveLine, Form((Part("events", most=MOST_EVENTS),)))
register_odd_form(RevealLine, Form((Part("piece", read=parse_piece), Part("events", most=MOST_EVENTS))))
register_odd_form(EndLine, Form((Part("reason", read=check_reason),)))

LINES: Final[Mapping[type[Any], Form]] = {
    line: form_of(line) for line in (HeaderLine, MoveLine, RevealLine, UndoLine, SecretLine, EndLine)
}
"""The JSON forms of the classes of lines."""

_ENTRIES: Final = {line.type: line for line in LINES if line is not HeaderLine}


def line_fields(number: int, kind: type[Any], data: Any) -> dict[str, Any]:
    """Return the fields of a line. Raises ``LogError`` if they do not match *kind*, or if a list is too long."""
    parts, tag = LINES[kind].parts, LINES[kind].tag
    names = [part.key for part in parts]
    if not isinstance(data, dict):
        raise LogError(number, None, "the line is not a JSON object")
    if data.get("type") != tag:
        raise LogError(number, "type", f"expected {format_value(tag)}, got {format_value(data.get('type'))}")
    for name in (part.key for part in parts if part.when is None):
        if name not in data:
            raise LogError(number, name, "the field is missing")
    for name in data:
        if name not in names and name != "type":
            raise LogError(number, name[:60], f"unknown field; {tag} lines have {', '.join(names)}")
    for part in parts:
        # The lengths are checked before any entry is read. A line may be a megabyte long, and reading a list takes far
        # longer than counting its entries.
        entries = data.get(part.key)
        if part.most is not None and isinstance(entries, list) and len(entries) > part.most:
            raise LogError(number, part.key, f"{len(entries)} {part.key} exceed the limit of a {tag} line")
    return data


def _read(number: int, part: Part, data: Any, ruleset: Ruleset) -> Any:
    try:
        return read_value(part.kind, data, ruleset) if part.read is None else part.read(data)
    except MagnumSalError as error:
        raise LogError(number, *_split_place(part.key, str(error))) from None


def _split_place(field: str, message: str) -> tuple[str, str]:
    """Split an error message into the place and the fault: ``("events[2].seat", "-1 is not a count ...")``."""
    message = message.removeprefix(f"{field}: ")
    place, colon, rest = message.partition(": ")
    if not colon or " " in place:
        return field, message
    return f"{field}{'' if place.startswith('[') else '.'}{place}", rest
