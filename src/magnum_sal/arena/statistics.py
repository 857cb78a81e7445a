"""Statistics of a match: win shares with intervals, mean scores, ratings, and the significance of the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from math import comb, sqrt
from statistics import fmean
from typing import Final, Literal, TypeAlias, get_args

import attrs

from .._internal.checks import check_whole
from .._internal.lazy_names import explain_missing
from ..errors import MissingExtraError, MisuseError
from ..errors.messages import brief
from ..record.log.rows import Row
from ._bootstrap import FEWEST_SETUPS, bootstrap_interval
from ._bot_failure import FAILURES, BotFailure
from ._early_stopping import Decision, Watch, anytime_interval, check_confidence, confidence_of_each
from ._game_result import GameResult, sort_games
from ._tallies import Quartiles, compute_quartiles, compute_rounds_by_phase, failing_of, idle_share_of, milliseconds_of
from .match import Match

Z: Final = 1.959964
"""The number of standard deviations around the mean that contain 95 % of a normal distribution."""

IntervalKind: TypeAlias = Literal["wilson", "bootstrap", "anytime"]
"""The method for computing the confidence interval of a win share."""

INTERVALS: Final[tuple[str, ...]] = get_args(IntervalKind)
_CONFIDENCE: Final = 0.95


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """
    Compute the Wilson 95 % confidence interval for a win share; a shared win counts as a fraction.

    >>> low, high = wilson_interval(70, 100)
    >>> round(low, 3), round(high, 3)
    (0.604, 0.781)

    Raises:
        MisuseError: *games* is not a whole number from 0 up, or *wins* is not a number from 0 to *games*.
    """
    check_whole("games", games, 0)
    if not 0 <= wins <= games:
        raise MisuseError(f"wins: expected a number from 0 to {games}, got {brief(wins)}")
    if not games:
        return 0.0, 1.0
    # This is the score interval (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    # 1927). It contains each true share from which the observed share is at most Z standard deviations away. The
    # deviation depends on that true share, so the ends solve a quadratic equation. The simpler interval "share plus or
    # minus Z deviations" uses the deviation of the observed share instead. If there were only wins, this interval would
    # have no width.
    #
    # Shared wins vary less than wins and losses, so with shared wins the interval is slightly too wide.
    share = wins / games
    centre = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1.0 - share) / games + Z * Z / (4 * games * games))
    scale = 1.0 + Z * Z / games
    # Without wins, or with wins only, one end is exactly 0 or 1. Rounding errors would miss this value for some numbers
    # of games.
    low = 0.0 if wins <= 0 else (centre - spread) / scale
    high = 1.0 if wins >= games else (centre + spread) / scale
    return max(0.0, low), min(1.0, high)


def sign_test(wins: int, losses: int) -> float:
    """
    Compute the chance that equal players get a result at least this uneven (two-sided exact sign test without ties).

    >>> sign_test(5, 5), round(sign_test(9, 1), 4)
    (1.0, 0.0215)

    Raises:
        MisuseError: a number is not a whole number from 0 up.
    """
    check_whole("wins", wins, 0)
    check_whole("losses", losses, 0)
    # Between equals, each decided game is a coin toss, so the tail of a binomial distribution gives the probability.
    # Each binomial coefficient is computed from the one before.
    games, more = wins + losses, max(wins, losses)
    ways, tail = comb(games, more), 0
    for count in range(more, games + 1):
        tail += ways
        ways = ways * (games - count) // (count + 1)
    chance: float = 2 * tail / 2**games  # integers until the division, because no float can hold 2**1024
    return min(1.0, chance)


@attrs.frozen
class Standing:
    """The results of one bot in a match."""

    label: str
    """The bot's name."""
    games: int
    """The number of games played."""
    wins: float
    """The number of wins; a shared win counts as a fraction."""
    low: float
    """
    The lower end of the win share's 95 % interval.

    The interval is 0 to 1 if any bot in the match is failing, or if a bootstrap has too few setups (``has_interval``).
    """
    high: float
    """The upper end of the win share's 95 % interval."""
    score: float
    """The mean number of points."""
    orders: float
    """The mean number of completed orders."""
    idle_share: float | None
    """The share of idle actions among all actions; None if actions were not counted or there were none."""
    milliseconds: float
    """The mean time per decision, in milliseconds."""
    failures: Mapping[str, int]
    """The number of failures by kind."""
    decisions: int
    """The number of decisions made, including failed decisions."""
    rating: tuple[float, float] | None
    """The OpenSkill rating's mean and standard deviation; None if openskill is not installed or a bot is failing."""
    is_failing: bool
    """Whether the bot failed in more than 1 % of its decisions, so that the match says nothing about strength."""

    @property
    def win_share(self) -> float:
        """Wins divided by games."""
        return self.wins / self.games if self.games else 0.0


def by_wins(standing: Standing) -> tuple[bool, float]:
    """Return the sort key for tables and plots: the most wins first, and failing bots after all others."""
    # The wins of a failing bot say nothing about it, because others made its moves.
    return standing.is_failing, -standing.wins


@attrs.frozen(slots=False)
class MatchResults:
    """
    A match and the results of its games.

    Raises:
        MisuseError: a game occurs twice, or has another number of bots than the match.
    """

    match: Match
    """The match."""
    games: tuple[GameResult, ...] = attrs.field(converter=sort_games)
    """The results of the games, in the order of their numbers."""
    until: float | None = None
    """The confidence at which the match stops early; None if it plays all games."""

    def __attrs_post_init__(self) -> None:
        bots, numbers = len(self.match.bots), [game.game for game in self.games]
        for game in self.games:
            if len(game.seats) != bots:
                raise MisuseError(f"games: game {game.game} has {len(game.seats)} bots, but the match has {bots}")
        # A game that counts twice would make the intervals narrower than they should be.
        if twice := [number for number, other in pairwise(numbers) if number == other]:
            raise MisuseError(f"games: game {twice[0]} occurs twice")

    def to_rows(self) -> list[Row]:
        """
        Return a row for each bot in each game.

        ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` create tables. The page "Analyse matches and
        games as tables" lists the columns and their units.
        """
        return [self._row(game, bot, label) for game in self.games for bot, label in enumerate(self.match.labels)]

    def _row(self, game: GameResult, bot: int, label: str) -> Row:
        match = self.match
        row: Row = {
            "game": game.game,
            "setup": game.setup,
            "bot": label,
            "others": ", ".join(other for other in match.labels if other != label),
            "seat": game.seats[bot],
            "turn_order": (game.seats[bot] - match.start_seat(game.setup)) % len(match.bots),
            "rank": game.ranks[bot],
            "share": game.shares[bot],
            "score": game.totals[bot],
            "orders": game.orders[bot],
            "decisions": game.decisions[bot],
            "seconds": game.seconds[bot],
            "actions": None if game.actions is None else game.actions[bot],
            "idle": None if game.idle is None else game.idle[bot],
            "moves": game.moves,
            "phases": None if game.rounds is None else len(game.rounds),
            "rounds": None if game.rounds is None else sum(game.rounds),
            "ending": game.ending,
            # Seeds have 64 bits, which may not fit into a table's integers.
            "setup_seed": str(match.setup_seed(game.setup)),
            "bot_seed": str(match.chance_seed("bot", game.setup, game.seats[bot])),
            "is_failing": label in self.failing,
        }
        return row | {kind: game.failures[bot].get(kind, 0) for kind in FAILURES}

    @cached_property
    def failing(self) -> tuple[str, ...]:
        """
        The labels of the bots that failed in more than 1 % of their decisions.

        With a failing bot, the match says nothing about the strength of any bot, because some wins were against random
        moves. So intervals are 0 to 1, ratings keep their initial values, and nothing is decided.
        """
        return tuple(self.match.labels[bot] for bot in failing_of(self.games, len(self.match.bots)))

    @property
    def first_failures(self) -> tuple[BotFailure, ...]:
        """Each bot's first failure of each kind in the match; empty for files of schemas 1 to 3, which lack them."""
        first: dict[tuple[int, str], BotFailure] = {}
        for game in self.games:
            for failure in game.first_failures or ():
                first.setdefault((failure.bot, failure.kind), failure)
        return tuple(first.values())

    @cached_property
    def ratings(self) -> tuple[tuple[float, float], ...]:
        """
        The mean and standard deviation of each bot's OpenSkill rating after all games, rated in order.

        If a bot is ``failing``, these are the ratings before the first game.

        Raises:
            MissingExtraError: the package openskill is not installed.
        """
        with explain_missing("a rating", "arena"):
            from openskill.models import PlackettLuce
        model = PlackettLuce()
        players = [model.rating() for _ in self.match.bots]
        # Each game changes the ratings that the next one starts from, so the games count in the order of their numbers.
        # The order in which they finished would give different ratings in each run.
        for game in self.games if not self.failing else ():
            teams = model.rate([[player] for player in players], ranks=[float(rank) for rank in game.ranks])
            players = [team[0] for team in teams]
        return tuple((player.mu, player.sigma) for player in players)

    def choose_interval(self, interval: IntervalKind | None) -> IntervalKind:
        """Return *interval*, or for None the kind that is valid: ``"anytime"`` if the match may stop early."""
        return interval or ("wilson" if self.until is None else "anytime")

    def has_interval(self, interval: IntervalKind | None = None) -> bool:
        """Check whether enough setups were played for this kind of interval. A bootstrap needs 6, other kinds none."""
        if self.choose_interval(interval) != "bootstrap":
            return True
        return len({game.setup for game in self.games}) >= FEWEST_SETUPS

    def standings(self, interval: IntervalKind | None = None) -> tuple[Standing, ...]:
        """
        Return the standing of each bot, in the match's order.

        Args:
            interval: The kind of 95 % interval. None means ``"wilson"``, or ``"anytime"`` if ``until`` is set, because
                no other kind is valid for a match that may stop early.

        Raises:
            MisuseError: the kind is unknown.
        """
        interval = self.choose_interval(interval)
        if interval not in INTERVALS:
            raise MisuseError(f"interval: expected one of {', '.join(INTERVALS)}, got {brief(interval)}")
        ratings: Sequence[tuple[float, float] | None] = (None,) * len(self.match.bots)
        if not self.failing:
            with suppress(MissingExtraError):
                ratings = self.ratings
        return tuple(self._standing(bot, label, ratings[bot], interval) for bot, label in enumerate(self.match.labels))

    def _standing(self, bot: int, label: str, rating: tuple[float, float] | None, interval: IntervalKind) -> Standing:
        games = self.games
        wins = sum(game.shares[bot] for game in games)
        low, high = self._interval(bot, wins, interval)
        parts = [(game, bot) for game in games]
        failures = sum((Counter(game.failures[bot]) for game in games), Counter[str]())
        return Standing(
            label=label,
            games=len(games),
            wins=wins,
            low=low,
            high=high,
            score=fmean(game.totals[bot] for game in games) if games else 0.0,
            orders=fmean(game.orders[bot] for game in games) if games else 0.0,
            idle_share=idle_share_of(parts),
            milliseconds=milliseconds_of(parts),
            failures=dict(sorted(failures.items())),
            decisions=sum(game.decisions[bot] for game in games),
            rating=rating,
            is_failing=label in self.failing,
        )

    def _interval(self, bot: int, wins: float, kind: IntervalKind) -> tuple[float, float]:
        if self.failing or not self.has_interval(kind):
            return 0.0, 1.0
        if kind == "wilson":
            return wilson_interval(wins, len(self.games))
        by_setup: dict[int, list[float]] = {}
        for game in self.games:
            by_setup.setdefault(game.setup, []).append(game.shares[bot])
        groups = list(by_setup.values())
        if kind == "bootstrap":
            return bootstrap_interval(groups)
        count = len(self.match.bots)
        # Bets are valid for independent values with the same mean. Games of a setup are not independent, and their
        # means differ with the seats, but the shares of whole setups meet both conditions.
        shares = [fmean(group) for group in groups if len(group) == count]
        return anytime_interval(shares, confidence_of_each(count, _CONFIDENCE))

    @cached_property
    def _watch(self) -> Watch:
        watch = Watch(self.match, self.until)
        for game in self.games:
            watch.add(game)
        return watch

    @property
    def decision(self) -> Decision | None:
        """The decision that the setups support at the confidence ``until``; None if they support no decision."""
        return self._watch.decision

    @property
    def stopped_after(self) -> int | None:
        """The number of setups after which the match stops early; None if it does not stop early."""
        return self._watch.stopped_after

    def stop_early(self, until: float) -> MatchResults:
        """
        Return the results up to the setup after which a bot is known to win more or less than its equal share.

        The setups are examined in order, each with all its games, and later games are left out. If nothing is decided,
        all games are kept. With a failing bot, the match stops at the same setup, but without a decision.

        Args:
            until: The confidence.

        Raises:
            MisuseError: *until* is not between 0 and 1.
        """
        check_confidence("until", until)
        watched = attrs.evolve(self, until=until)
        setups = watched.stopped_after
        if setups is None:
            return watched
        return attrs.evolve(watched, games=tuple(game for game in self.games if game.setup < setups))

    @property
    def rounds(self) -> tuple[Quartiles, ...]:
        """The quartiles of the number of rounds in each phase, over games that finished it; empty if not counted."""
        return compute_rounds_by_phase(self.games)

    @property
    def moves(self) -> Quartiles | None:
        """The quartiles of the number of moves per game; None if there are no games."""
        return compute_quartiles([game.moves for game in self.games]) if self.games else None

    @property
    def endings(self) -> Mapping[str, int]:
        """The number of games for each ending: normal, at the cap on moves, or by forfeit."""
        counts = Counter(game.ending for game in self.games)
        return {ending: counts[ending] for ending in ("over", "cap", "forfeit")}

    @property
    def significance(self) -> float | None:
        """
        The probability that equal bots get a result at least this uneven.

        None if there are more than two bots, or if a bot is failing. Also None if ``until`` is set, because the test
        assumes that the number of games was fixed in advance.
        """
        if len(self.match.bots) != 2 or self.failing or self.until is not None:
            return None
        wins = sum(game.ranks[0] < game.ranks[1] for game in self.games)
        losses = sum(game.ranks[0] > game.ranks[1] for game in self.games)
        return sign_test(wins, losses)
