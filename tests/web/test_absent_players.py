"""Absent players: how long the table waits for them, and the bots that take over their seats."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from tests.web.tables import PATIENCE, Tables

import magnum_sal as ms


def timers(tables: Tables) -> dict[tuple[str, str], Any]:
    """Return the timers of absent players, by table and browser."""
    return dict(tables.lobby._leaving)


def run_out(tables: Tables) -> None:
    """Fire the timers of all absent players."""
    for timer in timers(tables).values():
        tables.do(timer._run)
        timer.cancel()
    tables.settle()


def test_a_player_who_does_not_return(tables: Tables) -> None:
    """A bot takes over all seats of a player who does not return in time, and none of a player who does."""
    host, ben = tables.browser("host"), tables.browser("ben")
    table = host.open("here", "link", absent_seconds=120)
    link = host.news(table)["chairs"][1]["link"]
    with host.watches(table) as watching:
        watching.next()
        ben.join(link)
        assert set(timers(tables)) == {(table, ben.name)}  # A player who never connects counts as away.
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
            assert bens.next()["chairs"][1]["stand_in"] == "quick bot"  # The bot plays on until Ben sits down.
            ben.does(table, "sit", seat=1)
            assert timers(tables) == {}
    assert set(timers(tables)) == {(table, ben.name), (table, host.name)}


def test_an_action_starts_the_time_again(tables: Tables) -> None:
    """A client that only sends requests is absent, but no bot takes over while its person acts."""
    host = tables.browser("host")
    table = host.open("here", "here", absent_seconds=120)
    before = timers(tables)[table, host.name]
    assert host.does(table, "apply", number=0, move=ms.to_dict(ms.PlaceMiner("stock", "S1")))
    after = timers(tables)[table, host.name]
    assert before.cancelled()
    assert not after.cancelled()
    assert after.when() > before.when()


def test_two_tabs_in_one_seat(tables: Tables) -> None:
    """A player with two open tabs is present until both are closed."""
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


@pytest.mark.slow
def test_when_nobody_is_waited_for(tables: Tables) -> None:
    """No timer runs if the table has none, for watchers, at a closed table, or after the end of the game."""
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


def test_a_game_that_ends_while_the_table_waits(tables: Tables) -> None:
    """No bot takes over the seat of an absent player whose time runs out after the end of the game."""
    host, ben = tables.browser("host"), tables.browser("ben")
    table = host.open("here", "link", absent_seconds=120)
    ben.join(host.news(table)["chairs"][1]["link"])
    host.does(table, "end", number=0)
    ben.does(table, "agree", number=0, is_agreed=True)
    assert host.news(table)["is_over"]
    assert set(timers(tables)) == {(table, host.name)}
    run_out(tables)
    assert [chair["stand_in"] for chair in host.news(table)["chairs"]] == [None, None]
    assert timers(tables) == {}


def test_an_absence_at_a_table_that_is_not_in_memory(tables: Tables) -> None:
    """A player whose time runs out is replaced even if the table is not in memory."""
    host = tables.browser("host")
    table = host.open("here", "link", absent_seconds=60)
    tables.do(tables.lobby.close_idle)
    assert table not in tables.lobby._tables
    run_out(tables)
    assert host.news(table)["chairs"][0]["stand_in"] == "quick bot"


def test_a_person_who_comes_back_while_the_table_is_read(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who opens the page before the log has been read is not replaced, but expected again after leaving."""
    host = tables.browser("host")
    table = host.open("here", "link", absent_seconds=60)
    tables.do(tables.lobby.close_idle)
    may_read, read = threading.Event(), tables.lobby.store.read_table

    def slowly(name: str) -> Any:
        assert may_read.wait(PATIENCE)
        return read(name)

    monkeypatch.setattr(tables.lobby.store, "read_table", slowly)
    for timer in timers(tables).values():
        tables.do(timer._run)
        timer.cancel()
    tables.rest()
    with host.watches(table) as watching:
        tables.rest()
        may_read.set()
        assert watching.next()["chairs"][0]["stand_in"] is None
        tables.settle()
        assert host.news(table)["chairs"][0]["stand_in"] is None
    assert set(timers(tables)) == {(table, host.name)}
    assert tables.lobby._away == set()
    run_out(tables)
    assert host.news(table)["chairs"][0]["stand_in"] == "quick bot"


def test_a_full_disk_when_a_bot_takes_over(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If a bot's takeover cannot be stored, the log says so, and the bot takes over at the next attempt."""
    host = tables.browser("host")
    table = host.open("here", "link", absent_seconds=60)

    def failing(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", failing)
    run_out(tables)
    assert host.news(table)["chairs"][0]["stand_in"] is None
    assert set(timers(tables)) == {(table, host.name)}
    (line,) = (record.getMessage() for record in caplog.records)
    assert line == (
        f"a bot cannot take over at table {table}: cannot write the seats of a table: No space left on device"
    )
    monkeypatch.undo()
    run_out(tables)
    assert host.news(table)["chairs"][0]["stand_in"] == "quick bot"


def test_a_log_that_cannot_be_read_when_a_bot_takes_over(
    tables: Tables, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The server's log names the table. Once somebody can open the table again, the time of absent players starts."""
    host, ben = tables.browser("host"), tables.browser("ben")
    table = host.open("here", "link", absent_seconds=60)
    ben.join(host.news(table)["chairs"][1]["link"])
    tables.do(tables.lobby.close_idle)
    path = tmp_path / f"{table}.jsonl"
    kept = path.read_bytes()
    path.write_bytes(b"groceries")
    run_out(tables)
    assert timers(tables) == {}
    assert {record.getMessage().partition(": ")[0] for record in caplog.records} == {
        f"a bot cannot take over at table {table}"
    }
    path.write_bytes(kept)
    with ben.watches(table) as watching:
        assert watching.next()["chairs"][0]["stand_in"] is None
        assert set(timers(tables)) == {(table, host.name)}
        run_out(tables)
        assert host.news(table)["chairs"][0]["stand_in"] == "quick bot"
