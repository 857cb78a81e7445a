"""Playing on from a position, as far as somebody who chooses moves leads."""

from __future__ import annotations

import random
from collections.abc import Callable

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
    Play on from *state* and return the last position: that of the game's end, or after so many *decisions*.

    >>> import magnum_sal as ms
    >>> first = ms.new_game(["Ada", "Ben"], seed=7)
    >>> last = playout(first, lambda state, moves, rng: rng.choice(moves), random.Random(1), decisions=100)
    >>> last.phase, last.round > 10
    (1, True)

    Args:
        state: Where to begin; it stays as it is. A public one is played on up to the first piece that nobody knows.
        choose: Returns one of the legal moves, given the state as it is, these moves, and *rng*.
        rng: Where *choose* takes its chance from.
        decisions: The most decisions; uniformly random ones practically never end a game (PHASE-1).

    Raises:
        IllegalMoveError: *choose* returned a move that the rules do not allow; it says which rule, and why.
        MalformedError: what *choose* returned is no move of the ruleset.
        HiddenPieceError: the state is public, and the move would turn up a piece nobody knows.
        MisuseError: *state* is none, *choose* cannot be called, *rng* is no ``random.Random``, or *decisions* is no
            number of 0 or more.
    """
    check_state(state)
    if not callable(choose):
        raise MisuseError(f"choose: {brief(choose)} cannot be called")
    if not isinstance(rng, random.Random):
        raise MisuseError(f"rng: {brief(rng)} is not a random.Random")
    if type(decisions) is not int or decisions < 0:
        raise MisuseError(f"decisions: {brief(decisions)} is not a whole number of 0 or more")
    for _ in range(decisions):
        moves = legal_moves(state)
        if not moves:
            break
        state = apply(state, choose(state, moves, rng)).state
    return state
