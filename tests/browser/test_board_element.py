"""The element ``<magnum-sal-board>`` of the package for npm, in pages that load it from their own site."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.board_pages import add_board, wait_for_picture
from tests.javascript.building import PACKAGE

import magnum_sal as ms
from magnum_sal import render

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC"
"""A bitmap of one pixel."""
HOSTILE = "<img src=x onerror=alert()>"


def test_the_page_of_the_readme(visit: Callable[[str], Page]) -> None:
    """The page has at most twenty lines, shows a board, and says what is possible at a place that was clicked."""
    (code,) = re.findall(r"```html\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)
    assert len([line for line in code.splitlines() if line]) <= 20
    page = visit("")
    assert "The board is loading." in page.inner_text("magnum-sal-board")
    page.locator("magnum-sal-board [data-place='1L1']").click()
    page.wait_for_function("document.querySelector('p').textContent.startsWith('1L1: place or move a miner')")
    # The picture is complete: nothing of it was taken for something that could be dangerous.
    shown, drawn = page.evaluate(
        """async () => {
          const board = document.querySelector("magnum-sal-board");
          const count = (root) => [...root.querySelectorAll("*")].flatMap((each) => [each, ...each.attributes]).length;
          const { svg } = await board.ask({ type: "svg", layout: "board" });
          board.removeAttribute("interactive");
          await new Promise((resolve) => board.addEventListener("board-drawn", resolve, { once: true }));
          const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
          return [count(board.shadowRoot.querySelector("svg")), count(parsed)];
        }"""
    )
    assert shown == drawn > 1000
    pytest.importorskip(
        "axe_playwright_python", reason="axe-core is not installed; get it by: pip install axe-playwright-python"
    )
    page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    assert [fault["id"] for fault in found] == []


def test_keys_and_attributes(visit: Callable[[str], Page]) -> None:
    """The board is drawn again when an attribute changes, and the keyboard can press places, under a strict policy."""
    page = visit("strict.html")
    add_board(page, position="S1: A", layout="mine", theme="light", interactive="")
    place = page.locator("magnum-sal-board [data-place='S1']")
    place.wait_for()
    page.evaluate(
        "addEventListener('place-click', ({ detail, target }) => (window.pressed = [detail, target.localName]))"
    )
    place.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("pressed") == [{"place": "S1"}, "magnum-sal-board"]
    wait_for_picture(page, position="S1: AAB", language="pl")
    assert "S1" in (place.locator("title").first.text_content() or "")
    assert page.evaluate("document.querySelector('magnum-sal-board').shadowRoot.activeElement.dataset.place") == "S1"
    before = page.locator("magnum-sal-board svg").evaluate("(svg) => svg.outerHTML")
    wait_for_picture(page, theme="dark")
    assert page.locator("magnum-sal-board svg").evaluate("(svg) => svg.outerHTML") != before
    assert page.locator("magnum-sal-board svg").evaluate("(svg) => getComputedStyle(svg).display") == "block"
    wait_for_picture(page, layout="town")
    assert page.locator("magnum-sal-board [data-place='market']").count() == 1
    assert page.locator("magnum-sal-board [data-place='S2']").count() == 0


def test_a_game_in_a_log(visit: Callable[[str], Page]) -> None:
    """The board shows a log at its end or after some moves, with the last move marked."""
    page = visit("empty.html")
    add_board(page, log="game.jsonl")
    page.locator("magnum-sal-board svg desc").first.wait_for(state="attached")

    def description() -> str:
        return page.locator("magnum-sal-board svg > desc").text_content() or ""

    assert "hires a miner" in description()
    wait_for_picture(page, step="1")
    assert "sends a miner from stock to S1" in description()
    wait_for_picture(page, step="2")
    assert "town square" in description()
    wait_for_picture(page, step="1")
    steps = page.evaluate(
        """async () => {
          const board = document.querySelector("magnum-sal-board");
          const drawn = new Promise((resolve) => board.addEventListener("board-drawn", resolve, { once: true }));
          board.setAttribute("step", "2"); // The drawing and both questions need the second move at the same time.
          const told = await Promise.all([1, 2].map(() => board.ask({ type: "position" })));
          await drawn; // Otherwise, the next wait for a picture could end with this one.
          return told.map((each) => each.steps);
        }"""
    )
    assert steps == [2, 2]
    # Nothing can be undone after an end by agreement, but the board still shows all steps.
    wait_for_picture(page, log="ended.jsonl", step="1")
    assert "sends a miner from stock to S1" in description()
    for end in ("3", "9"):
        wait_for_picture(page, step=end)
        assert "supper is ready" in description()
        wait_for_picture(page, step="2")
        assert "town square" in description()
        assert "supper is ready" not in description()
    page.evaluate("document.querySelector('magnum-sal-board').removeAttribute('step')")
    page.locator("magnum-sal-board svg > desc", has_text="supper is ready").wait_for(state="attached")
    page.evaluate("document.querySelector('magnum-sal-board').setAttribute('step', 'two')")
    page.get_by_text("step: expected a number of moves").wait_for()


def test_refusals_are_shown_as_text(visit: Callable[[str], Page]) -> None:
    """A sentence about a mistake is text, whatever it quotes. The next picture removes it."""
    page = visit("empty.html")
    add_board(page, position=f"S1: {HOSTILE}")
    trouble = page.locator("magnum-sal-board [role='status']")
    trouble.wait_for()
    assert "<img" in (trouble.text_content() or "")
    assert page.locator("magnum-sal-board img").count() == 0
    wait_for_picture(page, position="S1: A")
    assert trouble.is_hidden()


def test_a_hostile_picture(visit: Callable[[str], Page]) -> None:
    """Nothing in a picture runs or loads anything, even if another program drew it."""
    page = visit("empty.html")
    add_board(page)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="window.ran = 1">'
        '<script>window.ran = 1</script><g data-place="S1" onclick="window.ran = 1"><title>S1</title>'
        '<g style="fill:url(https://elsewhere.test/g);stroke:\\75rl(https://elsewhere.test/h);onclick:window.ran = 1;'
        'href:https://elsewhere.test/i;background:url(https://elsewhere.test/j)"/>'
        '<rect width="9" height="9" fill="url(https://elsewhere.test/a)" mask="\\75rl(https://elsewhere.test/e)"'
        " filter=\"image-set('https://elsewhere.test/f' 1x)\"/>"
        '<use xlink:href="https://elsewhere.test/b#c"/>'
        '<set attributeName="href" to="javascript:window.ran = 1"/></g><use href="#inside"/>'
        '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.ran = 1"/></foreignObject>'
        '<a href="javascript:window.ran = 1"><text>go</text></a><image href="https://elsewhere.test/d"/>'
        '<image href="data:image/svg+xml,%3Csvg/%3E"/><use href="data:image/png;base64,AA==#x"/></svg>'
    )
    shown: Any = page.evaluate(
        """async (svg) => {
          const board = document.querySelector("magnum-sal-board");
          board.client = { send: async () => ({ type: "svg", svg, places: {} }) };
          board.state = {};
          await new Promise((resolve) => board.addEventListener("board-drawn", resolve, { once: true }));
          board.shadowRoot.querySelector("[data-place]").dispatchEvent(new Event("click", { bubbles: true }));
          const elements = [...board.shadowRoot.querySelectorAll("svg, svg *")];
          return elements.map((each) => [each.localName, [...each.attributes].map(({ name }) => name)]);
        }""",
        svg,
    )
    assert [name for name, _ in shown] == [
        *("svg", "g", "title", "g", "rect", "use", "use", "image", "image", "use"),
    ]
    assert {attribute for _, names in shown for attribute in names if not attribute.startswith("xmlns")} == {
        "data-place",
        "width",
        "height",
        "href",
    }
    assert page.evaluate("window.ran") is None


def test_a_drawing_of_an_extension(visit: Callable[[str], Page]) -> None:
    """The board shows bitmaps, and colours from a style, in a drawing that the library accepts, on a strict page."""
    bitmap = f"data:image/png;base64,{PIXEL}"
    drawing = (
        f'<image href="{bitmap}" width="9" height="9"/>'
        '<rect width="9" height="9" fill="red" '
        'style="fill:#123456; Stroke-Width : 2px;-inkscape-stroke:none;all:unset"/>'
    )
    state = ms.new_game(["Ada", "Ben"], seed=7)
    svg = render.svg(state, symbols={"coin": render.Symbol(9, 9, drawing)})
    page = visit("strict.html")
    add_board(page)
    shown, colour, is_loaded = page.evaluate(
        """async ([svg, bitmap]) => {
          const board = document.querySelector("magnum-sal-board");
          board.client = { send: async () => ({ type: "svg", svg, places: {} }) };
          board.state = {};
          await new Promise((resolve) => board.addEventListener("board-drawn", resolve, { once: true }));
          const image = board.shadowRoot.querySelector("image");
          const rect = image.nextElementSibling;
          const copy = new Image();
          const loaded = new Promise((resolve) => {
            copy.onload = () => resolve(true);
            copy.onerror = () => resolve(false);
          });
          copy.src = image.getAttribute("href") ?? ""; // The policy of the page is the same for both.
          const attributes = [image, rect].map((each) => [...each.attributes].map(({ name, value }) => [name, value]));
          return [attributes, getComputedStyle(rect).fill, bitmap === image.getAttribute("href") && (await loaded)];
        }""",
        [svg, bitmap],
    )
    side = {"width": "9", "height": "9"}
    assert [dict(attributes) for attributes in shown] == [
        {"href": bitmap, **side},
        {"fill": "#123456", "stroke-width": "2px", **side},
    ]
    assert (colour, is_loaded) == ("rgb(18, 52, 86)", True)


def test_a_board_with_nothing_to_show(visit: Callable[[str], Page]) -> None:
    """If a page takes away what the board shows, its own content replaces the picture, and a sentence is hidden."""
    page = visit("empty.html")
    add_board(page)
    page.evaluate(
        """() => {
          const board = document.querySelector("magnum-sal-board");
          board.append(Object.assign(document.createElement("b"), { textContent: "No game is open." }));
          const svg = '<svg xmlns="http://www.w3.org/2000/svg"><g data-place="S1"/></svg>';
          async function* news() {}
          board.game = { news, ask: async () => ({ svg }) };
        }"""
    )
    picture = page.locator("magnum-sal-board svg")
    picture.wait_for(state="attached")
    own = page.locator("magnum-sal-board b")
    assert own.is_hidden()
    page.evaluate("document.querySelector('magnum-sal-board').game = null")
    picture.wait_for(state="detached")
    assert own.is_visible()
    page.evaluate(
        """() => {
          const board = document.querySelector("magnum-sal-board");
          board.client = { send: () => Promise.reject(new Error("no picture")) };
          board.state = {};
        }"""
    )
    trouble = page.locator("magnum-sal-board [role='status']")
    trouble.wait_for()
    page.evaluate("document.querySelector('magnum-sal-board').state = null")
    trouble.wait_for(state="hidden")
    assert own.is_visible()


def test_what_every_position_has(visit: Callable[[str], Page]) -> None:
    """Names with markup are text in the picture, and a state can be shown as it comes from an engine."""
    state = json.loads(ms.to_json(ms.new_game(["<b>Ada</b>", "Ben"], seed=7).public()))
    page = visit("empty.html")
    add_board(page, layout="players")
    page.evaluate(
        """async (json) => {
          const { stateFromJson } = await import("/magnum-sal/index.js");
          document.querySelector("magnum-sal-board").state = stateFromJson(json);
        }""",
        state,
    )
    page.locator("magnum-sal-board svg").wait_for()
    assert "<b>Ada</b>" in (page.locator("magnum-sal-board svg").text_content() or "")
    assert page.locator("magnum-sal-board b").count() == 0
