"""Two players and a watcher at a table of an in-process server: the starting point for tests of consent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.queries.effects import turns_up


class Party:
    """A table with the host Ada, with Ben, who joined by a link, and with further seats."""

    def __init__(self, tables: Tables, *further: str) -> None:
        self.tables = tables
        self.ada, self.ben, self.watcher = map(tables.browser, ("ada", "ben", "watcher"))
        self.id = self.ada.open("here", "link", *further, absent_seconds=3600)
        news = self.news()
        assert self.ben.join(news["chairs"][1]["link"]).data == {"type": "opened", "table": self.id, "seat": 1}
        assert self.watcher.join(news["watch_link"]).data["seat"] is None
        tables.settle()

    def news(self) -> Any:
        """Return the news that Ada gets."""
        return self.ada.news(self.id)

    @property
    def number(self) -> int:
        """The number of the current position."""
        return int(self.news()["number"])

    @property
    def game(self) -> ms.Game:
        """The server's game object."""
        return self.tables.lobby._tables[self.id].game

    @property
    def mover(self) -> Browser:
        """The browser whose turn it is."""
        return (self.ada, self.ben)[self.game.state.turn_seat]

    @property
    def other(self) -> Browser:
        """The browser that waits for its turn."""
        return (self.ben, self.ada)[self.game.state.turn_seat]

    def play(self, is_it: Callable[[ms.Step], bool] = lambda step: not turns_up(step)) -> Browser:
        """Play the first sensible move that satisfies a condition, for the player to move, and return the browser."""
        mover, state = self.mover, self.game.state
        for move in ms.sensible_moves(state):
            if is_it(ms.apply(state, move).step):
                mover.play(self.id, move)
                return mover
        raise AssertionError("no such move")
