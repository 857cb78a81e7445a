"""How much a test does: by day less than at night, as the profile of Hypothesis says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from hypothesis import settings

_First = TypeVar("_First")
_Second = TypeVar("_Second")

_AT_NIGHT = 100
"""Examples in the profile ``night``, see ``conftest.py``."""


def scale(number: int, least: int = 1) -> int:
    """
    Return the part of *number* that the chosen profile does, at least *least*; the profile ``night`` does all of it.

    Args:
        number: How many games, positions or examples a test takes at night.
        least: How many it needs to be worth anything.
    """
    return max(least, number * _examples() // _AT_NIGHT)


def select(items: Iterable[_First]) -> list[_First]:
    """Return the items that the chosen profile tries: at night all, by day every fourth, beginning with the first."""
    return list(items)[:: _step()]


def select_pairs(firsts: Sequence[_First], seconds: Sequence[_Second]) -> list[tuple[_First, _Second]]:
    """
    Return the pairs that the chosen profile tries: at night all, by day every item in some of them.

    These are a quarter of all pairs, or more where there are fewer than four first or second items.
    """
    step = min(_step(), len(firsts), len(seconds))  # with more, some items would be in none
    return [(a, b) for i, a in enumerate(firsts) for j, b in enumerate(seconds) if (i + j) % step == 0]


def _step() -> int:
    return max(1, _AT_NIGHT // _examples())


def _examples() -> int:
    """Return how many examples the chosen profile tries."""
    return int(settings().max_examples)  # Any in old versions of Hypothesis
