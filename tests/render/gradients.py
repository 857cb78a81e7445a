"""Gradients: the colour and the opacity at each point of an item that is filled with one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final
from xml.etree import ElementTree as ET

import attrs
from tests.render.outlines import Point

GRADIENTS: Final = ("linearGradient", "radialGradient")
"""The names of the elements that define a gradient."""


@attrs.frozen
class Gradient:
    """A linear or radial gradient."""

    is_radial: bool
    is_of_box: bool
    """Whether its numbers are shares of the box around an item, and not units of the picture."""
    numbers: tuple[float, float, float, float]
    """The beginning and the end of a linear gradient; for a radial one, the centre, and the radius twice."""
    stops: tuple[tuple[float, str, float], ...]
    """The offset, the colour and the opacity of each stop."""

    def at(self, point: Point, box: tuple[float, float, float, float]) -> tuple[str, float]:
        """Return the colour and the opacity at a point of an item with this *box*."""
        x, y = point
        if self.is_of_box:
            x, y = (x - box[0]) / (box[2] or 1), (y - box[1]) / (box[3] or 1)
        left, top, right, foot = self.numbers
        if self.is_radial:
            share = hypot(x - left, y - top) / right
        else:
            across, down = right - left, foot - top
            share = ((x - left) * across + (y - top) * down) / (across**2 + down**2)
        return self._between(min(max(share, 0.0), 1.0))

    def _between(self, share: float) -> tuple[str, float]:
        before, after = self.stops[0], self.stops[-1]
        for one, other in pairwise(self.stops):
            if one[0] <= share <= other[0]:
                before, after = one, other
        length = after[0] - before[0]
        part = min(max((share - before[0]) / length, 0.0), 1.0) if length else 0.0
        return blended(after[1], part, before[1]), before[2] + (after[2] - before[2]) * part


def read_gradient(element: ET.Element, colour_of: Callable[[ET.Element], str]) -> Gradient:
    """Return the gradient that an element defines. *colour_of* returns the colour of a stop."""
    is_radial = element.tag.endswith("}radialGradient")
    names = ("cx", "cy", "r", "r") if is_radial else ("x1", "y1", "x2", "y2")
    one, two, three, four = (float(element.attrib[name]) for name in names)
    is_of_box = element.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    stops = tuple(
        (float(stop.attrib["offset"]), colour_of(stop), float(stop.get("stop-opacity", 1))) for stop in element
    )
    return Gradient(is_radial, is_of_box, (one, two, three, four), stops)


@lru_cache(maxsize=4096)
def blended(colour: str, opacity: float, ground: str) -> str:
    """Return the colour of translucent paint on a ground. Like renderers, it mixes the colours in sRGB."""
    if opacity >= 1:
        return colour
    over, under = bytes.fromhex(colour[1:]), bytes.fromhex(ground[1:])
    return "#" + bytes(round(a * opacity + b * (1 - opacity)) for a, b in zip(over, under, strict=True)).hex()
