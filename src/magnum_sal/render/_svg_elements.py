"""Elements of a picture: rectangles, words, and groups that stand for a place or a piece."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import attrs

from ._markup import NOTHING, Markup, element, join_markup

FONT: Final = "Verdana, 'DejaVu Sans', 'Noto Sans', Arial, sans-serif"
TITLE_FONT: Final = "Georgia, 'DejaVu Serif', 'Noto Serif', serif"
FONT_SIZE: Final = 13.0
"""The size of words where nothing else is said."""
INK: Final = ""
"""The colour of words where nothing else is said: the picture's own."""


@attrs.frozen
class Box:
    """A rectangle of a picture, in the units of its ``viewBox``: pixels, where it has its natural width."""

    x: float
    """Its left end."""
    y: float
    """Its upper end."""
    width: float
    """How wide it is."""
    height: float
    """How high it is."""

    @property
    def right(self) -> float:
        """Its right end."""
        return self.x + self.width

    @property
    def foot(self) -> float:
        """Its lower end."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grow(self, by: float) -> Box:
        """Return the rectangle with a margin around it; below 0 it gets smaller."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def move(self, x: float, y: float) -> Box:
        """Return the rectangle moved to the right and down."""
        return Box(self.x + x, self.y + y, self.width, self.height)

    def scale(self, by: float) -> Box:
        """Return the rectangle as a picture of another size has it."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)


@attrs.frozen
class Drawing:
    """A part of the picture, or all of it without marks."""

    body: Markup
    boxes: dict[str, Box]
    """Where each place of the table is drawn."""
    width: float
    height: float


def sides(area: Box) -> dict[str, float]:
    """Return the attributes that say where an element is."""
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height}


def unheard(parts: Iterable[Markup]) -> Markup:
    """Return elements that are to be seen alone: the title of what they belong to says the same."""
    drawn = join_markup(parts)
    return element("g", drawn, aria_hidden="true") if drawn else NOTHING


def box(
    area: Box, fill: str, line: str = "none", *, radius: float = 5, dashes: str | None = None, weight: float = 1,
    class_: str | None = None,
) -> Markup:  # fmt: skip
    """Return a rectangle with round corners; without a line it has none."""
    is_lined = line != "none"
    return element(
        "rect", **sides(area), rx=radius or None, fill=fill, class_=class_, stroke=line if is_lined else None,
        stroke_width=weight if is_lined and weight != 1 else None, stroke_dasharray=dashes if is_lined else None,
    )  # fmt: skip


def path(drawn: str, *, fill: str = "none", line: str | None = None, weight: float = 1, **others: str) -> Markup:
    return element(
        "path", d=drawn, fill=fill, stroke=line, stroke_width=weight if line and weight != 1 else None, **others
    )


_EMS: Final = dict.fromkeys("iljtfrI.,:;!|'()[]-/ ·", 0.42) | dict.fromkeys("mwMWŁO@%&", 0.95)
"""How wide a letter is that is narrower or wider than others, in ems."""


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return about how wide *text* is drawn; what draws the picture may have other fonts."""
    ems = sum(_EMS.get(letter) or (1.0 if letter > "\u2e80" else 0.7 if letter.isupper() else 0.61) for letter in text)
    return ems * size * (1.12 if is_bold else 1)


def words(
    text: str, x: float, y: float, color: str, *, size: float = FONT_SIZE, anchor: str = "start",
    is_bold: bool = False, room: float = math.inf, font: str | None = None,
) -> Markup:  # fmt: skip
    """
    Return a line of text with its baseline at *y*.

    Where it would need more than *room* it is pressed together; where that were not to be read, its end is cut off.
    """
    if room < math.inf:
        text = _shorten_text(text, size, room, is_bold)
    needed = text_width(text, size, is_bold=is_bold)
    return element(
        "text", text, x=x, y=y, fill=color or None, font_family=font,
        font_size=None if size == FONT_SIZE else size,
        text_anchor=None if anchor == "start" else anchor, font_weight="bold" if is_bold else None,
        textLength=room if needed > room else None, lengthAdjust="spacingAndGlyphs" if needed > room else None,
    )  # fmt: skip


_MOST_PRESSED: Final = 0.62
"""Letters that are pressed together more than this cannot be read."""


def _shorten_text(text: str, size: float, room: float, is_bold: bool) -> str:
    if text_width(text, size, is_bold=is_bold) * _MOST_PRESSED <= room:
        return text
    while len(text) > 1 and text_width(f"{text}…", size, is_bold=is_bold) * _MOST_PRESSED > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def in_lines(text: str, size: float, room: float, most: int) -> list[str]:
    """Return *text* broken between words into *most* lines at most; the last one has all that is left."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or text_width(longer, size) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
