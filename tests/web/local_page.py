"""A page without a server: the part of its JavaScript, with its storage, but without workers."""

from __future__ import annotations

import json
from typing import Any

import magnum_sal as ms
from magnum_sal.web import ServerSettings
from magnum_sal.web._local_tables import LocalTables
from magnum_sal.web._local_thinking import Thinker

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class LocalPage:
    """
    A page with local tables. Bots move at once, unless ``is_waiting`` is set.

    Args:
        stored: The storage of an earlier page, which this page continues.
    """

    def __init__(self, stored: LocalPage | None = None, **settings: Any) -> None:
        usual: dict[str, Any] = {"bots": ("novice", "journeyman", "random"), "hint_seconds": 0.05}
        self.tables = LocalTables(ServerSettings(**usual | settings))
        self.thinker = Thinker()
        self.is_waiting = False
        self.moves: list[Any] = []
        """The moves that bots have yet to make."""
        self.arrangements: dict[str, Any] = {}
        """The latest change of each table, those that changed last at the end."""
        self.logs: dict[str, str] = {}
        self.loaded: set[str] = set()
        if stored is not None:
            self.logs = dict(stored.logs)
            for name, change in stored.arrangements.items():
                self.arrangements[name] = change
                self.reply(note={key: change[key] for key in ("table", "arrangement", "standing")})

    def reply(self, **asked: Any) -> Any:
        """Return the reply to a line. Store what has changed, and let bots move."""
        reply = json.loads(self.tables.answer(json.dumps(asked)))
        assert sum(key in reply for key in ("answer", "text", "job")) == 1
        for change in reply["changes"]:
            name = change["table"]
            self.arrangements.pop(name, None)
            self.arrangements[name] = change
            self.logs[name] = self.logs.get(name, "") + change["lines"]
            self.loaded.add(name)
        self.moves += reply["moves"]
        while self.moves and not self.is_waiting:
            self.let_move(self.moves.pop(0))
        return reply

    def let_move(self, due: Any) -> Any:
        """Make a bot think and move."""
        decided = json.loads(self.thinker.think(due["job"])) if "job" in due else {"move": due["move"]}
        return self.reply(moved={key: due[key] for key in ("table", "number", "bot")} | decided)

    def say(self, **asked: Any) -> Any:
        """Return the answer to a line, after the thinking worker has answered if it must: a message, or a text."""
        if (table := asked.get("table")) in self.logs and table not in self.loaded:
            self.reply(load=table, log=self.logs[table])
            self.loaded.add(table)
        reply = self.reply(**asked)
        if "job" in reply:
            reply = json.loads(self.thinker.think(reply["job"]))
            while "total" in reply:
                reply = json.loads(self.thinker.think(json.dumps({"kind": "review_next"})))
        return reply["text"] if "text" in reply else reply["answer"]

    def open(self, *players: str, **further: Any) -> str:
        """Open a table and return its id."""
        seats = [{"name": name, "player": player} for name, player in zip(NAMES, players, strict=False)]
        said = self.say(send={"type": "open", "seats": seats, **further})
        assert said["type"] == "opened", said
        return str(said["table"])

    def ask(self, table: str, name: str, **parameters: Any) -> Any:
        """Read something about a table."""
        return self.say(ask=name, table=table, parameters=parameters)

    def news(self, table: str) -> Any:
        """Return the news about a table."""
        return self.ask(table, "news")

    def send(self, table: str, kind: str, **fields: Any) -> Any:
        """Send a message to a table."""
        return self.say(send={"type": kind, **fields}, table=table)

    def act(self, table: str, kind: str, **fields: Any) -> Any:
        """Send a message about the current position."""
        return self.send(table, kind, number=self.news(table)["number"], **fields)

    def game(self, table: str) -> ms.Game:
        """Return the game that the page has stored."""
        return ms.Game.from_log(self.logs[table].encode())

    def play(self, table: str, move: ms.Move | None = None) -> Any:
        """Make a move: by default the first sensible one."""
        chosen = ms.sensible_moves(self.game(table).state)[0] if move is None else move
        said = self.act(table, "apply", move=ms.to_dict(chosen))
        assert said["type"] == "done", said
        return said
