"""Enlarging a picture with fingers, the wheel and double taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.browser.boards import build, touch
from tests.browser.guests import PHONE, Guest

import magnum_sal as ms

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

OPENING = ms.new_game(["Ada", "Ben"], seed=7)
SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('#mine > div')).transform).a"


@pytest.fixture
def phone(come: Callable[..., Guest]) -> Page:
    """Return a phone that shows the mine."""
    page = build(come(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"), OPENING)
    page.evaluate("for (const id of ['#players', '#tab']) document.querySelector(id).style.display = 'none'")
    page.evaluate("document.querySelector('#mine').style.width = '390px'")
    return page


def middle(page: Page, place: str) -> tuple[float, float]:
    """Return the middle of a place on the screen."""
    box = page.locator(f"#mine [data-place='{place}'] > .ms-hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pinch(page: Page, place: str, start: float, end: float) -> None:
    """Move two fingers around a place from one distance to the other, in pixels."""
    x, y = middle(page, place)
    steps = [start + (end - start) * step / 8 for step in range(9)]
    touch(page, *([(x - apart / 2, y), (x + apart / 2, y)] for apart in steps))


def tap(page: Page, place: str) -> None:
    """Tap a place with a finger."""
    page.touchscreen.tap(*middle(page, place))


def test_two_fingers_enlarge_the_picture_by_their_distance(phone: Page) -> None:
    """The place between the fingers stays there, and the board hears of no tap."""
    before = middle(phone, "S3")
    pinch(phone, "S3", 60, 150)
    assert phone.evaluate(SCALE) == pytest.approx(2.5, abs=0.3)
    assert middle(phone, "S3") == pytest.approx(before, abs=12)
    pinch(phone, "S3", 150, 40)
    assert phone.evaluate(SCALE) == 1
    assert phone.evaluate("taps") == []


def test_one_finger_moves_the_enlarged_picture(phone: Page) -> None:
    """The picture follows the finger up to its edge; a tap after that is a tap again."""
    pinch(phone, "S3", 60, 150)
    (x, y), steps = middle(phone, "S3"), [float(step) for step in range(1, 9)]
    touch(phone, *([(x - 8 * step, y - 8 * step)] for step in steps))
    moved = middle(phone, "S3")
    assert (x - moved[0], y - moved[1]) == pytest.approx((56, 56), abs=12)
    touch(phone, *([(100 + 40 * step, 200.0)] for step in steps))
    left = phone.locator("#mine > div").bounding_box()
    assert left is not None
    assert left["x"] <= 1
    assert phone.evaluate("taps") == []
    phone.wait_for_timeout(400)
    there = phone.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('[data-place]').dataset.place", [200, 200]
    )
    phone.touchscreen.tap(200, 200)
    phone.wait_for_function("() => taps.length")
    assert phone.evaluate("taps") == [there]


def test_a_double_tap_enlarges_and_shows_the_whole_picture_again(phone: Page) -> None:
    """The first tap acts at once, and the second one only enlarges."""
    for expected in (2.4, 1):
        for _ in range(30):  # on a busy machine, two taps may be too far apart to count as a double tap
            phone.evaluate("taps.length = 0")
            there = middle(phone, "1L1")
            phone.touchscreen.tap(*there)
            phone.touchscreen.tap(*there)
            phone.wait_for_timeout(500)
            if abs(phone.evaluate(SCALE) - expected) < 0.01:
                break
        assert phone.evaluate(SCALE) == pytest.approx(expected, abs=0.01)
        assert phone.evaluate("taps") == ["1L1"]
        phone.wait_for_timeout(400)


def test_a_second_tap_on_a_marked_place_is_a_tap(phone: Page) -> None:
    """A player may tap a place that can be chosen twice in a row to choose and to confirm it."""
    phone.evaluate("board.mark({ can: ['1L1'] })")
    tap(phone, "1L1")
    tap(phone, "1L1")
    phone.wait_for_function("() => taps.length === 2")
    assert phone.evaluate(SCALE) == 1


def test_only_the_wheel_with_ctrl_enlarges_on_a_desktop(come: Callable[..., Guest]) -> None:
    """The wheel alone scrolls the page, and dragging moves only an enlarged picture."""
    page = build(come(), OPENING)
    page.mouse.move(*middle(page, "S3"))
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(400)
    assert page.evaluate(SCALE) == 1
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function(f"() => {SCALE} > 1.2")
    x, y = middle(page, "S3")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y - 20, steps=4)
    page.mouse.up()
    assert middle(page, "S3") == pytest.approx((x - 30, y - 20), abs=2)
    assert page.evaluate("taps") == []
    page.wait_for_timeout(50)
    page.mouse.click(*middle(page, "S3"))
    assert page.evaluate("taps") == ["S3"]
