"""Ratings of bots that have all played each other: Bradley and Terry's, on the scale of Elo's, with intervals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log10
from typing import Final, NamedTuple

from .statistics import MatchResults

_SCALE: Final = 400.0
"""Points of difference that make the one ten times as likely to win as the other."""

_SWEEPS: Final = 500
_NEAR: Final = 1e-6
"""The ratings are found when no strength changes by a larger part of itself."""

SAMPLES: Final = 1000


class Duel(NamedTuple):
    """The numbers of two bots, and what the one and the other has won against each other."""

    bot: int
    other: int
    wins: float
    losses: float


def ratings_of(bots: int, duels: Sequence[Duel]) -> list[float]:
    """
    Return the rating of each bot, such that their mean is 0.

    Every two get one game more, which nobody has won: otherwise a bot that wins all its games has no rating at all.

    >>> [round(rating) for rating in ratings_of(2, [Duel(0, 1, 10, 1)])]
    [169, -169]
    """
    strengths = [1.0] * bots
    opponents: list[list[tuple[int, float]]] = [[] for _ in range(bots)]
    won = [0.0] * bots
    for bot, other, wins, losses in duels:
        games = wins + losses + 1.0
        opponents[bot].append((other, games))
        opponents[other].append((bot, games))
        won[bot] += wins + 0.5
        won[other] += losses + 0.5
    for _ in range(_SWEEPS):
        change = 0.0
        for bot, played in enumerate(opponents):
            old = strengths[bot]
            new = won[bot] / sum([games / (old + strengths[other]) for other, games in played])
            change = max(change, abs(new / old - 1.0))
            strengths[bot] = new
        if change < _NEAR:
            break
    points = [_SCALE * log10(strength) for strength in strengths]
    mean = sum(points) / bots
    return [rating - mean for rating in points]


def rating_intervals(
    bots: Sequence[str], matches: Sequence[MatchResults], *, seed: int = 0
) -> list[tuple[float, float]]:
    """Return the 95 % interval of each bot's rating, by drawing whole setups many times, the same for all pairs."""
    setups = 1 + max((game.setup for results in matches for game in results.games), default=-1)
    tallies = [_wins_by_setup(results, setups) for results in matches]
    numbers = [tuple(map(bots.index, results.match.bots)) for results in matches]
    rng = random.Random(seed)
    drawn = []
    for _ in range(SAMPLES):
        draw = [int(rng.random() * setups) for _ in range(setups)]
        duels = [
            Duel(bot, other, sum(map(wins.__getitem__, draw)), sum(map(losses.__getitem__, draw)))
            for (bot, other), (wins, losses) in zip(numbers, tallies, strict=True)
        ]
        drawn.append(ratings_of(len(bots), duels))
    low, high = int(0.025 * SAMPLES), int(0.975 * SAMPLES)
    return [(sorted(of)[low], sorted(of)[high]) for of in zip(*drawn, strict=True)]


def _wins_by_setup(results: MatchResults, setups: int) -> tuple[list[float], list[float]]:
    wins, losses = [0.0] * setups, [0.0] * setups
    for game in results.games:
        wins[game.setup] += game.shares[0]
        losses[game.setup] += game.shares[1]
    return wins, losses
