"""GreedyBot: the best turn it can see, by an evaluation of where the turn leads."""

from __future__ import annotations

import random

from ..engine import legal_moves
from ..moves import Move
from ..state import GameState
from ._evaluation import lead
from ._looking_ahead import determinized, is_same_turn, ranked_moves
from ._options import check_whole
from ._pruning import worth_considering
from ._quick_play import hasty_move
from .protocol import BotHooks

RESTLESSNESS = 0.5
PATIENCE = 6
"""
After this round of a phase a turn that gains less than so many groszy is given to a hasty move: players who all wait
for a better one never finish.
"""


class GreedyBot(BotHooks):
    """
    Plays the move that begins the best rest of its turn.

    First moves are ranked by where they lead, the best of them again by their best continuation. The evaluation knows
    the open orders, what transport costs and when a phase is about to end, but nothing of the others' plans.

    Args:
        rng: Its source of chance: what a chamber may hide, and choices between equals.
        width: How many first moves are followed by a second one.
    """

    def __init__(self, rng: random.Random, *, width: int = 6) -> None:
        check_whole("greedy", "width", width, 1)
        self._rng = rng
        self._width = width

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Return the first move of the best turn."""
        candidates = worth_considering(state, moves)
        if len(candidates) == 1:
            return candidates[0]
        guess = determinized(state, self._rng)
        ranked = ranked_moves(guess, candidates, state)
        best, best_value = ranked[0][1], float("-inf")
        for first, move, after in ranked[: self._width]:
            value = first
            if is_same_turn(state, after) and after.turn is not None and after.turn.actions_left:
                following = ranked_moves(after, worth_considering(after, legal_moves(after)), state)
                value = following[0][0]
            if value > best_value:
                best, best_value = move, value
        standing = lead(state, state.turn_seat)
        if best_value - standing < RESTLESSNESS and state.round > PATIENCE:
            return hasty_move(state, candidates, self._rng)
        return best
