"""Pickaxes: more strength in one extraction (RULES PICK-1)."""

from __future__ import annotations

from typing import Final

TOOL: Final = "pickaxe"


def useful_pickaxes(cubes: int, water: int) -> int:
    """Return the maximum number of useful pickaxes; one of the player's miners must always work (PICK-1)."""
    # At least one rested miner must work. With this many pickaxes only one miner is needed, so another pickaxe would
    # change nothing.
    return cubes + water - 1


def possible_pickaxes(cubes: int, water: int, miners: int, pickaxes: int) -> range:
    """
    Return the numbers of *pickaxes* that are useful for extracting *cubes* from a chamber with *water* (PICK-1).

    *miners* is the strength of the miners.
    """
    # The pickaxes must make up for the strength that the miners lack.
    return range(max(0, cubes + water - miners), min(pickaxes, useful_pickaxes(cubes, water)) + 1)
