"""The whole picture: its layouts, its size, its optional parts and its head."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import cache
from typing import Final, get_args
from xml.etree import ElementTree as ET

import attrs
import pytest
from tests.amounts import select_pairs
from tests.render.painting import painted
from tests.render.reading import places, root, told, with_class, words
from tests.render.recorded import GAMES, at, sampled, steps, turns

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.mine import SPACES
from magnum_sal.render import LayoutName
from magnum_sal.render.board_facts import places_of
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, label

LAYOUTS: Final[tuple[LayoutName, ...]] = get_args(LayoutName)
MOST_BYTES: Final = 128_000
HOSTILE: Final = ("<script>alert('x')</script>", "& \" ' ]]>", "Żółć ÄÖÜ 漢字", "D" * 40)

TOWN: Final = {*ms.STANDARD.building_ids, "market:green", "workshop:2", "castle:3", "tool_stack", "order_stack"}
LINES: Final = {"line_left", "line_right", "arriving"}


def panels(players: int) -> set[str]:
    """Return the places that players have, whatever they own."""
    return {f"{kind}:{seat}" for kind in ("player", "stock") for seat in range(players)}


@cache
def crowded(layout: LayoutName) -> render.Svg:
    """Return a layout of a position in which every place has many pieces."""
    return render.svg(at("four_players", 307), layout=layout)


@pytest.mark.long
@pytest.mark.parametrize(("game", "layout"), select_pairs(GAMES, LAYOUTS))
def test_a_picture_is_below_128_kilobytes(game: str, layout: LayoutName) -> None:
    """This holds in every layout at every stage, with the marks of the last step."""
    chosen = sampled(game, 25 if layout in ("wide", "tall") else 150)
    sizes = [len(render.svg(step.after, layout=layout, last=step).encode()) for step in chosen]
    assert max(sizes) < MOST_BYTES


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_picture_of_a_whole_turn_is_below_128_kilobytes(layout: LayoutName) -> None:
    """Several steps are described in the room of one, so the picture is not higher."""
    for turn in turns("four_players", 30):
        picture = render.svg(turn[-1].after, layout=layout, last=turn)
        assert len(picture.encode()) < MOST_BYTES
        alone = render.svg(turn[-1].after, layout=layout, last=turn[-1])
        assert root(picture).get("viewBox") == root(alone).get("viewBox")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_has_its_places_and_no_others(layout: LayoutName) -> None:
    """A whole table has all places. A part has only those of the mine, of the town or of the players."""
    mine = {*SPACES, "bank", "box"}
    expected = {
        "mine": mine, "town": TOWN | LINES, "players": panels(4), "wide": mine | TOWN | LINES | panels(4),
        "tall": mine | TOWN | LINES | panels(4), "board": mine | TOWN | LINES, "panels": panels(4),
    }  # fmt: skip
    found = set(places(crowded(layout)))
    assert expected[layout] <= found
    others = {
        f"{building}:{slot}" for building in ("castle", "workshop", "market")
        for slot in (*range(5), "brown", "green", "white")
    }  # fmt: skip
    assert found - expected[layout] <= (others if layout in ("wide", "tall", "board", "town") else set())


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("moves", [0, 307, -1])
def test_the_box_of_each_place_is_in_the_picture(layout: LayoutName, moves: int) -> None:
    """A program can use ``places`` to draw its own items."""
    picture = render.svg(at("four_players", moves), layout=layout)
    _, _, width, height = map(float, root(picture).attrib["viewBox"].split())
    for name, box in picture.places.items():
        assert 0 <= box.x < box.right <= width, name
        assert 0 <= box.y < box.foot <= height, name
    assert set(places(picture)) <= picture.places.keys()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [None, 700])
def test_a_picture_has_the_size_of_its_view_box(layout: LayoutName, size: int | None) -> None:
    """``width`` and ``height`` are in the units of the places, whatever the size in pixels."""
    picture = render.svg(at("four_players", 307), layout=layout, size=size)
    assert root(picture).attrib["viewBox"] == f"0 0 {picture.width} {picture.height}"


def test_drawings_alone_have_no_size() -> None:
    """The element that ``defs`` returns is invisible."""
    assert (render.defs().width, render.defs().height) == (0, 0)


@pytest.mark.long
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_box_is_where_its_place_is_drawn(layout: LayoutName) -> None:
    """A pointer in the middle of the box meets that place, even if the town is scaled."""
    picture = crowded(layout)
    hits = {item.data["place"]: item.box for item in painted(picture).items if "ms-hit" in item.own_classes}
    for name, (left, top, width, height) in hits.items():
        x, y = picture.places[name].middle
        assert left < x < left + width, name
        assert top < y < top + height, name


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_size_changes_only_the_size(layout: LayoutName) -> None:
    """The picture has the requested width, and a height in the proportions of the layout."""
    plain, larger = root(crowded(layout)), ET.fromstring(render.svg(at("four_players", 307), layout=layout, size=2000))
    assert larger.get("width") == "2000"
    _, _, width, height = map(float, plain.attrib["viewBox"].split())
    assert float(larger.attrib["height"]) == pytest.approx(2000 * height / width, rel=0.001)
    assert (plain.get("width"), plain.get("height")) == (f"{width:g}", f"{height:g}")
    larger.attrib |= {"width": plain.attrib["width"], "height": plain.attrib["height"]}
    assert ET.tostring(larger) == ET.tostring(plain)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_small_parts_are_folded(layout: LayoutName) -> None:
    """Below 600 pixels, the mine and the town alone are laid out for a phone."""
    state = at("four_players", 307)
    boxes = [root(render.svg(state, layout=layout, size=size)).get("viewBox") for size in (599, 600)]
    assert (boxes[0] != boxes[1]) == (layout in ("mine", "town"))
    assert boxes[1] == root(crowded(layout)).get("viewBox")
    if layout in ("mine", "town"):
        assert (boxes[0] or "").startswith("0 0 390 ")
        assert set(places(render.svg(state, layout=layout, size=390))) == set(places(crowded(layout)))


@pytest.mark.parametrize("layout", ["wide", "tall", "players"])
def test_the_viewer_comes_first(layout: LayoutName) -> None:
    """The other players follow in the order of play. On a phone they come after the mine and the town."""
    picture = render.svg(at("four_players", 307), layout=layout, seat=1)
    found = sorted((f"player:{seat}" for seat in range(4)), key=lambda place: picture.places[place].y)
    assert found == ["player:1", "player:2", "player:3", "player:0"]
    if layout == "tall":
        above, below = (picture.places[f"player:{seat}"] for seat in (1, 2))
        assert above.foot < picture.places["S1"].y
        assert below.y > max(picture.places[place].foot for place in TOWN)
    assert picture != crowded(layout)
    assert render.svg(at("four_players", 307), layout=layout, seat=0) == crowded(layout)


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_games_name_can_be_left_out(layout: LayoutName) -> None:
    """The name is the only text that is removed."""
    plain = render.svg(at("four_players", 307), layout=layout, title=False)
    assert "Magnum Sal" in words(root(crowded(layout)))
    assert "Magnum Sal" not in words(root(plain))
    assert len(words(root(plain))) == len(words(root(crowded(layout)))) - 1


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_legend_can_be_left_out(layout: LayoutName) -> None:
    """Its room at the foot of the picture is removed too, and everything else stays in place."""
    without = render.svg(at("four_players", 307), layout=layout, legend=False)
    assert with_class(root(crowded(layout)), "ms-legend")
    assert not with_class(root(without), "ms-legend")
    assert "ms-legend" not in without
    heights = [float(root(picture).attrib["viewBox"].split()[3]) for picture in (without, crowded(layout))]
    assert heights[0] < heights[1] - 30
    assert without.places == crowded(layout).places


@pytest.mark.parametrize("layout", ["wide", "tall", "mine"])
def test_coordinates_can_be_left_out(layout: LayoutName) -> None:
    """The ids of spaces are not written, but programs still find the spaces by id."""
    without = render.svg(at("four_players", 0), layout=layout, coordinates=False)
    assert set(SPACES) <= set(words(root(crowded(layout))))
    assert not set(SPACES) & set(words(root(without)))
    assert set(SPACES) <= set(places(without))


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "language"), select_pairs([*render.THEMES], [*LANGUAGES]))
def test_it_is_well_formed_and_speaks_the_language(theme: render.ThemeName, language: str) -> None:
    """The picture is XML with a title and a description, for any names of players and in every language."""
    state = at("four_players", 307)
    players = tuple(attrs.evolve(player, name=name) for player, name in zip(state.players, HOSTILE, strict=True))
    state = attrs.evolve(state, players=players)
    for layout in LAYOUTS:
        picture = root(
            render.svg(
                state, theme=theme, language=language, layout=layout, highlight=ms.legal_moves(state)[0],
                targets_of="stock",
            )
        )  # fmt: skip
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert told(picture)
        assert told(picture, "desc")
        assert not picture.findall(".//{*}script")
        shown = words(picture)
        if layout in ("wide", "tall", "players"):
            assert all(any(text[:12] == name[:12] for text in shown) for name in HOSTILE)
        if layout in ("wide", "tall", "town"):
            assert {"en": "Pump house", "pl": "Szyb wodny", "de": "Pumpe"}[language] in shown


@pytest.mark.slow
def test_a_picture_depends_only_on_its_arguments() -> None:
    """Drawing a position twice gives the same text."""
    step = steps("four_players")[306]
    for layout in LAYOUTS:
        one, other = (render.svg(state, layout=layout, theme="dark", last=step)
                      for state in (step.after, copy.deepcopy(step.after)))  # fmt: skip
        assert one == other
        assert one.places == other.places


def test_a_notebook_shows_a_picture() -> None:
    """``Svg`` is a ``str`` with the method that notebooks call."""
    picture = crowded("wide")
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture
    assert type(picture._repr_svg_()) is str


@pytest.mark.parametrize("copy_of", [copy.copy, copy.deepcopy, lambda picture: pickle.loads(pickle.dumps(picture))])
def test_a_picture_can_be_copied_and_pickled(copy_of: Callable[[render.Svg], render.Svg]) -> None:
    """A worker process can return a picture. Its copy has the same text, places and size."""
    picture = crowded("wide")
    copied = copy_of(picture)
    assert type(copied) is render.Svg
    assert (copied, copied.places) == (picture, picture.places)
    assert (copied.width, copied.height) == (picture.width, picture.height)


def test_screen_readers_announce_the_turn() -> None:
    """The title and the description of the picture name the player to move, and so does the title of the head."""
    state = at("four_players", 307)
    for layout in LAYOUTS:
        picture = root(crowded(layout))
        assert state.player.name in told(picture)
        assert state.player.name in told(picture, "desc")
        for head in with_class(picture, "ms-head"):
            assert state.player.name in told(head)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["Ada", "Krzysztof", "Aleksandra", "Maximilian " * 3 + "Kowal"])
def test_the_facts_about_a_turn_are_never_cut(name: str, language: str) -> None:
    """A long name gives way to passes and arrivals, which are also described to screen readers in every layout."""
    state = position(f"players: {name}, Ben | S1: A | S2: A | 1L1: A", passes=1, actions_left=1)
    assert state.turn is not None
    state = attrs.evolve(state, turn=attrs.evolve(state.turn, arrived=("1L1",)))
    passes, arrived = f"{label('passes', language)}: 1", f"{label('arrived', language)}: 1L1"
    for layout in LAYOUTS:
        picture = root(render.svg(state, layout=layout, language=language))
        assert f"{passes}, {arrived}" in told(picture, "desc")
        for head in with_class(picture, "ms-head"):
            assert f"{passes}, {arrived}" in told(head)
            facts = words(head)[-1]
            assert facts == f"{label('actions_left', language)}: 1 · {passes} · {arrived}"
            assert any(f"A {name}"[:6] in text for text in words(head))


@pytest.mark.parametrize("moves", [0, 307, -1])
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_a_whole_table_has_all_places_that_can_be_named(layout: LayoutName, moves: int) -> None:
    """Exactly the drawn places can be named in ``arrows`` and ``fill``."""
    state = at("four_players", moves)
    assert set(render.svg(state, layout=layout).places) == places_of(state)
