"""What is known however often one looks: bets against a mean, the interval they leave, and when a match may stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, log1p
from statistics import fmean
from typing import Final

import attrs

from ..errors import MisuseError
from ..errors.messages import brief
from ._game_result import GameResult
from ._tallies import failing_of
from .match import Match

_STAKES: Final = tuple(tenths / 10 for tenths in range(1, 10))
"""The parts of what they have that the players of the bets stake on every setup, each always the same."""

_HALVINGS: Final = 60
"""How often the place of an interval's end is halved, after which no float lies between."""


def check_confidence(name: str, confidence: object) -> None:
    """Raise ``MisuseError`` where an argument of this *name* is no confidence."""
    if type(confidence) is not float or not 0.0 < confidence < 1.0:
        raise MisuseError(f"{name}: {brief(confidence)} is no confidence between 0 and 1, such as 0.95")


def confidence_of_each(bots: int, confidence: float) -> float:
    """Return how sure one must be of each bot to be so sure of all; of two, one wins what the other one loses."""
    return 1.0 - (1.0 - confidence) / bots if bots > 2 else confidence


def anytime_interval(shares: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """
    Return an interval of a mean that holds it at every length of *shares* at once, so that one may look at any time.

    Somebody bets that the mean is above *m*, at odds that are fair if it is *m*: nobody multiplies his money by
    ``2 / (1 - confidence)`` in such a game, ever, but with the probability ``(1 - confidence) / 2``. The interval is
    of those means against which neither he nor the one who bets on less has come so far.

    >>> low, high = anytime_interval([1.0, 0.5, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0])
    >>> round(low, 2), round(high, 2)
    (0.51, 1.0)

    Args:
        shares: Independent values from 0 to 1: the mean share of a bot in each setup, over its games.
        confidence: With what probability it holds the mean, whenever one looks.

    Raises:
        MisuseError: the confidence is not between 0 and 1, or a value is not from 0 to 1.
    """
    check_confidence("confidence", confidence)
    for share in shares:
        if not 0.0 <= share <= 1.0:
            raise MisuseError(f"shares: {brief(share)} is not from 0 to 1")
    goal = _goal(confidence)
    return _low_end(Counter(shares), goal), 1.0 - _low_end(Counter(1.0 - share for share in shares), goal)


def _goal(confidence: float) -> float:
    """Return the logarithm of the money against which a mean does not hold."""
    return log(2.0 / (1.0 - confidence))


def _low_end(counts: Mapping[float, int], goal: float) -> float:
    """Return the least mean against which bets on more have not come to the *goal*; they fall as the mean rises."""
    total = sum(counts.values())
    # Against the mean of the values themselves nobody wins anything.
    low, high = 0.0, sum(share * count for share, count in counts.items()) / total if total else 0.0
    for _ in range(_HALVINGS if high else 0):
        middle = (low + high) / 2
        if _gain(counts, middle) >= goal:
            low = middle
        else:
            high = middle
    return low


def _gain(counts: Mapping[float, int], mean: float) -> float:
    """Return the logarithm of what bets on more than *mean* have made of 1, a part of it with each stake."""
    gains = [sum(count * log1p(stake * (share / mean - 1.0)) for share, count in counts.items()) for stake in _STAKES]
    most = max(gains)
    return most + log(fmean(exp(gain - most) for gain in gains))


@attrs.frozen
class Decision:
    """What became known of a match."""

    label: str
    """The bot of which it is known."""
    is_more: bool
    """Whether it wins more than its part, which is a half with two bots; otherwise less."""
    setups: int
    """After how many setups."""
    confidence: float
    """How sure it is."""


class Watch:
    """
    Looks at the results of a match, setup by setup, until it is known whether a bot wins more or less than its part.

    The setups are looked at in the order of their numbers, each once all its games are there, so that it does not
    matter in which order results come. Where a bot has failed too often by then, the games say nothing of strength: the
    match stops all the same, as no more of such games would, and nothing is known. Without a confidence no match stops.

    Attributes:
        decision: What is known, None as long as nothing is.
        stopped_after: The number of setups after which the match stops, None as long as it goes on.
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
