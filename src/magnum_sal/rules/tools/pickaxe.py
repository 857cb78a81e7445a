"""Pickaxes: more strength in one extraction (RULES PICK-1)."""

from __future__ import annotations

from typing import Final

TOOL: Final = "pickaxe"


def useful_pickaxes(cubes: int, water: int) -> int:
    """Return the most pickaxes that make a difference; one miner of the player must always work (PICK-1)."""
    # At least one rested miner must work. With this many pickaxes only one is needed, so a further one would change
    # nothing.
    return cubes + water - 1


def possible_pickaxes(cubes: int, water: int, miners: int, pickaxes: int) -> range:
    """Return how many *pickaxes* can be used to extract *cubes* beside *water* with a strength of *miners* (PICK-1)."""
    # The pickaxes must make up for what the miners lack in strength.
    return range(max(0, cubes + water - miners), min(pickaxes, useful_pickaxes(cubes, water)) + 1)
