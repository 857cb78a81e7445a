"""The home page: from one tap to the first board, the tables of a visitor, and the form behind More options."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.amounts import scale
from tests.browser.guests import PHONE, Guest
from tests.serving import ServedTables

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
def test_a_kept_page_is_loaded_again(come: Coming) -> None:
    """The home page can be used again after the Back button, even if the browser has kept it as it was left."""
    guest = come()
    guest.visit("/")
    play = guest.page.locator("#play-now")
    play.evaluate("button => { button.disabled = true; }")
    with guest.page.expect_navigation():
        guest.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert play.is_enabled()


@pytest.mark.long
def test_a_link_can_choose_the_language(come: Coming) -> None:
    """The language is kept for later visits, as one of the menu is. An unknown language changes nothing."""
    guest = come()
    spoken = guest.page.locator("html")
    for query, language in (("?language=pl", "pl"), ("", "pl"), ("?language=xx", "pl"), ("?language=de&x=1", "de")):
        guest.visit("/" + query)
        guest.page.locator(".poster svg").wait_for()
        assert spoken.get_attribute("lang") == guest.page.locator("#language").input_value() == language
        assert "language" not in guest.page.url
    assert guest.page.url.endswith("/?x=1")


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


@pytest.mark.long
def test_names_are_not_offered_twice(come: Coming) -> None:
    """The proposed names differ, however the player's name is written, and also after a seat was removed."""
    guest = come()
    guest.visit("/")
    guest.page.evaluate("localStorage.setItem('name', ' ada ')")
    names = guest.page.locator(".seats .name")
    guest.visit("/")
    guest.page.locator(".more > summary").click()
    guest.page.locator("#add-seat").click()
    guest.page.locator(".seats .remove").nth(1).click()
    guest.page.locator("#add-seat").click()
    assert [names.nth(seat).input_value() for seat in range(3)] == ["ada", "Cleo", "Ben"]
    guest.page.locator(".seats .name").first.fill("   ")
    guest.page.locator("#open-table").click()
    guest.page.locator("#notice:visible").wait_for()
    assert guest.page.evaluate("localStorage.getItem('name')") == " ada "
    time_to_board(guest, "#play-now")
    assert [chair["name"] for chair in guest.news()["chairs"]] == ["ada", "Ben"]


@pytest.mark.long
def test_the_variants_of_the_server_are_preselected(chromium: Browser, tmp_path: Path) -> None:
    """A variant of the server can be turned off, and stays on if another one is turned on."""
    with ServedTables(tmp_path, "--mapped-mine") as tables:
        guest = Guest.coming(chromium, tables.address, "en")
        for changed, expected in (
            ("", {"mapped_mine"}),
            ("all_miners_tire", {"mapped_mine", "all_miners_tire"}),
            ("mapped_mine", set()),
        ):
            guest.visit("/")
            guest.page.locator(".more > summary").click()
            guest.page.locator(".ruleset > summary").click()
            assert guest.page.locator("[data-switch=mapped_mine]").is_checked()
            if changed:
                guest.page.locator(f"[data-switch={changed}]").click()
            guest.page.locator("#open-table").click()
            guest.page.wait_for_url("**/t/*")
            ruleset = guest.position().ruleset
            assert {switch.name for switch in ruleset.switches if ruleset.setting(switch.name)} == expected
        guest.context.close()
