"""The lobby: who is waited for, bots that think while others act, what cannot be kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.errors import LogError
from magnum_sal.record.log import MoveLine
from magnum_sal.record.log.files import LogFile


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """An empty lobby."""
    with Tables(tmp_path) as found:
        yield found


class Waiting:
    """A bot that moves once it is let."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        tables.workers.move = self.move  # type: ignore[method-assign]
        self.turns: list[Any] = []

    async def move(self, bot: str, state: ms.GameState, seconds: float) -> ms.Move:
        """Wait for ``go``."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.turns.append(turn)
        await turn
        return ms.sensible_moves(state)[0]

    def go(self) -> None:
        """Let the one move that has waited longest."""
        self.tables.rest()
        self.tables.do(self.turns.pop(0).set_result, None)
        self.tables.rest()


def against_a_bot(tables: Tables) -> tuple[Browser, str]:
    """Open a table at which a bot moves first."""
    while True:
        host = tables.browser(f"host{len(tables.lobby.directory.names())}")
        table = host.open("here", "greedy")
        if host.news(table)["to_move"] == 1 or host.news(table)["steps"]:
            return host, table


# bots and people at once


def test_a_move_that_was_thought_of_before_is_not_made(tables: Tables) -> None:
    """While a bot thinks the host takes its seat, and another bot sits down: the first one's move comes too late."""
    bot = Waiting(tables)
    host, table = against_a_bot(tables)
    host.does(table, "set_player", seat=1, player="here")
    bot.go()
    assert host.news(table)["steps"] == 0
    host.plays(table)
    while host.news(table)["to_move"] == 0:
        host.plays(table)
    host.does(table, "set_player", seat=1, player="random")
    steps = host.news(table)["steps"]
    tables.rest()
    assert len(bot.turns) == 1
    host.does(table, "set_player", seat=1, player="greedy")
    bot.go()
    assert host.news(table)["steps"] == steps
    bot.go()
    assert host.news(table)["steps"] == steps + 1


def test_taking_back_while_a_bot_thinks(tables: Tables) -> None:
    """The bot's move of the position that is gone is not made, and the bot waits for its next turn."""
    bot = Waiting(tables)
    host = tables.browser("host")
    table = host.open("here", "greedy")
    tables.rest()
    while bot.turns:
        bot.go()
    while not bot.turns:
        host.plays(table)
        tables.rest()
    before = host.news(table)
    host.does(table, "undo", number=before["number"])
    bot.go()
    news = host.news(table)
    assert (news["to_move"], bot.turns) == (0, [])
    assert news["number"] == before["number"] + 1


def test_closing_while_a_bot_thinks(tables: Tables) -> None:
    """Nobody moves at a closed table."""
    bot = Waiting(tables)
    host, table = against_a_bot(tables)
    host.does(table, "close_table")
    bot.go()
    tables.settle()
    assert host.news(table)["steps"] == 0


def test_a_table_read_anew_while_a_bot_thinks(tables: Tables) -> None:
    """The move belongs to the table that is gone; the bot thinks again for the one there is."""
    bot = Waiting(tables)
    host, table = against_a_bot(tables)
    tables.do(tables.lobby.forget, table)
    assert host.news(table)["steps"] == 0
    bot.go()
    assert host.news(table)["steps"] == 0
    bot.go()
    assert host.news(table)["steps"] == 1


# who is waited for


def timers(tables: Tables) -> dict[tuple[str, str], Any]:
    """Return who is waited for, at which table."""
    return dict(tables.lobby._leaving)


def run_out(tables: Tables) -> None:
    """Let all who are waited for have stayed away for too long."""
    for timer in timers(tables).values():
        tables.do(timer._run)
        timer.cancel()
    tables.settle()


def test_who_does_not_come_back(tables: Tables) -> None:
    """A bot takes over for all seats of theirs; whoever comes back in time is not replaced."""
    host, ben = tables.browser("host"), tables.browser("ben")
    table = host.open("here", "link", absent_seconds=120)
    link = host.news(table)["chairs"][1]["link"]
    with host.watches(table) as watching:
        watching.next()
        ben.join(link)
        assert set(timers(tables)) == {(table, ben.name)}  # who never looks is waited for as who goes
        with ben.watches(table) as bens:
            bens.next()
            assert timers(tables) == {}
        watching.until(lambda news: not news["chairs"][1]["is_present"])
        assert set(timers(tables)) == {(table, ben.name)}
        with ben.watches(table) as bens:
            bens.next()
            assert timers(tables) == {}
            assert host.news(table)["chairs"][1]["stand_in"] is None
        watching.until(lambda news: not news["chairs"][1]["is_present"])
        run_out(tables)
        assert host.news(table)["chairs"][1]["stand_in"] == "quick bot"
        assert host.news(table)["chairs"][0]["stand_in"] is None
        with ben.watches(table) as bens:
            assert bens.next()["chairs"][1]["stand_in"] == "quick bot"  # until they say so
            ben.does(table, "sit", seat=1)
            assert timers(tables) == {}
    assert set(timers(tables)) == {(table, ben.name), (table, host.name)}


def test_two_tabs_in_one_seat(tables: Tables) -> None:
    """The person is there as long as one of them is open."""
    host = tables.browser("host")
    table = host.open("here", "here", absent_seconds=120)
    with host.watches(table) as one:
        one.next()
        with host.watches(table) as other:
            other.next()
        assert timers(tables) == {}
        assert host.news(table)["chairs"][0]["is_present"]
    assert set(timers(tables)) == {(table, host.name)}
    assert not host.news(table)["chairs"][0]["is_present"]


def test_nobody_is_waited_for_without_need(tables: Tables) -> None:
    """Not where nobody wished it, for who watches, at a closed table, or once the game is over."""
    host, watcher = tables.browser("host"), tables.browser("watcher")
    for seconds in (0, 60):
        table = host.open("here", "here", absent_seconds=seconds)
        watcher.join(host.news(table)["watch_link"])
        with watcher.watches(table) as news:
            news.next()
        assert (table, watcher.name) not in timers(tables)
        assert ((table, host.name) in timers(tables)) == bool(seconds)
        host.does(table, "end" if seconds else "close_table", **({"number": 0} if seconds else {}))
        with host.watches(table) as news:
            news.next()
        assert timers(tables) == {}


def test_a_table_that_was_put_away(tables: Tables) -> None:
    """Whose time runs out at a table that nobody looks at is replaced all the same."""
    host = tables.browser("host")
    table = host.open("here", "link", absent_seconds=60)
    tables.do(tables.lobby.close_idle)
    assert table not in tables.lobby._tables
    run_out(tables)
    assert host.news(table)["chairs"][0]["stand_in"] == "quick bot"


def test_nothing_is_left_of_who_has_gone(tables: Tables) -> None:
    """Connections come and go without anything staying behind."""
    host = tables.browser("host")
    table = host.open("here", "here")
    for _ in range(30):
        with host.watches(table) as news:
            news.next()
    lobby = tables.lobby
    assert (lobby.presence._at, lobby.presence._of, lobby._leaving, lobby._thinking) == ({}, {}, {}, {})


# what cannot be kept


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A disk on which no line of a log can be written."""

    def failing(self: LogFile, line: bytes) -> None:
        raise LogError(None, None, f"cannot write to {self.path}: No space left on device")

    monkeypatch.setattr(LogFile, "write", failing)
    yield monkeypatch
    monkeypatch.undo()


def test_a_full_disk(tables: Tables, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """503, in words that name no file of the server's; nothing has happened, and it goes on once there is room."""
    host = tables.browser("host")
    table = host.open("here", "here")
    host.plays(table, 3)
    move = ms.to_dict(ms.sensible_moves(tables.lobby._tables[table].game.state)[0])
    with host.watches(table) as news:
        news.next()
        disk = request.getfixturevalue("full_disk")
        for kind, fields in (("apply", {"move": move}), ("undo", {}), ("end", {})):
            said = host.ask(table, kind, number=3, **fields)
            assert (said.status, said.code) == (503, "not_kept")
            assert str(tmp_path) not in said.data["sentence"]
            assert host.news(table)["number"] == 3
            assert not host.news(table)["is_over"]
        disk.undo()
        assert host.does(table, "apply", number=3, move=move)["number"] == 4
        assert news.until(lambda told: told["number"] == 4)["steps"] == 4


def test_a_bot_on_a_full_disk(tables: Tables, full_disk: pytest.MonkeyPatch) -> None:
    """Everybody is told, it does not try again at once, and moves when it can."""
    host, table = against_a_bot(tables)
    tables.settle()
    assert host.news(table)["trouble"] == "the move of a bot cannot be recorded now; it is tried again"
    asked = len(tables.workers.asked)
    tables.settle()
    assert len(tables.workers.asked) == asked
    full_disk.undo()
    tables.do(tables.lobby.go_on, table)
    tables.settle()
    news = host.news(table)
    assert (news["trouble"], news["to_move"]) == (None, 0)


def test_seats_that_cannot_be_kept(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link is not given, and a table not opened, where that would be forgotten."""
    host = tables.browser("host")
    table = host.open("here", "link")
    before = host.news(table)["chairs"]

    def failing(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", failing)
    assert host.ask(table, "give_link", seat=1).code == "not_kept"
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "here"}]
    assert host.post("/api/tables", {"type": "open", "seats": seats}).code == "not_kept"
    monkeypatch.undo()
    assert host.news(table)["chairs"] == before
    assert len(host.get("/api/tables").data["tables"]) == 1
    assert len(list(tmp_path.glob("*.json"))) == 1


def test_a_log_that_somebody_else_writes_to(tables: Tables, tmp_path: Path) -> None:
    """A program that moves in the log of a table that was put away: the table goes on from there."""
    host = tables.browser("host")
    table = host.open("here", "here")
    tables.do(tables.lobby.close_idle)
    with ms.Game.from_log(tmp_path / f"{table}.jsonl") as game:
        game.play(ms.sensible_moves(game.state)[0])
        assert host.news(table)["steps"] == 1
        move = ms.to_dict(ms.sensible_moves(game.state)[0])
        assert host.ask(table, "apply", number=1, move=move).code == "not_kept"
        game.play(ms.sensible_moves(game.state)[0])
    assert host.news(table)["steps"] in (1, 2)
    host.plays(table)
    with ms.Game.from_log(tmp_path / f"{table}.jsonl") as game:
        assert [type(entry) for entry in game.log.entries] == [MoveLine] * 3


@pytest.mark.parametrize("ruined", ["{table}.json", "{table}.jsonl"])
def test_a_table_whose_files_are_ruined(tmp_path: Path, ruined: str) -> None:
    """The others go on, and it is told of in words that name no file."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        one, other = host.open("here", "here"), host.open("here", "here")
        host.plays(one, 2)
    path = tmp_path / ruined.format(table=one)
    path.write_bytes(path.read_bytes()[:30] + b"\xff" + path.read_bytes()[31:])
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        assert [entry["table"] for entry in host.get("/api/tables").data["tables"]] == [other]
        said = host.get(f"/api/tables/{one}")
        assert said.status in (400, 404, 503)
        assert str(tmp_path).encode() not in said.body
        assert host.news(other)["steps"] == 0


def test_what_a_restart_brings_back(tmp_path: Path) -> None:
    """Seats, links, watchers, stand-ins, proposals and the number of the position; bots go on."""
    with Tables(tmp_path) as tables:
        host, ben, watcher = map(tables.browser, ("host", "ben", "watcher"))
        table = host.open("here", "link", "link", "greedy")
        news = host.news(table)
        ben.join(news["chairs"][1]["link"])
        watcher.join(news["watch_link"])
        tables.settle()
        host.does(table, "end", number=host.news(table)["number"])
        before = [browser.news(table) for browser in (host, ben, watcher)]
    with Tables(tmp_path) as tables:
        host, ben, watcher = map(tables.browser, ("host", "ben", "watcher"))
        assert [browser.news(table) for browser in (host, ben, watcher)] == before
        assert before[0]["proposal"]["waits_for"] == [1]
        ben.does(table, "agree", number=before[1]["number"], is_agreed=True)
        assert host.news(table)["is_over"]


def test_bots_that_are_not_offered_any_more(tmp_path: Path) -> None:
    """After a restart with others the table goes on, and says what is wrong."""
    with Tables(tmp_path, bots=("random", "greedy")) as tables:
        Waiting(tables)
        host, table = against_a_bot(tables)
        assert host.ask(table, "set_player", seat=1, player="search:seconds=1").code == "misuse"
    with Tables(tmp_path, bots=("random",)) as tables:
        again = Browser(tables, host.key)
        assert [entry["name"] for entry in again.get("/api/welcome").data["bots"]] == ["random"]
        again.news(table)
        tables.settle()
        assert again.news(table)["to_move"] == 0
        assert again.ask(table, "set_player", seat=1, player="greedy").code == "misuse"
