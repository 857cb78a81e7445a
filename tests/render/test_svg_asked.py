"""The arguments of a picture: each invalid one is refused with a message."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.render.playing import made
from tests.render.reading import marked, marks, places, rims, root, with_class
from tests.render.recorded import steps

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render import THEMES, Arrow
from magnum_sal.testing import position

STATE = position("S1: A | S2: B | 1L1: A [BG/1] | A: 20 groszy")

WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"layout": "round"}, "layout: expected one of wide, tall, board, mine, town, players, panels, got 'round'"),
    ({"layout": ["wide"]}, r"layout: expected one of wide, tall, board, mine, town, players, panels, got \['wide'\]"),
    ({"size": 0}, "size: expected a whole number from 1 to 100000, got 0"),
    ({"size": 390.0}, r"size: expected a whole number from 1 to 100000, got 390\.0"),
    ({"size": True}, "size: expected a whole number from 1 to 100000, got True"),
    ({"theme": "red"}, "theme: expected one of light, dark, contrast or your own Theme, got 'red'"),
    ({"theme": {}}, r"theme: expected one of light, dark, contrast or your own Theme, got \{\}"),
    ({"language": "fr"}, "language: expected one of en, pl, de, got 'fr'"),
    ({"seat": 2}, "seat: 2 is not a seat of 2 players"),
    ({"seat": -1}, "seat: -1 is not a seat of 2 players"),
    ({"seat": "A"}, "seat: 'A' is not a seat of 2 players"),
    ({"seat": True}, "seat: True is not a seat of 2 players"),
    ({"style": b"a{}"}, "style: expected a text of at most 20000 characters, got .*"),
    ({"style": "a" * 20_001}, "expected a text of at most 20000 characters"),
    ({"targets_of": "moon"}, "targets_of: 'moon' is not a mine space, a building or 'stock'"),
    ({"targets_of": 1}, "targets_of: 1 is not a mine space"),
    ({"arrows": "S1"}, "arrows: expected a list of arrows, got 'S1'"),
    ({"arrows": 5}, "arrows: expected a list of arrows, got 5"),
    ({"arrows": ["S1"]}, "arrows: expected an Arrow or a pair of source and target, got 'S1'"),
    (
        {"arrows": [("S1", "S2", "S3")]},
        r"arrows: expected an Arrow or a pair of source and target, got \('S1', 'S2', 'S3'\)",
    ),
    (
        {"arrows": [("S1", "moon")]},
        "arrows: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got 'moon'",
    ),
    ({"arrows": [([], "S1")]}, r"arrows: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got \[\]"),
    (
        {"arrows": [("stock:2", "S1")]},
        "arrows: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got 'stock:2'",
    ),
    ({"arrows": [("S1", 2)]}, "arrows: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got 2"),
    ({"arrows": [Arrow("S1", "S2", "red")]}, "arrows: 'red' is not a colour such as #rrggbb"),
    ({"arrows": [("S1", "S2")] * 1001}, "arrows: more than 1000 arrows"),
    ({"fill": ["S1"]}, r"fill: expected at most 1000 colours by place, got \['S1'\]"),
    (
        {"fill": {"moon": "#ff0000"}},
        "fill: expected a place such as '1L2', 'market', 'castle:0' or 'stock:1', got 'moon'",
    ),
    ({"fill": {"S1": "red"}}, "fill: 'red' is not a colour such as #rrggbb"),
    ({"fill": {"S1": '#ff0000"/><script>'}}, "fill: '#ff0000\"/><script>' is not a colour such as #rrggbb"),
    ({"fill": {"S1": "#ff0000\n"}}, r"fill: '#ff0000\\n' is not a colour such as #rrggbb"),
    ({"fill": {"S1": None}}, "fill: None is not a colour such as #rrggbb"),
    (
        {"fill": {f"castle:{slot}": "#ff0000" for slot in range(1001)}},
        "fill: expected at most 1000 colours by place, got",
    ),
)


@pytest.mark.parametrize(("arguments", "told"), WRONG)
def test_invalid_arguments_are_refused(arguments: dict[str, Any], told: str) -> None:
    """The message names the argument and says which values are valid."""
    with pytest.raises(ms.MisuseError, match=told):
        render.svg(STATE, **arguments)


def test_values_other_than_positions_are_refused() -> None:
    """A game is refused too, although it can be drawn on its own."""
    for given in (None, ms.Game.new(["Ada", "Ben"], seed=1), "S1: A"):
        with pytest.raises(ms.MisuseError, match="state: expected a GameState, got "):
            render.svg(given)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_step_that_led_to_another_position_is_refused() -> None:
    """It is refused alone, as the last of several steps, and if one step does not follow the other."""
    first, second, third, fourth = steps("two_players")[:4]
    with pytest.raises(ms.MisuseError, match="does not lead to this position"):
        render.svg(fourth.after, last=third)
    with pytest.raises(ms.MisuseError, match="does not lead to this position"):
        render.svg(fourth.after, last=[first, second])
    with pytest.raises(
        ms.MisuseError, match=r"step 2, VisitTownSquare.*, does not start from the position after step 1"
    ):
        render.svg(fourth.after, last=[first, third, fourth])
    for strange in (5, [5], {third}):
        with pytest.raises(ms.MisuseError, match=r"last: expected a Step \(see Game\.last_step\), got "):
            render.svg(fourth.after, last=strange)  # type: ignore[arg-type]
    with pytest.raises(ms.MisuseError, match="last: expected at most 1000 steps, got 1001"):
        render.svg(fourth.after, last=[fourth] * 1001)


def test_a_played_move_cannot_be_highlighted() -> None:
    """The message for an illegal move says that ``last=`` shows a move that was made."""
    step = made(STATE, ms.PlaceMiner("stock", "S3"))
    assert render.svg(step.before, highlight=step.move)
    hint = r"highlight: PlaceMiner.* cannot be made in this position \(to show a move that was made, pass last=step\)"
    with pytest.raises(ms.MisuseError, match=hint):
        render.svg(STATE, highlight=ms.PlaceMiner("stock", "S4"))
    pending = ms.PayPenalty(1)
    with pytest.raises(ms.MisuseError, match="cannot be made in this position"):
        render.svg(STATE, highlight=pending)
    with pytest.raises(ms.MisuseError, match="highlight: 'pass' is not a move in the ruleset 'standard'"):
        render.svg(STATE, highlight="pass")  # type: ignore[arg-type]
    hint = r"highlight: expected one move, got \[Pass\(\)\] \(to show a course .* with last=steps\)"
    with pytest.raises(ms.MisuseError, match=hint):
        render.svg(STATE, highlight=[ms.Pass()])  # type: ignore[arg-type]


@pytest.mark.slow
def test_arrows_go_from_place_to_place() -> None:
    """Each arrow has its own colour, and a pair has the default one. Places outside the picture have no arrow."""
    wanted: list[Arrow | tuple[str, str]] = [
        ("S1", "market"),
        Arrow("castle:0", "stock:1", "#123456"),
        Arrow("1L1", "player:0", "#abcdef"),
    ]
    drawn = with_class(marks(render.svg(STATE, arrows=wanted)), "ms-arrow")
    assert [{part.get("stroke") for part in arrow} & {"#1d6f42", "#123456", "#abcdef"} for arrow in drawn] == [
        {"#1d6f42"}, {"#123456"}, {"#abcdef"},
    ]  # fmt: skip
    assert render.svg(STATE, arrows=iter(wanted)) == render.svg(STATE, arrows=wanted)
    assert not with_class(marks(render.svg(STATE, arrows=wanted, layout="mine")), "ms-arrow")
    assert with_class(marks(render.svg(STATE, arrows=[("S1", "1L1")], layout="mine")), "ms-arrow")


def test_an_arrow_begins_and_ends_in_its_places() -> None:
    """The arrow begins in one place, and its head is in the other, beside the figures in the middle."""
    picture = render.svg(STATE, arrows=[("S1", "inn")])
    (arrow,) = with_class(marks(picture), "ms-arrow")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", arrow[-1].attrib["d"])]
    for place, (x, y) in (("S1", numbers[:2]), ("inn", numbers[8:10])):
        box = picture.places[place]
        assert box.x < x < box.right
        assert box.y < y < box.foot
        assert x != pytest.approx(box.middle[0], abs=5)


@pytest.mark.parametrize(
    "place", ["market", "market:green", "castle:2", "stock:0", "bank", "line_left", "money:1", "box"]
)
def test_a_place_is_filled(place: str) -> None:
    """The colour is translucent, covers exactly the place, and is the lowest of the marks."""
    picture = render.svg(STATE, fill={place: "#12ab34"}, targets_of="stock")
    (filled,) = with_class(root(picture), "ms-fill")
    assert filled.get("fill") == "#12ab34"
    assert float(filled.attrib["fill-opacity"]) < 0.5
    box = picture.places[place]
    found = [float(filled.attrib[name]) for name in ("x", "y", "width", "height")]
    assert found == pytest.approx([box.x, box.y, box.width, box.height], abs=0.06)
    assert marks(picture)[0] is filled


@pytest.mark.parametrize("place", ["S1", "1L4"])
def test_a_space_is_filled_below_its_pieces(place: str) -> None:
    """The colour is within the walls of the space, below its contents."""
    picture = render.svg(STATE, fill={place: "#12ab34"})
    (filled,) = with_class(root(picture), "ms-fill")
    assert filled.get("fill") == "#12ab34"
    box = picture.places[place].grow(-5)
    found = [float(filled.attrib[name]) for name in ("x", "y", "width", "height")]
    assert found == pytest.approx([box.x, box.y, box.width, box.height], abs=0.06)
    assert places(picture)[place].findall(".//*[@class='ms-fill']/..")[0][0] is filled


def test_targets_are_marked() -> None:
    """From the stock, a first miner can enter S1, the four assistants' places and the castle."""
    state = ms.new_game(["Ada", "Ben"], seed=2)
    picture = render.svg(state, targets_of="stock")
    colour = f"var(--ms-target,{THEMES['light'].target})"
    assert marked(picture, colour, "9 4") == {"S1", *ms.STANDARD.assistant_places, "castle"}
    assert marked(picture, colour) == {f"stock:{state.turn_seat}"}
    assert not rims(render.svg(state), colour)


def test_targets_of_a_space_are_those_of_its_miner() -> None:
    """The miner's own space has a full rim. If no miner can go anywhere, only this space has one."""
    colour = f"var(--ms-target,{THEMES['light'].target})"
    state = position("S1: AA | S2: B")
    moves = [move for move in ms.legal_moves(state) if isinstance(move, ms.PlaceMiner)]
    targets = {move.target for move in moves if move.source == "S1"}
    assert targets
    picture = render.svg(state, targets_of="S1", layout="mine")
    assert marked(picture, colour, "9 4") == targets
    assert marked(picture, colour) == {"S1"}
    nowhere = render.svg(state, targets_of="3R2", layout="mine")
    assert marked(nowhere, colour, "9 4") == set()
    assert marked(nowhere, colour) == {"3R2"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "style",
    [
        "</style><script>alert(1)</script>",
        "]]></style>",
        "<!-- ",
        "&lt;/style>&amp;",
        "a{content:'\"'}",
        "@import 'x';",
    ],
)
def test_a_style_stays_within_its_element(style: str) -> None:
    """Any style is the text of one element, and the rest of the picture stays the same."""
    picture = ET.fromstring(render.svg(STATE, style=style))
    (found,) = (element for element in picture.iter() if element.tag.endswith("}style"))
    assert found.text == style
    assert len(found) == 0
    assert found in list(picture)
    assert not picture.findall(".//{*}script")
    picture.remove(found)
    assert ET.tostring(picture) == ET.tostring(ET.fromstring(render.svg(STATE)))
    assert "<script" not in render.svg(STATE, style=style)


def test_without_a_style_there_is_no_style_element() -> None:
    """The element is missing by default and for an empty style."""
    assert "<style" not in render.svg(STATE)
    assert render.svg(STATE, style="") == render.svg(STATE)
