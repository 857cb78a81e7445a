"""Functions that choose moves in test games: some finish the games, others try everything."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from ..engine.steps import Transition
from ..engine.transitions import apply, legal_moves
from ..model.mine import spaces_in
from ..model.moves import CompleteOrder, ExtractSalt, Move, Pass, PayPenalty, Rest, VisitCastle, VisitMarket
from ..model.state import GameState
from ..queries.facts import completable_orders

__all__ = ["Chooser", "any_kind", "any_move", "finisher", "play"]

Chooser: TypeAlias = Callable[[GameState, Sequence[Move], random.Random], Move]
"""A function that chooses one of the legal moves of a state."""


def any_move(_: GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose a move uniformly at random. Games between such players practically never end."""
    return rng.choice(moves)


def any_kind(_: GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose a kind of move at random, then a move of that kind. Uses tools and buildings more than ``any_move``."""
    kind = rng.choice(list(dict.fromkeys(move.type for move in moves)))
    return rng.choice([move for move in moves if move.type == kind])


def finisher(state: GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose moves that finish the game: deliver, extract, and go to the castle only with salt for an order."""
    useful = _list_useful_kinds(state)
    wanted = [move for move in moves if isinstance(move, useful)]
    if wanted and rng.random() < 0.9:
        return any_kind(state, wanted, rng)
    harmless = [move for move in moves if not isinstance(move, (VisitCastle, VisitMarket, Pass, Rest))]
    return any_kind(state, harmless or moves, rng)


def _list_useful_kinds(state: GameState) -> tuple[type[Move], ...]:
    """Return the kinds of moves that bring the game closer to its end."""
    kinds: tuple[type[Move], ...] = (CompleteOrder, PayPenalty, ExtractSalt)
    player, seat, mine = state.player, state.turn_seat, state.mine
    if len(completable_orders(state)) > player.line_left + player.line_right:
        kinds += (VisitCastle,)
    if sum(mine.tired_in(space, seat) for space in spaces_in(mine.tired[seat])) > 1:
        kinds += (Rest,)
    return kinds


def play(
    state: GameState, chooser: Chooser, rng: random.Random, most_moves: int
) -> Iterator[tuple[GameState, Move, Transition]]:
    """Yield each state with the chosen move and its transition, for up to *most_moves* moves or until the game ends."""
    for _ in range(most_moves):
        if state.is_over:
            return
        move = chooser(state, legal_moves(state), rng)
        transition = apply(state, move)
        yield state, move, transition
        state = transition.state
