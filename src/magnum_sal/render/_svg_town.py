"""The town in the picture: the buildings with all their items."""

from __future__ import annotations

from typing import Final

import attrs

from ..model.rule import Building
from ..words import capitalize
from ._markup import Markup, element, join_markup, short
from ._svg_display import DrawnItem, draw_item, in_rows
from ._svg_elements import INK, Box, Drawing, box, path, words
from ._svg_pieces import draw_miner, in_box
from ._svg_titles import describe_building
from .board_facts import building_items
from .board_facts import houses as houses_of
from .svg_look import Look

HEIGHT: Final = 268.0
"""The height of the town in a wide picture."""
_GAP: Final = 8.0
_SMALLER: Final = 0.97
"""The factor by which the scale is multiplied until the town fits."""

_HEAD: Final = 42.0
"""The height of the strip with a building's name, above the building's contents."""
_RIM: Final = 8.0
_NARROWEST: Final = 176.0
_LARGEST: Final = 1.3
"""The maximum scale of the contents if a building has a row of a narrow picture to itself."""


def draw_town(look: Look, x: float, y: float, width: float) -> Drawing:
    """
    Draw the town.

    In a wide picture, the buildings stand in columns that are ``HEIGHT`` high, and are drawn smaller if necessary. In
    a narrow picture, the town is as high as necessary.
    """
    buildings = houses_of(look.state.ruleset)
    houses = [_house(look, building) for building in buildings]
    # The town of a wide picture has a fixed size, because the mine lies below it. An extension can add any number of
    # buildings. So the houses are packed, and packed again at a smaller scale until all of them fit. Each step makes
    # the room 3 % larger in the units of the houses, so the loop ends.
    scale = 1.0
    if look.is_narrow:
        houses, places = _on_shelves(houses, width)
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
    contents: tuple[DrawnItem, ...]
    scale: float = 1.0
    """The scale of the contents."""

    @property
    def boxes(self) -> dict[str, Box]:
        """The boxes of the building's places."""
        found = (place for lying in self.contents for place in lying.places)
        return {place: lies.scale(self.scale).move(_RIM, _HEAD) for place, lies, _ in found}

    def scale_to_width(self, width: float) -> _House:
        """Return the building at this width, with its contents as large as possible."""
        scale = min((width - 2 * _RIM) / (self.width - 2 * _RIM), _LARGEST)
        height = _HEAD + (self.height - _HEAD - _RIM) * scale + _RIM
        return attrs.evolve(self, width=width, height=height, scale=scale)


def _house(look: Look, building: Building) -> _House:
    contents: list[DrawnItem] = []
    right, foot = 0.0, 0.0
    for thing, place in in_rows(building_items(look.state, building), building.id):
        contents.append(draw_item(look, building.id, thing, place))
        right, foot = max(right, place.right), max(foot, place.foot)
    return _House(building.id, max(right + 2 * _RIM, _NARROWEST), _HEAD + foot + _RIM, tuple(contents))


def _places(houses: list[_House], width: float, height: float) -> dict[str, Box]:
    """Return the boxes of all houses in columns of full height, or an empty dict if there is no room."""
    # This is first-fit packing: each house joins the first column with room for it.
    columns: list[list[_House]] = []
    for house in houses:
        for column in columns:
            if sum(other.height + _GAP for other in column) + house.height <= height:
                column.append(house)
                break
        else:
            columns.append([house])
    # The remaining width is divided among the columns in whole units. If it is negative, there are too many columns at
    # this scale.
    spare = _spare(columns, width) // len(columns)
    if spare < 0 or any(column[0].height > height for column in columns):
        return {}
    return _side_by_side(columns, 0.0, height, spare)


def _spare(columns: list[list[_House]], width: float) -> float:
    """Return the remaining width if the columns stand side by side."""
    return width - sum(_widest(column) for column in columns) - _GAP * (len(columns) - 1)


def _widest(column: list[_House]) -> float:
    return max(house.width for house in column)


def _side_by_side(columns: list[list[_House]], y: float, height: float, spare: float) -> dict[str, Box]:
    """Return the boxes of the houses in columns. Each column is *spare* units wider than its widest house."""
    places: dict[str, Box] = {}
    x = 0.0
    for column in columns:
        width, top = _widest(column) + spare, y
        for house in column:
            reach = y + height - top if house is column[-1] else house.height
            places[house.id] = Box(x, top, width, reach)
            top += reach + _GAP
        x += width + _GAP
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
        height = columns[0][0].height
        places |= _side_by_side(columns, y, height, _spare(columns, width) / len(columns))
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
    inside = Box(_RIM, _HEAD, own.width - 2 * _RIM, own.height - _HEAD - _RIM)
    lying = in_box([lying.seen for lying in house.contents], inside, house.scale)
    places = in_box([group for lying in house.contents for _, _, group in lying.places], inside, house.scale)
    title = describe_building(look, building, (lying.thing for lying in house.contents if not lying.places))
    front = _draw_front(look, building, own)
    group = look.place(house.id, "building", title, (front, lying), area=own.grow(_GAP / 2), inner=(places,))
    return element("g", group, transform=f"translate({here.x:.1f} {here.y:.1f})")


def _draw_front(look: Look, building: Building, here: Box) -> Markup:
    """Draw a building without its contents: its name, whether it was visited, and its assistant's place."""
    state, theme = look.state, look.theme
    name = capitalize(look.label(building.id))
    room = here.width - 52 - (42 if building.has_assistant_place else 4)
    parts = [
        box(here, theme.panel, theme.line, radius=8, class_="ms-rim"),
        look.use(look.symbol_of(building.id, "house"), Box(here.x + 6, here.y + 5, 40, 33)),
        words(name, here.x + 50, here.y + 27, INK, size=15, is_bold=True, room=room),
    ]
    if state.turn is not None and building.id in state.turn.visited:
        x, y = here.x + 9, here.y + 9
        tick = f"M{short(x - 5)} {short(y)}l4 5l7 -10"
        dot = element(
            "circle", cx=x, cy=y, r=10, fill=theme.seats[state.turn_seat], stroke=theme.rim, class_="ms-figure",
        )  # fmt: skip
        parts += [dot, path(tick, line=theme.seats_ink[state.turn_seat], weight=2.5)]
    if building.has_assistant_place:
        owner = state.assistant(building.id)
        x, y = here.right - 24, here.y + 23
        ring = {"fill": theme.card, "stroke": theme.line, "stroke_dasharray": "3 2", "class_": "ms-rim"}
        parts.append(element("circle", cx=x, cy=y, r=18, **ring))
        if owner is not None:
            figure = draw_miner(look, owner, x - 11, y + 16, 33)
            parts.append(look.pieces("miner", 1, (figure,), building.id, "assistant", seat=owner, state="rested"))
    return join_markup(parts)
