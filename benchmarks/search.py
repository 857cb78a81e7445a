"""
Measure SearchBot: processor time of an iteration, with the same positions and random numbers each time.

An iteration goes down the tree and plays on for a few decisions. A decision may end early if no other move can catch
up; its unused iterations count all the same. The positions are those of games that SearchBot plays against itself with
few iterations, so that the trees survive from decision to decision. The moves made are hashed into a number: if two
versions print the same number, they made the same moves.
"""

import argparse
import random
import statistics
import time
import zlib

from playouts import PLAYERS

import magnum_sal as ms
from magnum_sal.bots._built_in_bots import SearchBot


def measure_search(seed: int, players: int, decisions: int, iterations: int) -> tuple[float, str]:
    """Return the milliseconds of an iteration in the first decisions of a game, and the moves made."""
    state = ms.new_game(PLAYERS[:players], seed=seed)
    bots = [SearchBot(random.Random(seed * 10 + seat), iterations=iterations) for seat in range(players)]
    spent, searches, moves = 0.0, 0, []
    for _ in range(decisions):
        if state.is_over:
            break
        public, legal = state.public(), ms.legal_moves(state)
        bot = bots[state.turn_seat]
        begin = time.process_time()
        move = bot(public, legal)
        spent += time.process_time() - begin
        searches += 1
        moves.append(ms.format_move(state, move))
        state, events = ms.apply(state, move)
        for other in bots:
            other.observed(move, events)
    return spent / (searches * iterations) * 1e3, " ".join(moves)


def main() -> None:
    """Measure and print the median of the games."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=6, help="games measured (default 6)")
    parser.add_argument("--decisions", type=int, default=30, help="the first decisions of each game (default 30)")
    parser.add_argument("--iterations", type=int, default=60, help="iterations of a decision (default 60)")
    options = parser.parse_args()
    measure_search(99, 2, 5, options.iterations)
    games = [
        measure_search(seed, 2 + seed % 3, options.decisions, options.iterations)
        for seed in range(1, options.games + 1)
    ]
    figures = sorted(figure for figure, _ in games)
    print(f"search, {options.games} games of {options.decisions} decisions, {options.iterations} iterations each")
    print(f"  {statistics.median(figures):.3f} ms an iteration (least {figures[0]:.3f}, most {figures[-1]:.3f})")
    print(f"  moves made: {zlib.crc32(' '.join(moves for _, moves in games).encode()):08x}")


if __name__ == "__main__":
    main()
