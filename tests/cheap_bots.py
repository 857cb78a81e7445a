"""Bots that decide quickly and finish their games, for tests of the reports and records of any game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import magnum_sal as ms
from magnum_sal.testing.players import finisher


def make_finisher(_: str, *, rng: random.Random) -> Callable[[ms.GameState, Sequence[ms.Move]], ms.Move]:
    """Return a bot that plays towards the end of the game, whatever bot is requested. It replaces ``make_bot``."""
    return lambda state, moves: finisher(state, moves, rng)
