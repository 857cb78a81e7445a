"""The layout of the table: what fits a screen, how large words are, and that nothing moves when a question changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.guests import PHONE, Guest

pytestmark = pytest.mark.long

LAPTOP = {"width": 1280, "height": 800}
MOBILE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SMALLEST = 11
"""The minimum height of letters on the board, in CSS pixels."""
WORDS = """name => {
  const svg = document.querySelector(`[data-picture="${name}"] svg`);
  return [...svg.querySelectorAll("text")]
    .filter(text => text.textContent.trim() && text.getClientRects().length)
    .map(text => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a]);
}"""
"""A script that returns each text of a picture with its size on the screen."""
SHIFTS = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => (sum += entry.value)))
    .observe({ type: "layout-shift", buffered: false });
  window.shifted = () => sum;
  done();
})"""


def at_table(come: Callable[..., Guest], *players: str, **options: Any) -> Guest:
    """Return a guest with the turn at a table, after a few moves."""
    guest = come(**options)
    guest.sit_at(*players)
    for _ in range(6):
        guest.move()
    guest.sees(guest.has_turn()["number"])
    guest.page.locator("#choosing h2").wait_for()
    return guest


@pytest.mark.parametrize("players", [("here", "novice"), ("here", "novice", "novice", "novice")])
def test_the_board_fits_a_laptop(players: tuple[str, ...], come: Callable[..., Guest]) -> None:
    """At 1280 x 800 nothing scrolls but the log and the question, and words on the board are large enough."""
    guest = at_table(come, *players, viewport=LAPTOP)
    box = guest.page.locator("[data-picture='board'] svg").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= LAPTOP["height"]
    assert guest.page.evaluate("document.documentElement.scrollHeight") == LAPTOP["height"]
    for name in ("board", "panels"):
        sizes = [(round(size, 1), text) for text, size in guest.page.evaluate(WORDS, name)]
        assert min(sizes)[0] >= SMALLEST, min(sizes)
    question = guest.page.locator("#ask")
    assert question.evaluate("here => here.querySelector('.answers').offsetHeight <= here.clientHeight")


def test_the_mine_and_the_town_fit_a_phone(come: Callable[..., Guest]) -> None:
    """At 390 x 844 each view fits above the question, and words are large enough."""
    guest = at_table(come, "here", "novice", "novice", "novice", **MOBILE)
    for view in ("mine", "town"):
        guest.page.locator(f"#views [data-view='{view}']").tap()
        picture = guest.page.locator(f"[data-picture='{view}']")
        picture.wait_for()
        box, sheet = picture.bounding_box(), guest.page.locator("#ask").bounding_box()
        assert box is not None
        assert sheet is not None
        assert box["y"] + box["height"] <= sheet["y"] + 1
        assert sheet["height"] >= 160
        assert guest.page.evaluate("document.documentElement.scrollHeight") == PHONE["height"]
        sizes = [(round(size, 1), text) for text, size in guest.page.evaluate(WORDS, view)]
        assert min(sizes)[0] >= SMALLEST, min(sizes)


@pytest.mark.parametrize("options", [{"viewport": LAPTOP}, MOBILE], ids=["laptop", "phone"])
def test_nothing_moves_when_a_question_changes(options: dict[str, Any], come: Callable[..., Guest]) -> None:
    """The browser measures no layout shift between the first question, the next one, and the way back."""
    guest = at_table(come, "here", "novice", **options)
    guest.page.evaluate(SHIFTS)
    boards = []
    for _ in range(2):
        guest.page.locator("#choosing button.answer").filter(has_text=" …").first.click()
        guest.page.locator("#choosing button.back").wait_for()
        boards.append(guest.page.locator("#boardside").bounding_box())
        guest.page.locator("#choosing button.back").click()
        guest.page.locator("#choosing .answers.first").wait_for()
        boards.append(guest.page.locator("#boardside").bounding_box())
    assert boards == [boards[0]] * len(boards)
    assert guest.page.evaluate("window.shifted()") < 0.01


def test_a_phone_shows_where_the_question_is(come: Callable[..., Guest]) -> None:
    """A question about the town shows the town, and one about the mine shows the mine."""
    guest = come(**MOBILE)
    guest.sit_at("here", "novice")  # in the first turn, everybody can visit the workshop and the market
    guest.sees(guest.has_turn()["number"])
    in_town = re.compile("Visit the (workshop|market) …")
    guest.page.locator("#choosing button.answer").filter(has_text=in_town).first.tap()
    guest.page.locator("body[data-view='town']").wait_for()
    guest.page.locator("#choosing button.back").tap()
    guest.page.locator("#views [data-view='mine']").tap()
    guest.page.locator("body[data-view='mine']").wait_for()


def test_a_swipe_shows_the_next_picture(come: Callable[..., Guest]) -> None:
    """A swipe to the left goes from the mine to the town, and a swipe to the right goes back."""
    guest = at_table(come, "here", "novice", **MOBILE)
    touches = guest.context.new_cdp_session(guest.page)
    for start, end, view in ((300, 120, "town"), (120, 300, "mine")):
        points = [{"x": x, "y": 300} for x in (start, (start + end) / 2, end)]
        touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
        for point in points[1:]:
            touches.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        guest.page.locator(f"body[data-view='{view}']").wait_for()


def test_spectators_see_no_dead_tools(come: Callable[..., Guest]) -> None:
    """A spectator sees whose turn it is, and no buttons for moves."""
    host, onlooker = come(), come()
    host.sit_at("here", "novice")
    onlooker.come_by(host.links()[None])
    for tool in ("undo", "redo", "hint", "end"):
        assert onlooker.page.locator(f"#tool-{tool}").is_hidden()
    assert "Ada" in onlooker.page.locator("#waiting").inner_text() + onlooker.page.locator("#turn").inner_text()
