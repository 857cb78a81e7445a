"""
Choose games to record by a greedy cover of the demands, which takes the game that adds most for its size.

``PYTHONPATH=examples:examples/expansion/src python -m tests.games.covering --candidates 600`` plays 600 games. It
prints the plans that add something to the recorded games, and the demands that no game meets.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs
from tests.games.contents import Item, contents, refusals
from tests.games.demands import DEMANDS, EXCEPTIONS
from tests.games.players import CHOOSERS
from tests.games.playing import RULESETS, Plan, play
from tests.games.stored import STORED
from tests.games.witnesses import witnesses_of

import magnum_sal as ms
from magnum_sal.model.switches import SWITCHES

LENGTHS: Final = (60, 120, 250, 1500, 1500)
"""The possible numbers of steps of candidates, all equally likely."""


@attrs.frozen
class Candidate:
    """A game that could be recorded."""

    plan: Plan
    size: int
    """The size of its log in bytes."""
    items: frozenset[Item]
    """The demands that the game meets."""


def candidates(first_seed: int, number: int) -> Iterator[Candidate]:
    """Yield games of all kinds, one for each seed."""
    for seed in range(first_seed, first_seed + number):
        plan = _planned(seed)
        game = play(plan)
        has: Iterable[Item] = {**contents(game, ms.LOG_SCHEMA), **refusals(game, plan.name)}
        size = sum(len(line.encode()) for line in game.log.lines())
        yield Candidate(plan, size, frozenset(has) & frozenset(DEMANDS))


def _planned(seed: int) -> Plan:
    rng = random.Random(seed)
    ruleset = rng.choice(RULESETS) if rng.random() < 0.35 else ms.STANDARD
    chosen = rng.sample(SWITCHES, rng.choice((0, 1, 1, 2, 3, len(SWITCHES))))
    steps = rng.choice(LENGTHS)
    return Plan(
        name=f"seed_{seed}",
        seed=seed,
        players=2 + seed % 3,
        ruleset=ruleset.name,
        switches={switch.name: switch.on for switch in SWITCHES if switch in chosen},
        chooser=rng.choice(tuple(CHOOSERS)) if steps < 1000 else "finisher",
        at_table=rng.random() < 0.25,
        steps=steps,
        undo_every=rng.choice((0, 0, 0, 40)) if steps < 1000 else 0,
        end=rng.choice(("", "supper is ready", "the inn closes")) if steps < 1000 else "",
    )


def cover(found: Sequence[Candidate], had: Iterable[Item]) -> Iterator[tuple[Candidate, frozenset[Item]]]:
    """Yield the candidates of a greedy cover, each with the demands that it adds."""
    missing = frozenset(DEMANDS) - frozenset(had)
    left = list(found)
    while left:
        best = max(left, key=lambda one: len(one.items & missing) / one.size)
        added = best.items & missing
        if not added:
            return
        left.remove(best)
        missing -= added
        yield best, added


def stored_items() -> Iterator[Item]:
    """Yield the items of the stored games."""
    for stored in STORED:
        yield from (witness.item for witness in witnesses_of(stored))


def main() -> None:
    """Play candidates and print a cover."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--candidates", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    had = {*EXCEPTIONS, *stored_items()}
    missing, total = set(DEMANDS) - had, 0
    for candidate, added in cover(list(candidates(options.seed, options.candidates)), had):
        missing -= added
        total += candidate.size
        told = ", ".join(" ".join(item) for item in sorted(added)[:6])
        sys.stdout.write(f"{candidate.plan}\n    {candidate.size:,} bytes, adds {len(added)}: {told}\n")
    sys.stdout.write(f"{total:,} bytes in all\n")
    for kind, name in sorted(missing):
        sys.stdout.write(f"nobody has {kind}: {name}\n")


if __name__ == "__main__":
    main()
