"""
Play every built-in bot under every switch with two, three and four players, and stop at the first failure.

The arena plays the games under the policy ``raise``: an illegal move, an exception or a failed process ends the run.
The JavaScript example takes part if node is installed. The search has a small budget here, but runs the same code.
"""

import argparse
import shutil
import time
from itertools import product
from pathlib import Path
from typing import Any

import attrs

import magnum_sal as ms
from magnum_sal.arena import play_match
from magnum_sal.model.switches import SWITCHES
from magnum_sal.words import ruleset_label

EXAMPLE = Path(__file__).parent.parent / "examples" / "bots" / "bot.js"
BOTS = ("search:iterations=4,sample=3", "greedy:width=2", "random")


def table(players: int) -> tuple[str, ...]:
    """Return the bots for *players* seats. Every bot plays at one of the tables of two, three and four."""
    program = (f"process:node {EXAMPLE}",) if shutil.which("node") else ("random",)
    return {2: BOTS[:2], 3: BOTS, 4: BOTS + program}[players]


def rulesets() -> list[ms.Ruleset]:
    """Return the standard game, the game with each switch alone, and the game with all switches."""
    on = {switch.name: switch.on for switch in SWITCHES}
    changes: list[dict[str, Any]] = [{}, *({name: setting} for name, setting in on.items()), on]
    return [attrs.evolve(ms.STANDARD, **change) for change in changes]


def main() -> None:
    """Play and print a line for each variant and number of players."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--setups", type=int, default=1, help="setups of each kind, each in all rotations (default 1)")
    parser.add_argument("--seed", type=int, default=0, help="decides the games (default 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play (default 1)")
    options = parser.parse_args()
    start, games, moves = time.perf_counter(), 0, 0
    for ruleset, players in product(rulesets(), (2, 3, 4)):
        results = play_match(
            table(players),
            players * options.setups,
            options.seed,
            ruleset=ruleset,
            policy="raise",
            jobs=options.jobs,
        )
        games += len(results.games)
        moves += sum(game.moves for game in results.games)
        print(f"{players} players, {ruleset_label(ruleset)}: {dict(results.endings)}")
    print(f"{games} games, {moves} moves, no failure, {time.perf_counter() - start:.0f} seconds")


if __name__ == "__main__":
    main()
