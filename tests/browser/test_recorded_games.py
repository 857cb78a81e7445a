"""A log that is dropped or chosen: its game goes on at a new table, on a server and on a page without one."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from tests.browser.guests import PHONE, Guest
from tests.browser.players import ByMouse

import magnum_sal as ms

pytestmark = pytest.mark.long

MOVES = 7
RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id }) => id)"
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Record the beginning of a game, of which two moves are undone, and return its public log."""
    game = ms.Game.new(["Zoe", "Yan"], seed=3)
    for _ in range(MOVES + 2):
        game.play(ms.sensible_moves(game.state)[0])
    game.undo(to=MOVES)
    path = tmp_path / "game.jsonl"
    game.log.public().save(path)
    game.log.close()
    return path


@pytest.mark.parametrize("size", SIZES)
def test_a_game_goes_on(size: str, come_to_play: Callable[..., Guest], log: Path) -> None:
    """The new table has the moves of the file, plays on, undoes, and its log begins with the file."""
    guest = come_to_play("en", **SIZES[size])
    guest.visit("/")
    guest.page.locator("#choose-log").wait_for()
    guest.choose_log(log)
    dialog = guest.page.locator("#dialog[open]")
    assert "Zoe, Yan" in dialog.inner_text()
    assert guest.words("log_dealt") in dialog.inner_text()
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    guest.page.evaluate(axe)
    assert guest.page.evaluate(RUN) == []
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for seat in range(2):
        dialog.locator(f'[data-seat="{seat}"] select').select_option("here")
    guest.page.locator("#continue-log").click()
    guest.page.wait_for_url("**/t/*")
    guest.sees(MOVES + 3)
    assert len(guest.log()) == MOVES
    assert [chair["name"] for chair in guest.news()["chairs"]] == ["Zoe", "Yan"]
    guest.sees(guest.move())
    number = guest.move()
    guest.sees(number)
    assert len(guest.log()) == MOVES + 2
    guest.page.reload()
    guest.sees(number)
    guest.tool("undo")
    guest.page.wait_for_function("most => document.querySelectorAll('#log > li').length < most", arg=MOVES + 2)
    text = guest.log_text()
    assert text.startswith(log.read_text("utf-8"))
    assert len(text.splitlines()) == MOVES + 3 + 1 + 3
    ms.Game.from_log(text.encode())


def test_a_bot_plays_on(come_to_play: Callable[..., Guest], log: Path) -> None:
    """The page proposes that the person makes the next move and a bot plays the other seat."""
    guest = come_to_play("pl")
    guest.visit("/")
    guest.page.locator("#choose-log").wait_for()
    guest.choose_log(log)
    guest.page.locator("#continue-log").click()
    guest.page.wait_for_url("**/t/*")
    guest.sees(MOVES + 3)
    assert sorted(chair["player"] for chair in guest.news()["chairs"]) == ["human", "novice"]
    ByMouse(guest).play()
    guest.has_turn()
    guest.tool("hint")
    guest.page.locator("#hints li button.hint").first.wait_for()


def test_a_finished_game_is_only_watched(come_to_play: Callable[..., Guest], tmp_path: Path) -> None:
    """Of a game that is over, the page offers the replay."""
    game = ms.Game.new(["Zoe", "Yan"], seed=3, log=tmp_path / "over.jsonl")
    game.play(ms.sensible_moves(game.state)[0])
    game.end("the last bus leaves")
    game.log.close()
    guest = come_to_play("de")
    guest.visit("/")
    guest.page.locator("#choose-log").wait_for()
    guest.choose_log(tmp_path / "over.jsonl")
    assert guest.page.locator("#continue-log").count() == 0
    assert "the last bus leaves" in guest.page.locator("#dialog").inner_text()
    guest.page.locator("#watch-log").click()
    guest.page.locator(".replay-picture svg").first.wait_for()


def test_a_file_that_is_not_a_log(come_to_play: Callable[..., Guest], tmp_path: Path) -> None:
    """A sentence says what is wrong, and the page goes on."""
    notes = tmp_path / "notes.jsonl"
    notes.write_text("groceries\n", encoding="utf-8")
    guest = come_to_play()
    guest.visit("/")
    guest.page.locator("#choose-log").wait_for()
    guest.page.locator("#replay-file").set_input_files(notes)
    guest.page.locator("#notice").filter(has_text="is this file the log of a game?").wait_for()
    assert not guest.page.locator("#dialog").is_visible()
