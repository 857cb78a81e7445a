"""Looking one move ahead: what each move leads to is worth, the best first."""

from __future__ import annotations

import random

from ..engine import apply
from ..mine import CHAMBERS
from ..moves import Move
from ..state import GameState
from ._evaluation import Holdings, lead
from ._quick_play import idleness


def determinized(state: GameState, rng: random.Random) -> GameState:
    """Return a full state that may be behind the public *state*."""
    from .._determinize import determinize

    return determinize(state, rng)


def is_same_turn(before: GameState, after: GameState) -> bool:
    """Say whether *after* belongs to the same turn as *before*, of which it is a successor by a few moves."""
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
        moves: Legal moves of it.
        known: A position whose face-up pieces are known; those turned up since count as unknown.
    """
    seat = state.turn_seat
    ranked = []
    before = Holdings(state)
    for move in moves:
        after = apply(state, move).state
        value = lead(after, seat, newly_revealed(known, after), before)
        ranked.append((value - idleness(move), move, after))
    ranked.sort(key=lambda entry: -entry[0])
    return ranked


def newly_revealed(known: GameState, after: GameState) -> frozenset[str]:
    """Return the chambers whose tiles have been turned up in *after* but not in *known*."""
    if known.mine is after.mine:
        return frozenset()
    return frozenset(
        chamber
        for chamber, before, now in zip(CHAMBERS, known.mine.tiles, after.mine.tiles, strict=True)
        if now is not None and before is None
    )
