"""Statistics over games: rounds per phase, idle actions, times, and bots that failed too often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from statistics import quantiles
from typing import Final, NamedTuple, TypeAlias

from ._game_result import GameResult

Part: TypeAlias = tuple[GameResult, int]
"""One bot's part in a game: the game's result, and the bot's number in the match."""

MOST_FAILED: Final = 0.01
"""The maximum share of a bot's failed decisions at which a match still says something about strength."""


class Quartiles(NamedTuple):
    """The quartiles of several numbers; half of the numbers lie between *low* and *high*."""

    low: float
    """The first quartile: a quarter of the numbers lie below."""
    median: float
    """The median: half of the numbers lie below it."""
    high: float
    """The third quartile: three quarters of the numbers lie below."""


def compute_quartiles(numbers: Sequence[int]) -> Quartiles:
    """
    Compute the quartiles of one or more numbers.

    >>> compute_quartiles([7]), compute_quartiles([4, 1, 2, 3, 5])
    (Quartiles(low=7.0, median=7.0, high=7.0), Quartiles(low=2.0, median=3.0, high=4.0))
    """
    # Before Python 3.13, `quantiles` rejects a single number. Repeating it gives the same quartiles.
    return Quartiles(*quantiles(list(numbers) * 2 if len(numbers) == 1 else numbers, n=4, method="inclusive"))


def compute_rounds_by_phase(games: Iterable[GameResult]) -> tuple[Quartiles, ...]:
    """
    Compute the quartiles of the number of rounds in each phase.

    Games that did not finish the phase or did not count its rounds are left out.
    """
    begun = ((game.rounds or (), game.ending) for game in games)
    # If a game reached the cap or was forfeited, its last phase was not played to the end.
    finished = (rounds if ending == "over" else rounds[:-1] for rounds, ending in begun)
    return tuple(compute_quartiles([rounds for rounds in phase if rounds]) for phase in zip_longest(*finished))


def idle_share_of(parts: Iterable[Part]) -> float | None:
    """Return a bot's idle actions divided by all its actions; None if there are no actions or no counts."""
    counted = [(game.idle[bot], game.actions[bot]) for game, bot in parts if game.idle and game.actions]
    actions = sum(of for _, of in counted)
    return sum(idle for idle, _ in counted) / actions if actions else None


def milliseconds_of(parts: Iterable[Part]) -> float:
    """Return the mean time of a bot's decisions in milliseconds; 0 if there are no decisions."""
    times = [(game.seconds[bot], game.decisions[bot]) for game, bot in parts]
    decisions = sum(of for _, of in times)
    return 1000.0 * sum(seconds for seconds, _ in times) / decisions if decisions else 0.0


class Tally(NamedTuple):
    """A bot's numbers of failures and decisions."""

    failures: int
    """The number of failures of all kinds, including failures in hooks."""
    decisions: int
    """The number of decisions, including failed decisions."""
    hook_failures: int | None = None
    """
    The number of failures in hooks. None if a game did not count them separately; all failures then count as failed
    decisions.
    """
    hook_forfeits: int = 0
    """The number of games lost because of a failure in a hook; each such game counts as a failed decision."""

    @property
    def is_failing(self) -> bool:
        """Whether the bot failed in more than 1 % of its decisions."""
        # After a failure in a hook the moves are still the bot's own, so they say something about its strength. If the
        # failure lost the game, it decided the result, so it counts.
        failed = self.failures - (self.hook_failures or 0) + self.hook_forfeits
        return failed > MOST_FAILED * self.decisions


def compute_tallies(games: Iterable[GameResult], bots: int) -> Sequence[Tally]:
    """Compute the tally of each bot over several games; *bots* is the number of bots."""
    played = tuple(games)
    is_parted = all(game.hook_failures is not None for game in played)
    return tuple(
        Tally(
            sum(sum(game.failures[bot].values()) for game in played),
            sum(game.decisions[bot] for game in played),
            sum(game.hook_failures[bot] for game in played if game.hook_failures) if is_parted else None,
            sum(game.hook_failures[bot] > 0 and game.ending == "forfeit" for game in played if game.hook_failures),
        )
        for bot in range(bots)
    )


def failing_of(games: Iterable[GameResult], bots: int) -> tuple[int, ...]:
    """Return the numbers (in the match) of the bots that failed in more than 1 % of their decisions."""
    return tuple(bot for bot, tally in enumerate(compute_tallies(games, bots)) if tally.is_failing)
