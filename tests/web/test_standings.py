"""The list of a browser's tables: their standings, without reading logs if possible."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.web.tables import PATIENCE, Browser, Tables

import magnum_sal as ms
from magnum_sal.bots import HUMAN
from magnum_sal.errors import LogError
from magnum_sal.record.log.files import LogFile
from magnum_sal.web import _store
from magnum_sal.web._store import Store, new_link
from magnum_sal.web._table import Arrangement, Chair, Standing, Table

FINISHED = Path(__file__).parents[1] / "games" / "two_players.jsonl"
"""A game of Ada and Ben that ended by the rules."""


@attrs.define
class Readings:
    """The logs that were read, each with the thread that read it."""

    made: list[tuple[str, int]] = attrs.Factory(list)
    going: threading.Event = attrs.Factory(threading.Event)
    """Set while logs may be read; while it is clear, reading waits."""
    begun: threading.Event = attrs.Factory(threading.Event)
    """Set when reading a log begins."""

    def take(self) -> list[str]:
        """Return the tables that were read since the last call, in order."""
        names = [name for name, _ in self.made]
        self.made.clear()
        return names


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Readings]:
    """Record which logs are read during the test."""
    found, from_log = Readings(), ms.Game.from_log
    found.going.set()

    def reading(source: Path, **options: Any) -> ms.Game:
        found.made.append((source.stem, threading.get_ident()))
        found.begun.set()
        assert found.going.wait(PATIENCE)
        return from_log(source, **options)

    monkeypatch.setattr("magnum_sal.web._store.Game.from_log", reading)
    yield found
    found.going.set()


def standing_of(game: ms.Game) -> Standing:
    """Return the standing of a game at a table."""
    chairs = (Chair(HUMAN), Chair(HUMAN))
    return Table(Arrangement(id="x" * 24, host="x", watch_link="x", chairs=chairs), game).standing


def listed(browser: Browser) -> dict[str, Any]:
    """Return the entries of a browser's list of tables, by their ids."""
    return {entry["table"]: entry for entry in browser.get("/api/tables").data["tables"]}


def put_away(tables: Tables) -> None:
    """Remove all unused tables from memory."""
    tables.do(tables.lobby.close_idle)
    assert tables.lobby._tables == {}


def add_tables(folder: Path, host: str, count: int, game: ms.Game) -> list[str]:
    """Write tables with the same game into a folder, as if by an earlier run of the server, and return their ids."""
    store = Store(folder)
    names = [f"table-of-before-{number:03}" for number in range(count)]
    for name in names:
        game.log.save(folder / f"{name}.jsonl")
        game.close()
        chairs = (Chair(HUMAN, holder=host), Chair(HUMAN, holder=host))
        store.write(Arrangement(id=name, host=host, watch_link=new_link(), chairs=chairs))
    store.close()
    return names


# Which threads read logs.


@pytest.mark.slow
def test_listing_finished_tables_after_a_restart(tmp_path: Path, readings: Readings) -> None:
    """Of thirty finished tables, ten are read once, outside the event loop, and none stays in memory."""
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    game.end("all agreed")
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
    add_tables(tmp_path, host.name, 30, game)
    with Tables(tmp_path) as tables:
        host, loop = tables.browser("host"), tables.do(threading.get_ident)
        before = listed(host)
        assert loop not in {thread for _, thread in readings.made}
        assert readings.take() == list(before)
        assert len(before) == 10
        assert all(entry["is_over"] for entry in before.values())
        assert tables.lobby._tables == {}
        tables.do(tables.lobby.close_idle)
        assert listed(host) == before
        assert readings.take() == []


def test_the_listed_standing_of_a_table_that_is_not_in_memory(tables: Tables, readings: Readings) -> None:
    """
    A table outside memory has the same entry as in memory.

    Once an unfinished table was listed, it needs no reading.
    """
    host, ben = tables.browser("host"), tables.browser("ben")
    over, played = host.open("here", "here"), host.open("here", "link")
    ben.join(host.news(played)["chairs"][1]["link"])
    host.does(over, "end", number=0)
    before = [listed(browser) for browser in (host, ben)]
    assert [before[0][table]["is_over"] for table in (over, played)] == [True, False]
    assert before[0][played]["is_yours"] != before[1][played]["is_yours"]
    for read in ({over, played}, set()):
        put_away(tables)
        assert [listed(browser) for browser in (host, ben)] == before
        assert set(readings.take()) == read


def test_tables_are_read_in_threads(tables: Tables, readings: Readings) -> None:
    """A table is read in a thread if it is opened by its address or a link, or if an absent player is replaced."""
    host, ben = tables.browser("host"), tables.browser("ben")
    table = host.open("here", "link", absent_seconds=60)
    link = host.news(table)["chairs"][1]["link"]
    loop = tables.do(threading.get_ident)

    async def replaced() -> None:
        await asyncio.gather(*tables.lobby._replacing)

    put_away(tables)
    host.news(table)
    put_away(tables)
    assert ben.get(f"/api/invitations/{link.removeprefix('/join/')}").data["players"] == ["Ada", "Ben"]
    put_away(tables)
    ben.join(link)
    put_away(tables)
    timer = tables.lobby._leaving[table, host.name]
    tables.do(timer._run)
    timer.cancel()
    tables.wait_for(replaced)
    assert host.news(table)["chairs"][0]["stand_in"] == "quick bot"
    assert loop not in {thread for _, thread in readings.made}
    assert readings.take() == [table] * 4


def test_simultaneous_requests_read_a_table_once(tables: Tables, readings: Readings) -> None:
    """
    A table is read once for all requests.

    Opening it puts it into memory, and other requests are answered in the meantime.
    """
    host = tables.browser("host")
    table, other = host.open("here", "here"), host.open("here", "here")
    host.does(table, "end", number=0)
    put_away(tables)
    host.news(other)
    readings.take()
    readings.going.clear()
    readings.begun.clear()
    with ThreadPoolExecutor(3) as pool:
        lists = [pool.submit(listed, host)]
        assert readings.begun.wait(PATIENCE)
        lists.append(pool.submit(listed, host))
        opened = pool.submit(host.news, table)
        while tables.lobby._reading._going[table].waiting < 3:
            tables.rest()
        assert host.news(other)["steps"] == 0
        assert table not in tables.lobby._tables
        readings.going.set()
        assert lists[0].result() == lists[1].result()
        assert opened.result()["is_over"]
    assert (readings.take(), set(tables.lobby._tables)) == ([table], {table, other})
    assert (tables.lobby._reading._going, tables.lobby._wanted) == ({}, set())


def test_a_shutdown_while_a_table_is_read_for_an_absence(tmp_path: Path, readings: Readings) -> None:
    """The absent player is not replaced, and no task remains."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        table = host.open("here", "here", absent_seconds=60)
        put_away(tables)
        readings.going.clear()
        timer = tables.lobby._leaving[table, host.name]
        tables.do(timer._run)
        timer.cancel()
        assert readings.begun.wait(PATIENCE)
        with ThreadPoolExecutor(1) as pool:
            shut = pool.submit(tables.wait_for, tables.lobby.shut_down)
            while not tables.lobby._is_shut:
                tables.rest()
            tables.rest()
            readings.going.set()
            shut.result(PATIENCE)
        assert tables.lobby._replacing == set()
    with Tables(tmp_path) as tables:
        assert tables.browser("host").news(table)["chairs"][0]["stand_in"] is None


def test_idle_tables_are_closed_without_being_read(tables: Tables, tmp_path: Path, readings: Readings) -> None:
    """An idle table is closed without reading its log, unless the log is missing or somebody is opening the table."""
    host = tables.browser("host")
    idle, without, opened = (host.open("here", "here") for _ in range(3))
    put_away(tables)
    for table in (idle, without, opened):
        os.utime(tmp_path / f"{table}.jsonl", (0, 0))
    (tmp_path / f"{without}.jsonl").rename(tmp_path / "aside")
    readings.going.clear()
    with ThreadPoolExecutor(1) as pool:
        news = pool.submit(host.news, opened)
        assert readings.begun.wait(PATIENCE)
        tables.do(tables.lobby.close_idle)
        assert not tables.lobby.store.read(opened).is_closed
        readings.going.set()
        assert not news.result()["is_closed"]
    assert readings.take() == [opened]
    (tmp_path / "aside").rename(tmp_path / f"{without}.jsonl")
    assert [host.news(table)["is_closed"] for table in (idle, without)] == [True, False]


@pytest.mark.slow
def test_bots_move_once_their_table_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing a table resumes its bot, even if the server ended on its turn or a move could not be saved."""

    def failing(*_: object) -> None:
        raise LogError(None, None, "No space left on device")

    with Tables(tmp_path, bot_pause=PATIENCE) as tables:
        host = tables.browser("host")
        while not (waiting := [table for table in listed(host) if host.news(table)["to_move"] == 1]):
            host.open("here", "greedy")
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        with monkeypatch.context() as disk:
            disk.setattr(LogFile, "write", failing)
            listed(host)
            tables.settle()
        put_away(tables)
        listed(host)
        tables.settle()
        assert listed(host)[waiting[0]]["is_yours"]
        assert tables.lobby._tables[waiting[0]].game.step_count > 0


# The list is never out of date.


@pytest.mark.long
def test_a_game_that_is_resumed_after_its_end(tmp_path: Path) -> None:
    """If the last move of a finished game is undone and made again, the list follows, in memory or not."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
    game = ms.Game.from_log(FINISHED)
    (table,) = add_tables(tmp_path, host.name, 1, game)
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        assert listed(host)[table]["is_over"]
        host.does(table, "undo", number=host.news(table)["number"])
        for _ in range(3):
            assert not listed(host)[table]["is_over"]
            assert listed(host)[table]["turn_words"] == host.news(table)["turn_words"]
            put_away(tables)
        host.news(table)
        host.play(table, game.moves[-1])
        for _ in range(3):
            assert listed(host)[table]["is_over"]
            put_away(tables)


def test_another_program_writes_to_the_log(tables: Tables, tmp_path: Path) -> None:
    """A move or an undo by another program appears in the list at once."""
    host = tables.browser("host")
    table = host.open("here", "here")
    put_away(tables)
    first = listed(host)[table]["turn_words"]
    put_away(tables)
    with ms.Game.from_log(tmp_path / f"{table}.jsonl") as game:
        game.play(ms.sensible_moves(game.state)[0])
        assert listed(host)[table]["turn_words"] != first
        put_away(tables)
        game.undo()
    assert listed(host)[table]["turn_words"] == first


def test_seats_that_change_while_the_game_is_not_in_memory(tables: Tables) -> None:
    """The list follows changes of the seats and omits a closed table."""
    host, ben = tables.browser("host"), tables.browser("ben")
    table = host.open("here", "here")
    seat = host.news(table)["to_move"]
    put_away(tables)
    assert listed(host)[table]["is_yours"]
    host.does(table, "set_player", seat=seat, player="link")
    put_away(tables)
    assert not listed(host)[table]["is_yours"]
    ben.join(host.news(table)["chairs"][seat]["link"])
    put_away(tables)
    assert listed(ben)[table]["is_yours"]
    host.does(table, "close_table")
    put_away(tables)
    assert (listed(host), listed(ben)) == ({}, {})
    assert tables.lobby.store.look_up(table) is None


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("ruined", [".json", ".jsonl", "chairs", "no .json", "no .jsonl"])
def test_tables_with_damaged_files(tables: Tables, tmp_path: Path, ruined: str, *, is_known: bool) -> None:
    """Tables with damaged files are omitted, whether or not they were listed before, and the others are listed."""
    host = tables.browser("host")
    table, other = host.open("here", "here", "here"), host.open("here", "here")
    put_away(tables)
    if is_known:
        assert set(listed(host)) == {table, other}
        put_away(tables)
    path = tmp_path / f"{table}{ruined.removeprefix('no ')}"
    if ruined == "chairs":
        store = tables.lobby.store
        known = store.read(table)
        store.write(attrs.evolve(known, chairs=known.chairs[:2]))
    elif ruined.startswith("no "):
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:30] + b"\xff" + path.read_bytes()[31:])
    assert set(listed(host)) == {other}


def test_the_standings_of_few_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache keeps the standings that were requested last, each as long as its log is unchanged."""
    monkeypatch.setattr(_store, "MOST_STANDINGS", 3)
    game = ms.Game.new(["Ada", "Ben"], seed=1)
    names = add_tables(tmp_path, "host", 5, game)
    store = Store(tmp_path)
    standing = standing_of(game)

    def find(name: str) -> Standing | None:
        known = store.look_up(name)
        return None if known is None else known[1]

    for name in names[:3]:
        store.keep_standing(name, store.stamp(name), standing)
    assert find(names[0]) is standing
    store.keep_standing(names[3], store.stamp(names[3]), standing)
    assert [find(name) for name in names] == [standing, None, standing, standing, None]
    store.write(store.read(names[0]).to_closed())
    store.keep_standing(names[1], None, standing)
    assert [find(name) for name in names] == [None, None, standing, standing, None]
    copy = tmp_path / "copy"
    shutil.copy2(store.log(names[2]), copy)
    copy.replace(store.log(names[2]))  # The copy has the same length, but it is another file.
    store.log(names[3]).unlink()
    assert [find(name) for name in names] == [None] * 5
    assert store._standings == {}
    store.close()


@pytest.mark.slow
def test_a_standing_does_not_keep_its_game() -> None:
    """A standing reports what the game reports, but keeps neither its moves nor its face-down pieces."""
    game = ms.Game.from_log(FINISHED)
    standing = standing_of(game)
    assert (standing.is_over, standing.end_reason, standing.state) == (True, None, game.state.public())
    open_game = ms.Game.new(["Ada", "Ben"], seed=1)
    assert not standing_of(open_game).is_over
    open_game.end("all agreed")
    assert (standing_of(open_game).is_over, standing_of(open_game).end_reason) == (True, "all agreed")
