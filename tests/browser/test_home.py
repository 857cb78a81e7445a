"""The home page: from one tap to the first board, the tables of a visitor, and the form behind More options."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from tests.amounts import scale
from tests.browser.guests import PHONE, Guest

Coming = Callable[..., Guest]


def time_to_board(guest: Guest, button: str) -> float:
    """Tap a button of the home page, and return the seconds until the board is visible."""
    guest.visit("/")
    guest.page.locator(button).wait_for()
    begun = time.perf_counter()
    guest.page.locator(button).click()
    guest.page.wait_for_url("**/t/*")
    guest.page.locator("#board svg").wait_for()
    return time.perf_counter() - begun


# Unlike the other tests in the browser, this one is not long, so that `.ci/run` opens the page and plays a game.
@pytest.mark.slow
def test_one_tap_to_the_first_board(come: Coming, capsys: pytest.CaptureFixture[str]) -> None:
    """Play now opens a game against the weakest bot, because the player is new. The test prints the time."""
    guest = come()
    seconds = [time_to_board(guest, "#play-now") for _ in range(scale(3))]
    with capsys.disabled():
        print("\nseconds to the first board:", " ".join(f"{value:.2f}" for value in seconds))  # noqa: T201  # a figure
    news = guest.news()
    assert [chair["player"] for chair in news["chairs"]] == ["human", "novice"]
    assert news["chairs"][0]["is_yours"]
    assert min(seconds) < 10  # something hangs


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_everything_fits_on_a_phone(come: Coming, language: str) -> None:
    """The three buttons are on the first screen, nothing is wider than the screen, and the picture is there."""
    guest = come(language, viewport=PHONE)
    guest.visit("/")
    guest.page.locator(".poster svg").wait_for()
    for button in ("#play-now", "#learn", "#with-friends"):
        box = guest.page.locator(button).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]
    assert guest.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert guest.page.locator(".my-tables").inner_text().endswith(guest.words("no_tables"))


@pytest.mark.long
def test_the_picture_has_the_colours_of_the_theme(come: Coming) -> None:
    """The picture changes its colours with the page."""
    guest = come()
    guest.visit("/")
    guest.page.locator(".poster svg").wait_for()
    colour = "getComputedStyle(document.querySelector('.poster .ms-page')).fill"
    light = guest.page.evaluate(colour)
    guest.page.locator("#menu-button").click()
    guest.page.locator("#theme").select_option("dark")
    assert guest.page.evaluate(colour) != light


@pytest.mark.long
def test_play_with_friends(come: Coming) -> None:
    """One tap opens a table with a seat for a friend, and shows its link and QR code."""
    guest, friend = come(), come("de")
    time_to_board(guest, "#with-friends")
    guest.page.locator("#dialog[open] .invitation").first.wait_for()
    code = guest.page.locator("#dialog img.qr").first
    code.wait_for()
    assert code.evaluate("async (code) => { await code.decode(); return code.naturalWidth; }") > 0
    friend.come_by(guest.links()[1] or "")
    assert friend.news()["chairs"][1]["is_yours"]
    guest.visit("/")
    guest.page.locator(".tables a").first.click()
    guest.page.wait_for_url("**/t/*")


@pytest.mark.long
def test_the_name_is_remembered(come: Coming) -> None:
    """A name in the form is the default of later visits, also for the table that one tap opens."""
    guest = come()
    guest.visit("/")
    guest.page.locator(".more > summary").click()
    guest.page.locator(".seats .name").first.fill("Cleo")
    guest.page.locator("#open-table").click()
    guest.page.wait_for_url("**/t/*")
    time_to_board(guest, "#play-now")
    assert [chair["name"] for chair in guest.news()["chairs"]] == ["Cleo", "Ada"]
