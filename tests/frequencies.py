"""Statistics on how well frequencies match probabilities, mainly for outcomes in many determinizations."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import cache
from math import sqrt

from tests.replaying import NAMES, turned_up

import magnum_sal as ms
from magnum_sal.testing.players import finisher, play

MOST = 5
"""The number of standard deviations above which frequencies do not match."""


def surprise(counted: Counter[Hashable], expected: dict[Hashable, Fraction]) -> float:
    """
    Return by how many standard deviations chi-square exceeds its mean, for counts and their probabilities.

    The result is infinite if something was counted that is not expected.
    """
    if counted.keys() - expected.keys():
        return float("inf")
    draws = counted.total()
    chi_square = sum((counted[thing] - draws * share) ** 2 / (draws * share) for thing, share in expected.items())
    freedom = len(expected) - 1
    return (float(chi_square) - freedom) / sqrt(2 * freedom) if freedom else 0.0


def shares(pieces: Iterable[Hashable]) -> dict[Hashable, Fraction]:
    """Return the probability of each piece, if one of *pieces* is drawn."""
    counts = Counter(pieces)
    return {piece: Fraction(count, counts.total()) for piece, count in counts.items()}


@cache
def waiting_moves(moves: int, seed: int = 3) -> dict[str, tuple[ms.GameState, ms.Move]]:
    """Return public states of a game by pile, each with the first move that turns up a piece of this pile."""
    found: dict[str, tuple[ms.GameState, ms.Move]] = {}
    start = ms.new_game(NAMES[:3], seed=seed)
    for state, move, _ in play(start, finisher, random.Random(seed), moves):
        public = state.public()
        pending = ms.apply(public, move).state.pending
        if pending is not None:
            found.setdefault(f"{pending.pile} of phase {state.phase}", (public, move))
    return found


def counted(state: ms.GameState, move: ms.Move, draws: int, rng: random.Random) -> Counter[Hashable]:
    """Return counts of the first piece that *move* turns up, in *draws* full states drawn from a public one."""
    known = len(ms.apply(state, move).events)
    counts = Counter[Hashable]()
    for _ in range(draws):
        counts[turned_up(ms.apply(ms.determinize(state, rng), move).events[known])] += 1
    return counts


def compare_frequencies(draws: int, seed: int) -> bool:
    """
    Print how often each piece is expected and drawn in positions of a game.

    Return whether the numbers match in all positions.
    """
    worst = 0.0
    for name, (state, move) in waiting_moves(2000, seed).items():
        expected: dict[Hashable, Fraction] = dict(ms.outcomes(ms.apply(state, move).state))
        rng = random.Random(f"{name}, {seed}")
        counts = counted(state, move, draws, rng)
        found = surprise(counts, expected)
        if found > MOST:  # This happens by chance once in some hundred positions, but hardly twice in the same one.
            counts = counted(state, move, draws, rng)
            found = surprise(counts, expected)
        worst = max(worst, found)
        pieces = ", ".join(f"{piece} {float(draws * share):.0f}/{counts[piece]}" for piece, share in expected.items())
        sys.stdout.write(f"{name}: chi-square {found:+.2f} deviations from its mean; expected/drawn: {pieces}\n")
    return worst <= MOST
