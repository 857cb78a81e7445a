"""Who looks at the tables of a house now: the connections over which news are sent."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator

from ..serve._refused_error import RefusedError
from ._arrangement import Arrangement


class Presence:
    """
    The connections for news of a house.

    Args:
        onlookers: Connections to one table, at most.
        connections: Connections to all tables, at most.
    """

    def __init__(self, onlookers: int, connections: int) -> None:
        self._onlookers, self._connections = onlookers, connections
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._present: dict[str, Counter[str]] = {}

    def check_room(self, table: str) -> None:
        """Refuse another one who wants to look at a table, where there are as many as are let in."""
        looking = self._waiting.get(table, ())
        everywhere = sum(map(len, self._waiting.values()))
        if len(looking) >= self._onlookers or everywhere >= self._connections:
            raise RefusedError("too_many", "so many look at tables that no more can be let in; come again later")

    @contextlib.contextmanager
    def looking(self, table: str, browser: str) -> Iterator[asyncio.Event]:
        """Count a browser as present at a table, with an event that is set whenever something changes there."""
        changed = asyncio.Event()
        waiting = self._waiting.setdefault(table, set())
        present = self._present.setdefault(table, Counter())
        waiting.add(changed)
        present[browser] += 1
        try:
            yield changed
        finally:
            waiting.discard(changed)
            present[browser] -= 1
            if not present[browser]:
                del present[browser]
            if not waiting:
                del self._waiting[table], self._present[table]

    def is_present(self, table: str, browser: str | None) -> bool:
        """Return whether a browser looks at a table now."""
        return browser is not None and self._present.get(table, Counter())[browser] > 0

    def is_looked_at(self, table: str) -> bool:
        """Return whether anybody looks at a table now."""
        return bool(self._present.get(table))

    def watching(self, arrangement: Arrangement) -> int:
        """Return how many browsers look at a table without a seat there."""
        return sum(not arrangement.seats_of(browser) for browser in self._present.get(arrangement.id, ()))

    def wake(self, table: str) -> None:
        """Set the event of each connection to a table."""
        for event in self._waiting.get(table, ()):
            event.set()
