"""
Contrast: how well texts, figures and rims of a picture stand out from what is under them.

The measure is WCAG 2's ratio of relative luminances. Colours as colour-blind people see them come from coloraide's
simulation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from statistics import median
from typing import Final, Literal, TypeAlias

import attrs
from coloraide import Color
from tests.render.gradients import blended
from tests.render.outlines import Point, beside, covers
from tests.render.painting import Painted, Picture, ground_under, painted

Vision: TypeAlias = Literal["protan", "deutan", "tritan"]
"""Colour vision without one kind of cone. None is normal colour vision."""

RIM: Final = "ms-rim"
"""The class of an element whose line must be visible."""
_SAMPLES: Final = 16
_CLEAR: Final = 0.75
"""The distance beyond the edge of an item's line at which its surroundings are sampled."""
_LARGE: Final = 0.25
"""A part's outline counts if its area has at least this share of the largest part's area."""


@attrs.frozen
class Finding:
    """An item that is less visible than it must be."""

    what: str
    where: str
    """The item's place, as ``data-place`` names it."""
    contrast: float
    needed: float
    least: float
    """The lowest contrast. For a figure or a rim, some spots may be below what is needed."""


@attrs.frozen
class Sample:
    """A spot: the colours of an item there, and the colour of its surroundings."""

    colours: tuple[str, ...]
    ground: str

    def contrast(self, vision: Vision | None = None) -> float:
        """Return the contrast of the colour that stands out most."""
        return max((contrast(colour, self.ground, vision) for colour in self.colours), default=1.0)


@attrs.frozen
class Sight:
    """An item that must be visible, with several spots."""

    kind: Literal["text", "figure", "rim"]
    what: str
    where: str
    samples: tuple[Sample, ...]
    """The spots against the ground under it."""
    inside: tuple[Sample, ...] = ()
    """For a rim: the spots against what it encloses."""

    def typical(self, vision: Vision | None = None) -> float:
        """Return the median of the contrasts."""
        return median(self._contrasts(vision))

    def least(self, vision: Vision | None = None) -> float:
        """Return the lowest contrast."""
        return min(self._contrasts(vision))

    def typical_inside(self, vision: Vision | None = None) -> float:
        """Return the median of a rim's contrasts against what it encloses, or 1 if it encloses nothing."""
        return median([sample.contrast(vision) for sample in self.inside] or [1.0])

    def _contrasts(self, vision: Vision | None) -> list[float]:
        return [sample.contrast(vision) for sample in self.samples] or [1.0]


def findings(
    svg: str, vision: Vision | None = None, *, words: float = 4.5, figures: float = 3, is_strict: bool = False
) -> list[Finding]:
    """
    Return the texts, figures and rims of a picture that are less visible than they must be, worst first.

    A text counts by the worst of three spots. A figure or a rim counts by the median of about sixteen spots, or by the
    worst one.

    Args:
        svg: The picture.
        vision: The colour vision, None for a normal one.
        words: The contrast that texts need.
        figures: The contrast that figures and rims need.
        is_strict: Whether figures and rims count by their worst spot.
    """
    found: list[Finding] = []
    for sight in sights(svg):
        least = sight.least(vision)
        reached = least if is_strict or sight.kind == "text" else sight.typical(vision)
        needed = words if sight.kind == "text" else figures
        if reached < needed:
            found.append(Finding(sight.what, sight.where, round(reached, 2), needed, round(least, 2)))
    return sorted(found, key=lambda finding: finding.contrast)


@lru_cache(maxsize=16)
def sights(svg: str) -> tuple[Sight, ...]:
    """Return all texts, figures and rims of a picture."""
    picture = painted(svg)
    return (*_texts(picture), *_figures(picture), *_rims(picture))


def _texts(picture: Picture) -> Iterator[Sight]:
    for index, item in enumerate(picture.items):
        if item.text and item.fill is not None:
            grounds = [ground_under(picture, index, point) for point in _along(item)]
            samples = (Sample((blended(item.fill, item.fill_opacity, ground),), ground) for ground in grounds)
            yield Sight("text", f"text {item.text!r}", _where(item), tuple(samples))


def _along(text: Painted) -> list[Point]:
    """Return points at the left, in the middle and at the right of a text, halfway up its small letters."""
    (x, y), (right, up), _, (left, foot), _ = text.outline[0]
    across, down = (right - x, up - y), (left - x, foot - y)
    width = max((across[0] ** 2 + across[1] ** 2) ** 0.5, 0.01)
    inset = min(0.3 * text.font_size / width, 0.5)
    return [(x + across[0] * at + down[0] / 2, y + across[1] * at + down[1] / 2) for at in (inset, 0.5, 1 - inset)]


def _figures(picture: Picture) -> Iterator[Sight]:
    figures: dict[int, list[int]] = {}
    for index, item in enumerate(picture.items):
        if item.figure is not None and not item.text:
            figures.setdefault(item.figure, []).append(index)
    for members in figures.values():
        items = [picture.items[index] for index in members]
        spots = _silhouette(picture, [item for item in items if item.is_seen])
        samples = (_at_edge(item, ground_under(picture, members[0], point)) for item, point in spots)
        yield Sight("figure", _named("figure", items[0]), _where(items[0]), tuple(samples))


def _silhouette(picture: Picture, items: Sequence[Painted]) -> list[tuple[Painted, Point]]:
    """Return spots just outside a figure, each with the large part of the figure that it is at."""
    largest = max(map(_area, items), default=0.0)
    spots = [
        (item, point)
        for item in items
        if _area(item) >= largest * _LARGE
        for point in beside(item.outline, _edge(item) + _CLEAR, 2 * _SAMPLES)
        if picture.has(point) and not any(part.has_at(point) for part in items)
    ]
    return [spots[place * len(spots) // _SAMPLES] for place in range(_SAMPLES)] if len(spots) > _SAMPLES else spots


def _at_edge(item: Painted, ground: str) -> Sample:
    """Return the colours of an item at its edge on a ground."""
    paints = ((item.stroke, item.stroke_opacity), (item.fill, item.fill_opacity))
    return Sample(tuple(blended(colour, opacity, ground) for colour, opacity in paints if colour is not None), ground)


def _rims(picture: Picture) -> Iterator[Sight]:
    for index, item in enumerate(picture.items):
        if RIM not in item.own_classes or item.stroke is None:
            continue
        outside: list[Sample] = []
        inside: list[Sample] = []
        for point in beside(item.outline, _edge(item) + _CLEAR, _SAMPLES):
            if not picture.has(point):
                continue
            ground = ground_under(picture, index, point)
            is_inside = covers(item.outline, point)
            if is_inside and item.fill is not None:
                ground = blended(*item.fill_at(point), ground)
            line = blended(item.stroke, item.stroke_opacity, ground)
            (inside if is_inside else outside).append(Sample((line,), ground))
        yield Sight("rim", _named("rim", item), _where(item), tuple(outside), tuple(inside))


def _edge(item: Painted) -> float:
    return item.stroke_width / 2 if item.stroke is not None else 0.0


def _area(item: Painted) -> float:
    _, _, width, height = item.box
    return (width + 2 * _edge(item)) * (height + 2 * _edge(item))


def _named(kind: str, item: Painted) -> str:
    told = (f"{name}={value}" for name, value in item.data.items() if name != "place")
    return " ".join((kind, *told))


def _where(item: Painted) -> str:
    return item.data.get("place", "")


def contrast(colour: str, ground: str, vision: Vision | None = None) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    return _ratio(as_seen(colour, vision), as_seen(ground, vision))


@lru_cache(maxsize=16384)
def _ratio(colour: str, ground: str) -> float:
    return Color(colour).contrast(Color(ground), method="wcag21")


@lru_cache(maxsize=4096)
def as_seen(colour: str, vision: Vision | None) -> str:
    """Return a colour as people with this vision see it."""
    return colour if vision is None else Color(colour).filter(vision).convert("srgb").clip().to_string(hex=True)
