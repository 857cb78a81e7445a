"""The options that all parts of a picture share, and the names of places and pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from ..engine.steps import Step
from ..model.mine import SPACES
from ..model.state import GameState
from ..model.symbol import Symbol
from ..words import count_in_words, label
from ._markup import NOTHING, Attribute, Markup, element
from ._svg_elements import Box, sides, unheard
from ._svg_grid import ROUND, room_in
from .board_facts import find_mover, turn_in_words
from .themes import Theme

PREFIX: Final = "ms"
"""The prefix of classes and custom properties, and by default of ids."""

DECOR: Final = "ms-decor"
"""The class of purely decorative drawings, which carry no information."""


def drawing_id(prefix: str, name: str) -> str:
    """Return the id of the drawing with this name."""
    return f"{prefix}-draw-{name}"


@attrs.frozen
class Look:
    """The options that all parts of a picture share."""

    state: GameState
    theme: Theme
    language: str
    prefix: str
    defs: str | None
    """The prefix of the drawings that the page contains; None if the picture contains its own."""
    has_coordinates: bool
    """Whether spaces show their ids."""
    is_narrow: bool
    """Whether the picture is drawn for a phone."""
    seats: tuple[int, ...]
    """The seats in the order of their panels."""
    symbols: Mapping[str, Symbol]
    """The drawings by name, including the program's own."""
    fill: Mapping[str, str]
    """The colours that a program has set, by place."""
    steps: Sequence[Step] | None
    """The steps that the head describes; None if the head never describes steps."""
    end_reason: str | None
    """Why the players ended the game early, if they did. The state does not contain it."""
    has_title: bool
    """Whether the head begins with the game's name."""
    has_legend: bool
    """Whether the foot explains the drawings."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or because the players ended it early."""
        return self.state.is_over or self.end_reason is not None

    @property
    def to_move(self) -> int | None:
        """The seat that must move now, or None."""
        return find_mover(self.state, self.end_reason)

    @property
    def smallest_text(self) -> float:
        """
        Return the size of the smallest letters, including those on miners and cubes.

        A page may scale a wide picture down a little, so its letters are larger than those for a phone.
        """
        return 11.0 if self.is_narrow else 12.0

    def label(self, key: str) -> str:
        """Return the word for an id."""
        return label(key, self.language, self.state.ruleset)

    def turn_in_words(self) -> str:
        """Return whose turn it is, or how the game ended, in a sentence."""
        return turn_in_words(self.state, self.language, self.end_reason)

    def turn_facts(self) -> list[str]:
        """Return the passes and the arrivals of the current turn in words. No other part of the picture shows them."""
        turn = self.state.turn
        if turn is None or self.is_over or self.state.pending is not None:
            return []
        passes = f"{self.label('passes')}: {turn.passes}" if turn.passes else ""
        arrived = f"{self.label('arrived')}: {', '.join(turn.arrived)}" if turn.arrived else ""
        return [*filter(None, (passes, arrived))]

    def describe_turn(self) -> str:
        """Return all facts about the turn, or how the game ended, in a sentence."""
        return ", ".join((self.turn_in_words(), *self.turn_facts()))

    def format_count(self, number: int, thing: str) -> str:
        """Return a number with the matching form of its noun."""
        return count_in_words(number, thing, self.language)

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.state.players[seat].name

    def id(self, *names: str | int) -> str:
        """Return the id of an element."""
        return "-".join((self.prefix, *(str(name).replace(":", "-") for name in names)))

    def layer(self, name: str) -> str:
        """Return the id of a part of the picture that is not a place."""
        return self.id("layer", name)

    def part(self, name: str, title: str, parts: Iterable[Markup]) -> Markup:
        """Return the SVG group for a part of the picture without places."""
        return element(
            "g", element("title", title), unheard(parts), id=self.layer(name), class_=f"ms-{name}",
            role="graphics-object",
        )  # fmt: skip

    def use(self, symbol: str, area: Box, **attributes: Attribute) -> Markup:
        """Draw a symbol from ``_svg_symbols`` as large as *area*."""
        return element("use", href=f"#{drawing_id(self.defs or self.prefix, symbol)}", **sides(area), **attributes)

    def symbol_of(self, thing: str, otherwise: str) -> str:
        """Return the name of a tool's or building's drawing, or *otherwise* if there is none."""
        return thing if thing in self.symbols else otherwise

    def place(
        self, place: str, kind: str, title: str, parts: Iterable[Markup], *, area: Box, inner: Sequence[Markup] = (),
        seat: int | None = None, count: int | None = None,
    ) -> Markup:  # fmt: skip
        """
        Return the SVG group for a place: its title, area for pointers, drawing, and the places within.

        *kind* is ``"chamber"``, ``"building"`` and so on. *title* is a sentence for screen readers and tooltips.
        *inner* contains the groups of the places within, and *count* is the number of things in the place.
        """
        return element(
            "g",
            element("title", title),
            # This invisible rectangle is for pointers. The drawing alone would have gaps where a click hits nothing.
            element("rect", **sides(area), fill="none", class_="ms-hit"),
            # The title states everything that the drawing shows, so a screen reader would otherwise read it twice.
            unheard((self._draw_fill(place, area), *parts)),
            *inner,
            id=self.id(place), class_=f"ms-place ms-{kind}", data_place=place, data_kind=kind,
            data_seat=seat, data_count=count, role="graphics-object",
        )  # fmt: skip

    def _draw_fill(self, place: str, area: Box) -> Markup:
        """Draw the colour that a program has set for a space of the mine, below its pieces."""
        # A space is filled below its pieces, so they stay as visible as before. In other places, ``fills`` draws the
        # colour on top.
        if place not in self.fill or place not in SPACES:
            return NOTHING
        room, colour = sides(room_in(area)), self.fill[place]
        return element("rect", **room, rx=ROUND, fill=colour, fill_opacity=0.55, class_="ms-fill")

    def pieces(
        self, kind: str, count: int, parts: Iterable[Markup], *names: str | int, seat: int | None = None,
        thing: str | None = None, state: str | None = None, slot: int | None = None,
    ) -> Markup:  # fmt: skip
        """
        Return an SVG group of equal pieces.

        *kind* is ``"miner"``, ``"cube"``, ``"tool"`` and so on. *count* is the number of pieces, or of groszy for
        coins. The id is formed from *names*, if any. *thing* can be a kind of salt, and *state* can be ``"tired"``.
        *slot* is the position in a row, counted from 0.
        """
        return element(
            "g", *parts, id=self.id(*names) if names else None, class_=f"ms-{kind}",
            data_kind=kind, data_count=count, data_seat=seat, data_thing=thing, data_state=state, data_slot=slot,
        )  # fmt: skip
