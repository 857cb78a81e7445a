"""All against all: a match for every two of some bots, their shares, and who is the best of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import Any, Unpack

import attrs

from ..errors import MisuseError
from ..errors.messages import brief
from ..record.log.rows import Row
from ._pace import idle_share_of, milliseconds_of
from ._rating import Duel, rating_intervals, ratings_of
from ._series import MatchOptions, names_of, number_rows, play_series, standing_of
from .statistics import IntervalKind, MatchResults, Standing


@attrs.frozen
class RankedBot:
    """One bot's place among those that have all played each other."""

    bot: str
    """Its name."""
    games: int
    """Games played against those that are ranked."""
    share: float
    """The mean of its win shares against each of the others."""
    rating: float
    """
    Bradley and Terry's rating in Elo's points: who has 400 more wins ten games of eleven, and the mean of all is 0. For
    it every two have one game more that nobody won.
    """
    low: float
    """The lower end of the rating's 95 % interval, by draws of whole setups."""
    high: float
    """Its upper end."""
    idle_share: float | None
    """Idle actions by all actions; None where they were not counted, and without an action."""
    milliseconds: float
    """Mean time of a decision."""


@attrs.frozen(slots=False)
class PairsResults:
    """The results of bots that have all played each other."""

    bots: tuple[str, ...]
    """Their names."""
    matches: tuple[MatchResults, ...]
    """The match of each two; within a match they stand in alphabetical order."""

    def match_of(self, bot: str, other: str) -> MatchResults:
        """
        Return the match of two bots, whichever is named first.

        Raises:
            MisuseError: they did not play each other.
        """
        for results in self.matches:
            if sorted(results.match.bots) == sorted((bot, other)):
                return results
        raise MisuseError(f"{brief(bot)} and {brief(other)} did not play each other")

    def standing(self, bot: str, other: str, interval: IntervalKind = "wilson") -> Standing:
        """
        Return how *bot* did against the other.

        Raises:
            MisuseError: they did not play each other.
        """
        return standing_of(self.match_of(bot, other), bot, interval)

    @cached_property
    def ranking(self) -> tuple[RankedBot, ...]:
        """
        The bots by the mean of their shares, the best first, but for the ``unranked``.

        What was won against those counts for nobody.
        """
        bots = tuple(bot for bot in self.bots if bot not in self.failing)
        if len(bots) < 2:
            return ()
        matches = [results for results in self.matches if not set(results.match.bots) & set(self.failing)]
        duels = []
        for results in matches:
            bot, other = map(bots.index, results.match.bots)
            wins = sum(game.shares[0] for game in results.games)
            duels.append(Duel(bot, other, wins, len(results.games) - wins))
        points = ratings_of(len(bots), duels)
        ends = rating_intervals(bots, matches)
        ranked = [self._ranked(bot, matches, rating, *of) for bot, rating, of in zip(bots, points, ends, strict=True)]
        return tuple(sorted(ranked, key=lambda one: (-one.share, -one.rating)))

    @cached_property
    def failing(self) -> tuple[str, ...]:
        """The bots that failed in more than 1 % of their decisions in one of their matches."""
        failing = {bot for results in self.matches for bot in results.failing}
        return tuple(bot for bot in self.bots if bot in failing)

    def to_rows(self) -> list[Row]:
        """
        Return the rows of all matches with a column ``match``, their number.

        ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` make tables of them. "Analyse matches and games as
        tables" has every column with its unit.
        """
        return number_rows(self.matches)

    @property
    def unranked(self) -> tuple[str, ...]:
        """The bots of which no strength is told: the failing ones, and the last one where no two others are left."""
        ranked = {one.bot for one in self.ranking}
        return tuple(bot for bot in self.bots if bot not in ranked)

    def _ranked(self, bot: str, matches: Sequence[MatchResults], rating: float, low: float, high: float) -> RankedBot:
        own = [results for results in matches if bot in results.match.bots]
        parts = [(game, results.match.bots.index(bot)) for results in own for game in results.games]
        return RankedBot(
            bot=bot,
            games=len(parts),
            share=fmean(standing_of(results, bot).win_share for results in own),
            rating=rating,
            low=low,
            high=high,
            idle_share=idle_share_of(parts),
            milliseconds=milliseconds_of(parts),
        )


def play_pairs(
    bots: Sequence[str | Callable[..., Any]],
    games: int,
    seed: int = 0,
    *,
    folder: str | os.PathLike[str] | None = None,
    logs: str | os.PathLike[str] | None = None,
    on_match: Callable[[MatchResults], None] | None = None,
    **options: Unpack[MatchOptions],
) -> PairsResults:
    """
    Let every two of some bots play a match, all with the same setups, and return the results.

    Args:
        bots: 2 to 16 different bots, by name, class or function.
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
    names = names_of(bots)
    return PairsResults(names, play_series(combinations(names, 2), games, seed, folder, logs, on_match, **options))
