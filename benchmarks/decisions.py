"""
Compare decisions per second in random playouts of this library and of python-chess, in turns in the same run.

A decision is one step of a search: list all legal moves, choose one, and apply it, including the events. Ours are the
first 400 decisions of uniformly random games, of four players by default. Each round plays new seeds, so that no
position occurs twice, with a slice of chess before and after. The times depend on the machine, but the ratio hardly
does.
"""

import argparse
import statistics
from functools import partial

from playouts import chess_playout, microseconds_a_decision, salt_playout

import magnum_sal as ms


def measure_round(number: int, games: int, players: int) -> tuple[float, float]:
    """Return the figures of a round: this library's and python-chess's microseconds per decision."""
    first = 2 * number * games
    before = microseconds_a_decision(chess_playout, range(first, first + games))
    salt = microseconds_a_decision(partial(salt_playout, players=players), range(first, first + 2 * games))
    after = microseconds_a_decision(chess_playout, range(first + games, first + 2 * games))
    return salt, (before + after) / 2


def main() -> None:
    """Measure and print the medians of the rounds, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--rounds", type=int, default=150, help="how often both are measured (default 150)")
    parser.add_argument("--games", type=int, default=2, help="chess games in each of a round's two slices (default 2)")
    parser.add_argument("--players", type=int, default=4, help="players of Magnum Sal (default 4)")
    options = parser.parse_args()
    figures = [measure_round(number, options.games, options.players) for number in range(options.rounds)]
    salt, chess = (statistics.median(column) for column in zip(*figures, strict=True))
    low, middle, high = statistics.quantiles((chess / salt for salt, chess in figures), n=4)
    build = "compiled" if getattr(ms, "is_compiled", False) else "pure"
    print(f"decisions, {options.rounds} rounds of {2 * options.games} games, {options.players} players, {build} build")
    print(f"  magnum_sal    {salt:6.1f} us a decision, {1e6 / salt:6.0f} a second")
    print(f"  python-chess  {chess:6.1f} us a decision, {1e6 / chess:6.0f} a second")
    print(f"  ratio of decisions a second, ours to python-chess's: {middle:.2f} (quartiles {low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
