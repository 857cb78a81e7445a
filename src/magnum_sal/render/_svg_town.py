"""The town in the picture: the buildings with all that lies at them."""

from __future__ import annotations

from typing import Final

import attrs

from ..labels import label, titled
from ..rule import Building
from ..state import GameState
from ._colours import Theme
from ._facts import houses as houses_of
from ._svg_shapes import Box, Drawing, box, element, group, miner, text_width, words
from ._svg_shown import Style, drawn, rows_of

HEIGHT: Final = 278
_GAP: Final = 8.0
_SMALLER: Final = 0.97
"""The step by which a town that is too large is drawn smaller."""

_HEAD: Final = 38.0
"""What a building's name takes above what lies there."""
_HIGH_HEAD: Final = 46.0
"""The same where there is an assistant's place beside it."""
_RIM: Final = 8.0
_NARROWEST: Final = 190.0


def town(state: GameState, area: Box, theme: Theme, language: str) -> Drawing:
    """
    Return the town; the buildings stand in columns.

    Args:
        state: The position.
        area: Where they go, ``HEIGHT`` high; the more there are, the smaller they are drawn.
        theme: The colours.
        language: The language of the words.
    """
    buildings = houses_of(state.ruleset)
    houses = [_house(state, building, theme, language) for building in buildings]
    scale = 1.0
    while len(places := _places(houses, area.width / scale, area.height / scale)) < len(houses):
        scale *= _SMALLER
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    for building, house in zip(buildings, houses, strict=True):
        here = places[house.id]
        lying = {place: lies.moved(here.x, here.y) for place, lies in house.contents.boxes.items()}
        boxes |= {house.id: here, **lying}
        contents = element("g", house.contents.body, transform=f"translate({here.x:.1f} {here.y:.1f})")
        front = _front(state, building, here, theme, language)
        parts.append(group(_told(state, building, language), (front, contents), place=house.id))
    body = element("g", "".join(parts), transform=f"translate({area.x:.1f} {area.y:.1f}) scale({scale:.3f})")
    return Drawing(body, {place: stands.scaled(scale).moved(area.x, area.y) for place, stands in boxes.items()})


@attrs.frozen
class _House:
    """A building with what lies there, drawn as if its upper left corner were at 0, 0."""

    id: str
    head: float
    """What the name takes."""
    width: float
    height: float
    contents: Drawing


def _house(state: GameState, building: Building, theme: Theme, language: str) -> _House:
    style = Style(state.ruleset, theme, language, building.id)
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    head = _HIGH_HEAD if building.has_assistant_place else _HEAD
    right, foot = 0.0, head
    for row in rows_of(building.shows(state), style):
        for thing, place in row:
            here = Box(place.x + _RIM, place.y + head, place.width, place.height)
            drawing = drawn(thing, here, style)
            parts.append(drawing.body)
            boxes |= drawing.boxes
            right, foot = max(right, here.x + here.width), max(foot, here.y + here.height)
    return _House(building.id, head, max(right + _RIM, _NARROWEST), foot + _RIM, Drawing("".join(parts), boxes))


def _places(houses: list[_House], width: float, height: float) -> dict[str, Box]:
    """Return where those stand for which there is room, in columns of which the last house reaches down to the foot."""
    columns: list[list[_House]] = []
    for house in houses:
        for column in columns:
            if sum(other.height + _GAP for other in column) + house.height <= height:
                column.append(house)
                break
        else:
            columns.append([house])
    places: dict[str, Box] = {}
    x = 0.0
    for column in columns:
        widest = max(house.width for house in column)
        if x + widest > width or column[0].height > height:
            continue
        y = 0.0
        for house in column:
            reach = height - y if house is column[-1] else house.height
            places[house.id] = Box(x, y, widest, reach)
            y += reach + _GAP
        x += widest + _GAP
    return places


def _front(state: GameState, building: Building, here: Box, theme: Theme, language: str) -> str:
    """Return a building without what is in it: its name, whether it was visited, its assistant's place."""
    is_visited = state.turn is not None and building.id in state.turn.visited
    name = label(building.id, language, state.ruleset)
    room = here.width - (70 if building.has_assistant_place else 20) - 24 * is_visited
    parts = [
        box(here, theme.panel, theme.line),
        words(titled(name), here.x + 10, here.y + 24, theme.ink, size=17, weight="bold", room=room),
    ]
    if is_visited:
        middle = here.x + min(text_width(titled(name), 17, is_bold=True), room) + 24
        fill, ink = theme.seats[state.turn_seat]
        tick = f"M{middle - 5:.1f} {here.y + 18:.1f}l4 5l7 -9"
        parts.append(element("circle", cx=middle, cy=here.y + 18, r=10, fill=fill))
        parts.append(element("path", d=tick, fill="none", stroke=ink, stroke_width=2.5))
    if building.has_assistant_place:
        owner = state.assistant(building.id)
        x, y = here.x + here.width - 24, here.y + 24
        parts.append(element("circle", cx=x, cy=y, r=18, fill="none", stroke=theme.line, stroke_dasharray="3 2"))
        parts.append("" if owner is None else miner(owner, x - 8, y + 12, theme))
    return "".join(parts)


def _told(state: GameState, building: Building, language: str) -> str:
    told = label(building.id, language, state.ruleset)
    if building.has_assistant_place:
        owner = state.assistant(building.id)
        name = label("free", language) if owner is None else state.players[owner].name
        told += f"; {label('assistant', language)}: {name}"
    if state.turn is not None and building.id in state.turn.visited:
        told += f"; {label('visited', language)}"
    return told
