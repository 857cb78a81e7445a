"""Unused tables: when they leave memory, and when they are closed."""

from __future__ import annotations

import gc
import os
import sys
import time
import weakref
from pathlib import Path

import pytest
from tests.web.tables import Tables

import magnum_sal as ms


@pytest.mark.long
def test_unused_tables_leave_memory(tables: Tables, tmp_path: Path) -> None:
    """A table that nobody looks at leaves memory and releases its log. It is reloaded unchanged on request."""
    host = tables.browser("host")
    one, other = host.open("here", "here"), host.open("here", "here")
    host.plays(one, 5)
    with host.watches(other) as news:
        news.next()
        gone = weakref.ref(tables.lobby._tables[one])
        tables.do(tables.lobby.close_idle)
        gc.collect()
        assert list(tables.lobby._tables) == [other]
        assert gone() is None
    with ms.Game.from_log(tmp_path / f"{one}.jsonl") as game:
        game.play(ms.sensible_moves(game.state)[0])  # No other process holds the log now.
    assert (host.news(one)["steps"], host.news(one)["number"]) == (6, 6)
    host.plays(one)
    assert [entry["table"] for entry in host.get("/api/tables").data["tables"]] == [one, other]


def test_when_tables_leave_memory(tmp_path: Path) -> None:
    """A table leaves memory after ten minutes without a move, or at once if its game is over or it is closed."""
    with Tables(tmp_path, put_away_seconds=600.0) as tables:
        host = tables.browser("host")
        played, quiet, over, closed = (host.open("here", "here") for _ in range(4))
        for table in (played, quiet, over):
            host.plays(table, 1)
        host.does(over, "end", number=1)
        host.does(closed, "close_table")
        hour_ago = time.time() - 3600
        os.utime(tmp_path / f"{quiet}.jsonl", (hour_ago, hour_ago))
        tables.do(tables.lobby.close_idle)
        assert list(tables.lobby._tables) == [played]
        assert [host.news(table)["is_over"] for table in (quiet, over)] == [False, True]


def test_idle_tables_are_closed(tables: Tables, tmp_path: Path) -> None:
    """A table is closed after thirty days without a move, unless somebody looks at it. Its log is kept."""
    host = tables.browser("host")
    idle, looked_at, fresh = (host.open("here", "here") for _ in range(3))
    for table in (idle, looked_at):
        os.utime(tmp_path / f"{table}.jsonl", (0, 0))
    with host.watches(looked_at) as news:
        news.next()
        tables.do(tables.lobby.close_idle)
    assert [host.news(table)["is_closed"] for table in (idle, looked_at, fresh)] == [True, False, False]
    assert (tmp_path / f"{idle}.jsonl").exists()
    assert idle not in [entry["table"] for entry in host.get("/api/tables").data["tables"]]


def test_an_idle_table_that_cannot_be_closed(tables: Tables, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged table stays open and is logged for the operator. Other idle tables are closed."""
    host = tables.browser("host")
    damaged, idle = host.open("here", "here"), host.open("here", "here")
    tables.do(tables.lobby.close_idle)
    (tmp_path / f"{damaged}.json").write_bytes(b"{}")
    for table in (damaged, idle):
        os.utime(tmp_path / f"{table}.jsonl", (0, 0))
    tables.do(tables.lobby.close_idle)
    assert tables.lobby.directory.names() == (damaged,)
    (line,) = (record.getMessage() for record in caplog.records)
    assert line.startswith(f"the table {damaged} cannot be closed: ")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete an open log")
def test_the_files_of_a_deleted_table_stay_deleted(tables: Tables, tmp_path: Path) -> None:
    """A table whose files were deleted is forgotten, although it was in memory, and makes room for another one."""
    host = tables.browser("host")
    deleted, without_log = host.open("here", "here"), host.open("here", "here")
    seating = (tmp_path / f"{without_log}.json").read_bytes()
    for name in (f"{deleted}.json", f"{deleted}.jsonl", f"{without_log}.jsonl"):
        (tmp_path / name).unlink()
    tables.do(tables.lobby.close_idle)
    assert list(tmp_path.glob(f"{deleted}*")) == []
    assert (tmp_path / f"{without_log}.json").read_bytes() == seating
    assert tables.lobby.directory.names() == (without_log,)
    said = host.get(f"/api/tables/{deleted}")
    assert (said.status, said.code) == (404, "unknown_table")


def test_the_number_of_days_until_a_table_is_closed(tmp_path: Path) -> None:
    """A table is closed after exactly the configured number of days. Closing it early would take away a game."""
    with Tables(tmp_path, idle_days=2.0) as tables:
        host = tables.browser("host")
        within, beyond = host.open("here", "here"), host.open("here", "here")
        for table, hours in ((within, 47), (beyond, 49)):
            moved = time.time() - hours * 60 * 60
            os.utime(tmp_path / f"{table}.jsonl", (moved, moved))
        tables.do(tables.lobby.close_idle)
        assert [host.news(table)["is_closed"] for table in (within, beyond)] == [False, True]
