"""The built pages of the documentation in a real Chromium: `nox -s site` builds and measures them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.long

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

TOO_WIDE = """() => [...document.querySelectorAll(".content .highlight pre")]
  .filter(block => block.scrollWidth > block.clientWidth + 1)
  .map(block => `${block.scrollWidth} > ${block.clientWidth}: ${block.textContent.slice(0, 60)}`)"""

ONE_LINE = """(length) => {
  const block = document.querySelector(".highlight-python pre");
  block.style.whiteSpace = "pre";
  block.textContent = "0".repeat(length);
  return block.scrollWidth <= block.clientWidth;
}"""


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    """Return the folder with the built pages."""
    folder = request.config.getoption("--site")
    if folder is None:
        pytest.skip("no --site=FOLDER with the pages as they were built; `nox -s site` does both")
    return Path(folder).resolve()


@pytest.fixture(scope="module")
def pages(site: Path) -> list[Path]:
    """Return all pages except those that Sphinx generates without a text of ours."""
    found = [page for page in sorted(site.rglob("*.html")) if page.stem not in ("genindex", "search", "py-modindex")]
    assert len(found) > 50
    return found


@pytest.fixture
def opened(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a window, with the size of a desktop unless the test specifies another."""
    page = chromium.new_page(viewport=getattr(request, "param", DESKTOP), color_scheme="light")
    yield page
    page.close()


def test_a_line_of_code_fits_next_to_the_menu(opened: Page, site: Path) -> None:
    """At 1280 pixels a line of 100 characters fits, which is the limit for code on the pages."""
    opened.goto((site / "quickstart.html").as_uri())
    assert opened.evaluate(ONE_LINE, 100)
    assert not opened.evaluate(ONE_LINE, 200)


def test_nothing_is_cut_off(opened: Page, pages: list[Path]) -> None:
    """At 1280 pixels longer lines are wrapped: messages, output, and comments in files that are shown."""
    wide = {}
    for page in pages:
        opened.goto(page.as_uri(), wait_until="domcontentloaded")
        if found := opened.evaluate(TOO_WIDE):
            wide[page.name] = found
    assert wide == {}


@pytest.mark.parametrize("opened", [PHONE], indirect=True, ids=["phone"])
def test_no_page_scrolls_sideways_on_a_phone(opened: Page, pages: list[Path]) -> None:
    """Wide content, such as tables and listings, scrolls on its own and not with the page."""
    wide = {}
    for page in pages:
        opened.goto(page.as_uri(), wait_until="domcontentloaded")
        opened.evaluate("window.scrollTo(1000, 0)")
        if (moved := opened.evaluate("window.scrollX")) > 0:
            wide[page.name] = moved
    assert wide == {}


def test_no_picture_is_missing(opened: Page, pages: list[Path]) -> None:
    """Every picture on a page is among the files."""
    missing = {}
    for page in pages:
        opened.goto(page.as_uri(), wait_until="load")
        if found := opened.evaluate("[...document.images].filter(one => !one.naturalWidth).map(one => one.src)"):
            missing[page.name] = found
    assert missing == {}


def test_code_has_a_copy_button(opened: Page, site: Path) -> None:
    """Each block of code has a copy button, and blocks of output have none."""
    opened.goto((site / "quickstart.html").as_uri())
    opened.wait_for_selector("button.copybtn", state="attached")
    for kind, is_copied in [("python", True), ("sh", True), ("output", False)]:
        blocks = opened.locator(f".highlight-{kind}")
        assert blocks.count() > 1
        assert blocks.locator("button.copybtn").count() == (blocks.count() if is_copied else 0)


def test_a_tab_has_the_icon(opened: Page, site: Path) -> None:
    """The icon is a file of the site."""
    opened.goto((site / "index.html").as_uri())
    address = opened.evaluate("document.querySelector('link[rel~=\"icon\"]').getAttribute('href')")
    assert (site / address).read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("opened", [PHONE], indirect=True, ids=["phone"])
def test_a_picture_opens_on_its_own(opened: Page, site: Path) -> None:
    """A picture is small on a phone, so a tap on it opens its file, which can be enlarged."""
    opened.goto((site / "gallery.html").as_uri())
    pictures = opened.locator(".content img")
    assert pictures.count() > 5
    assert opened.locator(".content a.enlargeable img").count() == pictures.count()
    opened.locator("a.enlargeable:visible").first.click()
    opened.wait_for_url("**/_images/*.svg")
    assert opened.evaluate("document.documentElement.tagName") == "svg"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("bot", "howto/write-a-bot.html"),
        ("play against the computer", "howto/play-in-the-browser.html"),
        ("play online", "howto/tables-on-the-internet.html"),
        ("save", "howto/save-and-resume.html"),
        ("house rule", "howto/house-rules.html"),
        ("install", "quickstart.html#install"),
        ("translation", "howto/add-a-language.html"),
        ("expansion", "howto/write-an-expansion.html"),
        ("jupyter", "howto/notebooks.html"),
        ("picture", "howto/draw-your-own.html"),
        ("test", "howto/test-your-extension.html"),
        ("market", "rules.html"),
        ("JSON schema", "reference/json-schemas.html"),
        ("legal_moves", "reference/values.html#magnum_sal.GameState.legal_moves"),
        ("GameState", "reference/values.html#magnum_sal.GameState"),
        ("Game.undo", "reference/play.html#magnum_sal.Game.undo"),
    ],
)
def test_the_search_finds_pages_first(opened: Page, site: Path, query: str, first: str) -> None:
    """A search for a task lists its page before attributes with that name, and a search for code lists the code."""
    opened.goto(f"{(site / 'search.html').as_uri()}?{urlencode({'q': query})}")
    assert opened.locator("ul.search li a").first.get_attribute("href") == first
