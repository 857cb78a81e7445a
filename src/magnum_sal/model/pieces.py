"""The pieces of the game: salt, tiles, orders, tool cards, and the places where pieces can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import attrs

from .._internal.caches import cached
from .._internal.immutable import Immutable
from ..errors import MalformedError, MisuseError
from ..errors.messages import brief
from .meaning import GROSZY, NUMBER, WATER, Cubes, Flag, Groszy, Meaning, Tool, Validator, Water, Within

__all__ = ["SALT_KINDS", "SEAT_LETTERS", "ChamberTile", "Place", "RoyalOrder", "SaltAmount", "SaltKind", "ToolCard"]

SaltKind: TypeAlias = Literal["brown", "green", "white"]
"""A kind of salt; brown is the cheapest, white the most expensive."""

SALT_KINDS: Final[tuple[SaltKind, ...]] = ("brown", "green", "white")
"""The kinds of salt, cheapest first."""
SALT_LETTERS: Final[dict[str, SaltKind]] = {"B": "brown", "G": "green", "W": "white"}
"""The kinds of salt by letter, as in ``"BBG"``."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
_Value = TypeVar("_Value")

BySeat: TypeAlias = Annotated[tuple[_Value, ...], Within(MIN_PLAYERS, MAX_PLAYERS)]
"""One entry for each seat, in seat order: ``miners: BySeat[Miners]``."""

SEAT_LETTERS: Final = "ABCD"
"""The letter of each seat in pictures and text."""


Place: TypeAlias = int | str
"""
The place of a piece in events. An ``int`` is a player (a seat). A ``str`` is one of the constants below, or the id of a
mine space or of a building (its assistant's place). It can also be a numbered space, such as ``"workshop:0"`` (a tool
on offer) and ``"castle:2"`` (an open order).
"""

BANK: Final = "bank"
STOCK: Final = "stock"
MARKET: Final = "market"
LINE_RIGHT: Final = "line_right"
LINE_LEFT: Final = "line_left"
ARRIVING: Final = "arriving"
TOOL_DECK: Final = "tool_deck"
TOOL_STACK: Final = "tool_stack"
ORDER_STACK: Final = "order_stack"
BOX: Final = "box"


PLACES: Final = frozenset(
    (BANK, STOCK, MARKET, LINE_RIGHT, LINE_LEFT, ARRIVING, TOOL_DECK, TOOL_STACK, ORDER_STACK, BOX)
)
"""The places with fixed names: bank, stock, market, castle line, miners arriving at the castle, piles, and box."""

_NUMBERED: Final = re.compile(r"(workshop|castle|orders):[0-9]{1,3}")


def is_numbered_place(place: str) -> bool:
    """Check whether *place* has the form of a numbered space or pile, such as ``"castle:2"``."""
    return _NUMBERED.fullmatch(place) is not None


def workshop_slot(slot: int) -> str:
    """Return the place of the tool on offer in *slot*; slot 0 is the cheapest space (SHOP-1)."""
    return f"workshop:{slot}"


def castle_slot(slot: int) -> str:
    """Return the place of the open royal order in *slot* (CASTLE-3)."""
    return f"castle:{slot}"


def orders_of_phase(phase: int) -> str:
    """Return the pile of royal orders laid aside for *phase*, 1 for the first (SETUP-2)."""
    return f"orders:{phase}"


def slot_of(place: Place) -> int:
    """Return the number of a numbered space: 2 for ``"castle:2"``."""
    return int(str(place).rpartition(":")[2])


TILE: Final = "tile"
ORDER: Final = "order"
TOOL: Final = "tool"
PENDING_PILES: Final = (TILE, ORDER, TOOL)
"""The kinds of pieces to turn up: a chamber's tile, a royal order, a tool card."""
LOOK: Final = "look"
"""The kind of a face-down tile that a player has looked at, in the view of this player."""


# Many cached functions have amounts as arguments, so each amount computes its hash only once.
@attrs.frozen(cache_hash=True)
class SaltAmount(Immutable):
    """
    An amount of salt: cubes of each kind. Only the bank's amounts may be negative (SET-SUPPLY).

    >>> SaltAmount.parse("BBG") - SaltAmount(brown=1)
    SaltAmount(brown=1, green=1, white=0)
    >>> str(SaltAmount(2, 0, 1)), SaltAmount(2, 0, 1).total
    ('BBW', 3)
    """

    brown: Cubes = attrs.field(default=0, validator=Validator(NUMBER))
    """The number of cubes of brown salt, the cheapest kind."""
    green: Cubes = attrs.field(default=0, validator=Validator(NUMBER))
    """The number of cubes of green salt."""
    white: Cubes = attrs.field(default=0, validator=Validator(NUMBER))
    """The number of cubes of white salt, the most expensive kind."""

    @classmethod
    def parse(cls, letters: str) -> SaltAmount:
        """
        Parse an amount from letters in any order: B brown, G green, W white. ``"-"`` or an empty string means no cubes.

        Raises:
            MalformedError: *letters* contains anything else.
        """
        if not isinstance(letters, str):
            raise MalformedError(f"salt {brief(letters)}: expected a text of the letters B, G and W")
        if strange := set(letters) - {*SALT_LETTERS, "-"}:
            raise MalformedError("salt_invalid", {"text": letters, "letter": min(strange)})
        return amount(*map(letters.count, SALT_LETTERS))

    @property
    def total(self) -> int:
        """The number of cubes of all kinds."""
        return self.brown + self.green + self.white

    def of(self, kind: SaltKind) -> int:
        """Return the number of cubes of *kind*. Raises ``MisuseError`` if there is no such kind."""
        # Bots call this often. Three comparisons are cheaper than getattr(), which would also find other attributes.
        if kind == "brown":
            return self.brown
        if kind == "green":
            return self.green
        if kind == "white":
            return self.white
        raise MisuseError(f"{kind!r} is not a kind of salt (brown, green or white)")

    def covers(self, other: SaltAmount) -> bool:
        """Check whether this amount contains *other*."""
        return self.brown >= other.brown and self.green >= other.green and self.white >= other.white

    def kinds(self) -> Iterator[SaltKind]:
        """Yield the kinds with at least one cube, cheapest first."""
        return (kind for kind in SALT_KINDS if getattr(self, kind))

    def __add__(self, other: SaltAmount) -> SaltAmount:
        try:
            return amount(self.brown + other.brown, self.green + other.green, self.white + other.white)
        except AttributeError:
            return NotImplemented

    def __sub__(self, other: SaltAmount) -> SaltAmount:
        try:
            return amount(self.brown - other.brown, self.green - other.green, self.white - other.white)
        except AttributeError:
            return NotImplemented

    def __bool__(self) -> bool:
        return bool(self.brown or self.green or self.white)

    def __str__(self) -> str:
        counts = zip((self.brown, self.green, self.white), SALT_LETTERS, strict=True)
        # The standard box has at most 20 cubes of a kind. An absurd amount in a message must not fill the memory.
        return "".join(letter * count if count <= 50 else f"{count}{letter}" for count, letter in counts) or "-"


def _is_amount(value: object) -> bool:
    return isinstance(value, SaltAmount) and min(value.brown, value.green, value.white) >= 0


SALT: Final = Meaning("salt", "an amount of salt (counts of 0 or more)", _is_amount)
SIGNED_SALT: Final = Meaning("salt", "an amount of salt (whole numbers)", lambda value: isinstance(value, SaltAmount))
KIND: Final = Meaning(
    "kind of salt",
    "a kind of salt (brown, green or white)",
    lambda value: type(value) is str and value in SALT_KINDS,
    lambda _: SALT_KINDS,
)


@cached(most=4096)
def amount(brown: int, green: int, white: int) -> SaltAmount:
    """Return a cached amount. Every move that carries salt needs one, so equal amounts share an object."""
    return SaltAmount(brown, green, white)


def at_most(cubes: int, salt: SaltAmount) -> SaltAmount:
    """Return *salt* with at most this many *cubes* of each kind."""
    if salt.brown <= cubes and salt.green <= cubes and salt.white <= cubes:
        return salt
    return amount(min(salt.brown, cubes), min(salt.green, cubes), min(salt.white, cubes))


NO_SALT: Final = amount(0, 0, 0)
ONE_CUBE: Final[dict[str, SaltAmount]] = {
    "brown": amount(1, 0, 0),
    "green": amount(0, 1, 0),
    "white": amount(0, 0, 1),
}


@attrs.frozen(cache_hash=True)
class ChamberTile(Immutable):
    """A chamber tile's printed face (SET-TILES)."""

    salt: SaltAmount = attrs.field(validator=Validator(SALT))
    """Cubes of salt placed on the chamber when it is revealed."""
    water: Water = attrs.field(validator=Validator(WATER))
    """The number of cubes of water placed on the chamber when it is revealed."""

    @classmethod
    def parse(cls, text: str) -> ChamberTile:
        """Parse a tile such as ``"BGG/2"``: salt, a slash, water."""
        salt, slash, water = text.partition("/") if type(text) is str else ("", "", "")
        # ``isdigit`` alone accepts digits that ``int`` refuses, such as superscripts.
        if not (slash and water.isascii() and water.isdigit()):
            raise MalformedError("tile_invalid", {"text": brief(text)})
        return cls(SaltAmount.parse(salt), int(water))

    def __str__(self) -> str:
        return f"{self.salt}/{self.water}"


@attrs.frozen(cache_hash=True)
class RoyalOrder(Immutable):
    """A royal order (SET-ORDERS)."""

    salt: SaltAmount = attrs.field(validator=Validator(SALT))
    """Cubes to deliver, all at once."""
    payment: Groszy = attrs.field(validator=Validator(GROSZY))
    """The amount of groszy that the bank pays for the cubes."""

    @classmethod
    def parse(cls, text: str) -> RoyalOrder:
        """Parse an order such as ``"BBG=17"``: salt, an equals sign, payment."""
        salt, equals, payment = text.partition("=") if type(text) is str else ("", "", "")
        if not (equals and payment.isascii() and payment.isdigit()):
            raise MalformedError("order_invalid", {"text": brief(text)})
        return cls(SaltAmount.parse(salt), int(payment))

    def __str__(self) -> str:
        return f"{self.salt}={self.payment}"


@attrs.frozen
class ToolCard(Immutable):
    """A tool card that a player owns (TOOL-1)."""

    tool: Tool
    """The id of the tool, such as ``"rope"``."""
    used: Flag = False
    """Whether the card was used in this phase and lies face down."""
