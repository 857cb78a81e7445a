"""The mine in the picture: the positions of spaces, the contents of chambers, and crowded spaces."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations
from typing import Final

import attrs
import pytest
from tests.render.painting import ground_under, painted
from tests.render.reading import marks, pieces, places, root, told, with_class, words
from tests.render.recorded import at, steps
from tests.render.sizes import covers

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal import render
from magnum_sal.model.display import PieceAt
from magnum_sal.model.mine import CHAMBERS, CORRIDORS, PATH, SECTIONS, SPACES
from magnum_sal.model.rule import Building
from magnum_sal.render import THEMES, Box
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, label, sentence

FORMS: Final = {"wide": None, "folded": 390}
"""The two layouts of a mine alone, by the requested size."""
LIGHT: Final = THEMES["light"]


def mine(state: ms.GameState, form: str = "wide", **others: str) -> render.Svg:
    """Return the picture of the mine alone."""
    return render.svg(state, layout="mine", size=FORMS[form], language=others.get("language", "en"))


def hits(picture: render.Svg) -> dict[str, tuple[float, float, float, float]]:
    """Return where a pointer meets each place: left, top, width and height."""
    return {item.data["place"]: item.box for item in painted(picture).items if "ms-hit" in item.own_classes}


def is_within(inner: Box, outer: Box) -> bool:
    """Return whether a box is within another one, or on its edge."""
    return (
        outer.x <= inner.x + 0.1 and inner.right <= outer.right + 0.1
        and outer.y <= inner.y + 0.1 and inner.foot <= outer.foot + 0.1
    )  # fmt: skip


def corners(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return left, top, right and foot."""
    return box[0], box[1], box[0] + box[2], box[1] + box[3]


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_spaces_have_no_gaps(form: str) -> None:
    """
    Shaft and corridors are covered completely, so a finger between two spaces meets one of them.

    In a folded corridor of three chambers, a fourth part is bare earth.
    """
    picture = mine(at("four_players", 307), form)
    found = {space: corners(picture_hit) for space, picture_hit in hits(picture).items() if space in SPACES}
    assert set(found) == set(SPACES)
    for part in (SECTIONS, *CORRIDORS):
        edges = list(zip(*(found[space] for space in part), strict=True))
        left, top, right, foot = min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])
        assert covers(picture, (left, top, right - left, foot - top)) == pytest.approx(
            0.75 if form == "folded" and len(part) == 3 else 1, abs=1e-6
        ), part


@pytest.mark.parametrize("form", FORMS)
def test_spaces_are_next_to_one_another(form: str) -> None:
    """No space overlaps another, and each has a common edge with the next one on its path."""
    boxes = mine(at("four_players", 307), form).places
    for one, other in combinations(SPACES, 2):
        a, b = boxes[one], boxes[other]
        across, down = min(a.right, b.right) - max(a.x, b.x), min(a.foot, b.foot) - max(a.y, b.y)
        assert across <= 0.1 or down <= 0.1, (one, other)
        if PATH[one][:1] == (other,) or PATH[other][:1] == (one,):
            assert max(across, down) > 20, (one, other)
            assert min(across, down) == pytest.approx(0, abs=0.1), (one, other)


@pytest.mark.parametrize("form", FORMS)
def test_a_way_through_the_mine_is_straight_from_middle_to_middle(form: str) -> None:
    """A page can move a miner along the middles of neighbouring spaces, across or down, without crossing rock."""
    boxes = mine(at("four_players", 0), form).places
    for space in SPACES:
        if PATH[space]:
            (x, y), (to_x, to_y) = boxes[space].middle, boxes[PATH[space][0]].middle
            assert x == pytest.approx(to_x) or y == pytest.approx(to_y), space


@pytest.mark.long
@pytest.mark.parametrize(("form", "highest"), [("wide", 510), ("folded", 490)])
def test_the_mine_fits_a_screen(form: str, highest: float) -> None:
    """The town and the mine fit a screen together, and the mine fits a phone between a header and a question."""
    picture = painted(mine(at("four_players", 307), form))
    assert picture.width == (920 if form == "wide" else 390)
    assert picture.height <= highest


@pytest.mark.parametrize("form", FORMS)
def test_the_mine_never_moves(form: str) -> None:
    """Spaces keep their positions, whatever is in them."""
    pictures = [mine(at("four_players", moves), form) for moves in (0, 150, 307, -1)]
    assert len({tuple(picture.places[space] for space in SPACES) for picture in pictures}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_contents_are_within_their_space(form: str) -> None:
    """Miners, cubes, water and words of a space are drawn within it, even if it is crowded."""
    crowd = "S1: AAABBBCCDD | S2: ABCD | 1L1: ABCDabcd [BBG/1] | 1L2: AAa [BBG/1]"
    for state in (at("four_players", 307), position(crowd, players=4)):
        picture = mine(state, form)
        for item in painted(picture).items:
            place = item.data.get("place", "")
            if place in SPACES and item.is_seen and item.outline:
                left, top, width, height = item.box
                assert is_within(Box(left, top, width, height), picture.places[place].grow(0.5)), (place, item.text)


def figures(svg: render.Svg, space: str) -> list[tuple[str, Box]]:
    """Return the drawings of the miners in a space, each with its box, in painting order."""
    group = places(svg)[space]
    drawn = [item for item in group.iter() if "-draw-" in item.get("href", "")]
    return [
        (name, Box(*(float(item.attrib[side]) for side in ("x", "y", "width", "height"))))
        for item in drawn
        if (name := item.attrib["href"].rpartition("draw-")[2]).startswith(("miner", "asleep"))
    ]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("miners", ["ABCD", "AAaBc", "ABbCd"])
def test_each_miner_has_a_figure_if_the_figures_may_overlap(form: str, miners: str) -> None:
    """Rested miners stand and tired ones lie. Figures of one pose have the same size, and no letter is covered."""
    picture = mine(position(f"S1: A | S2: A | 1L1: {miners} [BG/1]", players=4), form)
    found = figures(picture, "1L1")
    assert sorted(name for name, _ in found) == sorted(
        f"{'miner' if letter.isupper() else 'asleep'}-{'ABCD'.index(letter.upper())}" for letter in miners
    )
    assert len({(name[:5], area.width, area.height) for name, area in found}) == len({name[:5] for name, _ in found})
    # The letter is in the lower half of a standing miner, and in the right half of a sleeping one.
    letters = [
        Box(area.x + area.width * 0.3, area.y + area.height * 0.55, area.width * 0.4, area.height * 0.3)
        if name.startswith("miner")
        else Box(area.x + area.width * 0.55, area.y + area.height * 0.45, area.width * 0.3, area.height * 0.35)
        for name, area in found
    ]
    for (_, one), (_, other) in combinations(enumerate(letters), 2):
        assert one.right <= other.x or other.right <= one.x or one.foot <= other.y or other.foot <= one.y


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("salt", ["[BBG/1]", "[BBG/0]"])
def test_the_fullest_chamber_has_numbers(form: str, salt: str) -> None:
    """
    A chamber holds at most 38 miners: all 40 of four players, except one in S1 and one in S2 (CHAIN-1).

    The groups stay the same, and each number is inside the chamber and is readable.
    """
    crowd = "AAAAAaaaaBBBBbbbbbCCCCCcccccDDDDDddddd"
    state = position(f"S1: A | S2: B | 1L1: {crowd} {salt}", players=4)
    assert state.mine["1L1"].miners == len(crowd) == 4 * ms.STANDARD.miners_per_colour - 2
    picture = mine(state, form)
    found = [(one.seat, one.state, one.count) for one in pieces(picture, "miner") if one.place == "1L1"]
    assert found == [
        (seat, condition, counts[seat])
        for seat in range(4)
        for condition, counts in (("rested", state.mine["1L1"].rested), ("tired", state.mine["1L1"].tired))
    ]
    seen = words(places(picture)["1L1"])
    for seat, _, count in found:
        assert f"{'ABCD'[seat or 0]}{count}" in seen
    room = picture.places["1L1"]
    texts = [item for item in painted(picture).items if item.text and item.data.get("place") == "1L1"]
    assert all(is_within(Box(*item.box), room) for item in texts)
    assert min(item.font_size for item in texts) >= (12 if form == "wide" else 11)


@pytest.mark.parametrize("form", FORMS)
def test_a_number_replaces_equal_figures(form: str) -> None:
    """In a section, nine miners of four players are more than the figures that fit on a phone."""
    state = position("S1: AAAABBBCD | S2: A", players=4)
    picture = mine(state, form)
    found = {one.seat: one.count for one in pieces(picture, "miner") if one.place == "S1"}
    assert found == {0: 4, 1: 3, 2: 1, 3: 1}
    seen = " ".join(words(places(picture)["S1"]))
    assert all(re.search(rf"[AB]?{count}\b", seen) for count in (4, 3))


@pytest.mark.parametrize("form", FORMS)
def test_many_cubes_leave_room_for_miners(form: str) -> None:
    """Five cubes are two rows on a screen, and a cube of each kind with its number on a phone."""
    picture = mine(position("S1: A | S2: A | S3: A | S4: A | S5: A | S6: A | 3L1: A [GGWWW/2]"), form)
    found = {one.thing: one.count for one in pieces(picture, "cube") if one.place == "3L1"}
    assert found == {"green": 2, "white": 3}
    drawn = [item for item in places(picture)["3L1"].iter() if "-draw-cube-" in item.get("href", "")]
    assert len(drawn) == (5 if form == "wide" else 2)
    assert [name for name, _ in figures(picture, "3L1")] == ["miner-0"]


@pytest.mark.parametrize("form", FORMS)
def test_a_chamber_is_dark_until_it_is_entered(form: str) -> None:
    """The room is rock with its level and a question mark, because its contents are unknown."""
    state = position("S1: A | S2: A | 1L1: A [BG/1]")
    picture = mine(state, form)
    rooms = {room.attrib["id"]: room.attrib["fill"] for room in with_class(root(picture), "ms-room")}
    assert rooms["ms-1L1-room"] == f"var(--ms-room,{LIGHT.room})"
    assert rooms["ms-1L2-room"] == f"var(--ms-rock,{LIGHT.rock})"
    assert {name for name, fill in rooms.items() if "--ms-room" in fill} == {"ms-1L1-room"}
    assert "I ?" in words(places(picture)["1L2"])
    assert "III ?" in words(places(picture)["3L1"])
    assert "I ?" not in words(places(picture)["1L1"])


@pytest.mark.parametrize("form", FORMS)
def test_each_chamber_has_a_tile(form: str) -> None:
    """A page can turn a tile over: its state says whether it is face up, and its thing is the tile if it is known."""
    for state in (position("S1: A | S2: A | 1L1: A [BG/1]"), ms.new_game(["Ada", "Ben"], seed=1)):
        picture = mine(state, form)
        for chamber in CHAMBERS:
            (tile,) = [item for item in root(picture).iter() if item.get("id") == f"ms-{chamber}-tile"]
            held = state.mine.chamber(chamber)
            assert tile.attrib["data-kind"] == "tile"
            assert tile.attrib["data-state"] == ("up" if held.revealed else "down")
            assert tile.get("data-thing") == (str(held.tile) if held.revealed else None)
            assert with_class(tile, "ms-room")


@pytest.mark.parametrize("form", FORMS)
def test_lamps_light_the_chambers_with_miners(form: str) -> None:
    """A lit room with miners has the light of lamps; an empty room has none."""
    picture = mine(position("S1: A | S2: A | 1L1: A | 1L2: a | 1R1: [BG/1]"), form)
    lamps = [item for item in painted(picture).items if item.gradient is not None and item.gradient.is_radial]
    assert sorted(item.box[:2] for item in lamps) == sorted(
        (picture.places[chamber].x + 6, picture.places[chamber].y + 6) for chamber in ("1L1", "1L2")
    )


@pytest.mark.parametrize("theme", THEMES)
def test_the_earth_is_darker_further_down(theme: render.ThemeName) -> None:
    """In the high-contrast theme, the earth is black everywhere."""
    picture = painted(render.svg(at("four_players", 0), layout="mine", theme=theme))
    seen = [ground_under(picture, len(picture.items), (14.5, y)) for y in (80, 270, 490)]
    light = [sum(bytes.fromhex(colour[1:])) for colour in seen]
    assert light == sorted(light, reverse=True)
    assert (light[0] - light[-1] > 40) is (theme != "contrast")


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_without_steps_is_calm(form: str) -> None:
    """A page that moves the pieces itself asks for no arrows. The places are where they are in a picture with marks."""
    step = steps("four_players")[31]
    draw = partial(render.svg, step.after, layout="mine", size=FORMS[form])
    without, calm, marked = draw(), draw(last=[]), draw(last=step)
    assert without == calm != marked
    assert len(marks(calm)) == 0 < len(marks(marked))
    assert calm.places == marked.places


@pytest.mark.parametrize("form", FORMS)
def test_the_chain_of_miners_is_drawn(form: str) -> None:
    """CHAIN-1: each space with miners that is connected to the entrance has a link, and no other space has."""

    def links(text: str) -> int:
        chains = with_class(root(mine(position(text), form)), "ms-chain")
        return chains[0][0].attrib["d"].count("M") if chains else 0

    assert links("") == 0
    assert links("S1: A") == 1
    assert links("S1: A | S2: B") == 2
    assert links("S1: A | S2: B | 1L1: a [BG/1]") == 3
    assert links("S1: A | S3: B | bank: 300 groszy") == 1


@pytest.mark.long
def test_passages_are_dug_between_entered_spaces() -> None:
    """Two lit rooms, side by side or one below the other, have a passage; elsewhere there is solid rock."""

    def ways(text: str, form: str) -> int:
        body = mine(position(text), form)
        walls = [item for item in painted(body).items if item.kind == "path" and item.fill == LIGHT.room]
        return sum(len(item.outline) for item in walls if "ms-room" not in item.own_classes)

    for form in FORMS:
        assert ways("S1: A | S2: A | 1L1: A", form) > ways("S1: A | S2: A", form)
        assert ways("S1: A | S2: A | 1L1: A | 1L2: A | 1L3: A", form) > ways("S1: A | S2: A | 1L1: A | 1L2: A", form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_used_tile_of_the_mapped_mine_is_face_down(language: str) -> None:
    """VAR-MAP: a chamber without salt left is boarded up, and its title says so; one not reached is only dark."""
    text = "S1: A | S2: A | 1L1: A [-/1]"
    for mapped_mine in (False, True):
        state = position(text, ruleset=attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine))
        picture = mine(state, language=language)
        used, other = (places(picture)[chamber] for chamber in ("1L1", "1L2"))
        tile = str(state.mine.chamber("1L1").tile)
        assert (sentence("title.emptied", language, tile=tile) in told(used)) is mapped_mine
        key = "title.not_reached" if mapped_mine else "title.face_down"
        assert sentence(key, language, tile=str(state.mine.chamber("1L2").tile)) in told(other)
        assert ('"#ms-draw-planks"' in picture) is mapped_mine
        (room,) = [one for one in with_class(root(picture), "ms-room") if one.get("id") == "ms-1L1-room"]
        assert room.attrib["fill"].startswith("var(--ms-rock," if mapped_mine else "var(--ms-room,")


def test_the_mapped_mine_shows_its_tiles() -> None:
    """VAR-MAP: all tiles are face up, so dark chambers also show their cubes, and no chamber has a question mark."""
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=True)
    state = ms.new_game(["Ada", "Ben"], seed=3, ruleset=ruleset)
    for form in FORMS:
        picture = mine(state, form)
        found = {(one.place, one.thing): one.count for one in pieces(picture, "cube") if one.place in CHAMBERS}
        assert found == {
            (chamber, kind): count
            for chamber in CHAMBERS
            for kind in ("brown", "green", "white")
            if (count := state.mine.chamber(chamber).salt.count(kind))
        }
        assert not [text for text in words(root(picture)) if "?" in text]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_piece_of_an_extension_is_in_its_space(form: str, language: str) -> None:
    """A player's piece, such as the foreman, has a tag with its name in its chamber, and is in the chamber's title."""
    text = (
        "S1: A | S2: A | 1L1: A [BG/1] | deck feasts: lent fair_day"
        ' | extra chests: [{"crystals":2,"foreman":null},{"crystals":0,"foreman":"1L1"}]'
    )
    state = position(text, ruleset=CRYSTAL_CHAPEL)
    picture = mine(state, form, language=language)
    name = label("foreman", language, CRYSTAL_CHAPEL)
    assert [(one.place, one.count) for one in pieces(picture, "tag")] == [("1L1", 1)]
    assert name in words(places(picture)["1L1"])
    assert name in told(places(picture)["1L1"])
    assert not pieces(mine(position("S1: A | S2: A | 1L1: A [BG/1]"), form), "tag")


@pytest.mark.parametrize("space", ["S1", "S3", "2R1"])
def test_a_piece_of_a_building_is_in_its_space(space: str) -> None:
    """A building's piece is also shown in the mine, the shaft included, if the mine is where it is."""
    houses = (
        Building("mill", display=lambda _: (PieceAt("horse", space), PieceAt("cat", "inn"), PieceAt("dog", None))),
        *ms.STANDARD.buildings,
    )  # fmt: skip
    state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=attrs.evolve(ms.STANDARD, name="horses", buildings=houses))
    for form in FORMS:
        picture = mine(state, form)
        assert [one.place for one in pieces(picture, "tag")] == [space]
        assert "horse" in words(places(picture)[space])
        assert not {"cat", "dog"} & set(words(root(picture)))
        # Miners, if any, stand below the words. The short sections of the shaft have little room for both.
        crowded = position("S1: AB | S2: AAABB | S3: ABB | S4: A | 2R1: AB", ruleset=state.ruleset)
        items = [item for item in painted(mine(crowded, form)).items if item.data.get("place") == space]
        foot = max(corners(item.box)[3] for item in items if "ms-tag" in item.classes)
        assert min(item.box[1] for item in items if "ms-miner" in item.classes) >= foot


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_the_bank_and_removed_cards_are_beside_the_mine(form: str) -> None:
    """They are on bare earth, outside all spaces. From the second phase on, removed cards are listed there."""
    plain, second = position("S1: A"), position("turn: A, phase 2 | seen: tools rope royal_privilege, orders 0 0")
    for state in (plain, second):
        found = hits(mine(state, form))
        for name in set(found) - set(SPACES):
            left, top, right, foot = corners(found[name])
            for space in SPACES:
                x, y, to_x, to_y = corners(found[space])
                assert left >= to_x or right <= x or top >= to_y or foot <= y, (name, space)
    gone = [one for one in pieces(mine(second, form), "tool") if one.state == "gone"]
    assert [one.thing for one in gone] == ["rope", "royal_privilege"]
    assert not pieces(mine(plain, form), "tool")
