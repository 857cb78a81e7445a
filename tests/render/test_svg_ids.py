"""The elements of a picture for programs and screen readers: ids, data, roles and titles."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, get_args

import pytest
from tests.amounts import select_pairs
from tests.render.playing import later
from tests.render.reading import ids, pieces, places, root, told, with_class
from tests.render.recorded import GAMES, at, sampled, steps

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.mine import SECTIONS, SPACES
from magnum_sal.model.pieces import SALT_KINDS
from magnum_sal.render import LayoutName, Svg
from magnum_sal.testing import position

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
"""The kind of each place in the standard game of four players."""


def busy(layout: LayoutName, prefix: str = "ms") -> Svg:
    """Return a picture with all arguments that add elements with ids."""
    step = steps("four_players")[306]
    return render.svg(
        step.after, layout=layout, prefix=prefix, last=step, highlight=ms.legal_moves(step.after)[0],
        targets_of="stock", arrows=[("S1", "market")], fill={"castle": "#ff0000"}, style=".ms-page{fill:red}",
    )  # fmt: skip


def of_groups(picture: str) -> tuple[str | None, ...]:
    """Return the ids of all places, in their order."""
    return tuple(group.get("id") for group in places(picture).values())


@pytest.mark.long
@pytest.mark.parametrize("layout", LAYOUTS)
def test_ids_are_unique(layout: LayoutName) -> None:
    """This holds in a picture with all marks, and in the other pictures of the game."""
    pictures = [busy(layout), *(render.svg(step.after, layout=layout) for step in sampled("four_players", 60))]
    for picture in pictures:
        assert [name for name, count in Counter(ids(picture)).items() if count > 1] == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "layout"), select_pairs(GAMES, LAYOUTS))
def test_places_keep_their_ids_and_order(game: str, layout: LayoutName) -> None:
    """A page that follows a game finds the same groups in the same order, from the first position to the last."""
    made = sampled(game, 80 if layout in ("wide", "tall") else 200)
    found = {of_groups(render.svg(state, layout=layout)) for state in (made[0].before, *(step.after for step in made))}
    assert len(found) == 1
    assert None not in next(iter(found))


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_prefix_begins_all_ids(layout: LayoutName) -> None:
    """Pictures in one page share no id, and each uses its own drawings. Classes and properties stay the same."""
    one, other = busy(layout), busy(layout, "second_1")
    assert all(name.startswith("ms-") for name in ids(one))
    assert [name.replace("second_1-", "ms-", 1) for name in ids(other)] == ids(one)
    assert not set(ids(one)) & set(ids(other))
    used = {use.attrib["href"] for use in root(other).iter() if use.tag.endswith("}use")}
    assert used
    assert used <= {f"#{name}" for name in ids(other) if name.startswith("second_1-draw-")}
    same = other.replace('id="second_1-', 'id="ms-').replace('href="#second_1-', 'href="#ms-')
    assert same.replace("url(#second_1-", "url(#ms-") == one


@pytest.mark.parametrize("prefix", ["", "1a", "a b", 'a"', "a" * 41, None, "ż", "a:b"])
def test_invalid_prefixes_are_refused(prefix: Any) -> None:
    """A prefix must be usable in a style sheet and in a link."""
    with pytest.raises(
        ms.MisuseError, match=r"prefix: expected a letter and up to 39 letters, digits, - and _, got .*"
    ):
        render.svg(at("four_players", 0), prefix=prefix)


@pytest.mark.slow
def test_every_drawing_is_used() -> None:
    """A picture contains exactly the drawings that it uses."""
    for layout in LAYOUTS:
        picture = root(busy(layout))
        used = {use.attrib["href"].removeprefix("#") for use in picture.iter() if use.tag.endswith("}use")}
        assert used == {symbol.get("id") for symbol in picture.iter() if symbol.tag.endswith("}symbol")}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_places_describe_themselves(layout: LayoutName) -> None:
    """Each place has its id, its kind, its class and its owner."""
    for name, group in places(busy(layout)).items():
        assert group.get("data-kind") == KINDS[name]
        assert group.get("class") == f"ms-place ms-{KINDS[name]}"
        assert group.get("id") == f"ms-{name.replace(':', '-')}"
        assert group.get("data-seat") == (name[-1] if name.startswith(("player:", "stock:")) else None)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_places_are_accessible(layout: LayoutName) -> None:
    """Each place has a title that is not empty, the role of an object, and one area where a pointer meets it."""
    for name, group in places(busy(layout)).items():
        assert group.get("role") == "graphics-object", name
        assert told(group).strip(), name
        assert len([inner for inner in group if inner.get("class") == "ms-hit"]) == 1, name
        assert group.get("aria-hidden") is None


@pytest.mark.parametrize("layout", LAYOUTS)
def test_drawings_are_hidden_from_screen_readers(layout: LayoutName) -> None:
    """Shapes and words are in groups that screen readers skip, and places never are."""
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
def test_marks_are_in_one_group_that_pointers_ignore(layout: LayoutName) -> None:
    """Pointers go through the marks, and screen readers skip them, because the description covers them."""
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
    """Each group has the seat of its miners, their number, and whether they are tired. Each place has the sum."""
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
    """Miners outside the mine, cubes, water, coins and cards match the position."""
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
    salt: dict[str, ms.SaltAmount | ms.SaltBalance]
    salt = {chamber: state.mine.chamber(chamber).salt for chamber in SPACES if chamber not in SECTIONS}
    salt |= {f"player:{seat}": player.salt for seat, player in enumerate(state.players)} | {"bank": state.bank.salt}
    lying = {(place, kind): amount.count(kind) for place, amount in salt.items() for kind in SALT_KINDS}
    lying |= {(f"market:{kind}", kind): state.market.count(kind) for kind in SALT_KINDS}
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


def slots(picture: Svg, kind: str, within: str) -> list[tuple[str, int]]:
    """Return the place and the slot of each piece of a kind in the places whose ids begin with *within*."""
    return [
        (place, int(piece.attrib["data-slot"]))
        for place, group in places(picture).items() if place.startswith(within)
        for piece in group.iter() if piece.get("data-kind") == kind and "data-slot" in piece.attrib
    ]  # fmt: skip


@pytest.mark.parametrize("layout", ["wide", "tall", "players", "panels"])
def test_cards_of_players_have_slots(layout: LayoutName) -> None:
    """A page can find each tool and each order of a player by its place in the row."""
    for moves in (307, -1):
        state = at("four_players", moves)
        picture = render.svg(state, layout=layout)
        for seat, player in enumerate(state.players):
            place = f"player:{seat}"
            assert slots(picture, "tool", place) == [(place, slot) for slot in range(len(player.tools))]
            assert slots(picture, "order", place) == [(place, slot) for slot in range(len(player.orders))]


@pytest.mark.parametrize("layout", ["wide", "tall", "board", "town"])
def test_things_on_offer_have_slots(layout: LayoutName) -> None:
    """Each card on offer names the slot that its place names. Cubes of the market count from the foot of a column."""
    state = at("four_players", 120)
    picture = render.svg(state, layout=layout)
    for building, kind, offered in (
        ("workshop", "tool", state.workshop.offer), ("castle", "order", state.castle.open)
    ):  # fmt: skip
        # The cards are in a slot, and the slot is in the building.
        filled = [slot for slot, thing in enumerate(offered) if thing is not None]
        assert slots(picture, kind, f"{building}:") == [(f"{building}:{slot}", slot) for slot in filled]
    cubes = slots(picture, "cube", "market:")
    assert cubes
    for column in {place for place, _ in cubes}:
        count = int(places(picture)[column].attrib["data-count"])
        assert [slot for place, slot in cubes if place == column] == list(range(count))


@pytest.mark.parametrize("moves", [307, -1])
@pytest.mark.parametrize("layout", ["wide", "tall", "players", "panels"])
def test_cards_of_players_describe_themselves(layout: LayoutName, moves: int) -> None:
    """Tools are in the order of purchase, ready or used. Orders of earlier phases are marked."""
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


@pytest.mark.slow
def test_cards_on_offer_describe_themselves() -> None:
    """A slot of the workshop or the castle names its card, and an empty slot has none."""
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


def test_there_is_a_panel_for_each_player() -> None:
    """A game of two players has two panels."""
    found = places(render.svg(at("two_players", 100), layout="players"))
    assert set(found) == {"player:0", "stock:0", "player:1", "stock:1"}


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_titles_have_the_prices_of_the_town(layout: LayoutName) -> None:
    """A title contains the prices that the drawing shows, also of empty spaces. The unit follows the last price."""
    picture = places(render.svg(position("workshop: - rope cart"), layout=layout))
    assert told(picture["market:brown"]) == (
        "Market, brown salt: 2 cubes; prices from the lowest space: 5, 4, 3, 3 groszy."
    )
    assert told(picture["workshop:0"]) == "Workshop, space 1: empty; price: 3 groszy."
    assert told(picture["workshop:1"]) == "Workshop, space 2: rope for 4 groszy."


@pytest.mark.parametrize("layout", ["players", "panels"])
def test_titles_have_the_facts_of_a_panel(layout: LayoutName) -> None:
    """PHASE-2: a title separates the orders of earlier phases, and contains the parts of the final score."""
    picture = places(render.svg(later("rope"), layout=layout))
    assert "; orders of earlier phases: BB 9 groszy, BG 11 groszy; orders of this phase: BBB 15 groszy; " in (
        told(picture["player:0"])
    )
    assert "; orders: GG 13 groszy; " in told(picture["player:1"])
    state = at("four_players", -1)
    picture = places(render.svg(state, layout=layout))
    for score in state.scores:
        parts = f"money {score.money}, salt {score.salt_value}, tools {score.tool_value}"
        assert f"; score {score.total} ({parts}), rank {score.rank}" in told(picture[f"player:{score.seat}"])
