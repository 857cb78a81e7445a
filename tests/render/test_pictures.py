"""Both pictures of the table show every public fact and nothing hidden, and are well-formed."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args

import attrs
import pytest
from tests.amounts import scale, select

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.model.mine import CORRIDORS, SECTIONS, SPACES
from magnum_sal.model.rule import Building
from magnum_sal.record.serialization import forms
from magnum_sal.render import LayoutName
from magnum_sal.testing import position
from magnum_sal.words import LANGUAGES, label

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LAYOUTS: Final[tuple[LayoutName, ...]] = get_args(LayoutName)


@cache
def table(players: int = 4, moves: int = 700, seed: int = 4, mapped_mine: bool = False) -> ms.GameState:
    """Return a position of a random game in which buildings have been visited and a rope could follow."""
    rng = random.Random(seed)
    ruleset = attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine)
    state = ms.new_game(NAMES[:players], seed=seed, ruleset=ruleset)
    for _ in range(moves):
        state, _ = ms.apply(state, rng.choice(ms.legal_moves(state)))
    return state


def drawn(
    state: ms.GameState, layout: LayoutName = "wide", size: int | None = None, *, has_titles: bool = False
) -> str:
    """Return the visible part of the picture: without descriptions, data for programs and, by default, titles."""
    left_out = "<desc>.*?</desc>" if has_titles else r"<(title|desc)>.*?</\1>"
    picture = re.sub(left_out, "", render.svg(state, layout=layout, size=size, legend=False))
    return re.sub(r' (id|class|data-[a-z]*)="[^"]*"', "", picture)


Path = tuple[str | int, ...]


LAYOUTS_OF: Final[Mapping[str, tuple[tuple[LayoutName, int | None], ...]]] = {
    "table": (("wide", None), ("tall", None)),
    "near": (("mine", None), ("mine", 390)),
    "far": (("mine", None),),
}
"""The pictures in which a fact must be visible. The folded mine is drawn by the same code as the wide one."""


def shown(state: ms.GameState, where: str, *, has_titles: bool) -> list[str]:
    """Return the visible parts of the pictures that show this part of the table, and the text."""
    pictures = [
        drawn(state, layout, size, has_titles=has_titles and size is not None) for layout, size in LAYOUTS_OF[where]
    ]
    return [*pictures, render.text(state)]


def part_of(path: Path) -> str:
    """Return the part of the table that a fact belongs to."""
    if path[0] != "mine":
        return "table"
    return "near" if path[1] in (*SECTIONS, *CORRIDORS[0]) else "far"


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
    """Return another possible value for *path*."""
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
        case ("extras", "seen", "orders", _):
            return value - 1  # no seat completed more of them earlier than it has
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
    """Return the position with equal scores for all players, so that no fact shows only in the scores."""
    scores = tuple(ms.Score(seat, 0, 0, 0, 0, 0, 0, 0, rank=1) for seat in range(len(state.players)))
    rulings = attrs.evolve(state.ruleset.rulings, scoring=lambda _: scores)
    return attrs.evolve(state, ruleset=attrs.evolve(state.ruleset, name="without_scores", rulings=rulings))


def kind_of(path: Path) -> Path:
    """Return the kind of a fact, which is the same for every player, chamber and place in a row."""
    return tuple("" if isinstance(key, int) or key in SPACES else key for key in path)


def chosen(data: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the facts that the chosen profile changes: at least one of each kind and part of the table."""
    kinds: dict[tuple[Path, str], list[tuple[Path, Any]]] = {}
    for path, value in leaves(data):
        kinds.setdefault((kind_of(path), part_of(path)), []).append((path, value))
    for facts in kinds.values():
        yield from select(facts)


@pytest.mark.long
@pytest.mark.parametrize("mapped_mine", [False, True])
def test_each_public_fact_is_in_all_pictures(mapped_mine: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If any single fact of a public state changes, each picture that can show the fact changes."""
    # A changed fact may be impossible, which reading would refuse; such a state can still be drawn.
    monkeypatch.setattr(forms, "check_parts", lambda _: None)
    state = table(mapped_mine=mapped_mine).public()
    assert state.turn is not None
    turn = attrs.evolve(state.turn, visited=("inn", "market"), arrived=("S1", "1L1"), passes=1, arriving=1)
    data = ms.to_dict(attrs.evolve(state, turn=turn))
    data["extras"]["seen"]["tools"] = ["rope", "cart"]
    before = without_scores(ms.from_dict(ms.GameState, data))
    plain = {
        (where, has_titles): shown(before, where, has_titles=has_titles)
        for where in LAYOUTS_OF
        for has_titles in (False, True)
    }
    unseen: list[tuple[Path, int]] = []
    count = 0
    for path, value in chosen(data):
        # "over" follows from the turn. The mapped mine differs from the other one only in its tiles.
        follows = path[0] in ("hidden", "pending") or path in (("ruleset", "name"), ("over",))
        if follows or (mapped_mine and "tile" not in path):
            continue
        if path[0] == "mine" and path[2] in ("rested", "tired") and not data["mine"][path[1]].get("revealed", True):
            continue  # a miner who enters it reveals its tile, which changes the picture in other ways
        if path[:3] == ("extras", "seen", "orders") and not value:
            continue  # a seat without completed orders has none from earlier phases
        after = without_scores(ms.from_dict(ms.GameState, with_value(data, path, other_value(path, value))))
        # A phone's picture has no room for the tile, which only the chamber's title describes.
        where, has_titles = part_of(path), "tile" in path
        for number, picture in enumerate(shown(after, where, has_titles=has_titles)):
            unseen += [(path, number)] if picture == plain[where, has_titles][number] else []
        count += 1
    assert unseen == []
    assert count > scale(50 if mapped_mine else 300)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_used_tile_of_the_mapped_mine_is_marked_in_text(language: str) -> None:
    """VAR-MAP: a chamber without salt left has a mark and a legend; one that no miner has reached has neither."""
    text = "S1: A | S2: A | 1L1: A [-/1]"
    for mapped_mine in (False, True):
        state = position(text, ruleset=attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine))
        assert ("1L1 x" in render.text(state, language=language)) is mapped_mine
        assert "1L2 ?" in render.text(state, language=language)
        legend = f"x {label('emptied', language)}"
        assert (legend in render.text(state, language=language)) is mapped_mine


@pytest.mark.slow
def test_the_end_of_the_game_is_in_both_pictures() -> None:
    """Both pictures of a game that is over say so."""
    over = attrs.evolve(table(), is_over=True, turn=None)
    assert "The game is over" in render.svg(over)
    assert "The game is over" in render.text(over)


@pytest.mark.slow
@pytest.mark.parametrize("moves", [0, 300])
def test_face_down_pieces_are_not_drawn(moves: int) -> None:
    """RULES 12: the pictures of a state and of its public view are the same."""
    state = table(moves=moves)
    for layout in LAYOUTS:
        assert render.svg(state, layout=layout) == render.svg(state.public(), layout=layout)
    assert render.text(state) == render.text(state.public())


def test_an_unknown_language_is_refused() -> None:
    """The message names the language."""
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        render.svg(table(), language="fr")
    with pytest.raises(ms.MisuseError, match="language: expected one of en, pl, de, got 'fr'"):
        render.text(table(), language="fr")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_text_keeps_within_80_columns(players: int, language: str) -> None:
    """No line is longer than 80 columns, and colours change only the colours."""
    for moves in (0, 150, 700):
        state = table(players, moves)
        text = render.text(state, language=language)
        assert max(len(line) for line in text.splitlines()) <= 80
        coloured = render.text(state, language=language, color=True)
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text


def test_a_building_of_an_extension_is_drawn() -> None:
    """An unknown building is shown by its name, with its assistant."""
    ruleset = attrs.evolve(
        ms.STANDARD, name="with a smithy", buildings=(*ms.STANDARD.buildings, Building("salt_mill", True))
    )
    state = ms.new_game(NAMES, seed=1, ruleset=ruleset)
    helped = attrs.evolve(state, assistant_seats=(None, None, None, None, 2))
    for show in (drawn, render.text):
        assert "salt mill" in show(state).lower()
        assert show(state) != show(helped)
