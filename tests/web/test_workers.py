"""Bots in processes of their own: whatever one does, its table goes on, and others do not wait for it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.web.tables import PATIENCE, Browser, Tables

import magnum_sal as ms
from magnum_sal.web._work_queue import Urgency
from magnum_sal.web._workers import Workers, analyse_position, answer_request, build_server, call_safely, choose_move

FAULTY = (
    "raising",
    "raising_silently",
    "odd",
    "nonsense",
    "illegal",
    "unpacked",
    "leaving",
    "exiting",
    "exiting_silently",
)
ENDED = {
    "leaving": "it ended its own process, and gave no answer",
    "exiting": "it ended its own process (SystemExit: enough)",
    "exiting_silently": "it ended its own process (SystemExit)",
    "raising_silently": "it raised ValueError without a message",
}


def named(bot: str) -> str:
    """Return the name of a bot of tests."""
    return f"tests.web.faulty_bots:{bot}"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A lobby whose bots think in processes of their own; a busy machine takes seconds to start one."""
    bots = tuple(map(named, (*FAULTY, "sound", "printing", "writing")))
    with Tables(tmp_path_factory.mktemp("lobby"), bots=bots, bot_seconds=60.0, hint_seconds=0.1) as found:
        found.lobby.workers = Workers(2)
        yield found


def moved(browser: Browser, table: str) -> Any:
    """Return the news once the bot in the other seat has moved."""
    with browser.watches(table) as news:
        return news.until(lambda told: told["steps"] > 0)


def table_of(browser: Browser, bot: str) -> str:
    """Open a table at which a bot moves first."""
    while True:
        table = browser.open("here", bot if bot == "greedy" else named(bot))
        if browser.news(table)["to_move"] == 1 or browser.news(table)["steps"]:
            return table
        browser.does(table, "close_table")


@pytest.mark.parametrize("bot", FAULTY)
def test_a_faulty_bot(tables: Tables, bot: str) -> None:
    """Another move is made for it, and a sentence says what was wrong, fit to be shown."""
    host = tables.browser(bot)
    news = moved(host, table_of(host, bot))
    assert news["trouble"].startswith(named(bot))
    assert len(news["trouble"]) <= 300
    assert news["trouble"].isprintable()
    assert "Traceback" not in news["trouble"]
    assert len(news["trouble"]) > len(named(bot)) + 10
    if bot in ENDED:
        assert news["trouble"] == f"{named(bot)}: {ENDED[bot]}"


@pytest.mark.parametrize("bot", ["sound", "printing", "writing"])
def test_a_sound_bot(tables: Tables, bot: str) -> None:
    """What it prints is nobody's trouble; neither are the bots before it, whose processes are gone."""
    host = tables.browser(bot)
    assert moved(host, table_of(host, bot))["trouble"] is None


@pytest.mark.slow
def test_a_bot_that_hangs(tmp_path: Path) -> None:
    """Its process is ended once its time is over, and another move is made for it."""
    with Tables(tmp_path, bots=(named("hanging"),), bot_seconds=0.5) as tables:
        tables.lobby.workers = Workers(1)
        host = tables.browser("host")
        news = moved(host, table_of(host, "hanging"))
        assert news["trouble"] == f"{named('hanging')}: it took longer than 0.5 seconds"


@pytest.mark.slow
def test_others_do_not_wait(tmp_path: Path) -> None:
    """While one bot hangs, another moves and questions are answered; and the server ends without waiting for it."""
    with Tables(tmp_path, bots=(named("hanging"), named("sound")), bot_seconds=3600.0) as tables:
        tables.lobby.workers = Workers(2)
        host = tables.browser("host")
        hangs = table_of(host, "hanging")
        other = table_of(host, "sound")
        assert moved(host, other)["trouble"] is None
        assert host.does(other, "legal_moves", most=1)["moves"]
        assert host.news(hangs)["steps"] == 0


class HeldWorkers(Workers):
    """Workers without processes: moves are made at once, hints and lists wait until a test lets them go on."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes)
        self.begun: list[str] = []
        """The functions that had a place, in their order."""
        self.most = 0
        """How many hints and lists went on at the same time, at most."""
        self.going = 0
        self.go = asyncio.Event()

    async def _run(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        self.begun.append(function.__name__)
        if function is choose_move:
            return ms.sensible_moves(arguments[-1])[0]
        self.going += 1
        self.most = max(self.most, self.going)
        try:
            await self.go.wait()
        finally:
            self.going -= 1
        return () if function is analyse_position else answer_request(*arguments)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Tables, HeldWorkers, ThreadPoolExecutor]]:
    """A lobby of a two-process server whose hints take as long as a test likes, and threads that ask."""
    with Tables(tmp_path, tables_of_one=20, tables=50) as tables, ThreadPoolExecutor(30) as pool:
        workers = HeldWorkers(2)
        tables.lobby.workers = workers
        yield tables, workers, pool
        tables.do(workers.go.set)


@pytest.mark.slow
def test_hints_do_not_delay_bots(held: tuple[Tables, HeldWorkers, ThreadPoolExecutor]) -> None:
    """While 20 hints of one browser are looked for, or wait, or are refused, another table's bot moves."""
    tables, workers, pool = held
    greedy, other = tables.browser("greedy"), tables.browser("other")
    places = [greedy.open("here", "here") for _ in range(20)]
    asked = [pool.submit(greedy.ask, place, "hint", number=0) for place in places]
    finished = as_completed(asked, PATIENCE)
    for _ in range(15):  # one is looked for, four wait
        said = next(finished).result()
        assert (said.status, said.code) == (429, "too_fast")
    assert workers.begun == ["analyse_position"]
    assert moved(other, table_of(other, "greedy"))["trouble"] is None
    tables.do(workers.go.set)
    assert [said.result().status for said in finished] == [200] * 5
    assert workers.most == 1


def test_a_hint_of_another_table_is_next(held: tuple[Tables, HeldWorkers, ThreadPoolExecutor]) -> None:
    """It waits for the one that is looked for, and not for all that were asked for before."""
    tables, workers, pool = held
    greedy, other = tables.browser("greedy"), tables.browser("other")
    asked = [pool.submit(greedy.ask, greedy.open("here", "here"), "hint", number=0)]
    while not workers.begun:
        tables.rest()
    asked += [pool.submit(greedy.ask, greedy.open("here", "here"), "hint", number=0) for _ in range(3)]
    while len(workers._others._waiting) < 3:
        tables.rest()
    asked.append(pool.submit(other.ask, other.open("here", "here"), "hint", number=0))
    while len(workers._others._waiting) < 4:
        tables.rest()
    order = [sorted(entry.keys) for entry in sorted(workers._others._waiting, key=workers._others._order)]
    assert [other.name in keys for keys in order] == [True, False, False, False]
    tables.do(workers.go.set)
    assert [said.result().status for said in asked] == [200] * 5


def test_the_same_hint_is_looked_for_once(held: tuple[Tables, HeldWorkers, ThreadPoolExecutor]) -> None:
    """Whoever asks again in the same position waits for the hint that is being looked for; leaving ends it."""
    tables, workers, pool = held
    host = tables.browser("host")
    table = host.open("here", "here")
    asked = [pool.submit(host.ask, table, "hint", number=0) for _ in range(10)]
    while not workers._hints._going or next(iter(workers._hints._going.values())).waiting < 10:
        tables.rest()
    assert workers.begun == ["analyse_position"]
    tables.do(workers.go.set)
    assert [said.result().status for said in asked] == [200] * 10
    tables.do(workers.go.clear)
    body = json.dumps({"type": "hint", "number": 0}).encode()
    with tables.stream(f"/api/tables/{table}", host.headers, body=body):
        while workers.going == 0:
            tables.rest()
    assert workers.going == 0
    assert workers._others._running == []


def test_long_lists_of_watchers_come_last(held: tuple[Tables, HeldWorkers, ThreadPoolExecutor]) -> None:
    """After those of players, who come after hints."""
    tables, workers, pool = held
    host, watcher = tables.browser("host"), tables.browser("watcher")
    table = host.open("here", "here")
    watcher.join(host.news(table)["watch_link"])
    asked = [pool.submit(tables.browser("other").ask, *hint_of(tables.browser("other")), number=0)]
    while not workers.begun:
        tables.rest()
    for browser, kind in ((watcher, "legal_moves"), (host, "sensible_moves"), (host, "hint")):
        fields = {"number": 0} if kind == "hint" else {"most": 1}
        waiting = len(workers._others._waiting)
        asked.append(pool.submit(partial(browser.ask, table, kind, **fields)))
        while len(workers._others._waiting) == waiting:
            tables.rest()
    order = sorted(workers._others._waiting, key=workers._others._order)
    assert [entry.urgency for entry in order] == [Urgency.HINT, Urgency.PLAYER, Urgency.WATCHER]
    tables.do(workers.go.set)
    assert [said.result().status for said in asked] == [200] * 4


def hint_of(browser: Browser) -> tuple[str, str]:
    """Return a new table of a browser's, and the message that asks for a hint there."""
    return browser.open("here", "here"), "hint"


def test_a_hint(tables: Tables) -> None:
    """What a search looked at most, the best first, with reasons in the language that was asked for."""
    host = tables.browser("hint")
    table = host.open("here", "here")
    said = host.does(table, "hint", number=0, language="pl")
    assert said["number"] == 0
    assert 1 <= len(said["advice"]) == len(said["words"]) <= 3
    for entry, words in zip(said["advice"], said["words"], strict=True):
        assert entry["told"][0].startswith(f"szansa {entry['chance']} % (± {entry['error']}), na końcu ")
        assert words == " ".join([f"{entry['words']}.", *entry["told"]])
    first = ms.from_dict(ms.Move, said["advice"][0]["move"])
    assert ms.objection(tables.lobby._tables[table].game.state, first) is None


def test_what_is_asked_in_another_process() -> None:
    """The functions themselves: a bot's move, what a search considers, an answer."""
    state = ms.new_game(["Ada", "Ben"], seed=7).public()
    assert choose_move("greedy", 1, state) in ms.legal_moves(state)
    for bot, words in (
        ("raising", "^ValueError: .x1b.31mred"),
        ("exiting", r"^it ended its own process \(SystemExit: enough\)$"),
        ("odd", "^_OddError: <function"),
    ):
        with pytest.raises(ms.MagnumSalError, match=words) as failed:
            call_safely(choose_move, named(bot), 1, state)
        assert type(failed.value) is ms.MagnumSalError
    found = analyse_position(1, state, 0.05)
    assert all(entry.move in ms.legal_moves(state) for entry in found)
    assert answer_request(state, {"type": "legal_moves", "id": 0})["total"] == 19
    assert answer_request(state, {"type": "close", "id": 0, "session": "game-1"})["code"] == "unknown_session"
    assert build_server(state).limits.sessions == 0


def test_a_single_move_is_all_the_advice() -> None:
    """Where nothing else can be done no search looks at anything."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    rng = random.Random(1)
    while len(ms.sensible_moves(state)) > 1:
        state = ms.apply(state, rng.choice(ms.sensible_moves(state))).state
    (only,) = analyse_position(1, state.public(), 0.05)
    assert (only.move, only.share) == (ms.sensible_moves(state)[0], 1.0)
