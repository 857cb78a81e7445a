"""Pictures that share the drawings of their page."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.render.reading import ids, root
from tests.render.recorded import at

import magnum_sal as ms
from magnum_sal import render

BALL = render.Symbol(20, 20, '<circle cx="10" cy="10" r="9" fill="#8a5a2b"/>')


@pytest.mark.slow
def test_a_picture_is_the_same_apart_from_its_drawings() -> None:
    """A picture without drawings differs from the complete picture only in the definitions and the links to them."""
    state = at("four_players", 306)
    whole, shared = render.svg(state), render.svg(state, defs="ms")
    before, rest = whole.split("<defs>")
    assert shared == before + rest.partition("</defs>")[2]
    assert shared.places == whole.places
    assert render.svg(state, defs="art") == shared.replace('href="#ms-draw-', 'href="#art-draw-')


@pytest.mark.slow
def test_the_page_gets_every_drawing() -> None:
    """Each drawing is defined once, as in the pictures, and is invisible."""
    drawings = render.defs(theme="dark", properties=False, symbols={"drop": BALL})
    found = ET.fromstring(drawings)  # made here
    assert found.get("display") == "none"
    names = list(render.symbols_of(render.THEMES["dark"]))
    assert ids(drawings) == [f"ms-defs-draw-{name}" for name in names]
    whole = render.svg(at("four_players", 306), theme="dark", properties=False, symbols={"drop": BALL})
    own = {symbol.get("id"): symbol for symbol in root(whole).iter() if symbol.tag.endswith("}symbol")}
    for symbol in found.iter():
        twin = own.get(str(symbol.get("id")).replace("ms-defs-", "ms-"))
        if symbol.tag.endswith("}symbol") and twin is not None:
            assert symbol.get("viewBox") == twin.get("viewBox")
            assert [ET.tostring(part) for part in symbol] == [ET.tostring(part) for part in twin]


@pytest.mark.slow
def test_no_id_occurs_twice_on_a_page() -> None:
    """All ids on the page differ, also beside a complete picture, and every link leads to a drawing."""
    states = [at("four_players", 0), at("two_players", 60)]
    pages = [render.svg(state, prefix=f"move{number}", defs=False) for number, state in enumerate(states)]
    page = [render.defs(), *pages, render.svg(states[0])]
    found = [name for part in page for name in ids(part)]
    assert len(found) == len(set(found))
    for picture in pages:
        used = {use.attrib["href"] for use in root(picture).iter() if use.tag.endswith("}use")}
        assert used
        assert used <= {f"#{name}" for name in ids(page[0])}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"prefix": "1"}, "prefix: expected a letter and up to"),
        ({"ruleset": "standard"}, "ruleset: expected a Ruleset, got 'standard'"),
        ({"symbols": {"forge": BALL}}, "symbols: 'forge' is not the name of a drawing, or of a tool or a building of "),
    ],
)
def test_invalid_arguments(arguments: dict[str, Any], told: str) -> None:
    """The message names the argument and its value."""
    with pytest.raises(ms.MisuseError, match=told):
        render.defs(**arguments)


def test_invalid_drawings_are_refused() -> None:
    """``svg`` takes the prefix of the drawings, not the drawings themselves."""
    with pytest.raises(ms.MisuseError, match="defs: expected a letter and up to 39 letters"):
        render.svg(at("two_players", 0), defs=render.defs())
