"""
A server of tables under load: people who play, people who watch, and connections that only hold a place.

The server runs in a process of its own. The clients of all people run in this process, each table from an address of
its own, as people at home have. Every wait has an end, and so has the whole run. Only servers that this program has
started, on loopback, are asked for anything.

Three runs follow each other:

1. On a server without load: the time of an answer, and of a bot's move. They are the controls.
2. On the same server: tables at which a person plays against a bot, watchers who hear the news, connections that send
   nothing, and connections that send a byte now and then. Before it is measured the games are brought to different
   stages, from the first move to the last, so that from then on as many games end as begin.
3. On two servers that may have 1,024 and 8,192 files open: 2,000 idle connections while two people play. An idle
   connection that the server closes is opened again.

Each figure is printed with its bound, and the program fails if one of them is not kept.

``python -m tests.load --seconds 10 --tables 5``
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from tests.crowd import REOPENED, Client, Figures, Player, hold_places, watch
from tests.serving import ServedTables

WARM_UP: Final = 15.0
"""Seconds at the beginning of the load that do not count: bots' processes start, and caches fill."""
SETTLED: Final = 120.0
"""Seconds after which memory must not grow; a short run reports its second half, without a bound."""
POSITION: Final = 2 / 1024
"""Megabytes that a table keeps for each position of its game, about: the step, and its line of the log."""
GAME: Final = 250
"""Positions of a whole game of such a person against such a bot, about."""
HURRY: Final = 0.1
"""Seconds between moves while games are brought to their stages; the server refuses more than 20 moves a second."""
ANSWERS: Final = 30
CONTROL_SECONDS: Final = 40
"""Seconds for as many moves of a bot on a server without load, at most."""
PLAIN: Final = "/api/nothing"
"""An address at which there is nothing: the answer takes no work."""


async def measure_machine(port: int, figures: Figures, process: int) -> None:
    """Write down ten times a second how late this process wakes up and what a plain answer takes, and memory."""
    client, start = Client(port, "127.0.0.1"), time.perf_counter()
    while True:
        begin = time.perf_counter()
        await asyncio.sleep(0.1)
        late = time.perf_counter() - begin - 0.1
        begin = time.perf_counter()
        await client.ask(PLAIN)
        if figures.is_measured:
            figures.late.append(late)
            figures.plain.append(time.perf_counter() - begin)
        figures.memory.append((begin - start, megabytes_of(process), figures.positions))


def processor_seconds_of(process: int) -> float:
    """Return the seconds of processor time that a process has taken, as Linux tells them."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes_of(process: int) -> float:
    """Return the resident memory of a process, as Linux tells it."""
    fields = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in fields if line.startswith("VmRSS")) / 1024


async def answer_times(client: Client, path: str) -> list[float]:
    """Return what so many answers on one connection take."""
    await client.ask(path)
    times = []
    for _ in range(ANSWERS):
        begin = time.perf_counter()
        status, said = await client.ask(path)
        times.append(time.perf_counter() - begin)
        assert status in (200, 404), said
    return times


@attrs.define
class Report:
    """Figures beside their bounds."""

    faults: int = 0

    def tell(self, what: str, value: float, unit: str, most: float | None = None) -> None:
        """Print a figure, and whether it is within its bound, if it has one."""
        verdict = "" if most is None else f"at most {most:g}: {'kept' if value < most else 'NOT KEPT'}"
        self.faults += most is not None and not value < most  # which a figure that is no number is not, either
        print(f"  {value:9.2f} {unit:6} {what:58} {verdict}", flush=True)


def percentile(times: Sequence[float], share: float) -> float:
    """Return the time, in milliseconds, within which a share of all lies."""
    return 1000 * sorted(times)[min(int(share * len(times)), len(times) - 1)] if times else float("nan")


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return by how much something grows in a minute."""
    if len({at for at, _ in points}) < 2:
        return float("nan")
    return 60 * statistics.linear_regression(*zip(*points, strict=True)).slope


async def run_for(seconds: float, tasks: Sequence[asyncio.Task[Any]], figures: Figures) -> None:
    """Let tasks run for a while, and end them; what failed is written down."""
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    for failed in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(failed, Exception):
            figures.refused.append(repr(failed))


async def play_on(player: Player) -> None:
    """Play one game after another."""
    while True:
        await player.play()
        await player.open()


async def without_load(port: int, report: Report, options: argparse.Namespace) -> Figures:
    """Measure a server that has nothing else to do."""
    print("One table, nobody else:")
    figures = Figures()
    player = Player(Client(port, "127.0.0.1"), figures, random.Random(0), 0.2)
    await player.open()
    told = await answer_times(Client(port, "127.0.0.2"), PLAIN)
    report.tell(f"median of {ANSWERS} plain answers on one connection (control)", percentile(told, 0.5), "ms")
    asked = await answer_times(player.client, f"/api/tables/{player.table}")
    report.tell(f"median of {ANSWERS} answers on one connection", percentile(asked, 0.5), "ms", 2)
    playing = asyncio.create_task(play_on(player))
    for _ in range(CONTROL_SECONDS):
        if len(figures.bots) > ANSWERS:
            break
        await asyncio.sleep(1)
    await run_for(0, [playing], figures)
    report.tell("median of the answers to a seated person (control)", percentile(figures.answers, 0.5), "ms")
    report.tell("longest wait for a bot's move (control)", percentile(figures.bots[1:], 1), "ms")
    return figures


async def with_load(port: int, process: int, report: Report, options: argparse.Namespace, alone: Figures) -> None:
    """Measure a server with many tables, watchers and idle connections."""
    print(
        f"{options.tables} tables, {options.watchers} watchers, {options.idle} idle connections, {options.slow} slow:"
    )
    figures = Figures(is_measured=False)
    players = []
    for number in range(options.tables):
        client = Client(port, f"127.0.{1 + number // 250}.{1 + number % 250}")
        players.append(Player(client, figures, random.Random(number), options.pace))
        await players[-1].open()
    stages = (number * GAME // len(players) for number in range(len(players)))
    await asyncio.gather(*(player.play(until=stage, pace=HURRY) for player, stage in zip(players, stages, strict=True)))
    tasks = [asyncio.create_task(play_on(player)) for player in players]
    for number in range(options.watchers):
        watcher = Client(port, f"127.0.{10 + number // 250}.{1 + number % 250}")
        tasks.append(asyncio.create_task(watch(watcher, players[number % len(players)])))
    tasks.append(asyncio.create_task(hold_places(port, options.idle)))
    tasks.append(asyncio.create_task(hold_places(port, options.slow, b"GET / HTTP/1.1\r\nX: ")))
    measuring = asyncio.create_task(measure_machine(port, figures, process))
    await asyncio.sleep(min(WARM_UP, options.seconds))
    figures.is_measured, before = True, processor_seconds_of(process)
    await run_for(options.seconds, [*tasks, measuring], figures)
    used = processor_seconds_of(process) - before
    report.tell("of a processor, for the server without its bots", 100 * used / options.seconds, "%")
    report.tell(
        f"99th percentile of {len(figures.answers)} answers to the seated", percentile(figures.answers, 0.99), "ms", 50
    )
    report.tell("median of them", percentile(figures.answers, 0.5), "ms")
    report.tell("99th percentile of a plain answer meanwhile (control)", percentile(figures.plain, 0.99), "ms")
    report.tell("99th percentile of this process's own delay (control)", percentile(figures.late, 0.99), "ms")
    others = percentile(figures.bots, 1) - percentile(alone.bots[1:], 0.5)
    report.tell(f"longest of {len(figures.bots)} waits for a bot's move because of others", others, "ms", 1000)
    report.tell("99th percentile of them, in all", percentile(figures.bots, 0.99), "ms")
    tell_memory(report, figures)
    report.tell("moves of people", figures.moves, "")
    tell_refused(report, figures)


def tell_memory(report: Report, figures: Figures) -> None:
    """
    Print how the server's memory has grown.

    The bound is for all growth in a long run, once processes have started and caches are full: as many games end as
    begin, and those that are over leave memory. If it is not kept, what the positions would take that were played
    meanwhile tells whether tables stay.
    """
    begin = min(SETTLED, figures.memory[-1][0] / 2)
    settled = [point for point in figures.memory if point[0] > begin]
    is_long = begin >= SETTLED and settled[-1][0] > SETTLED + SETTLED / 4
    growth = slope([(at, size) for at, size, _ in settled])
    report.tell("memory of the server at the end", settled[-1][1], "MB")
    report.tell(f"its growth after {begin:.0f} seconds, a minute", growth, "MB", 1 if is_long else None)
    report.tell("positions of games a minute meanwhile", slope([(at, count) for at, _, count in settled]), "")
    played = slope([(at, count * POSITION) for at, _, count in settled])
    report.tell("what a table would keep of these positions, a minute", played, "MB")


def tell_refused(report: Report, figures: Figures) -> None:
    """Print how many requests of people had no answer, or were refused, and the first of them."""
    report.tell("requests of people that were refused or lost", len(figures.refused), "", 1)
    for fault in figures.refused[:3]:
        print(f"            {fault}")


async def with_idle_connections(port: int, process: int, report: Report, options: argparse.Namespace) -> None:
    """Measure a server on which many connections ask for nothing while two people play."""
    figures = Figures(is_measured=False)
    players = [Player(Client(port, f"127.0.0.{number}"), figures, random.Random(number), 0.5) for number in (1, 2)]
    holding = asyncio.create_task(hold_places(port, options.most_idle))
    await asyncio.sleep(min(12.0, options.most_idle / REOPENED / 10 + 2))  # until all are there, or cannot be
    for player in players:
        await player.open()
    tasks = [holding, *(asyncio.create_task(play_on(player)) for player in players)]
    tasks.append(asyncio.create_task(measure_machine(port, figures, process)))
    await asyncio.sleep(5)  # until bots have processes
    figures.is_measured = True
    seconds, before = max(10.0, options.seconds / 8), processor_seconds_of(process)
    await run_for(seconds, tasks, figures)
    used = processor_seconds_of(process) - before
    report.tell("of a processor, for the server without its bots", 100 * used / seconds, "%")
    report.tell(
        f"99th percentile of {len(figures.answers)} answers to the seated", percentile(figures.answers, 0.99), "ms", 50
    )
    report.tell("99th percentile of a plain answer meanwhile (control)", percentile(figures.plain, 0.99), "ms")
    report.tell("moves of people", figures.moves, "")
    tell_refused(report, figures)


def main(arguments: Sequence[str] | None = None) -> int:
    """Put load on servers, and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().splitlines()[0])
    parser.add_argument("--tables", type=int, default=50, help="tables with a person and a bot (default 50)")
    parser.add_argument("--watchers", type=int, default=200, help="people who hear the news of a table (default 200)")
    parser.add_argument("--seconds", type=float, default=240, help="how long it is measured (default 240)")
    parser.add_argument("--pace", type=float, default=1.5, help="seconds between the moves of a person (default 1.5)")
    parser.add_argument("--idle", type=int, default=200, help="connections that send nothing meanwhile (default 200)")
    parser.add_argument("--slow", type=int, default=50, help="connections that send slowly (default 50)")
    parser.add_argument("--most-idle", type=int, default=2000, help="idle connections at the end (default 2000)")
    options = parser.parse_args(arguments)
    allow_files(options.most_idle + options.tables * 3 + options.watchers + 200)
    report = Report()
    with tempfile.TemporaryDirectory() as folder, ServedTables(Path(folder)) as served:
        alone = asyncio.run(without_load(served.port, report, options))
        asyncio.run(with_load(served.port, served.process_id, report, options, alone))
        tell_log(report, served)
    for files in (1024, 8192):
        print(f"{options.most_idle} idle connections, {files} files:")
        with tempfile.TemporaryDirectory() as folder, ServedTables(Path(folder), files=files) as served:
            asyncio.run(with_idle_connections(served.port, served.process_id, report, options))
            tell_log(report, served)
    print(f"{report.faults} bounds were not kept")
    return 1 if report.faults else 0


def tell_log(report: Report, served: ServedTables) -> None:
    """Print how much the server has written to its log."""
    report.tell("lines in the server's log", len(served.errors().splitlines()), "", 100)


def allow_files(needed: int) -> None:
    """Let this process have so many files open; end it where the system does not."""
    import resource  # which Windows does not have

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(f"{needed} files have to be open at a time, and the system allows {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


if __name__ == "__main__":
    sys.exit(main())
