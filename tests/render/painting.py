"""
The painted content of an SVG picture: a flat list of its elements, in the units of the root.

The module reads what the library's pictures consist of: shapes, texts, groups, uses of symbols, and inherited
presentation attributes, and gradients as fills. They have no CSS, and no clipping except that of a symbol to its box.
The opacity of a group is applied to each of its elements, which looks the same unless they overlap.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree as ET

import attrs
from tests.render.gradients import GRADIENTS, Gradient, blended, read_gradient
from tests.render.lettering import runs_of
from tests.render.outlines import (
    GEOMETRY,
    IDENTITY,
    SHAPES,
    Point,
    Polygon,
    Transform,
    covers,
    flattened,
    is_near,
    rectangle,
    transform,
)

FIGURE: Final = "ms-figure"
"""The class of a figure, with everything in it. Each use of a drawing is also a figure."""
DECOR: Final = "ms-decor"
"""The class of decoration."""

_INHERITED: Final = frozenset(
    (
        "color", "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "font-size",
        "font-weight", "text-anchor", "visibility",
    )
)  # fmt: skip
_FIRST: Final = MappingProxyType(
    {"color": "#000000", "fill": "#000000", "stroke": "none", "stroke-width": "1", "font-size": "16"}
)
_NOT_PAINTED: Final = frozenset(("defs", "symbol", "title", "desc", "metadata", *GRADIENTS))
_NOT_READ: Final = frozenset(("style", "clip-path", "mask", "filter", "fill-rule", "paint-order", "vector-effect"))
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")
_PROPERTY: Final = re.compile(r"var\(\s*(--[\w-]+)\s*,\s*(.+?)\s*\)")
_URL: Final = re.compile(r"url\(#([\w-]+)\)")
_CELL: Final = 32.0
PAPER: Final = "#ffffff"
"""The colour under a picture."""


@attrs.frozen(eq=False)
class Painted:
    """A painted element. Two of them are equal only if they are the same object."""

    kind: str
    """The element's name, such as ``"rect"``. A part of a text with its own style or place is a text."""
    own_classes: frozenset[str]
    classes: tuple[str, ...]
    """The classes of all surrounding elements, outermost first, and its own."""
    data: Mapping[str, str]
    """The values of the attributes ``data-*`` by their names without ``data-``. Inner elements override outer ones."""
    outline: tuple[Polygon, ...]
    """For a text: the box around its letters, beginning at the upper left in reading direction."""
    fill: str | None
    """The colour of the fill; for a gradient, that of its first stop."""
    fill_opacity: float
    stroke: str | None
    stroke_opacity: float
    stroke_width: float
    is_dashed: bool
    figure: int | None
    """The figure that it belongs to. Each use of a symbol is its own figure."""
    clip: Polygon | None
    """The box of the symbol around it."""
    text: str = ""
    font_size: float = 0
    gradient: Gradient | None = None

    @property
    def is_seen(self) -> bool:
        """Whether it paints anything."""
        return self.fill is not None or self.stroke is not None

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the box around its whole outline."""
        xs = [x for polygon in self.outline for x, _ in polygon]
        ys = [y for polygon in self.outline for _, y in polygon]
        return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else (0.0, 0.0, 0.0, 0.0)

    def fill_at(self, point: Point) -> tuple[str, float]:
        """Return the colour and the opacity of the fill at a point; raise ``ValueError`` if there is no fill."""
        if self.fill is None:
            raise ValueError(f"<{self.kind}> has no fill")
        if self.gradient is None:
            return self.fill, self.fill_opacity
        colour, opacity = self.gradient.at(point, self.box)
        return colour, opacity * self.fill_opacity

    def has_at(self, point: Point) -> bool:
        """Return whether its fill or its line is at a point."""
        return self.is_stroked_at(point) or self.is_filled_at(point)

    def is_filled_at(self, point: Point) -> bool:
        """Return whether its fill is at a point."""
        return self.fill is not None and self._is_around(point, 0) and covers(self.outline, point)

    def is_stroked_at(self, point: Point) -> bool:
        """Return whether its line is at a point. A dashed line counts as being nowhere."""
        return (
            self.stroke is not None
            and not self.is_dashed
            and self._is_around(point, self.stroke_width / 2)
            and is_near(self.outline, point, self.stroke_width / 2)
        )

    def _is_around(self, point: Point, margin: float) -> bool:
        """Return whether a point is in the boxes around the item, which is faster than checking the item itself."""
        x, y = point
        left, top, width, height = self.box
        return (
            left - margin <= x <= left + width + margin
            and top - margin <= y <= top + height + margin
            and (self.clip is None or covers((self.clip,), point))
        )


@attrs.frozen(eq=False)
class Picture:
    """All painted items, in painting order."""

    items: tuple[Painted, ...]
    x: float
    y: float
    width: float
    height: float

    def has(self, point: Point) -> bool:
        """Return whether a point is in the picture."""
        return self.x <= point[0] <= self.x + self.width and self.y <= point[1] <= self.y + self.height

    @cached_property
    def _by_cell(self) -> Mapping[tuple[int, int], list[int]]:
        """The items that may cover a point in each square of the picture, by their place in the order."""
        cells: dict[tuple[int, int], list[int]] = {}
        for index, item in enumerate(self.items):
            if item.text or not item.is_seen:
                continue
            left, top, width, height = item.box
            around = item.stroke_width / 2 if item.stroke is not None else 0.0
            for column in range(int((left - around) // _CELL), int((left + width + around) // _CELL) + 1):
                for row in range(int((top - around) // _CELL), int((top + height + around) // _CELL) + 1):
                    cells.setdefault((column, row), []).append(index)
        return cells

    def under(self, index: int, point: Point) -> Iterator[Painted]:
        """Yield the items before one that may be at a point, the uppermost first, without texts."""
        cell = self._by_cell.get((int(point[0] // _CELL), int(point[1] // _CELL)), [])
        return (self.items[place] for place in reversed(cell[: bisect_left(cell, index)]))


def ground_under(picture: Picture, index: int, point: Point) -> str:
    """Return the visible colour at a point below the item at *index*, ignoring texts."""
    seen: list[tuple[str, float]] = []
    for item in picture.under(index, point):
        if item.stroke is not None and item.is_stroked_at(point):
            seen.append((item.stroke, item.stroke_opacity))
            if item.stroke_opacity >= 1:
                break
        if item.fill is not None and item.is_filled_at(point):
            seen.append(item.fill_at(point))
            if seen[-1][1] >= 1:
                break
    ground = PAPER
    for colour, opacity in reversed(seen):
        ground = blended(colour, opacity, ground)
    return ground


def painted(svg: str, properties: Mapping[str, str] | None = None) -> Picture:
    """
    Return the painted items of a picture.

    Args:
        svg: The picture.
        properties: The custom properties that a page sets, such as ``{"--ms-page": "#000000"}``. Others have the
            colour that the picture states.
    """
    return _painted(str(svg), tuple(sorted((properties or {}).items())))


@lru_cache(maxsize=16)
def _painted(svg: str, properties: tuple[tuple[str, str], ...]) -> Picture:
    root = ET.fromstring(svg)
    box = _numbers(root.get("viewBox", f"0 0 {root.get('width', '0')} {root.get('height', '0')}"))
    reader = _Reader(root, (box[2], box[3]), dict(properties))
    reader.read(root, _Around())
    return Picture(tuple(reader.items), *box)


@attrs.frozen
class _Around:
    """The values that an element inherits from surrounding elements."""

    style: Mapping[str, str] = _FIRST
    opacity: float = 1
    transform: Transform = IDENTITY
    classes: tuple[str, ...] = ()
    data: Mapping[str, str] = MappingProxyType({})
    figure: int | None = None
    clip: Polygon | None = None

    def number(self, name: str, otherwise: float = 1) -> float:
        """Return a number of the style."""
        return float(self.style[name].removesuffix("px")) if name in self.style else otherwise


class _Reader:
    """Reads a picture from its beginning to its end."""

    def __init__(self, root: ET.Element, size: tuple[float, float], properties: Mapping[str, str]) -> None:
        self.items: list[Painted] = []
        self._root = root
        self._by_id = {element.get("id"): element for element in root.iter()}
        self._size = size
        self._properties = properties
        self._figures = 0

    def read(self, element: ET.Element, outer: _Around) -> None:
        """Record everything that an element paints."""
        kind = _kind(element)
        if element.get("display") == "none" or kind in _NOT_PAINTED:
            return
        if unread := _NOT_READ & element.attrib.keys():
            raise ValueError(f"<{kind}> has {', '.join(sorted(unread))}, which is not read here")
        around = self._within(element, outer)
        if kind == "g" or element is self._root:
            for inner in element:
                self.read(inner, around)
        elif kind == "use":
            self._read_use(element, around)
        elif kind == "text":
            self._read_text(element, around)
        elif kind in SHAPES:
            geometry = {name: self._absolute(name, element.attrib[name]) for name in GEOMETRY & element.attrib.keys()}
            self._note(kind, element, around, flattened(kind, frozenset(geometry.items())))
        else:
            raise ValueError(f"<{kind}> is not read here")

    def _within(self, element: ET.Element, outer: _Around) -> _Around:
        """Return the values that an element and its surroundings pass on to the elements inside."""
        attributes = element.attrib
        own = {name: attributes[name] for name in _INHERITED & attributes.keys() if attributes[name] != "inherit"}
        if own.get("color") == "currentColor":
            del own["color"]
        classes = attributes.get("class", "").split()
        data = {name[5:]: value for name, value in attributes.items() if name.startswith("data-")}
        figure = outer.figure
        if DECOR in (*outer.classes, *classes):
            figure = None
        elif FIGURE in classes or _kind(element) == "use":
            self._figures += 1
            figure = self._figures
        return attrs.evolve(
            outer,
            style={**outer.style, **own} if own else outer.style,
            opacity=outer.opacity * float(attributes.get("opacity", 1)),
            transform=transform(attributes["transform"]).within(outer.transform)
            if "transform" in attributes
            else outer.transform,
            classes=(*outer.classes, *classes),
            data={**outer.data, **data} if data else outer.data,
            figure=figure,
        )

    def _read_use(self, use: ET.Element, around: _Around) -> None:
        name = use.get("href", "")
        used = self._by_id.get(name.removeprefix("#"))
        if used is None:
            raise ValueError(f"<use> of {name!r}, which is nowhere in the picture")
        x, y = (float(self._absolute(side, use.get(side, "0"))) for side in "xy")
        if _kind(used) != "symbol":
            moved = Transform(e=x, f=y).within(around.transform)
            self.read(used, attrs.evolve(around, transform=moved))
            return
        width, height = (float(self._absolute(side, use.get(side, "100%"))) for side in ("width", "height"))
        inside = self._within(used, around)
        if used.get("overflow") != "visible":
            inside = attrs.evolve(inside, clip=inside.transform.of(rectangle(x, y, width, height)))
        fitted = _fitted(used, x, y, width, height).within(inside.transform)
        for inner in used:
            self.read(inner, attrs.evolve(inside, transform=fitted))

    def _read_text(self, element: ET.Element, around: _Around) -> None:
        for run in runs_of(element, around.style):
            own = around
            for part in run.parts:
                own = self._within(part, own)
            box = rectangle(run.x, run.y - run.size * ASCENT, run.width, run.size)
            self._note("text", run.parts[-1] if run.parts else element, own, (box,), run.text, run.size)

    def _note(
        self, kind: str, element: ET.Element, around: _Around, outline: tuple[Polygon, ...], text: str = "",
        font_size: float = 0,
    ) -> None:  # fmt: skip
        gradient = self._gradient(around.style["fill"])
        fill = self._colour(around.style, "fill") if gradient is None else gradient.stops[0][1]
        stroke = self._colour(around.style, "stroke")
        fill_opacity = around.opacity * around.number("fill-opacity")
        stroke_opacity = around.opacity * around.number("stroke-opacity")
        is_hidden = around.style.get("visibility", "visible") != "visible"
        width = around.number("stroke-width") * around.transform.scale
        self.items.append(
            Painted(
                kind=kind,
                own_classes=frozenset(element.get("class", "").split()),
                classes=around.classes,
                data=around.data,
                outline=tuple(around.transform.of(polygon) for polygon in outline),
                fill=None if is_hidden or not fill_opacity or kind == "line" else fill,
                fill_opacity=fill_opacity,
                stroke=None if is_hidden or not stroke_opacity or not width else stroke,
                stroke_opacity=stroke_opacity,
                stroke_width=width,
                is_dashed=around.style.get("stroke-dasharray", "none") != "none",
                figure=around.figure,
                clip=around.clip,
                text=text,
                font_size=font_size * around.transform.scale,
                gradient=gradient,
            )
        )

    def _gradient(self, written: str) -> Gradient | None:
        """Return the gradient that a fill names, or None if the fill is a colour."""
        if not (named := _URL.fullmatch(written)):
            return None
        found = self._by_id.get(named[1])
        if found is None or _kind(found) not in GRADIENTS:
            raise ValueError(f"fill={written!r}, which is no gradient in the picture")
        return read_gradient(found, lambda stop: self._colour(stop.attrib, "stop-color") or PAPER)

    def _colour(self, style: Mapping[str, str], name: str) -> str | None:
        written = style[name]
        if written == "currentColor":
            written = style["color"]
        if found := _PROPERTY.fullmatch(written):
            written = self._properties.get(found[1], found[2])
        if written in ("none", "transparent"):
            return None
        if not _COLOUR.fullmatch(written.lower()):
            raise ValueError(f"{name}={written!r}: no colour that is read here")
        return written.lower()

    def _absolute(self, name: str, written: str) -> str:
        """Return a length, converting a percentage of the picture's size."""
        if not written.endswith("%"):
            return written
        return str(float(written[:-1]) / 100 * self._size["y" in name or name == "height"])


ASCENT: Final = 0.76
"""The share of a text's size above its baseline."""


def _kind(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _numbers(written: str) -> tuple[float, float, float, float]:
    x, y, width, height = (float(number) for number in re.split(r"[\s,]+", written.strip()))
    return x, y, width, height


def _fitted(symbol: ET.Element, x: float, y: float, width: float, height: float) -> Transform:
    """Return the conversion of a symbol's units to those around the box in which it is used."""
    if "viewBox" not in symbol.attrib:
        return Transform(e=x, f=y)
    left, top, own_width, own_height = _numbers(symbol.attrib["viewBox"])
    across, down = width / own_width, height / own_height
    kept = symbol.get("preserveAspectRatio", "xMidYMid")
    if kept != "none":
        if kept.split()[0] != "xMidYMid" or "slice" in kept:
            raise ValueError(f"preserveAspectRatio={kept!r} is not read here")
        across = down = min(across, down)
    return Transform(
        a=across,
        d=down,
        e=x + (width - own_width * across) / 2 - left * across,
        f=y + (height - own_height * down) / 2 - top * down,
    )
