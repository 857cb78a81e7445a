"""The town in both pictures: every item that a rule displays at its building is drawn."""

from __future__ import annotations

from typing import Any, get_args

import attrs
import pytest
from tests.render.reading import pieces, places, words

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model import display
from magnum_sal.model.extension import Extension
from magnum_sal.model.rule import Building

NAMES = ("Ada", "Ben", "Cleo", "Dan")

THINGS: tuple[tuple[display.DisplayItem, str, str], ...] = (
    (display.Track((3, 4, 9), marker=1), "now 4 groszy (3 [4] 9)", "now 4 groszy (3 [4] 9)"),
    (display.Track((3, 4), marker=2), "none left (3 4)", "none left (3 4)"),
    (display.Tally("hired", 7), "hired 7", "hired 7."),
    (display.Price("food", 7), "food 7", "food: 7 groszy"),
    (display.Progress("order_track", 6, 5), "orders completed 6 of 5", "orders completed 6 of 5."),
    (display.Income(3), "+3", "+3 groszy"),
    (display.PriceList("miner", (1, 8)), "1 miner: 1  2 miners: 8 groszy  ...", "2 miners"),
    (display.PriceList("miner", ()), "salt mill    ...", "… each further"),
    (display.Offer((3, 4), ("rope", None)), "rope for 3  - for 4", 'data-place="salt_mill:1"'),
    (display.Orders((ms.RoyalOrder(ms.SaltAmount(green=2), 8), None)), "1: GG=8  2: -", 'data-place="salt_mill:1"'),
    (display.FaceUp("order_stack", ()), "stack: -", 'data-place="order_stack"'),
    (display.FaceUp("order_stack", ("rope",)), "stack: rope", 'data-place="order_stack"'),
    (display.FaceUp("order_stack", ("rope", "cart")), "stack: cart (+1)", 'data-place="order_stack"'),
    (display.Stack("order_stack", 3), "stack 3", 'data-place="order_stack"'),
    (display.DieFace("rope", "5"), "rope: 5", "free; rope: 5."),
    (display.DieFace("rope", None), "rope: -", "free; rope: -."),
    (display.PieceAt("rope", "S1"), "rope S1", "free; rope S1."),
    (display.PieceAt("rope", None), "rope none", "free; rope none."),
    (display.SaltColumn("green", (7, 6), 1), "G 7# 6.", 'data-place="salt_mill:green"'),
    (display.Waiting("line_left", (0, 2, 0, 1)), "left circle B2 D1", 'id="ms-line_left-rested-3"'),
)


def mill(*things: display.DisplayItem) -> ms.GameState:
    """Return the beginning of a game with a salt mill that has *things*."""
    buildings = (Building("salt_mill", True, display=lambda _: things), *ms.STANDARD.buildings)
    return ms.new_game(NAMES, seed=1, ruleset=attrs.evolve(ms.STANDARD, name="with a mill", buildings=buildings))


@pytest.mark.parametrize(("thing", "in_text", "in_picture"), THINGS, ids=lambda value: type(value).__name__)
def test_every_kind_of_display_item_is_drawn(thing: display.DisplayItem, in_text: str, in_picture: str) -> None:
    """Each kind of item appears in both pictures, even at a building of an extension."""
    assert in_text in render.text(mill(thing))
    assert in_picture in render.svg(mill(thing))


def test_no_kind_of_display_item_is_left_out() -> None:
    """The list above has every kind."""
    assert {type(thing) for thing, _, _ in THINGS} == set(get_args(display.DisplayItem))


def test_stacks_have_their_own_captions() -> None:
    """Two stacks at a building have the captions that their extension gives them. Without one, a stack is a stack."""
    stacks = (display.Stack("gold", 3), display.Stack("silver", 2), display.Stack("tin", 1))
    smelters = Extension("smelters", labels={"en": {"gold": "gold bars", "silver": "silver bars"}})
    ruleset = mill(*stacks).ruleset.with_extensions(smelters, name="with a smelter")
    state = ms.new_game(NAMES, seed=1, ruleset=ruleset)
    assert "gold bars 3  silver bars 2  stack 1" in render.text(state)
    captions = [words(places(render.svg(state))[stack.name])[-1] for stack in stacks]
    assert captions == ["gold bars", "silver bars", "stack"]


def test_unknown_display_items_are_refused() -> None:
    """The message names the building and the item."""
    nonsense: Any = "a candle"
    for show in (render.svg, render.text):
        with pytest.raises(
            ms.MisuseError,
            match=r"the display of 'salt_mill' shows 'a candle', which is not a class of magnum_sal\.model\.display",
        ):
            show(mill(nonsense))


def test_items_are_drawn_as_the_pieces_they_show() -> None:
    """Cards and cubes at a mill are drawn like those elsewhere, but a price is not drawn as a coin."""
    kinds = (display.Offer, display.SaltColumn, display.Price)
    things = [thing for thing, _, _ in THINGS if isinstance(thing, kinds)]
    picture = render.svg(mill(*things), layout="town")
    found = {
        (kind, one.thing, one.count) for kind in ("tool", "cube", "coin") for one in pieces(picture, kind)
        if one.place.startswith("salt_mill")
    }  # fmt: skip
    assert found == {("tool", "rope", 1), ("cube", "green", 1)}
    counts = {place: group.get("data-count") for place, group in places(picture).items() if "salt_mill:" in place}
    assert counts == {"salt_mill:0": "1", "salt_mill:1": "0", "salt_mill:green": "1"}
