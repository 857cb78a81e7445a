"""Requests: who asks, what the body says, and the language and the counts in the address."""

from __future__ import annotations

import re
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.requests import Request

from ..errors import MagnumSalError, MalformedError
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import is_in_words
from ..record.serialization.json_text import read_json
from ..record.serialization.strict_fields import object_fields
from ..words import LANGUAGES
from ._keys import browser_of

COOKIE: Final = "magnum_sal"
"""The cookie that holds a browser's key."""
LARGEST_BODY: Final = 1 << 16
"""Bytes of a request, at most."""
_KEY: Final = re.compile("[A-Za-z0-9_-]{43,64}")


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


async def message(request: Request) -> dict[str, Any]:
    """Return the message in a request's body; where it names no language, that of the address, if there is one."""
    body = await read_body(request)
    try:
        data = read_json(body)
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
    """Return the count that the address holds under a *name*."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 7:
        raise MalformedError(f"{name}: {text[:20]!r} is not a count")
    return int(text)
