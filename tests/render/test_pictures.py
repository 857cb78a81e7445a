"""Both pictures of the table: every public fact is in them, nothing hidden is, and they are well-formed."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.labels import LANGUAGES, label
from magnum_sal.serialization import _forms as forms
from magnum_sal.testing import position

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@cache
def table(players: int = 4, moves: int = 700, seed: int = 4, mapped_mine: bool = False) -> ms.GameState:
    """Return a position of a random game in which buildings have been visited and a rope could follow."""
    rng = random.Random(seed)
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine)
    state = ms.new_game(NAMES[:players], seed=seed, ruleset=ruleset)
    for _ in range(moves):
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
    return state


def drawn(state: ms.GameState) -> str:
    """Return what can be seen of the picture: titles, descriptions and ids are left out."""
    picture = re.sub(r"<(title|desc)>.*?</\1>", "", render.svg(state))
    return re.sub(r' (aria-label|data-place)="[^"]*"', "", picture)


Path = tuple[str | int, ...]


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the plain values of JSON data with their paths."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from leaves(value, (*path, index))
    else:
        yield path, data


def other_value(path: Path, value: Any) -> Any:
    """Return another value that may stand at *path*."""
    match path:
        case ("to_move",):
            return (value + 1) % 4
        case ("start_seat",):
            return (value + 1) % 4
        case ("over",):
            return True
        case ("assistants", _):
            return 1 if value != 1 else 2
        case ("players", _, "name"):
            return "Another"
        case (*_, "tool") | ("workshop", "offer", _) | (*_, "tools", _):
            return "bucket" if value != "bucket" else "rope"
        case ("mine", _, "tile"):
            return {"salt": {"brown": 9, "green": 0, "white": 0}, "water": 1}
        case ("castle", "open", _):
            return {"salt": {"brown": 2, "green": 0, "white": 0}, "payment": 9}
        case ("turn", "visited", _):
            return "town_square" if value != "town_square" else "inn"
        case ("turn", "arrived", _):
            return "S6" if value != "S6" else "S5"
        case ("ruleset", "cart_capacity"):
            return 2
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else None


def with_value(data: Any, path: Path, value: Any) -> Any:
    """Return a copy of JSON data with one value replaced."""
    changed = copy.deepcopy(data)
    part = changed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return changed


def without_scores(state: ms.GameState) -> ms.GameState:
    """Return the position with everybody's score drawn alike, so that no fact shows in the scores alone."""
    scores = tuple(ms.Score(seat, 0, 0, 0, 0, 0, 0, 0, rank=1) for seat in range(len(state.players)))
    rulings = attrs.evolve(state.ruleset.rulings, scoring=lambda _: scores)
    return attrs.evolve(state, ruleset=attrs.evolve(state.ruleset, rulings=rulings))


@pytest.mark.parametrize("mapped_mine", [False, True])
def test_each_public_fact_is_in_both_pictures(mapped_mine: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever single fact of a public state changes, both pictures change where it can be seen."""
    # One fact more than there can be is not read otherwise, and draws as well as any.
    monkeypatch.setattr(forms, "check_parts", lambda _: None)
    state = table(mapped_mine=mapped_mine).public()
    assert state.turn is not None
    turn = attrs.evolve(state.turn, visited=("inn", "market"), arrived=("S1", "1L1"), passes=1, arriving=1)
    data = ms.to_dict(attrs.evolve(state, turn=turn))
    before = without_scores(ms.from_dict(ms.GameState, data))
    picture, text = drawn(before), render.text(before)
    unseen, seen = [], 0
    for path, value in leaves(data):
        # "over" follows from the turn; the tiles are all that the mapped mine shows differently.
        follows = path[0] in ("hidden", "pending") or path in (("ruleset", "name"), ("over",))
        if follows or (mapped_mine and "tile" not in path):
            continue
        if path[0] == "mine" and path[2] in ("rested", "tired") and not data["mine"][path[1]].get("revealed", True):
            continue  # who enters it turns up its tile, which is another picture
        after = without_scores(ms.from_dict(ms.GameState, with_value(data, path, other_value(path, value))))
        unseen += [(path, "svg")] * (drawn(after) == picture) + [(path, "text")] * (render.text(after) == text)
        seen += 1
    assert unseen == []
    assert seen > (50 if mapped_mine else 300)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_used_tile_of_the_mapped_mine_is_face_down(language: str) -> None:
    """VAR-MAP: both pictures mark a chamber whose salt is all extracted, and none that is only not reached."""
    text = "S1: A | S2: A | 1L1: A [-/1]"
    for mapped_mine in (False, True):
        state = position(text, ruleset=attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine))
        turned = f"{label('face_down', language)} ({label('emptied', language)})"
        picture = render.svg(state, language=language)
        assert (f"1L1: {turned}," in picture) is ("1L1 x" in picture) is mapped_mine
        assert ("1L1 x" in render.text(state, language=language)) is mapped_mine
        assert "1L2 ?" in render.text(state, language=language)
        legend = f"x {label('emptied', language)}"
        assert (legend in render.text(state, language=language)) is (legend in picture) is mapped_mine
        assert (f"1L2: {label('not_reached', language)}" in picture) is mapped_mine


def test_the_end_of_the_game_is_in_both_pictures() -> None:
    """A game that is over has no turn, and says so."""
    over = attrs.evolve(table(), is_over=True, turn=None)
    assert "The game is over" in render.svg(over)
    assert "The game is over" in render.text(over)


@pytest.mark.parametrize("moves", [0, 300])
def test_what_lies_face_down_is_not_drawn(moves: int) -> None:
    """RULES 12: the pictures of a state and of its public view are the same."""
    state = table(moves=moves)
    assert render.svg(state) == render.svg(state.public())
    assert render.text(state) == render.text(state.public())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_well_formed_and_speak_the_language(theme: render.ThemeName, language: str) -> None:
    """The picture is XML with a title and a description, whatever the players are called."""
    names = ["<script>alert('x')</script>", "& \" ' ]]>", "Żółć ÄÖÜ 漢字", "D" * 40]
    players = tuple(attrs.evolve(player, name=name) for player, name in zip(table().players, names, strict=True))
    state = attrs.evolve(table(), players=players)
    picture = render.svg(state, theme=theme, language=language, highlight=ms.legal_moves(state)[0], targets_of="stock")
    root = ET.fromstring(picture)
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title")
    assert root.findtext(f"{space}desc")
    assert not root.findall(".//{*}script")
    shown = [element.text for element in root.iter(f"{space}text")]
    assert set(names) <= set(shown)
    assert {"en": "Pump house", "pl": "Szyb wodny", "de": "Pumpe"}[language] in shown


def test_a_picture_depends_on_its_arguments_alone() -> None:
    """Drawing a position twice gives the same text."""
    assert render.svg(table(), theme="dark") == render.svg(copy.deepcopy(table()), theme="dark")


def test_a_notebook_shows_the_picture() -> None:
    """Svg is a str with the hook that notebooks look for."""
    picture = render.svg(table())
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture


def test_places_can_be_found() -> None:
    """A front end finds the element of each space, building and player by its id."""
    places = set(re.findall(r'data-place="([^"]*)"', render.svg(table())))
    expected = {"S1", "1L4", "3R2", "inn", "castle", "workshop:2", "castle:3", "market:green", "line_left", "player:3"}
    assert expected <= places


@pytest.mark.parametrize("kind", sorted(ms.STANDARD.by_tag))
def test_a_highlighted_move_changes_the_picture(kind: str) -> None:
    """Each kind of move about some place has that place marked; it is told in the description, whatever it is."""
    rng = random.Random(kind)
    state = ms.new_game(NAMES, seed=2)
    for _ in range(4000):
        found = next((move for move in ms.legal_moves(state) if move.type == kind), None)
        if found is not None:
            break
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
    else:
        pytest.fail(f"no {kind} in 4000 moves")
    plain, marked = render.svg(state), render.svg(state, highlight=found)
    assert plain != marked
    has_place = kind not in ("pass", "rest", "end_turn")
    assert (marked.count("<rect") > plain.count("<rect")) == has_place


def test_the_targets_of_a_source_are_marked() -> None:
    """From the stock a first miner can enter S1, four assistants' places and the castle: with the stock, six marks."""
    state = table(moves=0)
    plain, marked = render.svg(state), render.svg(state, targets_of="stock")
    assert marked.count("<rect") - plain.count("<rect") == 1 + len({"S1", *ms.STANDARD.assistant_places, "castle"})


def test_an_unknown_theme_or_language_is_refused() -> None:
    """The message says which there are."""
    with pytest.raises(ms.MisuseError, match="theme 'red': the themes are light and dark"):
        render.svg(table(), theme="red")  # type: ignore[arg-type]  # what an untyped program may pass
    with pytest.raises(ms.MisuseError, match="language 'fr'"):
        render.svg(table(), language="fr")
    with pytest.raises(ms.MisuseError, match="language 'fr'"):
        render.text(table(), language="fr")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_text_keeps_within_80_columns(players: int, language: str) -> None:
    """No line is longer, and colours change nothing but colours."""
    for moves in (0, 150, 700):
        state = table(players, moves)
        text = render.text(state, language=language)
        assert max(len(line) for line in text.splitlines()) <= 80
        coloured = render.text(state, language=language, color=True)
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text


def test_a_building_of_an_extension_is_drawn() -> None:
    """A building the library has never heard of is shown by its name, with its assistant and whether it was visited."""
    ruleset = attrs.evolve(
        ms.STANDARD, name="with a smithy", buildings=(*ms.STANDARD.buildings, ms.Building("salt_mill", True))
    )
    state = ms.new_game(NAMES, seed=1, ruleset=ruleset)
    helped = attrs.evolve(state, assistant_seats=(None, None, None, None, 2))
    for show in (drawn, render.text):
        assert "salt mill" in show(state).lower()
        assert show(state) != show(helped)


def test_seats_differ_in_more_than_colour() -> None:
    """Each seat's miners have a shape and a letter of their own."""
    shapes = re.findall(r'<g transform="[^"]*" fill="[^"]*"[^>]*><path d="([^"]*)"', render.svg(table(moves=0)))
    assert len(set(shapes)) == 4
