"""Elements of a picture: boxes, rectangles, paths, and lines of text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, TypeAlias

import attrs

from ._markup import NOTHING, Markup, element, join_markup

FONT: Final = "Verdana, 'DejaVu Sans', 'Noto Sans', Arial, sans-serif"
TITLE_FONT: Final = "Georgia, 'DejaVu Serif', 'Noto Serif', serif"
FONT_SIZE: Final = 13.0
"""The default font size."""
INK: Final = ""
"""The default text colour; empty means the colour of the picture."""


@attrs.frozen
class Box:
    """A rectangle of a picture, in the units of its ``viewBox``. These are pixels at the picture's natural width."""

    x: float
    """The left edge."""
    y: float
    """The upper edge."""
    width: float
    """The width."""
    height: float
    """The height."""

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def foot(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grow(self, by: float) -> Box:
        """Return the rectangle with a margin around it; a negative margin makes it smaller."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def move(self, x: float, y: float) -> Box:
        """Return the rectangle moved right and down."""
        return Box(self.x + x, self.y + y, self.width, self.height)

    def scale(self, by: float) -> Box:
        """Return the rectangle with its position and size multiplied by *by*."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)


Place: TypeAlias = tuple[str, Box, Markup]
"""A place of a part of the picture: its id, its box, and its SVG group."""


@attrs.frozen
class Drawing:
    """A drawn part of the picture, or the whole picture without marks."""

    body: Markup
    boxes: dict[str, Box]
    """The box of each place on the table."""
    width: float
    height: float


def sides(area: Box) -> dict[str, float | None]:
    """Return the attributes for the position and size of an element. SVG places it at 0 by default."""
    return {"x": area.x or None, "y": area.y or None, "width": area.width, "height": area.height}


def unheard(parts: Iterable[Markup]) -> Markup:
    """Group elements and hide them from screen readers, because a title says the same thing."""
    drawn = join_markup(parts)
    return element("g", drawn, aria_hidden="true") if drawn else NOTHING


def box(
    area: Box, fill: str, line: str = "none", *, radius: float = 5, dashes: str | None = None, weight: float = 1,
    class_: str | None = None,
) -> Markup:  # fmt: skip
    """Return a rectangle with rounded corners. Without *line*, it has no rim."""
    is_lined = line != "none"
    return element(
        "rect", **sides(area), rx=radius or None, fill=fill, class_=class_, stroke=line if is_lined else None,
        stroke_width=weight if is_lined and weight != 1 else None, stroke_dasharray=dashes if is_lined else None,
    )  # fmt: skip


def boxes(areas: Iterable[Box], fill: str, line: str, *, radius: float = 5, dashes: str | None = None) -> Markup:
    """Return equal rims in a group that names their colours once."""
    drawn = (element("rect", **sides(area), rx=radius or None) for area in areas)
    return element("g", *drawn, fill=fill, stroke=line, stroke_dasharray=dashes, class_="ms-rim")


def path(drawn: str, *, fill: str = "none", line: str | None = None, weight: float = 1, **others: str) -> Markup:
    """Return a path. It has no blanks before signs, because a sign separates two numbers as well."""
    stroke_width = weight if line and weight != 1 else None
    return element("path", d=drawn.replace(" -", "-"), fill=fill, stroke=line, stroke_width=stroke_width, **others)


# SVG does not wrap or fit text, and the library cannot know which fonts a viewer has. So widths are estimated from a
# few classes of letters, and ``textLength`` makes a viewer fit text to the available width.
_EMS: Final = dict.fromkeys("iljtfrI.,:;!|'()[]-/ ·", 0.42) | dict.fromkeys("mwMWŁO@%&", 0.95)
"""The width in ems of characters that are narrower or wider than most."""


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Estimate the width of *text*. The exact width depends on the viewer's fonts."""
    ems = sum(_EMS.get(letter) or (1.0 if letter > "\u2e80" else 0.7 if letter.isupper() else 0.61) for letter in text)
    return ems * size * (1.12 if is_bold else 1)


def words(
    text: str, x: float, y: float, color: str, *, size: float = FONT_SIZE, anchor: str = "start",
    is_bold: bool = False, room: float = math.inf, font: str | None = None,
) -> Markup:  # fmt: skip
    """
    Return a line of text with its baseline at *y*.

    Text that is wider than *room* is condensed. If it would become unreadable, its end is cut off.
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
"""Text condensed below this factor is unreadable."""


def _shorten_text(text: str, size: float, room: float, is_bold: bool) -> str:
    # A viewer condenses the letters to fit. Cut the text only if they would become unreadable.
    if text_width(text, size, is_bold=is_bold) * _MOST_PRESSED <= room:
        return text
    while len(text) > 1 and text_width(f"{text}…", size, is_bold=is_bold) * _MOST_PRESSED > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def in_lines(text: str, size: float, room: float, most: int) -> list[str]:
    """Break *text* between words into at most *most* lines; the last line contains the rest."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or text_width(longer, size) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
