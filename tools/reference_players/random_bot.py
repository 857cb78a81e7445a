"""Random: a player by chance, with just enough sense to finish a game."""

from __future__ import annotations

import random

from magnum_sal import GameState, Move
from magnum_sal.bots import BotHooks

from .delivery import without_useless_walks


class Random(BotHooks):
    """
    A player that chooses a kind of move with equal chances, then a move of that kind, without useless castle visits.

    Args:
        rng: Its source of chance.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Return a random move."""
        sensible = without_useless_walks(state, moves)
        kinds = tuple(dict.fromkeys(move.type for move in sensible))
        kind = kinds[int(self._rng.random() * len(kinds))]
        of_kind = [move for move in sensible if move.type == kind]
        return of_kind[int(self._rng.random() * len(of_kind))]
