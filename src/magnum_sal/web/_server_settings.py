"""The settings of a table server."""

from __future__ import annotations

from typing import Final

import attrs

from ..bots import LEVELS
from ..errors import MisuseError
from ..lessons import Lesson, load_lessons
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD

BOTS: Final = tuple(LEVELS)
"""The bots that a server offers by default."""


@attrs.frozen(kw_only=True)
class ServerSettings:
    """The settings of a table server: its rules, bots and limits."""

    ruleset: Ruleset = STANDARD
    """The default ruleset for a table."""
    bots: tuple[str, ...] = BOTS
    """The bots that can sit at a table, named as for ``make_bot``."""
    lessons: tuple[Lesson, ...] = attrs.field(factory=load_lessons)
    """The lessons of the server, in order. The default is the lessons of the library."""
    address: str | None = None
    """The base URL of links, such as ``"https://salt.example.org"``; None for the URL that the browser used."""
    tables: int = 500
    """The maximum number of tables open at once."""
    tables_of_one: int = 20
    """The maximum number of open tables that one browser can host."""
    onlookers: int = 250
    """
    The maximum number of connections that receive the news about one table.

    If all are in use, a player or the host replaces a spectator.
    """
    connections: int = 2000
    """The maximum number of connections that receive news. Players and hosts take precedence over spectators."""
    connections_of_one_at_table: int = 4
    """The maximum number of connections from one browser for news about one table; one more closes the oldest."""
    connections_of_one: int = 16
    """The maximum total number of news connections from one browser; opening another one closes the oldest."""
    processes: int = 2
    """
    The number of bots that think at once.

    Half as many extra processes (but at least one) do all other slow work, and one more draws replays.
    """
    queue: int = 20
    """The maximum number of hints and long lists of moves that wait for a process; further requests are refused."""
    bot_seconds: float = 15.0
    """Seconds that a bot has for a move; after that, the server chooses a sensible move."""
    bot_pause: float = 0.7
    """Seconds before a bot's move, so that people can follow the game."""
    hint_seconds: float = 2.0
    """The thinking time for a hint, in seconds."""
    review_seconds: float = 300.0
    """The maximum thinking time in seconds for the review of a finished game, excluding waiting time."""
    put_away_seconds: float = 600.0
    """
    Seconds without a move after which a table that nobody is viewing is removed from memory.

    At each check, once a minute, the server also removes finished games and closed tables that nobody is viewing. When
    somebody opens a table again, the server reads the game from its log.
    """
    idle_days: float = 30.0
    """Days without a move after which a table is closed."""
    durable: bool = False
    """Whether each move is flushed to disk before it counts."""

    def __attrs_post_init__(self) -> None:
        """
        Check that the server offers a bot.

        Raises:
            MisuseError: there is no bot.
        """
        if not self.bots:
            raise MisuseError("bots: expected at least one bot")
