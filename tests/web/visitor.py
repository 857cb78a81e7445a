"""A client of a server in another process that uses only the standard library."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
from collections.abc import Iterator
from typing import Any

import attrs
from tests.serving import PATIENCE, ServedTables


@attrs.frozen
class Visitor:
    """An HTTP client of the server, identified by a key."""

    server: ServedTables
    key: str

    @property
    def _headers(self) -> dict[str, str]:
        return {"Cookie": f"magnum_sal={(self.key * 64)[:43]}", "Content-Type": "application/json"}

    def ask(self, path: str, message: object = None) -> tuple[int, Any]:
        """Request a path, or send a message to it, and return the status and the answer. Retry if it was too fast."""
        while True:
            status, said = self._asked(path, message)
            if status != 429:
                return status, said
            time.sleep(0.1)  # Retry later, as a browser does: a test sends requests faster than the limits allow.

    def _asked(self, path: str, message: object) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            body = None if message is None else json.dumps(message)
            connection.request("GET" if body is None else "POST", path, body, self._headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())

    @contextlib.contextmanager
    def news(self, table: str, last: int | None = None) -> Iterator[Iterator[Any]]:
        """Open the news of a table, starting after number *last*, as a context manager."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            headers = self._headers if last is None else self._headers | {"Last-Event-ID": str(last)}
            connection.request("GET", f"/api/tables/{table}/news", headers=headers)
            response = connection.getresponse()
            assert response.status == 200
            yield (json.loads(line[6:]) for line in response if line.startswith(b"data: "))
