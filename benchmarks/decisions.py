"""
Measure microseconds per decision in random games, beside python-chess's random playouts.

A decision is what a search does at each step: list all legal moves, choose one, apply it, events
included. The games are uniformly random ones of four players, their first 400 decisions. The absolute figures
depend on the machine; the ratio to python-chess, taken in the same run, can be compared between commits.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator

import chess

import magnum_sal as ms

PLAYERS = ("Ada", "Ben", "Cleo", "Dora")
DECISIONS_A_GAME = 400


def salt_decisions(seed: int) -> int:
    """Play the first decisions of one random game of Magnum Sal; return how many there were."""
    rng = random.Random(seed)
    state = ms.new_game(PLAYERS, seed=seed)
    for decisions in range(DECISIONS_A_GAME):
        if state.is_over:
            return decisions
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
    return DECISIONS_A_GAME


def chess_decisions(seed: int) -> int:
    """Play the first decisions of one random game of chess; return how many there were."""
    rng = random.Random(seed)
    board = chess.Board()
    for decisions in range(DECISIONS_A_GAME):
        moves = list(board.legal_moves)
        if not moves:
            return decisions
        board.push(rng.choice(moves))
    return DECISIONS_A_GAME


def microseconds_per_decision(play: Callable[[int], int], games: int) -> float:
    """Return the mean time of a decision over *games* games, the first of which has seed 0."""
    decisions = 0
    start = time.perf_counter()
    for seed in range(games):
        decisions += play(seed)
    return (time.perf_counter() - start) / decisions * 1e6


def measured(rounds: int, games: int) -> Iterator[tuple[float, float]]:
    """Yield the two figures of each round: this library's and python-chess's, measured in turns."""
    for _ in range(rounds):
        salt = microseconds_per_decision(salt_decisions, games)
        yield salt, microseconds_per_decision(chess_decisions, games)


def main() -> None:
    """Measure and print the medians of the rounds, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often both are measured (default 5)")
    parser.add_argument("--games", type=int, default=10, help="games of each a round (default 10)")
    options = parser.parse_args()
    salt_decisions(0)  # both libraries warmed up, imports and tables included
    chess_decisions(0)
    figures = list(measured(options.rounds, options.games))
    for salt, board in figures:
        print(f"magnum_sal {salt:8.1f} us   python-chess {board:8.1f} us   ratio {salt / board:5.2f}")
    salt, board = (statistics.median(column) for column in zip(*figures, strict=True))
    ratio = statistics.median(salt / board for salt, board in figures)
    print(f"median     {salt:8.1f} us   python-chess {board:8.1f} us   ratio {ratio:5.2f}")


if __name__ == "__main__":
    main()
