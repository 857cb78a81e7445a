"""Refusing a request: the code, the sentence and the status that go with what is wrong."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ..errors import IllegalMoveError, LogError, MagnumSalError, MalformedError
from ..protocol import table_answers as answers
from ..protocol.refused_error import RefusedError
from ..protocol.table_forms import table_answer_data
from ..words import objection_in_words

_LOGGER: Final = logging.getLogger(__name__)

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
"""The status of an answer that refuses, by its code; 400 for the others."""

_NOT_KEPT: Final = "the record of the game cannot be read or written now, so nothing has happened; try again later"

FAILED: Final = "something failed here; whoever runs the server can read what"


def status_of(code: str | None) -> int:
    """Return the status of an answer that refuses for the reason of this code; None is for one that does not."""
    return 200 if code is None else _STATUS.get(code, 400)


def json_response(said: answers.TableAnswer) -> JSONResponse:
    status = status_of(said.code if isinstance(said, answers.RefusalAnswer) else None)
    return JSONResponse(table_answer_data(said), status)


async def not_served(request: Request, error: Exception) -> Response:
    """Answer where there is no such address, or another method is asked for; a program is told as it is of all else."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        code, sentence = "wrong_method", f"{request.method} is not asked at this address"
    else:
        code, sentence = "unknown_address", "there is nothing at this address"
    return refusal_response(request, code, sentence, error.status_code, error.headers, plain=error.detail)


def refusal_response(
    request: Request, code: str, sentence: str, status: int, headers: Mapping[str, str] | None, plain: str | None = None
) -> Response:
    """Return a refusal for a program as JSON, and for anybody else in *plain* text."""
    if not request.url.path.startswith("/api/"):
        return PlainTextResponse(plain or sentence, status, headers)
    said = answers.RefusalAnswer(code=code, sentence=sentence)
    return JSONResponse(table_answer_data(said), status, headers)


def refusal(error: MagnumSalError, language: str = "en") -> answers.RefusalAnswer:
    """Return what is wrong, as it is told to whoever asked; what the rules say in the *language*."""
    if isinstance(error, IllegalMoveError):
        sentence = objection_in_words(error.objection, language)
        return answers.RefusalAnswer(code="illegal_move", sentence=sentence, objection=error.objection)
    if isinstance(error, LogError):
        # Its sentence names files of the server's, which are nobody else's business.
        _LOGGER.error("a log failed: %s", error)
        return answers.RefusalAnswer(code="not_kept", sentence=_NOT_KEPT)
    code = error.code if isinstance(error, RefusedError) else None
    code = code or ("malformed" if isinstance(error, MalformedError) else "misuse")
    return answers.RefusalAnswer(code=code, sentence=str(error))
