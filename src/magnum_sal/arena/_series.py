"""Series of matches between two bots with the same rules and setups: a round robin, or a ladder."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import cached_property
from itertools import combinations, pairwise
from statistics import fmean
from typing import Any, Final, Literal, TypeAlias, TypedDict, Unpack

import attrs

from .._internal.checks import check_whole
from .._internal.working_folder import current_folder, path_in
from ..bots.registry import check_bot
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.ruleset import Ruleset
from ..record.log.rows import Row
from ._game_result import GameResult
from ._match_play import play_match
from ._rating import rate_bots
from ._tallies import idle_share_of, milliseconds_of
from .match import MOST_GAMES, Policy, bot_names
from .match_logs import ensure_folder
from .statistics import IntervalKind, MatchResults, Standing
from .workers import WorkerPool

MOST_BOTS: Final = 16
"""The maximum number of bots in a series."""

Verdict: TypeAlias = Literal["stronger", "weaker", "not known"]
"""The verdict on a bot compared with the bot below it."""


class MatchOptions(TypedDict, total=False):
    """The options of every match in a series, with the same meaning as in ``play_match``."""

    ruleset: Ruleset
    """The rules to play by."""
    most_moves: int
    """The cap on a game's moves."""
    policy: Policy
    """How to handle bot failures."""
    move_seconds: float | None
    """The time limit for a move, in seconds."""
    bot_seed: int
    """The seed of the bots' random sources."""
    until: float | None
    """The confidence at which a match stops early."""
    jobs: int
    """The number of processes."""
    executor: Executor | None
    """An executor that plays the games instead of the arena's processes."""
    progress: bool
    """Whether each match shows a progress bar on standard error."""
    on_result: Callable[[GameResult], None] | None
    """A callback that gets each result of each match."""
    on_earlier: Callable[[int], None] | None
    """A callback that gets the number of games already played when a match is resumed."""


def names_of(bots: Sequence[str | Callable[..., Any]]) -> tuple[str, ...]:
    """
    Return the names of the bots in a series.

    Raises:
        MisuseError: the number of bots is wrong, or a bot does not exist or is named twice.
    """
    names = bot_names(bots)
    if not 2 <= len(names) <= MOST_BOTS:
        raise MisuseError(f"several matches need 2 to {MOST_BOTS} bots, not {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise MisuseError(f"{brief(name)} is named twice; a bot cannot play against itself")
        check_bot(name)
    return names


def play_series(
    bots: Sequence[str | Callable[..., Any]],
    pair_up: Callable[[Sequence[str]], Iterable[tuple[str, str]]],
    games: int,
    seed: int,
    folder: str | os.PathLike[str] | None,
    logs: str | os.PathLike[str] | None,
    on_match: Callable[[MatchResults], None] | None,
    **options: Unpack[MatchOptions],
) -> tuple[tuple[str, ...], tuple[MatchResults, ...]]:
    """
    Play a match for each pair that *pair_up* forms from the bots' names, and return the names and the results.

    Within a match the bots are in alphabetical order. So a pair always has the same file and folder, whichever bot is
    named first.
    """
    here = current_folder()
    names = names_of(bots)
    # The module of a bot may have changed the current folder.
    folder, logs = path_in(here, folder), path_in(here, logs)
    jobs = options.get("jobs", 1)
    check_whole("games", games, 1, MOST_GAMES)
    check_whole("jobs", jobs, 1)
    played = []
    with ExitStack() as stack:
        # Starting processes takes longer than a short match, so all matches share one pool.
        if jobs > 1 and options.get("executor") is None:
            options["executor"] = stack.enter_context(WorkerPool(min(jobs, games)))
        for pair in pair_up(names):
            first, second = sorted(pair)
            name = _pair_name(first, second)
            out = None if folder is None else ensure_folder(folder) / f"{name}.jsonl"
            of_pair = None if logs is None else ensure_folder(logs) / name
            played.append(play_match([first, second], games, seed, out=out, logs=of_pair, **options))
            if on_match is not None:
                on_match(played[-1])
    return names, tuple(played)


def standing_of(results: MatchResults, bot: str, interval: IntervalKind | None = None) -> Standing:
    return results.standings(interval)[results.match.bots.index(bot)]


def number_rows(matches: Iterable[MatchResults]) -> list[Row]:
    """Return the rows of several matches, each with the number of its match as the first column."""
    return [{"match": number} | row for number, results in enumerate(matches) for row in results.to_rows()]


def _pair_name(first: str, second: str) -> str:
    """
    Return the name of a pair's files: readable names of the bots, and a digest that identifies them exactly.

    >>> _pair_name("greedy", "process:node ./bot.js")
    'greedy--process-node-.-bot.js--b47a62c5'
    """
    told = (re.sub(r"[^A-Za-z0-9_.=]+", "-", name)[:40].strip("-.") for name in (first, second))
    digest = hashlib.sha256(repr((first, second)).encode()).hexdigest()[:8]
    return "--".join([*told, digest])


@attrs.frozen
class RankedBot:
    """The rank and results of one bot among bots that have all played each other."""

    bot: str
    """The name of the bot."""
    games: int
    """The number of games played against the ranked bots."""
    share: float
    """The mean of the bot's win shares against each of the other bots."""
    rating: float
    """
    The Bradley-Terry rating in Elo points. A bot with 400 more points wins ten games out of eleven, and the mean of all
    ratings is 0. The rating counts one additional drawn game for each pair.
    """
    low: float
    """
    The lower end of the rating's 95 % confidence interval, from a bootstrap over whole setups. With fewer than 6
    setups, no interval is computed, and its ends are minus infinity and infinity.
    """
    high: float
    """The upper end of the rating's 95 % confidence interval, or infinity."""
    idle_share: float | None
    """The share of idle actions among all actions; None if actions were not counted or there were none."""
    milliseconds: float
    """The mean time per decision, in milliseconds."""


@attrs.frozen(slots=False)
class PairsResults:
    """
    The results of bots that have all played each other.

    Raises:
        MisuseError: a pair of bots has no match or several, or a match is not between two of the bots.
    """

    bots: tuple[str, ...]
    """The names of the bots."""
    matches: tuple[MatchResults, ...]
    """The match of each pair, in which the two bots are in alphabetical order."""

    def __attrs_post_init__(self) -> None:
        # The ranking compares mean shares, so every bot must have the same opponents.
        played = Counter(tuple(sorted(results.match.bots)) for results in self.matches)
        pairs = [tuple(sorted(pair)) for pair in combinations(self.bots, 2)]
        for pair in (*pairs, *played):
            names = " and ".join(map(brief, pair))
            if pair not in pairs:
                raise MisuseError(f"matches: the match of {names} is not a match of two of the bots")
            if played[pair] != 1:
                times = "no match" if not played[pair] else f"{played[pair]} matches"
                raise MisuseError(f"matches: expected one match of {names}, got {times}")

    def match_of(self, bot: str, other: str) -> MatchResults:
        """
        Return the match of two bots, given in any order.

        Raises:
            MisuseError: the bots did not play each other.
        """
        for results in self.matches:
            if sorted(results.match.bots) == sorted((bot, other)):
                return results
        raise MisuseError(f"{brief(bot)} and {brief(other)} did not play each other")

    def standing(self, bot: str, other: str, interval: IntervalKind | None = None) -> Standing:
        """
        Return the standing of *bot* against *other*.

        Raises:
            MisuseError: the bots did not play each other.
        """
        return standing_of(self.match_of(bot, other), bot, interval)

    @cached_property
    def ranking(self) -> tuple[RankedBot, ...]:
        """
        The bots in order of their mean win share, best first, without the ``unranked`` bots.

        Bots with equal shares are in order of their ratings, rounded to hundredths, and with equal ratings in the order
        of ``bots``. Games against failing bots do not count.
        """
        bots = tuple(bot for bot in self.bots if bot not in self.failing)
        if len(bots) < 2:
            return ()
        matches = [results for results in self.matches if not set(results.match.bots) & set(self.failing)]
        ratings = rate_bots(bots, matches)
        ranked = [self._rank_bot(bot, matches, *rating) for bot, rating in zip(bots, ratings, strict=True)]
        # Ratings come from an iteration that stops at an approximate result, so equal bots differ in the last digits.
        return tuple(sorted(ranked, key=lambda one: (-one.share, -round(one.rating, 2))))

    @cached_property
    def failing(self) -> tuple[str, ...]:
        """The bots that failed in more than 1 % of their decisions in at least one match."""
        failing = {bot for results in self.matches for bot in results.failing}
        return tuple(bot for bot in self.bots if bot in failing)

    def to_rows(self) -> list[Row]:
        """
        Return the rows of all matches, with the number of the match in the column ``match``.

        ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` create tables. The page "Analyse matches and
        games as tables" lists the columns and their units.
        """
        return number_rows(self.matches)

    @property
    def unranked(self) -> tuple[str, ...]:
        """The bots without a rank: the failing bots, and the remaining bot if only one is left."""
        ranked = {one.bot for one in self.ranking}
        return tuple(bot for bot in self.bots if bot not in ranked)

    def _rank_bot(self, bot: str, matches: Sequence[MatchResults], rating: float, low: float, high: float) -> RankedBot:
        own = [results for results in matches if bot in results.match.bots]
        parts = [(game, results.match.bots.index(bot)) for results in own for game in results.games]
        return RankedBot(
            bot=bot,
            games=len(parts),
            # Matches that stop early have different numbers of games. The mean of the shares counts every opponent
            # equally.
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
    Play a match between each pair of bots, all with the same setups, and return the results.

    Args:
        bots: 2 to 16 different bots, by name, class or function.
        games: The number of games in each match; with *until*, the maximum.
        seed: The seed of the setups.
        folder: A folder for the results files, one per match, created if missing; existing matches are resumed.
        logs: A folder for the logs, created if missing, with a subfolder per match and a file per game.
        on_match: A callback for the results of each finished match.
        options: The options of ``play_match`` for each match.

    Raises:
        MisuseError: the number of bots is wrong, or a bot does not exist or is named twice.
        ResultsError: a file in the folder belongs to another match, is in use or damaged, or cannot be written; or a
            log already exists.
        BotFailedError: a bot failed, and the policy is ``raise``.
        WorkerError: workers died repeatedly, or the executor broke.
    """
    return PairsResults(
        *play_series(bots, lambda names: combinations(names, 2), games, seed, folder, logs, on_match, **options)
    )


@attrs.frozen
class LadderStep:
    """A step of a ladder: a bot and the bot below it."""

    bot: str
    """The name of the bot."""
    below: str
    """The name of the bot below it."""
    results: MatchResults
    """The match between the two bots, in which they are in alphabetical order."""

    def standing(self, interval: IntervalKind | None = None) -> Standing:
        """Return the standing of the bot against the bot below it."""
        return standing_of(self.results, self.bot, interval)

    def verdict(self, interval: IntervalKind | None = None) -> Verdict:
        """
        Return whether the bot is known to be stronger or weaker: whether its win share's interval excludes one half.

        For a match with *until*, the decision of the match counts instead. The verdict is ``"not known"`` if one of the
        two bots failed in more than 1 % of its decisions.
        """
        if self.results.until is not None:
            # The decision may be about either bot. If the bot below wins less, this bot wins more.
            decision = self.results.decision
            if decision is None:
                return "not known"
            return "stronger" if (decision.label == self.bot) == decision.is_more else "weaker"
        standing = self.standing(interval)
        return "stronger" if standing.low > 0.5 else "weaker" if standing.high < 0.5 else "not known"


@attrs.frozen
class LadderResults:
    """The results of a ladder, in which each bot played the bot below it."""

    steps: tuple[LadderStep, ...]
    """The steps from the bottom up."""

    def is_rising(self, interval: IntervalKind | None = None) -> bool:
        """Check whether every bot is known to be stronger than the bot below it."""
        return all(step.verdict(interval) == "stronger" for step in self.steps)

    def to_rows(self) -> list[Row]:
        """
        Return the rows of all matches, with the number of the step, from 0, in the column ``match``.

        ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` create tables. The page "Analyse matches and
        games as tables" lists the columns and their units.
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
    Play a match between each bot and the bot before it, all with the same setups, and return the results.

    *bots* come weakest first. The other arguments, and the errors, are those of ``play_pairs``.
    """
    names, matches = play_series(bots, pairwise, games, seed, folder, logs, on_match, **options)
    return LadderResults(
        tuple(LadderStep(bot, below, results) for (below, bot), results in zip(pairwise(names), matches, strict=True))
    )
