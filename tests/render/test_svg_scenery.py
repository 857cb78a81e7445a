"""The scenery behind the town: the time of day shows the phase, and nothing in it carries information alone."""

from __future__ import annotations

import attrs
import pytest
from smithy import SMITHY_GAME
from tests.render.painting import DECOR, painted
from tests.render.reading import ids, places, root, told, with_class, words
from tests.render.recorded import at
from tests.render.test_svg_town import FEW, mills
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render import LayoutName, ThemeName
from magnum_sal.render._svg_scenery import find_time_of_day
from magnum_sal.words import LANGUAGES, label

IN_PHASE = (0, 307, -1)
"""Numbers of moves after which the game is in its first, second and third phase."""


def in_phases(layout: LayoutName, theme: ThemeName = "light") -> list[str]:
    """Return a picture of each phase."""
    return [render.svg(at("four_players", moves), layout=layout, theme=theme) for moves in IN_PHASE]


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("layout", ["wide", "tall", "board", "mine", "town"])
def test_each_phase_has_its_sky(layout: LayoutName, theme: ThemeName) -> None:
    """The colours of the sky and the place of the sun differ."""
    skies = []
    for picture in in_phases(layout, theme):
        gradients = [
            one for one in root(picture).iter() if one.tag.endswith("}linearGradient") and "sky" in one.get("id", "")
        ]
        assert gradients
        skies.append(tuple(stop.get("stop-color") for gradient in gradients for stop in gradient))
    looks = render.THEMES[theme]
    for time, sky in enumerate(skies):
        assert set(sky) == {f"var(--ms-sky-{time},{looks.sky[time]})", f"var(--ms-glow-{time},{looks.glow[time]})"}


@pytest.mark.slow
def test_the_scenery_is_decoration() -> None:
    """It is hidden from screen readers, takes no clicks as a place, and has no words."""
    for layout in ("board", "town", "tall"):
        (picture, *_) = in_phases(layout)
        scenery = [one for one in with_class(root(picture), DECOR) if "scenery" in one.get("id", "")]
        assert scenery
        for group in scenery:
            assert group.get("aria-hidden") == "true"
            assert not words(group)
            assert not [one for one in group.iter() if "data-place" in one.attrib]
        assert len(ids(picture)) == len(set(ids(picture)))


@pytest.mark.parametrize(("phases", "times"), [(1, [0]), (2, [0, 2]), (3, [0, 1, 2]), (5, [0, 0, 1, 2, 2])])
def test_phases_are_spread_over_the_day(phases: int, times: list[int]) -> None:
    """A ruleset with other phases also begins in the morning, and ends in the evening if it has two or more."""
    assert [find_time_of_day(phase, phases) for phase in range(1, phases + 1)] == times


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_says_its_phase(language: str) -> None:
    """A plate in the sky has the phase and the round. It is over the market, and does not reach over the castle."""
    for moves, phase in ((0, "I/III"), (307, "II/III")):
        state = at("four_players", moves)
        picture = render.svg(state, layout="board", language=language)
        (plate,) = with_class(root(picture), "ms-course")
        (text,) = words(plate)
        assert text.lower() == f"{label('phase', language)} {phase} · {label('round', language)} {state.round}".lower()
        assert told(plate)
        low = 5 + 6 + 24
        market, castle = picture.places["market"], picture.places["castle"]
        (rim,) = with_class(plate, "ms-rim")
        left, width = float(rim.attrib["x"]), float(rim.attrib["width"])
        assert market.y >= low
        assert left == pytest.approx(min(market.middle[0] - width / 2, castle.x - width), abs=0.1)
    over = render.svg(at("four_players", -1), layout="board", language=language)
    (plate,) = with_class(root(over), "ms-course")
    assert words(plate)[0].lower() == label("game_over", language).lower()


@pytest.mark.long
def test_the_board_is_the_town_above_the_mine() -> None:
    """It has no head, no foot and no panels, and is 920 units wide. Words of the town have at least 12 units."""
    for moves in IN_PHASE:
        picture = render.svg(at("four_players", moves), layout="board")
        assert root(picture).get("width") == "920"
        kinds = {group.get("data-kind") for group in places(picture).values()}
        assert "chamber" in kinds
        assert "building" in kinds
        assert "player" not in kinds
        assert not [name for name in ("ms-head", "ms-facts", "ms-legend") if with_class(root(picture), name)]
        letters = [
            item for item in painted(picture).items
            if item.text and item.data.get("place", "").split(":")[0] in ms.STANDARD.building_ids
        ]  # fmt: skip
        assert min(item.font_size for item in letters) >= 12, min(letters, key=lambda item: item.font_size).text
        houses = [picture.places[house] for house in ms.STANDARD.building_ids]
        assert max(house.foot for house in houses) - 6 == 262


@pytest.mark.parametrize("game", ["smithy", "weather", "6 mills", "12 mills", "20 mills"])
def test_the_board_of_an_extension_has_its_plate(game: str) -> None:
    """The plate stays in the picture and covers no house, even if many houses leave no sky between them."""
    if game.endswith("mills"):
        state = mills(int(game.removesuffix("mills")), *FEW)
    else:
        state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=SMITHY_GAME if game == "smithy" else WEATHER_GAME)
    picture = render.svg(attrs.evolve(state, round=12), layout="board", language="de")
    (plate,) = with_class(with_class(root(picture), "ms-course")[0], "ms-rim")
    left, top, width, height = (float(plate.attrib[name]) for name in ("x", "y", "width", "height"))
    assert 6 <= left < left + width <= 914
    for house in state.ruleset.building_ids:
        box = picture.places[house]
        assert box.right <= left or left + width <= box.x or top + height <= box.y or box.foot <= top, house
    assert picture.places["S1"].y >= top + height


@pytest.mark.parametrize("players", [2, 4])
def test_the_town_fits_a_phone(players: int) -> None:
    """It is 390 units wide and at most 480 high, at every moment of a game."""
    for moves in IN_PHASE:
        state = at("two_players" if players == 2 else "four_players", moves)
        _, _, width, height = map(float, root(render.svg(state, layout="town", size=390)).attrib["viewBox"].split())
        assert width == 390
        assert height <= 480


def test_a_theme_needs_three_skies() -> None:
    """There is one for each time of day."""
    with pytest.raises(ms.MisuseError, match=r"Theme\.sky: expected a tuple of 3 colours"):
        attrs.evolve(render.THEMES["light"], sky=("#123456",) * 4)
