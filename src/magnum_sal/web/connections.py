"""Connections: limits on their number and idle time, and the order in which they are closed if there are too many."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any, Final, cast

import attrs
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from ._guard import network_of
from ._requests import find_browser, refusal_response

ACCEPTED_AT_ONCE: Final = 32
"""The number of connections that asyncio accepts before handling any."""
_OTHER_FILES: Final = 6 * ACCEPTED_AT_ONCE
"""The number of files kept for new connections, pages, and pipes to bots, besides tables and counted connections."""
_LARGEST_RESERVE: Final = 500
_FULL: Final = "Too many people are connected. Please try again later."


@attrs.frozen(kw_only=True)
class ConnectionRules:
    """Limits on a server's connections, and on the time that it waits for a client."""

    total: int = 2500
    """The maximum number of connections in total."""
    of_one: int = 128
    """The maximum number of connections from one IPv4 address, or from one IPv6 /64 network."""
    idle_seconds: float = 10.0
    """Seconds within which a request must arrive completely, and after which an unused connection is closed."""
    sending_seconds: float = 30.0
    """Seconds for which the send buffer may stay full if a client does not read."""

    @property
    def reserve(self) -> int:
        """The number of connections reserved for people who have a seat or host a table, out of ``total``."""
        return min(self.total // 4, _LARGEST_RESERVE)

    @property
    def reserve_of_one(self) -> int:
        """The number of an address's connections reserved for people with a seat or a table, out of ``of_one``."""
        return self.of_one // 4


def connections_within(files: int, tables: int) -> int:
    """Return how many connections a limit on open files permits. Tables take at most a third of the files."""
    return max(files - _OTHER_FILES - min(tables, files // 3), 1)


def count_needed_files(connections: int, tables: int) -> int:
    """Return how many open files a process needs for these connections and tables; each table has a log."""
    return connections + tables + _OTHER_FILES


class Connections:
    """
    All connections of a server.

    A connection is silent while the server waits for a complete request on it. If there are too many connections,
    silent ones are closed, oldest first. Those that have never sent a request are closed before those that are
    waiting for another request. Silent connections therefore never take the place of a client that sends a request.

    *proxy* is a comma-separated list of the addresses of trusted proxies, in uvicorn's format. Many people share a
    proxy, so the limit for one address applies to the requests from each forwarded address instead.
    """

    def __init__(self, rules: ConnectionRules, proxy: str | None = None) -> None:
        self.rules = rules
        # Uvicorn's middleware parses the addresses; the application inside it is never called.
        self._proxies = ProxyHeadersMiddleware(cast(Any, None), trusted_hosts=proxy or []).trusted_hosts
        self._open: set[GuardedProtocol] = set()
        self._of_one: Counter[str] = Counter()
        # Dictionaries keep insertion order, so the first key is the oldest connection.
        self._unused: dict[GuardedProtocol, None] = {}
        self._kept: dict[GuardedProtocol, None] = {}

    @property
    def is_short(self) -> bool:
        """Whether only the reserve is free."""
        return len(self._open) > self.rules.total - self.rules.reserve

    def protocol(self, *args: Any, **kwargs: Any) -> GuardedProtocol:
        """Return the protocol of a new connection. Uvicorn calls this method like a class."""
        return GuardedProtocol(self, *args, **kwargs)

    def admit(self, connection: GuardedProtocol) -> bool:
        """Count a new connection, and return whether there is room. Close a silent connection if necessary."""
        network = connection.network
        # An address with too many connections loses its own silent ones, never another address's. A trusted proxy is
        # exempt, because everybody behind it shares its address.
        if connection.peer not in self._proxies and self._of_one[network] >= self.rules.of_one:
            oldest = self._oldest_silent(lambda other: other.network == network)
            if oldest is None:
                return False
            oldest.end()
        # A new connection cannot present a key before its first request, so it may use the reserve. While only the
        # reserve is left, StrangerLimiter refuses requests from strangers.
        if len(self._open) >= self.rules.total - self.rules.reserve:
            oldest = self._oldest_silent(lambda _: True)
            if oldest is not None:
                oldest.end()
            elif len(self._open) >= self.rules.total:
                return False
        self._open.add(connection)
        self._of_one[network] += 1
        return True

    def _oldest_silent(self, is_meant: Callable[[GuardedProtocol], bool]) -> GuardedProtocol | None:
        return next(filter(is_meant, chain(self._unused, self._kept)), None)

    def be_silent(self, connection: GuardedProtocol, *, is_used: bool) -> None:
        """Record that a connection waits for a request; *is_used* says whether it has sent one before."""
        if connection in self._open:
            (self._kept if is_used else self._unused)[connection] = None

    def be_busy(self, connection: GuardedProtocol) -> None:
        """Record that a request has arrived completely."""
        self._unused.pop(connection, None)
        self._kept.pop(connection, None)

    def drop(self, connection: GuardedProtocol) -> None:
        """Forget a connection that ends. Calling this again has no effect."""
        self.be_busy(connection)
        if connection in self._open:
            self._open.discard(connection)
            self._of_one[connection.network] -= 1
            if not self._of_one[connection.network]:
                del self._of_one[connection.network]


class GuardedProtocol(H11Protocol):
    """
    The HTTP protocol of one connection. It closes the connection if the client keeps the server waiting.

    A timer runs from the beginning of a wait until the request has arrived completely, however slowly its bytes arrive.
    A second timer runs while the send buffer is full.
    """

    def __init__(self, connections: Connections, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = connections
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._has_begun = False
        self.peer = ""
        """The remote address of the connection."""
        self.network = ""
        """The network of *peer*, which counts as one address."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Admit the connection, or close it at once."""
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else ""
        self.network = network_of(self.peer)
        if self._connections.admit(self):
            self._connections.be_silent(self, is_used=False)
            self._wait_for_request()
        else:
            self.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers and forget the connection."""
        self._stop()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn leaves this timer running after an error

    def data_received(self, data: bytes) -> None:
        """Read the data, and detect when a request is complete."""
        if self.transport.is_closing():
            return
        # The timer must not restart with each byte. Otherwise a client could hold a connection forever by sending one
        # byte at a time, an attack known as Slowloris.
        is_first = not self._has_begun and "request" in self._timers
        super().data_received(data)
        if self._is_answering():
            self._be_busy()
        elif is_first:
            # On a keep-alive connection, the first byte of a request restarts the timer, but only once.
            self._has_begun = True
            self._wait_for_request()

    def on_response_complete(self) -> None:
        """Wait for the next request or, if the connection closes, for the client to read the rest of the response."""
        self._has_begun = False
        self._connections.be_silent(self, is_used=True)
        self._wait_for_request()
        super().on_response_complete()  # this may find the next request in the buffer
        if self._is_answering():
            self._be_busy()

    def pause_writing(self) -> None:
        """Start the timer for a client that does not read its response."""
        super().pause_writing()
        self._set_timer("sending", self._connections.rules.sending_seconds)

    def resume_writing(self) -> None:
        """Stop the timer and resume sending."""
        self._cancel_timer("sending")
        super().resume_writing()

    def end(self) -> None:
        """Close the connection at once and discard unsent data."""
        self._stop()
        # close() would first send the buffered data, and a client that reads nothing could delay that forever.
        self.transport.abort()

    def _is_answering(self) -> bool:
        # The type in uvicorn omits None, the value before the first request.
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is not None and not cycle.response_complete and not cycle.more_body

    def _be_busy(self) -> None:
        self._connections.be_busy(self)
        self._cancel_timer("request")

    def _wait_for_request(self) -> None:
        self._set_timer("request", self._connections.rules.idle_seconds)

    def _set_timer(self, name: str, seconds: float) -> None:
        self._cancel_timer(name)
        self._timers[name] = self.loop.call_later(seconds, self.end)

    def _cancel_timer(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def _stop(self) -> None:
        for name in tuple(self._timers):
            self._cancel_timer(name)
        self._connections.drop(self)


class StrangerLimiter:
    """
    ASGI middleware that refuses strangers while connections are scarce, and limits the concurrent requests per address.

    A stranger is a browser that neither plays at an open table nor hosts one. Connections are scarce if only the
    reserve is free: that of all connections, or that of the stranger's address.
    """

    def __init__(self, app: ASGIApp, connections: Connections, is_player: Callable[[str], bool]) -> None:
        self._app = app
        self._connections = connections
        self._is_player = is_player
        self._of_one: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application if there is room; otherwise send a refusal."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        # Behind a proxy, uvicorn's middleware has replaced the client's address with the forwarded one. So requests are
        # counted here, because admit() knows only the proxy's address.
        network = network_of(request.client.host if request.client else "")
        rules = self._connections.rules
        # Each connection that is not silent has a request here. So this reserve also keeps strangers from occupying all
        # connections that admit() grants to an address.
        is_scarce = self._connections.is_short or self._of_one[network] >= rules.of_one - rules.reserve_of_one
        if self._of_one[network] >= rules.of_one or (is_scarce and self._is_stranger(request)):
            # Closing the connection frees its place, while keeping it open would use up the reserve.
            headers = {"Connection": "close", "Retry-After": "10", "Cache-Control": "no-store"}
            await refusal_response(request, "too_many", _FULL, 503, headers)(scope, receive, send)
            return
        self._of_one[network] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._of_one[network] -= 1
            if not self._of_one[network]:
                del self._of_one[network]

    def _is_stranger(self, request: Request) -> bool:
        browser = find_browser(request)
        return browser is None or not self._is_player(browser)
