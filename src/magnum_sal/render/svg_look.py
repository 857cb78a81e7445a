"""How a picture is drawn: what all of its parts are told, and how they name places and pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import attrs

from ..model.mine import SPACES
from ..model.state import GameState
from ..words import counted, label
from ._markup import NOTHING, Attribute, Markup, element
from ._svg_elements import Box, unheard
from ._svg_grid import ROUND, room_in
from ._svg_symbols import Symbol
from .themes import Theme

PREFIX: Final = "ms"
"""What the names of classes and custom properties begin with, and ids where nothing else is asked for."""


DECOR: Final = "ms-decor"
"""The class of drawings that are for looks alone: nothing is lost to who does not see them."""


@attrs.frozen
class Look:
    """What the parts of a picture are told."""

    state: GameState
    """The position."""
    theme: Theme
    """The colours, as they are written."""
    language: str = "en"
    """The language of the words."""
    prefix: str = PREFIX
    """What ids begin with."""
    has_coordinates: bool = True
    """Whether spaces are called by their ids."""
    is_narrow: bool = False
    """Whether it is drawn for a phone."""
    seats: tuple[int, ...] = ()
    """The seats in the order of their panels."""
    symbols: Mapping[str, Symbol] = MappingProxyType({})
    """The drawings by name, those that a program brings among them."""
    fill: Mapping[str, str] = MappingProxyType({})
    """Colours of places that a program has asked for."""

    def label(self, key: str) -> str:
        """Return the word for an id."""
        return label(key, self.language, self.state.ruleset)

    def counted(self, number: int, thing: str) -> str:
        """Return a number and the noun that goes with it."""
        return counted(number, thing, self.language)

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.state.players[seat].name

    def id(self, *names: str | int) -> str:
        """Return the id of an element."""
        return "-".join((self.prefix, *(str(name).replace(":", "-") for name in names)))

    def layer(self, name: str) -> str:
        """Return the id of a part of the picture that is no place."""
        return self.id("layer", name)

    def use(self, symbol: str, area: Box, **attributes: Attribute) -> Markup:
        """Return a drawing of ``_svg_symbols``, as large as *area*."""
        return element(
            "use", href=f"#{self.id('draw', symbol)}", x=area.x, y=area.y, width=area.width, height=area.height,
            **attributes,
        )  # fmt: skip

    def uses(self, body: Markup, symbol: str) -> bool:
        """Say whether *body* uses a drawing."""
        return f'href="#{self.id("draw", symbol)}"' in body

    def symbol_of(self, thing: str, otherwise: str) -> str:
        """Return the name of the drawing of a tool or a building; extensions' ones have one in common."""
        return thing if thing in self.symbols else otherwise

    def place(
        self, place: str, kind: str, title: str, parts: Iterable[Markup], *, area: Box, inner: Sequence[Markup] = (),
        seat: int | None = None, count: int | None = None,
    ) -> Markup:  # fmt: skip
        """
        Return the group of a place: its title, the area where a pointer meets it, what is drawn, the places within.

        Args:
            place: Its id.
            kind: What it is: ``"chamber"``, ``"building"`` and so on.
            title: A sentence that screen readers speak and pointers show.
            parts: What is drawn there.
            area: Where a pointer meets it.
            inner: The groups of the places within.
            seat: Whose it is.
            count: How many things are there.
        """
        return element(
            "g",
            element("title", title),
            element("rect", x=area.x, y=area.y, width=area.width, height=area.height, fill="none", class_="ms-hit"),
            unheard((self._filled(place, area), *parts)),
            *inner,
            id=self.id(place), class_=f"ms-place ms-{kind}", data_place=place, data_kind=kind,
            data_seat=None if seat is None else str(seat), data_count=None if count is None else str(count),
            role="graphics-object",
        )  # fmt: skip

    def _filled(self, place: str, area: Box) -> Markup:
        """Return the colour that was asked for a space of the mine, which lies below its pieces."""
        if place not in self.fill or place not in SPACES:
            return NOTHING
        room = room_in(area)
        return element(
            "rect", x=room.x, y=room.y, width=room.width, height=room.height, rx=ROUND, fill=self.fill[place],
            fill_opacity=0.55, class_="ms-fill",
        )  # fmt: skip

    def pieces(
        self, kind: str, count: int, parts: Iterable[Markup], *names: str | int, seat: int | None = None,
        thing: str | None = None, state: str | None = None,
    ) -> Markup:  # fmt: skip
        """
        Return the group of some pieces that are alike.

        Args:
            kind: What they are: ``"miner"``, ``"cube"``, ``"water"``, ``"coin"``, ``"tool"`` and so on.
            count: How many, of coins the groszy.
            parts: What is drawn.
            names: What the id is made of; none gives no id.
            seat: Whose they are.
            thing: Which ones, such as the kind of salt.
            state: ``"rested"``, ``"tired"``, ``"ready"``, ``"used"``.
        """
        return element(
            "g", *parts, id=self.id(*names) if names else None, class_=f"ms-{kind}",
            data_kind=kind, data_count=str(count), data_seat=None if seat is None else str(seat), data_thing=thing,
            data_state=state,
        )  # fmt: skip
