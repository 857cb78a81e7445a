"""The page's ``table.js`` with answers of a test. It runs in Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow


def play(modules: Path, scene: str) -> dict[str, Any]:
    """Return what the page does in a scene of ``table_page.mjs``."""
    script = Path(__file__).with_name("table_page.mjs")
    run = subprocess.run(["node", script, modules, scene], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize(
    ("scene", "question"),
    [("news during a playback", "question 6"), ("newer moves during a playback", "question 7")],
)
def test_news_during_a_playback_does_not_lose_the_question(modules: Path, scene: str, question: str) -> None:
    """Once the board shows the latest position, the page asks for a move, whatever news has arrived in the meantime."""
    assert play(modules, scene) == {"done": [question], "shown": []}


def test_news_during_the_last_playback_does_not_lose_the_end(modules: Path) -> None:
    """The dialog about the end of the game opens once, after the last move."""
    assert play(modules, "news during the last playback") == {"done": [], "shown": ["dialog end"]}


def test_a_question_belongs_to_the_position_before_until_the_history_arrives(modules: Path) -> None:
    """A move that was chosen before a reconnection is sent with the number of its position, so it can be refused."""
    assert play(modules, "waiting for the history")["done"] == ["sent 5", "sent 8"]


def test_new_trouble_is_shown_once_and_without_a_move(modules: Path) -> None:
    """The page shows the trouble of a table when it begins, although no move has been made."""
    assert play(modules, "trouble without a move")["shown"] == ["no space", "no space"]


def test_trouble_is_shown_although_the_next_move_follows_quickly(modules: Path) -> None:
    """A second bot may move while the failed move of the first one is animated."""
    assert play(modules, "trouble during a playback")["shown"] == ["a bot failed"]


@pytest.mark.parametrize(
    ("scene", "shown_again"),
    [
        ("an earlier position whose moves were undone", ["mark 5", 5]),
        ("an earlier position after a new connection", ["mark 5", 5]),
        ("an earlier position whose moves stay", []),
    ],
)
def test_an_earlier_position_whose_moves_changed_is_shown_again(
    modules: Path, scene: str, shown_again: list[object]
) -> None:
    """The page marks the entry of the log, and loads the pictures of the position after the new moves."""
    assert play(modules, scene)["done"] == shown_again


def test_the_slider_skips_positions_while_pictures_load(modules: Path) -> None:
    """After the first position, only the one at which the slider stops is requested."""
    assert play(modules, "the slider") == {"done": [1, 4, "shown 4"], "shown": []}


def test_pictures_that_come_too_fast_are_requested_once_more(modules: Path) -> None:
    """The page repeats a refused request after a second. If that is refused, too, the reader sees the reason."""
    assert play(modules, "too many pictures") == {"done": [1], "shown": ["too fast "]}
    assert play(modules, "too many pictures before another position") == {"done": ["mark 2", 2], "shown": []}
