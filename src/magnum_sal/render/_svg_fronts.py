"""The fronts of the buildings: a wall, a roof in the building's own form and tint, and what is written on the roof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import attrs

from ..model.rule import Building
from ..words import capitalize
from ._markup import NOTHING, Markup, element, join_markup, short
from ._svg_elements import INK, Box, box, path, words
from ._svg_pieces import draw_miner
from .svg_look import DECOR, Look
from .themes import Theme

_TINT: Final = "0.22"
"""The opacity of a roof's tint. Words on the roof keep the contrast that they have on a panel."""
_SLOPE: Final = 15.0
"""The width of the sloping side of a roof."""
_EAVES: Final = 3.0
"""How far a roof extends beyond the wall."""
_RING: Final = 17.0
"""The radius of an assistant's place."""
_NARROW_RING: Final = 16.0

_Top: TypeAlias = Callable[[Theme, Box], Markup]
"""Draws decoration on a roof, whose box is given. It may rise a few units above the box."""


def draw_front(look: Look, building: Building, here: Box, head: float) -> Markup:
    """Draw a building without its contents. *head* is the height of its roof, which has the name on it."""
    form = _FORMS.get(building.id, _OTHER)
    roof = Box(here.x, here.y, here.width, head - 4)
    return join_markup(
        (
            _draw_wall(look.theme, here, roof),
            form.draw_roof(look.theme, roof),
            element("g", form.draw_top(look.theme, roof), class_=DECOR),
            _draw_sign(look, building, roof),
            _draw_visit(look, building, here),
            _draw_assistant(look, building, roof),
        )
    )


def _draw_wall(theme: Theme, here: Box, roof: Box) -> Markup:
    """Draw the wall of a building with a row of stones at its foot."""
    wall = Box(here.x + _EAVES, roof.foot, here.width - 2 * _EAVES, here.foot - roof.foot)
    stones = f"M{short(wall.x + 6)} {short(wall.foot - 3)}H{short(wall.right - 6)}"
    row = path(stones, line=theme.line, weight=3, stroke_dasharray="11 2", stroke_opacity="0.3", class_=DECOR)
    return box(wall, theme.panel, theme.line, radius=3, class_="ms-rim") + row


def _draw_sign(look: Look, building: Building, roof: Box) -> Markup:
    """Draw the symbol and the name of a building on its roof."""
    height = roof.height - 3
    width = height * 1.2
    middle = roof.y + roof.height / 2
    left = roof.x + _SLOPE / 2 + 1
    size, start = 13 if look.is_narrow else 15, left + width + 4
    end = roof.right - _SLOPE / 2 - (2 * _ring(look) if building.has_assistant_place else 2)
    symbol = look.use(look.symbol_of(building.id, "house"), Box(left, roof.y + 3, width, height))
    name = capitalize(look.label(building.id))
    return symbol + words(name, start, middle + 6, INK, size=size, is_bold=True, room=end - start)


def _draw_visit(look: Look, building: Building, here: Box) -> Markup:
    """Draw a tick if the player has visited the building in this turn."""
    state, theme = look.state, look.theme
    if state.turn is None or building.id not in state.turn.visited:
        return NOTHING
    x, y = here.x + 9, here.y + 9
    tick = f"M{short(x - 5)} {short(y)}l4 5l7 -10"
    dot = element("circle", cx=x, cy=y, r=10, fill=theme.seats[state.turn_seat], stroke=theme.rim, class_="ms-figure")
    return dot + path(tick, line=theme.seats_ink[state.turn_seat], weight=2.5)


def _ring(look: Look) -> float:
    return _NARROW_RING if look.is_narrow else _RING


def _draw_assistant(look: Look, building: Building, roof: Box) -> Markup:
    """Draw the place of a building's assistant, and the assistant if there is one."""
    if not building.has_assistant_place:
        return NOTHING
    theme, radius, owner = look.theme, _ring(look), look.state.assistant(building.id)
    # The ring stands on the eaves. On a phone, where roofs are low, it rises above the roof.
    x, y = roof.right - radius - 5, roof.foot + 2 - radius
    # A roof is darker than a panel, so the ring has a darker line than the rims of the cards.
    ring = element(
        "circle", cx=x, cy=y, r=radius, fill=theme.card, stroke=theme.muted, stroke_dasharray="3 2", class_="ms-rim",
    )  # fmt: skip
    if owner is None:
        return ring
    height = 2 * radius - 2
    figure = draw_miner(look, owner, x - height / 3, y + radius - 2, height)
    return ring + look.pieces("miner", 1, (figure,), building.id, "assistant", seat=owner, state="rested")


@attrs.frozen
class _Form:
    """The form of a building's roof."""

    outline: Callable[[Box], str]
    tint: Callable[[Theme], str]
    draw_top: _Top

    def draw_roof(self, theme: Theme, roof: Box) -> Markup:
        """Draw the roof in its tint, on a ground like that of a panel."""
        outline = self.outline(roof)
        ground = path(outline, fill=theme.panel, line=theme.line, stroke_linejoin="round", class_="ms-rim")
        return ground + path(outline, fill=self.tint(theme), fill_opacity=_TINT, class_=DECOR)


def _trace_hipped_roof(roof: Box) -> str:
    """Return the outline of a roof with two sloping sides."""
    return (
        f"M{short(roof.x)} {short(roof.foot)}L{short(roof.x + _SLOPE)} {short(roof.y)}"
        f"H{short(roof.right - _SLOPE)}L{short(roof.right)} {short(roof.foot)}z"
    )


def _trace_curved_roof(roof: Box) -> str:
    """Return the outline of a roof with two hollow sides."""
    return (
        f"M{short(roof.x)} {short(roof.foot)}Q{short(roof.x + _SLOPE - 3)} {short(roof.foot - 5)} "
        f"{short(roof.x + _SLOPE)} {short(roof.y)}H{short(roof.right - _SLOPE)}"
        f"Q{short(roof.right - _SLOPE + 3)} {short(roof.foot - 5)} {short(roof.right)} {short(roof.foot)}z"
    )


_TOOTH: Final = 5.0
"""The height of a battlement."""


def _trace_battlements(roof: Box) -> str:
    """Return the outline of a wall with battlements between two towers."""
    left, right, tower = roof.x + 1, roof.right - 1, 34.0
    count = max(int((roof.width - 2 * tower - 2) // 22) * 2 + 1, 3)
    tooth = (right - left - 2 * tower) / count
    walk = "".join(f"v{short(_TOOTH if number % 2 else -_TOOTH)}h{tooth:.2f}" for number in range(1, count))
    crown = f"v{short(-_TOOTH)}h8v{short(_TOOTH)}h5v{short(-_TOOTH)}h8v{short(_TOOTH)}h5v{short(-_TOOTH)}h8"
    low = roof.y + _TOOTH
    return (
        f"M{short(left)} {short(roof.foot)}V{short(roof.y)}{crown}V{short(low)}h{tooth:.2f}{walk}"
        f"V{short(roof.y)}{crown.removeprefix(f'v{short(-_TOOTH)}')}V{short(roof.foot)}z"
    )


def _trace_board(roof: Box) -> str:
    """Return the outline of a board with a rounded upper edge."""
    x, right, y = roof.x + _EAVES, roof.right - _EAVES, roof.y + 3
    return f"M{short(x)} {short(roof.foot)}V{short(y + 8)}q0 -8 8 -8H{short(right - 8)}q8 0 8 8V{short(roof.foot)}z"


def _draw_tiles(tint: str, roof: Box) -> Markup:
    """Draw rows of tiles on a roof with sloping sides."""
    rows = max(int(roof.height // 8), 1)
    inset = [_SLOPE * (1 - (row + 1) / (rows + 1)) + 4 for row in range(rows)]
    drawn = "".join(
        f"M{short(roof.x + inset[row])} {short(roof.y + (row + 1) * roof.height / (rows + 1))}"
        f"H{short(roof.right - inset[row])}"
        for row in range(rows)
    )
    return path(drawn, line=tint, weight=1, stroke_dasharray="9 3", stroke_opacity="0.35")


def _draw_chimney(theme: Theme, x: float, foot: float) -> Markup:
    """Draw a chimney; *x* is its left side."""
    return path(f"M{short(x)} {short(foot)}v-9h-2v-3h14v3h-2v9z", fill=theme.roof, line=theme.line)


def _draw_smoke(theme: Theme, x: float, foot: float) -> Markup:
    """Draw the smoke over a chimney."""
    drawn = f"M{short(x + 5)} {short(foot - 14)}q-5 -4 1 -7q5 -3 1 -6"
    return path(drawn, line=theme.muted, weight=2.5, stroke_opacity="0.35", stroke_linecap="round")


def _draw_inn_top(theme: Theme, roof: Box) -> Markup:
    x, y = roof.right - 46, roof.y + 3
    return _draw_chimney(theme, x, y) + _draw_smoke(theme, x, y) + _draw_tiles(theme.roof, roof)


def _draw_workshop_top(theme: Theme, roof: Box) -> Markup:
    chimney = _draw_chimney(theme, roof.x + roof.width * 0.56, roof.y + 3)
    return chimney + _draw_tiles(theme.wood, roof)


def _draw_pump_top(theme: Theme, roof: Box) -> Markup:
    """Draw a small tower with a pointed roof on the ridge."""
    x, y = roof.x + roof.width * 0.58, roof.y + 1
    tower = path(f"M{short(x - 7)} {short(y)}v-6h14v6z", fill=theme.panel, line=theme.line)
    tip = path(f"M{short(x - 10)} {short(y - 6)}l10 -9l10 9z", fill=theme.drop, line=theme.line)
    return tower + tip + _draw_tiles(theme.drop, roof)


def _draw_awning(theme: Theme, roof: Box) -> Markup:
    """Draw the scalloped edge of a striped awning along the foot of a roof."""
    count = max(int(roof.width // 20) | 1, 5)
    wide, y = roof.width / count, roof.foot - 4
    flap = f"v4q{wide / 2:.2f} 7 {wide:.2f} 0v-4z"
    red, pale = (
        "".join(f"M{roof.x + number * wide:.2f} {short(y)}{flap}" for number in range(first, count, 2))
        for first in (0, 1)
    )
    return path(pale, fill=theme.card, line=theme.line) + path(red, fill=theme.roof, line=theme.line)


def _draw_flags(theme: Theme, roof: Box) -> Markup:
    """Draw a flag on each of the castle's towers, and rows of stones."""
    poles = "".join(f"M{short(x)} {short(roof.y - _TOOTH + 2)}v-14" for x in (roof.x + 18, roof.right - 18))
    cloths = "".join(
        f"M{short(x)} {short(roof.y - _TOOTH - 12)}q6 -2 8 0t8 0v7q-6 2 -8 0t-8 0z"
        for x in (roof.x + 18, roof.right - 18)
    )
    stones = "".join(
        f"M{short(roof.x + 6 + 5 * (row % 2))} {short(roof.y + _TOOTH + 6 + 8 * row)}H{short(roof.right - 6)}"
        for row in range(max(int((roof.height - 8) // 8), 1))
    )
    return (
        path(poles, line=theme.wood, weight=2)
        + path(cloths, fill=theme.roof, line=theme.line)
        + path(stones, line=theme.line, weight=1, stroke_dasharray="12 5", stroke_opacity="0.35")
    )


def _draw_square_top(theme: Theme, roof: Box) -> Markup:
    """Draw a lime tree and a string of pennants over the square."""
    x, y = roof.right - 11, roof.y + 14
    crown = f"M{short(x)} {short(y)}q-11 0 -9 -9q-2 -6 3 -8q2 -5 6 -5t6 5q5 2 3 8q2 9 -9 9z"
    start, end, y = roof.x + 46, roof.right - 20, roof.y + 3
    pitch = (end - start) / 8
    pennants = "".join(f"M{short(start + number * pitch + 2)} {short(y)}l5 8l5 -8z" for number in range(8))
    return (
        path(pennants, fill=theme.roof, fill_opacity="0.45")
        + path(f"M{short(start)} {short(y)}H{short(end)}", line=theme.line)
        + path(crown, fill=theme.grass, line=theme.line)
    )


_OTHER: Final = _Form(_trace_hipped_roof, lambda theme: theme.cloth, lambda theme, roof: _draw_tiles(theme.wood, roof))
"""The form of an extension's building."""
_FORMS: Final[Mapping[str, _Form]] = {
    "inn": _Form(_trace_hipped_roof, lambda theme: theme.roof, _draw_inn_top),
    "workshop": _Form(_trace_hipped_roof, lambda theme: theme.wood, _draw_workshop_top),
    "pump_house": _Form(_trace_curved_roof, lambda theme: theme.drop, _draw_pump_top),
    "market": _Form(_trace_board, lambda theme: theme.coin, _draw_awning),
    "castle": _Form(_trace_battlements, lambda theme: theme.metal, _draw_flags),
    "town_square": _Form(_trace_board, lambda theme: theme.grass, _draw_square_top),
}
"""The forms of the standard buildings."""
