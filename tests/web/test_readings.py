"""The readings of a table and their refusals. A local page answers with the same functions as a server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.local_page import LocalPage


@pytest.fixture
def page() -> LocalPage:
    """Return a page with an empty storage."""
    return LocalPage()


def test_the_news_since_a_known_position(page: LocalPage) -> None:
    """With ``known``, the news list the moves since then; without it, they list none."""
    table = page.open("here", "here", position="public")
    for _ in range(3):
        page.play(table)
    known = page.ask(table, "news", known=1)
    assert (known["kept"], [step["step"] for step in known["happened"]]) == (1, [2, 3])
    assert (page.news(table)["kept"], page.news(table)["happened"]) == (3, [])


@pytest.mark.parametrize(
    ("name", "parameters", "code", "told"),
    [
        ("board", {"size": 0}, "misuse", "size: expected a whole number from 1 to"),
        ("board", {"size": 100_001}, "misuse", "size: expected a whole number from 1 to"),
        ("board", {"layout": "round"}, "misuse", "round"),
        ("board", {"number": 7}, "stale", "number: 7 is not the current position, which is 0"),
        ("board", {"at": 5}, "stale", "at: expected at most 0 moves, got 5"),
        ("share", {"at": 5}, "stale", "at: expected at most 0 moves, got 5"),
    ],
)
def test_what_is_refused(page: LocalPage, name: str, parameters: dict[str, Any], code: str, told: str) -> None:
    """A page that caches a picture by its number must never get a picture of another position."""
    said = page.ask(page.open("here", "here", position="public"), name, **parameters)
    assert said["code"] == code
    assert told in said["sentence"]


def test_the_history_from_a_move(page: LocalPage) -> None:
    """The history begins with the move ``first``, and a number below 1 means the whole game."""
    table = page.open("here", "here", position="public")
    for _ in range(3):
        page.play(table)
    for first, steps in ((0, [1, 2, 3]), (1, [1, 2, 3]), (3, [3]), (4, [])):
        said = page.ask(table, "history", first=first)
        assert [step["step"] for step in said["steps"]] == steps


def test_the_size_of_a_picture(page: LocalPage) -> None:
    """Another size is another picture."""
    table = page.open("here", "here", position="public")
    pictures = {page.ask(table, "board", layout="board", size=size) for size in (600, 900)}
    assert len(pictures) == 2


def test_a_picture_shows_the_agreed_end(page: LocalPage) -> None:
    """END-1: the picture of the last position says why the game was ended, and earlier pictures do not."""
    table = page.open("here", "here", position="public")
    page.play(table)
    assert "Ended early" not in page.ask(table, "board")
    page.act(table, "end")
    assert "Ended early: agreed by " in page.ask(table, "board")
    assert "Ended early" not in page.ask(table, "board", at=0)


@pytest.mark.slow
def test_the_panel_of_the_player_to_move_comes_first(page: LocalPage) -> None:
    """In a browser that plays several seats, the picture begins with the player to move."""
    table = page.open("here", "here", position="public")
    seats = set()
    for _ in range(4):
        picture = page.ask(table, "board")
        panels = re.findall(r'id="ms-wide-player-([01])"', picture)
        assert panels[0] == str(page.game(table).state.turn_seat)
        seats.update(panels[:1])
        page.play(table)
    assert seats == {"0", "1"}
