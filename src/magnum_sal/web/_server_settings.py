"""What a server of tables offers, and what it takes at most."""

from __future__ import annotations

from typing import Final

import attrs

from ..bots import LEVELS
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD

BOTS: Final = tuple(LEVELS)
"""The bots that can sit at a table where the server offers no others."""


@attrs.frozen(kw_only=True)
class ServerSettings:
    """What a server of tables offers, and what it takes at most."""

    ruleset: Ruleset = STANDARD
    """The rules of a table for which none are chosen."""
    bots: tuple[str, ...] = BOTS
    """The bots that can sit at a table, by the names that ``make_bot`` knows."""
    address: str | None = None
    """Where others reach the server, such as ``"https://salt.example.org"``; None for where the host does."""
    tables: int = 500
    """Tables that are open at a time."""
    tables_of_one: int = 20
    """Tables that one browser hosts at a time."""
    onlookers: int = 250
    """
    Connections for the news of one table at a time.

    A player or the host who comes when all are taken gets the place of a watcher.
    """
    connections: int = 2000
    """Connections for news in all; players and hosts come before watchers here, too."""
    connections_of_one_at_table: int = 4
    """Connections of one browser for the news of one table; a further one ends the oldest."""
    connections_of_one: int = 16
    """Connections of one browser for news in all; a further one ends the oldest."""
    processes: int = 2
    """Bots that think at a time. Half as many more processes, at least one, work on hints, long lists and reviews."""
    queue: int = 20
    """Hints and long lists that wait for a process at a time; further ones are refused."""
    bot_seconds: float = 15.0
    """Seconds that a bot has for a move; then another one moves for it."""
    bot_pause: float = 0.7
    """Seconds before a bot's move, so that one can follow."""
    hint_seconds: float = 2.0
    """Seconds for a hint."""
    review_seconds: float = 300.0
    """Seconds of thinking for the review of a game that is over, at most; waiting for a process does not count."""
    put_away_seconds: float = 600.0
    """
    Seconds without a move after which a table that nobody looks at leaves memory.

    It is read again from its log when somebody comes. A table whose game is over does not wait: it leaves at once.
    """
    idle_days: float = 30.0
    """Days without a move after which a table is closed."""
    durable: bool = False
    """Whether each move is forced to the disk before it counts."""
