"""The amount of work in a test: less by day than at night, depending on the profile of Hypothesis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from hypothesis import settings

_First = TypeVar("_First")
_Second = TypeVar("_Second")

_AT_NIGHT = 100
"""The number of examples in the profile ``night``, see ``conftest.py``."""
_BY_DAY = 25
"""The number of examples in the profile ``day``."""


def scale(number: int, least: int = 1) -> int:
    """
    Return the part of *number* for the active profile, but at least *least*. The profile ``night`` uses all of it.

    Args:
        number: How many games, positions or examples a test uses at night.
        least: How many the test needs to be meaningful.
    """
    return max(least, number * _examples() // _AT_NIGHT)


def shorten(length: int, least: int) -> int:
    """Return the *length* of a game for the active profile. Profiles with more examples do not make games longer."""
    return min(length, scale(length, least))


def select(items: Iterable[_First]) -> list[_First]:
    """
    Return the items for the active profile: by day every fourth, starting with the first, and otherwise all.

    The profile ``mutants`` has few examples, but all items: a mutant may break a single one.
    """
    return list(items)[:: _step()]


def select_pairs(firsts: Sequence[_First], seconds: Sequence[_Second]) -> list[tuple[_First, _Second]]:
    """
    Return the pairs for the active profile: by day enough that every item occurs in one, and otherwise all.

    By day these are a quarter of all pairs, or more if there are fewer than four first or second items.
    """
    step = min(_step(), len(firsts), len(seconds))  # With larger steps, some items would be in no pair.
    return [(a, b) for i, a in enumerate(firsts) for j, b in enumerate(seconds) if (i + j) % step == 0]


def _step() -> int:
    return 4 if _examples() <= _BY_DAY else 1


def _examples() -> int:
    """Return how many examples the active profile uses."""
    return int(settings().max_examples)  # This is Any in old versions of Hypothesis.
