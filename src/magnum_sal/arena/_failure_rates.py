"""Whether a match says anything of strength, which it does not where a bot has failed too often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ._game_result import GameResult

MOST_FAILED: Final = 0.01
"""The largest part of its decisions in which a bot may have failed, if anything is to be said of strength."""


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
