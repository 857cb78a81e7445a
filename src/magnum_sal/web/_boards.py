"""The pictures of a table, each made once for all who look at it in the same way."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from typing import Final

import attrs
from starlette.responses import Response

from ..errors import MalformedError
from ..render import LayoutName, svg
from ..render._telling import MOST_TOLD
from ._table import Table

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
    """Makes pictures, and keeps those that were asked for last, packed as browsers take them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, Look], bytes] = OrderedDict()

    def packed(self, table: Table, number: int, look: Look) -> bytes:
        """
        Return a picture of the table at the position of this *number*, as SVG packed by gzip.

        Raises:
            MagnumSalError: the look is none that there is.
        """
        key = (table.arrangement.id, number, look)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = gzip.compress(drawn(table, look).encode(), _QUICKLY)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return found


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


def drawn(table: Table, look: Look) -> str:
    """Return a picture of the table; errors are those of ``Boards.packed``."""
    if look.last > MOST_TOLD:
        raise MalformedError(f"last: {look.last}, not 0 to {MOST_TOLD}")
    state = table.at(look.at)
    return svg(
        state,
        layout=look.layout,
        language=look.language,
        seat=look.seat,
        last=table.steps[max(look.at - look.last, 0) : look.at],
        title=False,
        legend=False,
    )
