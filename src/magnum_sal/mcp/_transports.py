"""Run a server for language models over standard input and output, or over HTTP on this machine."""

from __future__ import annotations

import contextlib
import io
import ipaddress
import signal
import sys
from typing import Any, BinaryIO, Final

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server

from .._internal.checks import check_whole
from .._internal.listening import host_in_url, open_listener
from ..errors import MisuseError
from ..errors.messages import printable
from ._desk import Desk
from ._sdk_server import build_server
from ._settings import DeskSettings

LONGEST_REQUEST: Final = 1 << 22
"""The maximum number of bytes in a request."""
_LOOPBACK: Final = "127.0.0.1"
_HIGHEST_PORT: Final = 65535
_MOST_SESSIONS: Final = 64
_IDLE_SECONDS: Final = 1800.0
_MOST_CONNECTIONS: Final = 128
_TOO_LONG: Final = "{\n"
"""The line that replaces a line that is too long. The SDK reports it as invalid JSON."""


class _BoundedLines(io.TextIOBase):
    """The lines of a binary stream as text. A line that is too long is skipped instead of held in memory."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self, _: int = -1, /) -> str:  # type: ignore[override]  # typeshed lets the size have a name
        line = self._stream.readline(LONGEST_REQUEST + 1)
        if len(line) <= LONGEST_REQUEST:
            return line.decode("utf-8", errors="replace")
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(LONGEST_REQUEST)
        return _TOO_LONG


def serve_stdio(settings: DeskSettings) -> None:
    """Answer one client over standard input and output, until the input ends or the user presses Ctrl-C."""
    server = build_server(Desk(settings))
    # Python would wait for the thread that reads standard input before it exits. So Ctrl-C ends the process at once,
    # which loses nothing: games are in memory, and a file is complete or does not exist.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(_serve_stdio, server, sys.stdin.buffer)
    finally:
        signal.signal(signal.SIGINT, before)


async def _serve_stdio(server: Server[Any], stdin: BinaryIO) -> None:  # Any: as in build_server
    # The SDK reads nothing but lines, so this object is enough, although it is not a complete text file.
    lines: anyio.AsyncFile[str] = anyio.wrap_file(_BoundedLines(stdin))  # type: ignore[arg-type]  # see above
    async with stdio_server(stdin=lines) as (read, write):
        await server.run(read, write, server.create_initialization_options())


def serve_http(settings: DeskSettings, *, port: int, address: str | None = None) -> None:
    """Answer clients on this machine over streamable HTTP, until the user stops the server. See ``serve_models``."""
    host = _check_loopback(address or _LOOPBACK)
    check_whole("port", port, 0, _HIGHEST_PORT)
    listening = open_listener(host, port)
    # With a loopback host, the SDK refuses requests for other host names and from pages of other origins.
    app = build_server(Desk(settings)).streamable_http_app(
        host=host,
        max_request_body_size=LONGEST_REQUEST,
        max_sessions=_MOST_SESSIONS,
        session_idle_timeout=_IDLE_SECONDS,
    )
    config = uvicorn.Config(
        app,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    place = f"{host_in_url(host)}:{listening.getsockname()[1]}"
    sys.stdout.write(f"Serving language models at http://{place}/mcp - Ctrl-C to stop\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[listening])


def _check_loopback(address: str) -> str:
    if address == "localhost":
        return _LOOPBACK
    with contextlib.suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        if parsed in (ipaddress.ip_address(_LOOPBACK), ipaddress.ip_address("::1")):
            # The SDK protects a host only if it is written in the shortest form, and not as 0:0:0:0:0:0:0:1.
            return str(parsed)
    told = f"address: {printable(repr(address), 60)} can be reached from other machines"
    raise MisuseError(f"{told}; language models can connect only from this machine: use 127.0.0.1 or ::1")
