"""The mine in the picture: a cross-section of the earth, with the bank and unsold tools beside it."""

from __future__ import annotations

from typing import Final

from ..model.mine import CHAMBERS, SECTIONS, Chamber, level_of
from ..model.pieces import SEAT_LETTERS
from ..words import capitalize, roman, sentence
from ._markup import NOTHING, Markup, join_markup
from ._svg_crowds import draw_miners
from ._svg_earth import draw_ground, is_lit
from ._svg_elements import INK, TITLE_FONT, Box, Drawing, box, text_width, words
from ._svg_grid import WALL, grid, room_in
from ._svg_pieces import (
    arrange_cubes,
    draw_arranged_cubes,
    draw_coin,
    draw_cube_counts,
    draw_drop,
    draw_miner,
    draw_tool_card,
)
from ._svg_titles import bank_title, describe_chamber, describe_pile, describe_section
from .board_facts import find_chamber, find_lookers, pieces_in_mine, unsold
from .svg_look import Look

_SURFACES: Final = (36.0, 30.0)
"""The height of the area above the earth, with the grass and the hoist over the shaft: for a screen, for a phone."""
_BELOW: Final = 6.0
_TALLEST: Final = (42.0, 34.0)
"""The maximum height of a miner: for a screen, for a phone."""


def draw_mine(look: Look, x: float, y: float, width: float) -> Drawing:
    """Draw the mine. The width determines its height."""
    surface = _SURFACES[look.is_narrow]
    rooms = grid(x + 4, y + surface, width - 8, is_narrow=look.is_narrow)
    height = surface + rooms.height + _BELOW
    # The whole ground is drawn before any place, because passages and the chain cross the borders of places. A place
    # therefore contains only the items in it.
    own = pieces_in_mine(look.state)
    ground = draw_ground(look, Box(x, y, width, height), surface, rooms)
    draw_bank = _draw_small_bank if look.is_narrow else _draw_bank
    parts = [
        look.part("mine", capitalize(look.label("mine")), ground),
        *(_section(look, section, rooms.cells[section], own.get(section, ())) for section in SECTIONS),
        *(_chamber(look, chamber, rooms.cells[chamber], own.get(chamber, ())) for chamber in CHAMBERS),
        look.place("bank", "bank", bank_title(look), draw_bank(look, rooms.free[0]), area=rooms.free[0]),
        _draw_unsold_tools(look, rooms.free[1]),
    ]
    boxes = {**rooms.cells, "bank": rooms.free[0], "box": rooms.free[1]}
    return Drawing(join_markup(parts), boxes, width, height)


_MOST_CUBES: Final = 4
"""The maximum number of cubes that a chamber in a picture for a phone shows one by one, in one row."""


def _section(look: Look, name: str, cell: Box, own: tuple[str, ...]) -> Markup:
    section, theme = look.state.mine[name], look.theme
    aside = 17.0 if look.is_narrow else 22.0
    area = Box(cell.x + WALL + aside, cell.y + 4, cell.width - 2 * WALL - aside - 9, cell.height - WALL - 7)
    parts = []
    if look.has_coordinates:
        plate = Box(cell.x + WALL + 2, cell.y + 4, 21, 16)
        parts.append(box(plate, theme.shaft, radius=3))
        size = look.smallest_text
        parts.append(words(name, plate.x + 10.5, plate.y + 12.5, INK, size=size, anchor="middle", is_bold=True))
    if own:
        # The tag is between the id of the section and the rope of the hoist. In a short section, small miners just fit
        # below it.
        tag = Box(cell.x + WALL + 24, cell.y + 1, area.right - cell.x - WALL - 24, 14)
        parts.append(_draw_tags(look, [*map(look.label, own)], tag))
        area = Box(area.x, tag.foot + 0.5, area.width, area.foot - tag.foot - 0.5)
    tallest = _TALLEST[look.is_narrow]
    parts.append(draw_miners(look, section.rested, section.tired, area, name, INK, tallest))
    title = describe_section(look, name, section, own)
    return look.place(name, "section", title, parts, area=cell, count=section.miners)


def _chamber(look: Look, name: str, cell: Box, own: tuple[str, ...]) -> Markup:
    (chamber, is_secret), theme = find_chamber(look.state, name), look.theme
    # Words and numbers need a colour that stands out from the ground of the room, so it depends on whether the room is
    # lit.
    is_bright, here, size = is_lit(look, chamber), room_in(cell), look.smallest_text
    ink = INK if is_bright else theme.rock_ink
    x, y = here.x + 6, here.y + 13
    parts: list[Markup] = []
    if look.has_coordinates:
        parts.append(words(name, x, y, ink, size=size, is_bold=True))
    if chamber.tile is not None and not look.is_narrow:
        parts.append(words(str(chamber.tile), here.right - 5, y, ink, size=size, anchor="end", room=here.width - 40))
    if not chamber.revealed:
        parts += _draw_unknown(look, name, chamber, here)
    row = here.y + (17 if look.is_narrow else 18)
    if chamber.water:
        # A narrow room has no words in its right corner, so the drop can be higher there.
        high = here.y + 1 if look.is_narrow else row
        parts.append(_draw_drops(look, name, chamber.water, here.right - 4, high, is_lit=is_bright))
    top = row
    if chamber.salt:
        aside = 28 if chamber.water and not look.is_narrow else 0
        at = Box(here.x + 4, row, here.width - 8 - aside, 15 if look.is_narrow else 32)
        if look.is_narrow and chamber.salt.total > _MOST_CUBES:
            kinds = list(chamber.salt.kinds())
            pitch = min(at.width / len(kinds), 28)
            parts.append(draw_cube_counts(look, chamber.salt, at.x, at.y, pitch, name, size=13, ink=ink, kinds=kinds))
            top += 15
        else:
            rows = arrange_cubes(chamber.salt.total, at, size, largest=15 if look.is_narrow else 18)
            parts.append(draw_arranged_cubes(look, chamber.salt, at, rows, name))
            top += rows.height + 1
    if chamber.water and not look.is_narrow:
        top = max(top, row + 20)
    tags = [*map(look.label, own)]
    if lookers := find_lookers(look.state, name):
        letters = "".join(SEAT_LETTERS[seat] for seat in lookers)
        tags.append(sentence("picture.looked_at", look.language, players=letters))
    if tags:
        parts.append(_draw_tags(look, tags, Box(x, top, here.width - 12, 15)))
        top += 16
    ground = Box(here.x + 1, top, here.width - 2, here.foot - 3 - top)
    on_water = INK if chamber.water else ink
    parts.append(draw_miners(look, chamber.rested, chamber.tired, ground, name, on_water, _TALLEST[look.is_narrow]))
    title = describe_chamber(look, name, chamber, own, is_secret=is_secret)
    return look.place(name, "chamber", title, parts, area=cell, count=chamber.miners)


def _draw_drops(look: Look, name: str, count: int, right: float, y: float, *, is_lit: bool) -> Markup:
    """Draw a drop with the number of water cubes, on a plate if the room is dark."""
    number = str(count)
    high, size = (15.0, 12.0) if look.is_narrow else (17.0, 13.0)
    x = right - text_width(number, size, is_bold=True) - 2
    plate = Box(x - high, y - 1, right + 2 - x + high, high + 3)
    parts = (
        NOTHING if is_lit else box(plate, look.theme.room, radius=6),
        draw_drop(look, x - high * 0.75, y, high),
        words(number, x + 1, y + high - 3, INK, size=size, is_bold=True),
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
    size = look.smallest_text
    tag = Box(area.x, area.y, min(area.width, text_width(told, size) + 8), area.height)
    parts = (
        box(tag, look.theme.card, look.theme.line, radius=3, class_="ms-rim"),
        words(told, tag.x + 4, tag.y + 11.5, INK, size=size, room=tag.width - 8),
    )
    return look.pieces("tag", len(tags), parts)


def _draw_bank(look: Look, area: Box) -> list[Markup]:
    """Draw the bank: money, cubes, water, and the miners that have not been hired."""
    held, theme = look.state.bank, look.theme
    x, rows = area.x + 10, (area.height - 28) / 3
    first, second, third = (area.y + 26 + rows * (row + 0.5) for row in range(3))
    pitch = (area.width - 20) / 4
    water = (
        draw_drop(look, x + 48, first - 9, 18),
        words(str(held.water), x + 66, first + 5, INK, size=14, is_bold=True),
    )
    parts = [
        box(area, theme.panel, theme.edge, weight=2, class_="ms-rim"),
        words(capitalize(look.label("bank")), x, area.y + 20, INK, size=14, is_bold=True, room=area.width - 20),
        draw_coin(look, held.money, x + 16, first, 15, "bank", "coin"),
        look.pieces("water", held.water, water, "bank", "water"),
        draw_cube_counts(look, held.salt, x, second - 9, (area.width - 16) / 3, "bank", size=17),
    ]
    for seat, count in enumerate(held.miners):
        figure = (
            draw_miner(look, seat, x + seat * pitch, third + 14, 28),
            words(str(count), x + seat * pitch + 21, third + 8, INK, size=13, is_bold=True, room=pitch - 21),
        )
        parts.append(look.pieces("miner", count, figure, "bank", "miner", seat, seat=seat))
    return parts


def _draw_small_bank(look: Look, area: Box) -> list[Markup]:
    """Draw the bank as a plate for a phone: the money, and two rows of other pieces beside it."""
    held, theme, size = look.state.bank, look.theme, look.smallest_text
    left, middle = area.x + 27, area.y + area.height / 2
    pitch = (area.right - left - 1) / 4
    water = (
        draw_drop(look, left + 1, area.y + 2, 14),
        words(str(held.water), left + 12, area.y + 13, INK, size=size, is_bold=True, room=pitch - 12.5),
    )
    parts = [
        box(area, theme.panel, theme.edge, weight=2, class_="ms-rim"),
        draw_coin(look, held.money, area.x + 14, middle, 12, "bank", "coin"),
        look.pieces("water", held.water, water, "bank", "water"),
    ]
    at = left + pitch
    parts.append(draw_cube_counts(look, held.salt, at, area.y + 2, pitch, "bank", size=13))
    for seat, count in enumerate(held.miners):
        x = left + seat * pitch
        figure = (
            draw_miner(look, seat, x - 1, area.foot - 1.5, 24),
            words(str(count), x + 16, area.foot - 4, INK, size=size, is_bold=True, room=pitch - 16.5),
        )
        parts.append(look.pieces("miner", count, figure, "bank", "miner", seat, seat=seat))
    return parts


def _draw_unsold_tools(look: Look, area: Box) -> Markup:
    """Draw the tools that left the game unsold in earlier phases; nobody can buy them any more (PHASE-2)."""
    tools, told = unsold(look.state), "picture.left_unsold"
    title = describe_pile(look, told, tools or ("none",))
    head, size = (16.0, 22.0) if look.is_narrow else (30.0, 38.0)
    # Many tools can have left the game unsold, so their cards shrink until all of them fit.
    while -(-len(tools) // (columns := int((area.width - 12) // (size + 3)))) * (size + 3) > area.height - head:
        size *= 0.9
    parts: list[Markup] = []
    # The place exists even without tools, so that all pictures of a game have the same places.
    if tools:
        name, letters = capitalize(look.label(told)), look.smallest_text
        parts.append(box(area, look.theme.panel, look.theme.edge, weight=2, class_="ms-rim"))
        foot = area.y + (12 if look.is_narrow else 20)
        parts.append(words(name, area.x + 8, foot, INK, size=letters, is_bold=True, room=area.width - 16))
    for number, tool in enumerate(tools):
        row, column = divmod(number, columns)
        at = Box(area.x + 8 + column * (size + 3), area.y + head + row * (size + 3), size, size)
        parts.append(look.pieces("tool", 1, (draw_tool_card(look, tool, at),), thing=tool, state="gone"))
    return look.place("box", "pile", title, parts, area=area, count=len(tools))
