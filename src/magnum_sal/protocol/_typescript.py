"""JSON Schemas as declarations of TypeScript types, for the part of JSON Schema that the library writes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from ..errors import MisuseError

_Schema: TypeAlias = Mapping[str, Any]

_REFERENCE: Final = "#/$defs/"
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_ASIDE: Final = {"$schema", "title", "description", "default", "$defs"}
"""What says nothing about the type."""
_BOUNDS: Final = {"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"}
"""What TypeScript has no type for."""


def declarations(schemas: Mapping[str, _Schema]) -> str:
    """
    Return the text of a ``.d.ts`` file with a type for each of *schemas* and for all that they define.

    Args:
        schemas: By the name of the type. What two of them define by one name must be the same.

    Raises:
        MisuseError: they define different things by one name, or say what there is no type for.
    """
    named: dict[str, _Schema] = {}
    for title, schema in schemas.items():
        own = {key: said for key, said in schema.items() if key not in ("$schema", "title", "$defs")}
        for name, definition in (*schema["$defs"].items(), (title, own)):
            if named.setdefault(name, definition) != definition:
                raise MisuseError(f"two schemas mean different things by {name}")
    unions = {json.dumps(schema["anyOf"]): name for name, schema in named.items() if "anyOf" in schema}
    return "\n".join(_Declaring(unions).declared(name, schema) for name, schema in sorted(named.items()))


class _Declaring:
    """Types in the making: unions that have a name are called by it."""

    def __init__(self, unions: Mapping[str, str]) -> None:
        self.unions = unions

    def declared(self, name: str, schema: _Schema) -> str:
        """Return the declaration of a type."""
        about = f"/** {schema['description'].replace('*/', '* /')} */\n" if "description" in schema else ""
        if "properties" in schema:
            return f"{about}export interface {name} {self._object(schema, '')}\n"
        options = dict.fromkeys(self.type_of(option, "") for option in schema.get("anyOf", ()))
        union = [f"\n  | {option}" for option in options]
        return f"{about}export type {name} ={''.join(union) or ' ' + self.type_of(schema, '')};\n"

    def type_of(self, schema: _Schema, indent: str) -> str:
        """Return the type of what a schema describes."""
        said = schema.keys() - _ASIDE - _BOUNDS
        if not said:
            return "unknown"
        if said == {"$ref"}:
            return str(schema["$ref"]).removeprefix(_REFERENCE)
        if said == {"const"}:
            return json.dumps(schema["const"])
        if said == {"enum"}:
            return " | ".join(map(json.dumps, schema["enum"]))
        if said == {"anyOf"}:
            known = self.unions.get(json.dumps(schema["anyOf"]))
            return known or " | ".join(dict.fromkeys(self.type_of(option, indent) for option in schema["anyOf"]))
        return self._by_kind(schema, said, indent)

    def _by_kind(self, schema: _Schema, said: set[str], indent: str) -> str:
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
        raise MisuseError(f"there is no type for a schema with {', '.join(sorted(said))}")

    def _object(self, schema: _Schema, indent: str) -> str:
        return "\n".join(("{", *self._fields(schema, f"{indent}  "), f"{indent}}}"))

    def _fields(self, schema: _Schema, indent: str) -> Iterator[str]:
        for key, field in schema["properties"].items():
            name = key if key.isidentifier() else json.dumps(key)
            mark = "" if key in schema["required"] else "?"
            yield f"{indent}{name}{mark}: {self.type_of(field, indent)};"
