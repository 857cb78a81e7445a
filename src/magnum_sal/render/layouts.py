"""The layouts of a picture: which parts it has, and where they lie."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias

import attrs

from ..errors import MisuseError
from ..errors.messages import brief
from ._markup import join_markup
from ._svg_elements import Drawing
from ._svg_head import foot, head
from ._svg_mine import mine
from ._svg_players import players
from ._svg_town import HEIGHT as TOWN_HEIGHT
from ._svg_town import town
from .svg_look import Look

LayoutName: TypeAlias = Literal["wide", "tall", "mine", "town", "players"]
"""What a picture shows, and how it is laid out."""

_Part: TypeAlias = Callable[[Look, float, float, float], Drawing]
"""Draws a part of the table: how it is drawn, its left and upper end, and its width."""

_MARGIN: Final = 12.0
_NARROW_MARGIN: Final = 6.0
_GAP: Final = 10.0
_SIDE: Final = 272.0
"""What the players' panels of a wide picture are wide."""
_WIDE: Final = 1200.0
_TALL: Final = 390.0
_PART: Final = 920.0
_PANEL: Final = 312.0
_FOLDED_BELOW: Final = 600
"""Pixels of width below which the mine and the town alone are laid out for a phone."""


def _wide(look: Look) -> Drawing:
    x, width = _MARGIN, _WIDE - 2 * _MARGIN
    left = width - _SIDE - _GAP
    parts = [head(look, x, 6, width)]
    top = 6 + parts[0].height + 4
    parts.append(town(look, x, top, left))
    low = top + TOWN_HEIGHT + 2
    parts.append(mine(look, x, low, left))
    foot_top = low + parts[-1].height + 6
    parts.append(players(look, x + left + _GAP, top, _SIDE, foot_top - 6 - top))
    parts.append(foot(look, x, foot_top, width))
    return _join_drawings(parts, _WIDE, foot_top + parts[-1].height + 4)


def _tall(look: Look) -> Drawing:
    """Return the table for a phone, from above: the head, the viewer's panel, the mine, the town, the others."""
    x, y, width = _NARROW_MARGIN, 4.0, _TALL - 2 * _NARROW_MARGIN
    parts: list[Drawing] = []
    own, others = attrs.evolve(look, seats=look.seats[:1]), attrs.evolve(look, seats=look.seats[1:])
    rows: tuple[tuple[_Part, Look], ...] = (
        (head, look), (players, own), (mine, look), (town, look), (players, others), (foot, look),
    )  # fmt: skip
    for draw, told in rows:
        parts.append(draw(told, x, y, width))
        y += parts[-1].height + _GAP
    return _join_drawings(parts, _TALL, y - _GAP + 4)


def _alone(part: _Part, wide: float, look: Look) -> Drawing:
    """Return a part of the table, so *wide* where it is not made for a phone."""
    width, margin = (_TALL, _NARROW_MARGIN) if look.is_narrow else (wide, _MARGIN)
    drawing = part(look, margin, margin, width - 2 * margin)
    return _join_drawings([drawing], width, drawing.height + 2 * margin)


def _join_drawings(parts: Sequence[Drawing], width: float, height: float) -> Drawing:
    boxes = {place: area for part in parts for place, area in part.boxes.items()}
    return Drawing(join_markup(part.body for part in parts), boxes, width, math.ceil(height))


@attrs.frozen
class Layout:
    """A way to lay a picture out."""

    draw: Callable[[Look], Drawing]
    is_tall: bool = False
    """Whether it is made for a phone."""
    folds: bool = False
    """Whether it is drawn for a phone where a small picture is asked for."""

    def is_narrow(self, size: int | None) -> bool:
        """Say whether a picture *size* pixels wide is drawn for a phone."""
        return self.is_tall or (self.folds and size is not None and size < _FOLDED_BELOW)


LAYOUTS: Final[Mapping[str, Layout]] = {
    "wide": Layout(_wide),
    "tall": Layout(_tall, is_tall=True),
    "mine": Layout(partial(_alone, mine, _PART), folds=True),
    "town": Layout(partial(_alone, town, _PART), folds=True),
    "players": Layout(partial(_alone, players, _PANEL)),
}


def find_layout(name: object) -> Layout:
    """Return the layout of a name; ``MisuseError`` where there is none."""
    if not isinstance(name, str) or name not in LAYOUTS:
        raise MisuseError(f"layout {brief(name)}: the layouts are {', '.join(LAYOUTS)}")
    return LAYOUTS[name]
