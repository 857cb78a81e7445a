"""
Tables: who sits there and by which links one gets there, the game, and the directory of all open tables.

An arrangement never changes, and is kept beside its table's log. What changes a table is in ``_changes.py``.
"""

from __future__ import annotations

import hmac
import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Final

import attrs

from ..bots import HUMAN
from ..model.fields import Count, Flag, Seat
from ..model.meaning import Within
from ..model.pieces import MAX_PLAYERS
from ..model.state import GameState
from ..protocol.refused_error import RefusedError
from ..protocol.table_requests import Key
from ..queries.steps import Step
from ..record.game import Game
from ..record.log import MoveLine, UndoLine
from ._server_settings import ServerSettings

MOST_WATCHERS: Final = 500
"""Browsers that may watch one table."""
UNDO: Final = "undo"
END: Final = "end"
KINDS: Final = (UNDO, END)
"""The kinds of proposal."""
MOST_RECENT: Final = 40
"""How many of the last moves a table keeps as public copies. News and pictures need these again and again."""


def unknown_link() -> RefusedError:
    return RefusedError("unknown_link", "link: it leads nowhere any more; ask the host of the table for another one")


@attrs.frozen
class Chair:
    """A seat of the table: who plays, and which browser has taken it."""

    player: str
    """``HUMAN`` or a bot's name."""
    holder: str | None = None
    """The browser that plays it, None while nobody has taken it."""
    link: str | None = None
    """The link by which it can be taken, once; None where it is taken, or a bot's."""
    stand_in: str | None = None
    """The bot that plays while the person is away."""

    @property
    def bot(self) -> str | None:
        """The bot that plays now, None where a person does."""
        return self.player if self.player != HUMAN else self.stand_in

    @property
    def is_absent(self) -> bool:
        """Whether the seat is a person's, and nobody can be asked: it is unclaimed, or a bot stands in."""
        return self.player == HUMAN and (self.holder is None or self.stand_in is not None)


@attrs.frozen
class Proposal:
    """A proposal to take moves back or to end the game. Everybody who plays has to agree."""

    number: Count
    """The number of the position that it is about: a move makes it void."""
    kind: str
    """``"undo"`` or ``"end"``."""
    seat: Seat
    """Who proposed it."""
    to: Count = 0
    """How many moves are left standing, of an undo."""
    agreed: tuple[Seat, ...] = ()
    """Who agrees, the proposer first."""


@attrs.frozen
class Arrangement:
    """Everything about a table that its log does not hold."""

    id: Key
    """What the table is called in addresses."""
    host: str
    """The browser that has opened it."""
    watch_link: str
    chairs: Annotated[tuple[Chair, ...], Within(2, MAX_PLAYERS)]
    absent_seconds: Count = 0
    """After so many seconds without a person a bot takes over; 0 for never."""
    stand_in: str = "greedy"
    watchers: tuple[str, ...] = ()
    proposal: Proposal | None = None
    """What waits for everybody's consent."""
    is_closed: Flag = False
    """Whether nobody plays here any more: the log is kept."""

    def seats_of(self, browser: str) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.holder == browser)

    def may_see(self, browser: str) -> bool:
        return browser == self.host or browser in self.watchers or bool(self.seats_of(browser))

    def seats_played_by(self, browser: str) -> tuple[int, ...]:
        """Return the seats that a browser has taken, without those where a bot stands in."""
        return tuple(seat for seat in self.seats_of(browser) if not self.chairs[seat].is_absent)

    def people(self) -> tuple[int, ...]:
        """Return the seats of people who have come and play now; a lost connection does not end that by itself."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player == HUMAN and not chair.is_absent)

    def absent(self) -> tuple[int, ...]:
        """Return the seats of people who cannot be asked: who never came, has left, or was away for too long."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.is_absent)

    def players(self) -> frozenset[str]:
        """Return the browsers that play at the table or host it."""
        holders = (chair.holder for chair in self.chairs if chair.holder is not None)
        return frozenset((self.host, *holders))

    def bots(self) -> tuple[int, ...]:
        """Return the seats of bots; one where a bot stands in is still a person's."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player != HUMAN)

    def seat_of_link(self, link: str) -> int | None:
        """Return the seat to which a link leads, None for who watches; ``RefusedError`` where it leads nowhere."""
        for seat, chair in enumerate(self.chairs):
            if chair.link is not None and _is_same(chair.link, link):
                return seat
        if _is_same(self.watch_link, link):
            return None
        raise unknown_link()

    def has_link(self, link: str) -> bool:
        links = (self.watch_link, *(chair.link for chair in self.chairs))
        return any(known is not None and _is_same(known, link) for known in links)

    def waits_for(self, proposal: Proposal | None) -> tuple[int, ...]:
        """Return the seats whose consent to a proposal is missing; an absent person is not waited for."""
        return () if proposal is None else tuple(seat for seat in self.people() if seat not in proposal.agreed)

    def with_browser(self, seat: int | None, browser: str) -> Arrangement:
        """Return the arrangement once a browser has come by the link of a seat, which is spent, or to watch."""
        if seat is not None:
            return self.with_chair(seat, Chair(HUMAN, holder=browser))
        if self.may_see(browser):
            return self
        if len(self.watchers) >= MOST_WATCHERS:
            raise RefusedError("too_many", f"{MOST_WATCHERS} watch here, and more are not let in")
        return attrs.evolve(self, watchers=(*self.watchers, browser))

    def with_chair(self, seat: int, chair: Chair) -> Arrangement:
        """
        Return the arrangement with another chair.

        A proposal becomes void, because others would have to agree. So none passes because somebody goes.
        """
        chairs = tuple(chair if other == seat else known for other, known in enumerate(self.chairs))
        return attrs.evolve(self, chairs=chairs, proposal=None)

    def with_link(self, seat: int | None, link: str) -> Arrangement:
        """Return the arrangement in which a seat is free for who comes by the link; None lets new watchers in."""
        if seat is None:
            return attrs.evolve(self, watch_link=link, watchers=())
        return self.with_chair(seat, Chair(HUMAN, link=link))

    def to_closed(self) -> Arrangement:
        return attrs.evolve(self, is_closed=True, proposal=None)

    def with_stand_in(self, seat: int, stand_in: str | None) -> Arrangement:
        """Return the arrangement while a bot plays for a person, or once the person plays on."""
        return self.with_chair(seat, attrs.evolve(self.chairs[seat], stand_in=stand_in))


def _is_same(known: str, given: str) -> bool:
    # A stranger's link may hold half of a surrogate pair, which has no other encoding.
    return hmac.compare_digest(*(link.encode("utf-8", "surrogatepass") for link in (known, given)))


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


class Directory:
    """The arrangements of all open tables, by their ids."""

    def __init__(self) -> None:
        self._open: dict[str, Arrangement] = {}
        self._players: Counter[str] = Counter()

    def note(self, arrangement: Arrangement) -> None:
        """Remember who sits at a table, and forget the table if it is closed."""
        before = self._open.get(arrangement.id)
        if before is arrangement:  # as after most moves
            return
        if before is not None:
            del self._open[arrangement.id]
            self._players -= Counter(before.players())
        if not arrangement.is_closed:
            self._open[arrangement.id] = arrangement
            self._players.update(arrangement.players())

    def names(self) -> tuple[str, ...]:
        return tuple(self._open)

    def find(self, table: str) -> Arrangement | None:
        """Return who sits at a table, None where no such table is open."""
        return self._open.get(table)

    def is_player(self, browser: str) -> bool:
        """Return whether a browser plays at an open table or hosts one."""
        return browser in self._players

    def tables_of(self, browser: str) -> list[str]:
        return [name for name, known in self._open.items() if browser in known.players()]

    def table_of_link(self, link: str) -> str | None:
        """Return the table to which a link leads, None where it leads nowhere."""
        return next((name for name, known in self._open.items() if known.has_link(link)), None)

    def check_room(self, host: str, settings: ServerSettings) -> None:
        hosted = sum(known.host == host for known in self._open.values())
        if len(self._open) >= settings.tables or hosted >= settings.tables_of_one:
            raise RefusedError("too_many", "so many tables are open that no other can be; close one, or come later")
