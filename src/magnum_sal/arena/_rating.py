"""
Ratings of bots that have all played each other, with intervals.

The ratings follow the Bradley-Terry model on the Elo scale.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import inf, log10
from typing import Final, NamedTuple

from ._bootstrap import FEWEST_SETUPS
from .statistics import MatchResults

_SCALE: Final = 400.0
"""The difference in points that makes winning ten times as likely as losing."""

_SWEEPS: Final = 500
_NEAR: Final = 1e-6
"""The iteration stops when no strength changes by more than this fraction."""

SAMPLES: Final = 1000


class Duel(NamedTuple):
    """The numbers of two bots, and the wins of each over the other."""

    bot: int
    other: int
    wins: float
    losses: float


def compute_ratings(bots: int, duels: Sequence[Duel]) -> list[float]:
    """
    Compute the rating of each bot; the mean of all ratings is 0.

    Each pair gets one additional drawn game. Otherwise a bot that wins all its games would have an infinite rating.

    >>> [round(rating) for rating in compute_ratings(2, [Duel(0, 1, 10, 1)])]
    [169, -169]
    """
    # In the model of Bradley and Terry ("Rank Analysis of Incomplete Block Designs: I. The Method of Paired
    # Comparisons", 1952) each bot has a strength, and two bots share their wins in proportion to their strengths. The
    # strengths that make the observed wins most likely have no closed form.
    #
    # Zermelo's iteration (1929) finds them. A strength becomes the bot's wins divided by the sum of ``games / (own +
    # other)`` over its opponents. If the strengths no longer change, each bot's expected wins equal its wins, which is
    # the condition for the maximum. A step never lowers the likelihood: it maximizes a lower bound that touches the
    # likelihood at the old strengths (D. R. Hunter, "MM Algorithms for Generalized Bradley-Terry Models", 2004). A new
    # strength is used at once for the bots after it in the same sweep.
    #
    # The maximum exists and is unique if no group of bots has won all its games against the rest. The additional draw
    # for each pair ensures this. A sweep takes two steps for each pair.
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


def rate_bots(bots: Sequence[str], matches: Sequence[MatchResults]) -> list[tuple[float, float, float]]:
    """
    Compute the rating of each bot and the ends of its 95 % confidence interval.

    The interval comes from a bootstrap over whole setups, which are the same for all pairs. It is infinite if there are
    too few of them.
    """
    # A results file may contain any games of a match, with gaps between their numbers and with huge numbers. So a setup
    # is found by its position among those that were played.
    played = sorted({game.setup for results in matches for game in results.games})
    places = {setup: place for place, setup in enumerate(played)}
    tallies = [(tuple(map(bots.index, results.match.bots)), _wins_by_setup(results, places)) for results in matches]

    def rate(drawn: Sequence[int]) -> list[float]:
        duels = [
            Duel(bot, other, sum(map(wins.__getitem__, drawn)), sum(map(losses.__getitem__, drawn)))
            for (bot, other), (wins, losses) in tallies
        ]
        return compute_ratings(len(bots), duels)

    setups = len(played)
    if setups < FEWEST_SETUPS:
        return [(rating, -inf, inf) for rating in rate(range(setups))]
    # All pairs played the same setups, and a setup can affect several pairs in the same way. So each sample draws
    # setups once and uses their games in all pairs. With a fixed seed, the same results give the same intervals.
    rng = random.Random(0)
    samples = [rate([int(rng.random() * setups) for _ in range(setups)]) for _ in range(SAMPLES)]
    low, high = int(0.025 * SAMPLES), int(0.975 * SAMPLES)
    sampled = map(sorted, zip(*samples, strict=True))
    return [(rating, of[low], of[high]) for rating, of in zip(rate(range(setups)), sampled, strict=True)]


def _wins_by_setup(results: MatchResults, places: Mapping[int, int]) -> tuple[list[float], list[float]]:
    wins, losses = [0.0] * len(places), [0.0] * len(places)
    for game in results.games:
        place = places[game.setup]
        wins[place] += game.shares[0]
        losses[place] += game.shares[1]
    return wins, losses
