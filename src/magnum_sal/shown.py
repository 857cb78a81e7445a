"""
What lies at a building, in the game's own things: prices, cards, cubes, miners.

A rule says it of its building (``Building.shows``), and every picture draws it in its own way, so that a building of
an extension is seen as one of the standard game is. What has a name is called by the id of a label.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from .pieces import RoyalOrder


@attrs.frozen
class Track:
    """Prices in a row with a marker on one of them, such as the inn's."""

    prices: tuple[int, ...]
    """Groszy by space."""
    marker: int
    """The space of the marker, from 0; the number of spaces where it is past the last."""
    first: int = 0
    """The first space that is used."""


@attrs.frozen
class Tally:
    """A number with a name, such as how many miners were hired."""

    name: str
    """The id of its label."""
    count: int
    """How many."""


@attrs.frozen
class Progress:
    """A number on its way to an end, such as the completed orders of a phase."""

    name: str
    """The id of its label."""
    count: int
    """How many so far; there may be more than *end*."""
    end: int
    """How many are asked for."""


@attrs.frozen
class Income:
    """What everybody gets, such as at the town square."""

    money: int
    """Groszy."""


@attrs.frozen
class Price:
    """What one thing costs now."""

    name: str
    """The id of its label."""
    money: int
    """Groszy."""


@attrs.frozen
class PriceList:
    """What 1, 2, 3 and so on of a thing cost, such as pumping water."""

    thing: str
    """What is counted: ``"water"`` or another id that ``labels.counted`` takes."""
    prices: tuple[int, ...]
    """Groszy, for 1 at first; it goes on after the last."""


@attrs.frozen
class Offer:
    """Cards for sale, face up, by slot."""

    prices: tuple[int, ...]
    """Groszy by slot."""
    cards: tuple[str | None, ...]
    """Ids of tools by slot; None where none lies."""


@attrs.frozen
class Orders:
    """Royal orders, face up, by slot."""

    orders: tuple[RoyalOrder | None, ...]
    """By slot; None where none lies."""


@attrs.frozen
class Stack:
    """Cards that lie face down."""

    name: str
    """The id of its label, and of its place."""
    count: int
    """How many."""


@attrs.frozen
class SaltColumn:
    """Spaces for cubes of one kind of salt with their prices, from the lowest, such as the market's."""

    kind: str
    """``"brown"``, ``"green"`` or ``"white"``."""
    prices: tuple[int, ...]
    """Groszy by space."""
    filled: int
    """How many spaces hold a cube, from the lowest."""


@attrs.frozen
class Waiting:
    """Miners that stand somewhere in the town, such as in the castle's line."""

    name: str
    """The id of its label, and of its place."""
    miners: tuple[int, ...]
    """How many, by seat."""


Shown: TypeAlias = Track | Tally | Progress | Income | Price | PriceList | Offer | Orders | Stack | SaltColumn | Waiting
"""All that can lie at a building."""
