"""Two people at a table of a server in this process, and a watcher: what tests of consent begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.web._permissions import turns_up


class Party:
    """Ada, who is the host, Ben, who came by a link, and further seats, at a table of theirs."""

    def __init__(self, tables: Tables, *further: str) -> None:
        self.tables = tables
        self.ada, self.ben, self.watcher = map(tables.browser, ("ada", "ben", "watcher"))
        self.id = self.ada.open("here", "link", *further)
        news = self.news()
        assert self.ben.join(news["chairs"][1]["link"]).data == {"type": "opened", "table": self.id, "seat": 1}
        assert self.watcher.join(news["watch_link"]).data["seat"] is None
        tables.settle()

    def news(self) -> Any:
        """Return what Ada is told."""
        return self.ada.news(self.id)

    @property
    def number(self) -> int:
        """The number of the position."""
        return int(self.news()["number"])

    @property
    def game(self) -> ms.Game:
        """The game, as the server has it."""
        return self.tables.lobby._tables[self.id].game

    @property
    def mover(self) -> Browser:
        """Whose turn it is."""
        return (self.ada, self.ben)[self.game.state.turn_seat]

    @property
    def other(self) -> Browser:
        """Who waits."""
        return (self.ben, self.ada)[self.game.state.turn_seat]

    def play(self, is_it: Callable[[ms.Step], bool] = lambda step: not turns_up(step)) -> Browser:
        """Let whose turn it is make the first sensible move of which something holds, and return who it was."""
        mover, state = self.mover, self.game.state
        for move in ms.sensible_moves(state):
            if is_it(ms.Step(state, move, *ms.apply(state, move))):
                mover.play(self.id, move)
                return mover
        raise AssertionError("no such move")
