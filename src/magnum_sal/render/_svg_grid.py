"""The positions of the mine's spaces: side by side in a wide picture, folded in a picture for a phone."""

from __future__ import annotations

from typing import Final

import attrs

from ..model.mine import CORRIDORS, SECTIONS, SPACES
from ._svg_elements import Box


@attrs.frozen
class Grid:
    """The cells of the mine. They meet without gaps, so a pointer always hits a space or bare earth."""

    cells: dict[str, Box]
    """The box of each space, in mine order."""
    free: tuple[Box, Box]
    """Bare earth for the bank, and for pieces that left the game."""
    shaft: Box
    height: float

    def floor(self, space: str) -> tuple[float, float]:
        """Return the point on a space's floor where the chain of miners passes."""
        cell = self.cells[space]
        return cell.x + cell.width / 2, cell.foot - _FLOOR


WALL: Final = 5.0
"""The thickness of the earth around a room, within its cell."""
ROUND: Final = 9.0
"""The radius of a room's corners."""


def room_in(cell: Box) -> Box:
    """Return the room within a cell, without its walls."""
    return cell.grow(-WALL)


def rope_in(cell: Box) -> float:
    """Return the x position of the hoist's rope in a section of the shaft."""
    return cell.right - WALL - 6


_FLOOR: Final = WALL + 4.0
_WIDE_SHAFT: Final = 100.0
"""The minimum width of the shaft. The chambers are a whole number of pixels wide, and the shaft takes the rest."""
_WIDE_HEIGHTS: Final = (44.0, 104.0)
"""The heights of shaft sections: between two levels, and at a level."""
_WIDE_COLUMNS: Final = (0, 1, 2, 3)
"""For each chamber in a corridor, the number of chambers between it and the shaft."""
_NARROW_SHAFT: Final = 78.0
_NARROW_HEIGHTS: Final = (48.0, 78.0)
"""The heights of the entrance, and of every other row in a folded mine."""
# Nine columns on the 390 pixels of a phone would be 43 pixels each, which is too narrow for words and miners. Rotating
# the mine by 90 degrees would lose left and right, which players say aloud. So a long corridor is folded: its further
# chambers lie below the nearer ones in reverse order, beside the section between two levels. Each chamber still touches
# the next one of its corridor, and a level needs no more height than two sections.
_NARROW_COLUMNS: Final = (0, 1, 1, 0)
"""For each chamber in a folded corridor, the number of chambers between it and the shaft."""


def grid(x: float, y: float, width: float, *, is_narrow: bool) -> Grid:
    """Return the positions of the spaces in a mine of this *width* whose upper left corner is at *x*, *y*."""
    least, (lone, level), columns = (
        (_NARROW_SHAFT, _NARROW_HEIGHTS, _NARROW_COLUMNS) if is_narrow else (_WIDE_SHAFT, _WIDE_HEIGHTS, _WIDE_COLUMNS)
    )
    aside = max(columns) + 1
    pitch = (width - least) // (2 * aside)
    shaft = width - 2 * aside * pitch
    left = x + aside * pitch
    cells: dict[str, Box] = {}
    top = y
    for depth, section in enumerate(SECTIONS):
        is_folded_row = is_narrow and depth > 0
        height = level if depth % 2 or is_folded_row else lone
        cells[section] = Box(left, top, shaft, height)
        for corridor in CORRIDORS[depth - 1 : depth + 1] if depth % 2 else ():
            for number, chamber in enumerate(corridor):
                column, row = columns[number], number // 2 if is_narrow else 0
                at = left - (column + 1) * pitch if "L" in chamber else left + shaft + column * pitch
                cells[chamber] = Box(at, top + height * row, pitch, height)
        top += height
    if is_narrow:
        # The earth beside the entrance is free, because the first corridor begins one section below.
        free = Box(x - 1, y + 1, aside * pitch, lone - 5)
        other = Box(left + shaft + 1, free.y, free.width, free.height)
    else:
        free = Box(x + 6, cells["S5"].y + 4, 2 * pitch - 12, top - cells["S5"].y - 9)
        other = Box(x + width - 2 * pitch + 6, free.y, free.width, free.height)
    # The cells are computed level by level here. Everything drawn from them must be in mine order, because the order of
    # places in a picture is stable.
    in_order = {space: cells[space] for space in SPACES}
    return Grid(in_order, (free, other), Box(left, y, shaft, top - y), top - y)
