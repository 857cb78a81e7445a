"""Shared functions: random playouts of both libraries with the processor time of decisions, and hasty players."""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import magnum_sal as ms

PLAYERS = ("Ada", "Ben", "Cleo", "Dora")
DECISIONS = 400
"""Decisions of a playout: the first decisions of a game."""


def salt_playout(seed: int, players: int = 4) -> tuple[int, float]:
    """Return how many decisions a random playout of Magnum Sal had, and their seconds, without the deal."""
    rng = random.Random(seed)
    state = ms.new_game(PLAYERS[:players], seed=seed)
    decisions = 0
    start = time.process_time()
    while decisions < DECISIONS and not state.is_over:
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
        decisions += 1
    return decisions, time.process_time() - start


def chess_playout(seed: int) -> tuple[int, float]:
    """Return the same for a random game of chess: all legal moves are listed, and one of them is pushed."""
    import chess

    rng = random.Random(seed)
    board = chess.Board()
    decisions = 0
    start = time.process_time()
    while decisions < DECISIONS and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
        decisions += 1
    return decisions, time.process_time() - start


def microseconds_a_decision(playout: Callable[[int], tuple[int, float]], seeds: Iterable[int]) -> float:
    """Return the mean time of a decision over the playouts of *seeds*."""
    played = [playout(seed) for seed in seeds]
    return sum(seconds for _, seconds in played) / sum(decisions for decisions, _ in played) * 1e6


def positions(players: int, seeds: range, every: int) -> Iterator[ms.GameState]:
    """Yield every *every*-th position of random playouts."""
    for seed in seeds:
        rng = random.Random(seed)
        state = ms.new_game(PLAYERS[:players], seed=seed)
        for decisions in range(DECISIONS):
            if state.is_over:
                break
            if decisions % every == every - 1:
                yield state
            state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))


PREFERRED: Final = ("complete_order", "extract_salt", "visit_castle", "rest")


def choose_move(state: ms.GameState, rng: random.Random) -> ms.Move:
    """Choose a move as a hasty player would: the first possible type of ``PREFERRED``, or any sensible move."""
    sensible = ms.sensible_moves(state)
    kinds = sorted({move.type for move in sensible})
    preferred = [kind for kind in PREFERRED if kind in kinds]
    kind = preferred[0] if preferred else rng.choice(kinds)
    if kind == "extract_salt":
        most = max(_cubes(move) for move in sensible)
        return rng.choice([move for move in sensible if _cubes(move) == most])
    return rng.choice([move for move in sensible if move.type == kind])


def _cubes(move: ms.Move) -> int:
    return move.salt.total if isinstance(move, ms.ExtractSalt) else 0
