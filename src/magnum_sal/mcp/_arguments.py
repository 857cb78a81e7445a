"""The arguments of tools and prompts: their JSON Schema, and reading them from untrusted data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from ..errors import MalformedError
from ..errors.messages import brief
from ..errors.suggestions import find_similar

LONGEST_MENTION: Final = 40
"""The maximum number of characters of an invalid value that a message repeats."""


@attrs.frozen
class Text:
    """A text of limited length."""

    most: int
    """The maximum number of characters."""
    has_lines: bool = False
    """Whether the text may contain line ends and other control characters, as a log does."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the text."""
        return {"type": "string", "maxLength": self.most}

    def read(self, name: str, given: object) -> str:
        """Return *given* as a text; raise ``MalformedError`` if it is not one."""
        if type(given) is not str:
            raise MalformedError(f"{name}: expected a text, got {brief(given, LONGEST_MENTION)}")
        if len(given) > self.most:
            raise MalformedError(f"{name}: expected at most {self.most} characters, got {len(given)}")
        if not self.has_lines and not given.isprintable():
            raise MalformedError(f"{name}: expected printable characters, got {brief(given, LONGEST_MENTION)}")
        return given


@attrs.frozen
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the number."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def read(self, name: str, given: object) -> int:
        """Return *given* as a whole number; raise ``MalformedError`` if it is not one."""
        # ``True`` is an int in Python, but not a number in JSON, so the type must be exactly int.
        if type(given) is not int or not self.least <= given <= self.most:
            told = brief(given, LONGEST_MENTION)
            raise MalformedError(f"{name}: expected a whole number from {self.least} to {self.most}, got {told}")
        return given


@attrs.frozen
class OneOf:
    """One of a few names."""

    names: Collection[str] = attrs.field(hash=False)
    """The names. Those of languages grow if a program adds one."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the names."""
        return {"type": "string", "enum": list(self.names)}

    def read(self, name: str, given: object) -> str:
        """Return *given* as one of the names; raise ``MalformedError`` if it is not one."""
        if type(given) is not str or given not in self.names:
            told = brief(given, LONGEST_MENTION)
            raise MalformedError(f"{name}: expected one of {', '.join(self.names)}, got {told}")
        return given


@attrs.frozen
class ListOf:
    """A list of texts or numbers."""

    entry: Text | Whole
    most: int
    """The maximum number of entries."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the list."""
        return {"type": "array", "items": self.entry.schema(), "maxItems": self.most}

    def read(self, name: str, given: object) -> tuple[Any, ...]:
        """Return *given* as a tuple; raise ``MalformedError`` if it is not a list of valid entries."""
        if type(given) is not list:
            raise MalformedError(f"{name}: expected a list, got {brief(given, LONGEST_MENTION)}")
        if len(given) > self.most:
            raise MalformedError(f"{name}: expected at most {self.most} entries, got {len(given)}")
        return tuple([self.entry.read(f"{name}[{index}]", entry) for index, entry in enumerate(given)])


Kind: TypeAlias = Text | Whole | OneOf | ListOf


@attrs.frozen
class Argument:
    """An argument of a tool or a prompt."""

    name: str
    kind: Kind
    description: str
    is_required: bool = False


def build_schema(arguments: Sequence[Argument]) -> dict[str, Any]:
    """Return the JSON Schema of an object with these arguments."""
    return {
        "type": "object",
        "properties": {
            argument.name: {**argument.kind.schema(), "description": argument.description} for argument in arguments
        },
        "required": [argument.name for argument in arguments if argument.is_required],
        "additionalProperties": False,
    }


def read_arguments(arguments: Sequence[Argument], given: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return the values of the arguments that *given* contains.

    Raises:
        MalformedError: an argument is missing, unknown or invalid. The message names it.
    """
    known = {argument.name: argument for argument in arguments}
    for name in given:
        if name not in known:
            near = find_similar(name[:LONGEST_MENTION], list(known))
            meant = f"; did you mean {near[0]}?" if near else f"; the arguments are {', '.join(known) or 'none'}"
            raise MalformedError(f"{brief(name, LONGEST_MENTION)} is not an argument{meant}")
    read: dict[str, Any] = {}
    for argument in arguments:
        # Models often send null for an argument that they leave out.
        if (value := given.get(argument.name)) is not None:
            read[argument.name] = argument.kind.read(argument.name, value)
        elif argument.is_required:
            raise MalformedError(f"{argument.name}: the argument is missing")
    return read
