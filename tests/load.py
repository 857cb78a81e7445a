"""
A table server under load, with players, watchers, and connections that send no requests.

The server runs in its own process. All clients run in this process, those of each table at a different address, like
people at home. Every wait has a time limit, and so has the whole run. The clients connect only to servers that this
program has started, on loopback.

There are three runs:

1. On a server without load: the time of an answer, and of a bot's move. These are the controls.
2. On the same server: tables where a person plays against a bot, watchers who receive the news, idle connections, and
   connections that send a byte at a time. Before the measurement the games are played to different stages, from the
   first move to the last. So afterwards as many games end as start.
3. On two servers that may have 1,024 and 8,192 files open: 2,000 idle connections while two people play. Idle
   connections that the server closes are reopened.

Each measurement is printed with its limit, and the program fails if a limit is exceeded.

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
"""Seconds at the start of the load that are not measured: bots' processes start, and caches fill."""
SETTLED: Final = 120.0
"""Seconds after which memory must not grow. A short run reports its second half, without a limit."""
POSITION: Final = 2 / 1024
"""Approximate megabytes that a table needs for each position of its game: the step, and its line of the log."""
GAME: Final = 250
"""The approximate number of positions in a game of such a person against such a bot."""
HURRY: Final = 0.1
"""Seconds between moves while games are played to their stages. The server refuses more than 20 moves a second."""
ANSWERS: Final = 30
CONTROL_SECONDS: Final = 40
"""The largest number of seconds to wait for ``ANSWERS`` moves of a bot on a server without load."""
PLAIN: Final = "/api/nothing"
"""An address that does not exist, whose answer takes no work."""


async def measure_machine(port: int, figures: Figures, process: int) -> None:
    """Record this process's delay and the time of a plain answer ten times a second, and the server's memory."""
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
    """Return the CPU seconds that a process has used, as reported by Linux."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes_of(process: int) -> float:
    """Return the resident memory of a process, as reported by Linux."""
    fields = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in fields if line.startswith("VmRSS")) / 1024


async def answer_times(client: Client, path: str) -> list[float]:
    """Return the times of ``ANSWERS`` answers on one connection."""
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
    """Measurements with their limits."""

    faults: int = 0

    def tell(self, what: str, value: float, unit: str, most: float | None = None) -> None:
        """Print a measurement, and whether it is within its limit, if it has one."""
        verdict = "" if most is None else f"at most {most:g}: {'kept' if value < most else 'NOT KEPT'}"
        self.faults += most is not None and not value < most  # NaN is never within a limit.
        print(f"  {value:9.2f} {unit:6} {what:58} {verdict}", flush=True)


def percentile(times: Sequence[float], share: float) -> float:
    """Return the time in milliseconds within which the given share of all times lies."""
    return 1000 * sorted(times)[min(int(share * len(times)), len(times) - 1)] if times else float("nan")


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the growth in a minute."""
    if len({at for at, _ in points}) < 2:
        return float("nan")
    return 60 * statistics.linear_regression(*zip(*points, strict=True)).slope


async def run_for(seconds: float, tasks: Sequence[asyncio.Task[Any]], figures: Figures) -> None:
    """Run tasks for a while, cancel them, and record what failed."""
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
    """Measure a server without other requests."""
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

    The limit applies to all growth in a long run after processes have started and caches are full. From then on, as
    many games end as start, and finished games leave memory. If the limit is exceeded, the size of the positions played
    in that time shows whether tables stay in memory.
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
    """Print how many requests of people were refused or had no answer, and the first of them."""
    report.tell("requests of people that were refused or lost", len(figures.refused), "", 1)
    for fault in figures.refused[:3]:
        print(f"            {fault}")


async def with_idle_connections(port: int, process: int, report: Report, options: argparse.Namespace) -> None:
    """Measure a server on which many connections are idle while two people play."""
    figures = Figures(is_measured=False)
    players = [Player(Client(port, f"127.0.0.{number}"), figures, random.Random(number), 0.5) for number in (1, 2)]
    holding = asyncio.create_task(hold_places(port, options.most_idle))
    # Wait until all connections are open, or until the server's limit of open files prevents further ones.
    await asyncio.sleep(min(12.0, options.most_idle / REOPENED / 10 + 2))
    for player in players:
        await player.open()
    tasks = [holding, *(asyncio.create_task(play_on(player)) for player in players)]
    tasks.append(asyncio.create_task(measure_machine(port, figures, process)))
    await asyncio.sleep(5)  # Wait until bots have processes.
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
    """Run the servers under load, and print the report."""
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
    """Allow this process to have *needed* files open. Exit if the system does not permit that."""
    import resource  # Windows does not have this module.

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(f"{needed} files have to be open at a time, and the system allows {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


if __name__ == "__main__":
    sys.exit(main())
