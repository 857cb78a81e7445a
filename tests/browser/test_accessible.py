"""axe-core finds no fault on any screen, on a desktop and on a phone, in any colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
from tests.browser.guests import DESKTOP, PHONE, Guest

from magnum_sal.words import LANGUAGES

pytestmark = pytest.mark.long

THEMES = ("light", "dark", "contrast")
RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
LONGEST = """() => [...document.querySelectorAll("#log > li")].slice(0, -1)
  .reduce((longest, entry) => (entry.innerText.length > longest.innerText.length ? entry : longest))
  .querySelector("button").click()"""
"""A script that opens the move with the longest description, except the last move."""


NARROW = {"width": 320, "height": 800}
WIDER = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .filter((element) => !element.closest("#tools, .wide, #graph, .unseen, svg *"))
  .map((element) => element.outerHTML.slice(0, 120))"""
"""A script that returns the elements that are cut off on the right, except in parts that can be scrolled sideways."""


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the source of axe-core."""
    pytest.importorskip(
        "axe_playwright_python", reason="axe-core is not installed; get it by: pip install axe-playwright-python"
    )
    return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def screens(guest: Guest) -> Iterator[str]:
    """Show one screen after another, and yield a name for each."""
    yield from first_screens(guest)
    yield from choosing(guest)
    yield from tools(guest)


def first_screens(guest: Guest) -> Iterator[str]:
    """Open a table, and yield the screens on the way."""
    page = guest.page
    guest.visit("/")
    page.locator(".poster svg").wait_for()
    yield "the home page"
    page.locator(".more > summary").click()
    page.locator(".ruleset summary").click()
    yield "all options"
    guest.visit("/learn")
    page.locator(".cards li").first.wait_for()
    yield "the list of lessons"
    page.locator(".cards button").first.click()
    page.locator("#choosing h2").wait_for()
    yield "a lesson"
    guest.asked(f"/api/tables/{guest.table}", {"type": "apply", "number": 0, "move": {"type": "visit_town_square"}})
    page.locator("#lesson .verdict").wait_for()
    yield "a move that does not solve the task"
    # The other player passes now, and the next question may move the button. A click must not miss it.
    page.locator("#choosing h2").wait_for()
    page.locator("#try-again").click()
    page.locator("#lesson .verdict").wait_for(state="detached")
    move = {"type": "place_miner", "source": "stock", "target": "S2"}
    guest.asked(f"/api/tables/{guest.table}", {"type": "apply", "number": guest.news()["number"], "move": move})
    page.locator("#next-task").wait_for()
    yield "a solved task"
    guest.sit_at("here", "link", "journeyman")
    guest.tool("table")
    page.locator("#dialog .invitation").first.wait_for()
    page.locator("#dialog summary").first.click()
    yield "the links"


def choosing(guest: Guest) -> Iterator[str]:
    """Choose and play a move, then try an impossible one, and yield the screens on the way."""
    page = guest.page
    guest.asked(f"/api/tables/{guest.table}", {"type": "set_player", "seat": 1, "player": "journeyman"})
    page.evaluate("localStorage.confirm = 'yes'")
    page.reload()
    guest.sees(guest.has_turn()["number"])
    page.locator("#choosing h2").wait_for()
    yield "a question"
    page.locator("#choosing summary").click()
    yield "what cannot be done"
    page.locator("#choosing button.answer").filter(has_text=" …").first.click()
    page.locator("#choosing button.back").wait_for()
    yield "a second question"
    page.locator("#choosing button.back").click()
    page.locator("#choosing .answers button.answer").filter(has_not_text=" …").first.click()
    page.locator("#choosing button.play").wait_for()
    yield "a move before it is played"
    page.locator("#choosing button.play").click()
    guest.sees(guest.has_turn()["number"])
    page.locator("#choosing h2").wait_for()
    mine = page.locator("[data-view=mine]:visible")
    if mine.count():  # On a phone, the question may have switched to another picture.
        mine.click()
    page.locator("[data-picture] [data-place='3L2']:visible").first.click(force=True)
    page.locator("#notice button.rule").wait_for()
    yield "a refusal"
    page.locator("#notice button.rule").click()
    page.locator("#dialog .rule-text").wait_for()
    yield "a rule"
    guest.button("all_rules").click()
    page.locator("#dialog .rules").wait_for()
    page.locator("#dialog .rules summary").first.click()
    yield "all rules"
    guest.close_dialog()


def tools(guest: Guest) -> Iterator[str]:
    """Use the tools below the question, and yield their screens."""
    page = guest.page
    guest.tool("hint")
    page.locator("#hints button.hint").first.wait_for()
    yield "a hint"
    page.locator("#menu-button").click()
    yield "the settings"
    page.keyboard.press("Escape")
    guest.tool("graph")
    page.locator("#graph svg").wait_for()
    yield "the standing"
    guest.close_dialog()
    page.evaluate(LONGEST)  # The description of this move is so long that a phone scrolls it.
    page.locator("body.past").wait_for()
    yield "an earlier position"
    page.locator("#now").click()
    guest.tool("end")
    yield "the question whether to end"
    guest.button("end_yes").click()
    page.locator("#dialog tbody").wait_for()
    yield "the end"
    page.route("**/review?*", lambda _: None)  # The request is not answered.
    page.locator("#dialog [data-end=review]").click()
    page.locator("#review-progress").wait_for()
    yield "the review in the making"
    page.unroute("**/review?*")
    guest.button("cancel").click()
    guest.tool("hint")
    page.locator("#dialog[data-name='review'] #graph svg").wait_for()
    yield "the review"


def found(guest: Guest, axe: str, theme: str) -> list[str]:
    """Return the faults of what the page shows now, in the given colours."""
    guest.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    if not guest.page.evaluate("'axe' in window"):
        guest.page.evaluate(axe)
    violations: list[dict[str, Any]] = guest.page.evaluate(RUN)
    return [f"{theme}: {wrong['id']}: {node['html'][:120]}" for wrong in violations for node in wrong["nodes"]]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_screen_has_a_fault(
    size: dict[str, int], come: Callable[..., Guest], axe: str, most_moves: int | None
) -> None:
    """Names, roles, contrast, focus and order are correct as far as a program can tell."""
    if size is PHONE and most_moves is not None:
        pytest.skip("an everyday run looks at a desktop alone; --whole-games looks at a phone, too")
    # The page's policy blocks foreign scripts, so this browser bypasses it.
    guest = come(bypass_csp=True, reduced_motion="reduce", viewport=size)
    # The colours affect only the contrast, so a run by day uses one theme for each screen.
    wrong = {}
    for number, screen in enumerate(screens(guest)):
        themes = THEMES if most_moves is None else (THEMES[number % 3],)
        wrong[screen] = [fault for theme in themes for fault in found(guest, axe, theme)]
    assert {screen: faults for screen, faults in wrong.items() if faults} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_is_wider_than_a_small_phone(
    language: str, come: Callable[..., Guest], most_moves: int | None
) -> None:
    """Nothing is cut off on a screen of 320 pixels, in any language."""
    if language != "de" and most_moves is not None:
        pytest.skip("an everyday run looks at the longest words alone; --whole-games looks at all languages")
    guest = come(language, reduced_motion="reduce", viewport=NARROW)
    wider = {screen: guest.page.evaluate(WIDER) for screen in screens(guest)}
    assert {screen: elements for screen, elements in wider.items() if elements} == {}


def test_the_pages_of_links_have_no_fault(come: Callable[..., Guest], axe: str) -> None:
    """The page of a valid link and the page of an invalid link have no fault."""
    host, guest = come(), come(bypass_csp=True)
    host.sit_at("here", "link")
    for link in (host.links()[1], "/join/nowhere-in-particular"):
        guest.visit(link)
        guest.page.locator(".lead").wait_for()
        assert [fault for theme in THEMES for fault in found(guest, axe, theme)] == []
