"""Where the spaces of the mine are drawn: side by side on a wide picture, folded on that of a phone."""

from __future__ import annotations

from typing import Final

import attrs

from ..model.mine import CORRIDORS, SECTIONS, SPACES
from ._svg_elements import Box


@attrs.frozen
class Grid:
    """The cells of the mine. They meet without gaps, so that a pointer always meets a space or the bare earth."""

    cells: dict[str, Box]
    """By space, in mine order."""
    free: tuple[Box, Box]
    """Bare earth for the bank, and for what has left the game."""
    shaft: Box
    """The whole shaft."""
    height: float
    """How high the mine is."""

    def floor(self, space: str) -> tuple[float, float]:
        """Return the point of a space's floor that the chain of miners passes."""
        cell = self.cells[space]
        return cell.x + cell.width / 2, cell.foot - _FLOOR


WALL: Final = 5.0
"""Earth around a room, within its cell."""
ROUND: Final = 9.0
"""How far the corners of a room are rounded."""


def room_in(cell: Box) -> Box:
    """Return the room within a cell: what is not wall."""
    return cell.grown(-WALL)


def rope_in(cell: Box) -> float:
    """Return where the rope of the hoist hangs in a section of the shaft."""
    return cell.right - WALL - 6


_FLOOR: Final = WALL + 4.0
_WIDE_SHAFT: Final = 100.0
"""What the shaft is wide at least; it takes what the chambers, in whole pixels, leave."""
_WIDE_HEIGHTS: Final = (60.0, 114.0)
"""Of a section between two levels, and of one at a level."""
_NARROW_SHAFT: Final = 78.0
_NARROW_HEIGHTS: Final = (56.0, 96.0)


def grid(x: float, y: float, width: float, *, is_narrow: bool) -> Grid:
    """Return where the spaces are drawn in a mine so wide whose upper left corner is at *x*, *y*."""
    return _folded(x, y, width) if is_narrow else _side_by_side(x, y, width)


def _side_by_side(x: float, y: float, width: float) -> Grid:
    pitch = (width - _WIDE_SHAFT) // 8
    shaft = width - 8 * pitch
    left = x + 4 * pitch
    cells: dict[str, Box] = {}
    top = y
    for depth, section in enumerate(SECTIONS):
        height = _WIDE_HEIGHTS[depth % 2]
        cells[section] = Box(left, top, shaft, height)
        for corridor in _corridors_at(depth):
            for number, chamber in enumerate(corridor):
                at = left - (number + 1) * pitch if "L" in chamber else left + shaft + number * pitch
                cells[chamber] = Box(at, top, pitch, height)
        top += height
    low = cells["S5"]
    room = Box(x + 6, low.y + 2, 2 * pitch - 12, top - low.y - 8)
    other = Box(x + width - 2 * pitch + 6, room.y, room.width, room.height)
    return Grid(_in_order(cells), (room, other), Box(left, y, shaft, top - y), top - y)


def _folded(x: float, y: float, width: float) -> Grid:
    """Return the mine of a phone: two chambers of a corridor side by side, the further ones back below them."""
    pitch = (width - _NARROW_SHAFT) // 4
    shaft = width - 4 * pitch
    left = x + 2 * pitch
    cells: dict[str, Box] = {}
    top = y
    for depth, section in enumerate(SECTIONS):
        row = _NARROW_HEIGHTS[depth % 2]
        corridors = _corridors_at(depth)
        rows = 2 if any(len(corridor) > 2 for corridor in corridors) else 1
        cells[section] = Box(left, top, shaft, row * rows)
        for corridor in corridors:
            for number, chamber in enumerate(corridor):
                outward = (0, 1, 1, 0)[number]
                at = left - (outward + 1) * pitch if "L" in chamber else left + shaft + outward * pitch
                cells[chamber] = Box(at, top + row * (number // 2), pitch, row)
        top += row * rows
    room = Box(x, top + 4, width / 2 - 3, 118)
    other = room.moved(width / 2 + 3, 0)
    return Grid(_in_order(cells), (room, other), Box(left, y, shaft, top - y), room.foot + 4 - y)


def _corridors_at(depth: int) -> tuple[tuple[str, ...], ...]:
    return CORRIDORS[depth - 1 : depth + 1] if depth % 2 else ()


def _in_order(cells: dict[str, Box]) -> dict[str, Box]:
    return {space: cells[space] for space in SPACES}
