"""Pictures of a table, rendered once for all browsers with the same view, and the threads that render them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from typing import Any, Final, TypeVar

import segno
from starlette.requests import Request
from starlette.responses import Response

from ._drawing import Look, draw_board, find_view, pack_text
from ._requests import gzip_response
from ._table import Table
from ._work_queue import Client, SharedTasks, WorkQueue, run_in_thread

T = TypeVar("T")

_AT_ONCE: Final = 2
"""The number of render tasks that run at once. More would not help, because only one thread at a time runs Python."""
_MOST_WAITING: Final = 500
_MOST_OF_ONE: Final = 100
"""The maximum number of waiting render tasks per browser. A page requests a picture each time its slider moves."""
_MOST_KEPT: Final = 400
"""The maximum number of cached pictures; each one takes about 15 kB."""


class Rendering:
    """
    Threads that render pictures. Players take precedence over spectators. Each browser has at most one running task.

    Threads receive only immutable values: states, steps, and copies of logs. The library's caches are dictionaries that
    threads may share. At worst, two threads compute the same entry.

    A cache holds the most recently used pictures of boards, compressed for browsers.
    """

    def __init__(self) -> None:
        self._queue = WorkQueue(_AT_ONCE, _MOST_WAITING, _MOST_OF_ONE)
        self._kept: OrderedDict[tuple[str, int, Look], bytes] = OrderedDict()
        self._drawing: SharedTasks[bytes] = SharedTasks()

    async def run(self, asker: Client, function: Callable[..., T], *arguments: Any) -> T:
        """
        Run *function* in a thread and return its result.

        Raises its error, or ``RefusedError`` if too many tasks wait.
        """
        async with self._queue.place(asker.urgency, asker.browser):
            return await run_in_thread(function, *arguments)

    async def render_board(self, table: Table, number: int, look: Look, asker: Client) -> bytes:
        """
        Return a picture of the table as gzip-compressed SVG. *number* is the current position number.

        Browsers that request the same picture while it is being rendered share the result.

        Raises:
            MagnumSalError: the look is invalid, or too many pictures wait to be rendered.
        """
        # A number is never reused, even after an undo, so an entry never becomes wrong. It only becomes old.
        key = (table.arrangement.id, number, look)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        # The game may continue while the picture waits for a thread, so read the position now.
        state, last = find_view(table, look)

        async def draw() -> bytes:
            packed = await self.run(asker, pack_text, draw_board, state, last, look)
            self._kept[key] = packed
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return packed

        return await self._drawing.result(key, draw)


def picture_response(request: Request, packed: bytes, *, is_fixed: bool) -> Response:
    """
    Return a response with a compressed picture.

    If *is_fixed*, the position never changes. The browser may cache its picture and need not request it again.
    """
    # The picture begins with the panel of the seat that the browser plays, so it depends on the key in the cookie or
    # header.
    cached = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Encoding, Cookie, Authorization"}
    return gzip_response(request, packed, "image/svg+xml", cached if is_fixed else None)


def qr_code_response(request: Request, address: str | None, path: str) -> Response:
    """Return a response with the QR code of a link. *address* is the one in the server's settings, if any."""
    picture = BytesIO()
    # Guard has checked the Host header, so a forged one cannot send guests to another server.
    code = segno.make((address or str(request.base_url).rstrip("/")) + path, error="m")
    code.save(picture, kind="svg", border=2, light="#ffffff", omitsize=True, xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")
