"""The library's own symbols for the picture: miners, cubes, tools, buildings, and the contents of the mine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from .._internal.caches import cached
from ..model.pieces import SALT_KINDS
from ..model.symbol import Symbol
from ._markup import Markup, element, join_markup
from ._svg_figures import Pen, miners, sleepers
from .themes import Theme, theme_of


def symbols_of(theme: str | Theme) -> dict[str, Symbol]:
    """
    Return the drawings that pictures use, by name, in a stable order. Use them to draw your own board.

    The names are ``miner-0`` to ``miner-3`` and ``asleep-0`` to ``asleep-3`` by seat, ``cube-brown``, ``cube-green``,
    ``cube-white``, ``drop``, ``coin``, ``flag``, ``crown``, ``headframe``, ``rock``, ``planks``, ``sparkle``, and the
    ids of tools and buildings. ``card`` and ``house`` depict the tools and buildings of extensions.

    Raises:
        MisuseError: *theme* is neither the name of a theme nor a ``Theme``.
    """
    return dict(_draw_symbols(theme_of(theme)))


@cached(most=16)
def _draw_symbols(theme: Theme) -> Mapping[str, Symbol]:
    # Colours are attributes of the shapes, such as ``var(--ms-rim,#231a12)``. A style sheet in the picture would leak
    # into the page around it, and strict content security policies forbid style sheets. With two pictures in different
    # themes on one page, the style sheet of the last one would win.
    pen = Pen(theme)
    drop = (
        element("path", d="M7 .8Q13.2 8.5 13.2 13A6.2 6.2 0 0 1 .8 13Q.8 8.5 7 .8Z", fill=theme.drop),
        element(
            "path", d="M3.5 12.5Q3.5 15.8 6.5 16.8", fill="none", stroke=theme.white, stroke_width=1.5,
            stroke_linecap="round", opacity=".8",
        ),
    )  # fmt: skip
    coin = (
        element("circle", cx=12, cy=12, r=11, fill=theme.coin, stroke_width=1.5),
        element("circle", cx=12, cy=12, r=8.7, stroke_width=".8", opacity=".6"),
        element("path", d="M2.5 12A9.5 9.5 0 0 1 12 2.5", stroke=theme.white, opacity=".8"),
    )
    flag = (
        pen.fill(theme.roof, "M5 4Q9 2.5 12 4T19.3 4L16 8.5L19.3 13Q15 14.5 12 13T5 13Z"),
        pen.shine("M5 4Q9 2.5 12 4T19.3 4L18 6Q14 7.5 11 6T5 6.5Z"),
        pen.fill(theme.wood, "M2.5 3H5V23.3H2.5Z"),
        element("circle", cx=3.8, cy=2.4, r=1.7, fill=theme.coin),
    )
    crown = (
        pen.fill(theme.coin, "M4 17.2L2 6L7.5 9.5L12 3L16.5 9.5L22 6L20 17.2Z"),
        pen.shade("M12 3L16.5 9.5L22 6L20 17H16Z"),
        element("path", d="M3.5 13.5H20.5"),
        element("path", d="M2.2 5.5h.1M12 2.5h.1M21.7 5.5h.1", stroke=theme.roof, stroke_width=3.4),
    )
    planks = (
        pen.fill(theme.wood, "M6 13L11 6L94 67L89 74Z"),
        element("path", d="M20 19L42 35M60 46L82 62", stroke_width=".8"),
        pen.fill(theme.wood, "M94 13L89 6L6 67L11 74Z"),
        element("path", d="M80 19L62 32M44 43L18 63", stroke_width=".8"),
        element("path", d="M48 38h.1M52 42h.1M88 13h.1M12 67h.1M12 13h.1M88 67h.1", stroke_width=2.5),
    )
    sparkle = element(
        "path", d="M5 .5Q5.5 4.5 9.5 5Q5.5 5.5 5 9.5Q4.5 5.5 .5 5Q4.5 4.5 5 .5Z", fill=theme.white, stroke=theme.rim,
        stroke_width=".7", stroke_linejoin="round",
    )  # fmt: skip
    return {
        **{name: Symbol(24, 36, content) for name, content in miners(theme).items()},
        **{name: Symbol(36, 24, content) for name, content in sleepers(theme).items()},
        **{f"cube-{kind}": Symbol(20, 20, _cube(theme, kind)) for kind in SALT_KINDS},
        "drop": Symbol(14, 20, join_markup(drop)),
        "coin": Symbol(24, 24, element("g", *coin, fill="none", stroke=theme.coin_ink)),
        **{name: Symbol(32, 32, content) for name, content in _tools(theme).items()},
        **{name: Symbol(48, 40, content) for name, content in _houses(theme).items()},
        "flag": Symbol(20, 24, pen.outline_shapes(*flag)),
        "crown": Symbol(24, 18, pen.outline_shapes(*crown, stroke_linecap="round")),
        "headframe": Symbol(72, 64, _draw_headframe(theme)),
        "rock": Symbol(100, 80, _draw_rock(theme)),
        "planks": Symbol(100, 80, pen.outline_shapes(*planks, stroke_linecap="round", opacity=".4")),
        "sparkle": Symbol(10, 10, sparkle),
    }


def _cube(theme: Theme, kind: str) -> Markup:
    """Draw a salt crystal: a flat front with a letter, and a ring of translucent facets that light falls through."""
    fill, ink = theme.salt(kind)
    is_wide = kind == "white"
    facets = (
        # The facets are lit from the upper left. White salt is shaded less, so that it looks clear and not grey.
        ("M5 .7H15L13.6 3.2H6.4L3.2 6.4L.7 5Z", theme.white, ".7"),
        ("M.7 5L3.2 6.4V13.6L.7 15ZM15 .7L19.3 5L16.8 6.4L13.6 3.2Z", theme.white, ".4"),
        ("M16.8 6.4L19.3 5V15L16.8 13.6ZM.7 15L3.2 13.6L6.4 16.8L5 19.3Z", theme.white_ink, ".1" if is_wide else ".2"),
        ("M19.3 15L15 19.3H5L6.4 16.8H13.6L16.8 13.6Z", theme.white_ink, ".2" if is_wide else ".4"),
    )
    ring = "M5 .7H15L19.3 5V15L15 19.3H5L.7 15V5Z"
    front = "M6.4 3.2H13.6L16.8 6.4V13.6L13.6 16.8H6.4L3.2 13.6V6.4Z"
    # The letter is as large as the front allows. A W would be wider, so it is condensed.
    letter = element(
        "text", kind[0].upper(), x=10, y=16.1, text_anchor="middle", font_size=17, font_weight="bold", fill=ink,
        textLength=13 if is_wide else None, lengthAdjust="spacingAndGlyphs" if is_wide else None,
    )  # fmt: skip
    return (
        element("path", d=ring, fill=fill, fill_opacity=".8", stroke=theme.rim, stroke_linejoin="round")
        + join_markup(element("path", d=shape, fill=colour, fill_opacity=share) for shape, colour, share in facets)
        + element("path", d=front, fill=fill)
        + letter
    )


def _draw_rock(theme: Theme) -> Markup:
    """Draw stones at the top and bottom, leaving the middle free for text."""
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
        element("path", d=stones), element("path", d=cracks, fill="none"),
        fill=theme.edge, fill_opacity=".1", stroke=theme.edge, stroke_opacity=".4", stroke_linejoin="round",
    )  # fmt: skip


def _tools(theme: Theme) -> dict[str, Markup]:
    """Return the drawings of the tools by id, 32 units wide and 32 units high, and ``card`` for all others."""
    pen = Pen(theme)
    coil = (
        "M3.7 18.5a11.8 10.5 0 0 1 23.6 0a11.8 10.5 0 0 1-23.6 0M8.1 17.5a7.4 6.5 0 0 1 14.8 0a7.4 6.5 0 0 1-14.8 0"
        "M19 7Q29.3 8 29.3 20V29"
    )
    hoops = "M6.6 17.4Q16 20.8 25.4 17.4M8.3 25.5Q16 28.6 23.7 25.5"
    wheels = "M9.5 25.5h.1M22.5 25.5h.1"
    drawn = {
        "rope": (
            pen.line(coil, 2.6, theme.card),
            element("path", d=coil, stroke=theme.cloth, stroke_width=2.6, stroke_opacity=".6"),
            element("path", d=coil, stroke_width=2.6, stroke_dasharray=".9 2.5"),
            pen.tint(theme.cloth, "M11.5 4.5H19.5V14.5H11.5Z", True),
            element("path", d="M11.5 8H19.5M11.5 11.2H19.5M27 29H31.6"),
        ),
        "pickaxe": (
            element(
                "g",
                pen.fill(theme.wood, "M14 4.5H18L18.4 33H13.6Z"),
                pen.shine("M14 10H15.8V33H13.6Z"),
                pen.fill(
                    theme.metal, "M.5 13.5Q5 3.5 13 3.8H19Q27 3.5 31.5 13.5Q26 9 19.2 9.8V11H12.8V9.8Q6 9 .5 13.5Z"
                ),
                pen.shine("M.5 13.5Q5 3.5 13 3.8H19Q24 4 27 7Q12 4.5 .5 13.5Z"),
                transform="rotate(38 16 16)",
            ),
        ),
        "bucket": (
            pen.line("M5.5 11C6-1.5 26-1.5 26.5 11", 1.3, theme.metal),
            pen.fill(theme.wood, "M4.5 11L8 28.5Q16 32 24 28.5L27.5 11Z"),
            element("path", d="M12 14V30M20 14V30", stroke_width=".8"),
            pen.line(hoops, 2, theme.card),
            element("path", d=hoops, stroke=theme.metal, stroke_width=2, stroke_opacity=".6"),
            pen.shine("M5.5 12L8.5 28.2L11 29L9 12Z"),
            pen.shade("M26.8 12L23.5 28.5L20.5 29.5L22.5 12Z"),
            element("ellipse", cx=16, cy=11, rx=11.5, ry=3.5, fill=theme.drop),
            element("path", d="M8.5 11Q12 9.5 15 10.5", stroke=theme.white, stroke_width=1),
        ),
        "cart": (
            pen.fill(theme.white, "M6 12L9 6.5L12.5 8.5L16 3.5L20.5 7L23 5.5L26 12Z"),
            pen.shade("M16 3.5L20.5 7L23 5.5L26 12H19Z"),
            element("path", d="M12.5 8.5L14 12M20.5 7L19 12", stroke=theme.white_ink, stroke_width=".8"),
            pen.fill(theme.wood, "M2.5 12H29.5L26 24H6Z"),
            pen.shine("M2.5 12H29.5L28 17.5H4.2Z"),
            element("path", d="M4.2 17.8H27.8M10.5 12V24M21.5 12V24", stroke_width=1),
            element(
                "g",
                pen.line(wheels, 8, theme.card),
                element("path", d=wheels, stroke=theme.metal, stroke_width=8, stroke_opacity=".6"),
                element("path", d=wheels, stroke_width=3.2),
                stroke_linecap="round",
            ),
        ),
        "food": (
            element("path", d="M27 12H28.5Q31 12 31 14.5V18Q31 20.5 28.5 20.5H27"),
            pen.fill(theme.wood, "M15 8.5H27V27H15Z"),
            pen.shade("M23.5 8.5H27V27H23.5Z"),
            pen.fill(
                theme.white,
                "M14 9.5Q12.5 5.5 16.5 5Q18 1.5 21.5 3.5Q25 2 26 5Q29.5 6.5 27.5 9.5"
                "Q25 8.5 24 11.5Q22 8.5 20 10Q17 8.5 14 9.5Z",
            ),
            pen.tint(
                theme.cloth,
                "M1.5 24C1.5 17.5 7 14.5 12.5 14.5S23.5 17.5 23.5 24Q23.5 29 19.5 29H5.5Q1.5 29 1.5 24Z",
                True,
            ),
            pen.shade("M1.5 24Q13 29 23.2 21L23.5 24Q23.5 29 19.5 29H5.5Q1.5 29 1.5 24Z"),
            element("path", d="M6 22.5L8.5 17.5M11 23L13 17M16 22.5L17.5 18"),
        ),
        "commercial_privilege": (
            element("circle", cx=6, cy=17.5, r=3, fill=theme.coin),
            pen.fill(theme.white, "M23.5 15H28.5V20H23.5Z"),
            element("path", d="M6 8.5L1.5 20M6 8.5L10.5 20M26 8.5L21.5 20M26 8.5L30.5 20", stroke_width=1),
            pen.fill(theme.metal, "M14.7 6H17.3V26H14.7Z"),
            pen.fill(theme.wood, "M8 30Q8 26 16 25.5Q24 26 24 30Z"),
            pen.fill(theme.metal, "M5 9.7Q4 7.5 6 7Q11 7.5 16 4.3Q21 7.5 26 7Q28 7.5 27 9.7Q21 9.7 16 8Q11 9.7 5 9.7Z"),
            element("circle", cx=16, cy=3.5, r=2.2, fill=theme.coin),
            pen.fill(theme.coin, "M.8 20H11.2Q10 24.7 6 24.7T.8 20ZM20.8 20H31.2Q30 24.7 26 24.7T20.8 20Z"),
        ),
        "royal_privilege": (
            pen.tint(
                theme.cloth,
                "M5.5 1.5H26.5A2.5 2.5 0 0 1 26.5 6.5H5.5A2.5 2.5 0 0 1 5.5 1.5Z"
                "M5.5 24.5H26.5A2.5 2.5 0 0 1 26.5 29.5H5.5A2.5 2.5 0 0 1 5.5 24.5ZM6.5 6.5H25.5V24.5H6.5Z",
            ),
            pen.shade("M3.5 4.5H28.5L26.5 6.5H5.5ZM3.5 27.5H28.5L26.5 29.5H5.5ZM6.5 6.5H25.5V9H6.5Z"),
            pen.fill(theme.coin, "M10 18L8.5 10.5L13 13.5L16 8.5L19 13.5L23.5 10.5L22 18Z"),
            element("path", d="M10 21.5H16.5"),
            pen.fill(
                theme.roof,
                "M20 26.5L19.3 31.2L22.5 29.2L25.7 31.2L25 26.5M22.5 19.5A4 4 0 0 1 22.5 27.5A4 4 0 0 1 22.5 19.5Z",
            ),
        ),
        "card": (
            pen.tint(theme.cloth, "M8 1.5H24Q26.5 1.5 26.5 4V28Q26.5 30.5 24 30.5H8Q5.5 30.5 5.5 28V4Q5.5 1.5 8 1.5Z"),
            pen.fill(
                theme.coin, "M16 8.5L18.2 13.5L23.5 14L19.5 17.7L20.7 23L16 20.2L11.3 23L12.5 17.7L8.5 14L13.8 13.5Z"
            ),
            pen.shine("M16 9.5L14.5 14L10 14.6L13.5 17.5L16 15Z"),
        ),
    }
    return {name: pen.outline_shapes(*shapes) for name, shapes in drawn.items()}


def _houses(theme: Theme) -> dict[str, Markup]:
    """Return the drawings of the buildings by id, 48 units wide and 40 units high, and ``house`` for all others."""
    pen = Pen(theme)
    rim = partial(element, "circle", cx=32, cy=24.5, r=11.7)
    tower = "v-25.5h3.3v3h2.4v-3h2.6v3h2.4v-3h3.3v25.5Z"
    drawn = {
        "inn": (
            pen.tint(theme.metal, "M36 3.5H41V16H36Z"),
            pen.tint(theme.cloth, "M16 19H43V39H16Z"),
            pen.shade("M39.5 21H43V39H39.5ZM16 21H43V23.5H16Z"),
            pen.fill(theme.roof, "M12 21L21 5.5H38L46.7 21Z"),
            pen.shine("M12 21L21 5.5H26L18.5 21Z"),
            pen.fill(theme.coin, "M19.5 25.5H25.5V32H19.5ZM35.5 25.5H39.5V32H35.5Z"),
            element("path", d="M22.5 25.5V32M16 24H1.5M3.5 24V27M11 24V27"),
            pen.fill(theme.wood, "M28 39V30Q28 26.5 30.8 26.5T33.5 30V39ZM1 27H13.5V38H1Z"),
            pen.fill(theme.coin, "M8.5 31.5H11.5V35H8.5ZM3.5 30.5H9V36H3.5Z"),
            pen.fill(theme.white, "M3 31Q2.8 28.5 6.3 28.5T9.5 31Z"),
        ),
        "workshop": (
            pen.tint(theme.metal, "M34 2H40V12H34Z"),
            pen.tint(theme.cloth, "M5.5 17H42.5V39H5.5Z"),
            pen.shade("M5.5 18H42.5V20.5H5.5Z"),
            pen.fill(theme.roof, "M2 18L8.5 7.5H39.5L46 18Z"),
            pen.shine("M2 18L8.5 7.5H13.5L8.5 18Z"),
            pen.tint(theme.coin, "M9.5 39V24.5Q9.5 22.5 11.5 22.5H36.5Q38.5 22.5 38.5 24.5V39Z"),
            pen.fill(theme.metal, "M12 28.5H34V31.5Q29 31.5 28 34V35.5H31.5V39H17V35.5H20.5V34Q15.5 34 12 28.5Z"),
            pen.shine("M12.5 28.8H33.7V30.3H14Z"),
            pen.line("M24 25.5L33 20.5", 1.5, theme.wood),
            pen.fill(theme.metal, "M20.5 23.5L24.5 21.3L27 26L23 28.2Z"),
        ),
        "pump_house": (
            pen.tint(theme.cloth, "M5 20H22V39H5Z"),
            pen.shade("M5 21H22V23.5H5Z"),
            pen.fill(theme.roof, "M1.5 21L13.5 4.5L25.5 21Z"),
            pen.shine("M1.5 21L13.5 4.5L15 6.5L7.5 21Z"),
            pen.fill(theme.wood, "M8.5 39V31Q8.5 27.5 11.5 27.5T14.5 31V39Z"),
            rim(stroke_width=5.5, fill=theme.card),
            rim(stroke=theme.wood, stroke_width=3),
            element("path", d="M32 10.8V38M18.3 24.5H45.7M22.3 14.8L41.7 34.2M41.7 14.8L22.3 34.2"),
            element("circle", cx=32, cy=24.5, r=3, fill=theme.metal),
            pen.fill(theme.drop, "M16.5 39Q18 34 23 35T33 35.5T47 35V39Z"),
            element("path", d="M20.5 37H25M31 37.3H37", stroke=theme.white, stroke_width=1),
        ),
        "market": (
            pen.fill(theme.wood, "M5 14H8V39H5ZM40 14H43V39H40Z"),
            pen.fill(theme.brown, "M10 22H16V28H10Z"),
            pen.fill(theme.green, "M21 22H27V28H21Z"),
            pen.fill(theme.white, "M32 22H38V28H32Z"),
            pen.fill(theme.wood, "M3 28H45V31.5H3ZM6 31.5H42V39H6Z"),
            pen.shine("M3 28H45V29.8H3Z"),
            pen.shade("M6 31.5H42V34H6Z"),
            pen.fill(
                theme.white, "M8 3H40L46.5 13Q42 23 37.5 13Q33 23 28.5 13Q24 23 19.5 13Q15 23 10.5 13Q6 23 1.5 13Z"
            ),
            pen.fill(
                theme.roof,
                "M8 3H14.4L10.5 13Q6 23 1.5 13ZM20.8 3H27.2L28.5 13Q24 23 19.5 13ZM33.6 3H40L46.5 13Q42 23 37.5 13Z",
            ),
        ),
        "town_square": (
            pen.tint(theme.cloth, "M3 25H18V39H3ZM30 25H45V39H30Z"),
            pen.tint(theme.metal, "M18 13H30V39H18Z"),
            pen.shade("M26.5 13H30V39H26.5ZM3 26H18V28H3ZM30 26H45V28H30Z"),
            pen.fill(theme.roof, "M.8 26L10 14.5L18 24.5V26ZM30 24.5L38 14.5L47.2 26H30ZM15.8 14L24 .8L32.2 14Z"),
            pen.shine(
                "M.8 26L10 14.5L11.5 16.5L5.5 26ZM30 24.5L38 14.5L39.5 16.5L32 26H30ZM15.8 14L24 .8L25 2.4L20 14Z"
            ),
            element("circle", cx=24, cy=20.5, r=3.8, fill=theme.white),
            element("path", d="M24 18.5V20.7H25.8", stroke=theme.white_ink, stroke_width=1),
            pen.fill(theme.coin, "M8 30H13V35H8ZM35 30H40V35H35Z"),
            pen.fill(theme.wood, "M21 39V32Q21 28.5 24 28.5T27 32V39Z"),
        ),
        "castle": (
            element("path", d="M24 12V1"),
            pen.fill(theme.roof, "M24 1.2L33.5 4L24 6.8Z"),
            pen.tint(theme.metal, "M17.5 25V10.5H20.5V13H22.5V10.5H25.5V13H27.5V10.5H30.5V25"),
            pen.tint(theme.metal, "M17 25H21V22H27V25H31V39H17Z"),
            pen.tint(
                theme.metal,
                f"M3 39{tower}M31 39{tower}",
            ),
            pen.shade("M13.5 17H17V39H13.5ZM41.5 17H45V39H41.5Z"),
            element("path", d="M9 22V26M37 22V26M24 17V20", stroke_width=2),
            pen.fill(theme.wood, "M19 39V33Q19 28 24 28T29 33V39Z"),
            element("path", d="M22.3 28.5V39M25.7 28.5V39M19 34H29", stroke_width=1),
        ),
        "house": (
            pen.tint(theme.metal, "M31 6H36V18H31Z"),
            pen.tint(theme.cloth, "M10 20H38V39H10Z"),
            pen.shade("M34.5 21H38V39H34.5Z"),
            pen.fill(theme.roof, "M5.5 21.5L24 3.5L42.5 21.5Z"),
            pen.shine("M5.5 21.5L24 3.5L26 5.5L12.5 21.5Z"),
            pen.fill(theme.wood, "M26 39V27H32.5V39Z"),
            pen.fill(theme.coin, "M14.5 26.5H21.5V33H14.5Z"),
            element("path", d="M18 26.5V33M14.5 29.7H21.5"),
        ),
    }
    ground = element("path", d="M1 39H47")
    return {name: pen.outline_shapes(*shapes, ground) for name, shapes in drawn.items()}


def _draw_headframe(theme: Theme) -> Markup:
    """Draw the hoist above the shaft, 72 units wide and 64 units high. Its rope reaches the lower edge."""
    pen = Pen(theme)
    beams = "M12 61L40 4M60 61L32 4M19 47H53M6 60.5H25M47 60.5H66"
    wheel = partial(element, "circle", cx=36, cy=24, r=11.5)
    return pen.outline_shapes(
        # The light outer edge separates the dark outline from black grass.
        element(
            "g",
            element("path", d=beams, stroke_width=8),
            wheel(stroke_width=7),
            element("path", d="M36 24V64", stroke_width=6),
            stroke=theme.edge,
        ),
        pen.line(beams, 3.8, theme.wood),
        wheel(stroke_width=5, fill=theme.card),
        element("path", d="M36 12V36M24 24H48M27.5 15.5L44.5 32.5M44.5 15.5L27.5 32.5"),
        wheel(stroke=theme.wood, stroke_width=2.5),
        pen.line("M36 24V64", 2, theme.cloth),
        element("circle", cx=36, cy=24, r=4, fill=theme.metal),
        stroke_linecap="round",
    )
