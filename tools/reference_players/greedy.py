"""Greedy: the best turn within sight, by an evaluation of the resulting position."""

from __future__ import annotations

import random

from magnum_sal import GameState, Move, apply, legal_moves
from magnum_sal.bots import BotHooks
from magnum_sal.model.mine import spaces_in

from .determinize import determinized
from .evaluation import lead
from .options import check_whole
from .policy import IDLENESS, hasty_move, is_idle
from .pruning import worth_considering

RESTLESSNESS = 0.5
PATIENCE = 6
"""
The round of a phase after which a hasty move replaces a turn that gains less than this many groszy. If all players wait
for a better turn, the phase never ends.
"""


class Greedy(BotHooks):
    """
    A player that makes the move with which the best rest of its turn begins.

    It ranks first moves by the resulting positions, and the best of them again by their best continuation. The
    evaluation considers the open orders, the price of transport and the approaching end of a phase, but not the others'
    plans.

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


def is_same_turn(before: GameState, after: GameState) -> bool:
    """Return whether *after*, which follows *before* by a few moves, belongs to the same turn."""
    return (
        after.turn_seat == before.turn_seat
        and after.round == before.round
        and after.phase == before.phase
        and not after.is_over
    )


def ranked_moves(state: GameState, moves: tuple[Move, ...], known: GameState) -> list[tuple[float, Move, GameState]]:
    """
    Return *moves* with the value and the state that each leads to, the best first; equals keep their order.

    Args:
        state: The position, with guessed hidden pieces.
        moves: Legal moves in *state*.
        known: A position whose face-up pieces are known; those turned up since count as unknown.
    """
    seat = state.turn_seat
    ranked = []
    for move in moves:
        after = apply(state, move).state
        value = lead(after, seat, newly_revealed(known, after))
        ranked.append((value - IDLENESS if is_idle(move) else value, move, after))
    ranked.sort(key=lambda entry: -entry[0])
    return ranked


def newly_revealed(known: GameState, after: GameState) -> frozenset[str]:
    """Return the chambers that are revealed in *after* but not in *known*."""
    if known.mine is after.mine:
        return frozenset()
    return frozenset(spaces_in(after.mine.revealed & ~known.mine.revealed))
