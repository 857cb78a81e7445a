"""Drawings of a program's own, in place of the library's."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render._svg_asked import LONGEST_DRAWING

STATE = ms.new_game(["Ada", "Ben"], seed=7)
STAR = render.Symbol(10, 20, '<path d="M5 0L10 20H0Z" fill="#123456"/>')


def test_own_drawings_are_drawn() -> None:
    """Wherever a miner of the seat stands, and with its own viewBox; the others stay as they are."""
    picture = render.svg(STATE, symbols={"miner-1": STAR})
    defs = {symbol.get("id"): symbol for symbol in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}symbol")}
    assert "#123456" in ET.tostring(defs["ms-draw-miner-1"], encoding="unicode")
    assert defs["ms-draw-miner-1"].get("viewBox") == "0 0 10 20"
    assert picture.count("#ms-draw-miner-1") == render.svg(STATE).count("#ms-draw-miner-1")
    without = [name for name in defs if name != "ms-draw-miner-1"]
    assert all(ET.tostring(defs[name], encoding="unicode") in _symbols(STATE) for name in without)


def _symbols(state: ms.GameState) -> set[str]:
    found = ET.fromstring(render.svg(state)).iter("{http://www.w3.org/2000/svg}symbol")
    return {ET.tostring(symbol, encoding="unicode") for symbol in found}


def test_what_an_extension_brings_can_have_its_own_drawing() -> None:
    """A building is drawn as any house, until somebody brings a drawing by its id."""
    mill = attrs.evolve(ms.STANDARD, name="mill", buildings=(*ms.STANDARD.buildings, ms.Building("salt_mill")))
    state = ms.new_game(["Ada", "Ben"], seed=7, ruleset=mill)
    assert "#ms-draw-house" in render.svg(state)
    picture = render.svg(state, symbols={"salt_mill": STAR})
    assert "#ms-draw-house" not in picture
    assert "#ms-draw-salt_mill" in picture
    assert "#123456" in picture


def test_an_image_that_is_held_in_the_drawing_is_taken() -> None:
    """Painted art comes as a data URL, so that the picture stays one file."""
    image = '<image href="data:image/png;base64,iVBORw0KGgo=" width="10" height="20"/>'
    assert image in render.svg(STATE, symbols={"coin": render.Symbol(10, 20, image)})


@pytest.mark.parametrize(
    ("symbols", "told"),
    [
        (5, "symbols: 5 are no drawings by name"),
        ({"dragon": STAR}, "symbols: 'dragon' is no drawing of a picture, no tool and no building"),
        ({7: STAR}, "symbols: 7 is no drawing"),
        ({"coin": "<path/>"}, "symbols: coin: '<path/>' is no Symbol"),
        ({"coin": render.Symbol(0, 5, "")}, "symbols: coin: width and height are above 0"),
        ({"coin": render.Symbol(5, float("nan"), "")}, "symbols: coin: width and height are above 0"),
        ({"coin": render.Symbol(5, 5, 5)}, "symbols: coin: the content is a text"),  # type: ignore[arg-type]
        ({"coin": render.Symbol(5, 5, " " * (LONGEST_DRAWING + 1))}, "symbols: coin: the content is a text of at most"),
        ({"coin": render.Symbol(5, 5, "<g>")}, "symbols: coin: the content is not well-formed"),
        ({"coin": render.Symbol(5, 5, "</svg><svg>")}, "symbols: coin: the content is not well-formed"),
        ({"coin": render.Symbol(5, 5, "<script>1</script>")}, "symbols: coin: 'script' is no element that only draws"),
        ({"coin": render.Symbol(5, 5, "<use href='#x'/>")}, "symbols: coin: 'use' is no element that only draws"),
        ({"coin": render.Symbol(5, 5, "<g onclick='1'/>")}, "symbols: coin: a drawing has no attribute 'onclick'"),
        ({"coin": render.Symbol(5, 5, "<g id='a'/>")}, "symbols: coin: a drawing has no attribute 'id'"),
        (
            {"coin": render.Symbol(5, 5, "<image href='http://x/y.png'/>")},
            "symbols: coin: 'http://x/y.png' is no image",
        ),
    ],
)
def test_what_does_more_than_to_draw_is_refused(symbols: Any, told: str) -> None:
    """A drawing may come from a stranger's file; the message says which one it was and why."""
    with pytest.raises(ms.MisuseError) as error:
        render.svg(STATE, symbols=symbols)
    assert told in str(error.value)
    assert len(str(error.value)) <= 500
