"""Line graphs of a game: one line for each seat over the rounds, in panels one above the other."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..model.pieces import SEAT_LETTERS
from ..words import capitalize, label, roman
from ._markup import Markup, element, short
from ._svg_elements import FONT, text_width
from .themes import THEMES, Theme, with_properties

_WIDTH: Final = 640
_HEIGHT: Final = 230
_LEAST_LEFT: Final = 44
_LEAST_RIGHT: Final = 70
"""The margins beside the lines, unless the numbers there need more room."""
_TOP: Final = 34
_FOOT: Final = 34
_LINES: Final = 4
_DASHES: Final = (None, "9 4", "3 3", "12 3 3 3")
"""The dash pattern of each seat's line, for colour-blind people."""


class Mark(NamedTuple):
    """A point in time on a graph: the end of a round, or the start of the game if the round is 0."""

    phase: int
    round: int


class Panel(NamedTuple):
    """One of several graphs that share the same points in time."""

    heading: str
    values: Sequence[Sequence[int]]
    """The values by point in time and seat."""
    top: int | None = None
    """The maximum value; None if there is no limit."""


def line_graph(marks: Sequence[Mark], panels: Sequence[Panel], title: str, about: str, language: str) -> Markup:
    """Return the *panels* as one SVG, from top to bottom; *about* describes them for screen readers."""
    paint = with_properties(THEMES["light"])
    # All panels have the same margins, so that their rounds are in line.
    left = max([_LEAST_LEFT, *(text_width(short(_unit(panel) * _LINES), 11) + 12 for panel in panels)])
    ends = [_final_value(panel, seat) for panel in panels for seat in range(len(panel.values[-1]))]
    right = max([_LEAST_RIGHT, *(text_width(end, 13, is_bold=True) + 12 for end in ends)])
    sides = left, _WIDTH - right
    drawn = (
        element("g", *_panel(marks, panel, sides, paint, language), transform=f"translate(0 {number * _HEIGHT})")
        for number, panel in enumerate(panels)
    )
    return element(
        "svg",
        element("title", capitalize(title), id="graph-title"),
        element("desc", about, id="graph-desc"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {len(panels) * _HEIGHT}",
        role="img",
        aria_labelledby="graph-title graph-desc",
        font_family=FONT,
        font_size=13,
        fill=paint.ink,
    )


def _panel(
    marks: Sequence[Mark], panel: Panel, sides: tuple[float, float], paint: Theme, language: str
) -> Iterator[Markup]:
    """Draw a panel; *sides* are the x positions of the first and the last mark."""
    values = panel.values
    seats = range(len(values[0]))
    left, right = sides
    unit = _unit(panel)
    across = (right - left) / max(len(marks) - 1, 1)
    up = (_HEIGHT - _TOP - _FOOT) / (unit * _LINES)

    def at(number: int, count: float) -> tuple[float, float]:
        return left + number * across, _HEIGHT - _FOOT - count * up

    yield element("text", capitalize(panel.heading), x=left, y=18, font_weight="bold")
    for line in range(_LINES + 1):
        _, y = at(0, line * unit)
        yield element("line", x1=left, x2=right, y1=y, y2=y, stroke=paint.line, stroke_width=0.5)
        yield element("text", short(line * unit), x=left - 6, y=y + 4, text_anchor="end", font_size=11)
    for number, mark in enumerate(marks):
        if (number and mark.phase != marks[number - 1].phase) or number == 1:
            x, _ = at(number - 1, 0)
            yield element(
                "line", x1=x, x2=x, y1=_TOP - 8, y2=_HEIGHT - _FOOT, stroke=paint.muted, stroke_dasharray="2 3"
            )
            phase = f"{label('phase', language)} {roman(mark.phase)}"
            yield element("text", phase, x=x + 4, y=_HEIGHT - _FOOT + 26, font_size=11)
        # With more rounds, the numbers would overlap.
        if number and len(marks) <= 40:
            x, y = at(number, 0)
            yield element("text", str(mark.round), x=x, y=y + 13, text_anchor="middle", font_size=10, fill=paint.muted)
    ends = _apart([at(len(marks) - 1, value)[1] for value in values[-1]])
    ways = [[at(number, entry[seat]) for number, entry in enumerate(values)] for seat in seats]
    lines = ["M" + " L".join(f"{short(x)} {short(y)}" for x, y in way) for way in ways]
    for seat in seats:
        colour, dashes = paint.seats[seat], _DASHES[seat]
        # Each line is drawn over a wider line in the rim colour, so that light colours stand out from a light page.
        for ink, width in ((paint.rim, 5), (colour, 3)):
            yield element("path", d=lines[seat], fill="none", stroke=ink, stroke_width=width, stroke_dasharray=dashes)
        yield element("text", _final_value(panel, seat), x=ways[seat][-1][0] + 8, y=ends[seat] + 4, font_weight="bold")


def _unit(panel: Panel) -> float:
    """Return the distance of the grid lines of a panel."""
    if panel.top:
        return panel.top / _LINES
    return _choose_interval(max(1, *itertools.chain(*panel.values)))


def _final_value(panel: Panel, seat: int) -> str:
    return f"{SEAT_LETTERS[seat]} {panel.values[-1][seat]}"


def _choose_interval(most: int) -> int:
    """Return the smallest of 1, 2, 3, 5, 10, 20 ... at which the grid lines reach *most*."""
    units: Iterator[int] = (unit * 10**power for power in itertools.count() for unit in (1, 2, 3, 5))
    return next(unit for unit in units if unit * _LINES >= most)


def _apart(heights: list[float]) -> list[float]:
    """Return y positions within the panel, at least 15 units apart, for the labels at the ends of the lines."""
    # From top to bottom, each label is pushed down by the one above it if they are too close. From bottom to top,
    # labels below the panel are then pushed up. Labels that are far apart stay beside their lines.
    placed: dict[int, float] = {}
    seats = sorted(range(len(heights)), key=heights.__getitem__)
    lowest, highest = float("-inf"), _HEIGHT - 10.0
    for seat in seats:
        placed[seat] = lowest = max(heights[seat], lowest + 15)
    for seat in reversed(seats):
        placed[seat] = min(placed[seat], highest)
        highest = placed[seat] - 15
    return [placed[seat] for seat in range(len(heights))]
