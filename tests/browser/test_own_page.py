"""The example of a web author's own page: it shows a table and plays at it through a proxy in Node."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.serving import ServedTables

from magnum_sal import Game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SERVER = Path(__file__).parents[2] / "examples" / "own_page" / "serve.js"
NODE = shutil.which("node")

pytestmark = [pytest.mark.long, pytest.mark.skipif(NODE is None, reason="node is not installed")]


@pytest.fixture
def address(tables: ServedTables) -> Iterator[str]:
    """Start the example's server in front of the table server, and yield its address."""
    assert NODE is not None
    command = [NODE, str(SERVER), "0", str(tables.port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    """Open the page and wait for its first question. Check at the end that the page raised no unhandled error."""
    page = chromium.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(address)
    page.wait_for_selector("#board [data-place='S1']")
    page.wait_for_selector("#question button")
    yield page
    assert failures == []
    page.close()


def log_of(page: Page) -> list[str]:
    """Return the lines of the page's log, the oldest first, once the stream has delivered all of them."""
    page.wait_for_timeout(300)
    return [f"{line.get_attribute('value')}. {line.inner_text()}" for line in page.locator("#log li").all()][::-1]


def play_at_the_inn(page: Page) -> None:
    """Hire a miner and wait until it is the player's turn again."""
    page.get_by_role("button", name="visit the inn").click()
    page.wait_for_selector("#log li:has-text('Ada: hires a miner')")
    page.wait_for_selector("#log li:has-text('Bot: ')")
    page.get_by_role("button", name="take back my last move").wait_for()


def test_starting_a_game_and_playing_a_move(page: Page, tables: ServedTables) -> None:
    """Buttons answer questions until a move is made. The bot replies, and the page shows both moves."""
    assert "Ada" in page.locator("#turn").inner_text()
    page.get_by_role("button", name="send an assistant").click()
    page.get_by_role("button", name="back").click()
    play_at_the_inn(page)
    table = page.evaluate("location.hash").removeprefix("#")
    assert "visit_inn" in [move.type for move in Game.from_log(tables.log(table).read_bytes()).moves]


def test_the_log_matches_the_game(page: Page, tables: ServedTables) -> None:
    """A reload restores the whole log. An undone move disappears, and each remaining move is listed once."""
    before = log_of(page)
    play_at_the_inn(page)
    told = log_of(page)
    table = page.evaluate("location.hash").removeprefix("#")
    assert [line.partition(".")[0] for line in told] == [str(number) for number in range(1, len(told) + 1)]
    assert len(told) == Game.from_log(tables.log(table).read_bytes()).step_count
    page.reload()
    page.get_by_role("button", name="take back my last move").wait_for()
    assert log_of(page) == told
    page.get_by_role("button", name="take back my last move").click()
    page.wait_for_selector("#log li:has-text('Ada: hires a miner')", state="detached")
    assert log_of(page) == before
    play_at_the_inn(page)
    assert log_of(page)[: len(before) + 1] == told[: len(before) + 1]


def test_a_refusal_is_shown_next_to_the_question(page: Page) -> None:
    """A refusal does not remove the buttons of the question."""
    words = page.locator("#question").inner_text()
    page.route("**/api/tables/*", lambda route: route.fulfill(status=409, json={"type": "error", "sentence": "No."}))
    page.get_by_role("button", name="visit the inn").click()
    page.wait_for_selector("#trouble:has-text('No.')")
    assert page.locator("#question").inner_text() == words
    page.unroute("**/api/tables/*")
    play_at_the_inn(page)
    assert page.locator("#trouble").inner_text() == ""


def test_an_unknown_table(page: Page) -> None:
    """An unknown table is reported, and a button opens another table."""
    page.evaluate("location.hash = 'nosuchtable'")
    page.wait_for_selector("#trouble:has-text('this table does not exist')")
    page.get_by_role("button", name="a new table").click()
    page.wait_for_selector("#question button")
    assert page.locator("#trouble").inner_text() == ""


@pytest.mark.parametrize("hash_", ["../welcome", "..", "a/b", "?"])
def test_an_address_that_names_no_table(page: Page, hash_: str) -> None:
    """An invalid address is reported, and nothing is requested from another address."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("hash => { location.hash = hash }", hash_)
    page.wait_for_selector("#trouble:has-text('is no table')")
    page.get_by_role("button", name="a new table").wait_for()
    assert [url for url in asked if "/api/" in url] == []


def test_a_server_that_is_unreachable(page: Page, tables: ServedTables) -> None:
    """The page reports an unreachable server, even after a reload. It disables the answers and recovers later."""
    play_at_the_inn(page)
    told = log_of(page)
    where = page.locator("#question button").first.bounding_box()
    assert where is not None
    tables.kill()
    page.mouse.click(where["x"] + 5, where["y"] + 5)  # The click may come before the page has noticed.
    page.wait_for_selector("#trouble:has-text('This page waits for it')")
    page.wait_for_selector("#question[inert] button")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.mouse.click(where["x"] + 5, where["y"] + 5)
    page.wait_for_timeout(2500)  # The wait is longer than the page's pause between attempts.
    assert "POST" not in asked
    assert "this page waits for it" in page.locator("#trouble").inner_text().lower()
    tables.start()
    page.wait_for_selector("#question:not([inert]) button")
    assert log_of(page) == told
    assert page.locator("#trouble").inner_text() == ""
    page.get_by_role("button", name="take back my last move").click()
    page.wait_for_selector("#log li:has-text('Ada: hires a miner')", state="detached")
    tables.kill()
    page.reload()
    page.wait_for_selector("#trouble:has-text('This page waits for it')")
    tables.start()
    page.wait_for_selector("#question button")
    assert page.locator("#trouble").inner_text() == ""


def test_a_failing_click_keeps_the_buttons(page: Page) -> None:
    """After a failed click, the page still offers the button to try again."""
    page.evaluate("location.hash = 'nosuchtable'")
    again = page.get_by_role("button", name="try again")
    again.wait_for()
    page.evaluate("void Promise.reject(new Error('No.'))")
    page.wait_for_selector("#trouble:has-text('No.')")
    assert again.is_visible()


def test_a_narrow_screen(page: Page) -> None:
    """On a narrow screen the board is redrawn in the tall layout, and the page does not scroll sideways."""
    shape = (
        "(([x, y, w, h]) => h > w)(document.querySelector('#board svg').getAttribute('viewBox').split(' ').map(Number))"
    )
    assert not page.evaluate(shape)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(shape)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
