"""The town in the picture: the buildings with all their items."""

from __future__ import annotations

from typing import Final

import attrs

from ..model.rule import Building
from ._markup import Markup, element
from ._svg_display import DrawnItem, draw_item
from ._svg_elements import Box, Drawing
from ._svg_fronts import draw_front
from ._svg_item_sizes import in_rows
from ._svg_pieces import in_box
from ._svg_titles import describe_building
from .board_facts import building_items
from .board_facts import houses as houses_of
from .svg_look import Look

HEIGHT: Final = 262.0
"""The height of the town in a wide picture."""
_GAP: Final = 8.0
_STOREY_GAP: Final = 12.0
"""The gap between two houses of a column in a wide picture, which has room for a chimney."""
_CLEARANCE: Final = 12.0
"""The height of the sky above the tallest house, for its chimney or its flags."""
_NARROW_CLEARANCE: Final = 3.0
"""The same in a picture for a phone, whose margin is sky too."""
_SMALLER: Final = 0.97
"""The factor by which the scale is multiplied until the town fits."""
_HEAD: Final = 38.0
"""The height of the roof with a building's name, above the building's contents."""
_NARROW_HEAD: Final = 30.0
"""The same in a picture for a phone."""
_RIM: Final = 8.0
_FOOT: Final = 7.0
_NARROWEST: Final = 168.0
_NARROWEST_ON_PHONE: Final = 148.0
_LARGEST: Final = 1.3
"""The maximum scale of the contents if a building has a row of a narrow picture to itself."""


def draw_town(look: Look, x: float, y: float, width: float) -> Drawing:
    """
    Draw the town.

    In a wide picture, the buildings stand on the ground in columns. The town is ``HEIGHT`` high, and the buildings are
    drawn smaller if necessary. In a narrow picture, the town is as high as necessary.
    """
    buildings = houses_of(look.state.ruleset)
    houses = [_house(look, building) for building in buildings]
    # The town of a wide picture has a fixed size, because the mine lies below it. An extension can add any number of
    # buildings. So the houses are packed, and packed again at a smaller scale until all of them fit. Each step makes
    # the room 3 % larger in the units of the houses, so the loop ends.
    scale = 1.0
    if look.is_narrow:
        houses, places = _on_shelves(houses, width)
        places = {house: stands.move(0, _NARROW_CLEARANCE) for house, stands in places.items()}
        height = max(place.foot for place in places.values())
    else:
        height = HEIGHT
        while len(places := _places(houses, width / scale, height / scale)) < len(houses):
            scale *= _SMALLER
    groups: list[Markup] = []
    boxes: dict[str, Box] = {}
    for building, house in zip(buildings, houses, strict=True):
        here = places[house.id]
        boxes[house.id] = here
        boxes |= {place: lies.move(here.x, here.y) for place, lies in house.boxes.items()}
        groups.append(_draw_standing(look, building, house, here))
    body = in_box(groups, Box(x, y, width, height), scale)
    boxes = {place: stands.scale(scale).move(x, y) for place, stands in boxes.items()}
    return Drawing(body, boxes, width, height)


@attrs.frozen
class _House:
    """A building with its contents, drawn as if its upper left corner were at 0, 0."""

    id: str
    width: float
    height: float
    head: float
    """The height of the roof."""
    contents: tuple[DrawnItem, ...]
    scale: float = 1.0
    """The scale of the contents."""

    @property
    def boxes(self) -> dict[str, Box]:
        """The boxes of the building's places."""
        found = (place for lying in self.contents for place in lying.places)
        return {place: lies.scale(self.scale).move(_RIM, self.head) for place, lies, _ in found}

    def scale_to_width(self, width: float) -> _House:
        """Return the building at this width, with its contents as large as possible."""
        scale = min((width - 2 * _RIM) / (self.width - 2 * _RIM), _LARGEST)
        height = self.head + (self.height - self.head - _FOOT) * scale + _FOOT
        return attrs.evolve(self, width=width, height=height, scale=scale)


def _house(look: Look, building: Building) -> _House:
    head, narrowest = (_NARROW_HEAD, _NARROWEST_ON_PHONE) if look.is_narrow else (_HEAD, _NARROWEST)
    contents: list[DrawnItem] = []
    right, foot = 0.0, 0.0
    for thing, place in in_rows(building_items(look.state, building), is_narrow=look.is_narrow):
        contents.append(draw_item(look, building.id, thing, place))
        right, foot = max(right, place.right), max(foot, place.foot)
    return _House(building.id, max(right + 2 * _RIM, narrowest), head + foot + _FOOT, head, tuple(contents))


def _places(houses: list[_House], width: float, height: float) -> dict[str, Box]:
    """Return the boxes of all houses in columns on the ground, or an empty dict if there is no room."""
    # This is first-fit packing: each house joins the first column with room for it.
    room = height - _CLEARANCE
    columns: list[list[_House]] = []
    for house in houses:
        for column in columns:
            if sum(other.height + _STOREY_GAP for other in column) + house.height <= room:
                column.append(house)
                break
        else:
            columns.append([house])
    # The remaining width is divided among the columns in whole units. If it is negative, there are too many columns at
    # this scale.
    spare = _spare(columns, width) // len(columns)
    if spare < 0 or any(column[0].height > room for column in columns):
        return {}
    # Houses of different heights make a skyline. The sky over the lower ones stays free.
    places: dict[str, Box] = {}
    x = 0.0
    for column in columns:
        top = height - sum(house.height for house in column) - _STOREY_GAP * (len(column) - 1)
        places |= _one_above_another(column, Box(x, top, _widest(column) + spare, height - top), _STOREY_GAP)
        x += _widest(column) + spare + _GAP
    return places


def _spare(columns: list[list[_House]], width: float) -> float:
    """Return the remaining width if the columns stand side by side."""
    return width - sum(_widest(column) for column in columns) - _GAP * (len(columns) - 1)


def _widest(column: list[_House]) -> float:
    return max(house.width for house in column)


def _one_above_another(column: list[_House], area: Box, gap: float) -> dict[str, Box]:
    """Return the boxes of the houses in a column that fills *area*. The lowest house takes what is left."""
    places: dict[str, Box] = {}
    top = area.y
    for house in column:
        reach = area.foot - top if house is column[-1] else house.height
        places[house.id] = Box(area.x, top, area.width, reach)
        top += reach + gap
    return places


def _on_shelves(houses: list[_House], width: float) -> tuple[list[_House], dict[str, Box]]:
    """Return the houses of a narrow picture and their boxes. Each row begins with its tallest house."""
    # On a phone, houses stand on shelves. The tallest remaining house starts a shelf and sets its height, so no later
    # house is too tall for it. Others fill the width beside it, one below the other if two or more fit. A house alone
    # on its shelf is stretched to the full width.
    left = sorted(houses, key=lambda house: -house.height)
    stretched: dict[str, _House] = {}
    places: dict[str, Box] = {}
    y = 0.0
    while left:
        columns = _shelf(left, width)
        if len(columns) == 1:
            columns = [[columns[0][0].scale_to_width(width)]]
        height, spare = columns[0][0].height, _spare(columns, width) / len(columns)
        x = 0.0
        for column in columns:
            places |= _one_above_another(column, Box(x, y, _widest(column) + spare, height), _GAP)
            x += _widest(column) + spare + _GAP
        stretched |= {house.id: house for column in columns for house in column}
        y += height + _GAP
    # The houses are drawn in the order of the ruleset, wherever they stand, because the order of places in a picture is
    # stable.
    return [stretched[house.id] for house in houses], places


def _shelf(left: list[_House], width: float) -> list[list[_House]]:
    """Remove from *left* the first house and the houses that fit beside it, and return them in columns."""
    first = left.pop(0)
    columns = [[first]]
    room = width - first.width
    for house in list(left):
        beside = columns[-1] if len(columns) > 1 else None
        if beside is not None and sum(other.height + _GAP for other in beside) + house.height <= first.height:
            if house.width > beside[0].width + room:
                continue
            beside.append(house)
        elif house.width + _GAP <= room:
            columns.append([house])
            room -= house.width + _GAP
        else:
            continue
        left.remove(house)
    return columns


def _draw_standing(look: Look, building: Building, house: _House, here: Box) -> Markup:
    """Draw a building in its box: its front, its contents, and its places as separate groups."""
    own = here.move(-here.x, -here.y)
    inside = Box(_RIM, house.head, own.width - 2 * _RIM, own.height - house.head - _FOOT)
    lying = in_box([lying.seen for lying in house.contents], inside, house.scale)
    places = in_box([group for lying in house.contents for _, _, group in lying.places], inside, house.scale)
    title = describe_building(look, building, (lying.thing for lying in house.contents if not lying.places))
    front = draw_front(look, building, own, house.head)
    group = look.place(house.id, "building", title, (front, lying), area=own.grow(_GAP / 2), inner=(places,))
    return element("g", group, transform=f"translate({here.x:.1f} {here.y:.1f})")
