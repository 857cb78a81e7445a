"""What keeps strangers from doing harm: who asks, from where, how much and how often."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Sequence
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..protocol.refused_error import RefusedError
from ._requests import find_browser

_RATES: Final = {
    "question": parse("60/second"),
    "move": parse("20/second"),
    "open": parse("30/hour"),
    "link": parse("30/minute"),
    "hint": parse("20/minute"),
    "slow": parse("30/minute"),
    "news": parse("120/minute"),
}
"""How often one browser may ask for each kind of thing."""
_ONE: Final = parse("100/second")
"""How often one browser may ask for anything."""
_ALL: Final = parse("200/second")
"""How often one address may ask for anything; what players and hosts ask for is not counted."""
_PAGES: Final = parse("200/second")
"""The same for pages and static files, which are counted apart: a visit takes a dozen."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:]+)(?::[0-9]*)?")
"""The header ``Host``: a name or an address, an IPv6 address in brackets, with or without a port."""
_SHARED_BITS: Final = 64
"""Bits of an IPv6 address that a household shares."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load: nothing from elsewhere, and no script or style that stands in it."""

_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """
    Stands before the application: refuses requests for unknown hosts and too many for pages, and adds safe headers.

    No other site's name can be pointed here, since a request has to ask for a name of the server's. Starlette's
    ``TrustedHostMiddleware`` does the same, but many of its versions cannot read an IPv6 address. The headers keep a
    browser from doing what no page of ours wants.

    Args:
        app: The application.
        hosts: The names and addresses of the server; ``*.example.org`` is every name below it, ``*`` any name.
        rates: What counts the requests for pages and static files; those of programs are counted elsewhere.
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
                # What is asked for at every visit is asked whether it has changed; all else is told once.
                headers.setdefault("Cache-Control", "no-cache" if scope["path"].startswith("/static/") else "no-store")
            await send(message)

        if scope["type"] == "http":
            await (self._refusal(Request(scope)) or self._app)(scope, receive, send_safely)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, request: Request) -> PlainTextResponse | None:
        if not self._is_known(request.headers.get("host", "")):
            return PlainTextResponse("Invalid host header", 400)
        if not request.scope["path"].startswith("/api/"):
            try:
                self._rates.check(request, "page")
            except RefusedError as error:
                return PlainTextResponse(str(error), 429, {"Retry-After": "1"})
        return None

    def _is_known(self, given: str) -> bool:
        found = _HOST.fullmatch(given.lower())
        if found is None:
            return False
        host = _plain_host(found[1])
        return host in self._hosts or host.endswith(self._endings)


def _plain_host(host: str) -> str:
    """Return a host in small letters and without brackets; an IPv6 address in its shortest form."""
    host = host.lower().removeprefix("[").removesuffix("]")
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host


def network_of(host: str) -> str:
    """
    Return what counts as one address: an IPv4 address, or the first 64 bits of an IPv6 address.

    A household has that many IPv6 addresses, and could otherwise be as many clients.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, _SHARED_BITS), strict=False))
    return host


class Rates:
    """
    Counts what browsers and addresses ask for.

    Many people can be behind one address. So a player of an open table, or its host, is counted alone; everybody else
    also shares what is left to their address, and one of them who asks for too much holds up no player.

    Args:
        is_player: Returns whether a browser plays at an open table or hosts one.
    """

    def __init__(self, is_player: Callable[[str], bool] = lambda _: False) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._is_player = is_player

    def check(self, request: Request, kind: str | None = None) -> None:
        """Count a request for some *kind* of thing, ``"page"`` for static files too; refuse one too many."""
        address = network_of(request.client.host if request.client else "")
        browser = find_browser(request)
        if kind is not None and kind != "page":
            # Who throws a key away with each request is still one address.
            self._hit(_RATES[kind], kind, address if browser is None or kind in ("open", "link") else browser)
            return
        if browser is not None:
            # Counted first, so that what is refused here uses up nothing of the address.
            self._hit(_ONE, kind or "any", browser)
        if browser is None or not self._is_player(browser):
            self._hit(_PAGES if kind == "page" else _ALL, kind or "any", address)

    def _hit(self, rate: RateLimitItem, *who: str) -> None:
        if not self._limiter.hit(rate, *who):
            raise RefusedError("too_fast", "that is too much at once; wait a moment")
