"""The mine in the picture: shaft and corridors as they lie on the table, and the bank beside the lowest level."""

from __future__ import annotations

from typing import Final

from .._open_tiles import is_turned_down, tiles_lie_open
from ..labels import counted, label, roman, titled
from ..mine import CORRIDORS, SECTIONS, Chamber, Section, level_of
from ..pieces import SALT_KINDS, SEAT_LETTERS
from ..state import GameState
from ._colours import Theme
from ._svg_shapes import (
    Box,
    Drawing,
    box,
    coin,
    cube,
    cube_counts,
    cubes,
    drop,
    element,
    group,
    miner,
    miners,
    tool_card,
    words,
)

CHAMBER_WIDTH: Final = 116
_PITCH: Final = CHAMBER_WIDTH + 4
_SHAFT_WIDTH: Final = 140
_SECTION_HEIGHTS: Final = (66, 112)
"""Of a section between two levels, and of one at a level."""
WIDTH: Final = 8 * _PITCH + _SHAFT_WIDTH + 8
HEIGHT: Final = 3 * (sum(_SECTION_HEIGHTS) + 8)


def mine(state: GameState, area: Box, theme: Theme, language: str) -> Drawing:
    """Return the mine, which needs ``WIDTH`` by ``HEIGHT``."""
    boxes: dict[str, Box] = {}
    parts = [box(area.grown(4), theme.earth)]
    shaft = area.x + 4 * _PITCH + 4
    y = area.y
    for depth, section in enumerate(SECTIONS):
        height = _SECTION_HEIGHTS[depth % 2]
        boxes[section] = Box(shaft, y, _SHAFT_WIDTH, height)
        parts.append(_section(section, state, boxes[section], theme, language))
        if depth % 2:
            for side, corridor in enumerate(CORRIDORS[depth - 1 : depth + 1]):
                for number, chamber in enumerate(corridor):
                    left = shaft + _SHAFT_WIDTH + 4 + number * _PITCH if side else shaft - (number + 1) * _PITCH
                    boxes[chamber] = Box(left, y, CHAMBER_WIDTH, height)
                    parts.append(_chamber(chamber, state, boxes[chamber], theme, language))
        y += height + 4
    title = words(titled(label("mine", language)), area.x + 8, area.y + 24, theme.ink, size=18, weight="bold")
    low = area.y + 2 * (sum(_SECTION_HEIGHTS) + 8)
    bank = _bank(state, Box(area.x + 4, low + 6, 2 * _PITCH - 12, 172), theme, language)
    legend = _legend(state, Box(area.x + area.width - 2 * _PITCH + 8, low + 6, 2 * _PITCH - 12, 172), theme, language)
    return Drawing("".join((*parts, title, bank, legend)), boxes)


def _section(name: str, state: GameState, area: Box, theme: Theme, language: str) -> str:
    section = state.mine[name]
    title = f"{label('shaft', language)} {name}: {_miners_told(section, state, language)}"
    return group(
        title,
        (
            box(area, theme.rock, theme.line),
            words(name, area.x + 4, area.y + 15, theme.ink, size=13, weight="bold"),
            miners(
                section.rested, section.tired, Box(area.x + 22, area.y + 3, area.width - 26, area.height - 6), theme
            ),
        ),
        place=name,
    )


def _chamber(name: str, state: GameState, area: Box, theme: Theme, language: str) -> str:
    chamber = state.mine.chamber(name)
    x, y = area.x, area.y
    is_turned = is_turned_down(state.ruleset, chamber)
    fill, ink = (theme.tile, theme.ink) if chamber.tile and not is_turned else (theme.back, theme.back_ink)
    parts = [
        box(area, fill, theme.line),
        words(f"{name} x" if is_turned else name, x + 5, y + 16, ink, size=14, weight="bold"),
    ]
    if not chamber.revealed:
        back = roman(level_of(name)) + ("" if chamber.tile else " ?")
        parts.append(words(back, x + 58, y + 100, ink, size=30, anchor="middle", weight="bold"))
    if chamber.tile is not None:
        parts.append(words(str(chamber.tile), x + area.width - 5, y + 15, ink, size=12, anchor="end", room=70))
    parts += [cubes(chamber.salt, x + 6, y + 21), _water(chamber.water, x + 6, y + 40, ink)]
    low = Box(x + 4, y + 54, area.width - 8, area.height - 56)
    parts.append(miners(chamber.rested, chamber.tired, low, theme))
    return group(_chamber_told(name, chamber, state, language), parts, place=name)


def _water(count: int, x: float, y: float, ink: str) -> str:
    if count > 7:
        return drop(x, y) + words(str(count), x + 18, y + 12, ink, size=14, weight="bold")
    return "".join(drop(x + number * 15, y) for number in range(count))


def _chamber_told(name: str, chamber: Chamber, state: GameState, language: str) -> str:
    facts = [f"{label('salt', language)} {chamber.salt}", f"{label('water', language)} {chamber.water}"]
    if not chamber.revealed:
        facts.insert(0, label("not_reached" if chamber.tile else "face_down", language))
    elif is_turned_down(state.ruleset, chamber):
        facts.insert(0, f"{label('face_down', language)} ({label('emptied', language)})")
    if chamber.tile is not None:
        facts.append(f"{label('tile', language)} {chamber.tile}")
    facts.append(_miners_told(chamber, state, language))
    return f"{label('chamber', language)} {name}: {', '.join(facts)}"


def _miners_told(space: Section, state: GameState, language: str) -> str:
    told = [
        f"{state.players[seat].name}: {counted(count, 'miner', language)} ({label(condition, language)})"
        for condition, counts in (("rested", space.rested), ("tired", space.tired))
        for seat, count in enumerate(counts)
        if count
    ]
    return ", ".join(told) or f"{label('miners', language)}: {label('none', language)}"


def _bank(state: GameState, area: Box, theme: Theme, language: str) -> str:
    bank, x, y = state.bank, area.x + 12, area.y
    parts = [
        box(area, theme.panel, theme.line),
        words(titled(label("bank", language)), x, y + 22, theme.ink, size=16, weight="bold", room=204),
        coin(bank.money, x + 14, y + 48, theme, 16),
        words(label("money", language), x + 40, y + 53, theme.muted, size=14),
        cube_counts(bank.salt, x, y + 76, theme, 68),
        drop(x, y + 104, 18),
        words(str(bank.water), x + 24, y + 119, theme.ink, size=15, weight="bold"),
        words(label("water", language), x + 56, y + 119, theme.muted, size=14),
    ]
    for seat, count in enumerate(bank.miners):
        parts.append(miner(seat, x + seat * 52, y + 160, theme))
        parts.append(words(str(count), x + seat * 52 + 19, y + 158, theme.ink, size=15, weight="bold"))
    salt = f"{label('salt', language)} {', '.join(f'{kind} {count}' for kind, count in _salt_told(state, language))}"
    hired = ", ".join(f"{SEAT_LETTERS[seat]} {count}" for seat, count in enumerate(bank.miners))
    told = (
        f"{label('bank', language)}: {counted(bank.money, 'grosz', language)}, {salt}, "
        f"{label('water', language)} {bank.water}, {label('miners', language)} {hired}"
    )
    return group(told, parts, place="bank")


def _salt_told(state: GameState, language: str) -> list[tuple[str, int]]:
    return [(label(kind, language), state.bank.salt.of(kind)) for kind in SALT_KINDS]


def _legend(state: GameState, area: Box, theme: Theme, language: str) -> str:
    x, y = area.x + 12, area.y
    parts = [box(area, "none", theme.line)]
    for row, (condition, is_tired) in enumerate((("rested", False), ("tired", True))):
        ground = y + 34 + row * 28
        parts += [miner(seat, x + seat * 26, ground, theme, is_tired=is_tired) for seat in range(len(state.players))]
        end = x + len(state.players) * 26 + 8
        parts.append(words(label(condition, language), end, ground - 4, theme.muted, room=area.width - 130))
    for row, kind in enumerate(SALT_KINDS):
        top = y + 74 + row * 22
        parts += [cube(kind, x, top), words(label(kind, language), x + 26, top + 13, theme.muted)]
    parts += [drop(x + 1, y + 142, 16), words(label("water", language), x + 26, y + 155, theme.muted)]
    for row, condition in enumerate(("ready", "used")):
        parts.append(
            tool_card(label(condition, language), Box(x + 128, y + 88 + row * 26, 82, 20), theme, is_used=row == 1)
        )
    if tiles_lie_open(state.ruleset):
        back = Box(x + 128, y + 140, 82, 20)
        used = words(f"x {label('emptied', language)}", back.x + 6, back.y + 15, theme.back_ink, size=13, room=70)
        parts += [box(back, theme.back, theme.line), used]
    return element("g", "".join(parts), aria_hidden="true")
