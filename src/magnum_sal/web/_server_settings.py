"""What a server of tables offers, and its limits."""

from __future__ import annotations

from typing import Final

import attrs

from ..bots import LEVELS
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD

BOTS: Final = tuple(LEVELS)
"""The bots that a server offers by default."""


@attrs.frozen(kw_only=True)
class ServerSettings:
    """What a server of tables offers, and its limits."""

    ruleset: Ruleset = STANDARD
    """The default ruleset of a table."""
    bots: tuple[str, ...] = BOTS
    """The bots that can sit at a table, named as for ``make_bot``."""
    address: str | None = None
    """Where others reach the server, such as ``"https://salt.example.org"``; None for the host's address."""
    tables: int = 500
    """The most tables that are open at a time."""
    tables_of_one: int = 20
    """The most tables that one browser hosts at a time."""
    onlookers: int = 250
    """
    The most connections that receive the news of one table.

    If all are taken, a player or the host replaces a watcher.
    """
    connections: int = 2000
    """The most connections that receive news; players and hosts come before watchers here, too."""
    connections_of_one_at_table: int = 4
    """The most connections of one browser to the news of one table; a further one ends the oldest."""
    connections_of_one: int = 16
    """The most connections of one browser to news in total; a further one ends the oldest."""
    processes: int = 2
    """Bots that think at a time. Half as many extra processes, at least one, work on hints, long lists and reviews."""
    queue: int = 20
    """The most hints and long lists that wait for a process; further ones are refused."""
    bot_seconds: float = 15.0
    """Seconds that a bot has for a move; then the server makes a sensible move for it."""
    bot_pause: float = 0.7
    """Seconds before a bot's move, so that people can follow the game."""
    hint_seconds: float = 2.0
    """Seconds for a hint."""
    review_seconds: float = 300.0
    """The most seconds of thinking for the review of a finished game; waiting for a process does not count."""
    put_away_seconds: float = 600.0
    """
    Seconds without a move after which a table that nobody looks at leaves memory.

    The server reads the table again from its log when somebody opens it. A finished game leaves memory at once.
    """
    idle_days: float = 30.0
    """Days without a move after which a table is closed."""
    durable: bool = False
    """Whether each move is forced to the disk before it counts."""
