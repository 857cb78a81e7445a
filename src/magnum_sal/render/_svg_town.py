"""The town in the picture: the buildings with all that lies at them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ..labels import counted, label, titled
from ..pieces import SALT_KINDS
from ..rule import Building
from ..rules.pump_house import pumping_price
from ..state import GameState
from ._facts import PUMP_PRICES_SHOWN
from ._svg_castle import castle
from ._svg_shapes import Box, Drawing, Theme, box, card_back, coin, cube, element, group, miner, text_width, words

_Contents: TypeAlias = Callable[[GameState, Box, Theme, str], Drawing]

_AREAS: Final = {
    "inn": Box(0, 0, 330, 96),
    "workshop": Box(0, 104, 330, 174),
    "pump_house": Box(338, 0, 200, 166),
    "town_square": Box(338, 174, 200, 104),
    "market": Box(546, 0, 224, 278),
    "castle": Box(778, 0, 330, 278),
}
HEIGHT: Final = 278


def town(state: GameState, area: Box, further: Box, theme: Theme, language: str) -> Drawing:
    """
    Return the town; buildings of extensions, of which it knows the names alone, go to *further*.

    Args:
        state: The position.
        area: Where the buildings of the standard game go; 1108 by ``HEIGHT``.
        further: Where others go.
        theme: The colours.
        language: The language of the words.
    """
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    strangers = [building for building in state.ruleset.buildings if building.id not in _AREAS]
    for building in state.ruleset.buildings:
        if building.id in _AREAS:
            place = _AREAS[building.id]
            here = Box(area.x + place.x, area.y + place.y, place.width, place.height)
        else:
            width = further.width / len(strangers)
            here = Box(further.x + strangers.index(building) * width, further.y, width - 6, further.height)
        contents = _CONTENTS.get(building.id, _nothing)(state, here, theme, language)
        boxes |= {building.id: here, **contents.boxes}
        house = _house(state, building, here, theme, language)
        parts.append(group(_told(state, building, language), (house, contents.body), place=building.id))
    return Drawing("".join(parts), boxes)


def _house(state: GameState, building: Building, here: Box, theme: Theme, language: str) -> str:
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


def _nothing(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:  # noqa: ARG001
    return Drawing("", {})


def _inn(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:
    first = state.inn_start
    marker, track = state.inn_marker, state.ruleset.inn_track
    width = min(43.0, (here.width - 20) / (len(track) + 0.5))
    parts = [
        words(
            f"{label('hired', language)} {state.inn.hired}",
            here.x + here.width - 10,
            here.y + 23,
            theme.muted,
            anchor="end",
        )
    ]
    for space, price in enumerate(track):
        area = Box(here.x + 8 + space * width, here.y + 40, width - 5, 44)
        is_past = space < marker
        dashes = "3 3" if space < first else "none"
        parts.append(box(area, "none" if is_past else theme.tile, theme.line, dashes=dashes))
        ink = theme.muted if is_past else theme.ink
        parts.append(words(str(price), area.x + area.width / 2, area.y + 39, ink, size=14, anchor="middle"))
    x = here.x + 8 + marker * width + (width - 5) / 2 - (10 if marker >= len(track) else 0)
    parts.append(_cylinder(x, here.y + 54, theme))
    told = f"{label('hired', language)} {state.inn.hired}"
    return Drawing(group(told, parts), {})


def _cylinder(x: float, y: float, theme: Theme) -> str:
    return element("circle", cx=x, cy=y, r=10, fill=theme.accent, stroke=theme.page, stroke_width=2)


def _workshop(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:
    parts: list[str] = []
    boxes: dict[str, Box] = {}
    offer = state.workshop.offer
    width = min(84.0, (here.width - 80) / len(offer))
    for slot, (price, tool) in enumerate(zip(state.ruleset.workshop_prices, offer, strict=True)):
        area = Box(here.x + 10 + slot * width, here.y + 66, width - 8, 92)
        boxes[f"workshop:{slot}"] = area
        middle = area.x + area.width / 2
        if tool is None:
            card = box(area, "none", theme.line, dashes="4 3")
        else:
            card = box(area, theme.tile, theme.line)
            lines = label(tool, language, state.ruleset).split()
            card += "".join(
                words(line, middle, area.y + 52 + 17 * row - 8 * len(lines), theme.ink, size=13, anchor="middle",
                      weight="bold", room=area.width - 8)
                for row, line in enumerate(lines)
            )  # fmt: skip
        told = f"{counted(price, 'grosz', language)}: {label(tool or 'none', language, state.ruleset)}"
        parts.append(group(told, (card, coin(price, middle, area.y - 2, theme)), place=f"workshop:{slot}"))
    stack = Box(here.x + here.width - 68, here.y + 66, 54, 78)
    told = f"{label('tool_stack', language)}: {counted(state.workshop.stack, 'card', language)}"
    caption = words(label("stack", language), stack.x + 27, stack.y + 96, theme.muted, size=13, anchor="middle")
    parts.append(group(told, (card_back(state.workshop.stack, stack, theme), caption), place="tool_stack"))
    return Drawing("".join(parts), boxes)


def _pump_house(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:
    parts: list[str] = []
    for number in range(1, PUMP_PRICES_SHOWN + 1):
        y = here.y + 36 + number * 23
        parts += [
            words(counted(number, "water", language), here.x + 16, y + 5, theme.ink, room=108),
            coin(pumping_price(state.ruleset, number), here.x + 150, y, theme),
        ]
    return Drawing("".join(parts) + words("…", here.x + 174, here.y + 134, theme.muted, size=16), {})


def _town_square(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:
    income = state.ruleset.town_square_income
    told = f"+{counted(income, 'grosz', language)}"
    return Drawing(
        coin(income, here.x + 32, here.y + 64, theme, 16) + words(told, here.x + 60, here.y + 69, theme.ink, size=15),
        {},
    )


def _market(state: GameState, here: Box, theme: Theme, language: str) -> Drawing:
    parts: list[str] = []
    foot = here.y + here.height - 12
    most = max(len(state.ruleset.market_column(kind)) for kind in SALT_KINDS)
    height = min(52.0, (here.height - 56) / most)
    for column, kind in enumerate(SALT_KINDS):
        filled = state.market.of(kind)
        spaces: list[str] = []
        for space, price in enumerate(state.ruleset.market_column(kind)):
            area = Box(here.x + 10 + column * 70, foot - (space + 1) * height, 64, height - 5)
            spaces.append(box(area, theme.tile, theme.line))
            middle = area.y + area.height / 2
            spaces.append(coin(price, area.x + 16, middle, theme))
            if space < filled:
                spaces.append(cube(kind, area.x + 34, middle - 12, 24))
            else:
                empty = Box(area.x + 34, middle - 12, 24, 24)
                spaces.append(box(empty, "none", theme.line, radius=2, dashes="2 3"))
        parts.append(group(f"{label(kind, language)}: {filled}", spaces, place=f"market:{kind}"))
    return Drawing("".join(parts), {})


_CONTENTS: Final[dict[str, _Contents]] = {
    "inn": _inn,
    "workshop": _workshop,
    "pump_house": _pump_house,
    "town_square": _town_square,
    "market": _market,
    "castle": castle,
}
