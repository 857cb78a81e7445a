"""The errors for invalid arguments, and a parser for digits that people type."""

from __future__ import annotations

from typing import NoReturn

from ..errors import MalformedError, MisuseError
from ..errors.messages import brief


def refuse(owner: object, field: str, value: object, expected: str) -> NoReturn:
    """
    Raise ``MalformedError`` with the field, the value and the *expected* form.

    Args:
        owner: The value with the field.
        field: The name of the field.
        value: The invalid value of the field.
        expected: The description of valid values in English.
    """
    raise MalformedError(f"{place_of(owner, field)}{show_value(value)} is not {expected}")


def place_of(owner: object, field: str) -> str:
    """Return the prefix of an error about a field of *owner*."""
    return f"{type(owner).__name__}.{field}: "


def show_value(value: object) -> str:
    """Return the repr of a field's value for an error, with a tuple as the list that it is in JSON."""
    return brief(list(value) if isinstance(value, tuple) else value)


def check_whole(name: str, number: object, least: int, most: int | None = None) -> None:
    """Raise ``MisuseError`` if the argument *name* is not a whole number from *least* to *most*; None for no limit."""
    # Python treats ``True`` as 1, so the type must be exactly int.
    if type(number) is not int or number < least or (most is not None and number > most):
        valid = f"from {least} up" if most is None else f"from {least} to {most}"
        raise MisuseError(f"{name}: expected a whole number {valid}, got {brief(number)}{hint_at_int(number)}")


def hint_at_int(number: object) -> str:
    """Return a hint for an integer of NumPy or the like, which is not accepted because it has no JSON form."""
    return "; convert it with int()" if not isinstance(number, int) and hasattr(number, "__index__") else ""


def parse_digits(text: str, most: int = 9) -> int | None:
    """Return the number in *text* if it consists of at most *most* ASCII digits; None for any other text."""
    # int() alone would also accept signs, underscores, and digits from other scripts.
    return int(text) if text.isascii() and text.isdigit() and len(text) <= most else None
