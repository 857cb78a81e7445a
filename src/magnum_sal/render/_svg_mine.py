"""The mine in the picture: a cross-section of the earth, with the bank and unsold tools beside it."""

from __future__ import annotations

from typing import Final

from ..model.mine import BIT, CHAMBERS, PATH, SECTIONS, Chamber, level_of
from ..model.mine.geometry import INDEX, PATH_BITS
from ..model.open_tiles import is_turned_down
from ..model.pieces import SEAT_LETTERS
from ..words import capitalize, roman, sentence
from ._markup import NOTHING, Markup, element, join_markup, short
from ._svg_elements import INK, TITLE_FONT, Box, Drawing, box, path, text_width, words
from ._svg_grid import ROUND, WALL, Grid, grid, room_in, rope_in
from ._svg_pieces import (
    CUBE_GAP,
    SMALLEST_CUBE,
    draw_coin,
    draw_cube_counts,
    draw_cubes,
    draw_drop,
    draw_miner,
    draw_miners,
    draw_tool_card,
)
from ._svg_titles import bank_title, describe_chamber, describe_pile, describe_section
from .board_facts import find_chamber, find_lookers, pieces_in_mine, unsold
from .svg_look import DECOR, Look

_SURFACE: Final = 46.0
"""The height of the area above the earth, which contains the grass and the hoist over the shaft."""
_BELOW: Final = 8.0


def draw_mine(look: Look, x: float, y: float, width: float) -> Drawing:
    """Draw the mine. The width determines its height."""
    rooms = grid(x + 4, y + _SURFACE, width - 8, is_narrow=look.is_narrow)
    height = _SURFACE + rooms.height + _BELOW
    # The whole ground is drawn before any place, because passages and the chain cross the borders of places. A place
    # therefore contains only the items in it.
    own = pieces_in_mine(look.state)
    ground = [
        *_draw_earth(look, Box(x, y, width, height)),
        *(_draw_cave(look, chamber, rooms.cells[chamber]) for chamber in CHAMBERS),
        *_draw_passages(look, rooms),
        _draw_shaft(look, rooms),
        _draw_chain(look, rooms),
    ]
    parts = [
        look.part("mine", capitalize(look.label("mine")), ground),
        *(_section(look, section, rooms.cells[section], own.get(section, ())) for section in SECTIONS),
        *(_chamber(look, chamber, rooms.cells[chamber], own.get(chamber, ())) for chamber in CHAMBERS),
        _draw_bank(look, rooms.free[0]),
        _draw_unsold_tools(look, rooms.free[1]),
    ]
    boxes = {**rooms.cells, "bank": rooms.free[0], "box": rooms.free[1]}
    return Drawing(join_markup(parts), boxes, width, height)


def _draw_earth(look: Look, area: Box) -> list[Markup]:
    """Draw the ground: grass, earth with strata, and the hoist above the shaft."""
    theme = look.theme
    ground = Box(area.x, area.y + _SURFACE - 4, area.width, area.height - _SURFACE + 4)
    wave = _wave(area.width, 7)
    strata = (f"M{short(area.x)} {short(ground.y + row * 52)}{wave}" for row in range(1, int(ground.height // 52)))
    blades = f"M{short(area.x + 4)} {short(ground.y - 5)}h{short(area.width - 8)}"
    hoist = Box(area.x + area.width / 2 - 26, ground.y - 44, 52, 46)
    return [
        look.use("headframe", hoist, class_=DECOR),
        box(ground, theme.earth, radius=6),
        path("".join(strata), line=theme.strata, weight=9),
        box(Box(area.x, ground.y - 3, area.width, 7), theme.grass, radius=3),
        path(blades, line=theme.grass, weight=6, stroke_dasharray="2 9"),
    ]


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
    rungs = "".join(
        f"M{short(inner.x + 4)} {short(inner.y + 6 + 9.0 * rung)}h{short(rails)}"
        for rung in range(int((inner.height - 4) // 9))
    )
    beams = "".join(
        f"M{short(inner.x)} {short(rooms.cells[section].y)}h{short(inner.width)}" for section in SECTIONS[1:]
    )
    rope = f"M{short(rope_in(shaft))} {short(inner.y)}V{short(rooms.cells['S6'].foot - 34)}"
    return (
        box(inner, theme.shaft, theme.edge, radius=3, weight=2, class_="ms-rim")
        + path(ladder, line=theme.wood, weight=2)
        + path(rungs, line=theme.wood, weight=1.5)
        + path(rope, line=theme.cloth, weight=2)
        + path(beams, line=theme.wood, weight=3)
    )


_CUBES: Final = 32.0
"""The maximum height of a chamber's cubes."""


def _draw_cave(look: Look, chamber: str, cell: Box) -> Markup:
    """Draw the room of a chamber: lit if its tile is face up, rock if nobody has reached it."""
    held, here = look.state.mine.chamber(chamber), room_in(cell)
    fill = look.theme.room if _is_lit(look, held) else look.theme.rock
    outline, own_id = _outline(here, INDEX[chamber]), look.id(chamber, "room")
    parts = [path(outline, fill=fill, line=look.theme.edge, weight=2, class_="ms-rim ms-room", id=own_id)]
    if not held.revealed:
        # Stretch the rock to the room. Its stones lie at the top and bottom, away from the words across the middle.
        parts.append(look.use("rock", here.grow(-2), class_=DECOR, preserveAspectRatio="none"))
    elif not _is_lit(look, held):
        parts.append(look.use("planks", here.grow(-4), class_=DECOR))
    if held.water:
        parts.append(_draw_water(look, here, held.water))
    return join_markup(parts)


def _is_lit(look: Look, held: Chamber) -> bool:
    return held.revealed and not is_turned_down(look.state.ruleset, held)


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
    level = min(8 + count * 9.0, here.height * 0.55)
    r = short(ROUND - 1)
    surface = f"M{short(here.x + 1)} {short(here.foot - level)}{_wave(here.width - 2, 3)}"
    body = f"{surface}V{short(here.foot - ROUND)}q0 {r} -{r} {r}H{short(here.x + ROUND)}q-{r} 0 -{r} -{r}z"
    return path(body, fill=look.theme.water) + path(surface, line=look.theme.drop, weight=1.5)


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
        parts.append(path(floor, fill=theme.room if all(_is_lit(look, side) for side in sides) else theme.rock))
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
        links.append(f"M{short(to_x)} {short(to_y)}V{short(y)}H{short(x)}")
    if not links:
        return NOTHING
    drawn = path("".join(links), line=look.theme.chain, weight=5, stroke_dasharray="7 3", stroke_linecap="butt")
    hollow = path("".join(links), line=look.theme.shaft, weight=1.6, stroke_dasharray="3 7", stroke_dashoffset="-2")
    return element("g", drawn, hollow, id=look.layer("chain"), class_="ms-chain")


def _section(look: Look, name: str, cell: Box, own: tuple[str, ...]) -> Markup:
    section, theme = look.state.mine[name], look.theme
    aside = 17.0 if look.is_narrow else 22.0
    area = Box(cell.x + WALL + aside, cell.y + 4, cell.width - 2 * WALL - aside - 9, cell.height - WALL - 7)
    parts = []
    if look.has_coordinates:
        plate = Box(cell.x + WALL + 2, cell.y + 5, 20, 15)
        parts.append(box(plate, theme.shaft, radius=3))
        parts.append(words(name, plate.x + 10, plate.y + 11.5, INK, size=11, anchor="middle", is_bold=True))
    if own:
        parts.append(_draw_tags(look, [*map(look.label, own)], Box(area.x, cell.y + 18, area.width, 15)))
    tallest = min(40.0 if look.is_narrow else 48.0, area.height)
    parts.append(draw_miners(look, section.rested, section.tired, area, name, INK, tallest))
    title = describe_section(look, name, section, own)
    return look.place(name, "section", title, parts, area=cell, count=section.miners)


def _chamber(look: Look, name: str, cell: Box, own: tuple[str, ...]) -> Markup:
    (chamber, is_secret), theme = find_chamber(look.state, name), look.theme
    # Words and numbers need a colour that stands out from the ground of the room, so it depends on whether the room is
    # lit.
    is_lit, here = _is_lit(look, chamber), room_in(cell)
    ink = INK if is_lit else theme.rock_ink
    x, y = here.x + 6, here.y + 14
    parts: list[Markup] = []
    if look.has_coordinates:
        parts.append(words(name, x, y, ink, size=11 if look.is_narrow else 12, is_bold=True))
    if chamber.tile is not None and not look.is_narrow:
        parts.append(words(str(chamber.tile), here.right - 5, y, ink, size=11, anchor="end", room=here.width - 40))
    if not chamber.revealed:
        parts += _draw_unknown(look, name, chamber, here)
    row = here.y + 18
    if chamber.water:
        # A narrow room has no words in its right corner, so the drop can be higher there.
        high = here.y + 1 if look.is_narrow else row
        parts.append(_draw_drops(look, name, chamber.water, here.right - 4, high, is_lit=is_lit))
    top = row
    if chamber.salt:
        aside = 30 if chamber.water and not look.is_narrow else 0
        at = Box(here.x + 5, row, here.width - 10 - aside, _CUBES)
        parts.append(draw_cubes(look, chamber.salt, at, name))
        top += _CUBES if chamber.salt.total * (SMALLEST_CUBE + CUBE_GAP) > at.width + CUBE_GAP else 25
    elif chamber.water and not look.is_narrow:
        top += 20
    tags = [*map(look.label, own)]
    if lookers := find_lookers(look.state, name):
        letters = "".join(SEAT_LETTERS[seat] for seat in lookers)
        tags.append(sentence("picture.looked_at", look.language, players=letters))
    if tags:
        parts.append(_draw_tags(look, tags, Box(x, top, here.width - 12, 15)))
        top += 17
    ground = Box(here.x + 3, top, here.width - 6, here.foot - 3 - top)
    on_water = INK if chamber.water else ink
    parts.append(draw_miners(look, chamber.rested, chamber.tired, ground, name, on_water))
    title = describe_chamber(look, name, chamber, own, is_secret=is_secret)
    return look.place(name, "chamber", title, parts, area=cell, count=chamber.miners)


def _draw_drops(look: Look, name: str, count: int, right: float, y: float, *, is_lit: bool) -> Markup:
    """Draw a drop with the number of water cubes, on a plate if the room is dark."""
    number = str(count)
    x = right - text_width(number, 13, is_bold=True) - 2
    plate = Box(x - 17, y - 2, right + 2 - x + 17, 21)
    parts = (
        NOTHING if is_lit else box(plate, look.theme.room, radius=6),
        draw_drop(look, x - 13, y, 17),
        words(number, x + 1, y + 14, INK, size=13, is_bold=True),
    )
    return look.pieces("water", count, parts, name, "water")


def _draw_unknown(look: Look, name: str, chamber: Chamber, here: Box) -> list[Markup]:
    """Draw the known facts about an unexplored chamber: its level, or its tile in a mapped mine."""
    x, y = here.middle
    foot = y + (16 if chamber.water else 12)
    if chamber.tile is not None and look.is_narrow:
        # A narrow chamber has no room for words in its corner.
        return [words(str(chamber.tile), x, foot - 4, look.theme.rock_ink, size=13, anchor="middle", is_bold=True,
                      room=here.width - 6)]  # fmt: skip
    told = f"{roman(level_of(name))}{'' if chamber.tile else ' ?'}"
    return [words(told, x, foot, look.theme.rock_ink, size=22, anchor="middle", is_bold=True, font=TITLE_FONT)]


def _draw_tags(look: Look, tags: list[str], area: Box) -> Markup:
    """Draw the words of a space in one tag: the names of an extension's pieces, and who has seen the tile."""
    told = ", ".join(tags)
    tag = Box(area.x, area.y, min(area.width, text_width(told, 11) + 8), area.height)
    parts = (
        box(tag, look.theme.card, look.theme.line, radius=3, class_="ms-rim"),
        words(told, tag.x + 4, tag.y + 11.5, INK, size=11, room=tag.width - 8),
    )
    return look.pieces("tag", len(tags), parts)


def _draw_bank(look: Look, area: Box) -> Markup:
    """Draw the bank: money, cubes, water, and the miners that have not been hired."""
    held, theme = look.state.bank, look.theme
    x, rows = area.x + 10, (area.height - 30) / 3
    first, second, third = (area.y + 32 + rows * (row + 0.5) for row in range(3))
    pitch = (area.width - 20) / 4
    water = (
        draw_drop(look, x + 48, first - 9, 18),
        words(str(held.water), x + 66, first + 5, INK, size=14, is_bold=True),
    )
    parts = [
        box(area, theme.panel, theme.edge, weight=2, class_="ms-rim"),
        words(capitalize(look.label("bank")), x, area.y + 21, INK, size=14, is_bold=True, room=area.width - 20),
        draw_coin(look, held.money, x + 16, first, 15, "bank", "coin"),
        look.pieces("water", held.water, water, "bank", "water"),
        draw_cube_counts(look, held.salt, x, second - 9, (area.width - 16) / 3, "bank", size=16),
    ]
    for seat, count in enumerate(held.miners):
        figure = (
            draw_miner(look, seat, x + seat * pitch, third + 13, 28),
            words(str(count), x + seat * pitch + 21, third + 7, INK, size=13, is_bold=True),
        )
        parts.append(look.pieces("miner", count, figure, "bank", "miner", seat, seat=seat))
    return look.place("bank", "bank", bank_title(look), parts, area=area)


def _draw_unsold_tools(look: Look, area: Box) -> Markup:
    """Draw the tools that left the game unsold in earlier phases; nobody can buy them any more (PHASE-2)."""
    tools, told = unsold(look.state), "picture.left_unsold"
    title = describe_pile(look, told, tools or ("none",))
    size = 26.0
    # Many tools can have left the game unsold, so their cards shrink until all of them fit.
    while -(-len(tools) // (columns := int((area.width - 12) // (size + 4)))) * (size + 4) > area.height - 30:
        size *= 0.9
    parts: list[Markup] = []
    # The place exists even without tools, so that all pictures of a game have the same places.
    if tools:
        name = capitalize(look.label(told))
        parts.append(box(area, look.theme.panel, look.theme.edge, weight=2, class_="ms-rim"))
        parts.append(words(name, area.x + 10, area.y + 20, INK, size=12, is_bold=True, room=area.width - 20))
    for number, tool in enumerate(tools):
        row, column = divmod(number, columns)
        at = Box(area.x + 8 + column * (size + 4), area.y + 30 + row * (size + 4), size, size)
        parts.append(look.pieces("tool", 1, (draw_tool_card(look, tool, at),), thing=tool, state="gone"))
    return look.place("box", "pile", title, parts, area=area, count=len(tools))
