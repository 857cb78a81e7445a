"""Who looks at the tables of a lobby now: the connections over which news are sent, and how many there may be."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from itertools import chain

import attrs

from ..protocol.refused_error import RefusedError
from ._arrangement import Arrangement
from ._server_settings import ServerSettings


def players_of(arrangement: Arrangement) -> frozenset[str]:
    """Return the browsers that play at a table or host it."""
    holders = (chair.holder for chair in arrangement.chairs if chair.holder is not None)
    return frozenset((arrangement.host, *holders))


@attrs.define(eq=False)
class Subscription:
    """A connection for the news of a table."""

    table: str
    browser: str
    is_player: bool
    """Whether the browser had a seat at the table or hosted it when it came."""
    changed: asyncio.Event = attrs.Factory(asyncio.Event)
    """Set whenever something changes at the table, and at the end."""
    is_ended: bool = False
    """Whether it has to make room for another one."""

    def end(self) -> None:
        """Ask the connection to close."""
        self.is_ended = True
        self.changed.set()


@attrs.frozen(kw_only=True)
class NewsLimits:
    """How many connections for news there may be."""

    at_table: int
    """To one table."""
    in_all: int
    """To all tables."""
    of_one_at_table: int
    """Of one browser, to one table."""
    of_one: int
    """Of one browser, to all tables."""

    @classmethod
    def of(cls, settings: ServerSettings) -> NewsLimits:
        """Return the limits that the rules of a server set."""
        return cls(
            at_table=settings.onlookers,
            in_all=settings.connections,
            of_one_at_table=settings.connections_of_one_at_table,
            of_one=settings.connections_of_one,
        )


class Presence:
    """
    The connections for news of a lobby.

    A browser that opens more connections than it may have loses its oldest one, so a page that was left behind, or
    whose network has gone without a word, never locks its person out. Watchers fill what players leave: where all
    places are taken another watcher is refused, and a player takes the place of the watcher who came first.
    """

    def __init__(self, limits: NewsLimits) -> None:
        self._limits = limits
        self._at: dict[str, list[Subscription]] = {}
        self._of: dict[str, list[Subscription]] = {}

    def check_room(self, arrangement: Arrangement, browser: str) -> None:
        """Raise ``RefusedError`` if there is no place for another connection of a browser to a table."""
        at_table, limits = self._at.get(arrangement.id, ()), self._limits
        if len(self._own(arrangement.id, browser)) >= limits.of_one_at_table:
            return  # it takes the place of another one
        if browser in players_of(arrangement):
            is_full = len(self._all()) >= limits.in_all and all(known.is_player for known in self._all())
        else:
            is_full = len(at_table) >= limits.at_table or len(self._all()) >= limits.in_all
        if is_full:
            raise RefusedError("too_many", "so many people are watching that there is no place left; come again later")

    @contextlib.contextmanager
    def looking(self, arrangement: Arrangement, browser: str) -> Iterator[Subscription]:
        """Count a browser as present at a table, and make room for it where there is too little."""
        new = Subscription(arrangement.id, browser, browser in players_of(arrangement))
        self._make_room(new)
        self._at.setdefault(new.table, []).append(new)
        self._of.setdefault(browser, []).append(new)
        try:
            yield new
        finally:
            self._remove(new)

    def _make_room(self, new: Subscription) -> None:
        limits = self._limits
        own = self._own(new.table, new.browser)
        if len(own) >= limits.of_one_at_table:
            self._end(own[0])
        elif len(self._of.get(new.browser, ())) >= limits.of_one:
            self._end(self._of[new.browser][0])
        if new.is_player:
            at_table = self._at.get(new.table, [])
            for among, most in ((at_table, limits.at_table), (self._all(), limits.in_all)):
                watcher = next((known for known in among if not known.is_player), None)
                if len(among) >= most and watcher is not None:
                    self._end(watcher)

    def _end(self, subscription: Subscription) -> None:
        self._remove(subscription)
        subscription.end()

    def _remove(self, subscription: Subscription) -> None:
        for among, key in ((self._at, subscription.table), (self._of, subscription.browser)):
            if subscription in among.get(key, ()):
                among[key].remove(subscription)
                if not among[key]:
                    del among[key]

    def _own(self, table: str, browser: str) -> list[Subscription]:
        return [known for known in self._of.get(browser, ()) if known.table == table]

    def _all(self) -> list[Subscription]:
        return list(chain.from_iterable(self._at.values()))

    def is_present(self, table: str, browser: str | None) -> bool:
        """Return whether a browser looks at a table now."""
        return browser is not None and bool(self._own(table, browser))

    def is_looked_at(self, table: str) -> bool:
        """Return whether anybody looks at a table now."""
        return table in self._at

    def watching(self, arrangement: Arrangement) -> int:
        """Return how many browsers look at a table without a seat there."""
        # By sets, as each of hundreds of watchers is told this number whenever anything changes.
        looking = {known.browser for known in self._at.get(arrangement.id, ())}
        return len(looking - {chair.holder for chair in arrangement.chairs})

    def wake(self, table: str) -> None:
        """Set the event of each connection to a table, those of players first."""
        for subscription in sorted(self._at.get(table, ()), key=lambda known: not known.is_player):
            subscription.changed.set()
