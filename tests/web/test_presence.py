"""Connections for news: how many one browser has, and who makes room for whom."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.web.tables import Browser, Tables


def opened(stack: ExitStack, browser: Browser, table: str) -> Any:
    """Open a connection, and return it once its first news have come."""
    stream = stack.enter_context(browser.watches(table))
    assert stream.status() == 200
    stream.next()
    return stream


def is_ended(stream: Any) -> bool:
    """Wait until a connection has ended for another one, and return whether it is told to come back after a minute."""
    while stream.next() is not None:
        pass
    return bool(stream.raw.replace(b"\r\n", b"\n").endswith(b"retry: 60000\n\n"))


def watcher_of(tables: Tables, host: Browser, table: str, name: str) -> Browser:
    """Return a browser that was let in to watch."""
    found = tables.browser(name)
    assert found.join(host.news(table)["watch_link"]).status == 200
    return found


@pytest.mark.slow
def test_two_hundred_and_fifty_of_one_watcher(tmp_path: Path) -> None:
    """All but the last four end, and a player who comes afterwards has news."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        table = host.open("here", "here")
        greedy = watcher_of(tables, host, table, "greedy")
        with ExitStack() as inner:
            streams = [opened(inner, greedy, table) for _ in range(250)]
            assert all(is_ended(stream) for stream in streams[:-4])
            assert len(tables.house.presence._at[table]) == 4
            host.plays(table)
            with host.watches(table) as news:
                assert (news.status(), news.next()["steps"]) == (200, 1)
            for stream in streams[-4:]:
                assert stream.until(lambda told: told["steps"] == 1)
        assert tables.house.presence._at == {}


def test_one_browser_at_many_tables(tmp_path: Path) -> None:
    """The oldest of all its connections ends."""
    with Tables(tmp_path, connections_of_one=2) as tables, ExitStack() as inner:
        host = tables.browser("host")
        streams = [opened(inner, host, host.open("here", "here")) for _ in range(3)]
        assert is_ended(streams[0])
        assert len(tables.house.presence._all()) == 2


@pytest.mark.parametrize("limit", ["onlookers", "connections"])
def test_players_come_before_watchers(tmp_path: Path, limit: str) -> None:
    """Where all places are taken a watcher is refused, and a player or the host gets that of the first watcher."""
    rules: Any = {limit: 3}
    with Tables(tmp_path, **rules) as tables, ExitStack() as inner:
        host, ben = tables.browser("host"), tables.browser("ben")
        table = host.open("link", "link")
        ben.join(host.news(table)["chairs"][1]["link"])
        watchers = [watcher_of(tables, host, table, f"{number}w") for number in range(4)]
        streams = [opened(inner, watcher, table) for watcher in watchers[:3]]
        said = watchers[3].get(f"/api/tables/{table}/news")
        assert (said.status, said.code) == (429, "too_many")
        assert tables.send("HEAD", f"/api/tables/{table}/news", headers=watchers[3].headers).status == 429
        opened(inner, ben, table)
        assert is_ended(streams[0])
        opened(inner, host, table)
        assert is_ended(streams[1])
        assert host.news(table)["watching"] == 2  # the host has no seat
        assert watchers[0].get(f"/api/tables/{table}/news").status == 429
        own = opened(inner, host, table)
        assert is_ended(streams[2])
        assert own.raw
    assert tables.house.presence._of == {}


def test_a_house_full_of_players(tmp_path: Path) -> None:
    """Nobody has to go for another player; another one is told so, and comes once another has gone."""
    with Tables(tmp_path, connections=1, onlookers=1) as tables:
        host, ben = tables.browser("host"), tables.browser("ben")
        table = host.open("here", "link")
        ben.join(host.news(table)["chairs"][1]["link"])
        with host.watches(table) as news:
            news.next()
            assert ben.get(f"/api/tables/{table}/news").code == "too_many"
        with ben.watches(table) as news:
            assert news.status() == 200


def test_who_loses_a_connection_is_still_there(tmp_path: Path) -> None:
    """A browser whose oldest connection ends for its newest is present without a break."""
    with Tables(tmp_path, connections_of_one_at_table=1) as tables, ExitStack() as inner:
        host, ben = tables.browser("host"), tables.browser("ben")
        table = host.open("here", "link", absent_seconds=60)
        ben.join(host.news(table)["chairs"][1]["link"])
        seen = opened(inner, host, table)
        old = opened(inner, ben, table)
        assert seen.until(lambda told: told["chairs"][1]["is_present"])
        opened(inner, ben, table)
        assert is_ended(old)
        assert tables.house._leaving == {}
        before = len(seen.seen)
        host.does(table, "leave", seat=0)
        seen.until(lambda told: told["chairs"][0]["stand_in"] is not None)
        assert all(told["chairs"][1]["is_present"] for told in seen.seen[before:])
