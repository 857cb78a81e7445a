"""
Tables: their seating and links, and their game.

An arrangement is immutable and stored alongside its table's log. ``_changes.py`` computes changes to a table.
"""

from __future__ import annotations

import hmac
import itertools
from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Final

import attrs

from ..bots import HUMAN
from ..engine.steps import Step
from ..lessons import Lesson, Progress
from ..lessons.progress import Attempts
from ..model.fields import Count, Flag, Seat
from ..model.meaning import Within
from ..model.pieces import MAX_PLAYERS
from ..model.state import GameState
from ..protocol.refused_error import RefusedError
from ..protocol.table_requests import Key
from ..record.game import Game
from ..record.log import MoveLine, UndoLine

MOST_WATCHERS: Final = 500
"""The maximum number of browsers that may watch one table."""
PASSING: Final = "passing"
"""The player of the other seats at a table for a lesson: it passes whenever it can."""
UNDO: Final = "undo"
END: Final = "end"
KINDS: Final = (UNDO, END)
"""The kinds of proposals."""
MOST_RECENT: Final = 40
"""The number of recent moves that a table caches as public copies. News and pictures need them repeatedly."""


def unknown_link() -> RefusedError:
    return RefusedError("unknown_link", "link: this link has expired; ask the host for a new one")


@attrs.frozen
class Chair:
    """A seat at the table: its player, and the browser that has taken it."""

    player: str
    """``HUMAN`` or a bot's name."""
    holder: str | None = None
    """The browser that plays this seat; None until somebody takes it."""
    link: str | None = None
    """The link for claiming this seat; None for a taken seat or a bot's seat."""
    stand_in: str | None = None
    """The bot that plays while the person is away."""
    used_link: str | None = None
    """The link by which the holder took the seat; None if the holder needed none. It is never shown to anybody."""

    @property
    def bot(self) -> str | None:
        """The bot that plays this seat now; None if a person plays."""
        return self.player if self.player != HUMAN else self.stand_in

    @property
    def is_absent(self) -> bool:
        """Whether the seat's person cannot be asked: the seat is unclaimed, or a bot stands in."""
        return self.player == HUMAN and (self.holder is None or self.stand_in is not None)

    def has_link(self, link: str, browser: str | None) -> bool:
        """Return whether a link leads a browser to this seat. A used link leads only its user there."""
        # A client that lost the answer to its request sends the request again.
        is_own = self.holder is not None and self.holder == browser
        known = self.used_link if is_own else self.link
        return known is not None and _is_same(known, link)


@attrs.frozen
class Proposal:
    """A proposal to undo moves or to end the game early. Everybody who plays must agree."""

    number: Count
    """The number of the position that the proposal is about. A move makes the proposal void."""
    kind: str
    """``"undo"`` or ``"end"``."""
    seat: Seat
    """The seat that made the proposal."""
    to: Count = 0
    """For an undo, the number of moves that remain."""
    agreed: tuple[Seat, ...] = ()
    """The seats that have agreed, the proposer's first."""


@attrs.frozen
class Arrangement:
    """A table's host, seats, links, spectators and pending proposal, stored outside the log."""

    id: Key
    """The id of the table in URLs."""
    host: str
    """The browser that opened the table."""
    watch_link: str
    chairs: Annotated[tuple[Chair, ...], Within(2, MAX_PLAYERS)]
    absent_seconds: Count = 0
    """Seconds of a person's absence after which a bot takes over; 0 means never."""
    stand_in: str = "greedy"
    watchers: tuple[str, ...] = ()
    proposal: Proposal | None = None
    """The pending proposal, if any."""
    proposals: Count = 0
    """The number of proposals so far, which is also the id of the latest one."""
    is_closed: Flag = False
    """Whether the table is closed: nobody can play, and the log is kept."""
    lesson: str | None = None
    """The id of the lesson that the table is for; None for an ordinary game."""

    def seats_of(self, browser: str) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.holder == browser)

    def may_see(self, browser: str) -> bool:
        return browser == self.host or browser in self.watchers or bool(self.seats_of(browser))

    def seats_played_by(self, browser: str) -> tuple[int, ...]:
        """Return the seats that a browser has taken, except seats where a bot stands in."""
        return tuple(seat for seat in self.seats_of(browser) if not self.chairs[seat].is_absent)

    def people(self) -> tuple[int, ...]:
        """Return the seats that people have taken and play themselves, even if they are disconnected."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player == HUMAN and not chair.is_absent)

    def absent(self) -> tuple[int, ...]:
        """Return the seats of people who cannot be asked because they never came, have left, or were away too long."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.is_absent)

    def players(self) -> frozenset[str]:
        """Return the browsers that play at the table or host it."""
        holders = (chair.holder for chair in self.chairs if chair.holder is not None)
        return frozenset((self.host, *holders))

    def bots(self) -> tuple[int, ...]:
        """Return the seats of bots. A seat where a bot plays for a person does not count."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player != HUMAN)

    def seat_of_link(self, link: str, browser: str | None = None) -> int | None:
        """
        Return the seat to which a link leads a browser; None for the spectators' link.

        Raises ``RefusedError`` if the link is unknown.
        """
        for seat, chair in enumerate(self.chairs):
            if chair.has_link(link, browser):
                return seat
        if _is_same(self.watch_link, link):
            return None
        raise unknown_link()

    def has_link(self, link: str, browser: str | None) -> bool:
        return _is_same(self.watch_link, link) or any(chair.has_link(link, browser) for chair in self.chairs)

    def waits_for(self, proposal: Proposal | None) -> tuple[int, ...]:
        """Return the seats whose consent to a proposal is missing. A proposal does not wait for absent people."""
        return () if proposal is None else tuple(seat for seat in self.people() if seat not in proposal.agreed)

    def with_browser(self, seat: int | None, browser: str, link: str) -> Arrangement:
        """Return the arrangement after a browser has claimed a seat with its link, or followed the spectators' link."""
        if seat is not None:
            # A repeated request changes nothing, so it must not void a proposal either, as with_chair() would.
            if self.chairs[seat].holder == browser:
                return self
            return self.with_chair(seat, Chair(HUMAN, holder=browser, used_link=link))
        if self.may_see(browser):
            return self
        if len(self.watchers) >= MOST_WATCHERS:
            raise RefusedError("too_many", f"this table already has {MOST_WATCHERS} spectators, which is the limit")
        return attrs.evolve(self, watchers=(*self.watchers, browser))

    def with_chair(self, seat: int, chair: Chair) -> Arrangement:
        """
        Return the arrangement with the chair of a seat replaced.

        A pending proposal becomes void, because different people would have to agree. It must not pass just because
        somebody leaves.
        """
        chairs = tuple(chair if other == seat else known for other, known in enumerate(self.chairs))
        return attrs.evolve(self, chairs=chairs, proposal=None)

    def with_link(self, seat: int | None, link: str) -> Arrangement:
        """Return the arrangement with a seat freed and its link renewed; None renews the spectators' link."""
        # A new link for spectators shuts out everybody who used the old one.
        if seat is None:
            return attrs.evolve(self, watch_link=link, watchers=())
        return self.with_chair(seat, Chair(HUMAN, link=link))

    def to_closed(self) -> Arrangement:
        return attrs.evolve(self, is_closed=True, proposal=None)

    def with_stand_in(self, seat: int, stand_in: str | None) -> Arrangement:
        """Return the arrangement with a bot that plays for a person; with None, the person plays again."""
        # Leaving or sitting down twice changes nothing, so it must not void a proposal either, as with_chair() would.
        if self.chairs[seat].stand_in == stand_in:
            return self
        return self.with_chair(seat, attrs.evolve(self.chairs[seat], stand_in=stand_in))


def _is_same(known: str, given: str) -> bool:
    # Compare in constant time, so that timing does not reveal a link. A stranger's link may hold half of a surrogate
    # pair, which only this error handler can encode.
    return hmac.compare_digest(*(link.encode("utf-8", "surrogatepass") for link in (known, given)))


@attrs.frozen
class Standing:
    """The position that a game has reached, without the moves before it."""

    state: GameState
    """The public position."""
    end_reason: str | None
    """The reason for an early end, if any."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or by agreement."""
        return self.state.is_over or self.end_reason is not None


class Table:
    """A game at a table. The methods only answer questions; ``change_game`` makes the changes."""

    def __init__(self, arrangement: Arrangement, game: Game) -> None:
        self.arrangement = arrangement
        self.game = game
        self.trouble: str | None = None
        """The message about a bot's failure, until the next move."""
        self.lesson: Lesson | None = None
        """The lesson that the table is for; None for an ordinary game, or if the server no longer has the lesson."""
        self._measured: tuple[int, Progress] | None = None
        self._attempts: list[Attempts] = []
        self._known = 0
        self._move_seats: tuple[int, ...] = ()
        self._recent: tuple[Step, ...] = ()

    @property
    def number(self) -> int:
        """The number of the position: the count of lines in the log, which only grows."""
        return len(self.game.log.entries)

    @property
    def proposal(self) -> Proposal | None:
        """The pending proposal, if it is about the current position."""
        proposal = self.arrangement.proposal
        return proposal if proposal is not None and proposal.number == self.number else None

    @property
    def standing(self) -> Standing:
        return Standing(self.game.state.public(), self.game.end_reason)

    @property
    def bot(self) -> str | None:
        """The bot whose turn it is; None if it is a person's turn or nobody's."""
        if self.game.is_over or self.arrangement.is_closed:
            return None
        return self.arrangement.chairs[self.game.state.turn_seat].bot

    @property
    def progress(self) -> Progress | None:
        """The progress in the lesson; None if there is no lesson."""
        if self.lesson is None:
            return None
        # The news for each browser needs the progress, which changes only if the log grows.
        if self._measured is None or self._measured[0] != self.number:
            self._measured = (self.number, self._measure(self.lesson))
        return self._measured[1]

    def _measure(self, lesson: Lesson) -> Progress:
        """Forget the moves that were undone since the last call, measure the new ones, and return the progress."""
        stand = 0 if self._measured is None else self.steps_before(self._measured[0])
        attempts = self._attempts[: stand + 1] or [Attempts.begin(lesson)]
        for step in itertools.islice(self.game.steps(), stand, None):
            attempts.append(attempts[-1].after(step))
        self._attempts = attempts
        return attempts[-1].progress

    @property
    def move_seats(self) -> tuple[int, ...]:
        """The seats that made the moves, in order, without undone moves."""
        self._catch_up()
        return self._move_seats

    def steps(self, first: int = 0, to: int | None = None) -> tuple[Step, ...]:
        """
        Return the moves from *first* (counted from 0) up to but not including *to*, without undone moves.

        The states are public. To save memory, only the last ``MOST_RECENT`` moves are cached, and earlier ones are
        computed for each call.
        """
        self._catch_up()
        kept_from = len(self._move_seats) - len(self._recent)
        if first >= kept_from:
            return self._recent[first - kept_from : None if to is None else max(to - kept_from, 0)]
        return tuple(_make_public(itertools.islice(self.game.steps(), first, to)))

    def _catch_up(self) -> None:
        """Forget the moves that were undone since the last call, and cache the new ones."""
        if self._known == self.number:
            return
        # The log only grows, so its length tells whether anything is new. Of the known moves, the first *stand* still
        # remain, and so do the cached steps among them. All later steps are read from the game. The public position
        # before the first new step is the one after the last cached step, so it need not be computed again. If there
        # are too many new steps to cache, the cached ones do not adjoin them, and that position is computed.
        stand = self.steps_before(self._known)
        kept = max(stand - len(self._move_seats) + len(self._recent), 0)
        new = tuple(itertools.islice(self.game.steps(), stand, None))
        recent = self._recent[:kept]
        before = recent[-1].after if recent and len(new) <= MOST_RECENT else None
        self._move_seats = (*self._move_seats[:stand], *(step.seat for step in new))
        self._recent = (*recent, *_make_public(new[-MOST_RECENT:], before))[-MOST_RECENT:]
        self._known = self.number

    def steps_before(self, number: int) -> int:
        """Return how many of the moves that led to position *number* have not been undone since."""
        entries = self.game.log.entries
        # Undo lines lower the count of moves, and later moves raise it again. The moves that were never undone after
        # position *number* are the ones up to the lowest count since then.
        made = least = 0
        for index, entry in enumerate(entries):
            made = entry.to if isinstance(entry, UndoLine) else made + isinstance(entry, MoveLine)
            least = made if index < number else min(least, made)
        return least

    def viewer_of(self, browser: str) -> int | None:
        """
        Return the seat whose secrets a browser may see: its only seat, or the one of its seats whose turn it is.

        The result is None if there is no such seat, and in all games without secrets, so that browsers share pictures.
        """
        if not self.game.state.ruleset.has_looks:
            return None
        seats = self.arrangement.seats_of(browser)
        turn_seat = self.game.state.turn_seat
        return turn_seat if turn_seat in seats else seats[0] if len(seats) == 1 else None

    def at(self, steps: int, viewer: int | None) -> GameState:
        """Return the view of a position after this many moves. Raises ``RefusedError`` if the game has fewer."""
        self._check_steps(steps)
        return self.game.at(steps).seen_by(viewer)

    def end_reason_at(self, steps: int) -> str | None:
        """Return why the game was ended early in this position. Raises the errors of ``at``."""
        self._check_steps(steps)
        return self.game.end_reason_at(steps)

    def _check_steps(self, steps: int) -> None:
        if steps > self.game.step_count:
            raise RefusedError("stale", f"at: expected at most {self.game.step_count} moves, got {steps}")

    def last_move_index_of(self, seats: Collection[int]) -> int | None:
        """Return the index of the last move by any of these seats, counted from 0, or None if they have not moved."""
        made = self.move_seats
        return next((index for index in reversed(range(len(made))) if made[index] in seats), None)

    def count_moves_until_own(self, browser: str) -> int:
        """
        Return the number of moves up to and including a browser's last move.

        If the browser has not moved, return the number of all moves except the last.
        """
        own = self.last_move_index_of(self.arrangement.seats_of(browser))
        return max(len(self.move_seats) - 1, 0) if own is None else own + 1

    def names(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.game.state.players[seat].name for seat in seats)

    def absence_timeout_of(self, browser: str) -> int:
        """Return the seconds after which a bot takes over for an absent browser; 0 if no bot ever does."""
        is_done = self.arrangement.is_closed or self.game.is_over
        return 0 if is_done or not self.arrangement.seats_of(browser) else self.arrangement.absent_seconds

    def is_to_put_away(self, idle_seconds: float, put_away_seconds: float) -> bool:
        """Return whether a table that nobody is viewing can be unloaded after this many seconds without a move."""
        return self.game.is_over or self.arrangement.is_closed or idle_seconds >= put_away_seconds


def _make_public(steps: Iterable[Step], before: GameState | None = None) -> Iterator[Step]:
    """
    Yield consecutive steps in public form. Adjacent steps share the position between them.

    If *before* is None, the public position before the first step is computed.
    """
    for step in steps:
        after = step.after.public()
        yield Step(before or step.before.public(), step.move, after, step.events)
        before = after
