"""Connections for news: the limits of one browser, and which connections make room for others."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message
from tests.serving import ServedTables
from tests.web.tables import PATIENCE, Browser, Tables
from tests.web.visitor import Visitor

from magnum_sal.protocol.refused_error import RefusedError
from magnum_sal.web import ServerSettings, _news_stream
from magnum_sal.web._news_stream import open_news
from magnum_sal.web._notifications import Presence, Subscription
from magnum_sal.web._table import Arrangement, Chair


def opened(stack: ExitStack, browser: Browser, table: str) -> Any:
    """Open a connection and return it once its first news have arrived."""
    stream = stack.enter_context(browser.watches(table))
    assert stream.status() == 200
    stream.next()
    return stream


def is_ended(stream: Any) -> bool:
    """Wait until a connection ends in favour of another. Return whether the server asks it to retry after a minute."""
    while stream.next() is not None:
        pass
    return bool(stream.raw.replace(b"\r\n", b"\n").endswith(b"retry: 60000\n\n"))


def watcher_of(tables: Tables, host: Browser, table: str, name: str) -> Browser:
    """Return a browser that may watch the table."""
    found = tables.browser(name)
    assert found.join(host.news(table)["watch_link"]).status == 200
    return found


@pytest.mark.parametrize(("query", "sent"), [("", b": ping"), ("?ping=event", b"event: ping\r\ndata: {}\r\n")])
def test_the_forms_of_a_ping(
    tables: Tables, host: Browser, monkeypatch: pytest.MonkeyPatch, query: str, sent: bytes
) -> None:
    """The stream of news sends pings as comments, or as events if the client asks for them."""
    monkeypatch.setattr(_news_stream, "_PING", 0.01)
    table = host.open("here", "here")
    with tables.stream(f"/api/tables/{table}/news{query}", host.headers) as stream:
        while sent not in stream.raw:
            tables.rest()
        assert (b"event: ping" in stream.raw) == bool(query)
    assert host.get(f"/api/tables/{table}/news?ping=bell").code == "malformed"


@pytest.mark.long
def test_a_watcher_with_250_connections(tmp_path: Path) -> None:
    """All connections of one watcher except the last four end, and a player who connects later receives news."""
    with Tables(tmp_path) as tables:
        host = tables.browser("host")
        table = host.open("here", "here")
        greedy = watcher_of(tables, host, table, "greedy")
        with ExitStack() as inner:
            streams = [opened(inner, greedy, table) for _ in range(250)]
            assert all(is_ended(stream) for stream in streams[:-4])
            assert len(tables.lobby.presence._at[table]) == 4
            host.plays(table)
            with host.watches(table) as news:
                assert (news.status(), news.next()["steps"]) == (200, 1)
            for stream in streams[-4:]:
                assert stream.until(lambda told: told["steps"] == 1)
        assert tables.lobby.presence._at == {}


def test_one_browser_at_many_tables(tmp_path: Path) -> None:
    """A browser above its limit loses the oldest of its connections at all tables."""
    with Tables(tmp_path, connections_of_one=2) as tables, ExitStack() as inner:
        host = tables.browser("host")
        streams = [opened(inner, host, host.open("here", "here")) for _ in range(3)]
        assert is_ended(streams[0])
        assert len(tables.lobby.presence._all) == 2


@pytest.mark.long
@pytest.mark.parametrize("limit", ["onlookers", "connections"])
def test_players_come_before_watchers(tmp_path: Path, limit: str) -> None:
    """If all places are taken, a watcher is refused, and a player or the host takes the place of the first watcher."""
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
        assert host.news(table)["watching"] == 2  # The host has no seat.
        assert watchers[0].get(f"/api/tables/{table}/news").status == 429
        own = opened(inner, host, table)
        assert is_ended(streams[2])
        assert own.raw
    assert tables.lobby.presence._of == {}


def test_watchers_who_come_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several watchers whose requests the server handles at the same moment, only as many get in as may."""
    with Tables(tmp_path, onlookers=2) as tables, ExitStack() as inner:
        host = tables.browser("host")
        table = host.open("here", "here")
        watchers = [watcher_of(tables, host, table, f"{number}w") for number in range(5)]
        tables.do(tables.lobby.close_idle)
        may_read, read = threading.Event(), tables.lobby.store.read_table

        def slowly(name: str) -> Any:
            assert may_read.wait(PATIENCE)
            return read(name)

        # All requests wait until the table has been read, and continue in the same round of the event loop.
        monkeypatch.setattr(tables.lobby.store, "read_table", slowly)
        streams = [inner.enter_context(watcher.watches(table)) for watcher in watchers]
        tables.rest()
        may_read.set()
        assert sorted(stream.status() for stream in streams) == [200, 200, 429, 429, 429]
        assert len(tables.lobby.presence._at[table]) == 2
    assert tables.lobby.presence._at == {}


def test_a_watcher_who_leaves_before_the_news_start(tables: Tables, host: Browser) -> None:
    """A connection has a place before its stream starts, and gives up the place even if the stream never starts."""
    table, presence = host.open("here", "here"), tables.lobby.presence

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_: Message) -> None:
        await asyncio.Event().wait()

    async def leave() -> None:
        response = open_news(tables.lobby, tables.lobby._tables[table], host.name, "en", None)
        assert presence.is_present(table, host.name)
        await response({"type": "http", "method": "GET"}, receive, send)

    tables.wait_for(leave)
    assert not presence.is_looked_at(table)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends the process at once")
def test_a_server_that_stops_ends_its_streams(tmp_path: Path) -> None:
    """The stream of an open page has an end. Uvicorn reports every response without one as an error."""
    with ServedTables(tmp_path) as server:
        visitor = Visitor(server, "ada")
        seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "here"}]
        table = visitor.ask("/api/tables", {"type": "open", "seats": seats})[1]["table"]
        with visitor.news(table) as news:
            assert next(news)["number"] == 0
            server.interrupt()
            assert list(news) == []
        assert server.errors() == ""


def test_a_lobby_full_of_players(tmp_path: Path) -> None:
    """No player has to make room for another. A further player is refused and may connect once another has gone."""
    with Tables(tmp_path, connections=1, onlookers=1) as tables:
        host, ben = tables.browser("host"), tables.browser("ben")
        table = host.open("here", "link")
        ben.join(host.news(table)["chairs"][1]["link"])
        with host.watches(table) as news:
            news.next()
            assert ben.get(f"/api/tables/{table}/news").code == "too_many"
        with ben.watches(table) as news:
            assert news.status() == 200


def test_a_replaced_connection_keeps_its_browser_present(tmp_path: Path) -> None:
    """A browser whose oldest connection ends in favour of its newest stays present without interruption."""
    with Tables(tmp_path, connections_of_one_at_table=1) as tables, ExitStack() as inner:
        host, ben = tables.browser("host"), tables.browser("ben")
        table = host.open("here", "link", absent_seconds=60)
        ben.join(host.news(table)["chairs"][1]["link"])
        seen = opened(inner, host, table)
        old = opened(inner, ben, table)
        assert seen.until(lambda told: told["chairs"][1]["is_present"])
        opened(inner, ben, table)
        assert is_ended(old)
        assert tables.lobby._leaving == {}
        before = len(seen.seen)
        host.does(table, "leave", seat=0)
        seen.until(lambda told: told["chairs"][0]["stand_in"] is not None)
        assert all(told["chairs"][1]["is_present"] for told in seen.seen[before:])


class Visitors:
    """Connections to a lobby with low limits, without a server."""

    def __init__(self, stack: ExitStack) -> None:
        self.presence = Presence(
            ServerSettings(onlookers=3, connections=5, connections_of_one_at_table=2, connections_of_one=3)
        )
        self.woken: list[str] = []
        self._stack = stack

    def come(self, browser: str, table: str = "one") -> Subscription:
        """Open a connection of a browser as the server does. Raise ``RefusedError`` if there is no room."""
        chairs = (Chair("human", "ada"), Chair("human", "ben"))
        arrangement = Arrangement(id=table, host="host", watch_link="x" * 20, chairs=chairs)
        subscription = self.presence.add(arrangement, browser, lambda: self.woken.append(browser))
        self._stack.callback(self.presence.remove, subscription)
        return subscription

    def go(self, subscription: Subscription) -> None:
        """Close a connection."""
        self.presence.remove(subscription)


@pytest.fixture
def visitors() -> Iterator[Visitors]:
    """Yield an object that opens connections, and close them all at the end."""
    with ExitStack() as stack:
        found = Visitors(stack)
        yield found
    assert not found.presence.is_looked_at("one")


def test_the_limit_of_watchers_at_a_table(visitors: Visitors) -> None:
    """A watcher above the limit of a table is refused, and each one that leaves makes room for another."""
    watchers = [visitors.come(f"watcher {number}") for number in range(3)]
    with pytest.raises(RefusedError, match="too many people are watching; try again later") as refused:
        visitors.come("late")
    assert refused.value.code == "too_many"
    assert not any(watcher.is_ended for watcher in watchers)
    visitors.go(watchers[0])
    assert not visitors.come("late").is_ended
    with pytest.raises(RefusedError):
        visitors.come("later")


def test_the_limit_of_watchers_in_the_lobby(visitors: Visitors) -> None:
    """A watcher above the limit of all tables together is refused, even if the table itself has room."""
    for number in range(5):
        visitors.come(f"watcher {number}", ("one", "two")[number % 2])
    with pytest.raises(RefusedError):
        visitors.come("late", "two")
    with pytest.raises(RefusedError):
        visitors.come("late", "three")


def test_a_watcher_with_two_connections_may_replace_one(visitors: Visitors) -> None:
    """A watcher with as many connections as allowed replaces the oldest of them, even at a full table."""
    oldest, newer, other = (visitors.come(browser) for browser in ("greedy", "greedy", "other"))
    with pytest.raises(RefusedError):
        visitors.come("other")  # This watcher has one connection and may have two, but there is no room for it.
    newest = visitors.come("greedy")
    assert [one.is_ended for one in (oldest, newer, other, newest)] == [True, False, False, False]
    assert visitors.woken == ["greedy"]


def test_a_browser_with_many_tables_loses_its_oldest_connection(visitors: Visitors) -> None:
    """A browser with as many connections as it may have in total loses the oldest, even with few at each table."""
    known = [visitors.come("greedy", table) for table in ("one", "two", "three", "four")]
    assert [one.is_ended for one in known] == [True, False, False, False]


@pytest.mark.parametrize("player", ["ada", "ben", "host"])
def test_a_player_takes_the_place_of_the_first_watcher(visitors: Visitors, player: str) -> None:
    """A player takes the place of the first watcher of the table if it is full. Otherwise nobody has to leave."""
    elsewhere = visitors.come("elsewhere", "two")
    watchers = [visitors.come(f"watcher {number}") for number in range(2)]
    visitors.come(player)
    assert not any(one.is_ended for one in (elsewhere, *watchers))
    visitors.come(player)
    assert [one.is_ended for one in (elsewhere, *watchers)] == [False, True, False]


def test_a_player_takes_the_place_of_a_watcher_elsewhere(visitors: Visitors) -> None:
    """
    A player takes a watcher's place at another table if the lobby is full.

    If only players are connected, it is refused.
    """
    first, second = visitors.come("first", "two"), visitors.come("second", "three")
    for player in ("ada", "ben", "host"):
        visitors.come(player)
    assert not first.is_ended
    visitors.come("ada", "four")
    assert (first.is_ended, second.is_ended) == (True, False)
    visitors.come("ben", "four")
    assert second.is_ended
    with pytest.raises(RefusedError):
        visitors.come("host", "four")


def test_a_player_takes_one_place_at_a_full_table_of_a_full_lobby(visitors: Visitors) -> None:
    """A watcher who makes room at the table also makes room in the lobby, so no further watcher has to leave."""
    elsewhere = [visitors.come(f"elsewhere {number}", "two") for number in range(2)]
    watchers = [visitors.come(f"watcher {number}") for number in range(3)]
    visitors.come("ada")
    assert [one.is_ended for one in (*elsewhere, *watchers)] == [False, False, True, False, False]


def test_a_player_takes_the_place_of_the_first_watcher_of_all_tables(visitors: Visitors) -> None:
    """The watcher who connected first leaves a full lobby, even if another watcher's table was looked at earlier."""
    visitors.come("ada", "two")
    first, second = visitors.come("first", "three"), visitors.come("second", "two")
    visitors.come("ben", "three")
    visitors.come("ben", "two")
    visitors.come("ada")
    assert (first.is_ended, second.is_ended) == (True, False)


def test_presence(visitors: Visitors) -> None:
    """A browser is present at the tables that it looks at, and counts once as a watcher where it has no seat."""
    presence = visitors.presence
    for browser in ("ada", "watcher", "watcher"):
        visitors.come(browser)
    assert presence.is_present("one", "ada")
    assert not presence.is_present("one", "ben")
    assert not presence.is_present("two", "ada")
    assert not presence.is_present("one", None)
    assert (presence.is_looked_at("one"), presence.is_looked_at("two")) == (True, False)
    chairs = (Chair("human", "ada"), Chair("human", "ben"))
    assert presence.watching(Arrangement(id="one", host="host", watch_link="x" * 20, chairs=chairs)) == 1
