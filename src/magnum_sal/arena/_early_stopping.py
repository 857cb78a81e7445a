"""
Early stopping: an interval that stays valid however often you look, and the rule for stopping a match.

The interval is a confidence sequence by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables
by betting", 2024). An imaginary gambler bets against each possible mean. The interval contains the means against which
the gambler has not won much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, log1p, nextafter
from statistics import fmean
from typing import Final

import attrs

from ..errors import MisuseError
from ..errors.messages import brief
from ._game_result import GameResult
from ._tallies import failing_of
from .match import Match

# The best stake depends on the mean, which is unknown. So the initial money is divided among nine gamblers with fixed
# stakes. Together they have at least a ninth of what the best of them would have won alone. This factor is a small
# price, because the winnings of a good stake grow exponentially with the number of setups.
_STAKES: Final = tuple(tenths / 10 for tenths in range(1, 10))
"""The fractions of the money that are staked on every setup, one for each equal part of the initial money."""

_HALVINGS: Final = 60
"""The number of bisection steps for each end of an interval, enough for the precision of a float."""


def check_confidence(name: str, confidence: object) -> None:
    """Raise ``MisuseError`` if the argument with this *name* is not a float between 0 and 1."""
    if type(confidence) is not float or not 0.0 < confidence < 1.0:
        raise MisuseError(f"{name}: expected a confidence between 0 and 1, such as 0.95, got {brief(confidence)}")


def confidence_of_each(bots: int, confidence: float) -> float:
    """Return the confidence per bot that gives *confidence* for all bots together; two bots need no correction."""
    # With more than two bots, there is one question per bot, and any of the answers may be wrong. So each question gets
    # an equal share of the error probability (Bonferroni). With two bots, both questions are the same. nextafter()
    # keeps rounding from making the confidence 1.
    return min(1.0 - (1.0 - confidence) / bots, nextafter(1.0, 0.0)) if bots > 2 else confidence


def anytime_interval(shares: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """
    Compute a confidence interval for a mean that is valid for all lengths of *shares* at once.

    You may look at the interval at any time.

    A gambler bets that the mean is above *m*, at odds that are fair if the mean is *m*. The probability of ever
    multiplying the money by ``2 / (1 - confidence)`` is at most ``(1 - confidence) / 2``. The interval contains the
    means against which neither this gambler nor one who bets on a lower mean has won that much.

    >>> low, high = anytime_interval([1.0, 0.5, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0])
    >>> round(low, 2), round(high, 2)
    (0.51, 1.0)

    Args:
        shares: Independent values from 0 to 1: the mean share of a bot in each setup, over the setup's games.
        confidence: The probability that the interval contains the mean at all times.

    Raises:
        MisuseError: the confidence is not between 0 and 1, or a value is not from 0 to 1.
    """
    check_confidence("confidence", confidence)
    for share in shares:
        if not 0.0 <= share <= 1.0:
            raise MisuseError(f"shares: expected numbers from 0 to 1, got {brief(share)}")
    goal = _goal(confidence)
    return _find_low_end(Counter(shares), goal), 1.0 - _find_low_end(Counter(1.0 - share for share in shares), goal)


def _goal(confidence: float) -> float:
    """Return the logarithm of the money at which a mean is rejected."""
    # If the mean is *m*, the odds are fair, so the money is a nonnegative martingale that starts at 1. By Ville's
    # inequality (1939), the probability that it ever reaches 1 / alpha is at most alpha. "Ever" is the point: the bound
    # covers all looks at a running match together. One gambler bets on a higher mean and one on a lower mean, so each
    # gets half of the error probability.
    return log(2.0 / (1.0 - confidence))


def _find_low_end(counts: Mapping[float, int], goal: float) -> float:
    """Find by bisection the lowest mean against which bets on a higher mean gain less than *goal*."""
    total = sum(counts.values())
    # The larger *m* is, the worse the odds are for the same values. So the gain falls as *m* rises, and bisection finds
    # the only place where it crosses the goal. Bets against the mean of the values themselves gain nothing, so the end
    # cannot be above that mean.
    low, high = 0.0, sum(share * count for share, count in counts.items()) / total if total else 0.0
    for _ in range(_HALVINGS if high else 0):
        middle = (low + high) / 2
        if _gain(counts, middle) >= goal:
            low = middle
        else:
            high = middle
    return low


def _gain(counts: Mapping[float, int], mean: float) -> float:
    """Return the log of the final capital of bets on a mean above *mean*; a capital of 1 is split among the stakes."""
    # A stake *c* multiplies the money by 1 + c (x / m - 1) at the value x. The mean of this factor is 1 if the mean of
    # x is *m*, and the factor is positive because *c* is below 1. With fixed stakes the order of the values does not
    # matter, so counts of equal values suffice. A setup has few possible shares, so examining a long match costs no
    # more than examining a short one.
    gains = [sum(count * log1p(stake * (share / mean - 1.0)) for share, count in counts.items()) for stake in _STAKES]
    # The money itself may be too large for a float, so its logarithm is computed relative to the largest part
    # (log-sum-exp).
    most = max(gains)
    return most + log(fmean(exp(gain - most) for gain in gains))


@attrs.frozen
class Decision:
    """The result of a match that was decided early."""

    label: str
    """The label of the bot that the decision is about."""
    is_more: bool
    """Whether the bot wins more than its equal share (one half with two bots); otherwise it wins less."""
    setups: int
    """The number of setups after which the match was decided."""
    confidence: float
    """The confidence of the decision."""


class Watch:
    """
    An observer of a match that decides whether a bot wins more or less than its equal share.

    It examines the setups in order, each when all its games are complete, so the order of the results does not matter.
    If a bot has failed too often by the time of a decision, the match stops without a decision. More games with this
    bot would say nothing about strength. If the confidence is None, the match never stops early.

    Attributes:
        decision: The decision; None until one is made.
        stopped_after: The number of setups after which the match stops; None while the match continues.
    """

    def __init__(self, match: Match, confidence: float | None) -> None:
        self.decision: Decision | None = None
        self.stopped_after: int | None = None
        self._games: list[GameResult] = []
        self._labels = match.labels
        self._confidence = confidence
        self._waiting: dict[int, list[GameResult]] = {}
        self._setups = 0
        self._shares: list[Counter[float]] = [Counter() for _ in match.bots]

    def add(self, result: GameResult) -> None:
        if self._confidence is None:
            return
        self._waiting.setdefault(result.setup, []).append(result)
        # Results arrive in any order, but setups are examined by number. Otherwise the number of processes would
        # determine when a match stops, and quick games would count first.
        while self.stopped_after is None and len(self._waiting.get(self._setups, ())) == len(self._labels):
            self._look(self._waiting.pop(self._setups), self._confidence)

    def _look(self, games: Iterable[GameResult], confidence: float) -> None:
        self._setups += 1
        rotations = sorted(games, key=lambda result: result.game)
        self._games += rotations
        for bot, shares in enumerate(self._shares):
            shares[fmean(result.shares[bot] for result in rotations)] += 1
        equal, goal = 1.0 / len(self._labels), _goal(confidence_of_each(len(self._labels), confidence))
        for is_more in (True, False):
            for label, shares in zip(self._labels, self._shares, strict=True):
                counts = shares if is_more else Counter({1.0 - share: count for share, count in shares.items()})
                if self.stopped_after is None and _gain(counts, equal if is_more else 1.0 - equal) >= goal:
                    self.stopped_after = self._setups
                    if not failing_of(self._games, len(self._labels)):
                        self.decision = Decision(label, is_more, self._setups, confidence)
