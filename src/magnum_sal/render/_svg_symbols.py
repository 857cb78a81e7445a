"""Symbols of our own for the picture: miners, cubes, tools, buildings, and what lies in the mine."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from .._internal.caches import cached
from ..model.pieces import SALT_KINDS
from ._markup import Markup, element
from ._svg_figures import Pen, miners, sleepers
from ._svg_houses import headframe, houses
from ._svg_tools import tools
from .themes import Theme


@attrs.frozen
class Symbol:
    """A drawing that a picture uses many times."""

    width: float
    """Width of its ``viewBox``, which begins at ``0 0``, in units of the picture."""
    height: float
    """Height of its ``viewBox``, in the same units."""
    content: str
    """Elements of SVG, without ids."""


def symbols_of(theme: Theme) -> dict[str, Symbol]:
    """
    Return the drawings that pictures are made of by name, in a stable order: for a board of your own.

    They are ``miner-0`` to ``miner-3`` and ``asleep-0`` to ``asleep-3`` by seat, ``cube-brown``, ``cube-green``,
    ``cube-white``, ``drop``, ``coin``, the tools and the buildings by their ids, ``card`` and ``house`` for those of
    extensions, ``flag``, ``crown``, ``headframe``, ``rock``, ``planks`` and ``sparkle``.
    """
    return dict(_drawn(theme))


@cached(most=16)
def _drawn(theme: Theme) -> Mapping[str, Symbol]:
    pen = Pen(theme)
    return {
        **{name: Symbol(24, 36, content) for name, content in miners(theme).items()},
        **{name: Symbol(36, 24, content) for name, content in sleepers(theme).items()},
        **{f"cube-{kind}": Symbol(20, 20, _cube(theme, kind)) for kind in SALT_KINDS},
        "drop": Symbol(14, 20, _drop(theme)),
        "coin": Symbol(24, 24, _coin(theme)),
        **{name: Symbol(32, 32, content) for name, content in tools(theme).items()},
        **{name: Symbol(48, 40, content) for name, content in houses(theme).items()},
        "flag": Symbol(20, 24, _flag(pen)),
        "crown": Symbol(24, 18, _crown(pen)),
        "headframe": Symbol(72, 64, headframe(theme)),
        "rock": Symbol(100, 80, _rock(theme)),
        "planks": Symbol(100, 80, _planks(pen)),
        "sparkle": Symbol(10, 10, _sparkle(theme)),
    }


def _cube(theme: Theme, kind: str) -> Markup:
    fill, ink = theme.salt(kind)
    is_wide = kind == "white"
    sides = element(
        "g",
        element("path", d="M.8 4.1L4.1.8H19.2V15.9L15.9 19.2H.8Z", fill=fill),
        element("path", d="M.8 4.1L4.1.8H19.2L15.9 4.1Z", fill=theme.white, fill_opacity=".4"),
        element("path", d="M15.9 4.1L19.2.8V15.9L15.9 19.2Z", fill=theme.white_ink, fill_opacity=".3"),
        stroke=theme.rim,
        stroke_linejoin="round",
    )
    # It glistens where three sides meet.
    glint = "M15.9.6q.3 3.2 3.5 3.5q-3.2.3-3.5 3.5q-.3-3.2-3.5-3.5q3.2-.3 3.5-3.5Z"
    # The letter is as large as the side allows; a W would be wider.
    letter = element(
        "text", kind[0].upper(), x=8.3, y=16.9, text_anchor="middle", font_size=14.7, font_weight="bold", fill=ink,
        textLength=13.4 if is_wide else None, lengthAdjust="spacingAndGlyphs" if is_wide else None,
    )  # fmt: skip
    return sides + element("path", d=glint, fill=theme.white) + letter


def _drop(theme: Theme) -> Markup:
    return element("path", d="M7 .8Q13.2 8.5 13.2 13A6.2 6.2 0 0 1 .8 13Q.8 8.5 7 .8Z", fill=theme.drop) + element(
        "path",
        d="M3.5 12.5Q3.5 15.8 6.5 16.8",
        fill="none",
        stroke=theme.white,
        stroke_width=1.5,
        stroke_linecap="round",
        opacity=".8",
    )


def _coin(theme: Theme) -> Markup:
    return element(
        "g",
        element("circle", cx=12, cy=12, r=11, fill=theme.coin, stroke_width=1.5),
        element("circle", cx=12, cy=12, r=8.7, stroke_width=".8", opacity=".6"),
        element("path", d="M2.5 12A9.5 9.5 0 0 1 12 2.5", stroke=theme.white, opacity=".8"),
        fill="none",
        stroke=theme.coin_ink,
    )


def _flag(pen: Pen) -> Markup:
    theme = pen.theme
    return pen.outlined(
        pen.fill(theme.roof, "M5 4Q9 2.5 12 4T19.3 4L16 8.5L19.3 13Q15 14.5 12 13T5 13Z")
        + pen.shine("M5 4Q9 2.5 12 4T19.3 4L18 6Q14 7.5 11 6T5 6.5Z")
        + pen.fill(theme.wood, "M2.5 3H5V23.3H2.5Z")
        + element("circle", cx=3.8, cy=2.4, r=1.7, fill=theme.coin)
    )


def _crown(pen: Pen) -> Markup:
    theme = pen.theme
    return pen.outlined(
        pen.fill(theme.coin, "M4 17.2L2 6L7.5 9.5L12 3L16.5 9.5L22 6L20 17.2Z")
        + pen.shade("M12 3L16.5 9.5L22 6L20 17H16Z")
        + element("path", d="M3.5 13.5H20.5")
        + element("path", d="M2.2 5.5h.1M12 2.5h.1M21.7 5.5h.1", stroke=theme.roof, stroke_width=3.4),
        stroke_linecap="round",
    )


def _rock(theme: Theme) -> Markup:
    """Return stones above and below: words are written across the middle."""
    stones = (
        "M3 17L9 5L24 3L35 10L30 21L13 25ZM38 6L47 3L54 7L51 13L41 13ZM61 15L70 4L88 3L97 12L94 23L76 25Z"
        "M4 65L13 58L26 61L29 70L19 77L6 74ZM33 75L38 66L53 58L66 65L65 75L50 78ZM72 66L84 59L95 63L97 73L84 78L73 75Z"
    )
    cracks = (
        "M9 5L18 12L30 21M18 12L35 10M47 3L46 9L51 13M70 4L74 14L94 23M74 14L61 15M13 58L16 66L29 70M16 66L6 74"
        "M53 58L48 67L50 78M48 67L33 75M84 59L86 67L97 73M86 67L73 75"
    )
    return element(
        "g",
        element("path", d=stones),
        element("path", d=cracks, fill="none"),
        fill=theme.edge,
        fill_opacity=".1",
        stroke=theme.edge,
        stroke_opacity=".4",
        stroke_linejoin="round",
    )


def _planks(pen: Pen) -> Markup:
    theme = pen.theme
    board = "M6 13L11 6L94 67L89 74Z"
    other = "M94 13L89 6L6 67L11 74Z"
    return pen.outlined(
        pen.fill(theme.wood, board)
        + element("path", d="M20 19L42 35M60 46L82 62", stroke_width=".8")
        + pen.fill(theme.wood, other)
        + element("path", d="M80 19L62 32M44 43L18 63", stroke_width=".8")
        + element("path", d="M48 38h.1M52 42h.1M88 13h.1M12 67h.1M12 13h.1M88 67h.1", stroke_width=2.5),
        stroke_linecap="round",
        opacity=".4",
    )


def _sparkle(theme: Theme) -> Markup:
    return element(
        "path",
        d="M5 .5Q5.5 4.5 9.5 5Q5.5 5.5 5 9.5Q4.5 5.5 .5 5Q4.5 4.5 5 .5Z",
        fill=theme.white,
        stroke=theme.rim,
        stroke_width=".7",
        stroke_linejoin="round",
    )
