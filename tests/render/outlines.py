"""Outlines: the shapes of SVG as polygons, and the positions of points relative to them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, TypeAlias

import attrs
import svgelements  # type: ignore[import-untyped]  # it comes without types

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]
"""The corners in order. A closed outline ends where it begins."""

SHAPES: Final = {
    "rect": svgelements.Rect,
    "circle": svgelements.Circle,
    "ellipse": svgelements.Ellipse,
    "polygon": svgelements.Polygon,
    "polyline": svgelements.Polyline,
    "line": svgelements.SimpleLine,
    "path": svgelements.Path,
}
"""The classes of elements with an outline."""
GEOMETRY: Final = frozenset(
    ["x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d"]
)
"""The attributes that define the outline."""
_CURVE_STEPS: Final = 12
_ARC_STEP: Final = math.radians(10)


@lru_cache(maxsize=4096)
def flattened(kind: str, geometry: frozenset[tuple[str, str]]) -> tuple[Polygon, ...]:
    """Return the outline of a shape in its own units, with curves as short lines."""
    attributes = dict(geometry)
    shape = svgelements.Path(attributes.get("d", "")) if kind == "path" else SHAPES[kind](attributes)
    polygons: list[list[Point]] = []
    for segment in svgelements.Path(shape):
        if isinstance(segment, svgelements.Move):
            polygons.append([_point(segment.end)])
            continue
        if isinstance(segment, svgelements.Close) and segment.end is None:
            continue
        if isinstance(segment, svgelements.Line | svgelements.Close):
            polygons[-1].append(_point(segment.end))
        else:
            polygons[-1] += ((float(x), float(y)) for x, y in segment.npoint(_steps(segment)))
        if isinstance(segment, svgelements.Close):
            polygons.append([_point(segment.end)])  # without a move, the next part begins where this closed one did
    return tuple(tuple(polygon) for polygon in polygons if len(polygon) > 1)


def _steps(curve: Any) -> Sequence[float]:  # a segment of svgelements, which has no types
    is_arc = isinstance(curve, svgelements.Arc)
    count = max(2, math.ceil(abs(curve.sweep) / _ARC_STEP)) if is_arc else _CURVE_STEPS
    return [step / count for step in range(1, count + 1)]


def _point(point: Any) -> Point:  # a point of svgelements
    return float(point.x), float(point.y)


@attrs.frozen
class Transform:
    """The conversion of one element's units to those of the root: x' = ax + cy + e, y' = bx + dy + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    @property
    def scale(self) -> float:
        """The factor by which a line becomes longer, averaged over all directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    def within(self, outer: Transform) -> Transform:
        """Return this transform followed by that of the surrounding element."""
        return Transform(
            outer.a * self.a + outer.c * self.b,
            outer.b * self.a + outer.d * self.b,
            outer.a * self.c + outer.c * self.d,
            outer.b * self.c + outer.d * self.d,
            outer.a * self.e + outer.c * self.f + outer.e,
            outer.b * self.e + outer.d * self.f + outer.f,
        )

    def of(self, polygon: Polygon) -> Polygon:
        """Return a polygon in the outer units."""
        return tuple((self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f) for x, y in polygon)


IDENTITY: Final = Transform()


@lru_cache(maxsize=4096)
def transform(written: str) -> Transform:
    """Return the transform that an attribute ``transform`` describes."""
    matrix = svgelements.Matrix(written)
    return Transform(*(float(getattr(matrix, name)) for name in "abcdef"))


def rectangle(x: float, y: float, width: float, height: float) -> Polygon:
    """Return the corners of a rectangle, beginning and ending at the upper left."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)


def covers(outline: tuple[Polygon, ...], point: Point) -> bool:
    """Return whether a point is inside an outline, by the rule ``nonzero``."""
    x, y = point
    winding = 0
    for polygon in outline:
        x1, y1 = polygon[-1]
        for x2, y2 in polygon:
            if (y1 <= y) != (y2 <= y) and (x1 + (y - y1) * (x2 - x1) / (y2 - y1)) > x:
                winding += 1 if y2 > y1 else -1
            x1, y1 = x2, y2
    return winding != 0


def is_near(outline: tuple[Polygon, ...], point: Point, distance: float) -> bool:
    """Return whether a point is at most *distance* away from a line of an outline."""
    x, y = point
    for polygon in outline:
        for (x1, y1), (x2, y2) in pairwise(polygon):
            across, down = x2 - x1, y2 - y1
            square = across * across + down * down
            along = ((x - x1) * across + (y - y1) * down) / square if square else 0.0
            along = 0.0 if along < 0 else min(along, 1.0)
            if math.hypot(x1 + along * across - x, y1 + along * down - y) <= distance:
                return True
    return False


def beside(outline: tuple[Polygon, ...], distance: float, count: int) -> list[Point]:
    """Return points at *distance* on both sides of an outline, at about *count* places spread evenly along it."""
    sides = [(start, end) for polygon in outline for start, end in pairwise(polygon) if start != end]
    spacing = sum(math.dist(*side) for side in sides) / count
    points: list[Point] = []
    gone = spacing / 2  # the distance from the last place to the beginning of this side
    for (x1, y1), (x2, y2) in sides:
        length = math.hypot(x2 - x1, y2 - y1)
        across, down = (x2 - x1) / length, (y2 - y1) / length
        at = spacing - gone
        while at <= length:
            x, y = x1 + across * at, y1 + down * at
            points += ((x - down * distance, y + across * distance), (x + down * distance, y - across * distance))
            at += spacing
        gone = (gone + length) % spacing
    return points
