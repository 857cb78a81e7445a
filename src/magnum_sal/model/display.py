"""
The items that a picture shows at a building: prices, cards, cubes, miners.

A building lists its items (``Building.display``). A part of the state lists the items beside the board and in front of
each player (``Part.display``, ``Part.player_display``), and so does a deck. Every renderer draws all items in its own
style, so extensions look like the standard game. The name of an item is the id of a label. If a field of an item does
not have the type or the length described here, pictures and texts raise an ``ExtensionError`` that names the display.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .pieces import RoyalOrder, SaltKind

__all__ = [
    "DieFace",
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
    "show_nothing",
]


class Track(NamedTuple):
    """A row of prices with a marker on one of them, as at the inn."""

    prices: tuple[int, ...]
    """The price at each space, in groszy."""
    marker: int
    """The marker's space, counted from 0; the number of spaces if the marker is past the last space."""
    first: int = 0
    """The first space that the game uses, counted from 0."""


class Tally(NamedTuple):
    """A number with a name, such as the miners hired in this phase."""

    name: str
    """The id of the label."""
    number: int
    """The number to show."""


class Progress(NamedTuple):
    """A number that counts up to a goal, such as the completed orders of a phase."""

    name: str
    """The id of the label."""
    number: int
    """The current number, which may exceed *end*."""
    end: int
    """The number to reach."""


class Income(NamedTuple):
    """Money that every visitor receives, as at the town square."""

    money: int
    """The amount for each visitor, in groszy."""


class Price(NamedTuple):
    """The current price of one thing."""

    name: str
    """The id of the label."""
    money: int
    """The price in groszy."""


class PriceList(NamedTuple):
    """The total prices for 1, 2, 3 and more of a thing, such as cubes of water to pump."""

    thing: str
    """The thing with these prices: ``"water"`` or another id that ``words.count_in_words`` accepts."""
    prices: tuple[int, ...]
    """The prices in groszy for 1, 2, 3 and so on. Larger numbers that are not listed may have prices, too."""


class Offer(NamedTuple):
    """Cards for sale, face up, by slot."""

    prices: tuple[int, ...]
    """The price of each slot, in groszy."""
    cards: tuple[str | None, ...]
    """Ids of tools by slot; None for an empty slot."""


class Orders(NamedTuple):
    """Royal orders, face up, by slot."""

    orders: tuple[RoyalOrder | None, ...]
    """The orders by slot; None for an empty slot."""


class Stack(NamedTuple):
    """A stack of face-down cards."""

    name: str
    """The id of the label and of the place."""
    number: int
    """The number of cards."""


class FaceUp(NamedTuple):
    """
    A pile of cards turned up one on top of the other, such as the cards from an extension's deck.

    Pictures and texts name only the top card. For cards side by side, use one item for each card.
    """

    name: str
    """The id of the label."""
    cards: tuple[str, ...]
    """The ids of the cards, the last one on top."""


class DieFace(NamedTuple):
    """A die and the face of its last roll."""

    name: str
    """The id of the label."""
    face: str | None
    """The id of the face; None before the first roll. Pictures draw ``"1"`` to ``"6"`` as dots."""


class PieceAt(NamedTuple):
    """A piece that an extension adds, and its place, such as a foreman in a chamber."""

    name: str
    """The id of the label."""
    place: str | int | None
    """A seat or the id of a place; None if the piece is not on the table."""


class SaltColumn(NamedTuple):
    """Priced spaces for cubes of one kind of salt, starting with the lowest space, as at the market."""

    kind: SaltKind
    """``"brown"``, ``"green"`` or ``"white"``."""
    prices: tuple[int, ...]
    """The price at each space, in groszy."""
    filled: int
    """The number of spaces that hold a cube, counted from the lowest."""


class Waiting(NamedTuple):
    """Miners who wait in the town, for example in the castle line."""

    name: str
    """The id of the label and of the place."""
    miners: tuple[int, ...]
    """The number of miners by seat."""


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
    | DieFace
    | PieceAt
    | SaltColumn
    | Waiting
)
"""Any item that a picture can show at a building, beside the board, or with a player."""


def show_nothing(_state: object) -> tuple[DisplayItem, ...]:
    """
    Return no items: the display of a part or a deck that players need not see.

    ``check_extension`` reports a part that no picture shows, unless its display is this function.
    """
    return ()
