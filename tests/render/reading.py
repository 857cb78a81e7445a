"""The contents of a picture as programs find them: places, pieces, words and marks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree as ET

import attrs

from magnum_sal.render import Svg

_SVG: Final = "{http://www.w3.org/2000/svg}"


@attrs.frozen
class Piece:
    """Equal pieces, as their group describes them."""

    place: str
    """The place they are in."""
    kind: str
    count: int
    seat: int | None
    thing: str | None
    state: str | None
    within: str | None
    """The kind of the piece on which they are drawn, such as the order whose cubes they are."""


@lru_cache(maxsize=8)
def root(svg: str) -> ET.Element:
    """Return a picture's outermost element."""
    return ET.fromstring(svg)


def ids(svg: str) -> list[str]:
    """Return all ids in the order of the elements."""
    return [element.attrib["id"] for element in root(svg).iter() if "id" in element.attrib]


def places(svg: str) -> dict[str, ET.Element]:
    """Return the group of each place, in the order of the picture."""
    groups = [element for element in root(svg).iter() if "data-place" in element.attrib]
    found = {group.attrib["data-place"]: group for group in groups}
    assert len(found) == len(groups), "a place has two groups"
    return found


def pieces(svg: str, kind: str) -> list[Piece]:
    """Return the pieces of a kind."""
    return [piece for piece in _pieces(root(svg), "", None) if piece.kind == kind]


def _pieces(element: ET.Element, place: str, within: str | None) -> Iterator[Piece]:
    if "data-place" in element.attrib:
        place, within = element.attrib["data-place"], None
    elif "data-kind" in element.attrib:
        told = element.attrib
        seat = told.get("data-seat")
        count, thing, state = int(told["data-count"]), told.get("data-thing"), told.get("data-state")
        yield Piece(place, told["data-kind"], count, None if seat is None else int(seat), thing, state, within)
        within = told["data-kind"]
    for inner in element:
        yield from _pieces(inner, place, within)


def words(element: ET.Element) -> list[str]:
    """Return the texts that are drawn in an element."""
    return ["".join(text.itertext()) for text in element.iter(f"{_SVG}text")]


def told(element: ET.Element, name: str = "title") -> str:
    """Return the text of an element's own title or description, or an empty string if it has none."""
    return element.findtext(f"{_SVG}{name}") or ""


def with_class(element: ET.Element, name: str) -> list[ET.Element]:
    """Return the elements of a class within an element."""
    return [inner for inner in element.iter() if name in inner.get("class", "").split()]


def marks(svg: str) -> ET.Element:
    """Return the group of all marks."""
    (group,) = with_class(root(svg), "ms-marks")
    return group


def rims(svg: str, colour: str) -> list[tuple[float, float, str | None]]:
    """Return left, top and dashes of the rims of a colour among the marks."""
    return [
        (float(rim.attrib["x"]), float(rim.attrib["y"]), group.get("stroke-dasharray"))
        for group in marks(svg)
        if group.get("stroke") == colour
        for rim in with_class(group, "ms-rim")
    ]


def marked(svg: Svg, colour: str, dashes: str | None = None) -> set[str]:
    """Return the places that have a rim of this colour and with these dashes."""
    # Rims lie within the spaces of the mine and the buildings, and around the places in buildings and panels.
    areas = {name: box.grow(1 if ":" in name else -1.5) for name, box in svg.places.items()}
    corners = {(round(area.x, 1), round(area.y, 1)): name for name, area in areas.items()}
    return {corners[left, top] for left, top, dashed in rims(svg, colour) if dashed == dashes}
