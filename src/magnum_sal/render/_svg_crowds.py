"""Draw the miners in one place, from a single figure to a crowd."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import attrs

from ..model.pieces import SEAT_LETTERS
from ._markup import NOTHING, Markup, element, join_markup, short
from ._svg_elements import INK, Box, box, path, text_width, words
from ._svg_pieces import MINER, draw_miner
from .svg_look import Look


@attrs.frozen
class _Figure:
    """A drawn miner, or several miners of one seat as one figure with a number."""

    seat: int
    count: int
    is_tired: bool

    def one(self, height: float) -> float:
        """Return the width of the figure without its number, given the height of a standing miner."""
        return height * (1 if self.is_tired else _SLIM)

    def width(self, height: float, letters: float) -> float:
        """Return the width of the figure with its number."""
        if self.count == 1:
            return self.one(height)
        return self.one(height) + 2 + text_width(str(self.count), _number_size(height, letters), is_bold=True)


def _number_size(height: float, letters: float) -> float:
    return max(height * 0.45, letters)


_Rows: TypeAlias = list[list[_Figure]]
_Placed: TypeAlias = tuple[_Figure, float, float]
"""A figure with its left edge and its foot."""


@attrs.frozen
class _Arrangement:
    """The positions of all figures in a place."""

    height: float
    """The height of a standing miner."""
    placed: list[_Placed]
    overlaps: bool = False
    """Whether figures may overlap, so that a number needs a badge of its own."""


_SLIM: Final = MINER[0] / MINER[1]
_FIGURE_GAP: Final = 2.0
TALLEST: Final = 48.0
_LETTER: Final = 16.5 / 36
"""The size of the letter on a figure, as a share of the height of a standing miner."""
_MOST_SINGLES: Final = 12
"""The maximum number of a seat's miners that are drawn individually."""


def draw_miners(
    look: Look, rested: Sequence[int], tired: Sequence[int], area: Box, place: str, ink: str, tallest: float = TALLEST
) -> Markup:
    """
    Draw the miners in a place, sorted by seat. They stand on the floor and are as large as possible.

    Each miner has its own figure if there is room, even if the figures overlap. Otherwise, equal miners share a figure
    with a number.
    """
    groups = [
        _Figure(seat, count, is_tired)
        for seat in range(len(rested))
        for count, is_tired in ((rested[seat], False), (tired[seat], True))
        if count
    ]
    if not groups:
        return NOTHING
    # If even shared figures do not fit, they become small, with numbers on their bodies. A custom ruleset can have 63
    # miners of a colour, so single figures are not tried if a group has more than twelve miners.
    letters = look.smallest_text
    least = math.ceil(2 * letters / _LETTER) / 2
    if all(group.count <= _MOST_SINGLES for group in groups):
        singles = [attrs.evolve(group, count=1) for group in groups for _ in range(group.count)]
        if found := _arrange(singles, area, tallest, least, letters):
            return _draw_in_place(look, groups, found, place, ink)
    if found := _arrange(groups, area, tallest, least, letters):
        return _draw_in_place(look, groups, found, place, ink)
    return _draw_small(look, groups, area, place)


def _arrange(
    figures: Sequence[_Figure], area: Box, tallest: float, least: float, letters: float
) -> _Arrangement | None:
    """Return the positions of *figures* in the first arrangement that fits, or None."""
    high = min(tallest, area.height)
    return _arrange_apart(figures, area, high, least, letters) or _arrange_overlapping(figures, area, high, least)


def _heights(tallest: float, least: float) -> Iterator[float]:
    """Yield the heights to try, from the largest to the smallest."""
    # A miner is two thirds as wide as high, so a step of 1.5 in height is a step of 1 in width. There are at most
    # about fifteen steps.
    height = math.floor(tallest * 2 / 3) * 1.5
    while height > least:
        yield height
        height -= 1.5
    if tallest >= least:
        yield least


def _arrange_apart(
    figures: Sequence[_Figure], area: Box, tallest: float, least: float, letters: float
) -> _Arrangement | None:
    """Return the positions of *figures* side by side, as large as possible; None if they do not fit."""
    for height in _heights(tallest, least):
        rows = _in_rows(figures, area.width, height, letters)
        high = len(rows) * height + (len(rows) - 1) * _FIGURE_GAP
        if high > area.height or any(_width(row, height, letters) > area.width for row in rows):
            continue
        placed: list[_Placed] = []
        foot = area.foot - (len(rows) - 1) * (height + _FIGURE_GAP)
        for row in rows:
            x = area.x + (area.width - _width(row, height, letters)) / 2
            for figure in row:
                placed.append((figure, x, foot))
                x += figure.width(height, letters) + _FIGURE_GAP
            foot += height + _FIGURE_GAP
        return _Arrangement(height, placed)
    return None


def _width(row: Sequence[_Figure], height: float, letters: float) -> float:
    return sum(figure.width(height, letters) for figure in row) + _FIGURE_GAP * (len(row) - 1)


def _in_rows(figures: Sequence[_Figure], width: float, height: float, letters: float) -> _Rows:
    """Return the figures in as few rows as possible, all of about the same width."""
    rows = _fill_rows(figures, width, height, letters)
    while len(rows) > 1:
        # Try a little less width for as long as the number of rows stays the same.
        width -= height / 4
        narrower = _fill_rows(figures, width, height, letters)
        if len(narrower) > len(rows) or any(_width(row, height, letters) > width for row in narrower):
            break
        rows = narrower
    return rows


def _fill_rows(figures: Sequence[_Figure], width: float, height: float, letters: float) -> _Rows:
    rows: _Rows = [[]]
    for figure in figures:
        if rows[-1] and _width([*rows[-1], figure], height, letters) > width:
            rows.append([])
        rows[-1].append(figure)
    return rows


# How far figures may overlap without hiding a letter, as shares of the height of a standing miner. The letter is in the
# lower half of a standing miner and in the right half of a sleeping one. Two sleeping miners lie one behind the other.
_NEXT: Final = {False: 0.5, True: 0.85}
"""The distance to the next figure, by whether the miner is tired."""
_BADGE: Final = 0.15
"""The additional distance to the next figure if there is a number."""
_LOWER: Final = 0.9
"""The distance to the next row."""
_BEHIND: Final = 0.38
"""The distance between two sleeping miners, one behind the other."""

_Pile: TypeAlias = tuple[_Figure, ...]
"""A standing miner, or one or two sleeping ones."""


def _arrange_overlapping(figures: Sequence[_Figure], area: Box, tallest: float, least: float) -> _Arrangement | None:
    """Return the positions of overlapping *figures*, as large as possible; None if they do not fit."""
    asleep = [figure for figure in figures if figure.is_tired and figure.count == 1]
    piles: list[_Pile] = [(figure,) for figure in figures if not figure.is_tired or figure.count > 1]
    piles += [tuple(asleep[first : first + 2]) for first in range(0, len(asleep), 2)]
    high = _BEHIND + _SLIM if len(asleep) > 1 else 1.0
    for height in _heights(tallest / high, least):
        most = 1 + int((area.height - high * height) / (_LOWER * height))
        rows: list[list[_Pile]] = [[]]
        for pile in piles:
            if rows[-1] and _overlapping_width([*rows[-1], pile], height) > area.width:
                rows.append([])
            rows[-1].append(pile)
        if len(rows) > most or _overlapping_width(rows[0][:1], height) > area.width:
            continue
        placed: list[_Placed] = []
        for number, row in enumerate(rows):
            placed += _place_row(row, area, area.foot - (len(rows) - 1 - number) * _LOWER * height, height)
        return _Arrangement(height, placed, overlaps=True)
    return None


def _overlapping_width(row: Sequence[_Pile], height: float) -> float:
    return sum(_step(pile, height) for pile in row[:-1]) + row[-1][0].one(height)


def _step(pile: _Pile, height: float) -> float:
    return (_NEXT[pile[0].is_tired] + (_BADGE if pile[0].count > 1 else 0)) * height


def _place_row(row: Sequence[_Pile], area: Box, foot: float, height: float) -> Iterator[_Placed]:
    """Yield the figures of a row. They overlap only as far as the width requires."""
    free = area.width - _overlapping_width(row, height)
    between = free / (len(row) - 1) if len(row) > 1 else 0.0
    steps = [min(_step(pile, height) + between, pile[0].one(height) + _FIGURE_GAP) for pile in row[:-1]]
    x = area.x + (area.width - sum(steps) - row[-1][0].one(height)) / 2
    for pile, step in zip(row, (*steps, 0.0), strict=True):
        for depth, figure in enumerate(reversed(pile)):
            yield figure, x, foot - depth * _BEHIND * height
        x += step


def _draw_in_place(look: Look, groups: Sequence[_Figure], found: _Arrangement, place: str, ink: str) -> Markup:
    """Draw the figures, grouped by seat and by whether the miners are tired."""
    drawn: dict[tuple[int, bool], list[Markup]] = {(group.seat, group.is_tired): [] for group in groups}
    height = found.height
    # Figures further down are nearer, so they are drawn later.
    for figure, x, foot in sorted(found.placed, key=lambda placed: placed[2]):
        parts = drawn[figure.seat, figure.is_tired]
        parts.append(draw_miner(look, figure.seat, x, foot, height, is_tired=figure.is_tired))
        if figure.count == 1:
            continue
        if found.overlaps:
            top = foot - height * (_SLIM if figure.is_tired else 1)
            parts.append(_draw_badge(look, figure.count, x + figure.one(height) - 4, top + 5))
        else:
            number, size = str(figure.count), _number_size(height, look.smallest_text)
            parts.append(words(number, x + figure.one(height) + 1, foot - 2, ink, size=size, is_bold=True))
    return join_markup(_group(look, group, drawn[group.seat, group.is_tired], place) for group in groups)


def _draw_badge(look: Look, count: int, x: float, y: float) -> Markup:
    """Draw the number of equal miners on a plate that covers a corner of their figure."""
    number, size = str(count), look.smallest_text
    wide = text_width(number, size, is_bold=True) + 3
    plate = Box(x - wide / 2, y - size / 2, wide, size)
    return box(plate, look.theme.card, look.theme.line, radius=4) + words(
        number, x, y + size * 0.37, INK, size=size, anchor="middle", is_bold=True
    )


def _group(look: Look, group: _Figure, parts: Sequence[Markup], place: str) -> Markup:
    condition = "tired" if group.is_tired else "rested"
    return look.pieces("miner", group.count, parts, place, condition, group.seat, seat=group.seat, state=condition)


_HEAD: Final = 6.0
"""The height of the head above the body of a small figure."""
_SMALL: Final = 30.0
"""The maximum width of a small figure."""
_NARROWEST: Final = 14.5
"""The minimum width of a small figure."""


def _draw_small(look: Look, groups: Sequence[_Figure], area: Box, place: str) -> Markup:
    """Draw the miners in a crowded place as small figures, with a letter and a number on their bodies."""
    body = look.smallest_text + 2.0
    # Use the fewest columns that fit, because a wider body is easier to read. Heads may be behind the row above.
    columns = _count_columns(len(groups), area, body + _HEAD) or _count_columns(len(groups), area, body + 2)
    columns = max(columns or len(groups), min(len(groups), int(area.width // _SMALL)))
    rows = -(-len(groups) // columns)
    wide = min(_SMALL, area.width / columns)
    high = min(body + _HEAD, area.height / rows)
    parts: list[Markup] = []
    for number, group in enumerate(groups):
        row, column = divmod(number, columns)
        x = area.x + (area.width - columns * wide) / 2 + column * wide
        foot = area.foot - (rows - 1 - row) * high
        here = Box(x + 0.5, foot - min(body, high), wide - 1, min(body, high))
        parts.append(_group(look, group, tuple(_draw_small_figure(look, group, here)), place))
    return join_markup(parts)


def _count_columns(count: int, area: Box, high: float) -> int | None:
    """Return the smallest number of columns whose rows fit, or None if they would be too narrow."""
    most = min(count, int(area.width // _NARROWEST))
    return next((columns for columns in range(1, most + 1) if -(-count // columns) * high <= area.height), None)


def _draw_small_figure(look: Look, group: _Figure, here: Box) -> Iterator[Markup]:
    """Draw a body with a letter and a number. A rested miner has its head above, a tired one at the left."""
    theme, colour = look.theme, look.theme.seats[group.seat]
    x = here.x + 5 if group.is_tired else here.middle[0]
    y, radius = here.y + (1 if group.is_tired else -1), _HEAD - 1.5
    hat = f"M{short(x - radius)} {short(y - 1)}a{short(radius)} {short(radius)} 0 0 1 {short(2 * radius)} 0z"
    yield element("circle", cx=x, cy=y, r=radius, fill=theme.cloth, stroke=theme.rim)
    yield path(hat, fill=colour, line=theme.rim)
    if group.is_tired:
        yield path(f"M{short(x + 7)} {short(here.y - 4.5)}h3.5l-3.5 3.5h3.5", line=theme.rim, weight=1.2)
    yield box(here, colour, theme.rim, radius=5, class_="ms-figure")
    told, size = f"{SEAT_LETTERS[group.seat]}{group.count if group.count > 1 else ''}", look.smallest_text
    yield words(
        told, here.middle[0], here.foot - 2.5, theme.seats_ink[group.seat], size=size, anchor="middle", is_bold=True,
        room=here.width - 1.5,
    )  # fmt: skip
