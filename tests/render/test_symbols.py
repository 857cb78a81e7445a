"""The drawings that the picture is made of: each stands alone, and every tool and building has one."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

import magnum_sal as ms
from magnum_sal.model.pieces import SALT_KINDS, SEAT_LETTERS
from magnum_sal.render._svg_symbols import Symbol, symbols_of
from magnum_sal.render.themes import THEMES, with_properties

DRAWN = symbols_of(THEMES["light"])
SHAPES = {"g", "path", "circle", "ellipse", "text"}
ATTRIBUTES = {
    *("d", "cx", "cy", "r", "rx", "ry", "x", "y", "transform", "fill", "fill-opacity", "opacity"),
    *("stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "stroke-linecap", "stroke-dasharray"),
    *("text-anchor", "font-size", "font-weight", "textLength", "lengthAdjust"),
}


def parsed(symbol: Symbol) -> ET.Element:
    """Return the drawing as a picture that consists of it alone."""
    return ET.fromstring(f"<svg>{symbol.content}</svg>")


def body(symbol: Symbol, seat: int) -> str:
    """Return the outline of a miner's body: the first shape in the colour of the seat."""
    colour = THEMES["light"].seats[seat]
    return next(path.attrib["d"] for path in parsed(symbol).iter("path") if path.get("fill") == colour)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", DRAWN)
def test_shapes_alone(theme: str, name: str) -> None:
    """No ids, links, styles or scripts: a drawing may stand in a picture any number of times."""
    elements = list(parsed(symbols_of(THEMES[theme])[name]).iter())[1:]
    assert elements
    assert {element.tag for element in elements} <= SHAPES
    assert {attribute for element in elements for attribute in element.attrib} <= ATTRIBUTES


def test_names_and_sizes() -> None:
    """Whoever asks for a drawing can make its name from the piece's, and lay it out before it is drawn."""
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
    """Who sees no colours tells miners apart, awake and asleep; each has its seat's letter and no other words."""
    for pose in ("miner", "asleep"):
        drawn = [DRAWN[f"{pose}-{seat}"] for seat in range(4)]
        assert len({body(symbol, seat) for seat, symbol in enumerate(drawn)}) == 4
        assert "".join(text.text or "" for symbol in drawn for text in parsed(symbol).iter("text")) == SEAT_LETTERS


def test_letters() -> None:
    """Salt and miners have a letter in the ink that goes with their colour, and nothing else is written."""
    written = {name: list(parsed(symbol).iter("text")) for name, symbol in DRAWN.items()}
    inks = {name: [(text.text, text.get("fill")) for text in texts] for name, texts in written.items() if texts}
    theme = THEMES["light"]
    assert inks == {
        **{f"miner-{seat}": [(letter, theme.seats_ink[seat])] for seat, letter in enumerate(SEAT_LETTERS)},
        **{f"asleep-{seat}": [(letter, theme.seats_ink[seat])] for seat, letter in enumerate(SEAT_LETTERS)},
        **{f"cube-{kind}": [(kind[0].upper(), theme.salt(kind)[1])] for kind in SALT_KINDS},
    }


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_the_themes(theme: str) -> None:
    """A page that sets the properties of a theme sets all that is drawn."""
    for name, symbol in symbols_of(with_properties(THEMES[theme])).items():
        painted = {
            value
            for element in parsed(symbol).iter()
            for key, value in element.attrib.items()
            if key in {"fill", "stroke"}
        }
        assert {colour for colour in painted if not colour.startswith("var(--ms-")} <= {"none"}, name


@pytest.mark.parametrize("theme", THEMES)
def test_they_are_short(theme: str) -> None:
    """All of them go into each picture, and that is to stay small; a tenth of a unit is as fine as anybody sees."""
    drawn = symbols_of(THEMES[theme])
    assert sum(len(symbol.content) for symbol in drawn.values()) <= 22_000
    assert not [name for name, symbol in drawn.items() if re.search(r"\.\d\d", symbol.content)]
