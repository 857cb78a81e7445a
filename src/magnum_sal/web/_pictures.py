"""Pictures of a table, rendered once for all browsers with the same view, and the threads that render them."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from typing import Any, Final, TypeVar

import anyio
import anyio.to_thread
import attrs
import segno
from starlette.requests import Request
from starlette.responses import Response

from ..engine.steps import Step
from ..errors import MalformedError
from ..model.state import GameState, Player
from ..render import LayoutName, svg
from ..render.line_graph import Mark, Panel, line_graph
from ..render.step_texts import MOST_TOLD
from ..render.svg_look import PREFIX
from ..words import label
from ._table import Table
from ._work_queue import Client, SharedTasks, WorkQueue

T = TypeVar("T")

_AT_ONCE: Final = 2
"""The number of render tasks that run at once. More would not help, because only one thread at a time runs Python."""
_MOST_WAITING: Final = 500
_MOST_OF_ONE: Final = 100
"""The maximum number of waiting render tasks per browser. A page requests a picture each time its slider moves."""
_MOST_KEPT: Final = 400
"""The maximum number of cached pictures; each one takes about 15 kB."""
_QUICKLY: Final = 4


@attrs.frozen
class Look:
    """The options for a picture."""

    layout: LayoutName
    language: str
    seat: int | None
    """The seat whose panel comes first."""
    viewer: int | None
    """The seat whose secrets the picture shows."""
    at: int
    """The number of moves before the position."""
    last: int
    """How many of the last moves the picture marks and describes."""
    size: int | None = None
    """The width in pixels for which the picture is drawn; None means the natural width of the layout."""


class Rendering:
    """
    Threads that render pictures. Players take precedence over spectators. Each browser has at most one running task.

    Threads receive only immutable values: states, steps, and copies of logs. The library's caches are dictionaries that
    threads may share. At worst, two threads compute the same entry.

    A cache holds the most recently used pictures of boards, compressed for browsers.
    """

    def __init__(self) -> None:
        self._queue = WorkQueue(_AT_ONCE, _MOST_WAITING, _MOST_OF_ONE)
        self._threads = anyio.CapacityLimiter(_AT_ONCE)
        self._kept: OrderedDict[tuple[str, int, Look], bytes] = OrderedDict()
        self._drawing: SharedTasks[bytes] = SharedTasks()

    async def run(self, asker: Client, function: Callable[..., T], *arguments: Any) -> T:
        """
        Run *function* in a thread and return its result.

        Raises its error, or ``RefusedError`` if too many tasks wait.
        """
        async with self._queue.place(asker.urgency, asker.browser):
            return await anyio.to_thread.run_sync(function, *arguments, limiter=self._threads)

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
        if look.last > MOST_TOLD:
            raise MalformedError(f"last: expected 0 to {MOST_TOLD}, got {look.last}")
        # The game may continue while the picture waits for a thread, so read the position now.
        state, last = table.at(look.at, look.viewer), table.steps(max(look.at - look.last, 0), look.at)

        async def draw() -> bytes:
            packed = await self.run(asker, render_svgz, state, last, look)
            self._kept[key] = packed
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return packed

        return await self._drawing.result(key, draw)


def render_svgz(state: GameState, last: Sequence[Step], look: Look) -> bytes:
    """
    Return a picture of a view and the last moves before it, compressed with gzip.

    Its ids contain the name of the layout, so that a page can show pictures with different layouts side by side.
    """
    drawn = svg(
        state,
        layout=look.layout,
        size=look.size,
        language=look.language,
        seat=look.seat,
        last=last,
        title=False,
        legend=False,
        prefix=f"{PREFIX}-{look.layout}",
    )
    return gzip.compress(drawn.encode(), _QUICKLY)


def picture_response(packed: bytes, accepted: str, *, is_fixed: bool) -> Response:
    """
    Return a response with a compressed picture, for a client that accepts the encodings in *accepted*.

    If *is_fixed*, the position never changes. The browser may cache its picture and need not request it again.
    """
    headers = {"Vary": "Accept-Encoding"}
    if is_fixed:
        # The picture begins with the panel of the seat that the browser plays, so it depends on the key in the cookie
        # or header.
        headers = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Encoding, Cookie, Authorization"}
    if "gzip" in accepted.lower():
        headers["Content-Encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    return Response(packed, media_type="image/svg+xml", headers=headers)


def qr_code_response(request: Request, address: str | None, path: str) -> Response:
    """Return a response with the QR code of a link. *address* is the server's, if its settings name one."""
    picture = BytesIO()
    # Guard has checked the Host header, so a forged one cannot send guests to another server.
    code = segno.make((address or str(request.base_url).rstrip("/")) + path, error="m")
    code.save(picture, kind="svg", border=2, light="#ffffff", omitsize=True, xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")


def graph(opening: GameState, steps: Sequence[Step], language: str) -> str:
    """Return an SVG graph of the players' money and salt after each round. A description states the final values."""
    rounds = tuple(_rounds(opening, steps))
    money, salt = label("table.graph_money", language), label("table.graph_salt", language)
    panels = (
        Panel(money, [[player.money for player in players] for _, players in rounds]),
        Panel(salt, [[player.salt.total for player in players] for _, players in rounds]),
    )
    told = " ".join(f"{player.name}: {money} {player.money}, {salt} {player.salt.total}." for player in rounds[-1][1])
    return line_graph([mark for mark, _ in rounds], panels, label("table.graph", language), told, language)


def _rounds(opening: GameState, steps: Sequence[Step]) -> Iterator[tuple[Mark, tuple[Player, ...]]]:
    """Yield a mark and the players for the opening position, then for the end of each round."""
    yield Mark(opening.phase, 0), opening.players
    for mark, of_round in groupby(steps, lambda step: Mark(step.before.phase, step.before.round)):
        *_, last = of_round
        yield mark, last.after.players
