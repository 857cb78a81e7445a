"""A server of web pages: files in a folder, and requests for ``/api`` that it passes on to a table server."""

from __future__ import annotations

import threading
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:; worker-src 'self'; "
    "img-src data:"
)
"""The strictest policy under which a page can show a board. The page about the client names it."""
_LOOSE = ("/", "/empty.html")
"""The pages without the policy: one has a script of its own, and one tests pictures without the policy's help."""


class ServedPages:
    """
    A server on loopback; a context manager starts and stops it.

    Args:
        folder: The folder with the files.
        tables: The port of a table server, or 0 if the pages need none.
    """

    def __init__(self, folder: Path, tables: int = 0) -> None:
        handler = partial(_Handler, tables, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True

    def __enter__(self) -> ServedPages:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """The address of the folder, with a slash at the end."""
        return f"http://localhost:{self._server.server_port}/"


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | _TYPES

    def __init__(self, tables: int, *arguments: object, directory: str) -> None:
        self._tables = tables
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]  # what the server passes

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""

    def end_headers(self) -> None:
        """Add the policy."""
        if self.path not in _LOOSE:
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def do_GET(self) -> None:
        """Send a file, or pass the request on."""
        if self.path.startswith("/api/"):
            self._pass_on(b"")
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """Pass the request on."""
        self._pass_on(self.rfile.read(int(self.headers["Content-Length"])))

    def _pass_on(self, body: bytes) -> None:
        # The host stays the same, so that the table server sees requests from its own site.
        connection = HTTPConnection("127.0.0.1", self._tables)
        # A page that leaves ends its stream of news.
        with closing(connection), suppress(ConnectionError):
            connection.request(self.command, self.path, body, dict(self.headers))
            answer = connection.getresponse()
            self.send_response(answer.status)
            for name in ("Content-Type", "Content-Encoding"):
                if answer.headers[name]:
                    self.send_header(name, answer.headers[name])
            self.end_headers()
            # News are passed on when they arrive.
            with closing(answer):
                while part := answer.read1():
                    self.wfile.write(part)
                    self.wfile.flush()
