"""Sizes: how large texts are on a screen, and where a finger meets a place of the picture."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from tests.render.painting import painted

HIT: Final = "ms-hit"
"""The class of the areas in which a pointer meets a place."""


def smallest_text(svg: str, at_width: float) -> tuple[float, str]:
    """Return the smallest text, after its size in CSS pixels, in a picture that is *at_width* pixels wide."""
    picture = painted(svg)
    scale = at_width / picture.width
    texts = ((item.font_size * scale, item.text) for item in picture.items if item.text and item.is_seen)
    return min(texts)


def targets(svg: str, at_width: float) -> list[tuple[str, float, float]]:
    """Return the areas where a pointer meets a place: place, width and height in CSS pixels."""
    picture = painted(svg)
    scale = at_width / picture.width
    hits = (item for item in picture.items if HIT in item.own_classes)
    return [(item.data.get("place", ""), item.box[2] * scale, item.box[3] * scale) for item in hits]


def covers(svg: str, box: tuple[float, float, float, float]) -> float:
    """
    Return the share of a box in which a pointer meets a place.

    Args:
        svg: The picture.
        box: Left, top, width and height in the picture's own units.
    """
    left, _, width, height = box
    hits = [_within(item.box, box) for item in painted(svg).items if HIT in item.own_classes]
    edges = sorted({left, left + width, *(edge for hit in hits for edge in (hit[0], hit[1]))})
    area = sum(
        (end - begin) * _length([(hit[2], hit[3]) for hit in hits if hit[0] <= begin and hit[1] >= end])
        for begin, end in pairwise(edges)
    )
    return area / (width * height)


def _within(
    inner: tuple[float, float, float, float], outer: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """Return left, right, top and foot of the part that two boxes have in common."""
    left, top = max(inner[0], outer[0]), max(inner[1], outer[1])
    right, foot = min(inner[0] + inner[2], outer[0] + outer[2]), min(inner[1] + inner[3], outer[1] + outer[3])
    return left, max(left, right), top, max(top, foot)


def _length(spans: list[tuple[float, float]]) -> float:
    """Return the length of a line that spans cover together."""
    length, reached = 0.0, float("-inf")
    for begin, end in sorted(spans):
        length += max(0.0, end - max(begin, reached))
        reached = max(reached, end)
    return length
