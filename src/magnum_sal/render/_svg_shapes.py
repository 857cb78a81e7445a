"""Shapes of our own for the picture: texts, cubes, drops, coins, miners."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import attrs

from .._remembering import cached
from ..pieces import SALT_KINDS, SEAT_LETTERS, RoyalOrder, SaltAmount
from ._colours import SALT_COLOURS, WATER_COLOUR, Theme

FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"
CUBE: Final = 16
"""The side of a salt cube."""


@attrs.frozen
class Box:
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> Box:
        """Return the rectangle with a margin around it."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, x: float, y: float) -> Box:
        """Return the rectangle moved to the right and down."""
        return Box(self.x + x, self.y + y, self.width, self.height)

    def scaled(self, by: float) -> Box:
        """Return the rectangle as a picture of another size has it."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)


@attrs.frozen
class Drawing:
    """A part of the picture."""

    body: str
    """Its elements."""
    boxes: dict[str, Box]
    """Where each place of the table is drawn, for highlights."""


def element(name: str, content: str = "", **attributes: str | float) -> str:
    """Return an element; underscores in names of attributes stand for hyphens, and *content* is taken as it is."""
    written = "".join(
        f" {_attribute_name(key)}={_quoted(value) if isinstance(value, str) else _number(value)}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


@cached(most=256)
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _number(value: float) -> str:
    written = f"{value:.1f}"
    return f'"{written.removesuffix(".0")}"'


def _quoted(value: str) -> str:
    return f'"{value}"' if _NEEDS_NO_ESCAPE(value) else quoteattr(value)


_NEEDS_NO_ESCAPE: Final = re.compile(r"[^&<>\"\n\r\t]*").fullmatch


def group(title: str, parts: Iterable[str], *, place: str = "") -> str:
    """Return elements that belong together, with a title that screen readers speak and pointers show."""
    spoken = element("title", escape(title))
    attributes = {"data_place": place} if place else {}
    return element("g", spoken + "".join(parts), **attributes)


def box(area: Box, fill: str, line: str = "none", *, radius: float = 5, dashes: str = "none", weight: float = 1) -> str:
    """Return a rectangle with round corners."""
    return element(
        "rect", x=area.x, y=area.y, width=area.width, height=area.height, rx=radius, fill=fill, stroke=line,
        stroke_width=weight, stroke_dasharray=dashes,
    )  # fmt: skip


_NARROW: Final = frozenset("iljtfrI.,:;!|'()[]-/ ·")
_WIDE: Final = frozenset("mwMWŁO@%&")


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return about how wide *text* is drawn; what draws the picture may have other fonts."""
    ems = sum(
        0.42 if letter in _NARROW else 0.95 if letter in _WIDE else 0.7 if letter.isupper() else 0.61 for letter in text
    )
    return ems * size * (1.12 if is_bold else 1)


def words(
    text: str, x: float, y: float, color: str, *, size: float = 14, anchor: str = "start", weight: str = "normal",
    room: float = math.inf,
) -> str:  # fmt: skip
    """Return a line of text with its baseline at *y*, pressed together where it would need more than *room*."""
    attributes: dict[str, str | float] = {
        "x": x, "y": y, "fill": color, "font_size": size, "text_anchor": anchor, "font_weight": weight
    }  # fmt: skip
    if text_width(text, size, is_bold=weight == "bold") > room:
        attributes |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    return element("text", escape(text), **attributes)


@cached(most=1024)
def cube(kind: str, x: float, y: float, size: float = CUBE) -> str:
    """Return a salt cube with its letter; *x* and *y* are its upper left corner."""
    fill, ink = SALT_COLOURS[kind]
    square = element("rect", x=x, y=y, width=size, height=size, rx=2, fill=fill, stroke="#222222", stroke_width=1)
    letter = words(
        kind[0].upper(), x + size / 2, y + size * 0.77, ink, size=size * 0.72, anchor="middle", weight="bold"
    )
    return square + letter


def cubes(salt: SaltAmount, x: float, y: float, size: float = CUBE) -> str:
    """Return the cubes of an amount in a row."""
    kinds = [kind for kind in SALT_KINDS for _ in range(salt.of(kind))]
    return "".join(cube(kind, x + number * (size + 2), y, size) for number, kind in enumerate(kinds))


def cube_counts(salt: SaltAmount, x: float, y: float, theme: Theme, pitch: float = 58) -> str:
    """Return one cube a kind with its number beside it; the numbers may be below 0."""
    return "".join(
        cube(kind, x + column * pitch, y)
        + words(str(salt.of(kind)), x + column * pitch + CUBE + 5, y + 14, theme.ink, size=15, weight="bold")
        for column, kind in enumerate(SALT_KINDS)
    )


def drop(x: float, y: float, size: float = 13) -> str:
    """Return a drop of water; *x* and *y* are the upper left corner of its box."""
    middle, radius, foot = x + size / 2, size * 0.36, y + size
    waist, belly = y + size * 0.5, radius * 1.6
    right = f"C{middle + belly:.1f} {waist:.1f} {middle + radius:.1f} {foot:.1f} {middle:.1f} {foot:.1f}"
    left = f"S{middle - belly:.1f} {waist:.1f} {middle:.1f} {y:.1f}Z"
    path = f"M{middle:.1f} {y:.1f}{right}{left}"
    return element("path", d=path, fill=WATER_COLOUR, stroke="#ffffff", stroke_width=0.7)


def coin(money: int, x: float, y: float, theme: Theme, radius: float = 11) -> str:
    """Return a coin with an amount of groszy on it, around the point *x*, *y*."""
    size = radius * (1.15 if money < 100 else 0.95)
    round_ = element("circle", cx=x, cy=y, r=radius, fill=theme.coin, stroke=theme.coin_ink, stroke_width=1)
    return round_ + words(
        str(money), x, y + size * 0.36, theme.coin_ink, size=size, anchor="middle", weight="bold", room=radius * 1.8
    )


def order_card(order: RoyalOrder | None, area: Box, theme: Theme) -> str:
    """Return an open royal order, or its empty space."""
    if order is None:
        return box(area, "none", theme.line, dashes="4 3")
    width = order.salt.total * (CUBE + 2) - 2
    left = area.x + (area.width - width) / 2
    return (
        box(area, theme.tile, theme.line)
        + cubes(order.salt, left, area.y + 8)
        + coin(order.payment, area.x + area.width / 2, area.y + area.height - 18, theme, 13)
    )


# The body of each seat's miner, feet at 0, within 7 to each side and 15 up: a cone, a block, a diamond, a barrel.
_BODIES: Final = (
    "M-7 0L-3 -14L3 -14L7 0Z",
    "M-6 0L-6 -14L6 -14L6 0Z",
    "M0 1L-8 -7L0 -15L8 -7Z",
    "M-5 0C-9 -5 -9 -9 -5 -14L5 -14C9 -9 9 -5 5 0Z",
)
MINER_WIDTH: Final = 16
MINER_HEIGHT: Final = 24


def miner(seat: int, x: float, y: float, theme: Theme, *, is_tired: bool = False) -> str:
    """
    Return a miner of *seat*: upright, or lying on the side when tired.

    Args:
        seat: Whose; it decides colour, shape and letter.
        x: The left end of the figure; it is ``MINER_WIDTH`` wide, lying ``MINER_HEIGHT``.
        y: The ground it stands or lies on.
        theme: The colours.
        is_tired: Whether it lies.
    """
    fill, ink = theme.seats[seat]
    head = element("circle", cx=0, cy=-18, r=4.5)
    body = element("path", d=_BODIES[seat])
    if is_tired:
        turn = f"translate({x + MINER_HEIGHT:.1f} {y - 8:.1f}) rotate(-90)"
        middle, base = x + MINER_HEIGHT - 7, y - 4.2
    else:
        turn = f"translate({x + 8:.1f} {y:.1f})"
        middle, base = x + 8, y - 3
    figure = element("g", body + head, transform=turn, fill=fill, stroke=theme.page, stroke_width=0.8)
    return figure + words(SEAT_LETTERS[seat], middle, base, ink, size=10.5, anchor="middle", weight="bold")


@attrs.frozen
class _Figures:
    """Miners of one seat in one place who are drawn as one figure and a number."""

    seat: int
    count: int
    is_tired: bool

    @property
    def width(self) -> float:
        """The room that figure and number take at scale 1."""
        digits = 0 if self.count == 1 else 9 * len(str(self.count))
        return (MINER_HEIGHT if self.is_tired else MINER_WIDTH) + digits + 4


def miners(rested: Sequence[int], tired: Sequence[int], area: Box, theme: Theme) -> str:
    """Return the miners in a place, by seat, as large as the place allows: a number stands by those of more than 1."""
    figures = [
        _Figures(seat, count, is_tired)
        for seat in range(len(rested))
        for count, is_tired in ((rested[seat], False), (tired[seat], True))
        if count
    ]
    if not figures:
        return ""
    scales = (1.6, 1.4, 1.2, 1.0, 0.85, 0.7)
    layouts = ((scale, _in_rows(figures, area.width / scale)) for scale in scales)
    scale, rows = next(
        ((scale, rows) for scale, rows in layouts if len(rows) * (MINER_HEIGHT + 3) * scale <= area.height),
        (scales[-1], _in_rows(figures, area.width / scales[-1])),
    )
    parts: list[str] = []
    ground = (area.height / scale - len(rows) * (MINER_HEIGHT + 3)) / 2
    for row in rows:
        ground += MINER_HEIGHT + 3
        x = (area.width / scale - sum(figure.width for figure in row)) / 2
        for figure in row:
            parts.append(miner(figure.seat, x, ground, theme, is_tired=figure.is_tired))
            if figure.count != 1:
                end = x + (MINER_HEIGHT if figure.is_tired else MINER_WIDTH) + 1
                parts.append(words(str(figure.count), end, ground - 2, theme.ink, size=13, weight="bold"))
            x += figure.width
    return element("g", "".join(parts), transform=f"translate({area.x:.1f} {area.y:.1f}) scale({scale})")


def _in_rows(figures: Sequence[_Figures], width: float) -> list[list[_Figures]]:
    rows: list[list[_Figures]] = [[]]
    for figure in figures:
        if rows[-1] and sum(other.width for other in rows[-1]) + figure.width > width:
            rows.append([])
        rows[-1].append(figure)
    return rows


def tool_card(name: str, area: Box, theme: Theme, *, is_used: bool) -> str:
    """Return a tool card that a player owns, dark when it is turned down (TOOL-1)."""
    fill, ink = (theme.back, theme.back_ink) if is_used else (theme.tile, theme.ink)
    middle = area.x + area.width / 2
    size = min(13.0, area.height - 7)
    text = words(name, middle, area.y + area.height - 5.5, ink, size=size, anchor="middle", room=area.width - 8)
    return box(area, fill, theme.line, radius=3) + text


def card_back(count: int, area: Box, theme: Theme) -> str:
    """Return a face-down stack with the number of its cards."""
    shadow = box(Box(area.x + 3, area.y + 3, area.width, area.height), theme.back, theme.line) if count > 1 else ""
    middle = area.x + area.width / 2
    if not count:
        card, ink = box(area, "none", theme.line, dashes="4 3"), theme.muted
    else:
        card, ink = box(area, theme.back, theme.line), theme.back_ink
    number = words(str(count), middle, area.y + area.height / 2 + 6, ink, size=17, anchor="middle", weight="bold")
    return shadow + card + number
