"""Strict checks of the fields of JSON objects: exact names, exact types, and ids that the ruleset knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import attrs

from ...errors import MalformedError
from ...model.fields import BUILDING, SOURCE, TOOL
from ...model.meaning import COUNT, FLAG, NUMBER, SLOT, Meaning, check_fields, fields_of, find_fault, unknown_id
from ...model.mine.geometry import INDEX
from ...model.ruleset import Ruleset
from .json_text import format_value


def starts_with_field(message: str) -> bool:
    """Check whether an error's *message* begins with the place of a field."""
    head = message.split(":", 1)[0].split("[", 1)[0]
    return ":" in message and all(part.isidentifier() or part in INDEX for part in head.split("."))


def object_fields(data: Any) -> dict[str, Any]:
    """Return *data*. Raises ``MalformedError`` if it is not an object."""
    if type(data) is not dict:
        raise MalformedError(f"{format_value(data)} is not an object")
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
    """Check that *fields* has exactly the keys *names*."""
    # Missing fields are reported before unknown ones. A misspelt name causes both errors, and the right name helps
    # more.
    wanted = list(names)
    for name in wanted:
        if name not in fields:
            raise MalformedError(f"{name}: the field is missing")
    for name in fields:
        if name not in wanted:
            raise MalformedError(f"{format_value(name)}: unknown field; expected {_format_names(wanted)}")


def _format_names(names: list[str]) -> str:
    if not names:
        return "no fields"
    return f"{'only' if len(names) == 1 else 'one of'} {', '.join(names)}"


def read_at(place: str, data: Any, read: Callable[[Any], Any]) -> Any:
    """Read *data* with *read*, and prefix errors with *place*."""
    try:
        return read(data)
    except MalformedError as error:
        raise place_error(place, error) from None


def place_error(place: str, error: MalformedError) -> MalformedError:
    """Return *error* with the *place* of the value as a prefix of its message."""
    # An error grows from the inside out: each level puts its own name in front. ``[2]`` follows a name directly, a
    # field follows after a full stop, and a sentence after a colon. So ``seat: -1 is not a count`` becomes
    # ``events[2].seat: -1 is not a count``.
    inner = str(error)
    is_place = starts_with_field(inner) and not isinstance(error, KeyMismatchError)
    joint = "" if inner.startswith("[") else "." if is_place else ": "
    if error.reason is None:
        return MalformedError(f"{place}{joint}{inner}")
    return MalformedError(error.reason, error.values, place=f"{place}{joint}{error.place}")


def without_class(error: MalformedError, cls: type[Any]) -> MalformedError:
    """Return the error of a constructor without the name of its class, which a place inside JSON data does not need."""
    prefix = f"{cls.__name__}."
    if error.reason is None:
        return MalformedError(str(error).removeprefix(prefix))
    return MalformedError(error.reason, error.values, place=error.place.removeprefix(prefix))


class KeyMismatchError(MalformedError):
    """A key of an inner object is missing or unknown. The message names the object and then the key."""


def describe_unexpected_fields(value: Any, ruleset: Ruleset) -> str | None:
    """Describe the first invalid field in *value*, at any depth, such as an unknown chamber, or return None."""
    if isinstance(value, tuple):
        return next(filter(None, (describe_unexpected_fields(entry, ruleset) for entry in value)), None)
    if not attrs.has(type(value)):
        return None
    try:
        check_fields(value)
    except MalformedError as error:
        return str(error)
    # Fields are checked from the outside in, so the first fault is the one nearest to the top level of the data.
    if unknown := find_unknown_field(value, ruleset):
        return f"{type(value).__name__}.{unknown}"
    return describe_unexpected_fields(tuple(getattr(value, field.name) for field in fields_of(type(value))), ruleset)


def find_unknown_field(value: Any, ruleset: Ruleset) -> MalformedError | None:
    """Return the error for a field of *value* with an id that the ruleset does not know, or None."""
    found = unknown_id(value, ruleset)
    if found is None:
        return None
    field, given = found
    assert field.meaning is not None
    place, shown = f"{field.name}: ", format_value(given)
    if field.meaning is SOURCE:
        return MalformedError("unknown_miner_source", {"value": shown}, place=place)
    # Players name buildings and tools. Only programs name decks, parts and other ids.
    if field.meaning in (BUILDING, TOOL):
        facts = {"value": shown, "kind": f"known.{field.meaning.name}", "ruleset": ruleset.name}
        return MalformedError("unknown_id", facts, place=place)
    complaint = field.meaning.unknown or f"is not a known {field.meaning.name} of {ruleset.name!r}"
    return MalformedError(f"{place}{shown} {complaint}")


def _build_reader(meaning: Meaning) -> Callable[[Any, Any], Any]:
    """Return a reader for plain data with this meaning. Like every converter hook, the reader also takes the type."""

    def read(data: Any, _: Any) -> Any:
        if meaning.accepts(data):
            return data
        raise find_fault(meaning, data, format_value(data))

    return read


count: Final = _build_reader(COUNT)
"""Read a count. A bool or a float is not a count."""
slot: Final = _build_reader(SLOT)
"""Read a slot."""
whole: Final = _build_reader(NUMBER)
"""Read an integer, which may be negative."""
flag: Final = _build_reader(FLAG)
"""Read true or false."""
text: Final = _build_reader(Meaning("text", "a text", lambda value: type(value) is str))
"""Read a string."""
