"""What programs and screen readers find a picture's elements by: ids, data, roles, titles."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, get_args

import pytest
from tests.amounts import select_pairs
from tests.render.reading import ids, pieces, places, root, told, with_class
from tests.render.recorded import GAMES, at, sampled, steps

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.mine import SECTIONS, SPACES
from magnum_sal.model.pieces import SALT_KINDS
from magnum_sal.render import LayoutName, Svg

LAYOUTS: Final[tuple[LayoutName, ...]] = get_args(LayoutName)
KINDS: Final = {
    **{space: "section" if space in SECTIONS else "chamber" for space in SPACES},
    **dict.fromkeys(ms.STANDARD.building_ids, "building"),
    **dict.fromkeys(("line_left", "line_right", "arriving"), "line"),
    **dict.fromkeys(("tool_stack", "order_stack"), "pile"),
    **{f"market:{kind}": "slot" for kind in SALT_KINDS},
    **{f"castle:{slot}": "slot" for slot in range(4)},
    **{f"workshop:{slot}": "slot" for slot in range(3)},
    **{f"{kind}:{seat}": kind for kind in ("player", "stock") for seat in range(4)},
    "bank": "bank", "box": "pile",
}  # fmt: skip
"""What each place is, in the standard game of four."""


def busy(layout: LayoutName, prefix: str = "ms") -> Svg:
    """Return a picture in which everything has been asked for that has an id or might have one."""
    step = steps("four_players")[306]
    return render.svg(
        step.after, layout=layout, prefix=prefix, last=step, highlight=ms.legal_moves(step.after)[0],
        targets_of="stock", arrows=[("S1", "market")], fill={"castle": "#ff0000"}, style=".ms-page{fill:red}",
    )  # fmt: skip


def of_groups(picture: str) -> tuple[str | None, ...]:
    """Return the ids of all places, in their order."""
    return tuple(group.get("id") for group in places(picture).values())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_ids_are_there_once(layout: LayoutName) -> None:
    """In a picture with all marks, and in any other of the game."""
    pictures = [busy(layout), *(render.svg(step.after, layout=layout) for step in sampled("four_players", 60))]
    for picture in pictures:
        assert [name for name, count in Counter(ids(picture)).items() if count > 1] == []


@pytest.mark.parametrize(("game", "layout"), select_pairs(GAMES, LAYOUTS))
def test_places_keep_their_ids_and_order(game: str, layout: LayoutName) -> None:
    """A page that follows a game finds the same groups, in the same order, from its first position to its last."""
    made = sampled(game, 80 if layout in ("wide", "tall") else 200)
    found = {of_groups(render.svg(state, layout=layout)) for state in (made[0].before, *(step.after for step in made))}
    assert len(found) == 1
    assert None not in next(iter(found))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_prefix_begins_all_ids(layout: LayoutName) -> None:
    """Pictures in one page share no id, and each uses its own drawings; classes and properties stay what they are."""
    one, other = busy(layout), busy(layout, "second_1")
    assert all(name.startswith("ms-") for name in ids(one))
    assert [name.replace("second_1-", "ms-", 1) for name in ids(other)] == ids(one)
    assert not set(ids(one)) & set(ids(other))
    used = {use.attrib["href"] for use in root(other).iter() if use.tag.endswith("}use")}
    assert used
    assert used <= {f"#{name}" for name in ids(other) if name.startswith("second_1-draw-")}
    assert other.replace('id="second_1-', 'id="ms-').replace('href="#second_1-', 'href="#ms-') == one


@pytest.mark.parametrize("prefix", ["", "1a", "a b", 'a"', "a" * 41, None, "ż", "a:b"])
def test_what_can_begin_no_id_is_refused(prefix: Any) -> None:
    """It would have to be written in a style sheet, and in a link."""
    with pytest.raises(ms.MisuseError, match=r"prefix: .* is not a letter and up to 39 letters, digits, - and _"):
        render.svg(at("four_players", 0), prefix=prefix)


def test_every_drawing_is_used() -> None:
    """Only those that a picture uses are in it, and all of these."""
    for layout in LAYOUTS:
        picture = root(busy(layout))
        used = {use.attrib["href"].removeprefix("#") for use in picture.iter() if use.tag.endswith("}use")}
        assert used == {symbol.get("id") for symbol in picture.iter() if symbol.tag.endswith("}symbol")}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_places_say_what_they_are(layout: LayoutName) -> None:
    """Each has its id, its kind, its class, and whose it is."""
    for name, group in places(busy(layout)).items():
        assert group.get("data-kind") == KINDS[name]
        assert group.get("class") == f"ms-place ms-{KINDS[name]}"
        assert group.get("id") == f"ms-{name.replace(':', '-')}"
        assert group.get("data-seat") == (name[-1] if name.startswith(("player:", "stock:")) else None)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_places_are_heard_and_met(layout: LayoutName) -> None:
    """Each has a title that is not empty, the role of an object, and one area where a pointer meets it."""
    for name, group in places(busy(layout)).items():
        assert group.get("role") == "graphics-object", name
        assert told(group).strip(), name
        assert len([inner for inner in group if inner.get("class") == "ms-hit"]) == 1, name
        assert group.get("aria-hidden") is None


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_drawn_is_not_heard_twice(layout: LayoutName) -> None:
    """Shapes and words stand in groups that are hidden from screen readers; places never do."""
    picture = root(busy(layout))
    assert picture.get("role") == "graphics-document"
    assert told(picture)
    assert told(picture, "desc")
    hidden = {inner for group in picture.iter() if group.get("aria-hidden") == "true" for inner in group.iter()}
    defined = {inner for group in picture.iter() if group.tag.endswith("}defs") for inner in group.iter()}
    for element in picture.iter():
        if element.tag.rpartition("}")[2] in ("text", "path", "circle", "use") and element not in defined:
            assert element in hidden
        if "data-place" in element.attrib:
            assert element not in hidden


@pytest.mark.parametrize("layout", LAYOUTS)
def test_marks_lie_in_one_group_that_nobody_meets(layout: LayoutName) -> None:
    """A pointer goes through them, and a screen reader hears of them in the description."""
    picture = root(busy(layout))
    (group,) = with_class(picture, "ms-marks")
    assert group.get("pointer-events") == "none"
    assert group.get("aria-hidden") == "true"
    assert picture[-1] is group
    assert len(group) > 0 or layout == "players"
    for name in ("ms-arrow", "ms-on-halo", "ms-fill"):
        assert with_class(picture, name) == with_class(group, name)


@pytest.mark.parametrize("moves", [0, 307, -1])
@pytest.mark.parametrize("layout", ["wide", "tall", "mine"])
def test_miners_in_the_mine_are_counted(layout: LayoutName, moves: int) -> None:
    """Each group says whose miners they are, how many, and whether they are tired; the places have the sums."""
    state = at("four_players", moves)
    picture = render.svg(state, layout=layout)
    found = {(one.place, one.seat, one.state): one.count for one in pieces(picture, "miner") if one.place in SPACES}
    expected = {
        (space, seat, condition): count
        for space in SPACES
        for condition in ("rested", "tired")
        for seat, count in enumerate(getattr(state.mine[space], condition))
        if count
    }
    assert found == expected
    sums = {space: int(places(picture)[space].attrib["data-count"]) for space in SPACES}
    assert sums == {space: state.mine[space].miners for space in SPACES}


@pytest.mark.parametrize("moves", [0, 307, -1])
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_all_pieces_are_counted(layout: LayoutName, moves: int) -> None:
    """Miners outside of the mine, cubes, water, coins and cards are those of the position."""
    state = at("four_players", moves)
    picture = render.svg(state, layout=layout)
    miners = Counter[tuple[str, int | None]]()
    for one in pieces(picture, "miner"):
        miners[one.place, one.seat] += one.count
    outside = {
        ("bank", seat): count for seat, count in enumerate(state.bank.miners)
    } | {
        (place, seat): count for seat, player in enumerate(state.players)
        for place, count in ((f"stock:{seat}", player.stock), ("line_left", player.line_left),
                             ("line_right", player.line_right))
    }  # fmt: skip
    assert {key: miners[key] for key in outside} == outside
    helping = {one.place: one.seat for one in pieces(picture, "miner") if one.place in ms.STANDARD.building_ids}
    assert helping == {building: seat for building, seat in state.assistants.items() if seat is not None}

    cubes = Counter[tuple[str, str | None]]()
    for one in pieces(picture, "cube"):
        cubes[one.place, one.thing] += one.count if one.within is None else 0
    salt = {chamber: state.mine.chamber(chamber).salt for chamber in SPACES if chamber not in SECTIONS}
    salt |= {f"player:{seat}": player.salt for seat, player in enumerate(state.players)} | {"bank": state.bank.salt}
    lying = {(place, kind): amount.of(kind) for place, amount in salt.items() for kind in SALT_KINDS}
    lying |= {(f"market:{kind}", kind): state.market.of(kind) for kind in SALT_KINDS}
    assert {key: cubes[key] for key in lying} == lying
    elsewhere = {place for place, _ in cubes} - {place for place, _ in lying}
    assert elsewhere <= {f"castle:{slot}" for slot in range(4)}

    water = {one.place: one.count for one in pieces(picture, "water")}
    chambers = {chamber: state.mine.chamber(chamber).water for chamber in SPACES if chamber not in SECTIONS}
    assert {place: count for place, count in water.items() if place != "bank"} == {
        chamber: count for chamber, count in chambers.items() if count
    }

    coins = {one.place: one.count for one in pieces(picture, "coin") if one.within is None}
    owned = {f"player:{seat}": player.money for seat, player in enumerate(state.players)} | {"bank": state.bank.money}
    assert {place: coins[place] for place in owned} == owned


@pytest.mark.parametrize("moves", [307, -1])
@pytest.mark.parametrize("layout", ["wide", "tall", "players"])
def test_cards_of_players_say_what_they_are(layout: LayoutName, moves: int) -> None:
    """The tools in the order of purchase, ready or used; the orders, those of earlier phases marked as such."""
    state = at("four_players", moves)
    picture = render.svg(state, layout=layout)
    tools = [(one.seat, one.thing, one.state) for one in pieces(picture, "tool") if one.place.startswith("player:")]
    assert tools == [
        (seat, card.tool, "used" if card.used else "ready")
        for seat, player in enumerate(state.players)
        for card in player.tools
    ]
    orders = [(one.seat, one.thing, one.state) for one in pieces(picture, "order") if one.place.startswith("player:")]
    earlier = state.extras["seen"].orders
    assert orders == [
        (seat, str(order), "earlier" if number < earlier[seat] else None)
        for seat, player in enumerate(state.players)
        for number, order in enumerate(player.orders)
    ]
    assert {"ready", "used"} <= {condition for _, _, condition in tools}


def test_cards_on_offer_say_what_they_are() -> None:
    """What lies in a slot of the workshop or of the castle, and nothing in an empty one."""
    seen = set()
    for step in sampled("four_players", 60):
        picture = render.svg(step.after, layout="town")
        tools = {one.place: one.thing for one in pieces(picture, "tool")}
        offer = {f"workshop:{slot}": tool for slot, tool in enumerate(step.after.workshop.offer)}
        assert tools == {place: tool for place, tool in offer.items() if tool is not None}
        orders = {one.place: one.thing for one in pieces(picture, "order")}
        held = {f"castle:{slot}": order for slot, order in enumerate(step.after.castle.open)}
        assert orders == {place: str(order) for place, order in held.items() if order is not None}
        counts = {place: places(picture)[place].get("data-count") for place in (*offer, *held)}
        assert counts == {place: str(int(thing is not None)) for place, thing in {**offer, **held}.items()}
        seen |= set(counts.values())
    assert seen == {"0", "1"}


def test_nobody_has_a_panel_who_does_not_play() -> None:
    """Two have two of them."""
    found = places(render.svg(at("two_players", 100), layout="players"))
    assert set(found) == {"player:0", "stock:0", "player:1", "stock:1"}
