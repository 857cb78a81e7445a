"""Checks of values that come in through a constructor; attrs calls them as validators."""

from __future__ import annotations

from typing import Any, Final, NoReturn

import attrs

from ._wording import brief
from .errors import MalformedError

_Field = attrs.Attribute  # generic only for the type checker

LARGEST_NUMBER: Final = 2**53 - 1
"""The largest number of a value: beyond it, readers of JSON in other languages lose digits."""


def refuse(owner: object, field: str, value: object, expected: str) -> NoReturn:
    """Raise the error that names the field, the value and what was expected."""
    shown = brief(list(value) if isinstance(value, tuple) else value)
    raise MalformedError(f"{type(owner).__name__}.{field}: {shown} is not {expected}")


def is_count(owner: object, field: _Field[Any], value: object) -> None:
    """Accept an int of 0 or more that is no bool."""
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        refuse(owner, field.name, value, "a count (a whole number, 0 or more)")


def is_number(owner: object, field: _Field[Any], value: object) -> None:
    """Accept an int that is no bool."""
    if type(value) is not int or not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        refuse(owner, field.name, value, "a whole number")


def is_flag(owner: object, field: _Field[Any], value: object) -> None:
    """Accept True and False alone."""
    if type(value) is not bool:
        refuse(owner, field.name, value, "true or false")


def is_id(owner: object, field: _Field[Any], value: object) -> None:
    """Accept a text that is not empty; whether the ruleset knows it is asked where there is a ruleset."""
    if type(value) is not str or not value:
        refuse(owner, field.name, value, "an id (a text)")
