"""The moves of others play one after another, at a pace that a person can follow."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from tests.browser.guests import PHONE, WATCH, Guest

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.long

LEAST = 600
"""The minimum time in milliseconds for which each move of a bot is visible."""


def at_table(come: Callable[..., Guest], speed: float) -> Guest:
    """Return a guest with the turn at a table with three bots."""
    guest = come()
    guest.animate(speed)
    guest.sit_at("here", "novice", "novice", "novice")
    guest.has_turn()
    guest.page.locator("#choosing h2").wait_for()
    return guest


def test_each_move_of_a_bot_can_be_seen(come: Callable[..., Guest]) -> None:
    """Every position is shown, none for less than 0.6 seconds, and each move of a bot is announced."""
    guest = at_table(come, 1)
    guest.page.evaluate(WATCH)
    before = guest.news()["steps"]
    guest.move()
    guest.sees(guest.has_turn()["number"])
    guest.page.locator("#choosing h2").wait_for()
    seen = guest.page.evaluate("window.seen")
    steps = guest.news()["steps"]
    assert [at for at, _, _ in seen] == list(range(before + 1, steps + 1))
    assert all(told for _, _, told in seen)
    own = before + 1  # the guest's own move needs no time to be read
    times = [later - time for (at, time, _), (_, later, _) in pairwise(seen) if at != own]
    assert min(times) >= LEAST


def test_a_move_whose_picture_comes_too_late_is_still_shown(come: Callable[..., Guest]) -> None:
    """If a bot has moved on before the server drew the guest's own move, the board shows both moves in turn."""
    guest = at_table(come, 1)
    guest.page.evaluate(WATCH)
    before = guest.news()["steps"]
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if not refused and f"at={before + 1}&" in route.request.url:
            refused.append(route.request.url)
            route.fulfill(status=409, json={"code": "stale", "error": "look again"})
        else:
            route.continue_()

    guest.page.route("**/board.svg?*", refuse_once)
    guest.move()
    guest.sees(guest.has_turn()["number"])
    guest.page.locator("#choosing h2").wait_for()
    assert refused
    seen = guest.page.evaluate("window.seen")
    assert [at for at, _, _ in seen] == list(range(before + 1, guest.news()["steps"] + 1))


def test_skipping_shows_the_latest_position(come: Callable[..., Guest]) -> None:
    """One tap on Skip ends the playback, and the page asks for the next move."""
    guest = at_table(come, 0.5)
    guest.page.evaluate("localStorage.speed = '0.1'")  # Otherwise the playback may end before the tap.
    guest.page.evaluate(WATCH)
    guest.move()
    steps = guest.has_turn()["steps"]
    guest.page.locator("#skip").click()
    guest.page.locator(f"#board[data-at='{steps}']").wait_for()
    guest.page.locator("#choosing h2").wait_for()
    shown = [at for at, _, _ in guest.page.evaluate("window.seen")]
    assert shown[1:] == [steps]  # No further move plays after the one during which the tap came.


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_skip_is_always_on_the_screen(come: Callable[..., Guest], language: str) -> None:
    """On a phone, the row of tools can be wider than the screen, but nobody has to scroll to *Skip*."""
    guest = come(language, viewport=PHONE)
    guest.animate(0.1)
    guest.sit_at("here", "novice", "novice", "novice")
    guest.move()
    box = guest.page.locator("#skip").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]


def test_nothing_is_played_back_without_motion(come: Callable[..., Guest]) -> None:
    """A browser that asks for less motion shows the latest position at once."""
    guest = come(reduced_motion="reduce")
    guest.animate(1)
    guest.sit_at("here", "novice", "novice", "novice")
    guest.move()
    news = guest.has_turn()
    guest.page.locator(f"#board[data-at='{news['steps']}']").wait_for()
    guest.page.locator("#choosing h2").wait_for()


def test_a_move_is_undone_before_the_board_shows_it(come: Callable[..., Guest]) -> None:
    """The board shows the position that remains, although the picture with the move may not have arrived yet."""
    guest = come()
    guest.sit_at("here", "here")
    guest.page.locator("#choosing h2").wait_for()
    # The pictures wait until the move and its undo have been made.
    guest.page.route("**/board.svg?*", lambda route: route.continue_())
    number = guest.news()["number"]
    guest.move()
    guest.asked(f"/api/tables/{guest.table}", {"type": "undo", "number": number + 1})
    guest.sees(number + 2)
    guest.page.locator("#board[data-at='0']").wait_for()
    guest.page.locator("#choosing:not([aria-busy=true]) h2").wait_for()
