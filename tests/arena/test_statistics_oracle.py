"""
Statistics of arena and bots, compared with SciPy and NumPy as independent implementations.

Each test names the definition that it checks, and covers the edges: no wins, only wins, one game. ``scipy.special`` has
the distributions. ``scipy.stats`` would have more of them, but takes a second to import.
"""

from __future__ import annotations

import random
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

import magnum_sal as ms
from magnum_sal.arena import anytime_interval, bootstrap_interval, sign_test, wilson_interval
from magnum_sal.arena._rating import Duel, compute_ratings
from magnum_sal.arena._tallies import compute_quartiles
from magnum_sal.bots._analysis import _FEW, _build_lines
from magnum_sal.bots._judge import Judge
from magnum_sal.bots._plans import softplus
from magnum_sal.bots._tree import Node
from magnum_sal.testing import position


@pytest.fixture(scope="module")
def special() -> Any:
    """SciPy's special functions, imported only if a test of this module runs."""
    import scipy.special

    return scipy.special


def counts() -> list[tuple[int, int]]:
    """Return pairs of successes and trials: all of few trials, and of many trials some, with the edges."""
    found = [(wins, games) for games in range(1, 31) for wins in range(games + 1)]
    rng = random.Random(1)
    for games in (100, 263, 1000, 4001):
        found += [(wins, games) for wins in (0, 1, games // 2, games - 1, games, *rng.sample(range(games), 20))]
    return found


@pytest.mark.slow
def test_wilson_interval(special: Any) -> None:
    """A share is an end of the interval if the score test (Wilson 1927) rejects it with a probability of 5 %."""
    ends, shares, games = [], [], []
    for wins, of in [*counts(), (0.5, 1), (2.5, 7), (131.5, 263)]:
        low, high = wilson_interval(wins, of)
        assert 0.0 <= low < high <= 1.0
        assert low <= wins / of + 1e-12
        assert high >= wins / of - 1e-12
        # If all games were lost or all were won, the share itself is an end.
        assert (low < 1e-12) == (wins == 0)
        assert (high > 1.0 - 1e-12) == (wins == of)
        for end in (low, high):
            if 1e-12 < end < 1.0 - 1e-12:
                ends.append(end)
                shares.append(wins / of)
                games.append(of)
    at, share = np.array(ends), np.array(shares)
    deviations = np.abs(share - at) / np.sqrt(at * (1.0 - at) / np.array(games))
    assert np.abs(2.0 * special.ndtr(-deviations) - 0.05).max() < 1e-8


@pytest.mark.slow
def test_sign_test(special: Any) -> None:
    """
    The result is twice the tail of the binomial distribution, at most 1.

    The cases go from no game to thousands, and down to probabilities near 1e-300.
    """
    for wins, games in [(0, 0), *counts(), (0, 990), (990, 990)]:
        losses = games - wins
        expected = min(1.0, 2.0 * special.bdtr(min(wins, losses), games, 0.5)) if games else 1.0
        assert sign_test(wins, losses) == pytest.approx(expected, rel=1e-10, abs=0.0), (wins, losses)
        assert sign_test(wins, losses) == sign_test(losses, wins)


@pytest.mark.long
@pytest.mark.parametrize(("wins", "games"), [(0, 9), (1, 9), (6, 9), (31, 40), (40, 40), (1, 1)])
def test_bootstrap_interval(special: Any, wins: int, games: int) -> None:
    """With groups of one game, the means of samples have a binomial distribution, whose quantiles are the ends."""
    low, high = bootstrap_interval([[1.0]] * wins + [[0.0]] * (games - wins), samples=1500, seed=wins)
    # The quantile of 1,500 samples is off by less than four standard errors.
    error = 4 * sqrt(0.025 * 0.975 / 1500)
    for end, part in ((low, 0.025), (high, 0.975)):
        count = round(end * games)
        below = special.bdtr(count - 1, games, wins / games) if count else 0.0
        assert below <= part + error
        assert special.bdtr(count, games, wins / games) >= part - error


@pytest.mark.long
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_anytime_interval(special: Any, confidence: float) -> None:
    """At an end of the interval, bets against it turned 1 into 2 / (1 - confidence) (Waudby-Smith, Ramdas 2024)."""
    rng = random.Random(2)
    samples = [[rng.choice((0.0, 0.25, 0.5, 1.0)) for _ in range(size)] for size in (1, 2, 3, 10, 40, 200)]
    samples += [[rng.random() for _ in range(30)], [0.0] * 7, [1.0] * 7, [0.5] * 50, [1.0], [0.0]]
    stakes = np.arange(1, 10)[:, None] / 10
    for shares in samples:
        low, high = anytime_interval(shares, confidence)
        assert 0.0 <= low <= sum(shares) / len(shares) <= high <= 1.0
        assert (low > 0.0) == (max(shares) > 0.0)
        assert (high < 1.0) == (min(shares) < 1.0)
        for end, values in ((low, np.array(shares)), (1.0 - high, 1.0 - np.array(shares))):
            if end:
                gains = np.log1p(stakes * (values / end - 1.0)).sum(axis=1)
                assert special.logsumexp(gains) - log(9) == pytest.approx(log(2.0 / (1.0 - confidence)), abs=1e-6)
    assert anytime_interval([], confidence) == (0.0, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_ratings(special: Any, seed: int) -> None:
    """Each bot has won as much as its rating predicts (Bradley and Terry 1952), with an extra draw for each pair."""
    rng, bots = random.Random(seed), 2 + seed
    pairs = [(bot, other) for bot in range(bots) for other in range(bot)]
    duels = [Duel(bot, other, rng.randrange(20) / 2, rng.choice((0.0, 3.0, 100.0))) for bot, other in pairs]
    ratings = compute_ratings(bots, duels)
    assert sum(ratings) == pytest.approx(0.0, abs=1e-6)
    surplus = [0.0] * bots
    for bot, other, wins, losses in duels:
        chance = special.expit(log(10.0) / 400.0 * (ratings[bot] - ratings[other]))
        surplus[bot] += wins + 0.5 - (wins + losses + 1.0) * chance
        surplus[other] += losses + 0.5 - (wins + losses + 1.0) * (1.0 - chance)
    assert surplus == pytest.approx([0.0] * bots, abs=1e-3)


def test_quartiles() -> None:
    """Quartiles are interpolated as in NumPy, for one number, two, many, and equal ones."""
    rng = random.Random(3)
    for size in (1, 2, 3, 4, 5, 17, 60):
        for most in (1, 10, 1000):
            numbers = [rng.randrange(most) for _ in range(size)]
            assert compute_quartiles(numbers) == pytest.approx(np.quantile(numbers, (0.25, 0.5, 0.75)).tolist())


def test_chances_of_winning(special: Any) -> None:
    """The chances are the softmax of the worths divided by the scale, even beyond the exponents of floats."""
    state = position("players: A, B, C | turn: A")
    for scale in (1.0, 6.0, 30.0):
        judge = Judge({3: [[0.0]] * 3}, {3: [[scale, scale]] * 3})
        for worths in ([10.0, 4.0, 1.0], [5.0, 5.0, 5.0], [-4000.0, 4000.0, 0.0], [0.0, 0.5, -0.5]):
            expected = special.softmax(np.array(worths) / scale).tolist()
            assert judge.chances(state, worths) == pytest.approx(expected, rel=1e-12)


def test_fading_plans(special: Any) -> None:
    """A fading plan is worth its softplus over 4 groszy."""
    for value in (-40.0, -20.0, -1.0, 0.0, 0.3, 7.0, 60.0, 400.0):
        assert softplus(value) == pytest.approx(-4.0 * float(special.log_expit(-value / 4.0)), rel=1e-12)


def test_the_error_of_a_move() -> None:
    """The error is the standard error of a mean, of the move's own values or, if these are few, of all values."""
    rng, root = random.Random(4), Node()
    samples = {}
    for slot, size in enumerate((_FEW - 1, _FEW, _FEW + 30, 1)):
        values, node = [rng.random() for _ in range(size)], Node()
        node.visits, node.squares = size, sum(value * value for value in values)
        node.groszy = 3.0 * size
        node.outlook = [sum(values), size - sum(values)]
        root.children[ms.CompleteOrder(slot)], samples[ms.CompleteOrder(slot)] = node, values
    root.children[ms.Pass()] = Node()
    found = _build_lines(root, 0)
    assert found.keys() == samples.keys()
    common = np.std([value for values in samples.values() for value in values])
    for move, values in samples.items():
        spread = np.std(values) if len(values) >= _FEW else common
        line = found[move]
        assert (line.chance, line.error, line.margin) == pytest.approx(
            (np.mean(values), spread / sqrt(len(values)), 3.0)
        )
