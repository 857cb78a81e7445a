"""
Replays whole games from the pieces that they turn up, and compares outcomes with determinizations: `nox -s chance`.

Each option is for one of the two checks, and `--seed` for both.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.frequencies import compare_frequencies
from tests.replaying import replay_games


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both checks, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_chance", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="that are replayed (default: %(default)s)")
    parser.add_argument("--draws", type=int, default=10_000, help="from each position (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=3, help="of the first game and of the draws (default: %(default)s)")
    options = parser.parse_args(arguments)
    pieces = replay_games(options.games, options.seed)
    sys.stdout.write(f"{options.games} games, {pieces} pieces turned up: the same states and events\n")
    return 0 if compare_frequencies(options.draws, options.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
