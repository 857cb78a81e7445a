"""
The vocabulary of fields: types that state what a field of a move, an event or the state means.

A type from this module says what a number or a string stands for. JSON readers, schemas, words, pictures, filters and
test strategies use these types, in the library's classes and in yours. The constructor of a move checks its fields.

>>> import attrs, magnum_sal as ms
>>> @attrs.frozen
... class UseLamp(ms.Move):
...     type = "use_lamp"
...     chamber: From[ChamberId]
...     price: Groszy = 0
>>> UseLamp("S1")
Traceback (most recent call last):
...
magnum_sal.errors.MalformedError: UseLamp.chamber: 'S1' is not a chamber (1L1 to 3R2)

If a field has its own validator, only that validator checks it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Final, TypeAlias

from .._internal.field_help import provide_field_help
from .meaning import (
    ACTIONS,
    CARDS,
    COUNT,
    CUBES,
    FLAG,
    GROSZY,
    MINERS,
    NUMBER,
    PHASE,
    ROUND,
    SLOT,
    TOOL,
    WATER,
    Cubes,
    Field,
    Flag,
    From,
    Groszy,
    Ids,
    Meaning,
    Miners,
    Number,
    Role,
    To,
    Tool,
    Water,
    fields_of,
    is_id_text,
)
from .mine.geometry import CHAMBER, INDEX, SPACE
from .pieces import (
    KIND,
    MAX_PLAYERS,
    PLACES,
    SALT,
    SIGNED_SALT,
    STOCK,
    BySeat,
    SaltAmount,
    SaltBalance,
    SaltKind,
    is_numbered_place,
)
from .pieces import Place as PlainPlace

__all__ = [
    "ACTIONS",
    "BUILDING",
    "CARD",
    "CARDS",
    "CHAMBER",
    "COUNT",
    "CUBES",
    "DECK",
    "DECK_OR_DIE",
    "DIE",
    "FACE",
    "FLAG",
    "GROSZY",
    "KIND",
    "MINERS",
    "MINE_OR_TOWN",
    "MOVE_TYPE",
    "NUMBER",
    "PART",
    "PENDING_PILE",
    "PHASE",
    "PILE",
    "PLACE",
    "PLACE_ID",
    "ROUND",
    "SALT",
    "SEAT",
    "SIGNED_SALT",
    "SLOT",
    "SOURCE",
    "SPACE",
    "STREAM",
    "TOOL",
    "WATER",
    "Actions",
    "BuildingId",
    "BySeat",
    "CardId",
    "Cards",
    "ChamberId",
    "Count",
    "Cubes",
    "DeckId",
    "DeckOrDieId",
    "DieId",
    "FaceId",
    "Field",
    "Flag",
    "From",
    "Groszy",
    "Ids",
    "KindOfSalt",
    "Meaning",
    "MinerSource",
    "Miners",
    "MoveType",
    "Number",
    "PartKey",
    "PendingPile",
    "Phase",
    "Pile",
    "Place",
    "PlaceId",
    "Role",
    "Round",
    "Salt",
    "Seat",
    "SignedSalt",
    "Slot",
    "SpaceId",
    "Stream",
    "To",
    "Tool",
    "Water",
    "fields_of",
]


def __dir__() -> list[str]:
    return __all__


provide_field_help(Field, Meaning)


def _is_seat(value: object) -> bool:
    return type(value) is int and 0 <= value < MAX_PLAYERS


def _is_place(value: object) -> bool:
    return _is_seat(value) or is_id_text(value)


STREAM_DIGITS: Final = 32


def _is_stream(value: object) -> bool:
    return type(value) is str and len(value) == STREAM_DIGITS and not set(value) - set("0123456789abcdef")


def _knows_place(ids: Ids, place: Any) -> bool:
    return (
        type(place) is int
        or place in PLACES
        or place in INDEX
        or place in ids.building_order
        or is_numbered_place(place)
    )


def _sources(ids: Ids) -> Collection[object]:
    return (STOCK, *INDEX, *ids.building_order)


BUILDING: Final = Meaning("building", "an id (a text)", is_id_text, lambda ids: ids.building_order)
MOVE_TYPE: Final = Meaning("action", "an id (a text)", is_id_text, lambda ids: ids.by_type)
PILE: Final = Meaning("pile", "an id (a text)", is_id_text)
PART: Final = Meaning("part", "an id (a text)", is_id_text)
DECK: Final = Meaning("deck", "an id (a text)", is_id_text, lambda ids: ids.decks)
DIE: Final = Meaning("die", "an id (a text)", is_id_text, lambda ids: ids.dice)
DECK_OR_DIE: Final = Meaning("deck or die", "an id (a text)", is_id_text, lambda ids: (*ids.decks, *ids.dice))
CARD: Final = Meaning("card", "an id (a text)", is_id_text, lambda ids: ids.card_kinds)
FACE: Final = Meaning("face", "an id (a text)", is_id_text, lambda ids: ids.face_kinds)
STREAM: Final = Meaning("stream", f"{STREAM_DIGITS} hexadecimal digits", _is_stream)
SEAT: Final = Meaning("seat", f"a seat (0 to {MAX_PLAYERS - 1})", _is_seat, kind="expected.seat")
PLACE: Final = Meaning("place", "a seat or the id of a place", _is_place, knows=_knows_place)
PLACE_ID: Final = Meaning("place", "an id (a text)", is_id_text, knows=_knows_place)
SOURCE: Final = Meaning(
    "source", "an id (a text)", is_id_text, _sources, unknown="is not a mine space, a building or 'stock'"
)
PENDING_PILE: Final = Meaning(
    "pending pile",
    "a pile that a piece is turned up from (tile, order, tool, or a deck or die of an extension)",
    is_id_text,
    lambda ids: ids.pending_piles,
)
MINE_OR_TOWN: Final = frozenset((SOURCE, SPACE, CHAMBER, BUILDING))
"""The meanings of fields that hold a place on the board, or the stock."""

Count: TypeAlias = Annotated[int, COUNT]
"""A number of things, 0 or more."""
Cards: TypeAlias = Annotated[int, CARDS]
"""A number of cards."""
Actions: TypeAlias = Annotated[int, ACTIONS]
"""A number of actions in a turn."""
Slot: TypeAlias = Annotated[int, SLOT]
"""A numbered space in a row of cards, 0 for the first."""
Phase: TypeAlias = Annotated[int, PHASE]
"""A phase of the game, 1 for the first."""
Round: TypeAlias = Annotated[int, ROUND]
"""A round of a phase, 1 for the first."""
BuildingId: TypeAlias = Annotated[str, BUILDING]
"""The id of a building."""
MoveType: TypeAlias = Annotated[str, MOVE_TYPE]
"""The ``"type"`` of a kind of move."""
DeckId: TypeAlias = Annotated[str, DECK]
"""The id of an extension's deck."""
CardId: TypeAlias = Annotated[str, CARD]
"""The id of a card in an extension's deck."""
DieId: TypeAlias = Annotated[str, DIE]
"""The id of an extension's die."""
FaceId: TypeAlias = Annotated[str, FACE]
"""The id of a face of an extension's die."""
DeckOrDieId: TypeAlias = Annotated[str, DECK_OR_DIE]
"""The id of an extension's deck or die."""
Stream: TypeAlias = Annotated[str, STREAM]
"""A secret key of 128 bits from which all draws of a die or a deck follow, as 32 hexadecimal digits."""
PartKey: TypeAlias = Annotated[str, PART]
"""The key of a part of ``extras`` that belongs to a rule or an extension."""
Pile: TypeAlias = Annotated[str, PILE]
"""The name of a pile of cards; an extension may have its own piles."""
Seat: TypeAlias = Annotated[int, SEAT]
"""A player, identified by the seat at the table, 0 for the first."""
Place: TypeAlias = Annotated[PlainPlace, PLACE]
"""The place that holds or receives a piece: a seat, or the id of a place."""
PlaceId: TypeAlias = Annotated[str, PLACE_ID]
"""The id of a place that does not belong to a player."""
SpaceId: TypeAlias = Annotated[str, SPACE]
"""The id of a mine space, a section or a chamber."""
ChamberId: TypeAlias = Annotated[str, CHAMBER]
"""The id of a chamber."""
MinerSource: TypeAlias = Annotated[str, SOURCE]
"""The place that a miner leaves: ``"stock"``, a mine space, or the building of an assistant."""
PendingPile: TypeAlias = Annotated[str, PENDING_PILE]
"""The kind of piece to turn up: a tile, an order, a tool, a look, or the id of an extension's deck or die."""
KindOfSalt: TypeAlias = Annotated[SaltKind, KIND]
"""One of the three kinds of salt."""
Salt: TypeAlias = Annotated[SaltAmount, SALT]
"""An amount of salt, of 0 or more cubes of each kind."""
SignedSalt: TypeAlias = Annotated[SaltBalance, SIGNED_SALT]
"""A balance of salt, whose numbers may be negative."""
