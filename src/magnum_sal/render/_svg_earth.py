"""The ground of the mine: the earth, the rooms and passages in it, the shaft, and the chain of miners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.mine import BIT, CHAMBERS, PATH, SECTIONS, Chamber
from ..model.mine.geometry import INDEX, PATH_BITS
from ..model.open_tiles import is_turned_down
from ._markup import NOTHING, Markup, element, short
from ._svg_elements import Box, box, path
from ._svg_grid import ROUND, WALL, Grid, room_in, rope_in
from .board_facts import find_chamber
from .svg_look import DECOR, Look


def draw_ground(look: Look, area: Box, surface: float, rooms: Grid) -> list[Markup]:
    """Draw everything that lies below the places of the mine. *surface* is the height of the air above the earth."""
    return [
        *_define_light(look),
        *_draw_earth(look, area, surface),
        *(_draw_cave(look, chamber, rooms.cells[chamber]) for chamber in CHAMBERS),
        *_draw_passages(look, rooms),
        # Passages reach into the rooms, so the light and the water of a room lie on top of them.
        *(_draw_light_and_water(look, chamber, rooms.cells[chamber]) for chamber in CHAMBERS),
        _draw_shaft(look, rooms),
        _draw_chain(look, rooms),
    ]


def is_lit(look: Look, held: Chamber) -> bool:
    """Return whether a chamber's tile is face up, so that its room is bright."""
    return held.revealed and not is_turned_down(look.state.ruleset, held)


def _define_light(look: Look) -> Iterator[Markup]:
    """Yield the gradients: the darkness below, and the light of the miners' lamps."""
    # A page with ``render.defs()`` hides the element with the drawings, and a browser draws no gradient from a hidden
    # element. So each picture contains its own gradients. The darkness has the colour of the letter on white salt,
    # which is dark in every theme. On the black earth of the high-contrast theme, it is invisible.
    for name, kind, colour, stops, sides in (
        ("depth", "linearGradient", look.theme.white_ink, ((0, "0"), (0.45, ".3"), (1, ".8")),
         {"x1": "0", "y1": "0", "x2": "0", "y2": "1"}),
        ("lamp", "radialGradient", look.theme.coin, ((0, ".55"), (0.5, ".25"), (1, "0")),
         {"cx": ".5", "cy": ".7", "r": ".7"}),
    ):  # fmt: skip
        shades = (element("stop", offset=offset, stop_color=colour, stop_opacity=opacity) for offset, opacity in stops)
        yield element(kind, *shades, id=look.layer(name), **sides)


def _light(look: Look, name: str) -> str:
    """Return the fill that paints a gradient of this picture."""
    return f"url(#{look.layer(name)})"


def _draw_earth(look: Look, area: Box, surface: float) -> list[Markup]:
    """Draw the earth, which is darker further down, with its layers and stones, the grass, and the hoist."""
    theme = look.theme
    ground = Box(area.x, area.y + surface - 4, area.width, area.height - surface + 4)
    layers = [ground.y + 26 + row * 41 for row in range(int((ground.height - 20) // 41))]
    bands = ("".join(_layer(ground, y, 4 + number % 3) for y in layers[number::3]) for number in range(3))
    veins = "".join(_layer(ground, y + 15, 5) for y in layers[1::2])
    blades = f"M{short(area.x + 4)} {short(ground.y - 5)}h{short(area.width - 8)}"
    wide = (surface + 2) * 72 / 64
    hoist = Box(area.x + (area.width - wide) / 2, area.y, wide, surface + 2)
    return [
        look.use("headframe", hoist, class_=DECOR),
        box(ground, theme.earth, radius=6),
        *(path(band, line=theme.strata, weight=weight) for band, weight in zip(bands, (12, 5, 8), strict=True)),
        path(veins, line=theme.strata, weight=4, stroke_dasharray="0 19 7 31 13 47", stroke_linecap="round"),
        path(veins, line=theme.rock, weight=2, stroke_dasharray="2 97 3 61"),
        box(ground, _light(look, "depth"), radius=6, class_=DECOR),
        box(Box(area.x, ground.y - 3, area.width, 7), theme.grass, radius=3),
        path(blades, line=theme.grass, weight=6, stroke_dasharray="2 9"),
    ]


def _layer(ground: Box, y: float, height: float) -> str:
    # There are many layers, so an eighth of a layer is a whole number, which is written in fewer characters.
    width = (ground.width - 6) // 8 * 8
    return f"M{short(ground.middle[0] - width / 2)} {short(y)}{_wave(width, height)}"


def _wave(width: float, height: float) -> str:
    """Return four waves from left to right as part of an SVG path."""
    eighth = width / 8
    return f"q{short(eighth / 2)} {short(height)} {short(eighth)} 0" + f"t{short(eighth)} 0" * 7


def _draw_shaft(look: Look, rooms: Grid) -> Markup:
    """Draw the shaft with its ladder, the rope of the hoist, and a beam between adjacent sections."""
    theme, shaft = look.theme, rooms.shaft
    inner = Box(shaft.x + WALL, shaft.y - 6, shaft.width - 2 * WALL, shaft.height + 6 - WALL)
    rails = 7.0 if look.is_narrow else 12.0
    ladder = f"M{short(inner.x + 4)} {short(inner.y)}v{short(inner.height)}m{short(rails)} 0v{short(-inner.height)}"
    # The rungs are the dashes of one line that is as wide as the ladder.
    rungs = f"M{short(inner.x + 4 + rails / 2)} {short(inner.y + 5.2)}v{short((inner.height - 4) // 9 * 9)}"
    beams = "".join(
        f"M{short(inner.x)} {short(rooms.cells[section].y)}h{short(inner.width)}" for section in SECTIONS[1:]
    )
    rope = f"M{short(rope_in(shaft))} {short(inner.y)}V{short(rooms.cells['S6'].foot - 34)}"
    return (
        box(inner, theme.shaft, theme.edge, radius=3, weight=2, class_="ms-rim")
        + path(ladder, line=theme.wood, weight=2)
        + path(rungs, line=theme.wood, weight=rails, stroke_dasharray="1.5 7.5")
        + path(rope, line=theme.cloth, weight=2)
        + path(beams, line=theme.wood, weight=3)
    )


def _draw_cave(look: Look, chamber: str, cell: Box) -> Markup:
    """Draw the room of a chamber: lit if its tile is face up, rock if nobody has reached it."""
    held, here = look.state.mine.chamber(chamber), room_in(cell)
    is_bright = is_lit(look, held)
    outline, own_id = _outline(here, INDEX[chamber]), look.id(chamber, "room")
    fill = look.theme.room if is_bright else look.theme.rock
    parts = [path(outline, fill=fill, line=look.theme.edge, weight=2, class_="ms-rim ms-room", id=own_id)]
    if not held.revealed:
        # Stretch the rock to the room. Its stones lie at the top and bottom, away from the words across the middle.
        parts.append(look.use("rock", here.grow(-2), class_=DECOR, preserveAspectRatio="none"))
    elif not is_bright:
        parts.append(look.use("planks", here.grow(-4), class_=DECOR))
    known, _ = find_chamber(look.state, chamber)
    tile = None if known.tile is None else str(known.tile)
    return look.pieces("tile", 1, parts, chamber, "tile", thing=tile, state="up" if is_bright else "down")


def _draw_light_and_water(look: Look, chamber: str, cell: Box) -> Markup:
    """Draw the light of lamps if miners work in a lit room, and the room's water."""
    held, here = look.state.mine.chamber(chamber), room_in(cell)
    has_lamp = held.miners > 0 and is_lit(look, held)
    lamp = box(here.grow(-1), _light(look, "lamp"), radius=ROUND - 1, class_=DECOR) if has_lamp else NOTHING
    return lamp + (_draw_water(look, here, held.water) if held.water else NOTHING)


def _outline(here: Box, number: int) -> str:
    """Return the outline of a cave: a flat floor, and a roof that differs a little from room to room."""
    step = (here.width - 2 * ROUND) / 4
    # The roofs look irregular but are the same in every picture: they depend on the chamber's number, not on chance.
    dip = (number * 7) % 4 - 1.5
    roof = f"q{short(step / 2)} {short(dip)} {short(step)} 0" + f"t{short(step)} 0" * 3
    tall, r = here.height - 2 * ROUND, short(ROUND)
    return (
        f"M{short(here.x)} {short(here.y + ROUND)}q0 -{r} {r} -{r}{roof}q{r} 0 {r} {r}v{short(tall)}"
        f"q0 {r} -{r} {r}h{short(-4 * step)}q-{r} 0 -{r} -{r}z"
    )


def _draw_water(look: Look, here: Box, count: int) -> Markup:
    """Draw the water in a room. The level rises with the number of water cubes."""
    level = min(6 + here.height * 0.085 * count, here.height * 0.55)
    r = short(ROUND - 1)
    surface = f"M{short(here.x + 1)} {short(here.foot - level)}{_wave(here.width - 2, 3)}"
    body = f"{surface}V{short(here.foot - ROUND)}q0 {r} -{r} {r}H{short(here.x + ROUND)}q-{r} 0 -{r} -{r}z"
    glint = f"M{short(here.x + 9)} {short(here.foot - level + 6)}h{short(here.width - 22)}"
    return (
        path(body, fill=look.theme.water)
        + path(glint, line=look.theme.drop, stroke_dasharray="9 23 5 14", stroke_opacity=".5", stroke_linecap="round")
        + path(surface, line=look.theme.drop, weight=1.5)
    )


def _draw_passages(look: Look, rooms: Grid) -> list[Markup]:
    """Draw the passages that have been dug. Two chambers are connected once both have been entered."""
    mine, theme = look.state.mine, look.theme
    parts: list[Markup] = []
    walls: list[str] = []
    for chamber in CHAMBERS:
        nearer = PATH[chamber][0]
        sides = [mine.chamber(space) for space in (chamber, nearer) if space not in SECTIONS]
        if not all(side.revealed for side in sides):
            continue
        floor, wall = _passage(rooms.cells[chamber], rooms.cells[nearer])
        parts.append(path(floor, fill=theme.room if all(is_lit(look, side) for side in sides) else theme.rock))
        walls.append(wall)
    return [*parts, path("".join(walls), line=theme.edge, weight=2)] if walls else []


_PASSAGE: Final = 30.0
_REACH: Final = WALL + 2.5
"""How far a passage extends into the cells on both sides."""


def _passage(one: Box, other: Box) -> tuple[str, str]:
    """Return the floor and the walls of the passage between two cells that lie side by side or one above the other."""
    if abs(one.x - other.x) < 1:
        x, y = one.x + one.width / 2 - _PASSAGE / 2, max(one.y, other.y)
        floor = f"M{short(x)} {short(y - _REACH)}h{short(_PASSAGE)}v{short(2 * _REACH)}h{short(-_PASSAGE)}z"
        return (
            floor,
            f"M{short(x)} {short(y - WALL)}v{short(2 * WALL)}m{short(_PASSAGE)} 0v{short(-2 * WALL)}",
        )
    x, y = max(one.x, other.x), one.foot - WALL - 1 - _PASSAGE
    floor = f"M{short(x - _REACH)} {short(y)}h{short(2 * _REACH)}v{short(_PASSAGE)}h{short(-2 * _REACH)}z"
    return (
        floor,
        f"M{short(x - WALL)} {short(y)}h{short(2 * WALL)}m0 {short(_PASSAGE)}h{short(-2 * WALL)}",
    )


def _draw_chain(look: Look, rooms: Grid) -> Markup:
    """Draw the chain that miners form from the entrance (CHAIN-1). Miners that are cut off have no chain."""
    occupied = look.state.mine.occupied
    links = []
    for space, cell in rooms.cells.items():
        # Draw a link only if the space and all spaces on its path to the entrance are occupied; both are bit sets.
        if not occupied & BIT[space] or PATH_BITS[space] & ~occupied:
            continue
        x, y = rooms.floor(space)
        to_x, to_y = rooms.floor(PATH[space][0]) if PATH[space] else (x, cell.y)
        # The link runs first along the floor, then up or down, so that the chain never crosses the rock.
        down, across = "" if y == to_y else f"V{short(y)}", "" if x == to_x else f"H{short(x)}"
        links.append(f"M{short(to_x)} {short(to_y)}{down}{across}")
    if not links:
        return NOTHING
    drawn = path("".join(links), line=look.theme.chain, weight=5, stroke_dasharray="7 3", stroke_linecap="butt")
    hollow = path("".join(links), line=look.theme.shaft, weight=1.6, stroke_dasharray="3 7", stroke_dashoffset="-2")
    return element("g", drawn, hollow, id=look.layer("chain"), class_="ms-chain")
