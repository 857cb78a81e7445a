"""Check the numbers that the rulings of extensions return. A fraction would otherwise get into games and logs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from ..errors import ExtensionError
from ..errors.messages import brief

_NUMBERS: Final = frozenset(
    (
        *("hiring_price", "workshop_prices", "pump_prices", "market_prices", "town_square_income", "penalty", "toll"),
        *("strength", "miners_tired", "actions", "other_value"),
    )
)
"""The rulings that return whole numbers, or tuples of them."""


def check_results(extension: str, name: str, ruling: Callable[..., Any]) -> Callable[..., Any]:
    """
    Return the *ruling* of an extension with a check of its results, or unchanged if it returns no numbers.

    The returned function raises ``ExtensionError`` if a number is not whole, such as half of a price.
    """
    if name not in _NUMBERS:
        return ruling

    @wraps(ruling)
    def call_ruling(*arguments: Any, **named: Any) -> Any:
        result = ruling(*arguments, **named)
        # Nobody can be hired if there is no price.
        if not _is_whole(result) and (result is not None or name != "hiring_price"):
            raise ExtensionError(
                f"extension {extension!r}: rulings: {name}: expected whole numbers, but it returned {brief(result)}"
            )
        return result

    return call_ruling


def _is_whole(result: Any) -> bool:
    return type(result) is int or (isinstance(result, (tuple, list)) and all(map(_is_whole, result)))
