"""
The JSON form of values: plain data to and from moves, events, setups, rulesets and states.

``to_json`` and ``from_json`` are the only writer and reader of text.
"""

from __future__ import annotations

from typing import Any, TypeVar

import attrs
import cattrs

from ...errors import MisuseError
from ...errors.messages import brief
from ...model.ruleset import Ruleset
from ...rules.standard import STANDARD
from ._decoding import EVENT_TYPES as EVENT_TYPES
from ._decoding import reader
from .json_text import read_json, write_json
from .writing import written

T = TypeVar("T")


def to_dict(value: Any) -> Any:
    """
    Return *value* as plain JSON data: dicts, lists, str, int, bool and None.

    Args:
        value: A move, event, setup, ruleset, state, score, or a piece.

    Raises:
        MisuseError: the value's ruleset is not registered, or *value* has no JSON form.
    """
    if isinstance(value, float):  # plain data may hold one, but no value of the library is one
        raise MisuseError(f"{brief(value)} has no JSON form")
    return written(value)


def from_dict(cls: type[T], data: Any, *, ruleset: Ruleset = STANDARD) -> T:
    """
    Return the value of class *cls* that plain JSON *data* describes.

    Args:
        cls: The class; ``Move`` and ``Event`` stand for the one that ``"type"`` names.
        data: Plain JSON data.
        ruleset: The rules whose moves, events and ids are known. States and game starts name their own, found among
            the registered ones; *ruleset* serves where it has that name.

    Raises:
        MalformedError: *data* is not of the form; the message names the field and the value.
        MisuseError: *cls* is no class with a JSON form, or the data name a ruleset that is not registered here.
    """
    asked: object = cls
    if not (isinstance(asked, type) and attrs.has(asked)):
        raise MisuseError(f"{brief(cls)} has no JSON form")
    if not isinstance(ruleset, Ruleset):
        raise MisuseError(f"ruleset: {brief(ruleset)} is not a Ruleset")
    value: T = read_value(cls, data, ruleset)
    return value


def read_value(kind: Any, data: Any, ruleset: Ruleset) -> Any:
    """Return the value of any type, such as ``tuple[Event, ...]``, that plain JSON *data* describes."""
    try:
        return reader(ruleset).structure(data, kind)
    except (cattrs.StructureHandlerNotFoundError, NameError):  # a type that no reader knows, or that is not there
        raise MisuseError(f"{brief(kind)} has no JSON form") from None


def to_json(value: Any) -> str:
    """Return *value* as JSON text on one line; errors are those of ``to_dict``."""
    data = to_dict(value)
    try:
        return write_json(data)
    except (TypeError, ValueError) as error:
        raise MisuseError(f"{type(value).__name__} has no JSON form: {error}") from None


def from_json(cls: type[T], text: str | bytes, *, ruleset: Ruleset = STANDARD) -> T:
    """
    Return the value of class *cls* that JSON *text* (or its UTF-8 bytes) describes.

    Arguments and errors are those of ``from_dict``.

    Duplicate keys, NaN, wrong encodings and nesting too deep to read are malformed.
    """
    return from_dict(cls, read_json(text), ruleset=ruleset)


__all__ = ["from_dict", "from_json", "to_dict", "to_json"]
