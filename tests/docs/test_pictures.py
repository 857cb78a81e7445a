"""The pictures of the documentation, drawn from recorded games when the pages are built."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from magnum_sal import words

DOCS = Path(__file__).parents[2] / "docs"


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
