"""The town in the picture: buildings are side by side in their area, with their items in them."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import attrs
import pytest
from tests.render.painting import painted
from tests.render.reading import pieces, places, root, told, with_class, words
from tests.render.recorded import at

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal import render
from magnum_sal import words as labels
from magnum_sal.model import display
from magnum_sal.model.mine import SPACES
from magnum_sal.model.rule import Building
from magnum_sal.render import Box, LayoutName, Svg
from magnum_sal.testing import position

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
FEW: Final = (display.Tally("hired", 7), display.Income(3), display.Track((3, 4, 9), marker=1))
MANY: Final = (
    display.Track((3, 4, 9), marker=1), display.Price("food", 7), display.Progress("order_track", 6, 5),
    display.PriceList("miner", (1, 8)), display.Offer((3, 4), ("rope", None)), display.Stack("stack", 3),
    display.Orders((ms.RoyalOrder(ms.SaltAmount(green=2), 8), None)), display.SaltColumn("green", (7, 6), 1),
)  # fmt: skip


def mills(count: int, *things: display.DisplayItem) -> ms.GameState:
    """Return the beginning of a game with salt mills that have *things*."""
    own = [Building(f"mill_{number}", number == 1, display=lambda _: things) for number in range(1, count + 1)]
    ruleset = attrs.evolve(ms.STANDARD, name="with mills", buildings=(*own, *ms.STANDARD.buildings))
    return ms.new_game(NAMES, seed=1, ruleset=ruleset)


def is_within(inner: Box, outer: Box) -> bool:
    """Return whether a box is within another one."""
    return (
        outer.x - 0.1 <= inner.x and inner.right <= outer.right + 0.1
        and outer.y - 0.1 <= inner.y and inner.foot <= outer.foot + 0.1
    )  # fmt: skip


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap."""
    return (
        min(one.right, other.right) - max(one.x, other.x) > 0.1
        and min(one.foot, other.foot) - max(one.y, other.y) > 0.1
    )


def check_boxes(picture: Svg, state: ms.GameState) -> None:
    """Check that the buildings in the picture do not overlap, and that each contains all of its places."""
    _, _, width, height = map(float, root(picture).attrib["viewBox"].split())
    groups = [group for group in root(picture).iter() if group.get("data-kind") == "building"]
    houses = {group.attrib["data-place"]: picture.places[group.attrib["data-place"]] for group in groups}
    assert set(houses) >= set(state.ruleset.building_ids)
    for house in houses.values():
        assert is_within(house, Box(0, 0, width, height))
    for one, other in combinations(houses.values(), 2):
        assert not meet(one, other)
    for group in groups:
        for inner in group.iter():
            if name := inner.get("data-place"):
                assert is_within(picture.places[name], houses[group.attrib["data-place"]]), name


@pytest.mark.parametrize("layout", ["wide", "tall", "board", "town"])
@pytest.mark.parametrize("count", [0, 1, 3, 12])
def test_buildings_are_side_by_side(layout: LayoutName, count: int) -> None:
    """This holds for any number of buildings, and for one with many items."""
    state = mills(count, *(MANY if count == 1 else FEW))
    check_boxes(render.svg(state, layout=layout), state)


CROWDED: Final = (
    display.Track(tuple(range(40)), marker=22), display.Progress("points", 3, 45), display.Progress("points", 3, 16),
    display.Offer((3,) * 20, ("rope", "cart") * 10), display.SaltColumn("green", tuple(range(30)), 18),
    display.Orders((ms.RoyalOrder(ms.SaltAmount(green=2), 8), None) * 10),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("thing", CROWDED, ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_items_with_many_spaces_stay_readable(layout: LayoutName, thing: display.DisplayItem) -> None:
    """They continue in further rows, so all sides are positive, and no number covers another."""
    state = mills(1, thing)
    picture = render.svg(state, layout=layout)
    check_boxes(picture, state)
    mill = places(picture)["mill_1"]
    names = ("r", "width", "height")
    sides = [float(item.attrib[name]) for item in mill.iter() for name in names if name in item.attrib]
    assert min(sides) > 0
    letters = [item for item in painted(picture).items if item.text and item.data.get("place", "").startswith("mill_1")]
    for one, other in combinations(letters, 2):
        assert not meet(Box(*one.box), Box(*other.box)), (one.text, other.text)
    cards = [box for name, box in picture.places.items() if name.startswith("mill_1:")]
    assert not any(meet(one, other) for one, other in combinations(cards, 2))
    assert len(pieces(picture, "cube")) >= getattr(thing, "filled", 0)


def test_a_market_with_many_prices_is_drawn() -> None:
    """A house rule may set any number of prices."""
    prices = tuple(tuple(reversed(range(first, first + 18))) for first in (1, 2, 3))
    state = position(ruleset=attrs.evolve(ms.STANDARD, name="many prices", market_prices=prices))
    for layout in ("wide", "tall"):
        market = places(render.svg(state, layout=layout))["market"]
        assert {str(price) for price in range(1, 21)} <= set(words(market))
        assert min(float(item.attrib["width"]) for item in market.iter() if "width" in item.attrib) > 0


def test_houses_make_a_skyline() -> None:
    """In a wide picture, the columns stand on the same ground, and the houses have their own heights and roofs."""
    picture = render.svg(ms.new_game(NAMES, seed=1), layout="board")
    houses = {house: picture.places[house] for house in ms.STANDARD.building_ids}
    on_the_ground = [house for house, box in houses.items() if box.foot == max(box.foot for box in houses.values())]
    assert sorted(on_the_ground) == ["castle", "market", "town_square", "workshop"]
    assert len({houses[house].y for house in ("castle", "market", "inn", "pump_house")}) == 4
    roofs = {
        house: [path.get("fill") for path in with_class(places(picture)[house], "ms-decor") if path.get("fill-opacity")]
        for house in houses
    }
    assert len({fills[0] for fills in roofs.values()}) == len(roofs)


@pytest.mark.parametrize("count", [0, 1, 3, 12])
def test_a_wide_town_keeps_its_height(count: int) -> None:
    """The mine below stays in place, and the buildings are drawn smaller."""
    plain = render.svg(ms.new_game(NAMES, seed=1))
    state = mills(count, *(MANY if count == 1 else FEW))
    picture = render.svg(state)
    assert {space: picture.places[space] for space in SPACES} == {space: plain.places[space] for space in SPACES}
    assert max(picture.places[building.id].foot for building in state.ruleset.buildings) <= picture.places["S1"].y


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_words_stay_in_their_building(layout: LayoutName) -> None:
    """This holds for the standard game in every language, and for an extension."""
    for state in (at("four_players", 307), mills(3, *FEW)):
        for language in labels.LANGUAGES:
            picture = render.svg(state, layout=layout, language=language)
            for item in painted(picture).items:
                place = item.data.get("place", "")
                if item.text and place.split(":")[0] in state.ruleset.building_ids:
                    left, top, width, height = item.box
                    assert is_within(Box(left, top, width, height), picture.places[place].grow(4)), item.text


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall", "town"])
def test_a_highlight_marks_a_slot_where_it_is(layout: LayoutName) -> None:
    """The box of a slot is where the slot is drawn in its building, at every scale."""
    for state in (ms.new_game(NAMES, seed=1), mills(6, *FEW)):
        picture = render.svg(state, layout=layout)
        slot, building = picture.places["workshop:1"], picture.places["workshop"]
        assert building.x < slot.x < slot.right < building.right
        assert building.y < slot.y < slot.foot < building.foot
        (hit,) = [
            item for item in painted(picture).items
            if item.data.get("place") == "workshop:1" and "ms-hit" in item.own_classes
        ]  # fmt: skip
        left, top, width, height = hit.box
        assert is_within(slot, Box(left, top, width, height).grow(0.2))


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_a_building_shows_its_assistant_and_its_visit(layout: LayoutName) -> None:
    """An assistant is drawn at the building, a tick marks a visit in this turn, and titles describe both."""
    state = position("S1: A | assistant market: B", visited=("inn",), actions_left=1)
    picture = render.svg(state, layout=layout)
    assert [(one.place, one.seat) for one in pieces(picture, "miner") if one.place == "market"] == [("market", 1)]
    assert state.players[1].name in told(places(picture)["market"])
    assert labels.label("visited") in told(places(picture)["inn"])
    assert labels.label("visited") not in told(places(picture)["market"])
    before = render.svg(position("S1: A | assistant market: B", actions_left=1), layout=layout)
    assert len(list(places(picture)["inn"].iter())) > len(list(places(before)["inn"].iter()))


def test_an_extension_has_its_building_and_its_cards() -> None:
    """The chapel shows its price, and the feasts are drawn like a building of their own."""
    text = "S1: A | deck feasts: lent fair_day"
    state = position(text, ruleset=CRYSTAL_CHAPEL)
    for language in labels.LANGUAGES:
        picture = render.svg(state, language=language)
        feast = labels.label("fair_day", language, CRYSTAL_CHAPEL)
        assert [one for one in words(places(picture)["feasts"]) if feast in one]
        assert feast in told(places(picture)["feasts"])
        price = labels.label("for_a_crystal", language, CRYSTAL_CHAPEL)
        assert price in words(places(picture)["chapel"])
    check_boxes(render.svg(state), state)


def test_unknown_display_items_are_refused() -> None:
    """They are refused in the picture of the town."""
    nonsense: Any = "a candle"
    with pytest.raises(
        ms.MisuseError,
        match=r"the display of 'mill_1' shows 'a candle', which is not a class of magnum_sal\.model\.display",
    ):
        render.svg(mills(1, nonsense), layout="town")
