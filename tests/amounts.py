"""How much a test does: by day less than at night, as the profile of Hypothesis says."""

from __future__ import annotations

from hypothesis import settings

_AT_NIGHT = 100
"""Examples in the profile ``night``, see ``conftest.py``."""


def scale(number: int, least: int = 1) -> int:
    """
    Return the part of *number* that the chosen profile does, at least *least*; the profile ``night`` does all of it.

    Args:
        number: How many games, positions or examples a test takes at night.
        least: How many it needs to be worth anything.
    """
    return max(least, number * settings().max_examples // _AT_NIGHT)
