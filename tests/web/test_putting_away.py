"""Tables at which nobody looks: when they leave memory, and when they are closed."""

from __future__ import annotations

import gc
import os
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.tables import Tables

import magnum_sal as ms


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """An empty lobby."""
    with Tables(tmp_path) as found:
        yield found


def test_tables_that_nobody_looks_at_are_put_away(tables: Tables, tmp_path: Path) -> None:
    """They leave memory, let go of their logs, and are as they were when somebody asks; others stay."""
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
        game.play(ms.sensible_moves(game.state)[0])  # which nobody else holds
    assert (host.news(one)["steps"], host.news(one)["number"]) == (6, 6)
    host.plays(one)
    assert [entry["table"] for entry in host.get("/api/tables").data["tables"]] == [one, other]


def test_when_tables_are_put_away(tmp_path: Path) -> None:
    """After ten minutes without a move; at once where the game is over, or the table closed."""
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
    """After thirty days without a move; their logs are kept, and who looks at one keeps it open."""
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


def test_a_table_stays_open_for_as_many_days_as_were_promised(tmp_path: Path) -> None:
    """To the hour: one that is closed early takes a game from its players."""
    with Tables(tmp_path, idle_days=2.0) as tables:
        host = tables.browser("host")
        within, beyond = host.open("here", "here"), host.open("here", "here")
        for table, hours in ((within, 47), (beyond, 49)):
            moved = time.time() - hours * 60 * 60
            os.utime(tmp_path / f"{table}.jsonl", (moved, moved))
        tables.do(tables.lobby.close_idle)
        assert [host.news(table)["is_closed"] for table in (within, beyond)] == [False, True]
