"""The directory of open tables: who hosts and plays where, which links lead where, and how many tables there may be."""

from __future__ import annotations

from collections import Counter

from ..protocol.refused_error import RefusedError
from ._arrangement import Arrangement
from ._server_settings import ServerSettings


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
