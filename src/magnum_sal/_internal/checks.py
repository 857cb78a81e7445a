"""The error for an invalid constructor argument."""

from __future__ import annotations

from typing import Final, NoReturn

from ..errors import MalformedError
from ..errors.messages import brief

LARGEST_NUMBER: Final = 2**53 - 1
"""The largest integer in a value. JSON parsers in other languages may lose precision beyond it."""


def refuse(owner: object, field: str, value: object, expected: str) -> NoReturn:
    """Raise ``MalformedError`` with the field, the value and the *expected* form."""
    shown = brief(list(value) if isinstance(value, tuple) else value)
    raise MalformedError(f"{type(owner).__name__}.{field}: {shown} is not {expected}")
