"""The pictures of the documentation: drawn from a recorded game when the pages are built."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from magnum_sal import words

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.slow
def test_every_picture_of_the_pages_is_drawn(tmp_path: Path) -> None:
    """No page asks for another one, none is drawn for nothing, and each is well-formed."""
    drawn = runpy.run_path(str(DOCS / "pictures.py"))["draw_all"](tmp_path)
    asked = {
        name for page in DOCS.rglob("*.md") for name in re.findall(r"_pictures/(\w+\.svg)", page.read_text("utf-8"))
    }
    assert {path.name for path in drawn} == asked
    for path in drawn:
        assert ET.parse(path).getroot().tag.endswith("svg")


def test_the_picture_of_the_readme_is_what_the_library_draws(tmp_path: Path) -> None:
    """Where it is not, `python docs/pictures.py --readme` draws it anew."""
    drawn = runpy.run_path(str(DOCS / "pictures.py"))["draw_for_readme"](tmp_path / "table.svg")
    assert drawn.read_text("utf-8") == (DOCS / "images" / "table.svg").read_text("utf-8")


def test_the_tutorials_picture_is_of_its_game() -> None:
    """The winner and the groszy are those that the page prints."""
    _, end = runpy.run_path(str(DOCS / "pictures.py"))["tutorial"]()
    assert "\n".join(words.ending_in_words(end)) in (DOCS / "tutorial.md").read_text("utf-8")
