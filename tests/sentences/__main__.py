"""
Play many games, ask for objections to moves in some positions, and compare the answers with the oracle.

``python -m tests.sentences --games 500`` prints the number of questions, the refusals by kind of move, rule and reason,
and the gaps by name. It also prints each difference with the position that reproduces it. The exit code is 1 if there
is a difference.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from tests.sentences.asking import moves_to_ask, positions
from tests.sentences.checking import Report, ask
from tests.sentences.combinations import COMBINATIONS, GAPS, GAPS_OF_KINDS
from tests.sentences.constructed import constructed

FIRST_SEED = 36
"""The seed of the first game, for the program and for the daily test."""


def play_and_ask(report: Report, games: int, first_seed: int, *, asked: int, each: int) -> None:
    """Ask in *asked* positions of each of the *games* about *each* moves of every kind."""
    for seed in range(first_seed, first_seed + games):
        rng = random.Random(seed)
        for state in positions(seed, most_moves=400, asked=asked):
            ask(state, moves_to_ask(state, rng, each), report)


def summary(report: Report, in_play: int) -> str:
    """Return a summary of the questions and findings in lines."""
    covered, open_ones = report.covered, COMBINATIONS - set(report.covered)
    lines = [
        f"{report.positions:,} positions, {report.moves:,} moves and {report.kinds:,} kinds of move asked",
        f"{covered.total():,} refusals, {len(covered)} combinations of move, rule and reason ({in_play} in play)",
        *(f"  {count:>9,}  {' '.join(combination)}" for combination, count in sorted(covered.items())),
        *(f"not covered: {' '.join(combination)}" for combination in sorted(open_ones)),
        *(f"gap: {reason}: {why}" for reason, why in GAPS.items()),
        *(f"gap: {' '.join(combination)}: {why}" for combination, why in GAPS_OF_KINDS.items()),
        f"{report.counts.total():,} differences",
        *(
            f"  {count:>9,}  {what}: {' '.join(of)}: {words}"
            for (what, of, words), count in report.counts.most_common()
        ),
        *(f"{wrong.what}: {wrong.sentence}\n    {wrong.told}" for wrong in report.found),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask in games and in the constructed positions, print the summary, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="of the first game; the others follow it")
    parser.add_argument("--asked", type=int, default=14, help="positions of each game")
    parser.add_argument("--each", type=int, default=8, help="moves of each kind that are asked in a position")
    options = parser.parse_args(arguments)
    report = Report(most=1)
    play_and_ask(report, options.games, options.seed, asked=options.asked, each=options.each)
    in_play = len(report.covered)
    for state, moves in constructed():
        ask(state, moves, report)
    sys.stdout.write(summary(report, in_play))
    return 1 if report.found or set(report.covered) != COMBINATIONS else 0


if __name__ == "__main__":
    sys.exit(main())
