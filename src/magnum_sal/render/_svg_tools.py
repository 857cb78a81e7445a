"""Drawings of the tools, each 32 wide and 32 high."""

from __future__ import annotations

from ._markup import Markup, element
from ._svg_figures import Pen
from .themes import Theme


def tools(theme: Theme) -> dict[str, Markup]:
    """Return the drawings of the tools by the tool's id, and ``card`` for any other tool."""
    pen = Pen(theme)
    drawn = {
        "rope": _rope(pen),
        "pickaxe": _pickaxe(pen),
        "bucket": _bucket(pen),
        "cart": _cart(pen),
        "food": _food(pen),
        "commercial_privilege": _scales(pen),
        "royal_privilege": _charter(pen),
        "card": _card(pen),
    }
    return {name: pen.outlined(content) for name, content in drawn.items()}


def _rope(pen: Pen) -> Markup:
    theme = pen.theme
    coil = (
        "M3.7 18.5a11.8 10.5 0 0 1 23.6 0a11.8 10.5 0 0 1-23.6 0M8.1 17.5a7.4 6.5 0 0 1 14.8 0a7.4 6.5 0 0 1-14.8 0"
        "M19 7Q29.3 8 29.3 20V29"
    )
    return (
        pen.line(coil, 2.6, theme.card)
        + element("path", d=coil, stroke=theme.cloth, stroke_width=2.6, stroke_opacity=".6")
        + element("path", d=coil, stroke_width=2.6, stroke_dasharray=".9 2.5")
        + pen.tint(theme.cloth, "M11.5 4.5H19.5V14.5H11.5Z", True)
        + element("path", d="M11.5 8H19.5M11.5 11.2H19.5M27 29H31.6")
    )


def _pickaxe(pen: Pen) -> Markup:
    theme = pen.theme
    drawn = (
        pen.fill(theme.wood, "M14 4.5H18L18.4 33H13.6Z")
        + pen.shine("M14 10H15.8V33H13.6Z")
        + pen.fill(theme.metal, "M.5 13.5Q5 3.5 13 3.8H19Q27 3.5 31.5 13.5Q26 9 19.2 9.8V11H12.8V9.8Q6 9 .5 13.5Z")
        + pen.shine("M.5 13.5Q5 3.5 13 3.8H19Q24 4 27 7Q12 4.5 .5 13.5Z")
    )
    return element("g", drawn, transform="rotate(38 16 16)")


def _bucket(pen: Pen) -> Markup:
    theme = pen.theme
    hoops = "M6.6 17.4Q16 20.8 25.4 17.4M8.3 25.5Q16 28.6 23.7 25.5"
    return (
        pen.line("M5.5 11C6-1.5 26-1.5 26.5 11", 1.3, theme.metal)
        + pen.fill(theme.wood, "M4.5 11L8 28.5Q16 32 24 28.5L27.5 11Z")
        + element("path", d="M12 14V30M20 14V30", stroke_width=".8")
        + pen.line(hoops, 2, theme.card)
        + element("path", d=hoops, stroke=theme.metal, stroke_width=2, stroke_opacity=".6")
        + pen.shine("M5.5 12L8.5 28.2L11 29L9 12Z")
        + pen.shade("M26.8 12L23.5 28.5L20.5 29.5L22.5 12Z")
        + element("ellipse", cx=16, cy=11, rx=11.5, ry=3.5, fill=theme.drop)
        + element("path", d="M8.5 11Q12 9.5 15 10.5", stroke=theme.white, stroke_width=1)
    )


def _cart(pen: Pen) -> Markup:
    theme = pen.theme
    wheels = "M9.5 25.5h.1M22.5 25.5h.1"
    return (
        pen.fill(theme.white, "M6 12L9 6.5L12.5 8.5L16 3.5L20.5 7L23 5.5L26 12Z")
        + pen.shade("M16 3.5L20.5 7L23 5.5L26 12H19Z")
        + element("path", d="M12.5 8.5L14 12M20.5 7L19 12", stroke=theme.white_ink, stroke_width=".8")
        + pen.fill(theme.wood, "M2.5 12H29.5L26 24H6Z")
        + pen.shine("M2.5 12H29.5L28 17.5H4.2Z")
        + element("path", d="M4.2 17.8H27.8M10.5 12V24M21.5 12V24", stroke_width=1)
        + element(
            "g",
            pen.line(wheels, 8, theme.card),
            element("path", d=wheels, stroke=theme.metal, stroke_width=8, stroke_opacity=".6"),
            element("path", d=wheels, stroke_width=3.2),
            stroke_linecap="round",
        )
    )


def _food(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        element("path", d="M27 12H28.5Q31 12 31 14.5V18Q31 20.5 28.5 20.5H27")
        + pen.fill(theme.wood, "M15 8.5H27V27H15Z")
        + pen.shade("M23.5 8.5H27V27H23.5Z")
        + pen.fill(
            theme.white,
            "M14 9.5Q12.5 5.5 16.5 5Q18 1.5 21.5 3.5Q25 2 26 5Q29.5 6.5 27.5 9.5"
            "Q25 8.5 24 11.5Q22 8.5 20 10Q17 8.5 14 9.5Z",
        )
        + pen.tint(
            theme.cloth, "M1.5 24C1.5 17.5 7 14.5 12.5 14.5S23.5 17.5 23.5 24Q23.5 29 19.5 29H5.5Q1.5 29 1.5 24Z", True
        )
        + pen.shade("M1.5 24Q13 29 23.2 21L23.5 24Q23.5 29 19.5 29H5.5Q1.5 29 1.5 24Z")
        + element("path", d="M6 22.5L8.5 17.5M11 23L13 17M16 22.5L17.5 18")
    )


def _scales(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        element("circle", cx=6, cy=17.5, r=3, fill=theme.coin)
        + pen.fill(theme.white, "M23.5 15H28.5V20H23.5Z")
        + element("path", d="M6 8.5L1.5 20M6 8.5L10.5 20M26 8.5L21.5 20M26 8.5L30.5 20", stroke_width=1)
        + pen.fill(theme.metal, "M14.7 6H17.3V26H14.7Z")
        + pen.fill(theme.wood, "M8 30Q8 26 16 25.5Q24 26 24 30Z")
        + pen.fill(theme.metal, "M5 9.7Q4 7.5 6 7Q11 7.5 16 4.3Q21 7.5 26 7Q28 7.5 27 9.7Q21 9.7 16 8Q11 9.7 5 9.7Z")
        + element("circle", cx=16, cy=3.5, r=2.2, fill=theme.coin)
        + pen.fill(theme.coin, "M.8 20H11.2Q10 24.7 6 24.7T.8 20ZM20.8 20H31.2Q30 24.7 26 24.7T20.8 20Z")
    )


def _charter(pen: Pen) -> Markup:
    theme = pen.theme
    return (
        pen.tint(
            theme.cloth,
            "M5.5 1.5H26.5A2.5 2.5 0 0 1 26.5 6.5H5.5A2.5 2.5 0 0 1 5.5 1.5Z"
            "M5.5 24.5H26.5A2.5 2.5 0 0 1 26.5 29.5H5.5A2.5 2.5 0 0 1 5.5 24.5ZM6.5 6.5H25.5V24.5H6.5Z",
        )
        + pen.shade("M3.5 4.5H28.5L26.5 6.5H5.5ZM3.5 27.5H28.5L26.5 29.5H5.5ZM6.5 6.5H25.5V9H6.5Z")
        + pen.fill(theme.coin, "M10 18L8.5 10.5L13 13.5L16 8.5L19 13.5L23.5 10.5L22 18Z")
        + element("path", d="M10 21.5H16.5")
        + pen.fill(
            theme.roof,
            "M20 26.5L19.3 31.2L22.5 29.2L25.7 31.2L25 26.5M22.5 19.5A4 4 0 0 1 22.5 27.5A4 4 0 0 1 22.5 19.5Z",
        )
    )


def _card(pen: Pen) -> Markup:
    return (
        pen.tint(pen.theme.cloth, "M8 1.5H24Q26.5 1.5 26.5 4V28Q26.5 30.5 24 30.5H8Q5.5 30.5 5.5 28V4Q5.5 1.5 8 1.5Z")
        + pen.fill(
            pen.theme.coin, "M16 8.5L18.2 13.5L23.5 14L19.5 17.7L20.7 23L16 20.2L11.3 23L12.5 17.7L8.5 14L13.8 13.5Z"
        )
        + pen.shine("M16 9.5L14.5 14L10 14.6L13.5 17.5L16 15Z")
    )
