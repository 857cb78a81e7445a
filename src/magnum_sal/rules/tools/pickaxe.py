"""Pickaxes: more strength in one extraction (RULES PICK-1)."""

from __future__ import annotations

from typing import Final

TOOL: Final = "pickaxe"


def useful_pickaxes(cubes: int, water: int) -> int:
    """Return the most pickaxes that change anything; one own miner must work all the same (PICK-1)."""
    return cubes + water - 1


def possible_pickaxes(cubes: int, water: int, miners: int, pickaxes: int) -> range:
    """Return the numbers of *pickaxes* with which so strong *miners* extract *cubes* beside *water* (PICK-1)."""
    return range(max(0, cubes + water - miners), min(pickaxes, useful_pickaxes(cubes, water)) + 1)
