"""Bots in their own processes: whatever a bot does, its table goes on, and others do not wait for it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.extensions.omens import OMENS_GAME
from tests.web import faulty_bots
from tests.web.tables import PATIENCE, Browser, Tables

import magnum_sal as ms
from magnum_sal.web._thinking import analyse_position, answer_request, build_server, choose_move
from magnum_sal.web._work_queue import Client, Urgency
from magnum_sal.web._workers import Workers, call_safely
from magnum_sal.words import ruleset_label

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
    "leaving": "it ended its own process without an answer",
    "exiting": "it ended its own process (SystemExit: enough)",
    "exiting_silently": "it ended its own process (SystemExit)",
    "raising_silently": "it raised ValueError without a message",
}


def named(bot: str) -> str:
    """Return the full name of a test bot."""
    return f"tests.web.faulty_bots:{bot}"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """
    Serve a lobby whose bots run in processes.

    Their time is long, because a busy machine needs seconds to start one.
    """
    bots = tuple(map(named, (*FAULTY, "sound", "printing", "writing")))
    with Tables(tmp_path_factory.mktemp("lobby"), bots=bots, bot_seconds=60.0, hint_seconds=0.1) as found:
        found.lobby.workers = Workers(2)
        yield found


def moved(browser: Browser, table: str) -> Any:
    """Return the news once the bot in the other seat has moved."""
    with browser.watches(table) as news:
        return news.until(lambda told: told["steps"] > 0)


def table_of(browser: Browser, bot: str) -> str:
    """Open a table where a bot moves first."""
    while True:
        table = browser.open("here", bot if bot == "greedy" else named(bot))
        if browser.news(table)["to_move"] == 1 or browser.news(table)["steps"]:
            return table
        browser.does(table, "close_table")


@pytest.mark.long
@pytest.mark.parametrize("bot", FAULTY)
def test_a_faulty_bot(tables: Tables, bot: str) -> None:
    """Another move is made for a faulty bot, and a printable sentence describes the fault."""
    host = tables.browser(bot)
    news = moved(host, table_of(host, bot))
    assert news["trouble"].startswith(named(bot))
    assert len(news["trouble"]) <= 300
    assert news["trouble"].isprintable()
    assert "Traceback" not in news["trouble"]
    assert len(news["trouble"]) > len(named(bot)) + 10
    if bot in ENDED:
        assert news["trouble"] == f"{named(bot)}: {ENDED[bot]}"


@pytest.mark.long
@pytest.mark.parametrize("bot", ["sound", "printing", "writing"])
def test_a_sound_bot(tables: Tables, bot: str) -> None:
    """A sound bot causes no trouble, whatever it prints and whichever faulty bots ran before it."""
    host = tables.browser(bot)
    assert moved(host, table_of(host, bot))["trouble"] is None


@pytest.mark.long
def test_a_bot_that_hangs(tmp_path: Path) -> None:
    """The process of a hanging bot is ended when its time is over, and another move is made for it."""
    with Tables(tmp_path, bots=(named("hanging"),), bot_seconds=0.5) as tables:
        tables.lobby.workers = Workers(1)
        host = tables.browser("host")
        news = moved(host, table_of(host, "hanging"))
        assert news["trouble"] == f"{named('hanging')}: it took longer than 0.5 seconds"


@pytest.mark.long
def test_others_do_not_wait(tmp_path: Path) -> None:
    """While one bot hangs, another one moves, questions are answered, and the server can end without waiting."""
    with Tables(tmp_path, bots=(named("hanging"), named("sound")), bot_seconds=3600.0) as tables:
        tables.lobby.workers = Workers(2)
        host = tables.browser("host")
        hangs = table_of(host, "hanging")
        other = table_of(host, "sound")
        assert moved(host, other)["trouble"] is None
        assert host.does(other, "legal_moves", most=1)["moves"]
        assert host.news(hangs)["steps"] == 0


class HeldWorkers(Workers):
    """Workers without processes: bots move at once, and hints and lists wait until a test sets ``go``."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes)
        self.begun: list[str] = []
        """The names of the functions that got a place, in order."""
        self.most = 0
        """The largest number of hints and lists that ran at the same time."""
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


class OneMove(Workers):
    """Workers with one place whose bots move one by one, each after ``go_on``."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun: list[str] = []
        """The bots that got the place, in order."""
        self.turn = asyncio.Semaphore(0)

    async def _run(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
        bot, _, state = arguments
        self.begun.append(bot)
        await self.turn.acquire()
        return ms.sensible_moves(state)[0]


@pytest.mark.slow
def test_people_do_not_wait_for_bots_that_play_alone(tmp_path: Path) -> None:
    """A bot at a table with a person moves next, however many tables wait that only bots play."""
    with Tables(tmp_path, tables_of_one=20, tables=50) as tables:
        workers = tables.lobby.workers = OneMove()
        greedy = tables.browser("greedy")
        for _ in range(20):
            greedy.open("random", "random")
        other = tables.browser("other")
        table = table_of(other, "greedy")
        tables.rest()
        assert workers.begun == ["random"]
        tables.do(workers.turn.release)
        tables.rest()
        assert workers.begun == ["random", "greedy"]
        tables.do(workers.turn.release)
        tables.rest()
        assert other.news(table)["steps"] == 1


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[Tables, HeldWorkers, ThreadPoolExecutor]]:
    """Serve a lobby with two workers whose hints take as long as a test likes, and yield threads that send requests."""
    with Tables(tmp_path, tables_of_one=20, tables=50) as tables, ThreadPoolExecutor(30) as pool:
        workers = HeldWorkers(2)
        tables.lobby.workers = workers
        yield tables, workers, pool
        tables.do(workers.go.set)


@pytest.mark.long
def test_hints_do_not_delay_bots(held: tuple[Tables, HeldWorkers, ThreadPoolExecutor]) -> None:
    """A bot at another table moves while 20 hints of one browser are being computed, wait or are refused."""
    tables, workers, pool = held
    greedy, other = tables.browser("greedy"), tables.browser("other")
    places = [greedy.open("here", "here") for _ in range(20)]
    asked = [pool.submit(greedy.ask, place, "hint", number=0) for place in places]
    finished = as_completed(asked, PATIENCE)
    for _ in range(15):  # One hint is being computed, and four wait.
        said = next(finished).result()
        assert (said.status, said.code) == (429, "too_fast")
    assert workers.begun == ["analyse_position"]
    assert moved(other, table_of(other, "greedy"))["trouble"] is None
    tables.do(workers.go.set)
    assert [said.result().status for said in finished] == [200] * 5
    assert workers.most == 1


@pytest.mark.slow
def test_a_hint_of_another_table_is_next(held: tuple[Tables, HeldWorkers, ThreadPoolExecutor]) -> None:
    """A hint of another browser waits only for the running hint, not for all hints requested before."""
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


@pytest.mark.long
def test_the_same_hint_is_computed_once(held: tuple[Tables, HeldWorkers, ThreadPoolExecutor]) -> None:
    """Requests for a hint in the same position share one computation, which ends if all of them disconnect."""
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
    """Long lists of watchers come after those of players, which come after hints."""
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
    """Open a table and return it with the type of the message that requests a hint."""
    return browser.open("here", "here"), "hint"


@pytest.mark.long
def test_the_content_of_a_hint(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint lists the moves that the search favours, the best first, with reasons in the requested language."""
    monkeypatch.setattr("magnum_sal.web._workers.find_hint_limit", lambda _: PATIENCE)  # A process starts slowly.
    host = tables.browser("hint")
    table = host.open("here", "here")
    said = host.does(table, "hint", number=0, language="pl")
    assert said["number"] == 0
    assert 1 <= len(said["advice"]) == len(said["words"]) <= 3
    for entry, words in zip(said["advice"], said["words"], strict=True):
        assert entry["told"][0].startswith(f"szanse na zwycięstwo {entry['chance']}% (± {entry['error']}), na koniec ")
        assert words == " ".join([f"{entry['words']}.", *entry["told"]])
    first = ms.from_dict(ms.Move, said["advice"][0]["move"])
    assert ms.objection(tables.lobby._tables[table].game.state, first) is None


@pytest.mark.long
def test_functions_of_worker_processes() -> None:
    """Functions for another process return a bot's move, an analysis or an answer, or raise a ``MagnumSalError``."""
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
    # A bot lives only for one move, so it is closed after each.
    closed = faulty_bots.Closing.closed
    assert choose_move(named("Closing"), 1, state) in ms.legal_moves(state)
    assert faulty_bots.Closing.closed == closed + 1
    found = analyse_position(1, state, 0.05)
    assert all(entry.move in ms.legal_moves(state) for entry in found)
    assert answer_request(state, {"type": "legal_moves", "id": 0})["total"] == 19
    assert answer_request(state, {"type": "close", "id": 0, "session": "game-1"})["code"] == "unknown_session"
    assert build_server(state).limits.sessions == 0


@pytest.mark.long
def test_a_single_move_is_all_the_advice() -> None:
    """If only one move is possible, it is returned without a search."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    rng = random.Random(1)
    while len(ms.sensible_moves(state)) > 1:
        state = ms.apply(state, rng.choice(ms.sensible_moves(state))).state
    (only,) = analyse_position(1, state.public(), 0.05)
    assert (only.move, only.share) == (ms.sensible_moves(state)[0], 1.0)


@pytest.mark.long
def test_a_worker_knows_the_rulesets_of_its_server() -> None:
    """A log only names its ruleset, so a new process imports the module that registered it in the server."""
    log = "".join(ms.Game.new(["Ada", "Ben"], seed=1, ruleset=OMENS_GAME).log.lines()).encode()

    async def describe() -> str:
        return (await Workers(1).describe_log("browser", log, "en")).ruleset_words

    assert asyncio.run(describe()) == ruleset_label(OMENS_GAME, "en")


def test_the_start_of_a_process_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that needs long to start is not ended when the time for its work would be over."""
    ready: list[bool] = []

    async def run_slowly_at_first(*_: object, **__: object) -> str:
        # The start of this process takes ten seconds, for which the test does not have to wait.
        if not ready and anyio.current_effective_deadline() - anyio.current_time() < 10:
            await anyio.sleep_forever()
        ready.append(True)
        return "done"

    monkeypatch.setattr("anyio.to_process.run_sync", run_slowly_at_first)

    async def answer() -> Any:
        state = ms.new_game(["Ada", "Ben"], seed=7).public()
        return await Workers(1).answer_request(Client("browser", "table", True), state, {}, 0.01)

    assert asyncio.run(answer()) == "done"
