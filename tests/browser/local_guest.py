"""A guest at a page without a server, and a server of static files that counts what the page requests."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.guests import Guest

import magnum_sal as ms

if TYPE_CHECKING:
    from playwright.sync_api import Request

ASK = """async ([table, message]) => {
  const { connect } = await import(new URL("static/transport.js", document.baseURI));
  const { tables } = await connect("en");
  if (table === null) return tables.ask(message);
  const refused = ({ code, message: sentence }) => ({ type: "error", code, sentence });
  return tables.ask({ send: message, table }).catch(refused);
}"""
"""A script that asks the worker of the page something, as the page itself does."""
NEWS = """async (table) => {
  const { connect } = await import(new URL("static/transport.js", document.baseURI));
  return (await connect("en")).table(table).ask("news");
}"""


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Write no log."""


class StaticFiles:
    """
    A server of static files, as a context manager.

    Args:
        folder: The folder, whose files are served below ``/below/a/folder/``.
    """

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> StaticFiles:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop the server, as if the network had failed."""
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """The address of the folder, without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"


SLOWLY = 300_000
"""The milliseconds that a page without a server may take on a busy machine; the engine starts in the browser."""


class LocalGuest(Guest):
    """A guest whose tables are in a worker of the page."""

    def watch_requests(self) -> list[str]:
        """Return a list that collects the addresses of requests to other servers."""
        foreign: list[str] = []

        def note(request: Request) -> None:
            if not request.url.startswith((self.address, "blob:", "data:")):
                foreign.append(request.url)

        self.context.on("request", note)
        return foreign

    def visit(self, path: str) -> None:
        """Open a path of the site, which stands behind the # of its address."""
        self.page.goto(f"{self.address}/#{path}")

    def start_game(self) -> None:
        """Start a game with one tap on the home page, and wait for the first question."""
        self.page.set_default_timeout(SLOWLY)
        self.visit("/")
        self.page.locator("#play-now").click()
        self.page.wait_for_url("**/t/*")
        self.sees(0)
        self.page.locator("#choosing h2").wait_for()

    @property
    def table(self) -> str:
        """The id of the table that the page shows."""
        kind, name = self.page.url.partition("#")[2].strip("/").split("/")
        assert kind == "t"
        return name

    def asked(self, path: str, message: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Return the status and the answer to a message to a table."""
        said = self.page.evaluate(ASK, [path.removeprefix("/api/tables/"), message])
        return (400 if said["type"] == "error" else 200), said

    def news(self) -> dict[str, Any]:
        """Return the news of the table."""
        found: dict[str, Any] = self.page.evaluate(NEWS, self.table)
        return found

    def log_text(self) -> str:
        """Return the public log of the game."""
        return str(self.page.evaluate(ASK, [None, {"ask": "log", "table": self.table}]))

    def game(self) -> ms.Game:
        """Return the game, from its public log."""
        return ms.Game.from_log(self.log_text().encode())

    def sees(self, number: int) -> None:
        """Wait until the board shows the position with this number or a later one."""
        self.page.wait_for_function(
            "number => Number(document.querySelector('#board')?.dataset.number) >= number", arg=number
        )
