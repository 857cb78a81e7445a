"""Check the numbers that rulings return. A fraction or a negative price would otherwise get into games and logs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from .._internal.immutable import Immutable
from ..errors import ExtensionError
from ..errors.messages import brief

# Other values may be losses. A strength may also be negative, because water and pickaxes are added to it.
_LEAST: Final[dict[str, int | None]] = {
    **dict.fromkeys(("hiring_price", "workshop_prices", "pump_prices", "market_prices", "town_square_income"), 0),
    **dict.fromkeys(("penalty", "toll", "miners_tired", "actions"), 0),
    **dict.fromkeys(("strength", "other_value"), None),
}
"""The rulings that return whole numbers, or tuples of them, and the smallest number; None if it may be negative."""


def check_results(owner: str, name: str, ruling: Callable[..., Any]) -> Callable[..., Any]:
    """
    Return the *ruling* of *owner* with a check of its results, or unchanged if it returns no numbers.

    The returned function raises ``ExtensionError`` if a number is not whole, such as half of a price, or if it is
    negative and cannot be meant.
    """
    return ruling if name not in _LEAST or isinstance(ruling, _CheckedRuling) else _CheckedRuling(name, ruling, owner)


def check_own_rulings(owner: str, own: Any, standard: Any) -> Any:  # Any: this module lies below the class of rulings
    """Return the rulings of *owner*, with a check of the results of those that the standard game does not have."""
    # The rulings of the standard game need no check, so they stay fast.
    rulings = {name: getattr(own, name) for name in _LEAST if getattr(own, name) is not getattr(standard, name)}
    if not rulings:
        return own
    return attrs.evolve(own, **{name: check_results(owner, name, ruling) for name, ruling in rulings.items()})


# Rulesets are compared by their rulings, so two checks of the same function must be equal.
@attrs.frozen
class _CheckedRuling(Immutable):
    name: str
    ruling: Callable[..., Any]
    owner: str = attrs.field(eq=False)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        result, least = self.ruling(*arguments, **named), _LEAST[self.name]
        # Nobody can be hired if there is no price.
        if not _is_whole(result, least) and (result is not None or self.name != "hiring_price"):
            expected = "whole numbers" if least is None else f"whole numbers from {least} up"
            raise ExtensionError(
                f"{self.owner}: rulings: {self.name}: expected {expected}, but it returned {brief(result)}"
            )
        return result


def _is_whole(result: Any, least: int | None) -> bool:
    if isinstance(result, (tuple, list)):
        return all(_is_whole(entry, least) for entry in result)
    return type(result) is int and (least is None or result >= least)
