"""
Whole games on a table server that is killed repeatedly, by clients whose connections break.

At each table there are two people, a bot and an onlooker: programs that use HTTP and receive the news like browsers.
The server is killed at random and restarted, and connections are closed at random. Moves are sent twice, late, or
without waiting for the answer. Sometimes a player undoes a move, alone or with everybody's consent, or all agree to end
the game.

At the end each log is valid, contains every acknowledged move, and matches the news that every client received.

``python -m tests.outages --games 50``
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import httpx
from tests.serving import ServedTables

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.engine.steps import Step
from magnum_sal.record.log import MoveLine, UndoLine
from magnum_sal.words import LANGUAGES, step_in_words

AT_A_TIME = 10
"""The number of tables on one server."""
USUALLY = 10_000
"""Moves after which people end a game early, although they sometimes do so sooner. No game is this long."""
PATIENCE = 180.0
"""Seconds without news after which a client counts as stuck."""


@attrs.define
class Weather:
    """What happened, and how often."""

    counts: Counter[str] = attrs.Factory(Counter)
    faults: list[str] = attrs.Factory(list)


class Browser:
    """
    A client at a table, with a key, requests, and news that resume where their connection broke.

    Args:
        address: The server's address.
        language: One of ``LANGUAGES``.
        rng: Decides what goes wrong.
        weather: Where events are counted.
    """

    def __init__(self, address: str, language: str, rng: random.Random, weather: Weather) -> None:
        headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
        self._client = httpx.AsyncClient(base_url=address, headers=headers, timeout=20)
        self.language = language
        self.rng = rng
        self.weather = weather
        self.table = ""
        self.news: dict[str, Any] = {}
        self.told: list[tuple[str, ...]] = []
        """The game in words, as reported by the news."""
        self.changed = asyncio.Condition()

    async def ask(self, path: str, message: dict[str, Any] | None = None, seconds: float = 20) -> tuple[int, Any]:
        """Return the status and the answer. Retry while the server is unreachable or refuses requests as too fast."""
        while True:
            try:
                response = await self.request(path, message, seconds)
            except httpx.TransportError:
                self.weather.counts["requests without an answer"] += 1
                if message is not None:
                    raise  # The news will show whether it was done.
                await asyncio.sleep(0.1)
                continue
            said = response.json() if response.headers["content-type"] == "application/json" else response.text
            if response.status_code != 429:
                return response.status_code, said
            self.weather.counts["refused as too fast"] += 1
            await asyncio.sleep(0.2)

    async def request(self, path: str, message: dict[str, Any] | None, seconds: float) -> httpx.Response:
        """Return the response to one request."""
        if message is None:
            return await self._client.get(path, timeout=seconds)
        return await self._client.post(path, json=message, timeout=seconds)

    async def listen(self) -> None:
        """Receive the news forever, and reconnect whenever the connection breaks."""
        known: str | None = None
        while True:
            headers = {} if known is None else {"Last-Event-ID": known}
            path = f"/api/tables/{self.table}/news?language={self.language}"
            with contextlib.suppress(httpx.TransportError, _BrokenOffError):
                async with self._client.stream("GET", path, headers=headers, timeout=PATIENCE) as response:
                    async for line in response.aiter_lines():
                        if line.startswith("data: "):
                            await self._hear(json.loads(line.removeprefix("data: ")))
                            known = str(self.news["number"])
                        if self.rng.random() < 0.01:
                            raise _BrokenOffError
            self.weather.counts["connections that broke"] += 1
            await asyncio.sleep(self.rng.random() / 5)

    async def _hear(self, news: dict[str, Any]) -> None:
        if self.news and news["number"] < self.news["number"]:
            self.weather.faults.append(f"{self.table}: position {news['number']} after {self.news['number']}")
        # A bot's new process starts slowly on a busy machine.
        if news["trouble"] is not None and "it took longer than" in news["trouble"]:
            self.weather.counts["bots that were too slow"] += 1
        elif news["trouble"] is not None:
            self.weather.faults.append(f"{self.table}: {news['trouble']}")
        kept, happened = news["kept"], news["happened"]
        if kept > len(self.told) or kept + len(happened) != news["steps"]:
            _, said = await self.ask(f"/api/tables/{self.table}/history?language={self.language}")
            kept, happened = 0, said["steps"][: news["steps"]]
            self.weather.counts["histories read"] += 1
        self.told[kept:] = [tuple(step["words"]) for step in happened]
        async with self.changed:
            self.news = news
            self.changed.notify_all()

    async def heard(self, number: int) -> None:
        """Wait for the news of a position after the one with this number."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.news.get("number", -1) > number)

    async def shut(self) -> None:
        """Close the connections of this client."""
        await self._client.aclose()


class _BrokenOffError(Exception):
    """The connection is closed on purpose."""


class Person(Browser):
    """
    A player who moves hastily on a bad connection, like the greedy bot.

    Args:
        most: Moves after which the player wants to end the game. The other arguments are those of ``Browser``.
    """

    def __init__(self, address: str, language: str, rng: random.Random, weather: Weather, most: int) -> None:
        super().__init__(address, language, rng, weather)
        self._most = most
        self._bot = make_bot("greedy", rng=rng)
        self.acknowledged: dict[int, dict[str, Any]] = {}
        """The acknowledged messages, by the number of the position that they answered."""
        self._answered: tuple[int, object] = (-1, None)

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.news or not self.news["is_over"]:
            if not self.news or not self._is_asked():
                async with self.changed:
                    await self.changed.wait_for(lambda: self.news and (self._is_asked() or self.news["is_over"]))
                continue
            number = self.news["number"]
            with contextlib.suppress(httpx.TransportError):
                await self._act(number)
            # If there is no answer, the news show whether it was done. Otherwise it is tried again.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.heard(number), 0.5)

    def _is_asked(self) -> bool:
        news, seats = self.news, self._seats()
        if news["proposal"] is not None:
            return any(seat in news["proposal"]["waits_for"] for seat in seats)
        return news["to_move"] in seats

    def _seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.news["chairs"]) if chair["is_yours"]]

    async def _act(self, number: int) -> None:
        rng, news = self.rng, self.news
        path = f"/api/tables/{self.table}"
        if news["proposal"] is not None:
            is_agreed = rng.random() < 0.7 or news["steps"] >= self._most
            await self._sent({"type": "agree", "number": number, "is_agreed": is_agreed})
        elif rng.random() < 0.03 and news["undo"] is not None:
            self.weather.counts[f"moves to take back, {news['undo']}"] += 1
            await self._sent({"type": "undo", "number": number})
        elif news["steps"] >= self._most or (rng.random() < 0.0005 and news["steps"] > 60):
            await self._sent({"type": "end", "number": number})
        else:
            status, said = await self.ask(path, {"type": "position"})
            assert status == 200, said
            state = ms.from_dict(ms.GameState, said["state"])
            if state.is_over or state.turn_seat not in self._seats():
                return  # The table has another position, and its news are on their way.
            move = ms.to_dict(self._bot(state, ms.legal_moves(state)))
            await self._move({"type": "apply", "number": number, "move": move})

    async def _move(self, message: dict[str, Any]) -> None:
        how = self.rng.random()
        number = message["number"]
        if how < 0.05:
            self.weather.counts["moves sent twice"] += 1
            sent = await asyncio.gather(self._sent(message), self._sent(message), return_exceptions=True)
            if sum(answer is True for answer in sent) > 1:
                self.weather.faults.append(f"{self.table}: {message} was done twice")
        elif how < 0.10:
            self.weather.counts["moves sent without waiting"] += 1
            with contextlib.suppress(httpx.TransportError):
                await self.request(f"/api/tables/{self.table}", message, self.rng.random() / 50)
        else:
            if how < 0.15 and number:
                self.weather.counts["moves sent late"] += 1
                if await self._sent(message | {"number": number - 1}):
                    self.weather.faults.append(f"{self.table}: {message} answered an old position")
            await self._sent(message)

    async def _sent(self, message: dict[str, Any]) -> bool:
        """Send a message and return whether it was accepted. Raise ``httpx.TransportError`` if that is unknown."""
        status, said = await self.ask(f"/api/tables/{self.table}", message)
        if status == 200:
            self.weather.counts["acknowledged"] += 1
            # A proposal, or a vote on it, writes no line of its own.
            if message["type"] == "apply" or said["number"] > message["number"]:
                self.acknowledged[message["number"]] = message
            return True
        if said["code"] not in ("stale", "illegal_move", "misuse", "not_yours"):
            self.weather.faults.append(f"{self.table}: {message} was refused: {said}")
        self.weather.counts[f"refused: {said['code']}"] += 1
        return False


@attrs.define
class Party:
    """A table and its clients."""

    people: tuple[Person, ...]
    onlooker: Browser

    @property
    def everybody(self) -> tuple[Browser, ...]:
        """All browsers at the table."""
        return (*self.people, self.onlooker)

    async def come(self) -> None:
        """Open a table, and let everybody join by their links."""
        host, friend = self.people
        players = (("Ada", "here"), ("Ben", "link"), ("Cleo", "journeyman"))
        seats = [{"name": name, "player": player} for name, player in players]
        _, opened = await host.ask("/api/tables", {"type": "open", "seats": seats})
        for browser in self.everybody:
            browser.table = opened["table"]
        _, news = await host.ask(f"/api/tables/{host.table}")
        for browser, link in ((friend, news["chairs"][1]["link"]), (self.onlooker, news["watch_link"])):
            await browser.ask("/api/join", {"type": "join", "link": link.removeprefix("/join/")})

    async def play(self) -> None:
        """Play to the end, and wait until everybody has received the last news."""
        listening = [asyncio.create_task(browser.listen()) for browser in self.everybody]
        try:
            await asyncio.gather(*(self._unless_stuck(person) for person in self.people))
            last = max(browser.news["number"] for browser in self.everybody)
            async with asyncio.timeout(PATIENCE):
                for browser in self.everybody:
                    await browser.heard(last - 1)
        except TimeoutError:
            numbers = [browser.news.get("number") for browser in self.everybody]
            self.onlooker.weather.faults.append(f"{self.onlooker.table}: stuck, everybody knows of {numbers}")
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)

    async def _unless_stuck(self, person: Person) -> None:
        playing = asyncio.create_task(person.play())
        known = -1
        while not playing.done():
            await asyncio.wait([playing], timeout=PATIENCE)
            if not playing.done() and person.news.get("number", -1) == known:
                playing.cancel()
                raise TimeoutError
            known = person.news.get("number", -1)
        await playing

    async def check(self, served: ServedTables) -> None:
        """Compare the news of every client with the log."""
        faults, table = self.onlooker.weather.faults, self.onlooker.table
        game = ms.Game.from_log(served.log(table).read_bytes())
        entries = game.log.entries
        for number, message in {**self.people[0].acknowledged, **self.people[1].acknowledged}.items():
            entry = entries[number] if number < len(entries) else None
            if message["type"] == "apply":
                is_kept = isinstance(entry, MoveLine) and ms.to_dict(entry.move) == message["move"]
            else:
                is_kept = entry is not None and (message["type"] != "undo" or isinstance(entry, UndoLine))
            if not is_kept:
                faults.append(f"{table}: {message} is lost; line {number} is {entry}"[:500])
        public = [Step(s.before.public(), s.move, s.after.public(), s.events) for s in game.steps()]
        for browser in self.everybody:
            if browser.told != [step_in_words(step, browser.language) for step in public]:
                faults.append(f"{table}: was told otherwise in {browser.language} than the log has it")
            _, log = await browser.ask(f"/api/tables/{table}/log.jsonl")
            if log != "".join(game.log.public().lines()):
                faults.append(f"{table}: the public log is another one")
            await browser.shut()
        if not game.is_over:
            faults.append(f"{table}: the game is not over")
        counts = self.onlooker.weather.counts
        counts["games"] += 1
        counts["games that were ended by agreement"] += game.end_reason is not None
        counts["moves"] += game.step_count
        counts["lines of logs"] += len(entries)
        counts["lines that took moves back"] += sum(isinstance(entry, UndoLine) for entry in entries)


async def _kill_now_and_then(
    served: ServedTables, is_over: asyncio.Event, rng: random.Random, weather: Weather, seconds: float
) -> None:
    shortest, longest, known = 0.2, 2 * seconds, 0
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(is_over.wait(), rng.uniform(shortest, longest))
            return  # The task never stops between killing the server and its restart, which runs in a thread.
        served.kill()
        weather.counts["times that the server was killed"] += 1
        # On a slow machine a bot may need more time for its move than the server was running.
        written = sum(log.stat().st_size for log in served.folder.glob("*.jsonl"))
        shortest, longest = (0.2, 2 * seconds) if written > known else (longest, 2 * longest)
        known = written
        await asyncio.to_thread(served.start)


async def play_tables(
    served: ServedTables, tables: int, rng: random.Random, weather: Weather, seconds: float, most: int
) -> None:
    """Play at several tables of a server at once, and kill the server about every *seconds* seconds."""
    parties = []
    for _ in range(tables):
        languages = rng.sample(tuple(LANGUAGES), 3)
        host, friend = (Person(served.address, language, rng, weather, most) for language in languages[:2])
        parties.append(Party((host, friend), Browser(served.address, languages[2], rng, weather)))
        await parties[-1].come()
    is_over = asyncio.Event()
    killing = asyncio.create_task(_kill_now_and_then(served, is_over, rng, weather, seconds))
    try:
        await asyncio.gather(*(party.play() for party in parties))
    finally:
        is_over.set()
        await killing
    served.kill()
    served.start()
    for party in parties:
        await party.check(served)


def storm(games: int, seed: int, seconds: float = 10.0, most: int = USUALLY) -> Weather:
    """Play games that people end early after *most* moves, and return what happened."""
    weather = Weather()
    for first in range(0, games, AT_A_TIME):
        rng = random.Random(f"{seed}:{first}")
        with tempfile.TemporaryDirectory() as folder, ServedTables(Path(folder)) as served:
            asyncio.run(play_tables(served, min(AT_A_TIME, games - first), rng, weather, seconds, most))
        print(f"{weather.counts['games']} games, {len(weather.faults)} faults", flush=True)
    return weather


def main(arguments: Sequence[str] | None = None) -> int:
    """Play many games, and print what happened."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0, help="between one end of the server and the next")
    options = parser.parse_args(arguments)
    begin = time.monotonic()
    weather = storm(options.games, options.seed, options.seconds)
    for what, count in sorted(weather.counts.items()):
        print(f"{count:9,} {what}")
    print(f"{time.monotonic() - begin:9.0f} seconds")
    print(f"{len(weather.faults):9,} faults")
    print("\n".join(weather.faults[:20]))
    return 1 if weather.faults else 0


if __name__ == "__main__":
    sys.exit(main())
