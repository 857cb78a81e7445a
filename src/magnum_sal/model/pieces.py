"""The pieces of the game: salt, tiles, orders, tool cards, and the places where pieces can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NoReturn, TypeAlias, TypeVar, overload

import attrs

from .._internal.caches import cached
from .._internal.checks import parse_digits
from .._internal.immutable import Immutable
from ..errors import MalformedError, MisuseError
from ..errors.messages import brief
from .meaning import CUBES, GROSZY, NUMBER, WATER, Cubes, Flag, Groszy, Meaning, Number, Tool, Validator, Water, Within

__all__ = [
    "SALT_KINDS",
    "SEAT_LETTERS",
    "ChamberTile",
    "Place",
    "RoyalOrder",
    "SaltAmount",
    "SaltBalance",
    "SaltKind",
    "ToolCard",
]

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
    An amount of salt: 0 or more cubes of each kind.

    >>> SaltAmount.parse("BBG") - SaltAmount.of("brown")
    SaltAmount(brown=1, green=1, white=0)
    >>> str(SaltAmount(2, 0, 1)), SaltAmount(2, 0, 1).total, SaltAmount(2, 0, 1).count("brown")
    ('BBW', 3, 2)
    >>> str(2 * SaltAmount.parse("BG")), str(sum([SaltAmount.of("green", 2), SaltAmount.of("white")]))
    ('BBGG', 'GGW')
    """

    brown: Cubes = attrs.field(default=0, validator=Validator(CUBES))
    """The number of cubes of brown salt, the cheapest kind."""
    green: Cubes = attrs.field(default=0, validator=Validator(CUBES))
    """The number of cubes of green salt."""
    white: Cubes = attrs.field(default=0, validator=Validator(CUBES))
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
        if letters != "-" and (strange := set(letters) - {*SALT_LETTERS}):
            raise MalformedError("salt_invalid", {"text": letters, "letter": min(strange)})
        return amount(*map(letters.count, SALT_LETTERS))

    @classmethod
    def of(cls, kind: SaltKind, cubes: int = 1) -> SaltAmount:
        """
        Return a new amount of one kind, as in ``SaltAmount.of("brown", 2)``.

        Call this method on the class. To get the number of cubes of a kind in an amount, use ``count``.

        Raises:
            MalformedError: *cubes* is not a number of 0 or more.
            MisuseError: there is no such kind.
        """
        if kind not in SALT_KINDS:
            raise no_kind(kind)
        return cls(**{kind: cubes})

    @property
    def total(self) -> int:
        """The number of cubes of all kinds."""
        return self.brown + self.green + self.white

    def count(self, kind: SaltKind) -> int:
        """Return the number of cubes of *kind*. Raises ``MisuseError`` if there is no such kind."""
        # Bots call this often. Three comparisons are cheaper than getattr(), which would also find other attributes.
        if kind == "brown":
            return self.brown
        if kind == "green":
            return self.green
        if kind == "white":
            return self.white
        raise no_kind(kind)

    def covers(self, other: SaltAmount) -> bool:
        """Check whether this amount contains *other*."""
        return self.brown >= other.brown and self.green >= other.green and self.white >= other.white

    def kinds(self) -> Iterator[SaltKind]:
        """Yield the kinds with at least one cube, cheapest first."""
        return (kind for kind in SALT_KINDS if getattr(self, kind))

    # The compiled build cannot return NotImplemented where an amount is declared, so these methods raise the error that
    # Python would raise.
    @overload
    def __add__(self, other: SaltAmount) -> SaltAmount: ...
    @overload
    def __add__(self, other: SaltBalance) -> SaltBalance: ...
    def __add__(self, other: Any) -> Any:
        if isinstance(other, SaltAmount):
            return amount(self.brown + other.brown, self.green + other.green, self.white + other.white)
        if isinstance(other, SaltBalance):
            return balance(self.brown + other.brown, self.green + other.green, self.white + other.white)
        raise _wrong_operand("+", other)

    def __radd__(self, other: Any) -> SaltAmount:
        # ``sum`` starts with 0.
        if type(other) is not int or other != 0:
            raise _wrong_operand("+", other)
        return self

    @overload
    def __sub__(self, other: SaltAmount) -> SaltAmount: ...
    @overload
    def __sub__(self, other: SaltBalance) -> SaltBalance: ...
    def __sub__(self, other: Any) -> Any:
        """Return the cubes that are left. Raises ``MisuseError`` if this amount does not contain *other*."""
        if isinstance(other, SaltBalance):
            return balance(self.brown - other.brown, self.green - other.green, self.white - other.white)
        if not isinstance(other, SaltAmount):
            raise _wrong_operand("-", other)
        brown, green, white = self.brown - other.brown, self.green - other.green, self.white - other.white
        if brown < 0 or green < 0 or white < 0:
            raise MisuseError(
                f"{self} does not contain {other}, and an amount of salt cannot be negative; for a difference that "
                "can, subtract from SaltBalance.of(salt)"
            )
        return amount(brown, green, white)

    def __rsub__(self, other: Any) -> NoReturn:
        raise _wrong_operand("-", other)

    def __mul__(self, times: Any) -> SaltAmount:
        if type(times) is not int:
            raise _wrong_operand("*", times)
        if times < 0:
            raise MisuseError(f"{times} times {self}: an amount of salt cannot be negative")
        return amount(self.brown * times, self.green * times, self.white * times)

    def __rmul__(self, times: Any) -> SaltAmount:
        return self.__mul__(times)

    def __bool__(self) -> bool:
        return bool(self.brown or self.green or self.white)

    def __str__(self) -> str:
        return _letters(self.brown, self.green, self.white) or "-"


@attrs.frozen(cache_hash=True)
class SaltBalance(Immutable):
    """
    A balance of salt: for each kind a number of cubes that may be negative (SET-SUPPLY).

    The bank has a negative number if the players use substitutes for missing cubes. The effects of a move have a
    negative number for cubes that a player gives away. You can add amounts and balances to a balance, and subtract
    them.

    >>> gained = SaltBalance.of(SaltAmount.parse("BB")) - SaltAmount.parse("GG")
    >>> gained
    SaltBalance(brown=2, green=-2, white=0)
    >>> str(gained), str(gained.surplus), str(gained.debt), str(SaltBalance())
    ('+BB -GG', 'BB', 'GG', '0')
    """

    brown: Number = attrs.field(default=0, validator=Validator(NUMBER))
    """The number of cubes of brown salt."""
    green: Number = attrs.field(default=0, validator=Validator(NUMBER))
    """The number of cubes of green salt."""
    white: Number = attrs.field(default=0, validator=Validator(NUMBER))
    """The number of cubes of white salt."""

    @classmethod
    def of(cls, salt: SaltAmount) -> SaltBalance:
        """Return the balance with the cubes of an amount."""
        return balance(salt.brown, salt.green, salt.white)

    @property
    def surplus(self) -> SaltAmount:
        """The cubes of the kinds with a positive number."""
        return amount(max(self.brown, 0), max(self.green, 0), max(self.white, 0))

    @property
    def debt(self) -> SaltAmount:
        """The missing cubes of the kinds with a negative number."""
        return amount(max(-self.brown, 0), max(-self.green, 0), max(-self.white, 0))

    @property
    def total(self) -> int:
        """The sum of the three numbers: cubes gained minus cubes given away."""
        return self.brown + self.green + self.white

    def count(self, kind: SaltKind) -> int:
        """Return the number of cubes of *kind*. Raises ``MisuseError`` if there is no such kind."""
        if kind not in SALT_KINDS:
            raise no_kind(kind)
        number: int = getattr(self, kind)
        return number

    def __add__(self, other: SaltAmount | SaltBalance) -> SaltBalance:
        if not isinstance(other, (SaltAmount, SaltBalance)):
            raise _wrong_operand("+", other)
        return balance(self.brown + other.brown, self.green + other.green, self.white + other.white)

    def __radd__(self, other: Any) -> SaltBalance:
        # ``sum`` starts with 0.
        if type(other) is not int or other != 0:
            raise _wrong_operand("+", other)
        return self

    def __sub__(self, other: SaltAmount | SaltBalance) -> SaltBalance:
        if not isinstance(other, (SaltAmount, SaltBalance)):
            raise _wrong_operand("-", other)
        return balance(self.brown - other.brown, self.green - other.green, self.white - other.white)

    def __rsub__(self, other: Any) -> NoReturn:
        raise _wrong_operand("-", other)

    def __bool__(self) -> bool:
        return bool(self.brown or self.green or self.white)

    def __str__(self) -> str:
        # A bare "-" stands for no cubes in an amount, so a balance of nothing is written as 0.
        more, less = self.surplus, self.debt
        return " ".join([f"+{more}"] * bool(more) + [f"-{less}"] * bool(less)) or "0"


def _wrong_operand(sign: str, other: object) -> TypeError:
    return TypeError(f"unsupported operand types for {sign}: an amount of salt and '{type(other).__name__}'")


def no_kind(kind: object) -> MisuseError:
    """Return the error for anything but a kind of salt."""
    return MisuseError(f"{brief(kind)} is not a kind of salt (brown, green or white)")


def _letters(brown: int, green: int, white: int) -> str:
    """Return a letter for each cube."""
    counts = zip((brown, green, white), SALT_LETTERS, strict=True)
    # The standard box has at most 20 cubes of a kind. An absurd amount in a message must not fill the memory.
    return "".join(letter * count if count <= 50 else f"{count}{letter}" for count, letter in counts)


SALT: Final = Meaning("salt", "an amount of salt (counts of 0 or more)", lambda value: isinstance(value, SaltAmount))
SIGNED_SALT: Final = Meaning("salt", "a balance of salt (whole numbers)", lambda value: isinstance(value, SaltBalance))
KIND: Final = Meaning(
    "kind of salt",
    "a kind of salt (brown, green or white)",
    lambda value: type(value) is str and value in SALT_KINDS,
    lambda _: SALT_KINDS,
    kind="expected.kind_of_salt",
)


@cached(most=4096)
def amount(brown: int, green: int, white: int) -> SaltAmount:
    """Return a cached amount. Every move that carries salt needs one, so equal amounts share an object."""
    return SaltAmount(brown, green, white)


@cached(most=4096)
def balance(brown: int, green: int, white: int) -> SaltBalance:
    """Return a cached balance. Each move of salt from or to the bank needs one."""
    return SaltBalance(brown, green, white)


def at_most(cubes: int, salt: SaltAmount) -> SaltAmount:
    """Return *salt* with at most this many *cubes* of each kind."""
    if salt.brown <= cubes and salt.green <= cubes and salt.white <= cubes:
        return salt
    return amount(min(salt.brown, cubes), min(salt.green, cubes), min(salt.white, cubes))


NO_SALT: Final = amount(0, 0, 0)
ONE_CUBE: Final[dict[str, SaltAmount]] = {"brown": amount(1, 0, 0), "green": amount(0, 1, 0), "white": amount(0, 0, 1)}


def _parse_face(text: object, *, is_tile: bool) -> tuple[SaltAmount, int]:
    """Parse the salt and the number on a tile or an order."""
    salt, _, digits = text.partition("/" if is_tile else "=") if type(text) is str else ("", "", "")
    number = parse_digits(digits, 16)  # enough for the largest number in a value
    if number is None:
        raise MalformedError("tile_invalid" if is_tile else "order_invalid", {"text": brief(text)})
    return SaltAmount.parse(salt), number


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
        return cls(*_parse_face(text, is_tile=True))

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
        return cls(*_parse_face(text, is_tile=False))

    def __str__(self) -> str:
        return f"{self.salt}={self.payment}"


@attrs.frozen
class ToolCard(Immutable):
    """A tool card that a player owns (TOOL-1)."""

    tool: Tool
    """The id of the tool, such as ``"rope"``."""
    used: Flag = False
    """Whether the card was used in this phase and lies face down."""
