"""Requests: who asks, by which key, what the body and the address say, and whether the client still waits."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request

from ..errors import MagnumSalError, MalformedError
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import is_in_words
from ..record.serialization.json_text import read_json
from ..record.serialization.strict_fields import object_fields
from ..words import LANGUAGES

T = TypeVar("T")

COOKIE: Final = "magnum_sal"
"""The cookie that holds a browser's key."""
LARGEST_BODY: Final = 1 << 16
"""Bytes of a request, at most."""
_KEY_BYTES: Final = 32
_KEY: Final = re.compile("[A-Za-z0-9_-]{43,64}")


def new_key() -> str:
    """Return a key for a browser that nobody can guess."""
    return secrets.token_urlsafe(_KEY_BYTES)


def browser_of(key: str) -> str:
    """Return the name by which a browser is remembered: a digest, of which nobody can make the key."""
    return hashlib.sha256(key.encode()).hexdigest()


def find_browser(request: Request) -> str | None:
    """Return the browser, or the program, that asks; None where it shows no key."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    key = token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
    return browser_of(key) if _KEY.fullmatch(key) else None


def browser_asking(request: Request) -> str:
    """Return the browser that asks; ``RefusedError`` where it shows no key."""
    browser = find_browser(request)
    if browser is None:
        raise RefusedError(
            "no_key", "who asks shows no key: open the first page, or send a bearer token of 43 to 64 letters"
        )
    return browser


def check_same_site(headers: Headers) -> None:
    """Refuse what a page of another site sends in somebody's name."""
    origin, host = headers.get("origin"), headers.get("host", "")
    site = headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or (origin is not None and origin.partition("://")[2] != host):
        raise RefusedError("foreign", "the request comes from a page of another site")


async def message(request: Request) -> dict[str, Any]:
    """Return the message in a request's body; where it names no language, that of the address, if there is one."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:  # which is seen before all of it has come
            raise RefusedError("too_long", f"the request is longer than {LARGEST_BODY} bytes")
    try:
        data = read_json(bytes(body))
    except MagnumSalError as error:
        raise RefusedError("not_json", str(error)) from None
    fields = dict(object_fields(data))
    if "language" in request.query_params and is_in_words(fields):
        return {"language": language(request)} | fields
    return fields


def language(request: Request) -> str:
    """Return the language that the address asks for, English where it names none."""
    return checked_language(request.query_params.get("language", "en"))


def checked_language(asked: str) -> str:
    """Return a language, which must be spoken here."""
    if asked not in LANGUAGES:
        raise MalformedError(f"language: {asked[:20]!r} is not spoken here; there are {', '.join(LANGUAGES)}")
    return asked


def count(text: str, name: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 7:
        raise MalformedError(f"{name}: {text[:20]!r} is not a count")
    return int(text)


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what *work* returns; cancel it and raise ``ClientDisconnect`` if the client leaves before."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
