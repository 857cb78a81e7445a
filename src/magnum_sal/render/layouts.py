"""The layouts of a picture: its parts and their positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

import attrs

from ..errors import MisuseError
from ..errors.messages import brief
from ._markup import join_markup
from ._svg_elements import Box, Drawing
from ._svg_head import draw_foot, draw_head
from ._svg_mine import draw_mine
from ._svg_panels import draw_panels
from ._svg_players import draw_players
from ._svg_scenery import draw_course, draw_meadow, draw_scenery, measure_course
from ._svg_town import HEIGHT as TOWN_HEIGHT
from ._svg_town import draw_town
from .svg_look import Look

LayoutName: TypeAlias = Literal["wide", "tall", "board", "mine", "town", "players", "panels"]
"""The name of a layout, either for the whole table or for a part of the table."""

_Part: TypeAlias = Callable[[Look, float, float, float], Drawing]
"""Draws a part of the table, given the look, the left and upper edges, and the width."""

_MARGIN: Final = 12.0
_NARROW_MARGIN: Final = 6.0
_GAP: Final = 10.0
_BELOW_GRASS: Final = 4.0
"""How far the scenery reaches below the upper edge of the earth, whose corners are round."""
_HORIZON: Final = 62.0
"""The depth of the horizon below the upper edge of a wide town."""
_NARROW_HORIZON: Final = 200.0
"""The same on a phone, where the sky is visible only in the gaps between the houses."""
_STRIP: Final = 16.0
"""The height of the meadow over a mine without a town."""
_SIDE: Final = 272.0
"""The width of the players' panels in a wide picture."""
_WIDE: Final = 1200.0
_TALL: Final = 390.0
_BOARD: Final = 920.0
_BOARD_MARGIN: Final = 6.0
_PLATE_MARGIN: Final = 5.0
"""The distance of the plate with the phase and the round from the edges of the sky or the meadow."""
_PART: Final = 920.0
_PANEL: Final = 312.0
_FOLDED_BELOW: Final = 600
"""The width in pixels below which a picture of only the mine or the town is laid out for a phone."""


def _wide(look: Look) -> Drawing:
    x, width = _MARGIN, _WIDE - 2 * _MARGIN
    left = width - _SIDE - _GAP
    parts = [draw_head(look, x, 6, width)]
    top = 6 + parts[0].height + 4
    parts += _draw_town_and_mine(look, x, top, left)
    low = top + TOWN_HEIGHT + 2
    foot_top = low + parts[-1].height + 6
    parts.append(draw_players(look, x + left + _GAP, top, _SIDE, foot_top - 6 - top))
    parts.append(draw_foot(look, x, foot_top, width))
    return _join_drawings(parts, _WIDE, foot_top + parts[-1].height + 4)


def _draw_town_and_mine(look: Look, x: float, y: float, width: float) -> list[Drawing]:
    """Draw the town above the mine. The scenery reaches from the sky over the town to the earth."""
    low = y + TOWN_HEIGHT + 2
    town, mine = draw_town(look, x, y, width), draw_mine(look, x, low, width)
    earth = mine.boxes["S1"].y
    sky = Box(x, y, width, earth + _BELOW_GRASS - y)
    scenery = draw_scenery(look, sky, "town", _HORIZON)
    meadow = draw_meadow(look, Box(x, y + TOWN_HEIGHT, width, earth - y - TOWN_HEIGHT), mine.boxes["S1"].middle[0])
    return [attrs.evolve(town, body=join_markup((scenery, meadow, town.body))), mine]


def _draw_board(look: Look) -> Drawing:
    """Draw the town above the mine, with the phase and the round in the sky."""
    x, y, width = _BOARD_MARGIN, _BOARD_MARGIN, _BOARD - 2 * _BOARD_MARGIN
    town, mine = _draw_town_and_mine(look, x, y, width)
    course = draw_course(look, _find_room_for_plate(town.boxes, Box(x, y, width, TOWN_HEIGHT), *measure_course(look)))
    height = y + TOWN_HEIGHT + 2 + mine.height
    return _join_drawings([attrs.evolve(town, body=town.body + course), mine], _BOARD, height + 2)


def _find_room_for_plate(houses: Mapping[str, Box], town: Box, width: float, height: float) -> Box:
    """Return the box of a plate in the sky over a low house, or on the meadow if the houses fill the sky."""
    upper = [
        house for house in houses.values()
        if not any(other.y < house.y and other.x <= house.middle[0] <= other.right for other in houses.values())
    ]  # fmt: skip
    plate = Box(town.x, town.y + _PLATE_MARGIN, width, height)
    tall = [house for house in upper if house.y < plate.foot]
    first, last = town.x + _PLATE_MARGIN, town.right - _PLATE_MARGIN
    for low in sorted(upper, key=lambda house: (house.y, house.width), reverse=True):
        # The sky over a low house ends at the nearest houses that reach as high as the plate.
        middle = low.middle[0]
        start = max([first, *(house.right for house in tall if house.x < middle)])
        end = min([last, *(house.x for house in tall if house.right > middle)])
        if start + width <= end:
            return attrs.evolve(plate, x=min(max(middle - width / 2, start), end - width))
    return Box(last - width, town.foot, width, height)


def _draw_town_alone(look: Look, x: float, y: float, width: float) -> Drawing:
    """Draw the town with its scenery on a meadow."""
    town = draw_town(look, x, y, width)
    sky = Box(x, y, width, town.height).grow(_NARROW_MARGIN)
    depth = _NARROW_HORIZON if look.is_narrow else _HORIZON
    return attrs.evolve(town, body=draw_scenery(look, sky, "town", depth) + town.body)


def _draw_mine_alone(look: Look, x: float, y: float, width: float) -> Drawing:
    """Draw the mine below a strip of the scenery."""
    mine = draw_mine(look, x, y, width)
    sky = Box(x, y, width, mine.boxes["S1"].y + _BELOW_GRASS - y)
    return attrs.evolve(mine, body=draw_scenery(look, sky, "mine", sky.height - _STRIP) + mine.body)


def _draw_tall(look: Look) -> Drawing:
    """Draw the table for a phone, from top to bottom: head, first seat's panel, mine, town, other panels, foot."""
    x, y, width = _NARROW_MARGIN, 4.0, _TALL - 2 * _NARROW_MARGIN
    parts: list[Drawing] = []
    own, others = attrs.evolve(look, seats=look.seats[:1]), attrs.evolve(look, seats=look.seats[1:])
    rows: tuple[tuple[_Part, Look], ...] = (
        (draw_head, look),
        (draw_players, own),
        (_draw_mine_alone, look),
        (_draw_town_alone, look),
        (draw_players, others),
        (draw_foot, look),
    )
    for draw, told in rows:
        parts.append(draw(told, x, y, width))
        y += parts[-1].height + _GAP
    return _join_drawings(parts, _TALL, y - _GAP + 4)


def _draw_alone(part: _Part, wide: float, look: Look) -> Drawing:
    """Draw one part of the table, *wide* units wide unless it is drawn for a phone."""
    width, margin = (_TALL, _NARROW_MARGIN) if look.is_narrow else (wide, _MARGIN)
    drawing = part(look, margin, margin, width - 2 * margin)
    return _join_drawings([drawing], width, drawing.height + 2 * margin)


def _join_drawings(parts: Sequence[Drawing], width: float, height: float) -> Drawing:
    boxes = {place: area for part in parts for place, area in part.boxes.items()}
    return Drawing(join_markup(part.body for part in parts), boxes, width, math.ceil(height))


@attrs.frozen
class Layout:
    """A layout of a picture."""

    draw: Callable[[Look], Drawing]
    is_tall: bool = False
    """Whether the layout is designed for a phone."""
    folds: bool = False
    """Whether a small picture uses the layout for a phone."""

    def is_narrow(self, size: int | None) -> bool:
        """Return whether a picture *size* pixels wide is drawn for a phone."""
        return self.is_tall or (self.folds and size is not None and size < _FOLDED_BELOW)


LAYOUTS: Final[Mapping[str, Layout]] = {
    "wide": Layout(_wide),
    "tall": Layout(_draw_tall, is_tall=True),
    "board": Layout(_draw_board),
    "mine": Layout(partial(_draw_alone, _draw_mine_alone, _PART), folds=True),
    "town": Layout(partial(_draw_alone, _draw_town_alone, _PART), folds=True),
    "players": Layout(partial(_draw_alone, draw_players, _PANEL)),
    "panels": Layout(partial(_draw_alone, draw_panels, _TALL), is_tall=True),
}


def find_layout(name: object) -> Layout:
    """Return the layout with this name. Raises ``MisuseError`` if there is none."""
    if not isinstance(name, str) or name not in LAYOUTS:
        raise MisuseError(f"layout: expected one of {', '.join(LAYOUTS)}, got {brief(name)}")
    return LAYOUTS[name]
