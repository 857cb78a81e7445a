"""Answer requests: a server and a request yield the next server and an answer, as plain data or lines of text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, Final

from ..errors import (
    LARGEST_NUMBER,
    ExtensionError,
    HiddenPieceError,
    IllegalMoveError,
    LogError,
    MagnumSalError,
    MalformedError,
    MisuseError,
)
from ..record.serialization import to_dict
from ..record.serialization.json_text import format_value, read_json
from ..record.serialization.strict_fields import object_fields
from ..words import error_in_words
from ..words.languages import words_of
from ._asking import ASKING
from ._server import PLAYING, Server
from .answers import Answer, ErrorAnswer
from .message_forms import REQUESTS, kind_of, read_message
from .refused_error import RefusedError
from .request_fields import LONGEST_ID, Id
from .requests import HelloRequest, InWords


def answer(server: Server, request: object) -> tuple[Server, dict[str, Any]]:
    """
    Answer a request; return the next server, and the answer as plain JSON data.

    The function raises no errors. If a request fails, the answer has ``"type": "error"`` and the server is unchanged.
    The same server and request always give the same answer, with one exception. If a new game has no seed or setup,
    the setup is drawn from system entropy.

    Args:
        server: The server.
        request: Plain JSON data, as returned by ``json.loads``.
    """
    asked: Id | None = None
    try:
        fields = object_fields(request)
        # Read the id first, so that the answer contains it whatever else is wrong.
        asked = _id_of(fields)
        after, said = _answer_request(server, fields)
        return after, to_dict(said)
    except MagnumSalError as error:
        return server, to_dict(_build_error(asked, error, server.language))
    except Exception as error:
        # A rule of an extension can fail in any way. A failure in one game must not end the others. MisuseError
        # converts the text of the error to one printable line of limited length.
        return server, to_dict(
            ErrorAnswer(id=asked, code="internal", sentence=str(MisuseError(f"{type(error).__name__}: {error}")))
        )


def answer_line(server: Server, line: bytes | str) -> tuple[Server, str]:
    """
    Answer a request in JSON text; return the next server, and the answer as one line of JSON without a newline.

    The answer is pure ASCII: other characters are escaped.
    """
    try:
        # The limit is in bytes. Python knows whether a text is ASCII, so only other texts are encoded to measure them.
        encoded = line.encode(errors="surrogatepass") if isinstance(line, str) and not line.isascii() else line
        if len(encoded) > server.limits.line:
            raise RefusedError("too_long", f"the line is longer than {server.limits.line} bytes")
        request = read_json(line)
    except MagnumSalError as error:
        code = error.code if isinstance(error, RefusedError) else "not_json"
        data = to_dict(ErrorAnswer(id=None, code=code, sentence=str(error)))
    else:
        server, data = answer(server, request)
    return server, format_line(data)


def format_line(data: dict[str, Any]) -> str:
    """Format an answer as one line of JSON, in pure ASCII and without a newline."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def serve_lines(server: Server, source: IO[bytes], sink: IO[bytes]) -> Server:
    """
    Answer each line of *source* by writing a line to *sink* until the source ends, and return the last server.

    A line that is too long is skipped and answered with an error.

    Raises:
        BrokenPipeError: the reader of the answers has closed *sink*.
    """
    most = server.limits.line
    # Read one byte more than the longest line and its newline, which is enough to notice a longer line. The server
    # never holds a larger part of a line: it reads the rest in pieces and discards them.
    while line := source.readline(most + 2):
        is_whole = line.endswith(b"\n")
        server, said = answer_line(server, line.removesuffix(b"\n"))
        while not is_whole and (rest := source.readline(most)):
            is_whole = rest.endswith(b"\n")
        sink.write(said.encode("ascii") + b"\n")
        # Clients usually wait for an answer before they send the next request.
        sink.flush()
    return server


def _id_of(fields: Mapping[str, Any]) -> Id:
    if "id" not in fields:
        raise MalformedError("id: the field is missing")
    given: Any = fields["id"]
    is_text = type(given) is str and 1 <= len(given) <= LONGEST_ID and given.isprintable()
    if is_text or (type(given) is int and 0 <= given <= LARGEST_NUMBER):
        asked: Id = given
        return asked
    raise MalformedError(
        f"id: expected a text of 1 to {LONGEST_ID} printable characters or a count, got {format_value(given)}"
    )


def _answer_request(server: Server, fields: dict[str, Any]) -> tuple[Server, Answer]:
    kind = kind_of(fields)
    # The client must name its version first, because the same request may have a different meaning in another version.
    if not server.is_greeted and kind is not HelloRequest:
        raise RefusedError("no_hello", "type: the first request must be hello, with the version of the protocol")
    request = read_message(kind, REQUESTS[kind], fields, server.ruleset_of)
    # Refuse an unknown language even if the answer happens to contain no words.
    if isinstance(request, InWords):
        words_of(request.language)
    if kind in PLAYING:
        return PLAYING[kind](server, request)
    return server, ASKING[kind](server, request)


_CODES: Final = (
    (ExtensionError, "internal"),
    (IllegalMoveError, "illegal_move"),
    (HiddenPieceError, "hidden_piece"),
    (LogError, "bad_log"),
    (MalformedError, "malformed"),
)


def _build_error(asked: Id | None, error: MagnumSalError, language: str) -> ErrorAnswer:
    if isinstance(error, RefusedError):
        return ErrorAnswer(id=asked, code=error.code, sentence=str(error))
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "misuse")
    objection = error.objection if isinstance(error, IllegalMoveError) else None
    return ErrorAnswer(id=asked, code=code, sentence=error_in_words(error, language), objection=objection)
