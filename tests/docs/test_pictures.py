"""The pictures of the documentation, drawn from recorded games when the pages are built."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any, get_args
from xml.etree import ElementTree as ET

import pytest
from tests.render.reading import root
from tests.render.recorded import at, steps

import magnum_sal as ms
from magnum_sal import render, words

DOCS = Path(__file__).parents[2] / "docs"


def classes(picture: str) -> set[str]:
    """Return all classes in a picture."""
    return {name for element in root(picture).iter() for name in element.get("class", "").split()}


def first_cells(text: str) -> set[str]:
    """Return the names in the first column of the first table in a text, without its heading."""
    _, *rows = re.findall(r"^\| (.*?) \|", text.strip().partition("\n\n")[0], re.MULTILINE)
    return {name for cell in rows for name in re.findall("`([^`]+)`", cell)}


@pytest.mark.long
def test_every_picture_of_the_pages_is_drawn(tmp_path: Path) -> None:
    """The pages use exactly the pictures that are drawn, and each is well-formed."""
    drawn = runpy.run_path(str(DOCS / "pictures.py"))["draw_all"](tmp_path)
    asked = {
        name for page in DOCS.rglob("*.md") for name in re.findall(r"_pictures/(\w+\.svg)", page.read_text("utf-8"))
    }
    assert {path.name for path in drawn} == asked
    for path in drawn:
        assert ET.parse(path).getroot().tag.endswith("svg")


@pytest.mark.slow
def test_the_picture_in_the_readme_is_up_to_date(tmp_path: Path) -> None:
    """If this test fails, `python docs/pictures.py --readme` draws the picture again."""
    drawn = runpy.run_path(str(DOCS / "pictures.py"))["draw_for_readme"](tmp_path / "table.svg")
    assert drawn.read_text("utf-8") == (DOCS / "images" / "table.svg").read_text("utf-8")


@pytest.mark.long
def test_the_picture_in_the_tutorial_shows_its_game() -> None:
    """The drawn game has the winner and the amounts that the page prints."""
    _, end = runpy.run_path(str(DOCS / "pictures.py"))["tutorial"]()
    assert "\n".join(words.ending_in_words(end)) in (DOCS / "tutorial.md").read_text("utf-8")


@pytest.mark.long
def test_the_page_lists_every_class_of_a_picture() -> None:
    """The two tables of the reference page have all classes, and those of the second table are all in use."""
    page = (DOCS / "reference" / "pictures.md").read_text("utf-8")
    _, *tables = re.split("is also a class:|These classes exist as well:", page)
    kinds, others = map(first_cells, tables)
    layouts = {f"ms-{layout}" for layout in get_args(render.LayoutName)}
    mined = next(step for step in steps("four_players") if isinstance(step.move, ms.ExtractSalt))
    busy = at("four_players", 307)
    options: dict[str, Any] = {
        "highlight": ms.legal_moves(busy)[0],
        "arrows": [("S1", "S2")],
        "fill": {"S2": "#fedcba"},
    }
    found = classes(render.svg(mined.after, layout="mine", last=mined)).union(
        *(classes(render.svg(busy, layout=layout, **options)) for layout in get_args(render.LayoutName))
    )
    assert found <= layouts | others | {f"ms-{kind}" for kind in kinds}
    assert others <= found
