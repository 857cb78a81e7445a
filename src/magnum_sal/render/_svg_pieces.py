"""Draw the pieces of the game: miners, cubes, coins and cards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from ..model.pieces import SALT_KINDS, RoyalOrder, SaltAmount, SaltBalance, SaltKind
from ._markup import Markup, element, join_markup, short
from ._svg_elements import INK, Box, box, path, words
from .svg_look import DECOR, Look

MINER: Final = (24.0, 36.0)
"""The width and height of a standing miner. For a sleeping miner, they are swapped."""


def draw_miner(look: Look, seat: int, x: float, foot: float, height: float, *, is_tired: bool = False) -> Markup:
    """Draw a miner of *seat* on the ground at *foot*: standing and *height* high, or asleep if tired."""
    short, long = height * MINER[0] / MINER[1], height
    if is_tired:
        return look.use(f"asleep-{seat}", Box(x, foot - short, long, short))
    return look.use(f"miner-{seat}", Box(x, foot - long, short, long))


def draw_cube(look: Look, kind: str, x: float, y: float, size: float) -> Markup:
    """Draw a salt cube with its letter; *x* and *y* are its upper left corner."""
    return look.use(f"cube-{kind}", Box(x, y, size, size))


CUBE_GAP: Final = 1.0
_CUBE_LETTER: Final = 17 / 20
"""The size of the letter on a cube, as a share of the cube's side."""


@attrs.frozen
class CubeRows:
    """An arrangement of cubes in rows of equal length."""

    a_row: int
    """The number of cubes in a row, at least 1."""
    size: float
    """The side length of a cube."""
    height: float
    """The height of all rows."""


def arrange_cubes(count: int, area: Box, smallest_text: float, largest: float) -> CubeRows:
    """Return *count* cubes arranged as large as *area* allows, in several rows only if one row would be unreadable."""
    least = math.ceil(2 * smallest_text / _CUBE_LETTER) / 2
    rows = 1
    # Add rows as long as this makes the cubes larger and their letters are still unreadable.
    while (size := _cube_size(count, rows, area, largest)) < least and rows < count:
        wider = _cube_size(count, rows + 1, area, largest)
        if wider <= size:
            break
        rows += 1
    return CubeRows(max(-(-count // rows), 1), size, rows * (size + CUBE_GAP) - CUBE_GAP)


def _cube_size(count: int, rows: int, area: Box, largest: float) -> float:
    a_row = max(-(-count // rows), 1)
    size = min(largest, (area.width + CUBE_GAP) / a_row - CUBE_GAP, (area.height + CUBE_GAP) / rows - CUBE_GAP)
    return math.floor(size * 2) / 2


def draw_order_cubes(look: Look, order: RoyalOrder, area: Box) -> Markup:
    """Draw the cubes printed on an order as large as *area* allows, at its left edge and centred vertically."""
    rows = arrange_cubes(order.salt.total, area, look.smallest_text, 18)
    return draw_arranged_cubes(look, order.salt, area.move(0, (area.height - rows.height) / 2), rows)


def draw_arranged_cubes(look: Look, salt: SaltAmount, at: Box, rows: CubeRows, *names: str | int) -> Markup:
    """
    Draw an amount's cubes in *rows* that begin at the upper left corner of *at*.

    Without *names*, the cubes are not pieces but are printed on a card.
    """
    drawn: dict[str, list[Markup]] = {}
    for number, kind in enumerate(each for each in SALT_KINDS for _ in range(salt.count(each))):
        row, column = divmod(number, rows.a_row)
        x, y = at.x + column * (rows.size + CUBE_GAP), at.y + row * (rows.size + CUBE_GAP)
        drawn.setdefault(kind, []).append(draw_cube(look, kind, x, y, rows.size))
    if not names:
        return join_markup(part for parts in drawn.values() for part in parts)
    return join_markup(
        look.pieces("cube", len(parts), parts, *names, kind, thing=kind) for kind, parts in drawn.items()
    )


def draw_cube_counts(
    look: Look, salt: SaltAmount | SaltBalance, x: float, y: float, pitch: float, *names: str | int, size: float,
    ink: str = INK, kinds: Sequence[SaltKind] = SALT_KINDS,
) -> Markup:  # fmt: skip
    """Draw one cube of each of the *kinds* with its count beside it; counts may be negative."""
    parts: list[Markup] = []
    # Beside a small cube, a number has less room and is as small as the smallest text.
    gap, letters = (4.0, 14.0) if size > 13 else (1.0, look.smallest_text)
    for column, kind in enumerate(kinds):
        left, count = x + column * pitch, salt.count(kind)
        room = pitch - size - gap - 0.5
        number = words(str(count), left + size + gap, y + size * 0.84, ink, size=letters, is_bold=True, room=room)
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
        words(str(money), x, y + size * 0.36, ink, size=size, anchor="middle", is_bold=True, room=radius * 1.65),
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
        + draw_order_cubes(look, order, at)
        + draw_coin(look, order.payment, area.x + area.width / 2, area.foot - 18, 14)
    )


def draw_small_order(look: Look, order: RoyalOrder, area: Box) -> Markup:
    """Draw a royal order that a player has completed."""
    at = Box(area.x + 3, area.y + 1.5, area.width - 27, area.height - 3)
    x, (_, y) = area.right - 3, area.middle
    return (
        box(area, look.theme.card, look.theme.line, radius=3, class_="ms-rim")
        + draw_order_cubes(look, order, at)
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
    shift = f"translate({short(area.x)} {short(area.y)})"
    return element("g", *parts, transform=shift if scale == 1 else f"{shift} scale({scale:.3f})")
