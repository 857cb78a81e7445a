"""Pickaxes: more strength in one extraction (RULES PICK-1)."""

from __future__ import annotations

from typing import Final

TOOL: Final = "pickaxe"


def useful_pickaxes(cubes: int, water: int) -> int:
    """Return the most pickaxes that change anything; one own miner must work all the same (PICK-1)."""
    return cubes + water - 1
