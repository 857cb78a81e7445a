"""An in-process table server and its browsers, without a network, and with bots that answer at once."""

from __future__ import annotations

import asyncio
import gzip
import json
import queue
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any
from unittest import mock

import attrs
from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.types import Message, Scope

import magnum_sal as ms
from magnum_sal.bots import JudgedMove, Line
from magnum_sal.bots.game_review import Decision, judge_decision
from magnum_sal.protocol.table_answers import LogSummaryAnswer
from magnum_sal.protocol.table_forms import TABLE_ANSWER_OF
from magnum_sal.web import ServerSettings, _lobby
from magnum_sal.web._application import application
from magnum_sal.web._continued_games import ContinuedGame, describe_log, prepare_game
from magnum_sal.web._guard import Rates
from magnum_sal.web._requests import browser_of
from magnum_sal.web._thinking import answer_request
from magnum_sal.web._work_queue import Client
from magnum_sal.web._workers import Workers, call_safely

HOST = "table.test"
USUAL: Any = {"bot_pause": 0.0, "put_away_seconds": 0.0, "bots": ("greedy", "search:seconds=4", "random")}
PATIENCE = 60.0
"""Seconds after which a test that waits for something gives up."""


@attrs.frozen
class Answered:
    """A response; ``data`` parses its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal; check that the refusal has the common form."""
        data = self.data
        assert data["type"] == "error"
        assert 1 <= len(data["sentence"]) <= 500
        assert data["sentence"].isprintable()
        assert "Traceback" not in data["sentence"]
        return str(data["code"])


class InlineWorkers(Workers):
    """Bots that are asked in this process. They play the first sensible move, or what a test sets as ``mover``."""

    def __init__(self) -> None:
        super().__init__(1)
        self.reviewed: list[int] = []
        """The numbers of the decisions that were judged."""
        self.judging = asyncio.Event()
        """Set while decisions may be judged; while it is clear, they wait."""
        self.judging.set()
        self.judging_takes = 0.0
        """The number of seconds that judging a decision is reported to take."""
        self.mover: Callable[[ms.GameState], ms.Move] = lambda state: ms.sensible_moves(state)[0]
        self.asked: list[ms.GameState] = []

    async def move(
        self, table: str, has_people: Callable[[], bool], bot: str, state: ms.GameState, seconds: float
    ) -> ms.Move:
        """Return the move that ``mover`` chooses."""
        self.asked.append(state)
        return self.mover(state)

    async def review_decision(self, table: str, decision: Decision, seconds: float) -> tuple[JudgedMove, float]:
        """Return the judged decision, after a very short search."""
        await self.judging.wait()
        self.reviewed.append(decision.number)
        return judge_decision(decision._replace(iterations=2)), self.judging_takes

    async def analyse_position(self, asker: Client, state: ms.GameState, seconds: float) -> tuple[Line, ...]:
        """Return two moves without analysing them."""
        self.asked.append(state)
        chances = (0.5,) * len(state.players)
        return tuple(
            Line(move, (move,), state.turn_seat, chances, error=0.1, margin=1.0, share=0.5, reasons=())
            for move in ms.sensible_moves(state)[:2]
        )

    async def answer_request(
        self, asker: Client, state: ms.GameState, request: Mapping[str, Any], seconds: float
    ) -> dict[str, Any]:
        """Return the answer that another process would return."""
        return answer_request(state, dict(request))

    async def describe_log(self, browser: str, log: bytes, language: str) -> LogSummaryAnswer:
        """Return what another process would return."""
        return call_safely(describe_log, log, language)

    async def prepare_game(self, browser: str, log: bytes) -> ContinuedGame:
        """Return what another process would return."""
        return call_safely(prepare_game, log, random.SystemRandom())


class Tables:
    """A lobby that is open while its object is used as a context manager."""

    def __init__(
        self, folder: Path, *, hosts: tuple[str, ...] = (HOST,), is_limited: bool = False, **settings: Any
    ) -> None:
        self._folder = folder
        self._hosts = hosts
        self._is_limited = is_limited
        self._settings = ServerSettings(**USUAL | settings)
        self._portals = start_blocking_portal()
        self._portal: BlockingPortal
        self.lobby: _lobby.Lobby
        self.workers = InlineWorkers()

    def __enter__(self) -> Tables:
        self._portal = self._portals.__enter__()
        self._portal.call(self._open)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._portal.call(self._close)
        self._portals.__exit__(kind, error, trace)

    async def _open(self) -> None:
        self.lobby = _lobby.Lobby(self._folder, self._settings)
        self.lobby.workers = self.workers
        self._app = application(self.lobby, hosts=self._hosts)
        if not self._is_limited:
            self._free = mock.patch.object(Rates, "check")
            self._free.start()
        self._life = self._app.router.lifespan_context(self._app)
        await self._life.__aenter__()

    async def _close(self) -> None:
        if not self._is_limited:
            self._free.stop()
        await self._life.__aexit__(None, None, None)

    def browser(self, key: str) -> Browser:
        """Return a browser whose key repeats a letter or a word."""
        return Browser(self, (key * 64)[:43])

    def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the server's event loop."""

        async def call() -> Any:
            return function(*arguments)

        return self._portal.call(call)

    def wait_for(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a coroutine function in the server's event loop and return its result."""
        return self._portal.call(function, *arguments)

    def rest(self) -> None:
        """Run the tasks of the server's event loop as far as they can go."""

        async def resting() -> None:
            for _ in range(50):
                await asyncio.sleep(0)

        self._portal.call(resting)

    def settle(self) -> None:
        """Wait until no bot is thinking and no player is about to be replaced."""

        async def waiting() -> None:
            async with asyncio.timeout(PATIENCE):
                while tasks := (*self.lobby._thinking.values(), *self.lobby._replacing):
                    await asyncio.gather(*tasks, return_exceptions=True)
                    await asyncio.sleep(0)

        self._portal.call(waiting)

    def send(
        self,
        method: str,
        path: str,
        *,
        body: bytes | Iterable[bytes] = b"",
        headers: Mapping[str, str] | None = None,
        client: str = "127.0.0.1",
    ) -> Answered:
        """Send a request and return the whole answer."""
        chunks = [body] if isinstance(body, bytes) else list(body)
        return self._portal.call(self._sent, _scope(method, path, headers or {}, client), chunks)

    async def _sent(self, scope: Scope, chunks: list[bytes]) -> Answered:
        waiting = [
            {"type": "http.request", "body": chunk, "more_body": number + 1 < len(chunks)}
            for number, chunk in enumerate(chunks)
        ]
        head: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> Message:
            if waiting:
                return waiting.pop(0)
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                head.update(message)
            else:
                parts.append(message.get("body", b""))

        async with asyncio.timeout(PATIENCE):
            await self._app(scope, receive, send)
        found = {name.decode().lower(): value.decode() for name, value in head["headers"]}
        whole = b"".join(parts)
        if whole and found.get("content-encoding") == "gzip":
            whole = gzip.decompress(whole)
        return Answered(head["status"], found, whole)

    @contextmanager
    def stream(self, path: str, headers: Mapping[str, str], *, body: bytes = b"") -> Iterator[Stream]:
        """Open a connection for news, or send a message and keep the connection of its answer open."""
        opened = Stream(body)

        async def reading() -> None:
            await opened.read(self._app, _scope("POST" if body else "GET", path, headers, "127.0.0.1"))

        done = self._portal.start_task_soon(reading)
        try:
            yield opened
        finally:
            self.do(opened.ending.set)
            done.result(PATIENCE)


def _scope(method: str, path: str, headers: Mapping[str, str], client: str) -> Scope:
    path, _, query = path.partition("?")
    given = {"host": HOST, "accept-encoding": "gzip"} | {name.lower(): value for name, value in headers.items()}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()],
        "client": (client, 1000),
        "server": (HOST, 80),
        "state": {},
    }


class Stream:
    """An open connection for news; ``next`` returns its events one by one."""

    def __init__(self, body: bytes = b"") -> None:
        self._body = body
        self.ending = asyncio.Event()
        self.raw = b""
        self.seen: list[Any] = []
        self._heads: queue.Queue[Message] = queue.Queue()
        self._events: queue.Queue[tuple[str, Any] | None] = queue.Queue()

    async def read(self, app: Any, scope: Scope) -> None:
        """Read until the server ends the connection or the browser leaves."""
        rest = b""

        async def receive() -> Message:
            if "asked" not in scope:
                scope["asked"] = True
                return {"type": "http.request", "body": self._body, "more_body": False}
            await self.ending.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal rest
            if message["type"] == "http.response.start":
                self._heads.put(message)
                return
            self.raw += message.get("body", b"")
            rest += message.get("body", b"").replace(b"\r\n", b"\n")
            *whole, rest = rest.split(b"\n\n")
            for event in whole:
                fields = dict(line.split(": ", 1) for line in event.decode().splitlines() if ": " in line)
                if "data" in fields:
                    self._events.put((fields.get("id", ""), json.loads(fields["data"])))

        try:
            await app(scope, receive, send)
        finally:
            self._events.put(None)

    def status(self) -> int:
        """Return the status of the answer."""
        return int(self._heads.get(timeout=PATIENCE)["status"])

    def next(self) -> Any:
        """Return the next news, or None once the server has ended the connection."""
        found = self._events.get(timeout=PATIENCE)
        if found is None:
            return None
        number, data = found
        assert number == str(data["number"])
        self.seen.append(data)
        return data

    def until(self, is_it: Callable[[Any], bool]) -> Any:
        """Return the first news that satisfies a condition."""
        while not is_it(found := self.next()):
            assert found is not None
        return found


@attrs.frozen
class Browser:
    """A client of the server, identified by a key."""

    tables: Tables
    key: str

    @property
    def name(self) -> str:
        """The name under which the server remembers this browser."""
        return browser_of(self.key)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request."""
        return {"cookie": f"magnum_sal={self.key}"}

    def get(self, path: str, **headers: str) -> Answered:
        """Send a GET request for a path."""
        return self.tables.send("GET", path, headers=self.headers | headers)

    def post(self, path: str, message: object, **headers: str) -> Answered:
        """Send a message."""
        return self.tables.send("POST", path, body=json.dumps(message).encode(), headers=self.headers | headers)

    def open(self, *players: str, **further: object) -> str:
        """Open a table for Ada, Ben, Cleo and Dan, and return its id."""
        names = ("Ada", "Ben", "Cleo", "Dan")
        seats = [{"name": name, "player": player} for name, player in zip(names, players, strict=False)]
        said = self.post("/api/tables", {"type": "open", "seats": seats, **further})
        assert said.status == 200, said.data
        return str(said.data["table"])

    def join(self, link: str) -> Answered:
        """Join a table by a link."""
        return self.post("/api/join", {"type": "join", "link": link.removeprefix("/join/")})

    def news(self, table: str) -> Any:
        """Return the present news of a table."""
        said = self.get(f"/api/tables/{table}")
        assert said.status == 200, said.data
        return said.data

    def ask(self, table: str, type: str, **fields: object) -> Answered:
        """Send a message to a table."""
        return self.post(f"/api/tables/{table}", {"type": type, **fields})

    def does(self, table: str, type: str, **fields: object) -> Any:
        """Send a message to a table, check that it is accepted, and return the answer."""
        said = self.ask(table, type, **fields)
        assert said.status == 200, said.data
        assert said.data["type"] == TABLE_ANSWER_OF[type].type
        return said.data

    def play(self, table: str, move: ms.Move) -> Any:
        """Play a move in the current position."""
        return self.does(table, "apply", number=self.news(table)["number"], move=ms.to_dict(move))

    def plays(self, table: str, count: int = 1) -> None:
        """Play the first sensible moves, whichever seat is to move."""
        for _ in range(count):
            self.play(table, ms.sensible_moves(self.tables.lobby._tables[table].game.state)[0])

    def watches(self, table: str, **headers: str) -> Any:
        """Open a connection for news, as a context manager."""
        return self.tables.stream(f"/api/tables/{table}/news", self.headers | headers)
