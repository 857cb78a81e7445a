"""Drawings of the town's buildings, each 48 wide and 40 high, and of the hoist above the shaft."""

from __future__ import annotations

from functools import partial

from ._markup import Markup, element
from ._svg_figures import Pen
from .themes import Theme


def houses(theme: Theme) -> dict[str, Markup]:
    """Return the drawings of the buildings by the building's id, and ``house`` for any other building."""
    pen = Pen(theme)
    drawn = {
        "inn": _inn(pen),
        "workshop": _workshop(pen),
        "pump_house": _pump_house(pen),
        "market": _market(pen),
        "town_square": _town_square(pen),
        "castle": _castle(pen),
        "house": _house(pen),
    }
    return {name: pen.outlined(content + element("path", d="M1 39H47")) for name, content in drawn.items()}


def _inn(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        pen.tint(theme.metal, "M36 3.5H41V16H36Z")
        + pen.tint(theme.cloth, "M16 19H43V39H16Z")
        + pen.shade("M39.5 21H43V39H39.5ZM16 21H43V23.5H16Z")
        + pen.fill(theme.roof, "M12 21L21 5.5H38L46.7 21Z")
        + pen.shine("M12 21L21 5.5H26L18.5 21Z")
        + pen.fill(theme.coin, "M19.5 25.5H25.5V32H19.5ZM35.5 25.5H39.5V32H35.5Z")
        + element("path", d="M22.5 25.5V32M16 24H1.5M3.5 24V27M11 24V27")
        + pen.fill(theme.wood, "M28 39V30Q28 26.5 30.8 26.5T33.5 30V39ZM1 27H13.5V38H1Z")
        + pen.fill(theme.coin, "M8.5 31.5H11.5V35H8.5ZM3.5 30.5H9V36H3.5Z")
        + pen.fill(theme.white, "M3 31Q2.8 28.5 6.3 28.5T9.5 31Z")
    )


def _workshop(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        pen.tint(theme.metal, "M34 2H40V12H34Z")
        + pen.tint(theme.cloth, "M5.5 17H42.5V39H5.5Z")
        + pen.shade("M5.5 18H42.5V20.5H5.5Z")
        + pen.fill(theme.roof, "M2 18L8.5 7.5H39.5L46 18Z")
        + pen.shine("M2 18L8.5 7.5H13.5L8.5 18Z")
        + pen.tint(theme.coin, "M9.5 39V24.5Q9.5 22.5 11.5 22.5H36.5Q38.5 22.5 38.5 24.5V39Z")
        + pen.fill(theme.metal, "M12 28.5H34V31.5Q29 31.5 28 34V35.5H31.5V39H17V35.5H20.5V34Q15.5 34 12 28.5Z")
        + pen.shine("M12.5 28.8H33.7V30.3H14Z")
        + pen.line("M24 25.5L33 20.5", 1.5, theme.wood)
        + pen.fill(theme.metal, "M20.5 23.5L24.5 21.3L27 26L23 28.2Z")
    )


def _pump_house(pen: Pen) -> Markup:
    theme = pen.theme
    rim = partial(element, "circle", cx=32, cy=24.5, r=11.7)
    return (
        pen.tint(theme.cloth, "M5 20H22V39H5Z")
        + pen.shade("M5 21H22V23.5H5Z")
        + pen.fill(theme.roof, "M1.5 21L13.5 4.5L25.5 21Z")
        + pen.shine("M1.5 21L13.5 4.5L15 6.5L7.5 21Z")
        + pen.fill(theme.wood, "M8.5 39V31Q8.5 27.5 11.5 27.5T14.5 31V39Z")
        + rim(stroke_width=5.5, fill=theme.card)
        + rim(stroke=theme.wood, stroke_width=3)
        + element("path", d="M32 10.8V38M18.3 24.5H45.7M22.3 14.8L41.7 34.2M41.7 14.8L22.3 34.2")
        + element("circle", cx=32, cy=24.5, r=3, fill=theme.metal)
        + pen.fill(theme.drop, "M16.5 39Q18 34 23 35T33 35.5T47 35V39Z")
        + element("path", d="M20.5 37H25M31 37.3H37", stroke=theme.white, stroke_width=1)
    )


def _market(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        pen.fill(theme.wood, "M5 14H8V39H5ZM40 14H43V39H40Z")
        + pen.fill(theme.brown, "M10 22H16V28H10Z")
        + pen.fill(theme.green, "M21 22H27V28H21Z")
        + pen.fill(theme.white, "M32 22H38V28H32Z")
        + pen.fill(theme.wood, "M3 28H45V31.5H3ZM6 31.5H42V39H6Z")
        + pen.shine("M3 28H45V29.8H3Z")
        + pen.shade("M6 31.5H42V34H6Z")
        + pen.fill(theme.white, "M8 3H40L46.5 13Q42 23 37.5 13Q33 23 28.5 13Q24 23 19.5 13Q15 23 10.5 13Q6 23 1.5 13Z")
        + pen.fill(
            theme.roof,
            "M8 3H14.4L10.5 13Q6 23 1.5 13ZM20.8 3H27.2L28.5 13Q24 23 19.5 13ZM33.6 3H40L46.5 13Q42 23 37.5 13Z",
        )
    )


def _town_square(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        pen.tint(theme.cloth, "M3 25H18V39H3ZM30 25H45V39H30Z")
        + pen.tint(theme.metal, "M18 13H30V39H18Z")
        + pen.shade("M26.5 13H30V39H26.5ZM3 26H18V28H3ZM30 26H45V28H30Z")
        + pen.fill(theme.roof, "M.8 26L10 14.5L18 24.5V26ZM30 24.5L38 14.5L47.2 26H30ZM15.8 14L24 .8L32.2 14Z")
        + pen.shine("M.8 26L10 14.5L11.5 16.5L5.5 26ZM30 24.5L38 14.5L39.5 16.5L32 26H30ZM15.8 14L24 .8L25 2.4L20 14Z")
        + element("circle", cx=24, cy=20.5, r=3.8, fill=theme.white)
        + element("path", d="M24 18.5V20.7H25.8", stroke=theme.white_ink, stroke_width=1)
        + pen.fill(theme.coin, "M8 30H13V35H8ZM35 30H40V35H35Z")
        + pen.fill(theme.wood, "M21 39V32Q21 28.5 24 28.5T27 32V39Z")
    )


def _castle(pen: Pen) -> Markup:
    theme = pen.theme
    tower = "v-25.5h3.3v3h2.4v-3h2.6v3h2.4v-3h3.3v25.5Z"
    return (
        element("path", d="M24 12V1")
        + pen.fill(theme.roof, "M24 1.2L33.5 4L24 6.8Z")
        + pen.tint(theme.metal, "M17.5 25V10.5H20.5V13H22.5V10.5H25.5V13H27.5V10.5H30.5V25")
        + pen.tint(theme.metal, "M17 25H21V22H27V25H31V39H17Z")
        + pen.tint(
            theme.metal,
            f"M3 39{tower}M31 39{tower}",
        )
        + pen.shade("M13.5 17H17V39H13.5ZM41.5 17H45V39H41.5Z")
        + element("path", d="M9 22V26M37 22V26M24 17V20", stroke_width=2)
        + pen.fill(theme.wood, "M19 39V33Q19 28 24 28T29 33V39Z")
        + element("path", d="M22.3 28.5V39M25.7 28.5V39M19 34H29", stroke_width=1)
    )


def _house(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        pen.tint(theme.metal, "M31 6H36V18H31Z")
        + pen.tint(theme.cloth, "M10 20H38V39H10Z")
        + pen.shade("M34.5 21H38V39H34.5Z")
        + pen.fill(theme.roof, "M5.5 21.5L24 3.5L42.5 21.5Z")
        + pen.shine("M5.5 21.5L24 3.5L26 5.5L12.5 21.5Z")
        + pen.fill(theme.wood, "M26 39V27H32.5V39Z")
        + pen.fill(theme.coin, "M14.5 26.5H21.5V33H14.5Z")
        + element("path", d="M18 26.5V33M14.5 29.7H21.5")
    )


def headframe(theme: Theme) -> Markup:
    """Return the hoist above the shaft, 72 wide and 64 high, whose rope goes down to the lower edge."""
    pen = Pen(theme)
    beams = "M12 61L40 4M60 61L32 4M19 47H53M6 60.5H25M47 60.5H66"
    wheel = partial(element, "circle", cx=36, cy=24, r=11.5)
    return pen.outlined(
        # The light edge outside keeps the dark outline apart from grass that is black.
        element(
            "g",
            element("path", d=beams, stroke_width=8),
            wheel(stroke_width=7),
            element("path", d="M36 24V64", stroke_width=6),
            stroke=theme.edge,
        )
        + pen.line(beams, 3.8, theme.wood)
        + wheel(stroke_width=5, fill=theme.card)
        + element("path", d="M36 12V36M24 24H48M27.5 15.5L44.5 32.5M44.5 15.5L27.5 32.5")
        + wheel(stroke=theme.wood, stroke_width=2.5)
        + pen.line("M36 24V64", 2, theme.cloth)
        + element("circle", cx=36, cy=24, r=4, fill=theme.metal),
        stroke_linecap="round",
    )
