"""
Sphinx directive that shows a position, plays moves in it, and tells what came of them.

    ```{worked-example} S1: A | S2: B | players: "Ada", "Ben"
    :shows: S1 S2

    >S3
    refused CHAIN-1: >2L1
    ```

The position and the moves are in the notations of the reference. The game itself says what happens and why something
is refused, so an example of these pages cannot say what the library does not do: the documentation is not built where
a move is illegal, or where one is legal, or refused by another rule, that is to be refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple
from xml.etree import ElementTree as ET

import attrs
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import magnum_sal as ms
from magnum_sal import labels, render
from magnum_sal.testing import position

MARGIN = 14
"""Units of the picture that are left around what is shown."""
ZOOM = 0.62
"""Pixels for each unit of the picture."""
SIDE_BY_SIDE = "display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; margin-bottom: 1rem"
SVG = "http://www.w3.org/2000/svg"

ET.register_namespace("", SVG)


@attrs.frozen
class Played:
    """A move of an example and its notation, with what came of it: the step that it was, or what stood against it."""

    text: str
    move: ms.Move
    step: ms.Step | None
    refusal: ms.Objection | None


class Area(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Area) -> bool:
        """Say whether the two have something in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class WorkedExample(SphinxDirective):
    """A position, drawn; moves, played; the position after them, drawn."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"shows": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the pictures and what happened."""
        try:
            state = position(self.arguments[0])
            played = list(play(state, self.content))
        except (ms.MagnumSalError, ValueError) as error:
            raise self.error(f"worked-example: {error}") from error
        places = self.options["shows"].split()
        pictures = [cropped(render.svg(state, highlight=played[0].move if played else None), places)]
        steps = [one.step for one in played if one.step is not None]
        if steps:
            pictures.append(cropped(render.svg(steps[-1].after, last=steps[-1]), places))
        drawn = nodes.raw("", f'<div style="{SIDE_BY_SIDE}">{"".join(pictures)}</div>', format="html")
        return [drawn, listed(map(said, played))]


def play(state: ms.GameState, lines: Iterable[str]) -> Iterator[Played]:
    """
    Yield the moves of *lines*, each made in the position after the one before.

    Raises:
        ValueError: a move is refused, or one that is to be refused is not, or by another rule.
        MalformedError: a line is no move.
    """
    for line in filter(None, map(str.strip, lines)):
        rule, _, rest = line.removeprefix("refused ").partition(": ") if line.startswith("refused ") else ("", "", line)
        move = ms.parse_move(state, rest)
        found = ms.objection(state, move)
        if (found.rule if found else "") != rule:
            raise ValueError(f"{line}: {found or 'legal'}")
        if found is not None:
            yield Played(rest, move, None, found)
            continue
        before = state
        state, events = ms.apply(before, move)
        yield Played(rest, move, ms.Step(before, move, state, events), None)


def said(played: Played) -> nodes.list_item:
    """Return a move in words, and what happened, or why nothing did."""
    if played.step is None:
        assert played.refusal is not None
        refused = nodes.Text(f" is refused by {played.refusal.rule}: {played.refusal.sentence}.")
        return nodes.list_item("", nodes.paragraph("", "", nodes.literal("", played.text), refused))
    first, *others = labels.step_in_words(played.step)
    line = nodes.paragraph("", "", nodes.literal("", played.text), nodes.Text(f" {first}."))
    return nodes.list_item("", line, *([listed(map(item, others))] if others else []))


def item(words: str) -> nodes.list_item:
    """Return a line of a list."""
    return nodes.list_item("", nodes.paragraph("", words))


def listed(items: Iterable[nodes.list_item]) -> nodes.bullet_list:
    """Return a list."""
    return nodes.bullet_list("", *items)


def cropped(picture: str, places: list[str]) -> str:
    """
    Return the part of a picture of the table that shows *places*.

    Raises:
        ValueError: one of them is not in the picture.
    """
    root = ET.fromstring(picture)
    drawn = {element.get("data-place"): area for element, area in _areas(root)}
    if missing := [place for place in places if place not in drawn]:
        raise ValueError(f"{missing[0]} is not in the picture")
    areas = [drawn[place] for place in places]
    left, top = min(area.left for area in areas) - MARGIN, min(area.top for area in areas) - MARGIN
    right, bottom = max(area.right for area in areas) + MARGIN, max(area.bottom for area in areas) + MARGIN
    width, height = right - left, bottom - top
    _without(root, {id(found) for found, area in _areas(root) if not area.overlaps(Area(left, top, right, bottom))})
    root.set("viewBox", f"{left:g} {top:g} {width:g} {height:g}")
    root.set("width", f"{width * ZOOM:.0f}")
    root.set("height", f"{height * ZOOM:.0f}")
    root.set("style", "max-width: 100%; height: auto")
    return ET.tostring(root, encoding="unicode")


def _areas(root: ET.Element) -> Iterator[tuple[ET.Element, Area]]:
    """Yield what stands for a place with where it is drawn: its first rectangle."""
    for found, at, scale in _placed(root):
        drawn = next(found.iter(f"{{{SVG}}}rect"), None)
        if "data-place" in found.attrib and drawn is not None:
            left, top = at[0] + scale * float(drawn.attrib["x"]), at[1] + scale * float(drawn.attrib["y"])
            width, height = scale * float(drawn.attrib["width"]), scale * float(drawn.attrib["height"])
            yield found, Area(left, top, left + width, top + height)


def _without(element: ET.Element, outside: set[int]) -> None:
    """Take out of *element* what is *outside* of the part that is shown, so that a page of examples stays small."""
    for part in list(element):
        if id(part) in outside:
            element.remove(part)
        else:
            _without(part, outside)


def _placed(
    element: ET.Element, at: tuple[float, float] = (0.0, 0.0), scale: float = 1.0
) -> Iterator[tuple[ET.Element, tuple[float, float], float]]:
    """Yield *element* and all in it, each with where its own coordinates begin and how large a unit of them is."""
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        first, *others = map(float, numbers.split())
        if name == "translate":
            at = at[0] + scale * first, at[1] + scale * (others[0] if others else 0.0)
        elif name == "scale":
            scale *= first
    yield element, at, scale
    for part in element:
        yield from _placed(part, at, scale)


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("worked-example", WorkedExample)
    return {"parallel_read_safe": True}
