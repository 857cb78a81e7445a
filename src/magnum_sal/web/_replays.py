"""
Replays and summaries of logs that somebody sends.

Nothing is stored, and a worker process does the work within a time limit.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from ..errors import MagnumSalError, MalformedError
from ..protocol.refused_error import RefusedError
from ..protocol.table_answers import LogSummaryAnswer
from ._replay_drawing import LARGEST_LOG, ReplayOptions, read_options
from ._requests import cancel_on_disconnect, gzip_response, language_of, parameters_of, read_body

Option = TypeVar("Option")
T = TypeVar("T")

_ATTACHED: Final = 'attachment; filename="magnum-sal-replay.html"'


async def answer_replay(
    request: Request, draw: Callable[[bytes, ReplayOptions], Coroutine[Any, Any, bytes]]
) -> Response:
    """
    Return the replay of the log in the body of a request, as *draw* draws it.

    Raises:
        RefusedError: the log is too long, or *draw* refuses to draw now.
        MalformedError: a parameter of the URL is invalid, or the log cannot be shown.
    """
    options = read_options(parameters_of(request))
    packed = await _work_on_log(request, draw, options)
    if options.is_page:
        # A browser saves the page instead of showing it, so its script never runs with the server's address.
        return gzip_response(request, packed, "text/html", {"Content-Disposition": _ATTACHED})
    return gzip_response(request, packed, "application/json")


async def answer_log(
    request: Request, describe: Callable[[bytes, str], Coroutine[Any, Any, LogSummaryAnswer]]
) -> LogSummaryAnswer:
    """Return what *describe* says about the log in the body of a request. Raises the errors of ``answer_replay``."""
    return await _work_on_log(request, describe, language_of(request))


async def _work_on_log(request: Request, work: Callable[[bytes, Option], Coroutine[Any, Any, T]], option: Option) -> T:
    log = await read_body(request, LARGEST_LOG)
    try:
        return await cancel_on_disconnect(request, work(log, option))
    except RefusedError:
        raise
    except MagnumSalError as error:
        # The log is what the client has sent, not a file of the server, so the client may read what is wrong with it.
        raise MalformedError(str(error)) from None
