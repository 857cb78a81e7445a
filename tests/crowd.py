"""
The clients of the load test: players, watchers, and connections that send no requests.

They use their own HTTP connections with as little work as possible, so that the measured time is the server's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import attrs

PATIENCE: Final = 20.0
"""Seconds after which a client counts an answer as missing."""
REOPENED: Final = 20
"""The largest number of idle connections that are reopened at once, at most ten times a second."""


class Client:
    """A browser on one connection, which is reopened if the server closes it."""

    def __init__(self, port: int, address: str, key: str | None = None) -> None:
        self._port, self._address = port, address
        self._key = key or secrets.token_urlsafe(32)
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    def other(self) -> Client:
        """Return another connection of the same browser."""
        return Client(self._port, self._address, self._key)

    async def ask(self, path: str, message: object = None) -> tuple[int, Any]:
        """Return the status and the answer. Reopen the connection once if it was closed while it was unused."""
        async with asyncio.timeout(PATIENCE):
            is_used = self._writer is not None
            try:
                return await self._asked(path, message)
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if not is_used:
                    raise
                return await self._asked(path, message)

    async def _asked(self, path: str, message: object) -> tuple[int, Any]:
        status, headers = await self._send(path, message)
        assert self._reader is not None
        body = await self._reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            self.close()
        return status, json.loads(body) if headers["content-type"] == "application/json" else body

    async def news(self, table: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the news of a table, without an end."""
        status, _ = await self._send(f"/api/tables/{table}/news?language=en", None)
        assert self._reader is not None
        assert status == 200, f"the news were refused with {status}"
        while size := int(await self._reader.readline(), 16):
            for line in (await self._reader.readexactly(size + 2)).splitlines():
                if line.startswith(b"data: "):
                    yield json.loads(line.removeprefix(b"data: "))

    async def _send(self, path: str, message: object) -> tuple[int, dict[str, str]]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0), limit=1 << 22
            )
        body = b"" if message is None else json.dumps(message).encode()
        head = [f"{'GET' if message is None else 'POST'} {path} HTTP/1.1", "Host: localhost"]
        head += [f"Authorization: Bearer {self._key}", f"Content-Length: {len(body)}", "Accept-Encoding: identity"]
        self._writer.write("\r\n".join((*head, "", "")).encode() + body)
        assert self._reader is not None
        first, *further = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = (line.partition(": ") for line in further if line)
        return int(first.split()[1]), {name.lower(): value for name, _, value in headers}

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


@attrs.define
class Figures:
    """The measurements in seconds, and what went wrong."""

    answers: list[float] = attrs.Factory(list)
    """From a seated player's request to the answer."""
    bots: list[float] = attrs.Factory(list)
    """From a position in which a bot is to move to the news of its move; bots do not pause."""
    plain: list[float] = attrs.Factory(list)
    """Answers that take no work, measured at the same time."""
    late: list[float] = attrs.Factory(list)
    """The delay with which this process woke up, which is part of each measurement."""
    memory: list[tuple[float, float, int]] = attrs.Factory(list)
    """Seconds since the start, megabytes of the server, and positions in all games."""
    moves: int = 0
    positions: int = 0
    refused: list[str] = attrs.Factory(list)
    is_measured: bool = True


class Player:
    """
    A person who plays against a bot.

    Args:
        client: The person's connection.
        figures: Where the measurements are recorded.
        rng: Chooses among the answers to each question.
        pace: The approximate number of seconds between the person's moves.
    """

    def __init__(self, client: Client, figures: Figures, rng: random.Random, pace: float) -> None:
        self.client, self._figures, self._rng, self._pace = client, figures, rng, pace
        self.table = ""
        self.watch_link = ""
        self._news: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._moved = -1
        """The number of the position in which the person moved last, whose news must not cause another move."""
        self._since: float | None = None
        """The time at which the bot's turn started, or None while a person is to move."""

    async def open(self, bot: str = "novice") -> None:
        """Open a table and discard the news of the previous one."""
        self._news, self._moved, self._since = {}, -1, None
        seats = [{"name": "Ada", "player": "here"}, {"name": "Bot", "player": bot}]
        status, said = await self.client.ask("/api/tables", {"type": "open", "seats": seats})
        assert status == 200, said
        _, told = await self.client.ask(f"/api/tables/{said['table']}")
        self.watch_link, self.table = told["watch_link"].removeprefix("/join/"), said["table"]

    async def listen(self) -> None:
        """Receive the news of the table."""
        connection = self.client.other()
        try:
            async for news in connection.news(self.table):
                now, figures = time.perf_counter(), self._figures
                if news["number"] != self._news.get("number"):
                    figures.positions += 1
                    if self._since is not None and figures.is_measured:
                        figures.bots.append(now - self._since)
                    is_bots = not news["is_over"] and not news["chairs"][news["to_move"]]["is_yours"]
                    self._since = now if is_bots else None
                self._news = news
                self._changed.set()
        finally:
            connection.close()

    async def play(self, *, until: float = math.inf, pace: float | None = None) -> None:
        """
        Make a move whenever it is the person's turn, until the game is over.

        Args:
            until: The number of a position at which to stop earlier.
            pace: Seconds between moves, or None for the person's own pace.
        """
        pace = self._pace if pace is None else pace
        await asyncio.sleep(self._rng.random() * pace)
        listening = asyncio.create_task(self.listen())
        try:
            while True:
                while not (self._news and (self._news["is_over"] or self._is_asked())):
                    self._changed.clear()
                    async with asyncio.timeout(PATIENCE):
                        await self._changed.wait()
                if self._news["is_over"] or self._news["number"] >= until:
                    return
                await self._move()
                await asyncio.sleep(self._rng.uniform(0.7, 1.3) * pace)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    def _is_asked(self) -> bool:
        is_yours = self._news["chairs"][self._news["to_move"]]["is_yours"]
        return bool(is_yours) and self._news["number"] != self._moved

    async def _move(self) -> None:
        path, number = f"/api/tables/{self.table}", self._news["number"]
        taken: list[Any] = []
        while True:
            said = await self._asked(path, {"type": "choices", "taken": taken})
            if said is None or said["move"] is not None:
                break
            taken = [*said["taken"], [said["question"], self._rng.choice(said["answers"])]]
        if said is not None and await self._asked(path, {"type": "apply", "number": number, "move": said["move"]}):
            self._figures.moves += 1
            self._moved = number

    async def _asked(self, path: str, message: dict[str, Any]) -> Any:
        """Return an answer, or None if it was refused, and record the time that it took."""
        figures, begin = self._figures, time.perf_counter()
        try:
            status, said = await self.client.ask(path, message)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            figures.refused.append(repr(error))
            return None
        if figures.is_measured:
            figures.answers.append(time.perf_counter() - begin)
        if status != 200:
            figures.refused.append(f"{message['type']}: {status} {said}"[:300])
            return None
        return said


async def watch(client: Client, player: Player) -> None:
    """Join by the watchers' link and receive the news. After the game, follow the player to the next table."""
    table = ""
    while True:
        while player.table == table:
            await asyncio.sleep(0.1)
        table = player.table
        await client.ask("/api/join", {"type": "join", "link": player.watch_link})
        async for news in client.news(table):
            if news["is_over"]:
                break
        client.close()


async def hold_places(port: int, count: int, head: bytes = b"", pace: float = 1.0) -> None:
    """Keep *count* idle connections open, twenty from each address. With *head*, send requests byte by byte."""
    places: list[asyncio.StreamWriter | None] = [None] * count
    readers: list[asyncio.StreamReader | None] = [None] * count
    try:
        while True:
            opened = 0
            for number, reader in enumerate(readers):
                writer = places[number]
                if reader is not None and writer is not None and not (reader.at_eof() or reader.exception()):
                    if head:
                        writer.write(b"x")
                    continue
                if writer is not None:
                    writer.close()
                    places[number] = None
                if opened < REOPENED:
                    opened += 1
                    address = f"127.1.{number // 20 // 250}.{1 + number // 20 % 250}"
                    with contextlib.suppress(OSError):
                        readers[number], places[number] = await asyncio.open_connection(
                            "127.0.0.1", port, local_addr=(address, 0)
                        )
                        if head and (fresh := places[number]) is not None:
                            fresh.write(head)
            await asyncio.sleep(pace if head else 0.1)
    finally:
        for writer in places:
            if writer is not None:
                writer.close()
