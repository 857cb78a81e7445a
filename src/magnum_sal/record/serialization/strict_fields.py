"""The fields of JSON objects: exactly those that belong there, and of exact types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._internal.checks import LARGEST_NUMBER
from ...errors import MalformedError
from ...model.mine.geometry import INDEX
from .json_text import shown


def starts_with_field(message: str) -> bool:
    """Say whether an error's *message* begins with the place of a field."""
    head = message.split(":", 1)[0].split("[", 1)[0]
    return ":" in message and all(part.isidentifier() or part in INDEX for part in head.split("."))


def object_fields(data: Any) -> dict[str, Any]:
    """Return *data*, which must be an object."""
    if type(data) is not dict:
        raise MalformedError(f"{shown(data)} is not an object")
    return data


def object_at(place: str, data: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the object *data* at *place*, which must have exactly the fields *names*."""
    try:
        fields = object_fields(data)
        check_exactly(fields, names)
    except MalformedError as error:
        raise MalformedError(f"{place}: {error}") from None
    return fields


def check_exactly(fields: dict[str, Any], names: Iterable[str]) -> None:
    """Check that *fields* are those of *names*, all of them and no others."""
    wanted = list(names)
    for name in wanted:
        if name not in fields:
            raise MalformedError(f"{name}: the field is missing")
    for name in fields:
        if name not in wanted:
            raise MalformedError(f"{shown(name)}: no such field; there {_named(wanted)}")


def _named(names: list[str]) -> str:
    if not names:
        return "is none here"
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names)}"


def count(data: Any, _: Any) -> int:
    """Read a count; a bool or a float is none."""
    if type(data) is not int or not 0 <= data <= LARGEST_NUMBER:
        raise MalformedError(f"{shown(data)} is not a count (a whole number, 0 or more)")
    return data


def whole(data: Any, _: Any) -> int:
    """Read a whole number, which may be below 0."""
    if type(data) is not int or not -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
        raise MalformedError(f"{shown(data)} is not a whole number")
    return data


def text(data: Any, _: Any) -> str:
    """Read a text."""
    if type(data) is not str:
        raise MalformedError(f"{shown(data)} is not a text")
    return data


def flag(data: Any, _: Any) -> bool:
    """Read true or false."""
    if type(data) is not bool:
        raise MalformedError(f"{shown(data)} is not true or false")
    return data
