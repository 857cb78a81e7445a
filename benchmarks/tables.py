"""
Measure a server of tables under load: from sending a move until another person sees the board.

At each table somebody moves about once a second. All spectators receive the news and fetch the board, as the page does.
The programs that simulate these people run in a separate process on the same machine. The programs of each table share
one IP address, like people in one home. The milliseconds are those from sending a move until another person at the
table has received the whole picture.
"""

import argparse
import asyncio
import gzip
import json
import multiprocessing
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import attrs

import magnum_sal as ms
from magnum_sal.bots import make_bot

PLAYERS = (("Ada", "here"), ("Ben", "here"), ("Cleo", "here"), ("Dora", "here"))


class Connection:
    """One browser, which sends one request after another and spends as little time as possible outside the server."""

    def __init__(self, port: int, address: str, key: str) -> None:
        self._port, self._address, self._key = port, address, key
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self, path: str, body: bytes | None = None) -> tuple[int, dict[str, str]]:
        """Send a request, and return the status and the headers of the response."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0)
            )
        head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        head += [f"Authorization: Bearer {self._key}", f"Content-Length: {len(body or b'')}"]
        self._writer.write("\r\n".join((*head, "", "")).encode() + (body or b""))
        status = int((await self._reader.readline()).split()[1])
        headers = {}
        while line := (await self._reader.readline()).strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        return status, headers

    async def ask(self, path: str, message: dict[str, Any] | None = None) -> tuple[int, bytes]:
        """Return the status and the body of the response."""
        status, headers = await self.open(path, None if message is None else json.dumps(message).encode())
        assert self._reader is not None
        if "content-length" in headers:
            body = await self._reader.readexactly(int(headers["content-length"]))
        else:
            body = b"".join([part async for part in self._chunks()])
        return status, gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body

    async def lines(self, path: str) -> Any:
        """Yield the lines of a response that does not end."""
        await self.open(path)
        async for part in self._chunks():
            for line in part.decode().splitlines():
                yield line

    async def _chunks(self) -> Any:
        assert self._reader is not None
        while size := int(await self._reader.readline(), 16):
            yield (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readline()

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()


@attrs.define
class Load:
    """The load and the measurements of a run."""

    viewers: int
    pace: float
    sent: dict[tuple[str, int], float] = attrs.Factory(dict)
    waited: list[float] = attrs.Factory(list)
    requests: int = 0
    refused: int = 0
    is_measured: bool = False


async def look(load: Load, table: str, news: Connection, board: Connection) -> None:
    """Receive the news of a table, and fetch the board whenever there is a new one."""
    known = -1
    async for line in news.lines(f"/api/tables/{table}/news?language=en"):
        if not line.startswith("data: "):
            continue
        told = json.loads(line.removeprefix("data: "))
        number, steps = told["number"], told["steps"]
        if number == known:
            continue
        known = number
        path = f"/api/tables/{table}/board.svg?number={number}&at={steps}&layout=wide&language=en&last={min(1, steps)}"
        status, _ = await board.ask(path)
        load.requests += 1
        load.refused += status == 429
        begin = load.sent.get((table, number))
        if begin is not None and load.is_measured and status == 200:
            load.waited.append(time.perf_counter() - begin)


async def play(load: Load, table: str, player: Connection, rng: random.Random) -> None:
    """Play moves of a quick bot, about one in *load.pace* seconds."""
    bot = make_bot("greedy", rng=rng)
    path = f"/api/tables/{table}"
    await asyncio.sleep(rng.random() * load.pace)
    while True:
        number = json.loads((await player.ask(path))[1])["number"]
        said = json.loads((await player.ask(path, {"type": "position"}))[1])
        state = ms.from_dict(ms.GameState, said["state"])
        if state.is_over:
            return
        move = bot(state, ms.legal_moves(state))
        load.sent[table, number + 1] = time.perf_counter()
        status, _ = await player.ask(path, {"type": "apply", "number": number, "move": ms.to_dict(move)})
        load.requests += 3
        load.refused += status == 429
        await asyncio.sleep(rng.uniform(0.5, 1.5) * load.pace)


async def open_table(load: Load, port: int, number: int, rng: random.Random) -> list[asyncio.Task[None]]:
    """Open a table, and start its player and spectators."""
    address = f"127.0.{1 + number // 250}.{1 + number % 250}"
    keys = [secrets.token_urlsafe(32) for _ in range(load.viewers + 1)]
    player = Connection(port, address, keys[0])
    seats = [{"name": name, "player": who} for name, who in PLAYERS[: 2 + number % 3]]
    table = json.loads((await player.ask("/api/tables", {"type": "open", "seats": seats}))[1])["table"]
    link = json.loads((await player.ask(f"/api/tables/{table}"))[1])["watch_link"].removeprefix("/join/")
    tasks = []
    for key in keys[1:]:
        board = Connection(port, address, key)
        await board.ask("/api/join", {"type": "join", "link": link})
        tasks.append(asyncio.create_task(look(load, table, Connection(port, address, key), board)))
    return [*tasks, asyncio.create_task(play(load, table, player, rng))]


async def measure_load(load: Load, port: int, tables: int, seconds: float, used: Any) -> tuple[float, float]:
    """Return the requests a second, and the share of a processor that the server used."""
    rng = random.Random(1)
    tasks = [task for number in range(tables) for task in await open_table(load, port, number, rng)]
    await asyncio.sleep(min(15.0, seconds))  # until caches are filled, and all joins have been announced
    load.is_measured, load.requests = True, 0
    begin, before = time.perf_counter(), used()
    await asyncio.sleep(seconds)
    spent, wall = used() - before, time.perf_counter() - begin
    failed = [task.exception() for task in tasks if task.done() and task.exception()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if failed:
        raise AssertionError(f"{len(failed)} programs failed: {failed[0]!r}")
    return load.requests / wall, spent / wall


def seconds_of(process: int) -> float:
    """Return the seconds of processor time that a process has taken, as reported by Linux."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--tables", type=int, default=50, help="tables (default 50)")
    parser.add_argument(
        "--viewers", type=int, default=4, help="spectators of each table, beside its player (default 4)"
    )
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between the moves of a table (default 1)")
    parser.add_argument("--seconds", type=float, default=60, help="how long to measure (default 60)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "magnum_sal", "serve", "--port", "0", "--folder", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as served:
            assert served.stdout is not None
            try:
                found = re.search(r":(\d+)/", served.stdout.readline())
                assert found is not None, "the server did not start"
                load = Load(options.viewers, options.pace)
                rate, share = asyncio.run(
                    measure_load(load, int(found[1]), options.tables, options.seconds, lambda: seconds_of(served.pid))
                )
            finally:
                served.kill()
    waited = sorted(1000 * wait for wait in load.waited)
    print(f"{options.tables} tables, {options.tables * options.viewers} spectators, a move in {options.pace:g} s each")
    print(f"  {statistics.median(waited):.0f} ms from a move to another's board (99th percentile", end=" ")
    print(f"{waited[int(0.99 * len(waited))]:.0f}), over {len(waited)} boards")
    print(f"  {rate:.0f} requests a second, {load.refused} refused; {100 * share:.0f} % of a processor, of", end=" ")
    print(f"{multiprocessing.cpu_count()}")


if __name__ == "__main__":
    main()
