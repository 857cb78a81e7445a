"""JSON Schemas of all JSON that the library writes, generated from the classes and a ruleset."""

from __future__ import annotations

import inspect
import json
import re
import types
import typing
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import attrs

from ..errors import LARGEST_NUMBER, MisuseError
from ..errors.messages import brief
from ..model.events import Event
from ..model.fields import SEAT
from ..model.meaning import NUMBER, PHASE, ROUND, Meaning, Within
from ..model.moves import Move
from ..model.pieces import MAX_PLAYERS
from ..model.ruleset import Ruleset, check_ruleset
from ..rules.standard import STANDARD
from .log.entries import LINES, LogLine
from .serialization import EVENT_TYPES
from .serialization.forms import MEANT, form_of, setting_of
from .serialization.shapes import (
    ABSENT,
    OWN_SETTINGS,
    REQUIRED,
    ById,
    ByName,
    ByOther,
    Form,
    LengthRule,
    Message,
    Part,
    Plain,
)

__all__ = ["json_schema"]

Schema = dict[str, Any]
Describe: TypeAlias = Callable[[type[Any], str], str]
"""A function that takes a class and the name of a field, and returns the field's description or an empty string."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_LIBRARY: Final = __name__.partition(".")[0]
"""The name of the library's package."""

_KINDS: Final[dict[Any, Mapping[type[Any], Form]]] = {LogLine: LINES}
"""The types that represent several classes, with the forms of these classes."""


def register_forms(several: Any, forms: Mapping[type[Any], Form]) -> None:
    """
    Register *several* with ``json_schema`` as a type that represents the classes of *forms*.

    Packages in higher layers register their messages on import, so this module need not import them.
    """
    _KINDS[several] = forms


_COUNT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}
_NULL: Final[Schema] = {"type": "null"}
_CHECKSUM: Final[Schema] = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
_CHECKSUM_MEANING: Final = "The checksum of the line and of all lines before it, as 16 hexadecimal digits."


def json_schema(kind: Any, *, ruleset: Ruleset = STANDARD) -> Schema:
    """
    Return the JSON Schema (draft 2020-12) of the data that ``to_dict`` returns for a *kind* of value.

    A schema describes well-formed data. It cannot check whether the parts of a state or a log fit together.

    Args:
        kind: A class with a JSON form. ``Move`` and ``Event`` mean all moves and events of the ruleset.
            ``log.LogLine``, ``protocol.Request`` and ``protocol.Answer`` mean all lines, requests and answers.
        ruleset: The ruleset that defines the moves, events, buildings and tools.

    Raises:
        MisuseError: *kind* has no JSON form.
    """
    return build_schemas([kind], ruleset)[0]


def build_schemas(kinds: Sequence[Any], ruleset: Ruleset, describe: Describe | None = None) -> list[Schema]:
    """
    Return the schemas of several *kinds*, like ``json_schema``. A name refers to the same class in all of them.

    The keys of objects have the descriptions that *describe* returns, if it is given.
    """
    check_ruleset(ruleset)
    for kind in kinds:
        # Only classes and registered types have a form of their own, and plain types such as ``int`` have none. An
        # unhashable value could not be looked up among the registered types.
        if not isinstance(kind, Hashable) or kind in (int, str, bool) or not (isinstance(kind, type) or kind in _KINDS):
            raise MisuseError(f"{brief(kind)} is not a class with its own JSON form")
    schemas, classes = _build_all(kinds, ruleset, describe, {})
    # Only the finished schemas show whether classes share a name. Because this is rare, building all schemas again is
    # good enough.
    if names := _rename_outside_classes(classes):
        schemas, _ = _build_all(kinds, ruleset, describe, names)
    return schemas


def _build_all(
    kinds: Sequence[Any], ruleset: Ruleset, describe: Describe | None, names: Mapping[type[Any], str]
) -> tuple[list[Schema], list[type[Any]]]:
    """Return the schemas of *kinds* and the classes named in them. *names* overrides the default names."""
    schemas: list[Schema] = []
    classes: dict[type[Any], None] = {}
    for kind in kinds:
        builder = _Schemas(ruleset, describe, names)
        root = builder.of(kind)
        definitions = {builder.name_of(cls): schema for cls, schema in builder.definitions.items()}
        classes |= dict.fromkeys((*builder.definitions, *([kind] if isinstance(kind, type) else [])))
        # A log's line is a union of types, which has no name.
        title = builder.name_of(kind) if isinstance(kind, type) else "LogLine"
        if root == _reference(title):
            # Converters to other languages cannot follow a root that consists of a reference only.
            is_met_again = json.dumps(root) in json.dumps(definitions)
            root = definitions[title] if is_met_again else definitions.pop(title)
        schemas.append({"$schema": DIALECT, "title": title} | root | {"$defs": dict(sorted(definitions.items()))})
    return schemas, list(classes)


def _rename_outside_classes(classes: Sequence[type[Any]]) -> dict[type[Any], str]:
    """Return new names for the extension classes in *classes* whose names are not unique."""
    # The library's own definitions keep their names, because programs in other languages are generated from them. A
    # name that contains the module hardly depends on the order in which the classes are found.
    shared = Counter(map(_name_of, classes))
    outside = [cls for cls in classes if shared[_name_of(cls)] > 1 and cls.__module__.partition(".")[0] != _LIBRARY]
    taken, names = {*shared}, dict[type[Any], str]()
    for cls in outside:
        name = qualified = re.sub(r"\W+", "_", f"{cls.__module__}.{cls.__qualname__}")
        # Classes that are defined inside functions can share even their qualified names.
        number = 1
        while name in taken:
            number += 1
            name = f"{qualified}{number}"
        taken.add(name)
        names[cls] = name
    return names


def _name_of(cls: type[Any]) -> str:
    """Return the default name of a class in ``$defs``."""
    return cls.definition if issubclass(cls, Message) else cls.__name__


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


@attrs.define(eq=False)
class _Schemas:
    """A builder of schemas, with a definition for each class found so far."""

    # This class must agree with ``serialization._decoding``: both walk the same forms. There are two exceptions. A
    # schema cannot check whether the parts of a state fit together. A schema states the bounds of texts in the lists of
    # a request, but the reader leaves them to the function that uses the texts.

    ruleset: Ruleset
    describe: Describe | None
    names: Mapping[type[Any], str]
    """The names that replace the default names of classes."""
    definitions: dict[type[Any], Schema] = attrs.field(factory=dict)

    def name_of(self, cls: type[Any]) -> str:
        """Return the name of a class in ``$defs``."""
        return self.names.get(cls) or _name_of(cls)

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type."""
        arguments = typing.get_args(kind)
        for several, forms in _KINDS.items():
            if kind == several:
                return self._any_of(tuple(forms))
        if typing.get_origin(kind) is Annotated:
            return self._build_annotated_schema(arguments[0], arguments[1:])
        if typing.get_origin(kind) in (types.UnionType, typing.Union):
            return self._any_of(arguments)
        if typing.get_origin(kind) is tuple:
            if arguments[-1] is Ellipsis:
                return {"type": "array", "items": self.of(arguments[0])}
            # All entries share one schema here, although each position has its own type. See ``_build_length_schema``
            # for the reason.
            entries = list(dict.fromkeys(arguments))
            items = self.of(entries[0]) if len(entries) == 1 else self._any_of(entries)
            return {"type": "array", "items": items} | _within("array", len(arguments), len(arguments))
        simple: dict[Any, Schema] = {
            int: _COUNT,
            str: {"type": "string"},
            bool: {"type": "boolean"},
            types.NoneType: _NULL,
        }
        if kind in simple:
            # Return a copy, because the bounds of an annotation are added to it.
            return dict(simple[kind])
        if kind is Move:
            return self._any_of([rule.move for rule in self.ruleset.rules])
        if kind is Event:
            return self._any_of([*EVENT_TYPES.values(), *self.ruleset.event_types.values()])
        if not (isinstance(kind, type) and attrs.has(kind)):
            raise MisuseError(f"{brief(kind)} has no JSON form")
        return self._define_class(kind)

    def _any_of(self, kinds: Sequence[Any]) -> Schema:
        return {"anyOf": [self.of(kind) for kind in kinds]}

    def _define_class(self, cls: type[Any]) -> Schema:
        if cls not in self.definitions:
            self.definitions[cls] = {}  # This placeholder stops the recursion if the class refers to itself.
            form = next((forms[cls] for forms in _KINDS.values() if cls in forms), None) or form_of(cls)
            schema = self._form(form, cls)
            # The checksum of a line is not a field of its class. ``sealing`` adds it to the bytes.
            if cls in LINES:
                said = {} if self.describe is None else {"description": _CHECKSUM_MEANING}
                schema["properties"]["checksum"] = _CHECKSUM | said
                schema["required"].append("checksum")
            about = {"description": format_plain(inspect.cleandoc(cls.__doc__ or ""))}
            self.definitions[cls] = about | schema
        return _reference(self.name_of(cls))

    def _form(self, form: Form, cls: type[Any] | None = None) -> Schema:
        keys = {} if form.tag is None else {"type": {"const": form.tag}}
        parts = [part for part in form.parts if part.kind is not OWN_SETTINGS or self.ruleset.own_switches]
        # A key whose name differs from that of its field often contains the value of a property with the key's name.
        keys |= {part.key: self._describe(self._part(part), cls, part.key, part.name) for part in parts}
        asked = {part.key for part in form.parts if part.when is not None}
        return object_schema(keys, required=[key for key in keys if "default" not in keys[key] and key not in asked])

    def _describe(self, schema: Schema, cls: type[Any] | None, *names: str) -> Schema:
        """Return the *schema* of a key with the description of the first of *names* that *cls* describes, if any."""
        if cls is None or self.describe is None:
            return schema
        said = next(filter(None, (self.describe(cls, name) for name in names)), "")
        if not said:
            return schema
        if "$ref" in schema:
            # Some converters copy the type for each reference that has a description beside it.
            schema = {"anyOf": [{"$ref": schema["$ref"]}]} | {key: schema[key] for key in schema if key != "$ref"}
        return schema | {"description": format_plain(said)}

    def _plain(self, schema: Schema, cls: type[Any] | None) -> Schema:
        """Return the schema of plain data, with the docstrings of the fields of *cls* as descriptions of its keys."""
        if "properties" in schema:
            return schema | {
                "properties": {key: self._describe(field, cls, key) for key, field in schema["properties"].items()}
            }
        # The objects are the data themselves, or the entries of a list or of an object with arbitrary keys.
        entries = {key: self._plain(schema[key], cls) for key in ("items", "additionalProperties") if key in schema}
        return schema | entries

    def _part(self, part: Part) -> Schema:
        if part.kind is OWN_SETTINGS:
            switches = self.ruleset.own_switches
            return object_schema(
                {row.name: self.of(setting_of(row)) | {"default": row.off} for row in switches}, required=[]
            )
        default = {} if part.off in (REQUIRED, ABSENT) else {"default": part.off}
        if isinstance(part.kind, Plain):
            return self._plain(dict(part.kind.schema), part.kind.describes) | default
        if isinstance(part.kind, ById):
            entries = {key: self.of(kind) for key, kind in part.kind.kinds(self.ruleset).items()}
            return object_schema(entries, required=[key for key in entries if not part.kind.may_omit(key)])
        if isinstance(part.kind, ByOther):
            kinds = list(part.kind.kinds(self.ruleset).values())
            return self._any_of(kinds) if kinds else {}
        if isinstance(part.kind, ByName):
            return {"type": "object", "additionalProperties": self.of(part.kind.kind)}
        most = {} if part.most is None else {"maxItems": part.most}
        return self.of(part.kind) | most | default

    def _build_annotated_schema(self, kind: Any, notes: Sequence[Any]) -> Schema:
        """Return the schema of an annotated type."""
        schema = next((said for said in map(self._find_meaning_schema, notes) if said is not None), None)
        if schema is None:
            schema = self.of(kind)
        for note in notes:
            if isinstance(note, Within):
                schema |= _within(schema["type"], note.least, note.most)
            elif isinstance(note, LengthRule):
                schema |= self._build_length_schema(kind, note.by(self.ruleset))
        return schema

    def _find_meaning_schema(self, note: Any) -> Schema | None:
        """Return the schema of a meaning, or None if the schema of its type is enough."""
        if isinstance(note, Plain):
            return self._plain(dict(note.schema), note.describes)
        if not isinstance(note, Meaning):
            return None
        if note in MEANT:
            return self._form(MEANT[note])
        if note.ids is not None and (ids := list(note.ids(self.ruleset))):
            return {"enum": ids}
        bounds = {
            SEAT: (0, MAX_PLAYERS - 1),
            NUMBER: (-LARGEST_NUMBER, LARGEST_NUMBER),
            PHASE: (1, self.ruleset.phases),
            ROUND: (1, LARGEST_NUMBER),
        }
        return {"type": "integer"} | _within("integer", *bounds[note]) if note in bounds else None

    def _build_length_schema(self, kind: Any, size: int | tuple[int, ...]) -> Schema:
        """Return the part of a schema that limits the length of a tuple, or of each of its rows."""
        if isinstance(size, int):
            return _within("array", size, size)
        # Some converters read a list with a schema for each entry (prefixItems) as an empty list.
        row = self.of(typing.get_args(kind)[0]) | _within("array", min(size), max(size))
        return {"items": row} | _within("array", len(size), len(size))


_MARKUP: Final = re.compile(r":[a-z:]+:`~?([^`]+)`|``([^`]+)``|\*(\w+)\*")
"""A Sphinx role, code, and the name of a parameter, each with its text."""


def format_plain(docstring: str) -> str:
    """
    Format the first paragraph of a docstring as one line of plain text, with ``null`` for ``None``.

    >>> format_plain("The ids of *words*; None before ``open``.")
    'The ids of words; null before open.'
    """
    text = _MARKUP.sub(lambda found: found[found.lastindex or 0], docstring.partition("\n\n")[0])
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))


def object_schema(properties: Mapping[str, Schema], required: Sequence[str]) -> Schema:
    """Return the schema of an object with these keys and no others."""
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _within(kind: str, least: int, most: int | None) -> Schema:
    noun = {"integer": "imum", "string": "Length", "array": "Items"}[kind]
    return {f"min{noun}": least} | ({} if most is None else {f"max{noun}": most})
