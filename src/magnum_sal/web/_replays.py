"""Replays of logs that somebody sends: nothing is stored, and a worker process does the work within a time limit."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..errors import MagnumSalError, MalformedError
from ..protocol.refused_error import RefusedError
from ._replay_drawing import LARGEST_LOG, ReplayOptions, read_options
from ._requests import cancel_on_disconnect, parameters_of, read_body


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
    log = await read_body(request, LARGEST_LOG)
    try:
        packed = await cancel_on_disconnect(request, draw(log, options))
    except RefusedError:
        raise
    except MagnumSalError as error:
        # The log is what the client has sent, not a file of the server, so the client may read what is wrong with it.
        raise MalformedError(str(error)) from None
    return _build_response(packed, request.headers.get("accept-encoding", ""), is_page=options.is_page)


def _build_response(packed: bytes, accepted: str, *, is_page: bool) -> Response:
    """Return a response with a compressed replay, for a client that accepts the encodings in *accepted*."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in accepted.lower():
        headers["Content-Encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    if is_page:
        # A browser saves the page instead of showing it, so its script never runs with the server's address.
        headers["Content-Disposition"] = 'attachment; filename="magnum-sal-replay.html"'
    return Response(packed, media_type="text/html" if is_page else "application/json", headers=headers)
