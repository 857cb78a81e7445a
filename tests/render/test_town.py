"""The town in both pictures: whatever a rule says of its building is drawn, in its place."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal import render, shown
from magnum_sal.render._colours import theme_named
from magnum_sal.render._svg_shapes import Box
from magnum_sal.render._svg_town import HEIGHT, town

NAMES = ("Ada", "Ben", "Cleo", "Dan")

THINGS: tuple[tuple[shown.Shown, str, str], ...] = (
    (shown.Track((3, 4, 9), marker=1), "3 [4] 9", "3, [4], 9"),
    (shown.Track((3, 4), marker=2), "3 4 [-]", "3, 4"),
    (shown.Tally("hired", 7), "hired 7", "hired: 7"),
    (shown.Price("food", 7), "food 7", "food: 7 groszy"),
    (shown.Progress("order_track", 6, 5), "orders completed 6/5", "orders completed: 6/5"),
    (shown.Income(3), "+3", "+3 groszy"),
    (shown.PriceList("miner", (1, 8)), "1=1 2=8 ...", "2 miners"),
    (shown.Offer((3, 4), ("rope", None)), "3: rope  4: -", 'data-place="salt_mill:1"><title>4 groszy: none'),
    (shown.Orders((ms.RoyalOrder(ms.SaltAmount(green=2), 8), None)), "1: GG=8  2: -", "salt mill 2: none"),
    (shown.Stack("order_stack", 3), "stack 3", 'data-place="order_stack"'),
    (shown.SaltColumn("green", (7, 6), 1), "G 7# 6.", 'data-place="salt_mill:green"><title>green salt: 1'),
    (shown.Waiting("line_left", (0, 2, 0, 1)), "left circle B2 D1", "left circle: B 2, D 1"),
)


def mill(*things: shown.Shown, count: int = 1) -> ms.GameState:
    """Return the beginning of a game with salt mills, the first of them with *things* at it."""
    mills = [ms.Building("salt_mill", True, shows=lambda _: things)]
    mills += [ms.Building(f"mill_{number}", shows=lambda _: things) for number in range(2, count + 1)]
    ruleset = attrs.evolve(ms.STANDARD, name="with a mill", buildings=(*mills, *ms.STANDARD.buildings))
    return ms.new_game(NAMES, seed=1, ruleset=ruleset)


@pytest.mark.parametrize(("thing", "in_text", "in_picture"), THINGS, ids=lambda value: type(value).__name__)
def test_whatever_a_building_can_show_is_drawn(thing: shown.Shown, in_text: str, in_picture: str) -> None:
    """Each kind of thing stands in both pictures, for a building of an extension as well."""
    assert in_text in render.text(mill(thing))
    assert in_picture in render.svg(mill(thing))


def test_what_nobody_can_draw_is_refused() -> None:
    """A building that shows something else is told which one it is."""
    nonsense: Any = "a candle"
    for show in (render.svg, render.text):
        with pytest.raises(
            ms.MisuseError, match=r"'salt_mill' shows 'a candle', which is nothing of magnum_sal\.shown"
        ):
            show(mill(nonsense))


@pytest.mark.parametrize("count", [0, 1, 3, 12])
def test_the_town_keeps_its_place_however_many_buildings_there_are(count: int) -> None:
    """All buildings are drawn, above the mine and side by side, smaller where there are many."""
    state = mill(*(thing for thing, _, _ in THINGS), count=count) if count else ms.new_game(NAMES, seed=1)
    area = Box(14, 78, 1108, HEIGHT)
    drawing = town(state, area, theme_named("light"), "en")
    houses = [drawing.boxes[building.id] for building in state.ruleset.buildings]
    for place in drawing.boxes.values():
        assert area.x <= place.x <= place.x + place.width <= area.x + area.width + 0.1, place
        assert area.y <= place.y <= place.y + place.height <= area.y + area.height + 0.1, place
    for one, other in combinations(houses, 2):
        assert (
            one.x + one.width <= other.x or other.x + other.width <= one.x
            or one.y + one.height <= other.y or other.y + other.height <= one.y
        )  # fmt: skip


def test_a_highlight_marks_a_slot_of_a_building() -> None:
    """The mark of a slot lies where the slot is drawn, in its building."""
    state = mill(shown.Income(1))
    boxes = town(state, Box(14, 78, 1108, HEIGHT), theme_named("light"), "en").boxes
    slot, building = boxes["workshop:1"], boxes["workshop"]
    assert building.x < slot.x < slot.x + slot.width < building.x + building.width
    assert building.y < slot.y < slot.y + slot.height < building.y + building.height
    left = f"{slot.grown(1).x:.1f}".removesuffix(".0")
    marked = render.svg(state, highlight=ms.VisitWorkshop(1))
    assert f'<rect x="{left}"' in marked
    assert f'<rect x="{left}"' not in render.svg(state)
