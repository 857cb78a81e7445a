"""New draws for copies of environments, so that a search in a copy does not foresee the random choices to come."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._seeds import SeedSource


def renew_draws(memo: Mapping[int, Any], rng: random.Random) -> None:
    """
    Set a new seed from *rng* in each random source that ``copy.deepcopy`` has copied with this *memo*.

    The sources are ``random.Random`` and the generators of NumPy, wherever an environment or its bots hold them.
    """
    # The memo contains every object that was copied, in the order of the copies. So it also contains the random sources
    # that bots have created for themselves.
    for part in memo.values():
        if isinstance(part, random.Random):
            part.seed(_draw_seed(rng))
        elif isinstance(part, np.random.BitGenerator):
            part.state = type(part)(_draw_seed(rng)).state
        elif isinstance(part, SeedSource):
            part.key = _draw_seed(rng)


def _draw_seed(rng: random.Random) -> int:
    """Return a seed. Only ``rng.random()`` is called, because Python promises its sequence across versions."""
    return int(rng.random() * (1 << 53))
