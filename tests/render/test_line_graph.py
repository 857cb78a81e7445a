"""Graphs over the rounds of a game: ``line_graph.py``."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from magnum_sal.render._svg_elements import text_width
from magnum_sal.render.line_graph import Mark, Panel, line_graph

MARKS = [Mark(1, 0), Mark(1, 1), Mark(1, 2), Mark(2, 1)]


def texts(picture: str) -> list[str]:
    """Return the words in a picture, in their order."""
    return [element.text or "" for element in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]


def test_panels_are_drawn_one_below_another() -> None:
    """A panel has its heading, an axis from 0, the rounds, the starts of phases, and each seat's final value."""
    panels = [Panel("money", [[10, 12], [3, 4], [0, 7], [45, 6]]), Panel("salt", [[1, 1]] * 4)]
    found = texts(line_graph(MARKS, panels, "standing", "about it", "en"))
    assert [text for text in found if text.isalpha()] == ["Money", "Salt"]
    assert found[1:6] == ["0", "20", "40", "60", "80"]
    assert {"phase I", "phase II", "A 45", "B 6", "A 1", "B 1"} <= set(found)


def test_an_axis_with_a_top() -> None:
    """An axis of percentages goes up to 100, whatever the values are."""
    found = texts(
        line_graph(MARKS, [Panel("chances", [[50, 50], [60, 40], [55, 45], [51, 49]], top=100)], "", "", "de")
    )
    assert found[1:6] == ["0", "25", "50", "75", "100"]


@pytest.mark.parametrize(("most", "top"), [(20_000_000, "20000000"), (20_000_001, "40000000"), (10**9, "1200000000")])
def test_large_amounts(most: int, top: str) -> None:
    """A graph shows any amount that a position or a ruleset can contain, and has room for its numbers."""
    picture = line_graph(MARKS, [Panel("money", [[most, 0]] * 4), Panel("salt", [[1, 1]] * 4)], "", "", "en")
    assert texts(picture)[5] == top
    for text in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text"):
        words, x = text.text or "", float(text.get("x", "0"))
        width = text_width(words, float(text.get("font-size", 13)), is_bold=text.get("font-weight") == "bold")
        if text.get("text-anchor") == "end":
            assert x - width >= 0, words
        else:
            assert x + width <= 640, words


def test_final_values_do_not_overlap() -> None:
    """If lines end at the same height, their final values are drawn at least 15 units apart."""
    picture = line_graph(MARKS, [Panel("money", [[7, 7, 7, 7]] * 4)], "", "", "en")
    heights = [
        float(element.get("y", "0"))
        for element in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
        if (element.text or "")[:2] in ("A ", "B ", "C ", "D ")
    ]
    assert len(heights) == 4
    assert all(lower - upper >= 15 for upper, lower in pairwise(heights))


@pytest.mark.parametrize("values", [[0, 0, 0, 0], [0, 1, 9, 0], [20, 20, 20, 20]])
def test_final_values_stay_in_the_picture(values: list[int]) -> None:
    """If all lines end at the bottom or the top, their final values are still in the picture, 15 units apart."""
    picture = line_graph(MARKS, [Panel("money", [[20, 0, 0, 0], *[values] * 3])], "", "", "en")
    heights = sorted(
        float(element.get("y", "0"))
        for element in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
        if (element.text or "")[:2] in ("A ", "B ", "C ", "D ")
    )
    assert 0 < heights[0] < heights[-1] < 230
    assert all(lower - upper >= 15 for upper, lower in pairwise(heights))


@pytest.mark.parametrize("marks", [1, 2, 60])
def test_games_of_any_length(marks: int) -> None:
    """A graph can show a game that has just begun, or one with more rounds than it has room to number."""
    many = [Mark(1, number) for number in range(marks)]
    picture = line_graph(many, [Panel("money", [[number, 0] for number in range(marks)])], "title", "about", "pl")
    assert "nan" not in picture
    assert ("59" in texts(picture)) is False
    root = ET.fromstring(picture)
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "Title"
    assert root.findtext("{http://www.w3.org/2000/svg}desc") == "about"
