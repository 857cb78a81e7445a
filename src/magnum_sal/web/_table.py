"""A table: a game and who sits there, and what follows from both. What changes them is in ``_changes.py``."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from typing import Final

import attrs

from ..model.state import GameState
from ..protocol.refused_error import RefusedError
from ..queries.steps import Step
from ..record.game import Game
from ..record.log import MoveLine, UndoLine
from ._arrangement import Arrangement, Proposal

MOST_RECENT: Final = 40
"""How many of the last moves a table keeps as public copies. News and pictures need these again and again."""


@attrs.frozen
class Standing:
    """Where a game has come to, without the moves that led there."""

    state: GameState
    """The public position."""
    end_reason: str | None
    """As of ``Game``."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by agreement."""
        return self.state.is_over or self.end_reason is not None


class Table:
    """A game at a table. The methods answer questions about it and change nothing; ``Store.keep`` makes the changes."""

    def __init__(self, arrangement: Arrangement, game: Game) -> None:
        self.arrangement = arrangement
        self.game = game
        self.trouble: str | None = None
        """What went wrong with a bot, until the next move."""
        self._known = 0
        self._seats: tuple[int, ...] = ()
        self._recent: tuple[Step, ...] = ()

    @property
    def number(self) -> int:
        """The number of the position: lines of the log, which only grow."""
        return len(self.game.log.entries)

    @property
    def proposal(self) -> Proposal | None:
        """What waits for everybody's consent; what was proposed of another position does not any more."""
        proposal = self.arrangement.proposal
        return proposal if proposal is not None and proposal.number == self.number else None

    @property
    def standing(self) -> Standing:
        return Standing(self.game.state.public(), self.game.end_reason)

    @property
    def bot(self) -> str | None:
        """The bot whose turn it is, None where it is a person's or nobody's."""
        if self.game.is_over or self.arrangement.is_closed:
            return None
        return self.arrangement.chairs[self.game.state.turn_seat].bot

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat that made each of the moves that stand."""
        self._catch_up()
        return self._seats

    def steps(self, first: int = 0, to: int | None = None) -> tuple[Step, ...]:
        """
        Return the moves that stand as everybody may see them, from the *first*, which 0 counts as, to before *to*.

        A public state costs memory of its own, and games have hundreds of moves. So all but the last ``MOST_RECENT``
        are made whenever they are asked for.
        """
        self._catch_up()
        kept_from = len(self._seats) - len(self._recent)
        if first >= kept_from:
            return self._recent[first - kept_from : None if to is None else max(to - kept_from, 0)]
        return tuple(_make_public(itertools.islice(self.game.steps(), first, to)))

    def _catch_up(self) -> None:
        """Forget the moves that were taken back since the last call, and note those that were made."""
        if self._known == self.number:
            return
        stand = self.steps_before(self._known)
        kept = max(stand - len(self._seats) + len(self._recent), 0)
        new = tuple(itertools.islice(self.game.steps(), stand, None))
        recent = self._recent[:kept]
        before = recent[-1].after if recent and len(new) <= MOST_RECENT else None
        self._seats = (*self._seats[:stand], *(step.seat for step in new))
        self._recent = (*recent, *_make_public(new[-MOST_RECENT:], before))[-MOST_RECENT:]
        self._known = self.number

    def steps_before(self, number: int) -> int:
        """Return how many of the moves that stood in the position of this number still stand."""
        entries = self.game.log.entries
        made = least = 0
        for index, entry in enumerate(entries):
            made = entry.to if isinstance(entry, UndoLine) else made + isinstance(entry, MoveLine)
            least = made if index < number else min(least, made)
        return least

    def at(self, steps: int) -> GameState:
        """Return the public position after so many moves; ``RefusedError`` where so many do not stand."""
        if steps > self.game.step_count:
            raise RefusedError("stale", f"at: {steps} moves do not stand; {self.game.step_count} do")
        return self.game.at(steps).public()

    def last_of(self, seats: Collection[int]) -> int | None:
        """Return how many moves stood before the last one of these seats; None where they made none."""
        made = self.seats
        return next((number for number in reversed(range(len(made))) if made[number] in seats), None)

    def since(self, browser: str) -> int:
        """Return how many moves stood when a browser's last move was made, that included; all but one for others."""
        own = self.last_of(self.arrangement.seats_of(browser))
        return max(len(self.seats) - 1, 0) if own is None else own + 1

    def names(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.game.state.players[seat].name for seat in seats)

    def absence_of(self, browser: str) -> int:
        """Return the seconds after which a bot takes over for a browser that does not look; 0 where none ever does."""
        is_done = self.arrangement.is_closed or self.game.is_over
        return 0 if is_done or not self.arrangement.seats_of(browser) else self.arrangement.absent_seconds

    def is_to_put_away(self, idle_seconds: float, put_away_seconds: float) -> bool:
        """Return whether a table where nobody has moved for so long leaves memory, if nobody looks at it."""
        return self.game.is_over or self.arrangement.is_closed or idle_seconds >= put_away_seconds


def _make_public(steps: Iterable[Step], before: GameState | None = None) -> Iterator[Step]:
    """
    Yield steps that follow each other as everybody may see them. Two neighbours share the position between them.

    The public position *before* the first step is made where it is not given.
    """
    for step in steps:
        after = step.after.public()
        yield Step(before or step.before.public(), step.move, after, step.events)
        before = after
