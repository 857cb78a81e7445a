"""
JSON Schema of everything that the library writes, generated from the classes and a ruleset.

``python -m magnum_sal.schema FOLDER`` writes the standard game's schemas, those of the documentation, to a folder.
"""

from __future__ import annotations

import inspect
import json
import sys
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from . import _checks
from ._meaning import NUMBER, Field, Meaning, fields_of
from ._player_names import LONGEST_NAME
from ._wording import brief
from .errors import MisuseError
from .events import Event, GameStarted
from .fields import PLACE, SALT, SEAT
from .log._lines import LONGEST_REASON, MOST_EVENTS, EndLine, HeaderLine, LogLine, MoveLine, UndoLine
from .mine import CHAMBERS, SPACES, Chamber, Section
from .moves import Move, Transaction, UseFood, VisitMarket
from .pieces import MAX_PLAYERS, MIN_PLAYERS, SALT_KINDS, ChamberTile, RoyalOrder, SaltAmount
from .ruleset import Ruleset
from .score import Score
from .serialization import EVENT_TYPES
from .setup import Setup
from .standard import STANDARD
from .state import Bank, Castle, GameState, Inn, Player, SeenPieces, Turn, Workshop
from .switches import SWITCHES

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

PUBLISHED: Final[Mapping[str, Any]] = {
    "move": Move,
    "event": Event,
    "setup": Setup,
    "ruleset": Ruleset,
    "state": GameState,
    "log-line": LogLine,
}
"""What has a schema in the documentation, by file name."""

_COUNT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": _checks.LARGEST_NUMBER}
_NUMBER: Final[Schema] = {"type": "integer", "minimum": -_checks.LARGEST_NUMBER, "maximum": _checks.LARGEST_NUMBER}
_SEAT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": MAX_PLAYERS - 1}
_NULL: Final[Schema] = {"type": "null"}
_CHECKSUM: Final[Schema] = {"type": "string", "pattern": "^[0-9a-f]{16}$"}


def json_schema(kind: Any, *, ruleset: Ruleset = STANDARD) -> Schema:
    """
    Return the JSON Schema (draft 2020-12) of what ``to_dict`` makes of a *kind* of value.

    A schema says what is well-formed. What the parts of a state or a log have to do with each other is beyond it.

    Args:
        kind: A class with a JSON form; ``Move`` and ``Event`` stand for all of the ruleset's, ``log.LogLine`` for all
            kinds of line.
        ruleset: Whose moves, events, buildings and tools there are.

    Raises:
        MisuseError: *kind* has no JSON form.
    """
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"ruleset: {brief(ruleset)} is not a Ruleset")
    if kind in (int, str, bool, None):
        raise MisuseError(f"{brief(kind)} is no class with a JSON form of its own")
    schemas = _Schemas(ruleset)
    root = schemas.of(kind)
    title = getattr(kind, "__name__", "LogLine")
    return {"$schema": DIALECT, "title": title} | root | {"$defs": dict(sorted(schemas.definitions.items()))}


class _Schemas:
    """Schemas in the making: the classes met so far have a definition each."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.definitions: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type."""
        arguments = typing.get_args(kind)
        if kind == LogLine:
            return self._any_of((HeaderLine, MoveLine, UndoLine, EndLine))
        if typing.get_origin(kind) in (types.UnionType, typing.Union):
            return self._any_of(arguments)
        if typing.get_origin(kind) is tuple:
            if arguments[-1] is Ellipsis:
                return {"type": "array", "items": self.of(arguments[0])}
            return {"type": "array", "prefixItems": [self.of(item) for item in arguments], "items": False}
        simple: dict[Any, Schema] = {
            int: _COUNT,
            str: {"type": "string"},
            bool: {"type": "boolean"},
            types.NoneType: _NULL,
        }
        if kind in simple:
            return dict(simple[kind])
        if kind is Move:
            return self._any_of([rule.move for rule in self.ruleset.rules])
        if kind is Event:
            return self._any_of([*EVENT_TYPES.values(), *self.ruleset.event_types.values()])
        if not (isinstance(kind, type) and attrs.has(kind)):
            raise MisuseError(f"{brief(kind)} has no JSON form")
        return self._defined(kind)

    def _any_of(self, kinds: Sequence[Any]) -> Schema:
        return {"anyOf": [self.of(kind) for kind in kinds]}

    def _defined(self, cls: type[Any]) -> Schema:
        name = cls.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # a place for it, should it refer to itself
            schema = _BY_HAND[cls](self) if cls in _BY_HAND else self._attrs_class(cls)
            about = {"description": " ".join(inspect.cleandoc(cls.__doc__ or "").split("\n\n")[0].split())}
            self.definitions[name] = about | schema
        return {"$ref": f"#/$defs/{name}"}

    def _attrs_class(self, cls: type[Any]) -> Schema:
        tag = {"type": {"const": cls.type}} if issubclass(cls, (Move, Event)) else {}
        return _object(tag | {field.name: self._field(cls, field) for field in fields_of(cls)})

    def _field(self, cls: type[Any], field: Field) -> Schema:
        if (cls, field.name) in _NARROWER:
            return dict(_NARROWER[cls, field.name](self))
        schema = self._meant(field.meaning)
        if schema is None:
            return self.of(field.type)
        if field.is_tuple:
            return {"type": "array", "items": schema}
        return {"anyOf": [schema, _NULL]} if field.may_be_none else schema

    def _meant(self, meaning: Meaning | None) -> Schema | None:
        """Return the schema of what has this meaning, None where its type says it all."""
        if meaning is None or meaning is PLACE or meaning is SALT:
            return None
        if meaning.ids is not None:
            known = list(meaning.ids(self.ruleset))
            return {"enum": known}
        return {SEAT: _SEAT, NUMBER: _NUMBER}.get(meaning)

    def ruleset_schema(self) -> Schema:
        """Return the schema of a ruleset: its name and its switches, of which those left out are off."""
        number = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": _checks.LARGEST_NUMBER}, _NULL]}
        switches = {
            switch.name: (number if switch.unit else {"type": "boolean"}) | {"default": switch.off}
            for switch in SWITCHES
        }
        return _object({"name": {"type": "string"}} | switches, required=["name"])

    def setup_schema(self) -> Schema:
        """Return the schema of a setup; what lies face down is null in a public one."""
        piles = [_row({"anyOf": [self.of(RoyalOrder), _NULL]}, len(orders)) for orders in self.ruleset.orders]
        tile = {"anyOf": [self.of(ChamberTile), _NULL]}
        return _object(
            {
                "start_seat": _SEAT,
                "tiles": _object(dict.fromkeys(CHAMBERS, tile)),
                "orders": {"type": "array", "prefixItems": piles, "items": False, "minItems": len(piles)},
                "tools": _row({"anyOf": [self._tool(), _NULL]}, len(self.ruleset.tools)),
            }
        )

    def bank_schema(self) -> Schema:
        """Return the schema of the bank, whose counts may be below 0."""
        salt = _object(dict.fromkeys(SALT_KINDS, _NUMBER))
        return _object({"money": _NUMBER, "salt": salt, "water": _NUMBER, "miners": _seats(_COUNT)})

    def state_schema(self) -> Schema:
        """Return the schema of a state, which is not written field by field."""
        ruleset, of = self.ruleset, self.of
        parts = {key: of(part.value_type) for key, part in ruleset.extras_parts.items()}
        tiles = {chamber: of(ChamberTile) for chamber in CHAMBERS}
        hidden = _object(
            {
                "tiles": _object(tiles, required=()),
                "orders": _row(of(tuple[RoyalOrder, ...]), ruleset.phases),
                "tools": {"type": "array", "items": self._tool()},
            }
        )
        return _object(
            {
                "ruleset": of(Ruleset),
                "phase": {"type": "integer", "minimum": 1, "maximum": ruleset.phases},
                "round": {"type": "integer", "minimum": 1, "maximum": _checks.LARGEST_NUMBER},
                "start_seat": _SEAT,
                "to_move": {"anyOf": [_SEAT, _NULL]},
                "over": {"type": "boolean"},
                "turn": of(Turn | None),
                "players": _seats(of(Player)),
                "mine": _object({space: of(Chamber if space in CHAMBERS else Section) for space in SPACES}),
                "assistants": _object({place: {"anyOf": [_SEAT, _NULL]} for place in ruleset.assistant_places}),
                "market": of(SaltAmount),
                "inn": of(Inn),
                "workshop": of(Workshop),
                "castle": of(Castle),
                "bank": of(Bank),
                "extras": _object(parts | {"seen": of(SeenPieces)}, required=tuple(parts)),
                "hidden": {"anyOf": [hidden, _NULL]},
            }
        )

    def started_schema(self) -> Schema:
        """Return the schema of a game's first event."""
        name = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
        return _object(
            {
                "type": {"const": GameStarted.type},
                "ruleset": self.of(Ruleset),
                "players": _seats(name),
                "setup": self.of(Setup),
            }
        )

    def header_schema(self) -> Schema:
        """Return the schema of a log's first line."""
        return _line(
            HeaderLine.type,
            {
                "schema": _COUNT,
                "library": {"type": "string"},
                "rules": _COUNT,
                "started": self.of(GameStarted),
                "metadata": {"type": "object"},
            },
        )

    def move_line_schema(self) -> Schema:
        """Return the schema of a log's move line."""
        events = self.of(tuple[Event, ...]) | {"maxItems": MOST_EVENTS}
        return _line(MoveLine.type, {"number": _COUNT, "seat": _SEAT, "move": self.of(Move), "events": events})

    def undo_line_schema(self) -> Schema:
        """Return the schema of a log's undo line."""
        return _line(UndoLine.type, {"to": _COUNT})

    def end_line_schema(self) -> Schema:
        """Return the schema of a log's end line."""
        reason = {"type": "string", "minLength": 1, "maxLength": LONGEST_REASON}
        return _line(EndLine.type, {"reason": reason, "scores": _seats(self.of(Score))})

    def _tool(self) -> Schema:
        return {"enum": list(self.ruleset.tool_kinds)}


_BY_HAND: Final[Mapping[type[Any], Any]] = {
    Ruleset: _Schemas.ruleset_schema,
    Setup: _Schemas.setup_schema,
    Bank: _Schemas.bank_schema,
    GameState: _Schemas.state_schema,
    GameStarted: _Schemas.started_schema,
    HeaderLine: _Schemas.header_schema,
    MoveLine: _Schemas.move_line_schema,
    UndoLine: _Schemas.undo_line_schema,
    EndLine: _Schemas.end_line_schema,
}
"""The classes that ``to_dict`` or the log do not write field by field."""

_NARROWER: Final[Mapping[tuple[type[Any], str], Callable[[_Schemas], Schema]]] = {
    (Transaction, "type"): lambda _: {"enum": ["sell", "buy"]},
    (UseFood, "chambers"): lambda _: {"type": "array", "items": {"enum": list(CHAMBERS)}, "minItems": 1},
    (VisitMarket, "transactions"): lambda schemas: _one_or_two(schemas.of(Transaction)),
}
"""Fields that hold less than their type says."""


def _object(properties: Mapping[str, Schema], required: Sequence[str] | None = None) -> Schema:
    names = list(properties if required is None else required)
    return {"type": "object", "properties": dict(properties), "required": names, "additionalProperties": False}


def _one_or_two(item: Schema) -> Schema:
    return {"type": "array", "items": item, "minItems": 1, "maxItems": 2}


def _row(item: Schema, length: int) -> Schema:
    return {"type": "array", "items": item, "minItems": length, "maxItems": length}


def _seats(item: Schema) -> Schema:
    return {"type": "array", "items": item, "minItems": MIN_PLAYERS, "maxItems": MAX_PLAYERS}


def _line(tag: str, fields: Mapping[str, Schema]) -> Schema:
    return _object({"type": {"const": tag}, **fields, "checksum": _CHECKSUM})


def published_text(name: str) -> str:
    """Return the text of a published schema, one of ``PUBLISHED``."""
    return json.dumps(json_schema(PUBLISHED[name]), indent=2) + "\n"


def write_published(folder: Path) -> None:
    """Write all published schemas to *folder*."""
    for name in PUBLISHED:
        (folder / f"{name}.json").write_text(published_text(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_published(Path(sys.argv[1]))
