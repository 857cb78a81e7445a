"""The setup of a game: everything that chance decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

import attrs

from .._internal.checks import refuse
from .._internal.immutable import Immutable
from .fields import STREAM, STREAM_DIGITS, Seat, Stream
from .mine.geometry import chamber_index
from .pieces import ChamberTile, RoyalOrder

__all__ = ["Setup"]

_Piece = TypeVar("_Piece")


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# Type checkers take the types of the constructor's arguments from these functions. They return values of other types
# unchanged, so that the validator can refuse them. Their results are therefore Any.
def _tiles(value: Sequence[ChamberTile | None]) -> Any:
    return _tuple(value)


def _orders(value: Sequence[Sequence[RoyalOrder | None]]) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, (list, tuple)) else value


def _tools(value: Sequence[str | None]) -> Any:
    return _tuple(value)


def _is_pile(setup: Setup, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple):
        refuse(setup, field.name, value, "a list of pieces")


def _are_piles(setup: Setup, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple) or not all(isinstance(pile, tuple) for pile in value):
        refuse(setup, field.name, value, "a list of lists of pieces")


def _decks(value: Mapping[str, Sequence[str | None]] | Sequence[tuple[str, Sequence[str | None]]]) -> Any:
    if not isinstance(value, Mapping):
        return value
    # Setups are compared by value, so the order in which a mapping names its decks must not matter.
    return tuple((deck, _tuple(value[deck])) for deck in sorted(value, key=str))


def _are_decks(setup: Setup, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple) or not all(
        isinstance(deck, tuple) and len(deck) == 2 and isinstance(deck[1], tuple) for deck in value
    ):
        refuse(setup, field.name, value, "the cards of decks by id")


def _streams(value: Mapping[str, str | None] | Sequence[tuple[str, str | None]]) -> Any:
    return tuple(sorted(value.items(), key=str)) if isinstance(value, Mapping) else value


def _are_streams(setup: Setup, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple) or not all(
        isinstance(pair, tuple) and len(pair) == 2 and (pair[1] is None or STREAM.accepts(pair[1])) for pair in value
    ):
        refuse(setup, field.name, value, f"streams of {STREAM_DIGITS} hexadecimal digits by id")


_NO_DECKS: Final[Mapping[str, int]] = MappingProxyType({})
_NO_ROLLS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})


@attrs.frozen
class Setup(Immutable):
    """
    Everything that chance decides in a game. A setup and the moves determine a whole game.

    Starting a game checks that the setup is a permutation of the ruleset's pieces. In the public form, face-down pieces
    are None.
    """

    start_seat: Seat
    """The seat of the starting player."""
    tiles: tuple[ChamberTile | None, ...] = attrs.field(converter=_tiles, validator=_is_pile)
    """The tile of each chamber, in mine order."""
    orders: tuple[tuple[RoyalOrder | None, ...], ...] = attrs.field(converter=_orders, validator=_are_piles)
    """The royal orders of each phase, in drawing order."""
    tools: tuple[str | None, ...] = attrs.field(converter=_tools, validator=_is_pile)
    """The tool cards in drawing order."""
    decks: tuple[tuple[str, tuple[str | None, ...]], ...] = attrs.field(
        default=(), converter=_decks, validator=_are_decks
    )
    """The decks of extensions by id, each with its cards in drawing order. The constructor also accepts a mapping."""
    streams: tuple[tuple[str, Stream | None], ...] = attrs.field(default=(), converter=_streams, validator=_are_streams)
    """
    The streams that decide the rolls of dice and the shuffles of decks that reshuffle, by the id of the die or deck:
    32 hexadecimal digits each, or None in a public setup. The constructor also accepts a mapping.
    """
    rolls: tuple[tuple[str, tuple[str, ...]], ...] = attrs.field(default=(), converter=_decks, validator=_are_decks)
    """
    In a public setup, the faces that dice have shown while the game was set up, by die; empty if there are none. The
    constructor also accepts a mapping.
    """

    def tile_of(self, chamber: str) -> ChamberTile | None:
        """Return the tile laid on *chamber*. Raises ``MisuseError`` if there is no such chamber."""
        return self.tiles[chamber_index(chamber)]

    @property
    def is_public(self) -> bool:
        """Whether face-down pieces are left out."""
        return any(None in pile for pile in self._piles())

    @property
    def is_unseen(self) -> bool:
        """Whether no piece is known, as at the start of a game on a real table."""
        # A setup names the faces of dice only after they were rolled, so a game with rolls was dealt.
        if self.rolls or not self.is_public:
            return False
        return not any(piece is not None for pile in self._piles() for piece in pile)

    def _piles(self) -> tuple[tuple[ChamberTile | RoyalOrder | str | None, ...], ...]:
        streams = tuple(stream for _, stream in self.streams)
        return (self.tools, self.tiles, *self.orders, *(cards for _, cards in self.decks), streams)

    @classmethod
    def unseen(
        cls,
        start_seat: int,
        *,
        tiles: int,
        orders: Sequence[int],
        tools: int,
        decks: Mapping[str, int] = _NO_DECKS,
        streams: Sequence[str] = (),
    ) -> Setup:
        """Return a setup in which no piece is known, with the number of pieces in each pile, and the ids of streams."""
        return cls(
            start_seat,
            (None,) * tiles,
            tuple((None,) * count for count in orders),
            (None,) * tools,
            tuple((deck, (None,) * cards) for deck, cards in decks.items()),
            dict.fromkeys(streams),
        )

    def public(
        self,
        open_orders: int,
        open_tools: int,
        *,
        tiles_lie_open: bool,
        cards_up: Mapping[str, int] = _NO_DECKS,
        rolls: Mapping[str, tuple[str, ...]] = _NO_ROLLS,
    ) -> Setup:
        """Return the setup with only the pieces that lie face up, and the faces rolled, when the game starts."""
        first, *later = self.orders
        return Setup(
            self.start_seat,
            _cover_pile(self.tiles, len(self.tiles) if tiles_lie_open else 0),
            (_cover_pile(first, open_orders), *(_cover_pile(orders, 0) for orders in later)),
            _cover_pile(self.tools, open_tools),
            tuple((deck, _cover_pile(cards, cards_up.get(deck, 0))) for deck, cards in self.decks),
            tuple((key, None) for key, _ in self.streams),
            {die: faces for die, faces in rolls.items() if faces},
        )


def _cover_pile(pile: tuple[_Piece | None, ...], face_up: int) -> tuple[_Piece | None, ...]:
    return pile[:face_up] + (None,) * len(pile[face_up:])
