"""Connections on loopback: which are closed, which are refused, and which are served when few are left."""

from __future__ import annotations

import asyncio
import contextlib
import math
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import attrs
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from magnum_sal._internal.listening import open_listener
from magnum_sal.web._requests import browser_of
from magnum_sal.web.connections import (
    ConnectionRules,
    Connections,
    StrangerLimiter,
    connections_within,
    count_needed_files,
)
from magnum_sal.web.server import _fitting

PATIENCE = 20.0
"""Seconds after which a test that waits for something gives up."""
SHORT = 0.2
LONG = 3600.0
SEATED = "s" * 43

Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@attrs.define
class Serving:
    """A server that runs during a test."""

    port: int
    connections: Connections
    clients: list[Client] = attrs.Factory(list)
    released: asyncio.Event = attrs.Factory(asyncio.Event)
    """Set to answer the requests for ``/wait``."""
    started: asyncio.Semaphore = attrs.Factory(lambda: asyncio.Semaphore(0))
    """Released by each request that reaches the application."""
    cut_off: asyncio.Event = attrs.Factory(asyncio.Event)
    """Set once the client of ``/endless`` has disconnected."""

    async def connect(self, sent: bytes = b"", address: str = "127.0.0.1") -> Client:
        """Open a connection, send the given bytes, and wait until the server has counted the connection."""
        client = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.clients.append(client)
        client[1].write(sent)
        await client[1].drain()
        for _ in range(20):  # The loop needs a few turns until the protocol knows of the connection.
            await asyncio.sleep(0)
        return client

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer at once, after ``released``, or without an end, depending on the path."""
        self.started.release()
        if scope["path"] == "/wait":
            await self.released.wait()
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        while scope["path"] == "/endless":
            await self._send_or_end(receive, send)
            if self.cut_off.is_set():
                return
        await send({"type": "http.response.body", "body": b"hello"})

    async def _send_or_end(self, receive: Receive, send: Send) -> None:
        gone: asyncio.Future[Any] = asyncio.ensure_future(receive())
        part: asyncio.Future[Any] = asyncio.ensure_future(
            send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        )
        await asyncio.wait({gone, part}, return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            self.cut_off.set()
        for task in (gone, part):
            task.cancel()
        await asyncio.gather(gone, part, return_exceptions=True)


@contextlib.asynccontextmanager
async def serving(proxy: str | None = None, **rules: Any) -> AsyncIterator[Serving]:
    """Serve with the given rules. By default the timeouts are so long that none ends during a test."""
    usual: dict[str, Any] = {"total": 100, "of_one": 100, "idle_seconds": LONG, "sending_seconds": LONG}
    connections = Connections(ConnectionRules(**usual | rules), proxy)
    listening = open_listener("127.0.0.1", 0)
    found = Serving(listening.getsockname()[1], connections)
    config = uvicorn.Config(
        StrangerLimiter(found.answer, connections, lambda browser: browser == browser_of(SEATED)),
        log_config=None,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        timeout_keep_alive=math.ceil(connections.rules.idle_seconds),
    )
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: connections.protocol(config=config, server_state=state, app_state={}), sock=listening
    )
    try:
        async with asyncio.timeout(PATIENCE):
            yield found
    finally:
        found.released.set()
        server.close()
        for _, writer in found.clients:
            writer.close()
        for connection in tuple(state.connections):
            connection.transport.abort()
        await asyncio.gather(*state.tasks, return_exceptions=True)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run the coroutine of a test."""
    asyncio.run(test())


def request(path: str = "/", *further: str) -> bytes:
    """Return a request."""
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: localhost", *further, "", "")).encode()


async def response(client: Client) -> tuple[int, str, bytes]:
    """Return the status, the head in lower case and the body of a response."""
    head = (await client[0].readuntil(b"\r\n\r\n")).decode().lower()
    if "content-length" in head:
        length = int(head.partition("content-length: ")[2].split("\r\n")[0])
        return int(head.split()[1]), head, await client[0].readexactly(length)
    body = b""
    while not body.endswith(b"0\r\n\r\n"):
        body += await client[0].readuntil(b"\r\n")
    return int(head.split()[1]), head, body


async def closed(client: Client) -> bool:
    """Return True once the server has closed a connection, whatever it sent before."""
    with contextlib.suppress(ConnectionResetError):
        while await client[0].read(65536):
            pass
    return True


def is_open(client: Client) -> bool:
    """Return whether a connection is still open as far as is known."""
    return not client[0].at_eof() and client[0].exception() is None


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: local",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf",
        request(),
        request() + b"GET / HTTP/1.1\r\nHo",
    ],
    ids=["silent", "half a head", "half a body", "kept open", "kept open, then half a head"],
)
def test_connections_that_send_nothing_more(sent: bytes) -> None:
    """A connection is closed if it sends nothing, part of a request, or nothing after a request."""

    async def body() -> None:
        async with serving(idle_seconds=SHORT) as server:
            client = await server.connect(sent)
            assert await closed(client)
            assert len(server.connections._open) == 0

    run(body)


@pytest.mark.parametrize(
    "head", [b"GET / HTTP/1.1\r\nX: ", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n"]
)
def test_a_request_that_trickles_in(head: bytes) -> None:
    """Sending further bytes does not extend the time limit for a complete request."""

    async def body() -> None:
        async with serving(idle_seconds=SHORT) as server:
            client = await server.connect(head)
            closing = asyncio.create_task(closed(client))
            while not closing.done():
                client[1].write(b"x")
                await asyncio.wait({closing}, timeout=SHORT / 10)
            assert closing.result()

    run(body)


@pytest.mark.slow
def test_waiting_for_an_answer() -> None:
    """A connection that waits for an answer stays open longer than any silent one."""

    async def body() -> None:
        async with serving(idle_seconds=SHORT) as server:
            waiting = await server.connect(request("/wait"))
            await server.started.acquire()
            for _ in range(3):
                assert await closed(await server.connect())
            server.released.set()
            assert (await response(waiting))[0] == 200

    run(body)


def test_a_client_that_reads_nothing() -> None:
    """The server aborts an answer that the client does not read."""

    async def body() -> None:
        async with serving(sending_seconds=SHORT) as server:
            client = await server.connect(request("/endless"))
            client[1].transport.pause_reading()  # type: ignore[attr-defined]  # It is a read transport, too.
            await server.cut_off.wait()
            assert len(server.connections._open) == 0

    run(body)


def test_several_requests_on_one_connection() -> None:
    """A connection stays open for further requests, even if several arrive at once."""

    async def body() -> None:
        async with serving() as server:
            client = await server.connect(request() * 3)
            assert [(await response(client))[0] for _ in range(3)] == [200, 200, 200]
            client[1].write(request())
            assert (await response(client))[0] == 200
            assert len(server.connections._open) == 1

    run(body)


def test_silent_connections_make_room() -> None:
    """
    Above the total without the reserve, the oldest silent connection is closed.

    Those that sent requests come last, the one that has waited longest first.
    """

    async def body() -> None:
        async with serving(total=8) as server:
            used = await server.connect(request())
            assert (await response(used))[0] == 200
            silent = [await server.connect() for _ in range(5)]
            assert is_open(silent[0])
            further = [await server.connect() for _ in range(3)]
            assert [await closed(client) for client in silent[:3]] == [True] * 3
            assert all(map(is_open, (used, *silent[3:], *further)))
            assert len(server.connections._open) == 6
            further[0][1].write(request())
            status, head, _ = await response(further[0])
            assert (status, "connection: close" in head) == (200, False)
            for _ in range(5):
                await response(await server.connect(request()))
            assert await closed(used)
            assert is_open(further[0])

    run(body)


def test_the_limit_of_one_address() -> None:
    """Above the limit of an address its own silent connections make room. If none is silent, the new one is closed."""

    async def body() -> None:
        async with serving(of_one=2) as server:
            other = await server.connect(address="127.0.0.2")
            first, second = await server.connect(), await server.connect()
            third = await server.connect(request("/wait"))
            assert await closed(first)
            second[1].write(request("/wait"))
            for _ in range(2):
                await server.started.acquire()
            assert await closed(await server.connect())
            assert all(map(is_open, (other, second, third)))

    run(body)


def test_a_proxy_carries_many_clients() -> None:
    """The limit of one address counts requests by the client that the proxy names, not the proxy's connections."""

    async def body() -> None:
        async with serving(of_one=2, proxy="127.0.0.1") as server:
            ada, ben = "X-Forwarded-For: 2001:db8::1", "X-Forwarded-For: 2001:db8:0:1::1"
            for _ in range(2):
                await server.connect(request("/wait", ada))
                await server.started.acquire()
            same_network = "X-Forwarded-For: 2001:db8::2"
            assert (await response(await server.connect(request("/", same_network))))[0] == 503
            assert (await response(await server.connect(request("/", ben))))[0] == 200

    run(body)


@pytest.mark.parametrize(
    ("proxy", "counts"),
    [
        (None, True),
        ("127.0.0.1", False),
        ("10.0.0.1, 127.0.0.0/8", False),
        ("*", False),
        ("10.0.0.1,proxy.test", True),
    ],
)
def test_which_addresses_are_proxies(proxy: str | None, counts: bool) -> None:
    """Proxies are listed as in uvicorn: addresses, networks, or an asterisk for all."""

    async def body() -> None:
        async with serving(of_one=1, proxy=proxy) as server:
            first, _ = await server.connect(), await server.connect()
            if counts:
                assert await closed(first)
            assert len(server.connections._open) == (1 if counts else 2)

    run(body)


@pytest.mark.parametrize("rules", [{"total": 8}, {"of_one": 8}, {"of_one": 8, "proxy": "127.0.0.1"}])
def test_the_reserve_is_for_players_with_seats(rules: dict[str, Any]) -> None:
    """
    While only the reserve is left, strangers are refused and disconnected, but players with a seat are served.

    There is a reserve of all connections, and one of the connections or the proxy's requests from each address.
    """

    async def body() -> None:
        async with serving(**rules) as server:
            watching = []
            for _ in range(6):
                watching.append(await server.connect(request("/wait")))
                await server.started.acquire()
            for path, said in (("/", b"Too many people are connected"), ("/api/tables", b'"code":"too_many"')):
                for key in ((), (f"Cookie: magnum_sal={'x' * 43}",)):
                    stranger = await server.connect(request(path, *key))
                    status, head, text = await response(stranger)
                    assert (status, "connection: close" in head, said in text.replace(b" ", b"") or said in text) == (
                        503,
                        True,
                        True,
                    )
                    assert await closed(stranger)
            seated = await server.connect(request("/", f"Cookie: magnum_sal={SEATED}"))
            assert (await response(seated))[0] == 200
            seated[1].write(request("/wait", f"Authorization: Bearer {SEATED}"))
            second = await server.connect(request("/wait", f"Authorization: Bearer {SEATED}"))
            for _ in range(3):
                await server.started.acquire()
            # All connections are taken, and none is silent.
            assert await closed(await server.connect(request("/", f"Cookie: magnum_sal={SEATED}")))
            assert all(map(is_open, (*watching, seated, second)))

    run(body)


def test_connections_fit_into_the_open_files_of_a_process() -> None:
    """The limit on connections leaves open files for tables, pages and connections not counted yet."""
    assert connections_within(1024, 500) == 1024 - 192 - 341
    assert connections_within(1024, 50) == 1024 - 192 - 50
    assert connections_within(10, 500) == 1
    assert connections_within(count_needed_files(2500, 500), 500) == 2500
    assert ConnectionRules(total=2500).reserve == 500
    assert ConnectionRules(total=400).reserve == 100
    assert [ConnectionRules(of_one=most).reserve_of_one for most in (1, 8, 128)] == [0, 2, 32]


def test_a_process_asks_for_more_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The process raises its limit of open files as far as needed and allowed.

    If that is too low, it takes fewer connections.
    """
    resource = pytest.importorskip("resource")
    files = [1024, 4096]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(files))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: files.__setitem__(slice(None), limits))
    assert _fitting(ConnectionRules(), 500) == ConnectionRules()
    assert files == [3192, 4096]
    files[:] = [1024, 1024]
    assert _fitting(ConnectionRules(), 500).total == 491
    files[:] = [resource.RLIM_INFINITY, resource.RLIM_INFINITY]
    assert _fitting(ConnectionRules(), 500) == ConnectionRules()


def test_no_delay() -> None:
    """Nagle's algorithm is off on every accepted connection, because it would delay each answer by 40 ms."""

    async def body() -> None:
        async with serving() as server:
            await response(await server.connect(request()))
            (connection,) = server.connections._open
            accepted = connection.transport.get_extra_info("socket")
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    run(body)
