"""Requests: the browser's key, the message or log, compressed responses, disconnected clients, and refusals."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeVar

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ..errors import MagnumSalError, MalformedError
from ..errors.messages import brief
from ..protocol import table_answers as answers
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import is_in_words
from ..protocol.table_requests import LONGEST_LOG
from ..record.serialization import to_dict
from ..record.serialization.json_text import read_json
from ..record.serialization.strict_fields import object_fields
from ..words import LANGUAGES
from ._parameters import Parameters

T = TypeVar("T")

COOKIE: Final = "magnum_sal"
"""The name of the cookie that holds a browser's key."""
LARGEST_BODY: Final = 1 << 16
"""The maximum number of bytes in most request bodies."""
LARGEST_LOG_BODY: Final = 2 * LONGEST_LOG
"""The maximum number of bytes in a request that contains a log. JSON escapes quotation marks."""
_KEY_BYTES: Final = 32
_KEY: Final = re.compile("[A-Za-z0-9_-]{43,64}")

_STATUS: Final = {
    "no_key": 401,
    "foreign": 403,
    "not_yours": 403,
    "not_host": 403,
    "unknown_table": 404,
    "unknown_link": 404,
    "unknown_address": 404,
    "wrong_method": 405,
    "stale": 409,
    "too_early": 409,
    "closed": 410,
    "too_long": 413,
    "illegal_move": 422,
    "too_many": 429,
    "too_fast": 429,
    "internal": 500,
    "not_kept": 503,
}
"""The HTTP status for each refusal code; other codes get 400."""


def new_key() -> str:
    """Return a random, unguessable key for a browser."""
    return secrets.token_urlsafe(_KEY_BYTES)


def browser_of(key: str) -> str:
    """Return the name that the server stores for a browser: a digest that does not reveal the key."""
    # Passwords need a salt and a slow hash, because people choose guessable ones. The 256 random bits of a key cannot
    # be found by brute force.
    return hashlib.sha256(key.encode()).hexdigest()


def find_browser(request: Request) -> str | None:
    """Return the browser or program that sent a request, or None if the request has no key."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    key = token if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
    # Keys are not registered. A key that nobody has used yet is valid, but has no seats.
    return browser_of(key) if _KEY.fullmatch(key) else None


def browser_asking(request: Request) -> str:
    """Return the browser that sent a request. Raises ``RefusedError`` if the request has no key."""
    browser = find_browser(request)
    if browser is None:
        raise RefusedError(
            "no_key", "the request has no key: open the first page, or send a bearer token of 43 to 64 letters"
        )
    return browser


def check_same_site(headers: Headers) -> None:
    """Refuse cross-site requests, which a page on another site sends from a person's browser."""
    # Otherwise a page on another site could make moves with the cookie of its visitor (cross-site request forgery).
    # Browsers send Sec-Fetch-Site (Fetch Metadata, W3C), older ones only Origin. Programs send neither and pass.
    origin, host = headers.get("origin"), headers.get("host", "")
    site = headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none"):
        raise RefusedError("foreign", "the request comes from a page of another site")
    if origin is not None and origin.partition("://")[2] != host:
        # A proxy that changes the host is easy to overlook.
        raise RefusedError(
            "foreign",
            f"the request comes from a page of another site: its origin is {brief(origin)}, its host {brief(host)}",
        )


async def read_message(request: Request, most: int = LARGEST_BODY) -> dict[str, Any]:
    """
    Return the message in a request's body. If the message names no language, add the language in the URL, if any.

    Raises:
        RefusedError: the body has more than *most* bytes, or is not JSON.
        MalformedError: the body is not an object, or the language is unknown.
    """
    body = await read_body(request, most)
    try:
        data = read_json(body)
    except MagnumSalError as error:
        raise RefusedError("not_json", str(error)) from None
    fields = dict(object_fields(data))
    if "language" in request.query_params and is_in_words(fields):
        # The language in a message takes precedence over the language in the URL.
        return {"language": language_of(request)} | fields
    return fields


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request. Raises ``RefusedError`` if it has more than *most* bytes."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:  # checked before the rest of the body arrives
            raise RefusedError("too_long", f"the request is longer than {most} bytes")
    return bytes(body)


def parameters_of(request: Request) -> Parameters:
    """Return the parameters in the URL."""
    return Parameters(dict(request.query_params))


def language_of(request: Request) -> str:
    """Return the language in the URL, or English if the URL names none."""
    return parameters_of(request).language


def language_of_refusals(request: Request) -> str:
    """Return the language in the URL if the library supports it, and English otherwise."""
    asked = request.query_params.get("language", "en")
    return asked if asked in LANGUAGES else "en"


def gzip_response(
    request: Request, packed: bytes, media_type: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a response with gzip-compressed content, decompressed if the client does not accept gzip."""
    sent = {"Vary": "Accept-Encoding"} | dict(headers or {})
    if "gzip" in request.headers.get("accept-encoding", "").lower():
        sent["Content-Encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    return Response(packed, media_type=media_type, headers=sent)


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of *work*. If the client disconnects first, cancel *work* and raise ``ClientDisconnect``."""
    # Two tasks race: the work, and one that reads the connection until the client disconnects. The request body must
    # have arrived already, because the second task discards everything it reads. The last line waits for the cancelled
    # tasks, so neither outlives the request. Work that is shared with other requests, or that runs in a thread, may end
    # later.
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def work_on_log(request: Request, work: Callable[[bytes], Coroutine[Any, Any, T]]) -> T:
    """
    Return the result of *work* on the log in the body of a request.

    Raises:
        RefusedError: the log is too long, or *work* is refused now.
        MalformedError: the log is invalid or cannot be shown.
    """
    log = await read_body(request, LONGEST_LOG)
    try:
        return await cancel_on_disconnect(request, work(log))
    except RefusedError:
        raise
    except MagnumSalError as error:
        # The client has sent the log, so the message cannot reveal anything about the server's files.
        raise MalformedError(str(error)) from None


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def status_of(code: str | None) -> int:
    """Return the HTTP status for a refusal code; None means that the request was not refused."""
    return 200 if code is None else _STATUS.get(code, 400)


def json_response(said: answers.TableAnswer, headers: Mapping[str, str] | None = None) -> JSONResponse:
    status = status_of(said.code if isinstance(said, answers.RefusalAnswer) else None)
    return JSONResponse(to_dict(said), status, headers)


def wait_headers(error: Exception) -> dict[str, str]:
    """Return the header that states how long to wait after a refusal, if the error says so (RFC 9110, 10.2.3)."""
    seconds = error.wait_seconds if isinstance(error, RefusedError) else None
    return {} if seconds is None else {"Retry-After": str(seconds)}


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Return the response for an unknown URL or an unsupported method. API clients get JSON, as for other refusals."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        code, sentence = "wrong_method", f"{request.method} is not allowed at this address"
    else:
        code, sentence = "unknown_address", "there is no page at this address"
    return refusal_response(request, code, sentence, error.status_code, error.headers, plain=error.detail)


def refusal_response(
    request: Request, code: str, sentence: str, status: int, headers: Mapping[str, str] | None, plain: str | None = None
) -> Response:
    """Return a refusal as JSON for API clients, and as *plain* text for everybody else."""
    if not request.url.path.startswith("/api/"):
        return PlainTextResponse(plain or sentence, status, headers)
    said = answers.RefusalAnswer(code=code, sentence=sentence)
    return JSONResponse(to_dict(said), status, headers)
