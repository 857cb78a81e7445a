"""The directory of all open tables."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ..protocol.refused_error import RefusedError
from ._server_settings import ServerSettings
from ._table import Arrangement

MOST_LISTED: Final = 10
"""The maximum number of tables that a browser can list; each table may have to be read from its log."""
LINK_BYTES: Final = 18
"""The number of random bytes in a link or a table's id."""


class Directory:
    """The arrangements of all open tables, by id."""

    def __init__(self) -> None:
        self._open: dict[str, Arrangement] = {}
        self._players: Counter[str] = Counter()

    def note(self, arrangement: Arrangement) -> None:
        """Remember the seating of a table, or forget the table if it is closed."""
        before = self._open.get(arrangement.id)
        if before is arrangement:  # the usual case: most moves leave the seating unchanged
            return
        if before is not None:
            del self._open[arrangement.id]
            # Subtraction removes counts that reach 0. is_player() relies on this: a browser that plays nowhere is not
            # in the counter.
            self._players -= Counter(before.players())
        if not arrangement.is_closed:
            self._open[arrangement.id] = arrangement
            self._players.update(arrangement.players())

    def forget(self, table: str) -> None:
        """Remove a table, if it is known."""
        if (known := self._open.get(table)) is not None:
            self.note(known.to_closed())

    def names(self) -> tuple[str, ...]:
        return tuple(self._open)

    def find(self, table: str) -> Arrangement | None:
        """Return the seating of a table, or None if no such table is open."""
        return self._open.get(table)

    def is_player(self, browser: str) -> bool:
        """Return whether a browser plays at an open table or hosts one."""
        return browser in self._players

    def tables_of(self, browser: str) -> list[str]:
        return [name for name, known in self._open.items() if browser in known.players()]

    def lessons_of(self, host: str) -> list[str]:
        """Return the open tables for lessons that a browser hosts."""
        return [name for name, known in self._open.items() if known.host == host and known.lesson is not None]

    def table_of_link(self, link: str, browser: str | None = None) -> str | None:
        """Return the table that a link leads to, if any. A used link leads only the *browser* that used it there."""
        return next((name for name, known in self._open.items() if known.has_link(link, browser)), None)

    def check_room(self, host: str, settings: ServerSettings) -> None:
        hosted = sum(known.host == host for known in self._open.values())
        if len(self._open) >= settings.tables or hosted >= settings.tables_of_one:
            raise RefusedError("too_many", "too many tables are open; close one, or try again later")
