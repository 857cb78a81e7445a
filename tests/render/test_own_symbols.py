"""A program's own drawings, which replace the library's."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from lamp import LAMP

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.errors import MisuseError
from magnum_sal.model.extension import Extension
from magnum_sal.model.rule import Building
from magnum_sal.render.svg_arguments import LONGEST_DRAWING
from magnum_sal.testing import position

STATE = ms.new_game(["Ada", "Ben"], seed=7)
STAR = render.Symbol(10, 20, '<path d="M5 0L10 20H0Z" fill="#123456"/>')
OTHER = attrs.evolve(STAR, content='<path d="M5 0L10 20H0Z" fill="#654321"/>')


@pytest.mark.long
def test_own_drawings_are_drawn() -> None:
    """The drawing replaces every miner of the seat and keeps its own viewBox. Other drawings are unchanged."""
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


def test_an_extensions_building_can_have_its_own_drawing() -> None:
    """A building without a drawing is drawn as a house. A drawing can be passed with the building's id."""
    mill = attrs.evolve(ms.STANDARD, name="mill", buildings=(*ms.STANDARD.buildings, Building("salt_mill")))
    state = ms.new_game(["Ada", "Ben"], seed=7, ruleset=mill)
    assert "#ms-draw-house" in render.svg(state)
    picture = render.svg(state, symbols={"salt_mill": STAR})
    assert "#ms-draw-house" not in picture
    assert "#ms-draw-salt_mill" in picture
    assert "#123456" in picture


def with_symbols(symbols: Any) -> ms.Ruleset:
    """Return the game with lamps, whose extension has these drawings."""
    return ms.STANDARD.with_extensions(
        attrs.evolve(LAMP, symbols=symbols),
        name="drawn_lamp_game",
        tools=(*ms.STANDARD.tools, "lamp"),
    )


def test_an_extension_has_drawings() -> None:
    """Every picture has them without an argument, and the drawings of a program replace them."""
    ruleset = with_symbols({"lamp": STAR})
    state = position("A: lamp", ruleset=ruleset)
    assert "#123456" in render.svg(state)
    assert "#123456" in render.defs(ruleset=ruleset)
    assert "#123456" not in render.svg(state, symbols={"lamp": render.Symbol(10, 10, "<path d='M0 0H5'/>")})
    plain = position("A: lamp", ruleset=with_symbols({}))
    assert "#ms-draw-card" in render.svg(plain, legend=False)
    assert "#ms-draw-card" not in render.svg(state, legend=False)


def test_a_drawing_of_a_tool_that_is_not_dealt() -> None:
    """A ruleset can have the extension without its tools, and then its pictures need no drawing."""
    ruleset = ms.STANDARD.with_extensions(LAMP, name="undealt_lamp_game")
    assert "#ms-draw-lamp" not in render.svg(ms.new_game(["Ada", "Ben"], seed=1, ruleset=ruleset))
    assert "draw-lamp" not in render.defs() != render.defs(ruleset=ruleset)


def test_a_later_extension_replaces_a_drawing() -> None:
    """This also holds for the library's own drawings."""
    first, second = Extension("first", symbols={"rope": STAR}), Extension("second", symbols={"rope": OTHER})
    ruleset = ms.STANDARD.with_extensions(first, second, name="drawn_rope_game")
    picture = render.defs(ruleset=ruleset)
    assert "#654321" in picture
    assert "#123456" not in picture


@pytest.mark.parametrize("symbols", [5, ["lamp"], {"lamp": "M0 0H5"}])
def test_what_are_no_drawings(symbols: object) -> None:
    """The extension is refused when it is created."""
    with pytest.raises(
        MisuseError, match=r"extension 'lamp': symbols: expected drawings \(render.Symbol\) by id, got "
    ):
        with_symbols(symbols)


@pytest.mark.parametrize(
    ("symbols", "told"),
    [
        ({"lantern": STAR}, "'lantern' is not the name of a drawing, or of a tool or a building of the ruleset"),
        ({"lamp": render.Symbol(0, 20, "")}, "lamp: width and height must be above 0"),
        ({"lamp": render.Symbol(9, 9, "<script>alert(1)</script>")}, "lamp: the element 'script' is not allowed"),
    ],
)
def test_an_extension_with_an_invalid_drawing(symbols: object, told: str) -> None:
    """The first picture names the extension. So does ``check_extension``, which draws pictures."""
    state = position("A: lamp", ruleset=with_symbols(symbols))
    with pytest.raises(MisuseError, match=f"extension 'lamp': symbols: {told}"):
        render.svg(state)


def test_an_embedded_image_is_accepted() -> None:
    """An image must be a data URL, so that the picture remains one file."""
    image = '<image href="data:image/png;base64,iVBORw0KGgo=" width="10" height="20"/>'
    assert image in render.svg(STATE, symbols={"coin": render.Symbol(10, 20, image)})


@pytest.mark.parametrize(
    "hidden",
    [
        "<!--><script>alert(1)</script>-->",
        "<?x ><script>alert(1)</script>?>",
        "<text><![CDATA[<script>alert(1)</script>]]></text>",
        "<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>",
    ],
)
def test_comments_and_instructions_cannot_hide_elements(hidden: str) -> None:
    """A browser that parses a picture as HTML ends comments and instructions earlier than XML does."""
    picture = render.svg(STATE, symbols={"coin": render.Symbol(10, 10, f"<path d='M0 0H5'/>{hidden}")})
    assert "<script" not in picture
    assert '<path d="M0 0H5"/>' in picture


def test_attributes_that_draw_nothing_are_left_out() -> None:
    """Drawing programs add their own notes, which are removed. A link to an image's data is kept."""
    names = 'xmlns:ink="ink" xmlns:xlink="http://www.w3.org/1999/xlink"'
    image = f'<image {names} ink:label="x" xlink:href="data:image/png;base64,AA==" xml:space="preserve"/>'
    picture = render.svg(STATE, symbols={"coin": render.Symbol(10, 10, image)})
    assert '<image href="data:image/png;base64,AA==" xml:space="preserve"/>' in picture


@pytest.mark.parametrize("theme", render.THEMES)
def test_the_librarys_own_drawings_can_be_passed_back(theme: render.ThemeName) -> None:
    """Passing the library's drawings back produces exactly the same picture."""
    drawings = render.symbols_of(render.THEMES[theme])
    plain = {name: attrs.evolve(drawing, content=str(drawing.content)) for name, drawing in drawings.items()}
    picture = render.svg(STATE, theme=theme, properties=False)
    assert render.svg(STATE, theme=theme, properties=False, symbols=plain) == picture


@pytest.mark.parametrize(
    ("symbols", "told"),
    [
        (5, "symbols: expected drawings by name, got 5"),
        ({"dragon": STAR}, "symbols: 'dragon' is not the name of a drawing, or of a tool or a building of the ruleset"),
        ({7: STAR}, "symbols: 7 is not the name of a drawing, or of a tool or a building of the ruleset 'standard'"),
        ({"coin": "<path/>"}, "symbols: coin: expected a Symbol, got '<path/>'"),
        ({"coin": render.Symbol(0, 5, "")}, "symbols: coin: width and height must be above 0 and at most 10000"),
        (
            {"coin": render.Symbol(5, float("nan"), "")},
            "symbols: coin: width and height must be above 0 and at most 10000",
        ),
        ({"coin": render.Symbol(5, 5, 5)}, "symbols: coin: the content must be a text of at most 200000 characters"),  # type: ignore[arg-type]
        (
            {"coin": render.Symbol(5, 5, " " * (LONGEST_DRAWING + 1))},
            "symbols: coin: the content must be a text of at most 200000 characters",
        ),
        (
            {"coin": render.Symbol(5, 5, "<g>")},
            "symbols: coin: the content is not well-formed: line 1, column 6: mismatched tag",
        ),
        (
            {"coin": render.Symbol(5, 5, "<g/>\n<g")},
            "symbols: coin: the content is not well-formed: line 2, column 3: ",
        ),
        (
            {"coin": render.Symbol(5, 5, "<g ink:label='x'/>")},
            "unbound prefix; declare the prefix (xmlns:...), or",
        ),
        ({"coin": render.Symbol(5, 5, "</svg><svg>")}, "symbols: coin: the content is not well-formed"),
        (
            {"coin": render.Symbol(5, 5, "<script>1</script>")},
            "symbols: coin: the element 'script' is not allowed in a drawing",
        ),
        (
            {"coin": render.Symbol(5, 5, "<use href='#x'/>")},
            "symbols: coin: the element 'use' is not allowed in a drawing",
        ),
        (
            {"coin": render.Symbol(5, 5, "<g onclick='1'/>")},
            "symbols: coin: the attribute 'onclick' is not allowed in a drawing",
        ),
        ({"coin": render.Symbol(5, 5, "<g id='a'/>")}, "symbols: coin: the attribute 'id' is not allowed in a drawing"),
        (
            {"coin": render.Symbol(5, 5, "<image href='http://x/y.png'/>")},
            "symbols: coin: 'http://x/y.png' is not an embedded image (data:image/...)",
        ),
        ({"coin": render.Symbol(5, 5, "<g fill='URL(#a)'/>")}, "symbols: coin: 'URL(#a)' refers to another resource"),
        (
            {"coin": render.Symbol(5, 5, r"<g fill='u\72l(//x)'/>")},
            "symbols: coin: 'u\\\\72l(//x)' refers to another resource",
        ),
        (
            {"coin": render.Symbol(5, 5, "<g style='a:image-set(\"//x\" 1x)'/>")},
            "symbols: coin: 'a:image-set(\"//x\" 1x)' refers to another resource",
        ),
        (
            {"coin": render.Symbol(5, 5, "<g xmlns:a='a' a:onclick='1'/>")},
            "symbols: coin: the attribute 'onclick' is not allowed in a drawing",
        ),
        (
            {"coin": render.Symbol(5, 5, "<g xml:id='a'/>")},
            "symbols: coin: the attribute 'id' is not allowed in a drawing",
        ),
        (
            {"coin": render.Symbol(5, 5, "<b xmlns='http://www.w3.org/1999/xhtml'/>")},
            "symbols: coin: the element '{http://www.w3.org/1999/xhtml}b' is not allowed in a drawing",
        ),
        (
            {"coin": render.Symbol(5, 5, "<text>\ud800</text>")},
            "symbols: coin: the content has characters that XML does not allow",
        ),
        (
            {"coin": render.Symbol(5, 5, "<text>\x1b</text>")},
            "symbols: coin: the content has characters that XML does not allow",
        ),
        ({"coin": render.Symbol(5, 5, "<g>" * 9000 + "</g>" * 9000)}, "elements are nested more than 50 deep"),
    ],
)
def test_drawings_that_do_more_than_draw_are_refused(symbols: Any, told: str) -> None:
    """A drawing may come from a stranger's file. The message names the drawing and the reason."""
    with pytest.raises(ms.MisuseError) as error:
        render.svg(STATE, symbols=symbols)
    assert told in str(error.value)
    assert len(str(error.value)) <= 500
