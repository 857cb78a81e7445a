"""
What lies at a building, in the game's own things: prices, cards, cubes, miners.

A rule says it of its building (``Building.display``), an extension of what lies beside the board and before a player
(``Extension.display``, ``player_display``), and every picture draws it in its own way, so that what an extension brings
is seen as the standard game's own things are. What has a name is called by the id of a label.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .pieces import RoyalOrder, SaltKind

__all__ = [
    "DisplayItem",
    "FaceUp",
    "Income",
    "Offer",
    "Orders",
    "PieceAt",
    "Price",
    "PriceList",
    "Progress",
    "SaltColumn",
    "Stack",
    "Tally",
    "Track",
    "Waiting",
]


class Track(NamedTuple):
    """Prices in a row with a marker on one of them, such as the inn's."""

    prices: tuple[int, ...]
    """Groszy by space."""
    marker: int
    """The space of the marker, from 0; the number of spaces where it is past the last."""
    first: int = 0
    """The first space that is used."""


class Tally(NamedTuple):
    """A number with a name, such as how many miners were hired."""

    name: str
    """The id of its label."""
    number: int
    """How many."""


class Progress(NamedTuple):
    """A number on its way to an end, such as the completed orders of a phase."""

    name: str
    """The id of its label."""
    number: int
    """How many so far; there may be more than *end*."""
    end: int
    """How many are asked for."""


class Income(NamedTuple):
    """What everybody gets, such as at the town square."""

    money: int
    """Groszy that everybody gets."""


class Price(NamedTuple):
    """What one thing costs now."""

    name: str
    """The id of its label."""
    money: int
    """Groszy that it costs."""


class PriceList(NamedTuple):
    """What 1, 2, 3 and so on of a thing cost, such as pumping water."""

    thing: str
    """What is counted: ``"water"`` or another id that ``words.count_in_words`` takes."""
    prices: tuple[int, ...]
    """Groszy, for 1 at first; it goes on after the last."""


class Offer(NamedTuple):
    """Cards for sale, face up, by slot."""

    prices: tuple[int, ...]
    """Groszy by slot."""
    cards: tuple[str | None, ...]
    """Ids of tools by slot; None where none lies."""


class Orders(NamedTuple):
    """Royal orders, face up, by slot."""

    orders: tuple[RoyalOrder | None, ...]
    """By slot; None where none lies."""


class Stack(NamedTuple):
    """Cards that lie face down."""

    name: str
    """The id of its label, and of its place."""
    number: int
    """How many."""


class FaceUp(NamedTuple):
    """Cards that were turned up one on the other, such as those of an extension's deck."""

    name: str
    """The id of its label."""
    cards: tuple[str, ...]
    """The ids of the cards, the last one on top."""


class PieceAt(NamedTuple):
    """A piece of an extension and where it is, such as a foreman in a chamber."""

    name: str
    """The id of its label."""
    place: str | int | None
    """A seat, or the id of a place; None where it is nowhere."""


class SaltColumn(NamedTuple):
    """Spaces for cubes of one kind of salt with their prices, from the lowest, such as the market's."""

    kind: SaltKind
    """``"brown"``, ``"green"`` or ``"white"``."""
    prices: tuple[int, ...]
    """Groszy by space."""
    filled: int
    """How many spaces hold a cube, from the lowest."""


class Waiting(NamedTuple):
    """Miners that stand somewhere in the town, such as in the castle's line."""

    name: str
    """The id of its label, and of its place."""
    miners: tuple[int, ...]
    """How many, by seat."""


DisplayItem: TypeAlias = (
    Track
    | Tally
    | Progress
    | Income
    | Price
    | PriceList
    | Offer
    | Orders
    | Stack
    | FaceUp
    | PieceAt
    | SaltColumn
    | Waiting
)
"""All that can lie at a building, beside the board, or before a player."""
