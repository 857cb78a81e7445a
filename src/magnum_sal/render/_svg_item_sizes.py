"""The sizes of the items at a building, and their positions in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import Final

from ..model import display
from ._svg_elements import Box
from .board_facts import STANDARD_STACKS

_WIDEST: Final = 282.0
"""The maximum width of a row of items. Items with many spaces are compressed to fit, down to a minimum width."""
_WIDEST_NARROW: Final = 362.0
"""The maximum width of a row in a picture for a phone, where a building can have the whole width."""
_GAP: Final = 6.0
LEAST_STEP: Final = 14.0
"""The minimum width of a space of a track. If more spaces do not fit, they continue in another row."""
LEAST_CARD: Final = 40.0
"""The same for cards in a row."""
LEAST_HEIGHT: Final = 20.0
"""The minimum height of a space of a column of salt. If more spaces do not fit, they continue in another column."""


def in_rows(things: Iterable[display.DisplayItem], *, is_narrow: bool) -> Iterator[tuple[display.DisplayItem, Box]]:
    """Yield *things*, each with its box. The boxes form rows that start at the origin."""
    # Items fill a row from left to right, and the next row begins below the tallest one. Sizes depend on the number of
    # spaces, not on their contents, so nothing at a building moves during a game.
    right, top, foot = -_GAP, 0.0, 0.0
    widest = _WIDEST_NARROW if is_narrow else _WIDEST
    for thing in things:
        width, height = _size(thing, is_narrow=is_narrow)
        if right + _GAP + width > widest:
            right, top = -_GAP, foot + _GAP
        area = Box(right + _GAP, top, width, height)
        right, foot = area.right, max(foot, area.foot)
        yield thing, area


def _size(thing: display.DisplayItem, *, is_narrow: bool) -> tuple[float, float]:
    """Return the width and height of an item, which are the same in all languages."""
    # Some sizes differ in a picture for a phone, where a finger needs 40 units for each place.
    widest = _WIDEST_NARROW if is_narrow else _WIDEST
    match thing:
        case display.Track(prices):
            step = 18.0 if is_narrow else 22.0
            return min(widest - 66, step * len(prices) + 6), 42.0 * count_rows(prices, widest - 72, LEAST_STEP)
        case display.Tally():
            return (52 if is_narrow else 60), 42
        case display.Price():
            return 92, 44
        case display.Progress():
            return (78, 72) if is_narrow else (widest - 8, 40)
        case display.Income():
            return 124, (24 if is_narrow else 28)
        case display.PriceList(_, prices):
            return (144, 22.0 * -(-len(prices) // 2) + 13) if is_narrow else (124, 22.0 * len(prices) + 13)
        case display.Offer(prices):
            width, height = (54.0, 70.0) if is_narrow else (64.0, 98.0)
            return min(widest - 54, width * len(prices)), height * count_rows(prices, widest - 54, LEAST_CARD)
        case display.Orders(orders):
            height = 72.0 if is_narrow else 74.0
            return min(widest - 50, 58.0 * len(orders)), height * count_rows(orders, widest - 50, LEAST_CARD)
        case display.Stack(name):
            # A stack of an extension has room for its own label.
            return (38 if name in STANDARD_STACKS else 92), (68 if is_narrow else 74)
        case display.FaceUp() | display.PieceAt():
            return 136, 44
        case display.DieFace():
            return 116, 48
        case display.SaltColumn(_, prices):
            width, height = (40.0, 140.0) if is_narrow else (48.0, 176.0)
            return width * count_rows(prices, height, LEAST_HEIGHT), height
        case display.Waiting():
            width, height = (widest, 63.0) if is_narrow else (widest - 8, 78.0)
            return (width - 2 * _GAP) / 3, height


def count_rows(things: Sized, width: float, least: float) -> int:
    """Return the number of rows for *things*, if each is at least *least* wide."""
    return max(-(-len(things) // max(int(width // least), 1)), 1)


def lay_cells(area: Box, things: Sized, least: float) -> Iterator[Box]:
    """Yield the boxes of *things* in rows that fill *area*. Each is at least *least* wide."""
    rows = count_rows(things, area.width, least)
    columns = max(-(-len(things) // rows), 1)
    width, height = area.width / columns, area.height / rows
    for number in range(len(things)):
        row, column = divmod(number, columns)
        yield Box(area.x + column * width, area.y + row * height, width, height)
