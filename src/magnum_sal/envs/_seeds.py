"""The seeds of the games in environments, derived from the seed of ``reset``."""

from __future__ import annotations

import hashlib
import operator
from typing import Any

import numpy as np


class SeedSource:
    """A sequence of seeds, which is the same for the same key on every version of Python and NumPy."""

    def __init__(self, key: int, generator: np.random.Generator) -> None:
        """Begin the sequence of *key*, for an environment with this *generator*."""
        self.key = key
        self.generator = generator
        self._drawn = 0

    def draw(self) -> int:
        """Return the next seed. Seeds have 63 bits, so that they fit into the integers of NumPy."""
        # NumPy may change the numbers that a Generator draws in any version (NEP 19). So the seeds are hashes of the
        # key and a counter, as in the arena.
        digest = hashlib.sha256(f"{self.key}:{self._drawn}".encode()).digest()
        self._drawn += 1
        return int.from_bytes(digest[:8], "big") >> 1


def continue_seeds(known: SeedSource | None, generator: np.random.Generator, seed: int | None) -> SeedSource:
    """
    Return the seeds of an environment of Gymnasium after a ``reset``.

    Args:
        known: The seeds so far, or None before the first ``reset``.
        generator: The environment's ``np_random``, which Gymnasium replaces if ``reset`` gets a seed.
        seed: The environment's ``np_random_seed``, which is -1 if a program has set the generator.
    """
    if known is not None and known.generator is generator:
        return known
    key = int(generator.integers(1 << 63)) if seed is None or seed < 0 else int(seed)
    return SeedSource(key, generator)


def read_seed(seed: Any) -> Any:
    """Return an integer of NumPy or another package as an ``int``. Return other values unchanged."""
    # new_game refuses booleans and everything else that is not an ``int``, with a message.
    if isinstance(seed, bool):
        return seed
    try:
        return operator.index(seed)
    except TypeError:
        return seed
