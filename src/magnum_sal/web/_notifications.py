"""Notifications: the browsers that view a table, the order in which they get news, and the replaced connections."""

from __future__ import annotations

from collections.abc import Callable, Collection

import attrs

from ..protocol.refused_error import RefusedError
from ._server_settings import ServerSettings
from ._table import Arrangement


@attrs.define(eq=False)
class Subscription:
    """A connection that receives the news about a table."""

    table: str
    browser: str
    is_player: bool
    """Whether the browser had a seat at the table, or hosted the table, when it connected."""
    wake: Callable[[], None]
    """Called whenever something changes at the table, and when the subscription ends."""
    is_ended: bool = False
    """Whether another connection has replaced this one."""


class Presence:
    """
    The connections of a lobby that receive news.

    A browser that opens too many connections loses its oldest one. So a forgotten page, or a page whose network has
    failed silently, never locks its user out. Spectators use the places that players do not need. If all
    places are taken, a new spectator is refused, but a new player replaces the spectator who connected first.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        # A dictionary keeps the order in which the connections were added.
        self._all: dict[Subscription, None] = {}
        self._at: dict[str, list[Subscription]] = {}
        self._of: dict[str, list[Subscription]] = {}

    def check_room(self, arrangement: Arrangement, browser: str) -> None:
        """Raise ``RefusedError`` if there is no room for a further connection of a browser to a table."""
        # Must agree with _make_room(): a connection that passes here finds a place there, or replaces another
        # connection.
        at_table, limits = self._at.get(arrangement.id, ()), self._settings
        if len(self._own(arrangement.id, browser)) >= limits.connections_of_one_at_table:
            return  # it replaces the browser's oldest connection
        if browser in arrangement.players():
            is_full = len(self._all) >= limits.connections and all(known.is_player for known in self._all)
        else:
            is_full = len(at_table) >= limits.onlookers or len(self._all) >= limits.connections
        if is_full:
            raise RefusedError("too_many", "too many people are watching; try again later")

    def add(self, arrangement: Arrangement, browser: str, wake: Callable[[], None]) -> Subscription:
        """
        Add a connection, end other connections if there are too many, and return the new one.

        Raises ``RefusedError`` if there is no room. Call ``remove`` when the connection ends.
        """
        self.check_room(arrangement, browser)
        new = Subscription(arrangement.id, browser, browser in arrangement.players(), wake)
        self._make_room(new)
        self._all[new] = None
        self._at.setdefault(new.table, []).append(new)
        self._of.setdefault(browser, []).append(new)
        return new

    def _make_room(self, new: Subscription) -> None:
        limits = self._settings
        own = self._own(new.table, new.browser)
        if len(own) >= limits.connections_of_one_at_table:
            self._end(own[0])
        elif len(self._of.get(new.browser, ())) >= limits.connections_of_one:
            self._end(self._of[new.browser][0])
        if new.is_player:
            self._make_room_among(self._at.get(new.table, ()), limits.onlookers)
            self._make_room_among(self._all, limits.connections)

    def _make_room_among(self, connections: Collection[Subscription], most: int) -> None:
        """End the oldest connection of a spectator if there are at least *most* connections."""
        # Spectators take the places that players leave free.
        watcher = next((known for known in connections if not known.is_player), None)
        if len(connections) >= most and watcher is not None:
            self._end(watcher)

    def _end(self, subscription: Subscription) -> None:
        self.remove(subscription)
        subscription.is_ended = True
        subscription.wake()

    def remove(self, subscription: Subscription) -> None:
        """Remove a connection, unless another one has already replaced it."""
        if subscription not in self._all:
            return
        del self._all[subscription]
        for among, key in ((self._at, subscription.table), (self._of, subscription.browser)):
            among[key].remove(subscription)
            if not among[key]:
                del among[key]

    def _own(self, table: str, browser: str) -> list[Subscription]:
        return [known for known in self._of.get(browser, ()) if known.table == table]

    def is_present(self, table: str, browser: str | None) -> bool:
        return browser is not None and bool(self._own(table, browser))

    def is_looked_at(self, table: str) -> bool:
        return table in self._at

    def watching(self, arrangement: Arrangement) -> int:
        """Return the number of browsers that view a table without having a seat there."""
        # Sets keep this fast: hundreds of spectators each receive this number whenever anything changes.
        looking = {known.browser for known in self._at.get(arrangement.id, ())}
        return len(looking - {chair.holder for chair in arrangement.chairs})

    def wake(self, table: str) -> None:
        """Wake each connection to a table, players' connections first."""
        for subscription in sorted(self._at.get(table, ()), key=lambda known: not known.is_player):
            subscription.wake()
