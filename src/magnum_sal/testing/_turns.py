"""Check that every turn ends: no moves without an action can be repeated forever (TURN-2)."""

from __future__ import annotations

import random
from typing import Final

from ..engine.transitions import apply, legal_moves
from ..model.moves import Move
from ..model.state import GameState
from ..rules.standard import STANDARD
from ._promises import CheckedPosition, Complaints, shorten_move

_LONGEST: Final = 100
"""The number of moves in a row without an action after which a turn counts as endless."""


def check_turns(asked: CheckedPosition) -> Complaints:
    """Check that the player cannot make 100 moves in a row without using an action or ending the turn."""
    # The walk is random, because an endless turn may need several kinds of move that undo each other. A walk that pays
    # for its moves runs out of money, and one that uses tools runs out of cards.
    state, last, kinds = asked.state, None, dict[str, None]()
    for number in range(_LONGEST):
        found = _free_move(state, asked.rng)
        if found is None:
            return
        last, state = found
        # The first moves may settle what was due, such as arrivals at the castle, so the complaint leaves them out.
        if number >= _LONGEST // 2:
            kinds[last.type] = None
    several = "rules" if len(kinds) > 1 else "rule"
    yield (
        f"a turn need never end: after {_LONGEST} moves without an action, {shorten_move(last)} is still legal; the "
        f"{several} of {', '.join(map(repr, kinds))} must limit such moves, for example with a count in a "
        "part of the state"
    )


def _free_move(state: GameState, rng: random.Random) -> tuple[Move, GameState] | None:
    """Return a random move that neither uses an action nor ends the turn, and the state after it."""
    moves: dict[type[Move], list[Move]] = {}
    for move in legal_moves(state):
        moves.setdefault(type(move), []).append(move)
    kinds = rng.sample(list(moves), len(moves))
    # The moves of the extension come first, because finding out what a move uses requires applying it.
    for kind in sorted(kinds, key=lambda kind: kind in STANDARD.by_move):
        chosen = rng.choice(moves[kind])
        after = apply(state, chosen).state
        if _is_as_long(state, after):
            return chosen, after
    return None


def _is_as_long(before: GameState, after: GameState) -> bool:
    if after.turn is None or before.turn is None or after.turn.actions_left < before.turn.actions_left:
        return False
    return (before.phase, before.round, before.turn_seat) == (after.phase, after.round, after.turn_seat)
