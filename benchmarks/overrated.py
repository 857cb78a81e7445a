"""
Measure what the judge overrates: how much each feature is really worth, measured in competing turns.

The script plays games of the judge against itself. In some positions it plays several turns side by side, each followed
by ten more rounds (``tools/training/comparing.py``). What a turn gained beyond the other turns is compared with what
the judge predicted. For each phase it prints the features whose error is clear: how many groszy a unit is worth more
(+) or less (-) than the judge says, with a 95 % interval. Features that often change together share their errors, so a
row shows where to look, not what to change.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # for tools

from tools.training.adjusting import find_errors
from tools.training.comparing import compare_turns
from tools.training.measuring import PHASES
from tools.training.selfplay import Plan, run_games

from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import load_judge

_FEWEST = 40
"""The number of turns in which a feature must differ."""


def main() -> None:
    """Play, and print the features with the clearest errors."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--players", type=int, default=2, help="the number of players (default 2)")
    parser.add_argument("--games", type=int, default=360, help="the number of games (default 360)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes; they do not change the result")
    parser.add_argument("--all", action="store_true", help="print every feature, also those without a clear error")
    options = parser.parse_args()
    plan = Plan(options.players, options.games, options.seed, judge=load_judge())
    comparisons = [comparison for of_game in run_games(compare_turns, plan, options.jobs) for comparison in of_game]
    for phase in range(1, PHASES + 1):
        known = [of for of in comparisons if (of.phases == phase).all()]
        print(f"phase {phase}: {len(known)} positions")
        found = list(zip(FEATURES, find_errors(known), strict=True)) if known else []
        for name, error in sorted(found, key=lambda row: -abs(row[1].groszy / row[1].half)):
            low, high = error.groszy - error.half, error.groszy + error.half
            if error.turns >= _FEWEST and (options.all or low > error.half / 2 or high < -error.half / 2):
                print(f"  {name:30} {error.groszy:+.2f} ({low:+.2f} to {high:+.2f}), {error.turns} turns")


if __name__ == "__main__":
    main()
