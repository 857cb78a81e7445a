"""Draw the pieces of the game: miners, cubes, coins and cards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import attrs

from ..model.pieces import SALT_KINDS, SEAT_LETTERS, RoyalOrder, SaltAmount, SaltBalance
from ._markup import NOTHING, Markup, element, join_markup
from ._svg_elements import INK, Box, box, path, text_width, words
from .svg_look import DECOR, Look

MINER: Final = (24.0, 36.0)
"""The width and height of a standing miner. For a sleeping miner, they are swapped."""


def draw_miner(look: Look, seat: int, x: float, foot: float, height: float, *, is_tired: bool = False) -> Markup:
    """Draw a miner of *seat* on the ground at *foot*: standing and *height* high, or asleep if tired."""
    short, long = height * MINER[0] / MINER[1], height
    if is_tired:
        return look.use(f"asleep-{seat}", Box(x, foot - short, long, short))
    return look.use(f"miner-{seat}", Box(x, foot - long, short, long))


@attrs.frozen
class _Figure:
    """A drawn miner, or several miners of one seat as one figure with a number."""

    seat: int
    count: int
    is_tired: bool

    def one(self, height: float) -> float:
        """Return the width of the figure without its number, given the height of a standing miner."""
        return height * (1 if self.is_tired else MINER[0] / MINER[1])

    def width(self, height: float) -> float:
        """Return the width of the figure with its number."""
        if self.count == 1:
            return self.one(height)
        return self.one(height) + 2 + text_width(str(self.count), _number_size(height), is_bold=True)


def _number_size(height: float) -> float:
    return max(height * 0.45, 11)


_Rows: TypeAlias = list[list[_Figure]]

_FIGURE_GAP: Final = 2.0
_TALLEST: Final = 48.0
_SMALLEST_FIGURE: Final = 27.0
"""The minimum height of a figure with a readable letter."""


def draw_miners(
    look: Look, rested: Sequence[int], tired: Sequence[int], area: Box, place: str, ink: str, tallest: float = _TALLEST
) -> Markup:
    """
    Draw the miners in a place, sorted by seat. They stand on the floor and are as large as possible.

    Each miner has its own figure if there is room. Otherwise, equal miners share a figure with a number.
    """
    groups = [
        _Figure(seat, count, is_tired)
        for seat in range(len(rested))
        for count, is_tired in ((rested[seat], False), (tired[seat], True))
        if count
    ]
    if not groups:
        return NOTHING
    # There are three ways to draw miners, and the first that fits is used. Each miner has a figure, equal miners share
    # a figure with a number, or chips show a letter and a number. A custom ruleset can have 63 miners of a colour. So
    # at most twelve figures of a group are tried, and a larger group gets a number at once.
    singles = [attrs.evolve(group, count=1) for group in groups for _ in range(min(group.count, _MOST_SINGLES))]
    height, rows = _fit_figures(singles, area, tallest)
    if height is None or len(singles) != sum(group.count for group in groups):
        height, rows = _fit_figures(groups, area, tallest)
    if height is None:
        return _draw_chips(look, groups, area, place)
    return _draw_in_place(look, groups, rows, area, place, height, ink)


def _draw_chips(look: Look, groups: Sequence[_Figure], area: Box, place: str) -> Markup:
    """Draw the miners in a crowded place as chips with a letter and a number; a z marks tired ones."""
    wide = min(_CHIP[0], (area.width - 2) / 2)
    columns = int((area.width + 2) // (wide + 2))
    rows = -(-len(groups) // columns)
    high = min(_CHIP[1], area.height / rows)
    parts: list[Markup] = []
    for number, group in enumerate(groups):
        row, column = divmod(number, columns)
        x = area.x + (area.width - columns * (wide + 2) + 2) / 2 + column * (wide + 2)
        chip = Box(x, area.foot - (rows - row) * high, wide, high - 1)
        told = f"{SEAT_LETTERS[group.seat]}{group.count}{'z' if group.is_tired else ''}"
        figure = (
            box(chip, look.theme.seats[group.seat], look.theme.rim, radius=5, class_="ms-figure"),
            words(told, chip.x + chip.width / 2, chip.foot - 3, look.theme.seats_ink[group.seat], size=11,
                  anchor="middle", is_bold=True, room=chip.width - 2),
        )  # fmt: skip
        parts.append(_group(look, group, figure, place))
    return join_markup(parts)


_CHIP: Final = (28.0, 15.5)
_MOST_SINGLES: Final = 12
"""The maximum number of a seat's miners that are drawn individually."""


def _fit_figures(figures: Sequence[_Figure], area: Box, tallest: float) -> tuple[float | None, _Rows]:
    """Return the maximum height at which *figures* fit (None if that is below the minimum), and their rows."""
    # A miner is two thirds as wide as high, so a step of 1.5 in height is a step of 1 in width. Sizes are tried from
    # the largest down, each with its own rows. There are at most about fifteen steps, because no figure is taller than
    # 48 or smaller than 27.
    height = min(tallest, math.floor(area.height * 2 / 3) * 1.5)
    while True:
        rows = _in_rows(figures, area.width, height)
        high = len(rows) * height + (len(rows) - 1) * _FIGURE_GAP
        if high <= area.height and all(_width(row, height) <= area.width for row in rows):
            return height, rows
        if height <= _SMALLEST_FIGURE:
            return None, rows
        height = max(height - 1.5, _SMALLEST_FIGURE)


def _width(row: Sequence[_Figure], height: float) -> float:
    return sum(figure.width(height) for figure in row) + _FIGURE_GAP * (len(row) - 1)


def _in_rows(figures: Sequence[_Figure], width: float, height: float) -> _Rows:
    rows: _Rows = [[]]
    for figure in figures:
        if rows[-1] and _width([*rows[-1], figure], height) > width:
            rows.append([])
        rows[-1].append(figure)
    return rows


def _draw_in_place(
    look: Look, groups: Sequence[_Figure], rows: _Rows, area: Box, place: str, height: float, ink: str
) -> Markup:
    """Draw the figures in their rows, grouped by seat and by whether the miners are tired."""
    drawn: dict[tuple[int, bool], list[Markup]] = {(group.seat, group.is_tired): [] for group in groups}
    foot = area.foot - (len(rows) - 1) * (height + _FIGURE_GAP)
    for row in rows:
        x = area.x + (area.width - _width(row, height)) / 2
        for figure in row:
            parts = drawn[figure.seat, figure.is_tired]
            parts.append(draw_miner(look, figure.seat, x, foot, height, is_tired=figure.is_tired))
            if figure.count != 1:
                number, size = str(figure.count), _number_size(height)
                parts.append(words(number, x + figure.one(height) + 1, foot - 2, ink, size=size, is_bold=True))
            x += figure.width(height) + _FIGURE_GAP
        foot += height + _FIGURE_GAP
    return join_markup(_group(look, group, drawn[group.seat, group.is_tired], place) for group in groups)


def _group(look: Look, group: _Figure, parts: Sequence[Markup], place: str) -> Markup:
    condition = "tired" if group.is_tired else "rested"
    return look.pieces("miner", group.count, parts, place, condition, group.seat, seat=group.seat, state=condition)


def draw_cube(look: Look, kind: str, x: float, y: float, size: float) -> Markup:
    """Draw a salt cube with its letter; *x* and *y* are its upper left corner."""
    return look.use(f"cube-{kind}", Box(x, y, size, size))


SMALLEST_CUBE: Final = 15.0
"""The minimum side length of a cube with a readable letter."""


def draw_cubes(
    look: Look, salt: SaltAmount, area: Box, *names: str | int, largest: float = 24, is_centred: bool = False
) -> Markup:
    """
    Draw an amount's cubes as large as *area* allows, starting at its upper left corner or the middle of its left edge.

    If the letters would be unreadable in one row, use several rows. Without *names*, the cubes are not pieces but are
    printed on a card.
    """
    kinds = [kind for kind in SALT_KINDS for _ in range(salt.count(kind))]
    rows = 1
    # Add rows as long as this makes the cubes larger and their letters are still unreadable.
    while (size := _cube_size(len(kinds), rows, area, largest)) < SMALLEST_CUBE and rows < len(kinds):
        wider = _cube_size(len(kinds), rows + 1, area, largest)
        if wider <= size:
            break
        rows += 1
    a_row = -(-len(kinds) // rows)
    top = area.y + (area.height - rows * (size + CUBE_GAP) + CUBE_GAP) / 2 if is_centred else area.y
    drawn: dict[str, list[Markup]] = {}
    for number, kind in enumerate(kinds):
        x = area.x + number % a_row * (size + CUBE_GAP)
        drawn.setdefault(kind, []).append(draw_cube(look, kind, x, top + number // a_row * (size + CUBE_GAP), size))
    if not names:
        return join_markup(part for parts in drawn.values() for part in parts)
    return join_markup(
        look.pieces("cube", len(parts), parts, *names, kind, thing=kind) for kind, parts in drawn.items()
    )


CUBE_GAP: Final = 1.0


def _cube_size(count: int, rows: int, area: Box, largest: float) -> float:
    a_row = -(-count // rows)
    size = min(largest, (area.width + CUBE_GAP) / a_row - CUBE_GAP, (area.height + CUBE_GAP) / rows - CUBE_GAP)
    return math.floor(size * 2) / 2


def draw_cube_counts(
    look: Look, salt: SaltAmount | SaltBalance, x: float, y: float, pitch: float, *names: str | int, size: float = 18
) -> Markup:
    """Draw one cube of each kind with its count beside it; counts may be negative."""
    parts: list[Markup] = []
    for column, kind in enumerate(SALT_KINDS):
        left, count = x + column * pitch, salt.count(kind)
        number = words(str(count), left + size + 4, y + size * 0.8, INK, size=14, is_bold=True)
        parts.append(
            look.pieces("cube", count, (draw_cube(look, kind, left, y, size), number), *names, kind, thing=kind)
        )
    return join_markup(parts)


def draw_drop(look: Look, x: float, y: float, height: float) -> Markup:
    """Draw a drop of water; *x* and *y* are the upper left corner of its box, whose width is 0.7 times its height."""
    return look.use("drop", Box(x, y, height * 0.7, height))


def draw_coin(
    look: Look, money: int, x: float, y: float, radius: float, *names: str | int, seat: int | None = None
) -> Markup:
    """Draw a coin with an amount of groszy, centred on *x*, *y*. A coin without *names* is a printed price."""
    size, ink = max(radius * (1.1 if money < 100 else 0.85), 11), look.theme.coin_ink
    parts = (
        look.use("coin", Box(x - radius, y - radius, 2 * radius, 2 * radius)),
        words(str(money), x, y + size * 0.36, ink, size=size, anchor="middle", is_bold=True, room=radius * 1.75),
    )
    return look.pieces("coin", money, parts, *names, seat=seat) if names else join_markup(parts)


def draw_medal(look: Look, rank: int, x: float, y: float) -> Markup:
    """Draw a rank as a medal, which is gold for the winner."""
    theme = look.theme
    is_first = rank == 1
    fill, line, ink = (theme.coin, theme.coin_ink, theme.coin_ink) if is_first else (theme.card, theme.line, INK)
    seen_as = "ms-figure" if is_first else "ms-rim"
    drawn = element("circle", cx=x, cy=y, r=13, fill=fill, stroke=line, class_=seen_as)
    return drawn + words(f"{rank}.", x + 1, y + 5, ink, size=13, anchor="middle", is_bold=True)


def draw_empty_card(look: Look, area: Box) -> Markup:
    """Draw an empty space for a card."""
    return box(area, "none", look.theme.line, dashes="4 3", class_="ms-rim")


def draw_order_card(look: Look, order: RoyalOrder | None, area: Box) -> Markup:
    """Draw an open royal order, or its empty space."""
    if order is None:
        return draw_empty_card(look, area)
    wide = min(order.salt.total * 19.0 - CUBE_GAP, area.width - 2)
    at = Box(area.x + (area.width - wide) / 2, area.y + 2, wide, area.height - 37)
    return (
        box(area, look.theme.card, look.theme.line, class_="ms-rim")
        + draw_cubes(look, order.salt, at, largest=18, is_centred=True)
        + draw_coin(look, order.payment, area.x + area.width / 2, area.foot - 18, 14)
    )


def draw_small_order(look: Look, order: RoyalOrder, area: Box) -> Markup:
    """Draw a royal order that a player has completed."""
    at = Box(area.x + 3, area.y + 1.5, area.width - 27, area.height - 3)
    x, (_, y) = area.right - 3, area.middle
    return (
        box(area, look.theme.card, look.theme.line, radius=3, class_="ms-rim")
        + draw_cubes(look, order.salt, at, largest=18, is_centred=True)
        + words(str(order.payment), x, y + 4.5, INK, size=12, anchor="end", is_bold=True, room=21)
    )


def draw_tool_card(look: Look, tool: str, area: Box, *, is_used: bool = False) -> Markup:
    """Draw a tool card, crossed out and paler if it is face down (TOOL-1)."""
    theme = look.theme
    size = min(area.width, area.height) - 4
    at = Box(area.x + (area.width - size) / 2, area.y + (area.height - size) / 2, size, size)
    face = look.use(look.symbol_of(tool, "card"), at)
    if not is_used:
        return box(area, theme.card, theme.line, radius=4, class_="ms-rim") + face
    slash = f"M{area.x + 3:.1f} {area.foot - 3:.1f}L{area.right - 3:.1f} {area.y + 3:.1f}"
    return (
        box(area, theme.panel, theme.line, radius=4, dashes="3 2", class_="ms-rim")
        + element("g", face, opacity=0.5, class_=DECOR)
        + path(slash, line=theme.ink, weight=2, class_="ms-figure")
    )


def draw_card_back(look: Look, count: int, area: Box) -> Markup:
    """Draw a face-down stack with its number of cards."""
    theme = look.theme
    if not count:
        card, ink = draw_empty_card(look, area), theme.muted
    else:
        below = [area.move(2.0 * depth, 2.0 * depth) for depth in range(min(count, 4))]
        card = join_markup(box(place, theme.back, theme.line, class_="ms-rim") for place in reversed(below))
        ink = theme.back_ink
    x, y = area.middle
    return card + words(str(count), x, y + 6, ink, size=17, anchor="middle", is_bold=True)


def in_box(parts: Iterable[Markup], area: Box, scale: float) -> Markup:
    """Return elements drawn from the origin, moved to *area* and scaled."""
    shift = f"translate({area.x:.1f} {area.y:.1f})"
    return element("g", *parts, transform=shift if scale == 1 else f"{shift} scale({scale:.3f})")
