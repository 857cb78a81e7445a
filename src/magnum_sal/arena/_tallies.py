"""What games add up to: rounds of the phases, idle actions, times, and whether a bot failed too often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from statistics import quantiles
from typing import Final, NamedTuple, TypeAlias

from .._internal.field_help import tell_fields
from ._game_result import GameResult

Part: TypeAlias = tuple[GameResult, int]
"""What one bot had to do with a game: the game, and the bot's number in it."""

MOST_FAILED: Final = 0.01
"""The largest part of its decisions in which a bot may have failed, if anything is to be said of strength."""


class Quartiles(NamedTuple):
    """Three numbers that divide others into quarters; half of those lie between the outer two."""

    low: float
    """A quarter lies below."""
    median: float
    """Half lie below."""
    high: float
    """Three quarters lie below."""


tell_fields(Quartiles)


def quartiles_of(numbers: Sequence[int]) -> Quartiles:
    """
    Return the quartiles of one number or more.

    >>> quartiles_of([7]), quartiles_of([4, 1, 2, 3, 5])
    (Quartiles(low=7.0, median=7.0, high=7.0), Quartiles(low=2.0, median=3.0, high=4.0))
    """
    # One number alone has quartiles from Python 3.13 on only; taken twice they are the same.
    return Quartiles(*quantiles(list(numbers) * 2 if len(numbers) == 1 else numbers, n=4, method="inclusive"))


def rounds_by_phase(games: Iterable[GameResult]) -> tuple[Quartiles, ...]:
    """Return the quartiles of each phase's rounds, over the games that played it to its end, where they are known."""
    begun = ((game.rounds or (), game.ending) for game in games)
    finished = (rounds if ending == "over" else rounds[:-1] for rounds, ending in begun)
    return tuple(quartiles_of([rounds for rounds in phase if rounds]) for phase in zip_longest(*finished))


def idle_share_of(parts: Iterable[Part]) -> float | None:
    """Return a bot's idle actions by all its actions; None where they were not counted, and without an action."""
    counted = [(game.idle[bot], game.actions[bot]) for game, bot in parts if game.idle and game.actions]
    actions = sum(of for _, of in counted)
    return sum(idle for idle, _ in counted) / actions if actions else None


def milliseconds_of(parts: Iterable[Part]) -> float:
    """Return the mean time of a bot's decisions."""
    times = [(game.seconds[bot], game.decisions[bot]) for game, bot in parts]
    decisions = sum(of for _, of in times)
    return 1000.0 * sum(seconds for seconds, _ in times) / decisions if decisions else 0.0


class Tally(NamedTuple):
    """How often a bot failed, and how often it decided."""

    failures: int
    """Failures of all kinds, those at taking note included."""
    decisions: int
    """Decisions, those in which it failed included."""
    hook_failures: int | None = None
    """Of its failures those at taking note; None where that is not known of all, so that all count as decisions."""
    hook_forfeits: int = 0
    """Games that it lost by failing at taking note, each of which counts as a failed decision."""

    @property
    def is_failing(self) -> bool:
        """Whether it failed in more of its decisions than it may."""
        failed = self.failures - (self.hook_failures or 0) + self.hook_forfeits
        return failed > MOST_FAILED * self.decisions

    @property
    def is_marked(self) -> bool:
        """Whether its row is marked: it is failing, or has failed at taking note, if only once."""
        return self.is_failing or bool(self.hook_failures)


def tallies_of(games: Iterable[GameResult], bots: int) -> Sequence[Tally]:
    """Return the tally of each of so many bots over some games."""
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
    """Return the numbers of the bots that failed in more of their decisions than they may."""
    return tuple(bot for bot, tally in enumerate(tallies_of(games, bots)) if tally.is_failing)
