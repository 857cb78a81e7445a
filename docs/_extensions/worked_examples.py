"""
A Sphinx directive that shows a position, plays moves in it, and describes their results.

    ```{worked-example} S1: A | S2: B | players: "Ada", "Ben"
    :shows: S1 S2

    >S3
    refused CHAIN-1: >2L1
    ```

The position and the moves are in the notations of the reference. The game itself reports what happens and why it
refuses a move, so an example cannot claim what the library does not do. The build fails if a move is illegal. It also
fails if a move marked as refused is legal, or if another rule refuses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar
from xml.etree import ElementTree as ET

import attrs
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import magnum_sal as ms
from magnum_sal import render
from magnum_sal import words as labels
from magnum_sal.testing import position

MARGIN = 14
"""The margin around the shown part, in units of the picture."""
ZOOM = 0.62
"""Pixels for each unit of the picture."""
SIDE_BY_SIDE = "display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; margin-bottom: 1rem"
WORDS = ("ms-head", "ms-facts")
"""The parts around the table, which the list below repeats in words."""

ET.register_namespace("", "http://www.w3.org/2000/svg")


@attrs.frozen
class Played:
    """A move of an example and its notation, with its step if it was legal, or with the objection to it."""

    text: str
    move: ms.Move
    step: ms.Step | None
    refusal: ms.Objection | None


class WorkedExample(SphinxDirective):
    """The directive: a picture of the position, the moves, and a picture of the position after them."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"shows": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the pictures and a description of what happened."""
        try:
            state = position(self.arguments[0])
            played = list(play(state, self.content))
        except (ms.MagnumSalError, ValueError) as error:
            raise self.error(f"worked-example: {error}") from error
        places = self.options["shows"].split()
        prefix = f"example-{self.env.new_serialno('worked-example')}"
        steps = [one.step for one in played if one.step is not None]
        highlight = steps[0].move if steps else None
        drawn = [render.svg(state, highlight=highlight, title=False, legend=False, prefix=f"{prefix}-before")]
        if steps:
            after = steps[-1].after
            drawn.append(render.svg(after, last=steps[-1], title=False, legend=False, prefix=f"{prefix}-after"))
        pictures = [cropped(picture, places) for picture in drawn]
        side_by_side = f'<div style="{SIDE_BY_SIDE}">{"".join(pictures)}</div>'
        return [nodes.raw("", side_by_side, format="html"), listed(map(said, played))]


def play(state: ms.GameState, lines: Iterable[str]) -> Iterator[Played]:
    """
    Yield the moves of *lines*, each made in the position after the one before.

    Raises:
        ValueError: the game refuses a move, accepts one that is marked as refused, or refuses it by another rule.
        MalformedError: a line is not a move.
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
    """Return a move in words with its results, or with the reason why it is refused."""
    if played.step is None:
        assert played.refusal is not None
        refused = nodes.Text(f" is refused by {played.refusal.rule}: {played.refusal.sentence}.")
        return nodes.list_item("", nodes.paragraph("", "", nodes.literal("", played.text), refused))
    first, *others = labels.step_in_words(played.step)
    line = nodes.paragraph("", "", nodes.literal("", played.text), nodes.Text(f" {first}."))
    return nodes.list_item("", line, *([listed(map(item, others))] if others else []))


def item(words: str) -> nodes.list_item:
    """Return an item of a list."""
    return nodes.list_item("", nodes.paragraph("", words))


def listed(items: Iterable[nodes.list_item]) -> nodes.bullet_list:
    """Return a list of *items*."""
    return nodes.bullet_list("", *items)


def cropped(picture: render.Svg, shown: list[str]) -> str:
    """
    Return the part of a picture of the table that contains the places *shown*.

    Raises:
        ValueError: one of them is not in the picture.
    """
    if missing := [place for place in shown if place not in picture.places]:
        raise ValueError(f"{missing[0]} is not in the picture")
    areas = [picture.places[place].grow(MARGIN) for place in shown]
    left, top = min(area.x for area in areas), min(area.y for area in areas)
    window = render.Box(left, top, max(area.right for area in areas) - left, max(area.foot for area in areas) - top)
    root = ET.fromstring(picture)
    _without(root, {place for place, area in picture.places.items() if not _overlap(area, window)})
    root.set("viewBox", f"{window.x:g} {window.y:g} {window.width:g} {window.height:g}")
    root.set("width", f"{window.width * ZOOM:.0f}")
    root.set("height", f"{window.height * ZOOM:.0f}")
    root.set("style", "max-width: 100%; height: auto")
    return ET.tostring(root, encoding="unicode")


def _overlap(one: render.Box, other: render.Box) -> bool:
    """Return whether the two boxes overlap."""
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.foot and other.y < one.foot


def _without(element: ET.Element, outside: set[str]) -> None:
    """Remove words and places *outside* of the shown part from *element*, so that a page stays small."""
    for part in list(element):
        if part.get("data-place") in outside or part.get("class") in WORDS:
            element.remove(part)
        else:
            _without(part, outside)


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("worked-example", WorkedExample)
    return {"parallel_read_safe": True}
