"""Random playouts of both libraries, with the processor time of their decisions; the benchmarks share them."""

import random
import time
from collections.abc import Iterator

import magnum_sal as ms

PLAYERS = ("Ada", "Ben", "Cleo", "Dora")
DECISIONS = 400
"""Decisions of a playout: the first ones of a game."""


def salt_playout(seed: int, players: int = 4) -> tuple[int, float]:
    """Return how many decisions a random playout of Magnum Sal had, and their seconds; the deal is not among them."""
    rng = random.Random(seed)
    state = ms.new_game(PLAYERS[:players], seed=seed)
    decisions = 0
    start = time.process_time()
    while decisions < DECISIONS and not state.is_over:
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
        decisions += 1
    return decisions, time.process_time() - start


def chess_playout(seed: int) -> tuple[int, float]:
    """Return the same for a random game of chess: all legal moves listed, one of them pushed."""
    import chess

    rng = random.Random(seed)
    board = chess.Board()
    decisions = 0
    start = time.process_time()
    while decisions < DECISIONS and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
        decisions += 1
    return decisions, time.process_time() - start


def positions(players: int, seeds: range, every: int) -> Iterator[ms.GameState]:
    """Yield every so many positions of random playouts."""
    for seed in seeds:
        rng = random.Random(seed)
        state = ms.new_game(PLAYERS[:players], seed=seed)
        for decisions in range(DECISIONS):
            if state.is_over:
                break
            if decisions % every == every - 1:
                yield state
            state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
