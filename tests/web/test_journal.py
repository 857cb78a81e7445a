"""The lines of the server's log about tables that are opened, refused and closed."""

from __future__ import annotations

import json
import logging
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.serving import ServedTables
from tests.web.tables import PATIENCE, Browser, Tables
from tests.web.visitor import Visitor

from magnum_sal.web._journal import JOURNAL

OPEN = {"type": "open", "seats": [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "here"}]}


@pytest.fixture
def journal(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Record the journal."""
    caplog.set_level(logging.INFO, JOURNAL)
    return caplog


def send_opening(browser: Browser, address: str) -> str | None:
    """Open a table from an address, and return its id, or None if the server refuses."""
    body = json.dumps(OPEN).encode()
    said = browser.tables.send("POST", "/api/tables", body=body, headers=browser.headers, client=address)
    table: str | None = said.data.get("table")
    return table


def test_an_opened_table_has_an_address(tables: Tables, host: Browser, journal: pytest.LogCaptureFixture) -> None:
    """The line names the table and the address. An address that a proxy forwards may be any text."""
    one, other = send_opening(host, "203.0.113.7"), send_opening(host, "\x1b[2J" + "7" * 200)
    assert journal.messages == [f"table {one} opened by 203.0.113.7", f"table {other} opened by \\x1b[2J{'7' * 90}..."]


def test_a_resumed_game_is_an_opened_table(host: Browser, journal: pytest.LogCaptureFixture) -> None:
    """A table that resumes the game of a log has a line, too."""
    log = host.get(f"/api/tables/{host.open('here', 'here')}/log.jsonl").body.decode()
    said = host.post("/api/continue", {"type": "continue", "log": log, "players": ["here", "here"]})
    assert journal.messages[1:] == [f"table {said.data['table']} opened by 127.0.0.1"]


def test_a_client_that_disconnects_while_its_game_is_read(
    tables: Tables, host: Browser, journal: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that exists has a line, even if the client that resumed the game did not wait for the answer."""
    log = host.get(f"/api/tables/{host.open('here', 'here')}/log.jsonl").body.decode()
    reads, may_read, read = threading.Event(), threading.Event(), tables.lobby.store.read_table

    def read_slowly(name: str) -> Any:
        reads.set()
        assert may_read.wait(PATIENCE)
        return read(name)

    monkeypatch.setattr(tables.lobby.store, "read_table", read_slowly)
    message = json.dumps({"type": "continue", "log": log, "players": ["here", "here"]}).encode()
    with tables.stream("/api/continue", host.headers, body=message) as answer:
        assert reads.wait(PATIENCE)
        tables.do(answer.ending.set)
        tables.rest()
        may_read.set()
    (table,) = set(tables.lobby.directory.tables_of(host.name)) - {journal.messages[0].split()[1]}
    assert journal.messages[1:] == [f"table {table} opened by 127.0.0.1"]


def test_a_full_server_reports_refused_tables(tmp_path: Path, journal: pytest.LogCaptureFixture) -> None:
    """The line names the address and says how many tables are open. Invalid requests have no line."""
    with Tables(tmp_path, tables=1) as tables:
        host = tables.browser("host")
        table = send_opening(host, "203.0.113.7")
        assert host.post("/api/tables", OPEN | {"seats": []}).code == "malformed"
        assert send_opening(host, "203.0.113.8") is None
    assert journal.messages == [
        f"table {table} opened by 203.0.113.7",
        "no table for 203.0.113.8: too many tables are open; close one, or try again later (1 of 1 tables)",
    ]


def test_a_closed_table_has_a_reason(tables: Tables, tmp_path: Path, journal: pytest.LogCaptureFixture) -> None:
    """A table was closed by its host, or automatically. Closing it twice causes one line."""
    host = tables.browser("host")
    closed, idle, deleted = (host.open("here", "here") for _ in range(3))
    lessons = [
        host.post("/api/tables", {"type": "open_lesson", "lesson": lesson.id}).data["table"]
        for lesson in tables.lobby.settings.lessons[:2]
    ]
    for _ in range(2):
        host.does(closed, "close_table")
    tables.do(tables.lobby.close_idle)  # The tables leave memory, and release their logs.
    os.utime(tmp_path / f"{idle}.jsonl", (0, 0))
    for suffix in (".json", ".jsonl"):
        (tmp_path / f"{deleted}{suffix}").rename(tmp_path / f"aside{suffix}")
    tables.do(tables.lobby.close_idle)
    assert sorted(line for line in journal.messages if "closed" in line) == sorted(
        [
            f"table {lessons[0]} closed for another lesson of its learner",
            f"table {closed} closed by its host",
            f"table {idle} closed after 30 days without a move",
            f"table {deleted} closed because its files were deleted",
        ]
    )


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--log-tables",)])
def test_the_option_of_the_server(tmp_path: Path, options: tuple[str, ...]) -> None:
    """The server writes the lines, each with a time, only with ``--log-tables``."""
    with ServedTables(tmp_path, *options) as server:
        status, said = Visitor(server, "ada").ask("/api/tables", OPEN)
        assert status == 200
        line = rf"\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d,\d{{3}} INFO: +table {said['table']} opened by 127\.0\.0\.1\n"
        assert re.fullmatch(line if options else "", server.errors())
