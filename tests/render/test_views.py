"""Pictures of views: the tile that only one seat has seen, and the face of a die (RULES PUBLIC-1)."""

import re

import attrs
import pytest
from lamp import LAMP_GAME, UseLamp
from tests.extensions.night_shift import play_night
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.display import DieFace
from magnum_sal.model.draws import PLAIN_STREAM
from magnum_sal.model.extension import Die, Extension, RolledDie
from magnum_sal.testing import position


def looked() -> ms.GameState:
    """Return a full state in which seat 0 has looked at 1L1, whose tile is BBG/1."""
    return ms.apply(position("A: lamp", ruleset=LAMP_GAME), UseLamp("1L1")).state


def title_of(picture: str, place: str) -> str:
    """Return the title of a place in a picture."""
    found = re.search(rf'data-place="{place}".*?<title>(.*?)</title>', picture, re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "its tile is face down, and only you know it: BBG/1"),
        ("pl", "jej żeton leży zakryty i tylko ty go znasz: BBG/1"),
        ("de", "ihr Plättchen liegt verdeckt, und nur du kennst es: BBG/1"),
    ],
)
def test_the_title_names_the_secret(language: str, title: str) -> None:
    """PUBLIC-1: the title of the chamber says that only its viewer knows the tile."""
    assert title in title_of(render.svg(looked().seen_by(0), language=language), "1L1")
    for other in (looked(), looked().public(), looked().seen_by(1)):
        assert "BBG/1" not in title_of(render.svg(other, language=language), "1L1")


@pytest.mark.parametrize(
    ("language", "tag", "title"),
    [
        ("en", "seen: AB", "and you know it: BBG/1; players who have seen it: A, B."),
        ("pl", "obejrzany: AB", "i znasz go: BBG/1; gracze, którzy go znają: A, B."),
        ("de", "gesehen: AB", "und du kennst es: BBG/1; gesehen von: A, B."),
    ],
)
def test_a_chamber_names_everybody_who_has_seen_its_tile(language: str, tag: str, title: str) -> None:
    """PUBLIC-1: everybody sees in the chamber who has looked there. Two players share a secret."""
    looks = '{"made":[{"seat":1,"chamber":"1L1","tile":null},{"seat":0,"chamber":"1L1","tile":null}],"viewer":null}'
    state = position(f"A: lamp | B: lamp | extra looks: {looks}", ruleset=LAMP_GAME)
    drawn = render.svg(state.seen_by(0), language=language)
    assert f">{tag}<" in drawn
    assert title_of(drawn, "1L1").endswith(title)
    public = render.svg(state, language=language)
    assert f">{tag}<" in public
    assert "BBG/1" not in public


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_a_full_state_is_drawn_like_its_public_form(language: str) -> None:
    """PUBLIC-1: neither the full state, nor the public one, nor another seat's view shows the tile."""
    state = looked()
    for draw in (render.text, render.svg):
        shown = {draw(one, language=language) for one in (state, state.public(), state.seen_by(1))}
        assert len(shown) == 1
        assert draw(state.seen_by(0), language=language) not in shown


@pytest.mark.parametrize("width", [60, 80, 120])
def test_texts_of_all_widths_show_the_secret(width: int) -> None:
    """The seen tile stands in brackets at its chamber, in the wide and in the narrow form."""
    shown = render.text(looked().seen_by(0), width=width)
    assert shown.count("BBG/1") == 1
    assert "(BBG/1)" in shown
    assert "looks" not in shown
    assert max(map(len, shown.splitlines())) <= max(width, 79)
    assert "BBG/1" not in render.text(looked(), width=width)


def test_a_tile_that_was_turned_up_is_no_secret() -> None:
    """Once a miner enters, the view is drawn like the public form."""
    state = ms.apply(position("S1: A | S2: A | A: lamp", ruleset=LAMP_GAME), UseLamp("1L1")).state
    state = state.play(ms.PlaceMiner("stock", "1L1"))
    assert render.svg(state.seen_by(0)) == render.svg(state.public())
    assert render.text(state.seen_by(0)) == render.text(state.public())


@pytest.mark.long
def test_views_of_a_whole_game_are_drawn() -> None:
    """Views of games with lamps, dice and reshuffles are drawn in every language, and differ only by secrets."""
    game = play_night(3, 5, 120)
    for number in range(0, 121, 30):
        state = game.at(number)
        for seat, language in enumerate(("en", "pl", "de")):
            view = state.seen_by(seat)
            is_known = bool(view.extras["looks"].tiles)
            for draw in (render.text, render.svg):
                assert (draw(view, language=language) != draw(state.public(), language=language)) is is_known


def with_face(face: str | None, faces: tuple[str, ...]) -> ms.GameState:
    """Return a position with a die of these faces beside the board."""
    extension = Extension(
        "dicing",
        dice=(Die("luck", faces, "LUCK-1", display=lambda state: (DieFace("luck", state.extras["luck"].face),)),),
        labels={"en": {"luck": "luck", "rain": "rain and a very long wind", "dicing": "dicing"}},
    )
    state = position("S1: A", ruleset=ms.STANDARD.with_extensions(extension, name=f"dicing_{'_'.join(faces)}"))
    die = RolledDie(face, int(face is not None), PLAIN_STREAM)
    items = tuple((key, die if key == "luck" else part) for key, part in state.extras_items)
    return attrs.evolve(state, extras_items=items)


def count_dots(picture: str) -> int:
    """Return the number of dots of dice in a picture."""
    return len(re.findall(r'<circle[^>]* r="2\.4"', picture))


@pytest.mark.parametrize("face", ["1", "2", "3", "4", "5", "6"])
def test_a_die_has_as_many_dots_as_its_face(face: str) -> None:
    """The faces 1 to 6 are drawn as dots."""
    faces = ("1", "2", "3", "4", "5", "6")
    none = count_dots(render.svg(with_face(None, faces)))
    picture = render.svg(with_face(face, faces))
    assert count_dots(picture) == none + int(face)
    assert 'fill=""' not in picture
    assert f"luck: {face}" in render.text(with_face(face, faces))


def test_other_faces_are_drawn_as_words() -> None:
    """A face with another id is drawn with its label. Before the first roll there is a dash or the word for none."""
    faces = ("rain", "sun")
    picture = render.svg(with_face("rain", faces))
    assert "rain" in picture
    assert count_dots(picture) == count_dots(render.svg(with_face(None, faces)))
    assert "luck: rain and a very long wind" in render.text(with_face("rain", faces), width=120)
    assert "luck: -" in render.text(with_face(None, faces))
    assert render.svg(with_face(None, faces)) != picture


def test_the_face_0_is_not_dots() -> None:
    """The weather's 0 has no dots, so it is drawn as a number."""
    start = ms.new_game(["Ada", "Ben"], seed=3, ruleset=WEATHER_GAME)
    items = tuple(
        (key, RolledDie("0", 1, PLAIN_STREAM) if key == "weather" else part) for key, part in start.extras_items
    )
    state = attrs.evolve(start, extras_items=items)
    assert "pumping costs more: 0" in render.text(state)
    assert ">0<" in render.svg(state)


def test_many_looks_leave_the_score_in_the_short_form() -> None:
    """Looks of a player share their words. If the line is too long, they start the next one, and the rank stays."""
    chambers = ("1L1", "1L2", "2R1")
    made = ",".join(f'{{"seat":0,"chamber":"{chamber}","tile":null}}' for chamber in chambers)
    text = f'A: lamp | S1: A | extra looks: {{"made":[{made}],"viewer":null}}'
    lines = render.text(position(text, ruleset=LAMP_GAME), form="short").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith((">A", " A")))
    assert lines[first].endswith("rank 1 (starting player)")
    assert lines[first + 1].startswith("   has seen the tile of 1L1, 1L2, 2R1  lamp  ")
