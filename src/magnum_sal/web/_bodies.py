"""What a request says: the message in its body, and the language and the counts in its address."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ..errors import MagnumSalError, MalformedError
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import is_in_words
from ..record.serialization.json_text import read_json
from ..record.serialization.strict_fields import object_fields
from ..words import LANGUAGES
from ._guarding import read_body


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
