"""The pen that draws every symbol, and the miners: awake and asleep, one silhouette for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from ..model.pieces import SEAT_LETTERS
from ._markup import NOTHING, Markup, element
from .themes import Theme


@attrs.frozen
class Pen:
    """Draws flat shapes with a thin outline, lit from the upper left."""

    theme: Theme

    def outline_shapes(self, *shapes: Markup, width: float = 1.3, **others: str) -> Markup:
        """Return a group of shapes with the common outline, and with *others* as attributes."""
        return element(
            "g", *shapes, fill="none", stroke=self.theme.rim, stroke_width=width, stroke_linejoin="round", **others
        )

    def fill(self, colour: str, path: str) -> Markup:
        return element("path", d=path, fill=colour)

    def tint(self, colour: str, path: str, on_top: bool = False) -> Markup:
        """
        Return a semi-transparent shape, so that its outline is visible in every theme.

        With *on_top*, an opaque shape in the colour of a card hides the shapes below.
        """
        under = self.fill(self.theme.card, path) if on_top else NOTHING
        return under + element("path", d=path, fill=colour, fill_opacity=".5")

    def line(self, path: str, width: float, colour: str) -> Markup:
        """Return a thin shape, such as a handle, with its own outline."""
        return element("path", d=path, stroke_width=width + 2) + element(
            "path", d=path, stroke=colour, stroke_width=width
        )

    # Light and shade use the colours of white salt and of its letter, because only these are light and dark,
    # respectively, in every theme.
    def shine(self, path: str) -> Markup:
        """Return the lit part of an existing shape."""
        return element("path", d=path, fill=self.theme.white, opacity=".4", stroke="none")

    def shade(self, path: str) -> Markup:
        """Return the shaded part of an existing shape."""
        return element("path", d=path, fill=self.theme.white_ink, opacity=".2", stroke="none")


# The bodies are a bell, a square coat, a kite and a barrel. Players can distinguish them without colour or letter.
_BODIES: Final = (
    "M12 11.5Q15.5 12 17 17.5L22.6 34H1.4L7 17.5Q8.5 12 12 11.5Z",
    "M2.5 17Q2.5 13 6 13H18Q21.5 13 21.5 17V34H2.5Z",
    "M12 11.5L23.2 23.5L15 34H9L.8 23.5Z",
    "M12 12.3C19 12.3 23.2 17.5 23.2 23.3C23.2 29.8 18.5 34 12 34S.8 29.8 .8 23.3C.8 17.5 5 12.3 12 12.3Z",
)
_SHADES: Final = (
    "M15.5 13.5L17 17.5L22.6 34H19Z",
    "M18.8 13Q21.5 14 21.5 17V34H18.8Z",
    "M17 16.7L23.2 23.5L15 34H12.5L20 23.5Z",
    "M18 13.8Q29 23 16 33.5Q24 24 18 13.8Z",
)
# The hats are a hood with a peak, a hat with a brim, a cap with a light, and a cap with a bobble.
_HATS: Final = (
    "M5.8 10C5.3 5 9.5 4.5 13.8 .8C14 3.5 18.7 5 18.2 10Q15.5 5.8 12 5.8Q8.5 5.8 5.8 10Z",
    "M3.8 6.4Q7.5 5.5 7.5 3Q7.5 1 10 1H14Q16.5 1 16.5 3Q16.5 5.5 20.2 6.4Q12 8.5 3.8 6.4Z",
    "M6.3 6.8C6.5 -.7 17.5 -.7 17.7 6.8Q12 5 6.3 6.8Z",
    "M17.7 7C17.5 1 12 -.8 7 2.5Q3 5.5 3.4 9Q5.2 6.8 6.8 6Q12 4.5 17.7 7Z",
)
_ON_HATS: Final = {2: (12, 3.3, 1.6), 3: (3.4, 9.5, 1.9)}
"""The circles on hats, by seat: the x and y of the centre, and the radius."""
# The position of the letter on a body: its middle and its baseline, standing and asleep.
_LETTERS: Final = ((12, 32.3), (12, 29.3), (12, 29.2), (12, 29.2))
_LYING_LETTERS: Final = ((27, 20.2), (24, 20.2), (23.5, 20.2), (23.3, 20.2))


def miners(theme: Theme) -> dict[str, Markup]:
    """Return the drawings of the standing miners, each 24 units wide and 36 units high."""
    pen = Pen(theme)
    pick = pen.line("M20.3 4V22M17 6.2Q20.3 2 22.6 6.2", 1.1, theme.wood)
    return {
        f"miner-{seat}": pen.outline_shapes(pick, *_figure(pen, seat, False), width=1.5, stroke_linecap="round")
        + _letter(theme, seat, *middle_and_foot)
        for seat, middle_and_foot in enumerate(_LETTERS)
    }


def sleepers(theme: Theme) -> dict[str, Markup]:
    """Return the drawings of the sleeping miners, each 36 units wide and 24 units high."""
    pen = Pen(theme)
    snore = element("path", d="M5 3h3l-3 3.5h3M10 1h4l-4 4h4", fill="none", stroke=theme.rim, stroke_width=1.4)
    # A sleeping miner is the standing one, rotated by 90 degrees and slightly flattened. The letter and the snore are
    # added afterwards, so that they stay upright.
    down = "matrix(0 -.8 1 0 0 23.9)"
    return {
        f"asleep-{seat}": pen.outline_shapes(
            *_figure(pen, seat, True), width=1.6, stroke_linecap="round", transform=down
        )
        + snore
        + _letter(theme, seat, *middle_and_foot)
        for seat, middle_and_foot in enumerate(_LYING_LETTERS)
    }


def _figure(pen: Pen, seat: int, asleep: bool) -> Iterator[Markup]:
    theme, colour = pen.theme, pen.theme.seats[seat]
    if not asleep:
        yield element("circle", cx=12, cy=8, r=5, fill=theme.card)
    yield element("circle", cx=12, cy=8, r=5, fill=theme.cloth, fill_opacity=".5")
    yield element("path", d="M8.5 33V35H6M15.5 33V35H18")
    yield pen.fill(colour, _BODIES[seat])
    if not asleep:
        yield pen.shade(_SHADES[seat])
    yield element("path", d="M8.8 8.7q1 1.1 2 0M13.2 8.7q1 1.1 2 0" if asleep else "M10.2 8.4v.6M13.8 8.4v.6")
    yield pen.fill(colour, _HATS[seat])
    if seat in _ON_HATS:
        x, y, radius = _ON_HATS[seat]
        yield element("circle", cx=x, cy=y, r=radius, fill=theme.coin if seat == 2 else theme.white)


def _letter(theme: Theme, seat: int, x: float, y: float) -> Markup:
    return element(
        "text", SEAT_LETTERS[seat], x=x, y=y, text_anchor="middle", font_size=16.5, font_weight="bold",
        fill=theme.seats_ink[seat],
    )  # fmt: skip
