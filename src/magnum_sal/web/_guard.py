"""Protection against abuse: host checks, security headers, and rate limits for browsers and addresses."""

from __future__ import annotations

import ipaddress
import math
import re
import shlex
import time
from collections.abc import Callable, Sequence
from typing import Final

import attrs
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors.messages import brief, printable
from ..protocol.refused_error import RefusedError
from ._requests import find_browser, refusal_response, status_of, wait_headers


@attrs.frozen
class _Limit:
    """The rate limit of one kind of request to an endpoint, and whose requests count together."""

    rate: RateLimitItem
    is_by_address: bool = False
    """Whether requests are counted by address instead of by browser. See ``Rates``."""


_LIMITS: Final = {
    "question": _Limit(parse("60/second")),
    "move": _Limit(parse("20/second")),
    "open": _Limit(parse("30/hour"), is_by_address=True),
    "lesson": _Limit(parse("120/hour"), is_by_address=True),
    "link": _Limit(parse("30/minute"), is_by_address=True),
    "hint": _Limit(parse("20/minute")),
    "slow": _Limit(parse("30/minute")),
    "replay": _Limit(parse("10/minute"), is_by_address=True),
    "log": _Limit(parse("10/minute"), is_by_address=True),
    "news": _Limit(parse("120/minute")),
}
"""The limits of the kinds of requests that endpoints count separately."""
_ONE: Final = parse("100/second")
"""The rate limit for all requests from one browser, except for pages and static files."""
_ONE_PAGES: Final = parse("300/second")
"""The rate limit for pages and static files from one browser. A visit to a page takes about 50 requests."""
_ALL: Final = parse("200/second")
"""The rate limit for all requests from one address; requests from players and hosts do not count."""
_ALL_PAGES: Final = parse("500/second")
"""The rate limit for pages and static files from one address. Requests from players and hosts do not count."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:]+)(?::[0-9]*)?")
"""Matches a ``Host`` header: a name or an address with an optional port. IPv6 addresses are in brackets."""
_LONGEST_HOST: Final = 80
"""The maximum number of characters of a host in a refusal."""
_MOMENT: Final = 10
"""The longest wait in seconds that a refusal calls a moment."""
_MINUTE: Final = 60
_SHARED_BITS: Final = 64
"""The number of leading bits that a household's IPv6 addresses share."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The content security policy: a page loads nothing from other sites and uses no inline scripts or styles."""

_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """
    ASGI middleware that refuses unknown hosts, limits the rate of requests, and adds security headers.

    A request must name one of the server's hosts, which prevents DNS rebinding. Starlette's ``TrustedHostMiddleware``
    does the same, but many versions of it cannot parse IPv6 addresses. The headers make browsers block features that
    the pages never need.

    Args:
        app: The application.
        hosts: The server's host names and addresses; ``*.example.org`` matches any subdomain, ``*`` any name.
        rates: The rate limits for all requests, including those for unknown paths. The endpoints also count some kinds
            of API requests separately.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str], rates: Rates) -> None:
        self._app, self._rates = app, rates
        self._hosts = frozenset(_plain_host(host) for host in hosts)
        self._endings = tuple(host[1:].lower() for host in hosts if host.startswith("*"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                # Browsers revalidate static files on every visit and never store other responses.
                headers.setdefault("Cache-Control", "no-cache" if scope["path"].startswith("/static/") else "no-store")
            await send(message)

        if scope["type"] == "http":
            await (self._refusal(Request(scope)) or self._app)(scope, receive, send_safely)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        try:
            self._check_host(request.headers.get("host", ""))
            self._rates.check(request, None if request.scope["path"].startswith("/api/") else "page")
        except RefusedError as error:
            return refusal_response(request, error.code, str(error), status_of(error.code), wait_headers(error))
        return None

    def _check_host(self, given: str) -> None:
        """Raise ``RefusedError`` if a ``Host`` header is invalid or names another host."""
        found = _HOST.fullmatch(given.lower())
        if found is None:
            raise RefusedError("malformed", f"Host: {brief(given, _LONGEST_HOST)} is not a host name")
        host = _plain_host(found[1])
        # ``*`` has become an empty ending, which matches every host. Without wildcards there are no endings, so
        # endswith(()) is False.
        if host not in self._hosts and not host.endswith(self._endings):
            name = printable(found[1], _LONGEST_HOST)
            # An operator may copy the option into a shell, and anybody can send a request with any name.
            advice = f"if the name is yours, start the server with --name {shlex.quote(name)}"
            raise RefusedError("foreign", f"Host: {name} is not a name of this server; {advice}")


def _plain_host(host: str) -> str:
    """Normalize a host: convert it to lower case, remove brackets, and shorten IPv6 addresses."""
    host = host.lower().removeprefix("[").removesuffix("]")
    return str(ipaddress.ip_address(host)) if is_address(host) else host


def is_address(host: str) -> bool:
    """Check whether *host* is an IP address. An IPv6 address may be in brackets."""
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def network_of(host: str) -> str:
    """
    Return the network that counts as one address: an IPv4 address, or the first 64 bits of an IPv6 address.

    A household usually has a whole /64 network, and could otherwise appear as many clients.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        # A server that listens on IPv6 sees IPv4 clients as ::ffff:192.0.2.1. They share the first 64 bits, so all of
        # them would count as one client.
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, _SHARED_BITS), strict=False))
    return host


class Rates:
    """
    Rate limits for browsers and addresses.

    Many people can share one address. So in the limits for all requests, hosts and players at open tables are counted
    by browser only. Everybody else also counts towards the limit of their address. A stranger who sends too many
    requests does not slow down a player.

    In addition, each kind of request has a limit of its own, which also applies to hosts and players. Keys are free: a
    client can use a new one for each request, but it still has one address. So opening tables and lessons, trying
    links, drawing replays and describing logs are counted by address, and so are all requests without a key. Other
    kinds are counted by browser.

    Args:
        is_player: A callback that returns whether a browser plays at an open table or hosts one.
    """

    def __init__(self, is_player: Callable[[str], bool] = lambda _: False) -> None:
        # A sliding window counter adds the count of the current window and a fraction of the previous window's count.
        # The fraction is the part of the previous window that the sliding window still covers. This takes two numbers
        # per key. A fixed window would take one, but allow twice the limit around its boundary.
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._is_player = is_player

    def check(self, request: Request, kind: str | None = None) -> None:
        """
        Count a request of this *kind*; ``"page"`` includes static files.

        Raises ``RefusedError`` if the request exceeds a limit.
        """
        address = network_of(request.client.host if request.client else "")
        browser = find_browser(request)
        if kind is not None and kind != "page":
            limit = _LIMITS[kind]
            self._hit(limit.rate, kind, address if browser is None or limit.is_by_address else browser)
            return
        one, everybody = (_ONE_PAGES, _ALL_PAGES) if kind == "page" else (_ONE, _ALL)
        if browser is not None:
            # Count the browser first: a request that is refused here does not use up the limit of the address.
            self._hit(one, kind or "any", browser)
        if browser is None or not self._is_player(browser):
            self._hit(everybody, kind or "any", address)

    def _hit(self, rate: RateLimitItem, *who: str) -> None:
        if not self._limiter.hit(rate, *who):
            wait = self._limiter.get_window_stats(rate, *who).reset_time - time.time()
            raise RefusedError("too_fast", f"too many requests; {describe_wait(wait)}", max(math.ceil(wait), 1))


def describe_wait(seconds: float) -> str:
    """Return how long to wait, given the *seconds* until a limit allows the next request."""
    if seconds <= _MOMENT:
        return "wait a moment"
    unit, length = ("seconds", 1) if seconds < 2 * _MINUTE else ("minutes", _MINUTE)
    return f"try again in {math.ceil(seconds / length)} {unit}"
