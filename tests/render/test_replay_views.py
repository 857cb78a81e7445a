"""The data of a replay: pictures in pieces, moves in words, and what it refuses."""

from __future__ import annotations

from itertools import repeat
from typing import Any

import pytest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.render.replay_views import MOST_MOVES, pack_pictures, replay_data
from magnum_sal.words import LANGUAGES


@pytest.fixture(scope="module")
def game() -> ms.Game:
    """Play a few moves."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for _ in range(5):
        game.play(ms.legal_moves(game.state)[0])
    return game


def picture_at(strip: dict[str, Any], number: int) -> str:
    """Put a picture together as the viewer does."""
    return "".join(strip["pieces"][piece] for piece in strip["frames"][number])


def test_pictures_are_kept_whole() -> None:
    """The pieces of a picture give the same picture, and equal pieces are stored once."""
    pictures = ['<svg><g id="a">1</g><g>2</g></svg>', '<svg><g id="a">1</g><g>3</g></svg>']
    packed = pack_pictures(pictures)
    assert [picture_at(packed, number) for number in range(2)] == pictures
    assert len(packed["pieces"]) == len(set(packed["pieces"])) < sum(map(len, packed["frames"]))


def test_moves_have_the_numbers_of_the_game(game: ms.Game) -> None:
    """A piece that was turned up at a real table counts as a move, as in ``Game.at``. Steps count from 1."""
    assert [move["number"] for move in replay_data(game, views=())["moves"]] == [1, 2, 3, 4, 5]
    table = ms.Game.open_table(["Ada", "Ben"])
    for piece in ("BB=9", "BG=11", "GG=13", "rope", "cart", "food"):
        table.reveal(piece)
    table.play("workshop rope")
    table.reveal("bucket")
    table.play("inn")
    assert [move["number"] for move in replay_data(table, views=())["moves"]] == [7, 9]
    assert [move["number"] for move in replay_data(table.steps(), views=())["moves"]] == [1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("view", ["wide", "narrow"])
def test_every_position_has_its_pictures(game: ms.Game, view: Any) -> None:
    """There is a picture of the first position and one after each move, with the marks of the move."""
    strips = replay_data(game, views=[view])["views"][view]
    steps = list(game.steps())
    for strip in strips:
        assert len(strip["frames"]) == len(steps) + 1
    mine = next(strip for strip in strips if strip["layout"] in ("mine", "board"))
    for number, step in enumerate(steps, start=1):
        drawn = picture_at(mine, number)
        places = render.svg(step.after, layout=mine["layout"], size=390 if view == "narrow" else None).places
        assert all(f'data-place="{place}"' in drawn for place in places)
        assert "ms-marks" in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_replay(game: ms.Game, language: str) -> None:
    """The moves, the headings and the words of the viewer are in the requested language."""
    data = replay_data(game, language=language, views=())
    assert data["language"] == language
    assert [move["who"] for move in data["moves"]] == [
        f"{'AB'[step.seat]} {'Ada' if step.seat == 0 else 'Ben'}" for step in game.steps()
    ]
    assert data["moves"][0]["heading"].startswith({"en": "Phase I", "pl": "Faza I", "de": "Phase I"}[language])
    assert data["moves"][0]["heading"] != data["moves"][1]["heading"]
    assert data["words"]["replay_play"] == {"en": "Play", "pl": "Odtwarzaj", "de": "Abspielen"}[language]
    assert data["phases"] == [(0, "I")]


def test_events_of_a_replay_are_public(game: ms.Game) -> None:
    """The data contains only events that every player has seen."""
    told = [event for move in replay_data(game, views=())["moves"] for event in move["events"]]
    assert told == [ms.to_dict(event) for step in game.steps() for event in step.events]
    assert not {"tile_seen", "game_started"} & {event["type"] for event in told}


def test_an_early_end_is_described() -> None:
    """END-1: the reason of a game that was ended by agreement is part of the ending."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    game.play(ms.legal_moves(game.state)[0])
    assert replay_data(game, views=())["ending"] == []
    game.end("supper")
    assert replay_data(game, views=())["ending"] == ["Ended early: supper"]
    pictures = replay_data(game, views=["wide"])["views"]["wide"][0]
    shown = ["".join(pictures["pieces"][piece] for piece in frame) for frame in pictures["frames"]]
    assert ["Ended early: supper" in picture for picture in shown] == [False, True]


def test_chances_are_percentages(game: ms.Game) -> None:
    """The graph needs whole percentages, one entry for each position."""
    assert replay_data(game, views=())["chances"] is None
    data = replay_data(game, chances=[(0.254, 0.746)] * 6, views=())
    assert data["chances"] == [[25, 75]] * 6


@pytest.mark.parametrize(
    ("chances", "words"),
    [
        ([(0.5, 0.5)] * 5, "one entry for each of the 6 positions"),
        ([(0.5, 0.5)] * 5 + [(1.0,)], "expected 2 numbers from 0 to 1"),
        ([(0.5, 0.5)] * 5 + [(0.5, 1.5)], "expected 2 numbers from 0 to 1"),
        ([(0.5, 0.5)] * 5 + [(0.5, float("nan"))], "expected 2 numbers from 0 to 1"),
        ("chances", "one entry for each of the 6 positions"),
    ],
)
def test_invalid_chances(game: ms.Game, chances: Any, words: str) -> None:
    """Chances that do not fit the game are refused."""
    with pytest.raises(ms.MisuseError, match=words):
        replay_data(game, chances=chances)


def test_games_that_cannot_be_shown(game: ms.Game) -> None:
    """A game without moves, a game with too many, and anything else are refused, even an endless iterable."""
    step = next(game.steps())
    with pytest.raises(ms.MisuseError, match="no moves"):
        replay_data(ms.Game.new(["Ada", "Ben"], seed=7))
    with pytest.raises(ms.MisuseError, match=f"more than {MOST_MOVES} moves"):
        replay_data(repeat(step))
    for wrong in (None, 3, ["step"], game.state):
        with pytest.raises(ms.MisuseError, match="expected a Game or its steps"):
            replay_data(wrong)  # type: ignore[arg-type] # the test passes invalid arguments
    with pytest.raises(ms.MisuseError, match="language"):
        replay_data(game, language="xx", views=())


def test_steps_must_follow_each_other(game: ms.Game) -> None:
    """Steps in another order, or with a gap, are refused. Those of a game with undone moves or of its log are not."""
    steps = list(game.steps())
    with pytest.raises(ms.MisuseError, match=r"game: step 2, .*, does not start from the position after step 1"):
        replay_data(list(reversed(steps)), views=())
    with pytest.raises(ms.MisuseError, match=r"game: step 3, .*, does not start from the position after step 2"):
        replay_data([*steps[:2], *steps[3:]], views=())
    other = ms.Game.new(["Ada", "Ben"], seed=7)
    for choice in (0, 0, 1, 0):
        other.play(ms.legal_moves(other.state)[choice])
        if choice:
            other.undo()
    read = ms.Game.from_log("".join(other.log.lines()).encode())
    for shown in (other, list(other.steps()), list(read.steps()), steps[1:4]):
        assert replay_data(shown, views=())["moves"]
