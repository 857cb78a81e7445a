"""Check the items that extensions display, so that an error names the display before a renderer fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ..errors.messages import brief
from ..model import display
from ..model.pieces import SALT_KINDS, RoyalOrder
from ..words import has_label


class _Form(NamedTuple):
    """The form of a field's value."""

    fits: Callable[[Any], bool]
    """Returns whether a value has this form."""
    expected: str
    """The description of the form for a message."""


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_id(value: Any) -> bool:
    return isinstance(value, str)


def _rows_of(fits: Callable[[Any], bool], expected: str) -> _Form:
    """Return the form of a tuple or list whose entries all fit."""
    return _Form(lambda value: isinstance(value, tuple | list) and all(map(fits, value)), f"a tuple of {expected}")


def _or_none(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or fits(value)


_WHOLE: Final = _Form(_is_whole, "a whole number")
_COUNT: Final = _Form(lambda value: _is_whole(value) and value >= 0, "a whole number from 0 up")
_ID: Final = _Form(_is_id, "an id")
_PRICES: Final = _rows_of(_is_whole, "whole numbers")
_FORMS: Final[dict[type[Any], tuple[_Form, ...]]] = {
    display.Track: (_PRICES, _COUNT, _WHOLE),
    display.Tally: (_ID, _WHOLE),
    display.Progress: (_ID, _COUNT, _COUNT),
    display.Income: (_WHOLE,),
    display.Price: (_ID, _WHOLE),
    display.PriceList: (
        _Form(lambda value: _is_id(value) and has_label(f"{value}.count"), "a thing that words.count_in_words accepts"),
        _PRICES,
    ),
    display.Offer: (_PRICES, _rows_of(_or_none(_is_id), "ids of tools or None")),
    display.Orders: (_rows_of(_or_none(lambda value: isinstance(value, RoyalOrder)), "RoyalOrder or None"),),
    display.Stack: (_ID, _COUNT),
    display.FaceUp: (_ID, _rows_of(_is_id, "ids of cards")),
    display.DieFace: (_ID, _Form(_or_none(_is_id), "the id of a face or None")),
    display.PieceAt: (
        _ID,
        _Form(_or_none(lambda value: _is_id(value) or _is_whole(value)), "a seat, the id of a place or None"),
    ),
    display.SaltColumn: (_Form(lambda value: value in SALT_KINDS, f"one of {', '.join(SALT_KINDS)}"), _PRICES, _COUNT),
    display.Waiting: (_ID, _rows_of(_COUNT.fits, "whole numbers from 0 up")),
}
"""The forms of the fields of each class, in their order."""


def find_fault(item: object, players: int) -> str | None:
    """Return what is wrong with an item that a function of an extension displays, or None if it can be drawn."""
    forms = next((forms for kind, forms in _FORMS.items() if isinstance(item, kind)), None)
    if forms is None:
        return f"{brief(item)}, which is not a class of magnum_sal.model.display"
    thing: Any = item
    for name, value, (fits, expected) in zip(thing._fields, thing, forms, strict=False):
        if not fits(value):
            return f"{brief(thing)}: {name}: expected {expected}, got {brief(value)}"
    match thing:
        case display.Offer(prices, cards) if len(prices) != len(cards):
            return f"{brief(thing)}: expected a card or None for each of {len(prices)} prices, got {len(cards)}"
        case display.Waiting(_, miners) if len(miners) > players:
            return f"{brief(thing)}: miners: expected a number for each of {players} players, got {len(miners)}"
    return None
