"""The pictures of a table, each made once for all who look at it in the same way."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from typing import Final, NamedTuple

import attrs
from starlette.responses import Response

from ..errors import MalformedError
from ..model.state import GameState
from ..queries.steps import Step
from ..render import LayoutName, svg
from ..render.step_texts import MOST_TOLD
from ._rendering import Rendering
from ._table import Table
from ._waiting import Joined
from ._work_queue import Asker

_MOST_KEPT: Final = 400
"""Pictures that are kept, at most; each takes some 15 kB."""
_QUICKLY: Final = 4


@attrs.frozen
class Look:
    """How a picture is wanted."""

    layout: LayoutName
    language: str
    seat: int | None
    """Whose panel comes first."""
    at: int
    """How many moves had been made."""
    last: int
    """How many of them are marked and told."""


class Boards:
    """
    Makes pictures, and keeps those that were asked for last, packed as browsers take them.

    Args:
        rendering: The threads in which pictures are made.
    """

    def __init__(self, rendering: Rendering) -> None:
        self._rendering = rendering
        self._kept: OrderedDict[tuple[str, int, Look], bytes] = OrderedDict()
        self._drawing: Joined[bytes] = Joined()

    async def packed(self, table: Table, number: int, look: Look, asker: Asker) -> bytes:
        """
        Return a picture of the table at the position of this *number*, as SVG packed by gzip.

        Those who ask for the same picture while it is drawn get the same one.

        Raises:
            MagnumSalError: the look is none that there is.
            RefusedError: too many pictures wait to be drawn.
        """
        key = (table.arrangement.id, number, look)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        # The table may go on while the picture waits for a thread, so what it shows is taken now.
        scene = scene_of(table, look)

        async def draw() -> bytes:
            packed = await self._rendering.run(asker, lambda: gzip.compress(draw_scene(scene, look).encode(), _QUICKLY))
            self._kept[key] = packed
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return packed

        return await self._drawing.result(key, draw)


def picture_response(packed: bytes, accepted: str, *, is_fixed: bool) -> Response:
    """
    Return a picture as it is sent.

    Args:
        packed: The picture, packed by gzip.
        accepted: The header ``Accept-Encoding``: who does not ask for it packed is sent it as it is.
        is_fixed: Whether a position was asked for that never changes, so that going back and forth in a game asks for
            nothing twice.
    """
    headers = {"Vary": "Accept-Encoding"}
    if is_fixed:
        headers = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Encoding, Cookie, Authorization"}
    if "gzip" not in accepted.lower():
        return Response(gzip.decompress(packed), media_type="image/svg+xml", headers=headers)
    return Response(packed, media_type="image/svg+xml", headers=headers | {"Content-Encoding": "gzip"})


class Scene(NamedTuple):
    """What a picture shows."""

    state: GameState
    """The public position."""
    last: tuple[Step, ...]
    """The moves that are marked and told."""


def scene_of(table: Table, look: Look) -> Scene:
    """Return what a picture of the table shows; errors are those of ``Boards.packed``."""
    if look.last > MOST_TOLD:
        raise MalformedError(f"last: {look.last}, not 0 to {MOST_TOLD}")
    return Scene(table.at(look.at), table.steps(max(look.at - look.last, 0), look.at))


def draw_scene(scene: Scene, look: Look) -> str:
    """Render a scene as SVG."""
    return svg(
        scene.state,
        layout=look.layout,
        language=look.language,
        seat=look.seat,
        last=scene.last,
        title=False,
        legend=False,
    )
