"""Sizes on a screen: words that can be read, and places that a finger can meet."""

from __future__ import annotations

from typing import Final

import pytest
from tests.amounts import select_pairs
from tests.render.reading import places
from tests.render.recorded import at, steps
from tests.render.sizes import smallest_text, targets

from magnum_sal import render
from magnum_sal.model.mine import SPACES
from magnum_sal.render import LayoutName, Svg
from magnum_sal.testing import position

SMALLEST_LETTERS: Final = 11.0
SMALLEST_MINE_LETTERS: Final = 12.0
"""The smallest letters of a wide mine, which a page may draw a little smaller than it is."""
SMALLEST_TARGET: Final = 24.0
SMALLEST_SPACE: Final = 44.0
_ROUNDED: Final = 0.05
"""The error from rounding the picture's numbers."""

MOMENTS: Final = (
    ("four_players", 307),
    ("four_players", -1),
    ("two_players", 0),
    ("two_players", -1),
    ("mapped_mine", 0),
)
"""The opening of a game, a crowded position and the end, with two players and with more."""
WIDTHS: Final[dict[LayoutName, int]] = {
    "wide": 1200, "tall": 390, "board": 920, "mine": 920, "town": 920, "players": 312, "panels": 390,
}  # fmt: skip
"""The widths that the layouts are made for."""


def drawn(game: str, moves: int, layout: LayoutName, size: int | None = None) -> Svg:
    """Return a picture of a position with the marks of the last step."""
    state = at(game, moves)
    last = steps(game)[moves - 1 if moves > 0 else moves] if moves else ()
    return render.svg(state, layout=layout, last=last, size=size)


@pytest.mark.long
@pytest.mark.parametrize(("moment", "layout"), select_pairs(MOMENTS, ["wide", "tall"]))
def test_words_can_be_read(moment: tuple[str, int], layout: LayoutName) -> None:
    """At a layout's own width, letters are at least 11 pixels high, even on miners and cubes."""
    game, moves = moment
    size, text = smallest_text(drawn(game, moves, layout), WIDTHS[layout])
    assert size >= SMALLEST_LETTERS - _ROUNDED / 10, text


@pytest.mark.long
@pytest.mark.parametrize("layout", ["mine", "town", "players", "board", "panels"])
def test_words_of_a_part_can_be_read(layout: LayoutName) -> None:
    """Their letters are as high as those of the whole table."""
    for moves in (0, 150):
        size, text = smallest_text(drawn("three_players", moves, layout), WIDTHS[layout])
        assert size >= SMALLEST_LETTERS - _ROUNDED / 10, text


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["mine", "town"])
def test_words_of_a_folded_part_can_be_read(layout: LayoutName) -> None:
    """The mine and the town alone suit a phone as well as the whole table does."""
    picture = drawn("four_players", 307, layout, 390)
    assert smallest_text(picture, 390)[0] >= SMALLEST_LETTERS
    assert min(side for _, *sides in targets(picture, 390) for side in sides) >= SMALLEST_TARGET - _ROUNDED


@pytest.mark.slow
@pytest.mark.parametrize(("game", "moves"), MOMENTS)
def test_words_of_a_wide_mine_can_be_read_when_it_is_scaled_down(game: str, moves: int) -> None:
    """Even at 856 pixels for 920 units, letters in the mine are at least 11 pixels high."""
    size, text = smallest_text(render.svg(at(game, moves), layout="mine"), WIDTHS["mine"])
    assert size >= SMALLEST_MINE_LETTERS - _ROUNDED / 10, text
    assert size * 856 / 920 >= SMALLEST_LETTERS, text


@pytest.mark.long
@pytest.mark.parametrize(("game", "moves"), MOMENTS)
def test_a_finger_meets_every_place(game: str, moves: int) -> None:
    """On a phone, every target has at least 24 pixels in both directions, and every space of the mine 44."""
    picture = drawn(game, moves, "tall")
    found = {place: (width, height) for place, width, height in targets(picture, 390)}
    assert set(found) == set(places(picture))
    assert {place: size for place, size in found.items() if min(size) < SMALLEST_TARGET - _ROUNDED} == {}
    assert {space: found[space] for space in SPACES if min(found[space]) < SMALLEST_SPACE - _ROUNDED} == {}


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_full_chambers_can_be_read(layout: LayoutName) -> None:
    """Five cubes are in two rows if there is also water, without smaller letters or numbers."""
    state = position("S1: A | S2: A | S3: A | S4: A | S5: A | S6: A | 3L1: AB [GGWWW/1] | 3R1: A [GGGWW/1]")
    assert smallest_text(render.svg(state, layout=layout), WIDTHS[layout])[0] >= SMALLEST_LETTERS - _ROUNDED / 10
