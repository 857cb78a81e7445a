"""The drawings of pictures: each is self-contained, and every tool and building has one."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

import magnum_sal as ms
from magnum_sal.model.pieces import SALT_KINDS, SEAT_LETTERS
from magnum_sal.model.symbol import Symbol
from magnum_sal.render._svg_symbols import symbols_of
from magnum_sal.render.themes import THEMES, with_properties

DRAWN = symbols_of(THEMES["light"])
SHAPES = {"g", "path", "circle", "ellipse", "text"}
ATTRIBUTES = {
    *("d", "cx", "cy", "r", "rx", "ry", "x", "y", "transform", "fill", "fill-opacity", "opacity"),
    *("stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap", "stroke-dasharray"),
    *("text-anchor", "font-size", "font-weight", "textLength", "lengthAdjust"),
}


def parsed(symbol: Symbol) -> ET.Element:
    """Return the drawing as a picture of its own."""
    return ET.fromstring(f"<svg>{symbol.content}</svg>")


def body(symbol: Symbol, seat: int) -> str:
    """Return the outline of a miner's body: the first shape in the colour of the seat."""
    colour = THEMES["light"].seats[seat]
    return next(path.attrib["d"] for path in parsed(symbol).iter("path") if path.get("fill") == colour)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", DRAWN)
def test_drawings_consist_of_shapes(theme: str, name: str) -> None:
    """Drawings have no ids, links, styles or scripts, so a picture can contain any number of them."""
    elements = list(parsed(symbols_of(THEMES[theme])[name]).iter())[1:]
    assert elements
    assert {element.tag for element in elements} <= SHAPES
    assert {attribute for element in elements for attribute in element.attrib} <= ATTRIBUTES


def test_names_and_sizes() -> None:
    """A drawing's name follows from the piece's, and its size is known before it is drawn."""
    assert list(DRAWN) == [
        *(f"miner-{seat}" for seat in range(4)),
        *(f"asleep-{seat}" for seat in range(4)),
        *(f"cube-{kind}" for kind in SALT_KINDS),
        *("drop", "coin"),
        *ms.STANDARD.tool_kinds,
        "card",
        *ms.STANDARD.building_order,
        "house",
        *("flag", "crown", "headframe", "rock", "planks", "sparkle"),
    ]
    assert all(symbol.width > 0 < symbol.height for symbol in DRAWN.values())


def test_seats_differ_in_shape() -> None:
    """Miners, awake or asleep, can be distinguished without colours. Each has only its seat's letter."""
    for pose in ("miner", "asleep"):
        drawn = [DRAWN[f"{pose}-{seat}"] for seat in range(4)]
        assert len({body(symbol, seat) for seat, symbol in enumerate(drawn)}) == 4
        assert "".join(text.text or "" for symbol in drawn for text in parsed(symbol).iter("text")) == SEAT_LETTERS


def test_letters() -> None:
    """Salt and miners have a letter in the ink that suits their colour. Other drawings have no letters."""
    written = {name: list(parsed(symbol).iter("text")) for name, symbol in DRAWN.items()}
    inks = {name: [(text.text, text.get("fill")) for text in texts] for name, texts in written.items() if texts}
    theme = THEMES["light"]
    assert inks == {
        **{f"miner-{seat}": [(letter, theme.seats_ink[seat])] for seat, letter in enumerate(SEAT_LETTERS)},
        **{f"asleep-{seat}": [(letter, theme.seats_ink[seat])] for seat, letter in enumerate(SEAT_LETTERS)},
        **{f"cube-{kind}": [(kind[0].upper(), theme.salt(kind)[1])] for kind in SALT_KINDS},
    }


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_one_of_the_theme(theme: str) -> None:
    """A page that sets the properties of a theme changes every drawing."""
    for name, symbol in symbols_of(with_properties(THEMES[theme])).items():
        painted = {
            value
            for element in parsed(symbol).iter()
            for key, value in element.attrib.items()
            if key in {"fill", "stroke"}
        }
        assert {colour for colour in painted if not colour.startswith("var(--ms-")} <= {"none"}, name


@pytest.mark.parametrize("theme", THEMES)
def test_drawings_are_short(theme: str) -> None:
    """A picture must stay small, so coordinates have at most one decimal, which is as fine as anybody can see."""
    drawn = symbols_of(THEMES[theme])
    assert sum(len(symbol.content) for symbol in drawn.values()) <= 22_500
    assert not [name for name, symbol in drawn.items() if re.search(r"\.\d\d", symbol.content)]
