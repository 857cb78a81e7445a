"""Several matches of two by the same rules and setups, all against all or a ladder; each may have a results file."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import cached_property
from itertools import combinations, pairwise
from statistics import fmean
from typing import Any, Final, Literal, TypeAlias, TypedDict, Unpack

import attrs

from ..bots.registry import check_bot
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.ruleset import Ruleset
from ..record.log.rows import Row
from ._game_result import GameResult
from ._match_play import play_match
from ._rating import rate_bots
from ._tallies import idle_share_of, milliseconds_of
from .match import Policy, bot_names
from .match_logs import ensure_folder
from .statistics import IntervalKind, MatchResults, Standing

MOST_BOTS: Final = 16
"""The most bots that play each other, or stand on a ladder."""

Verdict: TypeAlias = Literal["stronger", "weaker", "not known"]
"""What is known of a bot beside the one below it."""


class MatchOptions(TypedDict, total=False):
    """What every match of a series is played by; each means what it means to ``play_match``."""

    ruleset: Ruleset
    """The rules to play by."""
    most_moves: int
    """The cap on a game's moves."""
    policy: Policy
    """What happens to bots that fail."""
    move_seconds: float | None
    """Time for a move."""
    bot_seed: int
    """Decides the bots' own chance."""
    until: float | None
    """How sure to be before a match stops."""
    jobs: int
    """Processes that play."""
    executor: Executor | None
    """Who plays instead."""
    on_result: Callable[[GameResult], None] | None
    """Called with each result of each match."""
    on_earlier: Callable[[int], None] | None
    """Called at the beginning of each match of which games are played already, with how many."""


def names_of(bots: Sequence[str | Callable[..., Any]]) -> tuple[str, ...]:
    """
    Return the names of the bots of a series.

    Raises:
        MisuseError: they are too few or too many, one of them does not exist, or stands there twice.
    """
    names = bot_names(bots)
    if not 2 <= len(names) <= MOST_BOTS:
        raise MisuseError(f"several matches are between 2 and {MOST_BOTS} bots, not {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise MisuseError(f"{brief(name)} is named twice, and would play against itself")
        check_bot(name)
    return names


def play_series(
    pairs: Iterable[tuple[str, str]],
    games: int,
    seed: int,
    folder: str | os.PathLike[str] | None,
    logs: str | os.PathLike[str] | None,
    on_match: Callable[[MatchResults], None] | None,
    **options: Unpack[MatchOptions],
) -> tuple[MatchResults, ...]:
    """
    Play a match for each of the pairs and return their results; within a match bots stand in alphabetical order.

    So a pair has the same file and folder whichever of the two was named first, and whatever else is played there.
    """
    played = []
    for pair in pairs:
        first, second = sorted(pair)
        name = _pair_name(first, second)
        out = None if folder is None else ensure_folder(folder) / f"{name}.jsonl"
        of_pair = None if logs is None else ensure_folder(logs) / name
        played.append(play_match([first, second], games, seed, out=out, logs=of_pair, **options))
        if on_match is not None:
            on_match(played[-1])
    return tuple(played)


def standing_of(results: MatchResults, bot: str, interval: IntervalKind = "wilson") -> Standing:
    return results.standings(interval)[results.match.bots.index(bot)]


def number_rows(matches: Iterable[MatchResults]) -> list[Row]:
    """Return the rows of several matches, each with the number of its match before them."""
    return [{"match": number} | row for number, results in enumerate(matches) for row in results.to_rows()]


def _pair_name(first: str, second: str) -> str:
    """
    Return the name of a pair's files, which tells people the bots, and programs by its end which they are exactly.

    >>> _pair_name("greedy", "process:node ./bot.js")
    'greedy--process-node-.-bot.js--b47a62c5'
    """
    told = (re.sub(r"[^A-Za-z0-9_.=]+", "-", name)[:40].strip("-.") for name in (first, second))
    digest = hashlib.sha256(repr((first, second)).encode()).hexdigest()[:8]
    return "--".join([*told, digest])


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
        ratings = rate_bots(bots, matches)
        ranked = [self._rank_bot(bot, matches, *rating) for bot, rating in zip(bots, ratings, strict=True)]
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

    def _rank_bot(self, bot: str, matches: Sequence[MatchResults], rating: float, low: float, high: float) -> RankedBot:
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
