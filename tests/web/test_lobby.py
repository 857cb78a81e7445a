"""The lobby: bots that think while others act, and writes that fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.tables import Browser, Tables

import magnum_sal as ms
from magnum_sal.errors import LogError
from magnum_sal.record.log import MoveLine
from magnum_sal.record.log.files import LogFile


class Waiting:
    """A bot that moves only when the test allows it."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        tables.workers.move = self.move  # type: ignore[method-assign]
        self.turns: list[Any] = []

    async def move(
        self, table: str, has_people: Callable[[], bool], bot: str, state: ms.GameState, seconds: float
    ) -> ms.Move:
        """Wait until ``go`` is called, then choose the first sensible move."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.turns.append(turn)
        await turn
        return ms.sensible_moves(state)[0]

    def go(self) -> None:
        """Answer the request that has waited longest."""
        self.tables.rest()
        self.tables.do(self.turns.pop(0).set_result, None)
        self.tables.rest()


def against_a_bot(tables: Tables) -> tuple[Browser, str]:
    """Open a table where a bot moves first, and return its host and its id."""
    while True:
        host = tables.browser(f"host{len(tables.lobby.directory.names())}")
        table = host.open("here", "greedy")
        if host.news(table)["to_move"] == 1 or host.news(table)["steps"]:
            return host, table


# Bots and people at the same time.


def test_a_move_chosen_for_an_earlier_seating_is_not_played(tables: Tables) -> None:
    """If the host replaces a bot while it thinks, its move comes too late, even if another bot has taken the seat."""
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


def test_undo_while_a_bot_thinks(tables: Tables) -> None:
    """If a move is undone while a bot thinks, the bot's move is dropped, and the bot waits for its next turn."""
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
    """A bot's move at a closed table is dropped."""
    bot = Waiting(tables)
    host, table = against_a_bot(tables)
    host.does(table, "close_table")
    bot.go()
    tables.settle()
    assert host.news(table)["steps"] == 0


@pytest.mark.slow
def test_a_table_reloaded_while_a_bot_thinks(tables: Tables) -> None:
    """If a table is reloaded while its bot thinks, that move is dropped, and the bot thinks again."""
    bot = Waiting(tables)
    host, table = against_a_bot(tables)
    tables.do(tables.lobby.forget, table)
    assert host.news(table)["steps"] == 0
    bot.go()
    assert host.news(table)["steps"] == 0
    bot.go()
    assert host.news(table)["steps"] == 1


@pytest.mark.slow
def test_nothing_is_left_of_who_has_gone(tables: Tables) -> None:
    """Connections come and go without anything staying behind."""
    host = tables.browser("host")
    table = host.open("here", "here")
    for _ in range(30):
        with host.watches(table) as news:
            news.next()
    lobby = tables.lobby
    assert (lobby.presence._at, lobby.presence._of, lobby._leaving, lobby._thinking) == ({}, {}, {}, {})


# Failures to write.


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Simulate a full disk, where no line of a log can be written."""

    def failing(self: LogFile, line: bytes) -> None:
        raise LogError(None, None, f"cannot write to {self.path}: No space left on device")

    monkeypatch.setattr(LogFile, "write", failing)
    yield monkeypatch
    monkeypatch.undo()


def test_a_full_disk(tables: Tables, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """
    Requests on a full disk get status 503 without a file name and change nothing.

    They work again once there is room.
    """
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


def test_a_bot_on_a_full_disk(tables: Tables, full_disk: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A failed write of a bot's move is reported to everybody and retried only later, when it succeeds."""
    host, table = against_a_bot(tables)
    tables.settle()
    (line,) = (record for record in caplog.records if table in record.getMessage())
    assert "a bot cannot continue" in line.getMessage()
    assert line.exc_info is None
    assert host.news(table)["trouble"] == "the move of a bot could not be recorded; the server will try again"
    asked = len(tables.workers.asked)
    tables.settle()
    assert len(tables.workers.asked) == asked
    full_disk.undo()
    tables.do(tables.lobby.go_on, table)
    tables.settle()
    news = host.news(table)
    assert (news["trouble"], news["to_move"]) == (None, 0)


def test_an_extension_that_fails_in_the_move_of_a_bot(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If a rule of an extension raises an error, nobody reads that the move could not be recorded."""

    def failing(*_: object) -> None:
        raise ms.ExtensionError("decide failed: /home/secret")

    monkeypatch.setattr(ms.Game, "play", failing)
    host, table = against_a_bot(tables)
    tables.settle()
    (line,) = (record for record in caplog.records if table in record.getMessage())
    assert line.exc_info is not None
    assert host.news(table)["trouble"] == (
        "the move of a bot failed because of an internal error; the server will try again"
    )
    monkeypatch.undo()
    tables.do(tables.lobby.go_on, table)
    tables.settle()
    news = host.news(table)
    assert (news["trouble"], news["to_move"]) == (None, 0)


def test_seats_that_cannot_be_saved(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new link or a new table is refused if it cannot be saved."""
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


def test_a_log_that_another_program_writes_to(tables: Tables, tmp_path: Path) -> None:
    """
    While another program holds the log, the table cannot write.

    It continues from the moves which that program adds.
    """
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
def test_a_table_with_damaged_files(tmp_path: Path, ruined: str, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged table is logged, and refused without naming its files. Other tables are not affected."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        one, other = host.open("here", "here"), host.open("here", "here")
        host.plays(one, 2)
    path = tmp_path / ruined.format(table=one)
    path.write_bytes(path.read_bytes()[:30] + b"\xff" + path.read_bytes()[31:])
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        assert [entry["table"] for entry in host.get("/api/tables").data["tables"]] == [other]
        assert any(one in record.getMessage() for record in caplog.records)
        said = host.get(f"/api/tables/{one}")
        assert said.status in (400, 404, 503)
        assert str(tmp_path).encode() not in said.body
        assert host.news(other)["steps"] == 0


@pytest.mark.parametrize(("suffix", "words"), [(".json", "cannot read its seats"), (".jsonl", "cannot open its log")])
def test_a_server_reports_unreadable_tables_at_its_start(
    tmp_path: Path, suffix: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has a line with the id and the reason for each open table that cannot be read. The others are served."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        one, other, closed = (host.open("here", "here") for _ in range(3))
        host.does(closed, "close_table")
    for table in (one, closed):
        path = tmp_path / f"{table}{suffix if table == one else '.jsonl'}"
        path.unlink()
        path.mkdir()  # Even an administrator cannot read a folder as a file.
    with Tables(tmp_path) as tables:
        (line,) = (record.getMessage() for record in caplog.records)
        assert line == f"the table {one} cannot be read: {words}: Is a directory"
        assert tables.browser("host").news(other)["steps"] == 0


def test_a_closed_table_without_a_log_does_not_exist(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """If only the log of a closed table was deleted, its players learn that the table is gone, and the operator why."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        table = host.open("here", "here")
        host.does(table, "close_table")
    (tmp_path / f"{table}.jsonl").unlink()
    with Tables(tmp_path) as tables:
        (line,) = (record.getMessage() for record in caplog.records)
        assert line == f"the table {table} cannot be read: it is closed and has no log; delete {table}.json, too"
        said = tables.browser("host").get(f"/api/tables/{table}")
        assert (said.status, said.code) == (404, "unknown_table")


def test_what_a_restart_restores(tmp_path: Path) -> None:
    """A restart restores the seats, links, watchers, proposal and number of the position, and the game goes on."""
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


def test_joining_again_after_a_lost_answer(tmp_path: Path) -> None:
    """A used link leads its user to the same seat, even after a restart. Nobody else learns whether it was valid."""
    with Tables(tmp_path) as tables:
        ada, ben, stranger = map(tables.browser, ("ada", "ben", "stranger"))
        table = ada.open("here", "link")
        link = ada.news(table)["chairs"][1]["link"]
        first = ben.join(link)
        assert (first.status, first.data["seat"]) == (200, 1)
        assert ben.join(link).data == first.data
        assert link.removeprefix("/join/") not in str([ada.news(table), ben.news(table)])
        assert [browser.join(link).code for browser in (ada, stranger)] == ["unknown_link"] * 2
    with Tables(tmp_path) as tables:
        ada, ben, stranger = map(tables.browser, ("ada", "ben", "stranger"))
        assert ben.join(link).data == first.data
        assert stranger.join(link).code == "unknown_link"
        ada.does(table, "set_player", seat=1, player="greedy")
        assert ben.join(link).code == "unknown_link"


def test_bots_that_are_no_longer_offered(tmp_path: Path) -> None:
    """After a restart with other bots, the table goes on, and bots that are no longer offered are refused."""
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
