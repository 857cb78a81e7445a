"""What keeps strangers from doing harm: who asks, from where, how much and how often."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..serve._refused_error import RefusedError
from ._arrangement import browser_of

COOKIE: Final = "magnum_sal"
"""The cookie that holds a browser's key."""
LARGEST_BODY: Final = 1 << 16
"""Bytes of a request, at most."""
_KEY: Final = re.compile("[A-Za-z0-9_-]{43,64}")

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


class SafeHeaders:
    """Gives every answer the headers that keep a browser from doing what no page of ours wants."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with the headers."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                # What is asked for at every visit is asked whether it has changed; all else is told once.
                headers.setdefault("Cache-Control", "no-cache" if scope["path"].startswith("/static/") else "no-store")
            await send(message)

        await self._app(scope, receive, sending if scope["type"] == "http" else send)


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
        """
        Count a request; ``RefusedError`` where there are too many.

        Args:
            request: The request.
            kind: What is asked, None for anything; a kind is counted by browser.
        """
        address = request.client.host if request.client else ""
        key = key_of(request)
        browser = None if key is None else browser_of(key)
        if kind is not None:
            # Who throws a key away with each request is still one address.
            self._hit(_RATES[kind], kind, address if browser is None or kind in ("open", "link") else browser)
            return
        if browser is not None:
            # Counted first, so that what is refused here uses up nothing of the address.
            self._hit(_ONE, "one", browser)
        if browser is None or not self._is_player(browser):
            self._hit(_ALL, address)

    def _hit(self, rate: RateLimitItem, *who: str) -> None:
        if not self._limiter.hit(rate, *who):
            raise RefusedError("too_fast", "that is too much at once; wait a moment")


def key_of(request: Request) -> str | None:
    """Return the key that a browser, or a program, shows; None where it shows none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    key = token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
    return key if _KEY.fullmatch(key) else None


def browser_asking(request: Request) -> str:
    """Return who asks; ``RefusedError`` for who shows no key."""
    key = key_of(request)
    if key is None:
        raise RefusedError(
            "no_key", "who asks shows no key: open the first page, or send a bearer token of 43 to 64 letters"
        )
    return browser_of(key)


def check_same_site(headers: Headers) -> None:
    """Refuse what a page of another site sends in somebody's name."""
    origin, host = headers.get("origin"), headers.get("host", "")
    site = headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or (origin is not None and origin.partition("://")[2] != host):
        raise RefusedError("foreign", "the request comes from a page of another site")


async def read_body(request: Request) -> bytes:
    """Return the body of a request; ``RefusedError`` where it is too long, which is seen before all of it has come."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise RefusedError("too_long", f"the request is longer than {LARGEST_BODY} bytes")
    return bytes(body)
