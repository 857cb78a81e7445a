"""
The published JSON Schemas for all JSON that the library reads and writes, and matching TypeScript types.

``python -m magnum_sal.protocol.schemas FOLDER`` writes the files for the standard game, as published in the
documentation.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from .._internal.field_help import find_field_sentence
from ..errors import MisuseError, Objection
from ..model.events import Event
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState
from ..record.log.entries import LogLine
from ..record.schema import build_schemas
from ..rules.standard import STANDARD
from .answers import Answer
from .requests import Request
from .table_answers import TableAnswer
from .table_forms import ANSWER_OF, TABLE_ANSWER_OF
from .table_requests import TableRequest

__all__ = ["typescript"]

_Schema: TypeAlias = Mapping[str, Any]

_REFERENCE: Final = "#/$defs/"
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_ASIDE: Final = {"$schema", "title", "description", "default", "$defs"}
"""Keywords of a schema that do not affect the type."""
_BOUNDS: Final = {"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"}
"""Keywords of a schema that TypeScript cannot express."""
_WIDTH: Final = 120
"""The maximum number of characters in a line of a comment."""

PUBLISHED: Final[Mapping[str, Any]] = {
    "move": Move,
    "event": Event,
    "setup": Setup,
    "ruleset": Ruleset,
    "state": GameState,
    "log-line": LogLine,
    "objection": Objection,
    "request": Request,
    "answer": Answer,
    "table-request": TableRequest,
    "table-answer": TableAnswer,
}
"""The types with a schema in the documentation, by file name."""


_CHOICES: Final = {
    "BuildingId": ("PlaceAssistant", "building"),
    "ChamberId": ("ChamberRevealed", "chamber"),
    "FactName": ("FactRequest", "fact"),
    "MinerSource": ("PlaceMiner", "source"),
    "MoveType": ("ActionTaken", "action"),
    "RefusalCode": ("RefusalAnswer", "code"),
    "SaltKind": ("Transaction", "salt"),
    "SpaceId": ("PlaceMiner", "target"),
    "ToolName": ("ToolUsed", "tool"),
}
"""The names of types that list strings, each with the definition and the field that has exactly these strings."""

_ANSWERS: Final = {"AnswerTo": ANSWER_OF, "TableAnswerTo": TABLE_ANSWER_OF}
"""The types that map each request to its answer."""


def typescript(*, ruleset: Ruleset = STANDARD) -> str:
    """
    Format the text of a ``.d.ts`` file with TypeScript types for all published schemas.

    The types are wider than the schemas, because TypeScript cannot express bounds on numbers or list lengths.
    Comments describe the types and, if the source of the library is installed, their fields. ``AnswerTo`` and
    ``TableAnswerTo`` map the type of each request to the type of its answer.

    Args:
        ruleset: The ruleset whose moves, events, buildings and tools are included.

    Raises:
        MisuseError: *ruleset* is not a ruleset.
    """
    schemas = build_schemas(tuple(PUBLISHED.values()), ruleset, find_field_sentence)
    declarations = format_declarations({schema["title"]: schema for schema in schemas})
    return _TYPES_HEAD + declarations + "".join(_format_answer_map(name, _ANSWERS[name]) for name in _ANSWERS)


def _format_answer_map(name: str, answers: Mapping[str, Any]) -> str:
    """Format an interface that maps each type of request to the type of its answer."""
    lines = [f"  {request}: {answer.definition};" for request, answer in sorted(answers.items())]
    return "\n".join((f"\n/** The answer to each type of request. */\nexport interface {name} {{", *lines, "}\n"))


TYPES: Final = "magnum_sal.d.ts"
"""The name of the file with the TypeScript types."""

_TYPES_HEAD: Final = "// Made by python -m magnum_sal.protocol.schemas: what the library reads and writes as JSON.\n\n"


def format_schema(name: str) -> str:
    """Format the text of a published schema, one of ``PUBLISHED``."""
    (schema,) = build_schemas([PUBLISHED[name]], STANDARD, find_field_sentence)
    return json.dumps(schema, indent=2) + "\n"


def write_schemas(folder: Path) -> None:
    """Write all published schemas and the TypeScript types to *folder*."""
    texts = {f"{name}.json": format_schema(name) for name in PUBLISHED} | {TYPES: typescript()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def format_declarations(schemas: Mapping[str, _Schema]) -> str:
    """
    Format the text of a ``.d.ts`` file with a type for each of *schemas* and for all their definitions.

    Args:
        schemas: The schemas by type name. Definitions with the same name must be equal.

    Raises:
        MisuseError: two definitions with the same name differ, or a schema has no TypeScript type.
    """
    named: dict[str, _Schema] = {}
    for title, schema in schemas.items():
        own = {key: said for key, said in schema.items() if key not in ("$schema", "title", "$defs")}
        for name, definition in (*schema["$defs"].items(), (title, own)):
            # All types are in one file, so a name must mean the same in every schema.
            if named.setdefault(name, definition) != definition:
                raise MisuseError(f"two schemas use the name {name} for different types")
    # A schema repeats the options of a union in each field. The formatter finds the union by the text of these options
    # and writes its name, which is easier to read.
    unions = {json.dumps(schema["anyOf"]): name for name, schema in named.items() if "anyOf" in schema}
    choices = _find_choices(named)
    formatter = _TypeScriptFormatter(unions, choices)
    types = {name: formatter.format_declaration(name, schema) for name, schema in named.items()}
    for choice, name in choices.items():
        types[name] = f"export type {name} = {_format_values(json.loads(choice))};\n"
    return "\n".join(types[name] for name in sorted(types))


def _find_choices(named: Mapping[str, _Schema]) -> dict[str, str]:
    """Return the names in ``_CHOICES`` that no definition has, by the JSON text of their values."""
    found = {}
    for name, (definition, field) in _CHOICES.items():
        schema = named.get(definition, {}).get("properties", {}).get(field, {})
        if "enum" in schema and name not in named:
            found[json.dumps(schema["enum"])] = name
    return found


def _format_values(values: Sequence[object]) -> str:
    return " | ".join(map(json.dumps, values))


def _format_comment(schema: _Schema, indent: str) -> str:
    """Format the description of a schema as a comment; an empty text if there is none."""
    if "description" not in schema:
        return ""
    # A comment in TypeScript ends at the first ``*/``.
    told = schema["description"].replace("*/", "* /")
    line = f"{indent}/** {told} */"
    if len(line) <= _WIDTH:
        return f"{line}\n"
    wrapped = textwrap.wrap(told, _WIDTH, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
    return "\n".join((f"{indent}/**", *wrapped, f"{indent} */\n"))


class _TypeScriptFormatter:
    """A formatter of TypeScript types. The types refer to named unions and to named lists of strings by name."""

    def __init__(self, unions: Mapping[str, str], choices: Mapping[str, str]) -> None:
        self.unions = unions
        self.choices = choices

    def format_declaration(self, name: str, schema: _Schema) -> str:
        """Format the declaration of a type."""
        about = _format_comment(schema, "")
        if "properties" in schema:
            return f"{about}export interface {name} {self._object(schema, '')}\n"
        options = dict.fromkeys(self.type_of(option, "") for option in schema.get("anyOf", ()))
        union = [f"\n  | {option}" for option in options]
        return f"{about}export type {name} ={''.join(union) or ' ' + self.type_of(schema, '')};\n"

    def type_of(self, schema: _Schema, indent: str) -> str:
        """Return the TypeScript type of a schema; raise ``MisuseError`` if there is no such type."""
        said = schema.keys() - _ASIDE - _BOUNDS
        if not said:
            return "unknown"
        if said == {"$ref"}:
            return str(schema["$ref"]).removeprefix(_REFERENCE)
        if said == {"const"}:
            return json.dumps(schema["const"])
        if said == {"enum"}:
            return self.choices.get(json.dumps(schema["enum"])) or _format_values(schema["enum"])
        if said == {"anyOf"}:
            # Options that differ only in their bounds become the same type, so each type is listed once.
            known = self.unions.get(json.dumps(schema["anyOf"]))
            return known or " | ".join(dict.fromkeys(self.type_of(option, indent) for option in schema["anyOf"]))
        return self._by_kind(schema, said, indent)

    def _by_kind(self, schema: _Schema, said: set[str], indent: str) -> str:
        # Compare the exact sets of keywords. An unexpected keyword must raise an error, because otherwise the type
        # would ignore it.
        kind = schema.get("type")
        if said == {"type"} and isinstance(kind, str) and kind in _PLAIN:
            return _PLAIN[kind]
        if kind == "array" and said == {"type", "items"}:
            entry = self.type_of(schema["items"], indent)
            return f"({entry})[]" if " | " in entry else f"{entry}[]"
        if kind == "object" and said == {"type"}:
            return "Record<string, unknown>"
        if kind == "object" and said == {"type", "additionalProperties"}:
            return f"Record<string, {self.type_of(schema['additionalProperties'], indent)}>"
        if kind == "object" and said == {"type", "properties", "required", "additionalProperties"}:
            return self._object(schema, indent)
        raise MisuseError(f"cannot convert a schema with {', '.join(sorted(said))} to a type")

    def _object(self, schema: _Schema, indent: str) -> str:
        lines = ["{"]
        for key, field in schema["properties"].items():
            name = key if key.isidentifier() else json.dumps(key)
            mark = "" if key in schema["required"] else "?"
            about = _format_comment(field, f"{indent}  ")
            lines.append(f"{about}{indent}  {name}{mark}: {self.type_of(field, f'{indent}  ')};")
        return "\n".join((*lines, f"{indent}}}"))


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
