"""The parsed form of a position's text, used in both directions between text and state."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ...model.mine import Chamber
from ...model.pieces import (
    MIN_PLAYERS,
    NO_SALT,
    SEAT_LETTERS,
    ChamberTile,
    RoyalOrder,
    SaltAmount,
    SaltBalance,
    ToolCard,
)
from ...model.ruleset import Ruleset
from ...model.state import SeenPieces


def plain_money(ruleset: Ruleset) -> int:
    """Return a player's default money, in groszy: the amount of the starting player at the start (SETUP-1)."""
    # All seats have the same default, so that the meaning of a text does not depend on who starts.
    return ruleset.start_money[0]


@attrs.define
class Belongings:
    """The possessions of a player in the text. ``money`` and ``stock`` are None if the text does not give them."""

    money: int | None = None
    salt: SaltAmount = NO_SALT
    stock: int | None = None
    right: int = 0
    left: int = 0
    tools: list[ToolCard] = attrs.Factory(list)
    orders: list[RoyalOrder] = attrs.Factory(list)


@attrs.frozen
class Contents:
    """The contents of a chamber in the text. ``salt`` is None while the chamber is not revealed."""

    salt: SaltAmount | None
    water: int
    tile: ChamberTile | None = None
    """The printed tile, or None if the text does not name it."""

    @classmethod
    def of(cls, here: Chamber) -> Contents:
        """Return the contents of *here*, including the tile of a revealed chamber if its salt or water has changed."""
        if not here.revealed:
            return cls(None, here.water)
        is_untouched = here.tile is not None and (here.tile.salt, here.tile.water) == (here.salt, here.water)
        return cls(here.salt, here.water, None if is_untouched else here.tile)


@attrs.define
class BankText:
    """The contents of the bank in the text. None means all pieces that are nowhere else (SET-SUPPLY)."""

    money: int | None = None
    salt: SaltBalance | None = None
    water: int | None = None
    miners: tuple[int, ...] | None = None

    @property
    def is_silent(self) -> bool:
        """Whether the text does not mention the bank."""
        return self == BankText()


@attrs.define
class PositionText:
    """The parsed text of a position. None means that the text does not give the value."""

    ruleset: Ruleset
    is_public: bool = False
    names: tuple[str, ...] | None = None
    players: int | None = None
    phase: int = 1
    round: int = 2
    start_seat: int = 0
    turn_seat: int | None = 0
    is_over: bool = False
    is_setup: bool = False
    """Whether the pieces of a game or a phase are still being laid out (SETUP-2)."""
    actions_left: int | None = None
    visited: tuple[str, ...] = ()
    passes: int = 0
    arriving: int = 0
    arrived: tuple[str, ...] = ()
    belongings: dict[int, Belongings] = attrs.Factory(dict)
    miners: dict[str, str] = attrs.Factory(dict)
    contents: dict[str, Contents] = attrs.Factory(dict)
    assistants: dict[str, int] = attrs.Factory(dict)
    market: SaltAmount | None = None
    hired: int = 0
    offer: Sequence[str | None] | None = None
    tool_stack: int | None = None
    open_orders: Sequence[RoyalOrder | None] | None = None
    order_stack: int | None = None
    completed: int | None = None
    tiles: list[ChamberTile] | None = None
    orders: dict[int, list[RoyalOrder]] = attrs.Factory(dict)
    tools: Sequence[str] | None = None
    seen: SeenPieces | None = None
    extras: dict[str, str] = attrs.Factory(dict)
    """The parts added by rules, by key, each as JSON text."""
    decks: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = attrs.Factory(dict)
    """The decks of extensions by id: the face-up cards, and the next cards that lie face down."""
    bank: BankText = attrs.Factory(BankText)

    def count_seats(self) -> int:
        """Return the minimum number of seats, according to the letters in the text."""
        letters = "".join(self.miners.values()).upper()
        named = [MIN_PLAYERS - 1, self.start_seat, self.turn_seat or 0, *map(SEAT_LETTERS.index, letters)]
        return max(*named, *self.belongings, *self.assistants.values()) + 1
