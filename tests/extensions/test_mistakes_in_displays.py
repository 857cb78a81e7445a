"""A picture reports a malformed item of an extension with the function that displays it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.extensions.test_mistakes import keeping, started

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model import display

UNTYPED: Any = display
"""The classes of items as an extension without types calls them."""
MALFORMED: tuple[tuple[Any, str], ...] = (
    (5, "5, which is not a class of magnum_sal.model.display"),
    (
        UNTYPED.Track((1, 2), None),
        "Track(prices=(1, 2), marker=None, first=0): marker: expected a whole number from 0 ",
    ),
    (UNTYPED.Track((1, 2), -5), "Track(prices=(1, 2), marker=-5, first=0): marker: expected a whole number from 0 up"),
    (UNTYPED.Track(("4",), 0), "Track(prices=('4',), marker=0, first=0): prices: expected a tuple of whole numbers, "),
    (UNTYPED.Tally(3, 4), "Tally(name=3, number=4): name: expected an id, got 3"),
    (UNTYPED.Tally("bells", True), "Tally(name='bells', number=True): number: expected a whole number, got True"),
    (UNTYPED.Progress("bells", 0, -1), "Progress(name='bells', number=0, end=-1): end: expected a whole number from 0"),
    (UNTYPED.Income("3"), "Income(money='3'): money: expected a whole number, got '3'"),
    (UNTYPED.Price("bells", None), "Price(name='bells', money=None): money: expected a whole number, got None"),
    (UNTYPED.PriceList("bells", (1,)), "PriceList(thing='bells', prices=(1,)): thing: expected a thing that words."),
    (UNTYPED.Offer((3, 4, 5), ("rope",)), "Offer(prices=(3, 4, 5), cards=('rope',)): expected a card or None for each"),
    (
        UNTYPED.Offer((3,), (5,)),
        "Offer(prices=(3,), cards=(5,)): cards: expected a tuple of ids of tools or None, got ",
    ),
    (UNTYPED.Orders(("BB=9",)), "Orders(orders=('BB=9',)): orders: expected a tuple of RoyalOrder or None, got ('BB"),
    (UNTYPED.Stack("bells", None), "Stack(name='bells', number=None): number: expected a whole number from 0 up, got "),
    (
        UNTYPED.FaceUp("bells", (None,)),
        "FaceUp(name='bells', cards=(None,)): cards: expected a tuple of ids of cards, ",
    ),
    (UNTYPED.DieFace("bells", 6), "DieFace(name='bells', face=6): face: expected the id of a face or None, got 6"),
    (UNTYPED.PieceAt("bells", 2.5), "PieceAt(name='bells', place=2.5): place: expected a seat, the id of a place or "),
    (UNTYPED.SaltColumn("red", (1,), 0), "SaltColumn(kind='red', prices=(1,), filled=0): kind: expected one of brown"),
    (
        UNTYPED.Waiting("bells", (1, 2, 3)),
        "Waiting(name='bells', miners=(1, 2, 3)): miners: expected a number for each",
    ),
    (
        UNTYPED.Waiting("bells", (-1,)),
        "Waiting(name='bells', miners=(-1,)): miners: expected a tuple of whole numbers ",
    ),
)


@pytest.mark.parametrize(("item", "fault"), MALFORMED, ids=repr)
@pytest.mark.parametrize(
    ("field", "function"),
    [("display", "the display of 'bells'"), ("player_display", "part 'bells': player_display")],
)
def test_a_malformed_item_is_reported(field: str, function: str, item: Any, fault: str) -> None:
    """Both pictures refuse the item before they draw anything, and name the function, the item and its field."""
    state = started(keeping(**{field: lambda *_: [item]}))
    for draw in (render.svg, render.text):
        with pytest.raises(ms.ExtensionError, match=f"^{re.escape(f'{function} shows {fault}')}"):
            draw(state)


@pytest.mark.parametrize(
    "item",
    [UNTYPED.Track([3, 4], 1), UNTYPED.Orders([None]), UNTYPED.Waiting("bells", [1]), UNTYPED.Stack("bells", 0)],
    ids=repr,
)
def test_lists_and_missing_seats_are_accepted(item: Any) -> None:
    """A list serves as well as a tuple, and seats without miners can be left out at the end."""
    state = started(keeping(display=lambda _: [item]))
    assert render.svg(state)
    assert render.text(state)
