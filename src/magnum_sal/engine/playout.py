"""Playouts: play from a position to the end of the game with a function that chooses the moves."""

from __future__ import annotations

import random
from collections.abc import Callable

from .._internal.checks import check_whole
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.moves import Move
from ..model.state import GameState, check_state
from .transitions import apply, legal_moves

__all__ = ["playout"]


def playout(
    state: GameState,
    choose: Callable[[GameState, tuple[Move, ...], random.Random], Move],
    rng: random.Random,
    *,
    decisions: int = 10_000,
) -> GameState:
    """
    Continue from *state* until the game ends or *decisions* moves are made, and return the last position.

    >>> import magnum_sal as ms
    >>> first = ms.new_game(["Ada", "Ben"], seed=7)
    >>> last = playout(first, lambda state, moves, rng: rng.choice(moves), random.Random(1), decisions=100)
    >>> last.phase, last.round > 10
    (1, True)

    Args:
        state: The first position. A public state can be played up to the first unknown piece.
        choose: A function that returns one of the legal moves. It receives the state, its legal moves, and *rng*.
        rng: The source of randomness, passed to *choose*.
        decisions: The maximum number of decisions. Uniformly random moves practically never end a game (PHASE-1).

    Raises:
        IllegalMoveError: *choose* returned an illegal move. The message names the rule and the reason.
        MalformedError: *choose* returned something that is not a move of the ruleset.
        HiddenPieceError: the state is public, and the rule of an extension turns up a piece directly.
        MisuseError: *state* is not a ``GameState``, *choose* is not callable, *rng* is not a ``random.Random``, or
            *decisions* is not an integer of 0 or more.
    """
    check_state(state)
    if not callable(choose):
        raise MisuseError(f"choose: expected a function, got {brief(choose)}")
    if not isinstance(rng, random.Random):
        raise MisuseError(f"rng: expected a random.Random, got {brief(rng)}")
    check_whole("decisions", decisions, 0)
    # A game may never end: only completed orders end a phase (PHASE-1). So the number of decisions is limited.
    for _ in range(decisions):
        moves = legal_moves(state)
        if not moves:
            break
        state = apply(state, choose(state, moves, rng)).state
    return state
