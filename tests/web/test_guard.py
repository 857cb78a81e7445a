"""Which requests the server accepts: from which sites, how many, and how often."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from limits import parse
from tests.web.tables import HOST, Browser, Tables

from magnum_sal.web import _guard
from magnum_sal.web._application import _STATIC
from magnum_sal.web._guard import Rates, describe_wait, network_of
from magnum_sal.web._requests import LARGEST_BODY


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """Serve a lobby with rate limits, and stop its clock, so that all requests fall within one second."""
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)
    with Tables(tmp_path, is_limited=True) as found:
        yield found


def until_refused(browser: Browser, path: str, message: dict[str, object] | None = None, most: int = 250) -> int:
    """Repeat a request and return how many were accepted before the first was refused as too fast."""
    for count in range(most):
        said = browser.get(path) if message is None else browser.post(path, message)
        if said.status == 429:
            assert said.code == "too_fast"
            return count
    return most


def test_questions(tables: Tables) -> None:
    """A browser may ask 60 questions a second. Other browsers, and other kinds of requests, are not affected."""
    host, other = tables.browser("host"), tables.browser("other")
    table = host.open("here", "here")
    assert until_refused(host, f"/api/tables/{table}/standing") == 60
    assert other.get("/api/tables").status == 200
    assert host.ask(table, "leave", seat=0).status == 200


def test_moves(tables: Tables) -> None:
    """A browser may send 20 moves a second, refused ones included."""
    host = tables.browser("host")
    table = host.open("here", "here")
    assert until_refused(host, f"/api/tables/{table}", {"type": "undo", "number": 0}) == 20


@pytest.mark.parametrize(
    ("message", "most"), [({"type": "hint", "number": 9}, 20), ({"type": "legal_moves", "most": 1}, 30)]
)
def test_expensive_requests(tables: Tables, message: dict[str, object], most: int) -> None:
    """Hints and long lists are limited per minute."""
    host = tables.browser("host")
    table = host.open("here", "here")
    assert until_refused(host, f"/api/tables/{table}", message) == most


@pytest.mark.slow
def test_requests_that_open_nothing(tables: Tables) -> None:
    """Malformed messages and lessons do not count towards the limit on new tables."""
    host = tables.browser("host")
    for _ in range(31):
        assert host.post("/api/tables", {"type": "open", "seats": []}).code == "malformed"
        assert host.post("/api/tables", {"type": "open_lesson", "lesson": "market"}).status == 200
    assert host.open("here", "here")


@pytest.mark.slow
def test_discarded_keys(tables: Tables) -> None:
    """Opening tables and using links is counted by address, so a new key for each request does not help."""
    refused = [tables.browser(f"{number}x").join("x" * 24).code for number in range(40)]
    assert refused == ["unknown_link"] * 30 + ["too_fast"] * 10
    seats = [{"name": "Ada", "player": "here"}, {"name": "Ben", "player": "here"}]
    message = {"type": "open", "seats": seats}
    opened = [tables.browser(f"{number}x").post("/api/tables", message).status for number in range(32)]
    assert opened == [200] * 30 + [429] * 2
    said = tables.browser("x").post("/api/tables", message)
    assert said.data["sentence"].startswith("too many requests; ")
    assert 0 < int(said.headers["retry-after"]) <= 3600
    links = [tables.browser(f"{number}y").get(f"/api/invitations/{'x' * 24}").status for number in range(3)]
    assert links == [429] * 3


@pytest.mark.slow
def test_the_limit_of_an_address(tables: Tables) -> None:
    """An address may send 200 requests a second in total, and each address is counted separately."""
    for number in range(200):
        assert tables.send("GET", "/api/welcome?language=xx", headers={}).status == 400, number
    assert tables.send("GET", "/api/welcome", headers={}).code == "too_fast"
    assert tables.send("GET", "/api/welcome", headers={}, client="10.0.0.9").status == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/api/nothing", 404), ("DELETE", "/api/welcome", 405)], ids=["404", "405"]
)
def test_requests_that_no_endpoint_answers(tables: Tables, method: str, path: str, status: int) -> None:
    """Unknown addresses and wrong methods below /api/ count like all requests of an address and of a browser."""
    watcher = tables.browser("watcher")
    for _ in range(100):
        assert tables.send(method, path, headers=watcher.headers).status == status
    assert tables.send(method, path, headers=watcher.headers).code == "too_fast"
    for _ in range(100):
        assert tables.send(method, path).status == status
    assert tables.send(method, path).code == "too_fast"
    assert tables.send("GET", "/api/welcome").code == "too_fast"


@pytest.mark.slow
def test_one_greedy_watcher_behind_an_address(tables: Tables) -> None:
    """A watcher who sends requests at full speed, then with many keys, does not block players at the same address."""
    host, watcher = tables.browser("host"), tables.browser("watcher")
    table = host.open("here", "here")
    watcher.join(host.news(table)["watch_link"])
    assert until_refused(watcher, "/api/welcome?language=xx") == 99  # One request was for joining the table.
    for number in range(200):
        tables.browser(f"{number}x").get("/api/welcome?language=xx")
    assert tables.browser("stranger").get("/api/welcome").code == "too_fast"
    assert host.get("/api/welcome").status == 200
    assert host.get(f"/api/tables/{table}/standing").status == 200
    assert host.ask(table, "leave", seat=0).status == 200


@pytest.mark.slow
def test_a_greedy_player(tables: Tables) -> None:
    """A player may send 100 requests a second. A host whose last table is closed no longer counts as a player."""
    host = tables.browser("host")
    host.open("here", "here")
    assert until_refused(host, "/api/welcome?language=xx") == 99
    assert tables.lobby.directory.is_player(host.name)
    other = tables.browser("other")
    other.does(other.open("here", "here"), "close_table")
    assert not tables.lobby.directory.is_player(other.name)


def test_connections_for_news(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of connections for news is limited per minute."""
    monkeypatch.setitem(_guard._LIMITS, "news", _guard._Limit(parse("3/minute")))
    host = tables.browser("host")
    path = f"/api/tables/{host.open('here', 'here')}/news"
    statuses = [tables.send("HEAD", path, headers=host.headers).status for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_counts_are_discarded(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts of requests are discarded after a while, so that single requests do not fill the memory."""
    rates = Rates()
    storage = rates._limiter.storage
    rate = _guard._LIMITS["question"].rate
    monkeypatch.setattr(_guard, "_ALL", rate)
    for number in range(50):
        rates._hit(rate, "question", str(number))
    storage.timer.join()  # type: ignore[attr-defined]  # It walks through the same counts in a thread.
    assert len(storage.storage) >= 50  # type: ignore[attr-defined]
    for key in list(storage.expirations):  # type: ignore[attr-defined]
        storage.expirations[key] = 0.0  # type: ignore[attr-defined]
    storage._MemoryStorage__expire_events()  # type: ignore[attr-defined]
    assert len(storage.storage) == 0  # type: ignore[attr-defined]


def test_requests_without_a_key(tables: Tables, host: Browser) -> None:
    """A missing or invalid key gives status 401. A program may send its key as a bearer token."""
    table = host.open("here", "link")
    path = f"/api/tables/{table}"
    for headers in (
        {},
        {"cookie": "magnum_sal="},
        {"cookie": "magnum_sal=short"},
        {"cookie": f"magnum_sal={'x' * 65}"},
        {"cookie": f"magnum_sal={'x' * 42}$"},
        {"authorization": "Bearer "},
        {"authorization": "Bearer short", **host.headers},
        {"authorization": "Basic " + host.key},
    ):
        assert tables.send("GET", path, headers=headers).code == "no_key"
        assert tables.send("POST", path, body=b'{"type":"undo","number":0}', headers=headers).status == 401
    assert tables.send("GET", path, headers={"authorization": f"Bearer {host.key}"}).data["is_host"]


def test_a_foreign_host(tables: Tables, host: Browser) -> None:
    """A foreign host name is refused, so that no other site's name can point to this server."""
    for name in ("evil.test", f"{HOST}.evil.test", "127.0.0.1", "127.0.0.1:1368"):
        said = tables.send("GET", "/api/tables", headers=host.headers | {"host": name})
        assert (said.status, said.code) == (403, "foreign")
        assert said.data["sentence"].endswith(f"start the server with --name {name.partition(':')[0]}")
        page = tables.send("GET", "/", headers={"host": name})
        assert (page.status, page.body.decode()) == (403, said.data["sentence"])
    for name in ("", "evil.test:x"):
        said = tables.send("GET", "/api/tables", headers=host.headers | {"host": name})
        assert (said.status, said.code) == (400, "malformed")
    said = tables.send("GET", "/api/tables", headers={"host": "\x1b$(evil) " + "x" * 1000})
    assert said.code == "foreign"  # The sentence is printable and not too long.
    assert "--name '\\x1b$(evil) xxx" in said.data["sentence"]
    assert tables.send("GET", "/api/tables", headers=host.headers | {"host": f"{HOST}:1368"}).status == 200


@pytest.mark.parametrize("listed", ["::1", "[::1]", "0:0:0:0:0:0:0:1"])
def test_the_host_is_an_ipv6_address(tmp_path: Path, listed: str) -> None:
    """An IPv6 host is accepted in brackets, with or without a port, in any of its spellings."""
    with Tables(tmp_path, hosts=(listed, "*.salt.test")) as tables:
        for name in ("[::1]", "[::1]:1368", "[0::1]:80", "a.salt.test:1368", "A.Salt.Test"):
            assert tables.send("GET", "/", headers={"host": name}).status == 200, name
        for name in ("::1", "[::1", "[::1]x", "[::1]:x", "::1:1368", "[a.salt.test]", "[]", ":80"):
            assert tables.send("GET", "/", headers={"host": name}).status == 400, name
        for name in ("[::2]", "salt.test"):
            assert tables.send("GET", "/", headers={"host": name}).status == 403, name


@pytest.mark.long
def test_pages_and_static_files(tables: Tables) -> None:
    """
    Pages and static files are limited to 500 a second for each address. The API is counted separately.

    Refusals are plain text.
    """
    paths = ("/", "/static/page.js", "/themes.css", "/nowhere", "/t/x")
    for number in range(500):
        assert tables.send("GET", paths[number % 5], headers={}).status in (200, 404), number
    for path in paths:
        said = tables.send("GET", path, headers={})
        assert (said.status, said.body) == (429, b"too many requests; wait a moment")
        assert "default-src 'none'" in said.headers["content-security-policy"]
    assert tables.send("GET", "/", headers={}, client="10.0.0.9").status == 200
    assert tables.send("GET", "/api/welcome", headers={}).status == 200


@pytest.mark.long
def test_a_browser_may_open_several_pages_within_a_second(tables: Tables) -> None:
    """Five visits to a page with all of its files are allowed, and 300 files are the limit of one browser."""
    host = tables.browser("host")
    files = [f"/static/{path.name}" for path in sorted(_STATIC.glob("*.*"))]
    host.open("here", "here")  # The files of a player do not count towards the limit of the address.
    wanted = [path for _ in range(5) for path in ("/", "/themes.css", *files)]
    assert 200 < len(wanted) <= 300
    for number, path in enumerate((wanted + ["/"] * 300)[:300]):
        assert tables.send("GET", path, headers=host.headers).status == 200, number
    assert tables.send("GET", "/", headers=host.headers).status == 429
    assert host.get("/api/welcome").status == 200


@pytest.mark.long
def test_addresses_that_count_as_one(tables: Tables) -> None:
    """One address is an IPv4 address in any spelling or an IPv6 /64 network. Other texts stand for themselves."""
    assert network_of("10.0.0.9") == network_of("::ffff:10.0.0.9") == "10.0.0.9"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") == "2001:db8:0:1::/64"
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth0")
    assert (network_of("unix"), network_of("")) == ("unix", "")
    for number in range(200):
        assert tables.send("GET", "/api/welcome", headers={}, client=f"2001:db8::{number:x}").status == 200
    assert tables.send("GET", "/api/welcome", headers={}, client="2001:db8::ffff").code == "too_fast"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-0.5, "wait a moment"),
        (10.0, "wait a moment"),
        (10.1, "try again in 11 seconds"),
        (119.2, "try again in 120 seconds"),
        (120.0, "try again in 2 minutes"),
        (3541.0, "try again in 60 minutes"),
    ],
)
def test_how_long_to_wait(seconds: float, words: str) -> None:
    """A refusal names the time until the next request, rounded up."""
    assert describe_wait(seconds) == words


@pytest.mark.slow
def test_a_page_of_another_site(tables: Tables, host: Browser) -> None:
    """Requests that another site sends from a user's browser are refused; those of our own page are accepted."""
    table = host.open("here", "link")
    said = host.post("/api/tables", {}, origin="https://evil.test:8443")
    assert said.data["sentence"].endswith(f"of another site: its origin is 'https://evil.test:8443', its host '{HOST}'")
    for headers in (
        {"origin": "http://evil.test"},
        {"origin": "null"},
        {"origin": f"http://{HOST}.evil.test"},
        {"origin": f"http://{HOST}:99"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": f"http://{HOST}"},
    ):
        said = host.post(f"/api/tables/{table}", {"type": "close_table"}, **headers)
        assert (said.status, said.code) == (403, "foreign")
        assert host.post("/api/tables", {}, **headers).code == "foreign"
        assert host.post("/api/join", {}, **headers).code == "foreign"
    said = host.post(f"/api/tables/{table}", {"type": "close_table"}, origin=f"http://{HOST}")
    assert said.status == 200


def test_headers_of_every_answer(tables: Tables, host: Browser) -> None:
    """No answer allows content from other sites or framing, and no answer that may change is cached."""
    table = host.open("here", "link")
    for path in (
        "/",
        "/api/tables",
        f"/api/tables/{table}",
        "/nowhere",
        "/static/page.js",
        f"/api/tables/{table}/board.svg",
    ):
        headers = host.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] in ("no-store", "no-cache", "private, no-cache")
    fixed = host.get(f"/api/tables/{table}/board.svg?number=0")
    assert "max-age" in fixed.headers["cache-control"]
    assert fixed.headers["vary"] == "Accept-Encoding, Cookie, Authorization"


def test_a_body_that_is_too_long(tables: Tables, host: Browser) -> None:
    """A body above the limit gives status 413, at once or in parts, and the server does not wait for its rest."""
    table = host.open("here", "link")
    path = f"/api/tables/{table}"
    message = json.dumps({"type": "agree", "number": 0, "is_agreed": True}).encode()
    assert tables.send("POST", path, body=message.ljust(LARGEST_BODY), headers=host.headers).code == "stale"
    assert tables.send("POST", path, body=message.ljust(LARGEST_BODY + 1), headers=host.headers).code == "too_long"

    def parts() -> Iterator[bytes]:
        yield message
        yield from [b" " * 1000] * 100

    said = tables.send("POST", path, body=parts(), headers=host.headers)
    assert (said.status, said.code) == (413, "too_long")
