"""
Games played by the pure and by the compiled build, which must be exactly the same.

Each build plays in its own process and reports everything: all lists of moves, events and states, and the refusals with
their reasons. The first line that differs is printed.

``python -m tests.both_builds --games 100`` needs the compiled library.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import magnum_sal as ms
from magnum_sal.testing._near_misses import list_near_misses
from magnum_sal.testing.strategies import NAMES, VARIANTS

ROOT = Path(__file__).parent.parent
LONGEST = 300
"""The largest number of decisions in a game; most games end earlier."""


def told(first: int, games: int) -> Iterator[str]:
    """Yield what happens in the games with these seeds, one line for each fact."""
    yield f"compiled: {ms.is_compiled}"
    for seed in range(first, first + games):
        rng = random.Random(seed)
        ruleset = VARIANTS[seed % len(VARIANTS)]
        state = ms.new_game(NAMES[: 2 + seed % 3], seed=seed, ruleset=ruleset)
        yield f"game {seed}: {ms.to_json(state)}"
        for decision in range(LONGEST):
            if state.is_over:
                break
            moves = ms.legal_moves(state)
            yield f"{seed}/{decision} moves: {moves!r}"
            move = rng.choice(ms.sensible_moves(state) if seed % 2 else moves)
            for near in list_near_misses(move)[:3]:
                yield f"{seed}/{decision} {near!r}: {ms.objection(state, near)}"
            state, events = ms.apply(state, move)
            yield f"{seed}/{decision} events: {events!r}"
            if decision % 10 == 0:
                yield f"{seed}/{decision} state: {ms.to_json(state)} {ms.to_json(state.public())}"
        yield f"{seed} scores: {state.scores!r}"


def differences(games: int, first: int = 0) -> list[str]:
    """Return the first line in which the builds differ, or an empty list if they report the same."""
    command = [sys.executable, "-m", "tests.both_builds", "--tell", "--games", str(games), "--first", str(first)]
    pure, compiled = (
        subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "MAGNUM_SAL_PURE": choice}
        ).stdout.splitlines()
        for choice in ("1", "")
    )
    assert (pure[0], compiled[0]) == ("compiled: False", "compiled: True"), (pure[0], compiled[0])
    pairs = zip_longest(pure[1:], compiled[1:])
    return [f"pure:     {ours}\ncompiled: {theirs}" for ours, theirs in pairs if ours != theirs][:1]


def main() -> None:
    """Print what happens in this build, or compare the two builds."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games to play (default 100)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first one (default 0)")
    parser.add_argument("--tell", action="store_true", help="tell what happens in this build")
    options = parser.parse_args()
    if options.tell:
        for line in told(options.first, options.games):
            sys.stdout.write(f"{line}\n")
        return
    found = differences(options.games, options.first)
    sys.stdout.write("\n".join(found) + "\n" if found else f"{options.games} games are the same in both builds\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
