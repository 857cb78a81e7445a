"""RandomBot: chance, with just enough sense to finish a game."""

from __future__ import annotations

import random

from ..model.moves import Move
from ..model.state import GameState
from ..queries.sensible import without_useless_walks
from .protocol import BotHooks


class RandomBot(BotHooks):
    """Chooses a kind of move with equal chances, then a move of that kind; sends nobody to the castle in vain."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        sensible = without_useless_walks(state, moves)
        kinds = tuple(dict.fromkeys(move.type for move in sensible))
        kind = kinds[int(self._rng.random() * len(kinds))]
        of_kind = [move for move in sensible if move.type == kind]
        return of_kind[int(self._rng.random() * len(of_kind))]
