"""Ladders: each bot against the one below it, and whether it is stronger for sure."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Literal, TypeAlias, Unpack

import attrs

from ..record.log.rows import Row
from ._series import MatchOptions, names_of, number_rows, play_series, standing_of
from .statistics import IntervalKind, MatchResults, Standing

Verdict: TypeAlias = Literal["stronger", "weaker", "not known"]
"""What is known of a bot beside the one below it."""


@attrs.frozen
class LadderStep:
    """A bot and the one below it."""

    bot: str
    """The name of the bot."""
    below: str
    """The name of the one below it."""
    results: MatchResults
    """Their match, in which they stand in alphabetical order."""

    def standing(self, interval: IntervalKind = "wilson") -> Standing:
        """Return how the bot did against the one below it."""
        return standing_of(self.results, self.bot, interval)

    def verdict(self, interval: IntervalKind = "wilson") -> Verdict:
        """
        Return what is known of the bot: whether the interval of its share leaves out one half.

        A match that was to be stopped says it by its decision, with the confidence that was asked for. Where one of the
        two failed in more than 1 % of its decisions, nothing is known.
        """
        if self.results.until is not None:
            decision = self.results.decision
            if decision is None:
                return "not known"
            return "stronger" if (decision.label == self.bot) == decision.is_more else "weaker"
        standing = self.standing(interval)
        return "stronger" if standing.low > 0.5 else "weaker" if standing.high < 0.5 else "not known"


@attrs.frozen
class LadderResults:
    """The results of bots of which each played the one below it."""

    steps: tuple[LadderStep, ...]
    """From the bottom up."""

    def is_rising(self, interval: IntervalKind = "wilson") -> bool:
        """Say whether every step leads to a bot that is stronger for sure."""
        return all(step.verdict(interval) == "stronger" for step in self.steps)

    def to_rows(self) -> list[Row]:
        """
        Return the rows of all matches with a column ``match``, the number of the step from 0.

        ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` make tables of them. "Analyse matches and games as
        tables" has every column with its unit.
        """
        return number_rows(step.results for step in self.steps)


def play_ladder(
    bots: Sequence[str | Callable[..., Any]],
    games: int,
    seed: int = 0,
    *,
    folder: str | os.PathLike[str] | None = None,
    logs: str | os.PathLike[str] | None = None,
    on_match: Callable[[MatchResults], None] | None = None,
    **options: Unpack[MatchOptions],
) -> LadderResults:
    """
    Let each bot play a match against the one before it, all with the same setups, and return the results.

    Args:
        bots: 2 to 16 different bots, by name, class or function, the weakest first.
        games: How many games each match has, at most where *until* is given.
        seed: Decides the setups.
        folder: Where each match has a results file, and is gone on with. It is made if it is not there.
        logs: Where each match has a folder of logs, a file a game. It is made if it is not there.
        on_match: Called with the results of each match when it is over.
        options: What ``play_match`` is told of each.

    Raises:
        MisuseError: the bots are too few or too many, one of them does not exist, or stands there twice.
        ResultsError: a file in the folder belongs to another match, is in use or damaged, or cannot be written; or
            there is a log already that would be written.
        BotFailedError: a bot failed, and the policy is ``raise``.
        WorkerError: workers ended again and again.
    """
    steps = list(pairwise(names_of(bots)))
    matches = play_series(steps, games, seed, folder, logs, on_match, **options)
    return LadderResults(
        tuple(LadderStep(bot, below, results) for (below, bot), results in zip(steps, matches, strict=True))
    )
