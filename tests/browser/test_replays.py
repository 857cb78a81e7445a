"""The page of a replay: opened as a file without a server, and shown on the pages of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.guests import PHONE, Guest

import magnum_sal as ms
from magnum_sal import render
from magnum_sal.bots import judge_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.long

DESKTOP = {"width": 1280, "height": 800}
RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
INSIDE = """() => [document.documentElement, document.body].every(
  (box) => box.scrollWidth <= innerWidth && box.scrollHeight <= innerHeight)"""
PLACE = """number => document.querySelector(".replay-place").textContent.startsWith(`${number} /`)
  && Number(document.querySelector(".replay-controls input").value) === number
  && document.querySelector("[aria-current=step] .replay-number").textContent === (number ? String(number) : "")"""
"""A script that returns whether the counter, the slider and the list show the position after this many moves."""
MOVES = 12


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record the beginning of a game of three players."""
    path = tmp_path_factory.mktemp("replay") / "game.jsonl"
    game = ms.Game.new(["Ada", "Ben", "Cleo"], seed=3, log=path)
    for number in range(MOVES):
        moves = ms.legal_moves(game.state)
        game.play(moves[number % len(moves)])
    return path


@pytest.fixture(scope="module")
def file(log: Path) -> Path:
    """Write the page of the game, with names and a title that try to leave their elements."""
    game = ms.Game.from_log(log)
    chances = [judgement.chances for judgement in judge_game(game)]
    path = log.with_suffix(".html")
    path.write_text(
        render.replay_html(game, chances=chances, title="</script><script>alert(1)</script>"), encoding="utf-8"
    )
    return path


@pytest.fixture
def opened(chromium: Browser, file: Path) -> Iterator[Callable[..., Page]]:
    """
    Return a function that opens the file without a network.

    Check at the end that the page has reported no error and asked for nothing else.
    """
    faults: list[str] = []
    contexts = []

    def opens(place: str = "", **options: Any) -> Page:
        given: dict[str, Any] = {"viewport": DESKTOP, "offline": True} | options
        context = chromium.new_context(**given)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.on("request", lambda request: None if request.url.startswith("file:") else faults.append(request.url))
        page.goto(file.as_uri() + place)
        page.locator(".replay-picture svg").first.wait_for(state="attached")
        return page

    yield opens
    for context in contexts:
        context.close()
    assert faults == []


def is_at(page: Page, number: int) -> None:
    """Wait until the page shows the position after this many moves, everywhere."""
    page.wait_for_function(PLACE, arg=number)


def test_a_game_plays_to_its_end(opened: Callable[..., Page]) -> None:
    """Play shows one move after another and stops at the end; from there it begins again."""
    page = opened()
    is_at(page, 0)
    page.get_by_label("speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    page.get_by_role("button", name="Play", exact=True).wait_for(timeout=60_000)
    is_at(page, MOVES)
    assert page.locator(".replay-last").is_disabled()
    page.get_by_label("speed").select_option("0.5")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    is_at(page, 1)


def test_buttons_keys_and_slider(opened: Callable[..., Page]) -> None:
    """Buttons, keys, the slider and the list of moves lead to the same positions."""
    page = opened()
    for name, number in (
        ("next move", 1),
        ("last position", MOVES),
        ("previous move", MOVES - 1),
        ("first position", 0),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        is_at(page, number)
    page.locator(".replay-caption").click()
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", MOVES), ("Home", 0)):
        page.keyboard.press(key)
        is_at(page, number)
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    page.keyboard.press(" ")
    page.get_by_label("moves made").fill("5")
    is_at(page, 5)
    page.locator(".replay-move").nth(7).click()
    is_at(page, 7)
    assert page.locator(".replay-move[tabindex='0']").count() == 1


def test_the_graph_leads_to_a_position(opened: Callable[..., Page]) -> None:
    """A click on the graph shows the position, and the marker and the percentages follow."""
    page = opened()
    plot = page.locator(".replay-plot")
    box = plot.bounding_box()
    assert box is not None
    for share, number in ((0.5, MOVES // 2), (1.0, MOVES), (0.0, 0)):
        plot.click(position={"x": min(max(share * box["width"], 1), box["width"] - 2), "y": 20})
        is_at(page, number)
        assert page.locator(".replay-marker").evaluate("marker => marker.style.left") == f"{round(100 * share)}%"
    chances = page.locator(".replay-chances b").all_inner_texts()
    assert abs(sum(int(chance.removesuffix("%")) for chance in chances) - 100) <= 1


def test_each_position_shows_its_board(opened: Callable[..., Page], log: Path) -> None:
    """The pictures of a position and its words are those of the library."""
    page, game = opened(), ms.Game.from_log(log)
    for number in (0, 3, MOVES):
        page.get_by_label("moves made").fill(str(number))
        is_at(page, number)
        described = page.locator(".replay-table desc").last.text_content() or ""
        assert game.at(number).player.name in described
    assert page.locator(".replay-caption b").inner_text() == page.locator(".replay-move[aria-current] b").inner_text()


def test_an_address_leads_to_a_position(opened: Callable[..., Page]) -> None:
    """The number after # is the position, and follows the person who steps through the game."""
    page = opened("#4")
    is_at(page, 4)
    page.keyboard.press("ArrowRight")
    is_at(page, 5)
    assert page.url.endswith("#5")
    page.evaluate("location.hash = '9'")
    is_at(page, 9)
    page.go_back()
    is_at(page, 5)
    is_at(opened("#99999"), MOVES)
    is_at(opened("#<b>"), 0)


def test_a_phone_shows_one_part(opened: Callable[..., Page]) -> None:
    """On a phone, tabs choose what is visible, and the view follows the moves."""
    page = opened(viewport=PHONE, has_touch=True)
    page.get_by_role("button", name="Town", exact=True).click()
    assert page.locator(".replay-town svg").is_visible()
    assert not page.locator(".replay-mine svg").is_visible()
    page.get_by_role("button", name="Moves", exact=True).click()
    page.locator(".replay-move").nth(3).click()
    is_at(page, 3)
    assert page.locator(".replay-log").is_visible()
    page.get_by_role("button", name="Players", exact=True).click()
    assert page.locator(".replay-players svg").is_visible()


def test_without_motion(opened: Callable[..., Page]) -> None:
    """For people who prefer less motion, a position replaces the one before at once."""
    page = opened(reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    is_at(page, 1)
    assert page.evaluate("document.getAnimations().length") == 0
    frames = page.locator(".replay-table .replay-picture:not([hidden])").all()
    assert frames
    assert all(frame.locator(":scope > svg").count() == 1 for frame in frames)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_replay_is_accessible(opened: Callable[..., Page], size: dict[str, int], scheme: str) -> None:
    """axe-core finds no fault, and the page fits the window."""
    axe = pytest.importorskip("axe_playwright_python") and resources.files("axe_playwright_python").joinpath(
        "axe.min.js"
    )
    page = opened("#5", viewport=size, color_scheme=scheme)
    assert page.evaluate(INSIDE)
    page.evaluate(axe.read_text("utf-8"))
    assert page.evaluate(RUN) == []
    page.get_by_text("What is this?").click()
    assert page.evaluate(RUN) == []


def test_a_log_is_chosen_on_the_page(come: Callable[..., Guest], log: Path, tmp_path: Path) -> None:
    """A chosen log is shown above the page and can be saved as a file; a file that is not a log is refused."""
    guest = come()
    page = guest.page
    guest.visit("/replay")
    notes = tmp_path / "notes.jsonl"
    notes.write_text("groceries\n", encoding="utf-8")
    page.locator("#choose-log").wait_for()
    page.locator("#replay-file").set_input_files(notes)
    page.locator("#notice").filter(has_text="is this file the log of a game?").wait_for(timeout=60_000)
    guest.watch_log(log)
    page.keyboard.press("End")
    is_at(page, MOVES)
    with page.expect_download(timeout=60_000) as saving:
        guest.button("replay_save").click()
    saving.value.save_as(tmp_path / "saved.html")
    assert (tmp_path / "saved.html").read_text("utf-8").startswith("<!doctype html>")
    page.keyboard.press("Escape")
    page.locator(".replay-dialog").wait_for(state="detached")


def test_a_log_is_dropped_on_the_page(come: Callable[..., Guest], log: Path) -> None:
    """A log can be dropped anywhere on the page, which shows where it will land."""
    guest = come("pl")
    page = guest.page
    guest.visit("/replay")
    page.locator("#choose-log").wait_for()
    files = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'game.jsonl')); return data; }",
        log.read_text("utf-8"),
    )
    page.dispatch_event("main", "dragover", {"dataTransfer": files})
    assert page.locator(".replay-drop.over").count() == 1
    page.dispatch_event("main", "drop", {"dataTransfer": files})
    page.locator("#watch-log").click()
    page.locator(".replay-picture svg").first.wait_for(timeout=60_000)
    assert page.locator(".replay-head h1").inner_text() == "Ada, Ben, Cleo"
    assert page.locator(".replay-drop.over").count() == 0


def test_the_keys_of_a_table_rest_below_a_replay(come: Callable[..., Guest]) -> None:
    """An arrow key moves the replay alone, and `u` does not undo the last move of the finished game."""
    guest = come()
    guest.sit_at("here", "here")
    guest.move()
    guest.sees(1)
    guest.tool("end")
    guest.button("end_yes").click()
    guest.page.locator("#dialog [data-end=replay]").click()
    guest.page.locator(".replay-picture svg").first.wait_for()
    number = guest.news()["number"]
    for key in ("ArrowLeft", "u", "h"):
        guest.page.keyboard.press(key)
    guest.page.wait_for_timeout(500)
    assert guest.page.locator("body.past").count() == 0
    assert guest.news()["number"] == number


def test_the_game_of_a_table_is_replayed(come: Callable[..., Guest]) -> None:
    """``showReplay`` shows the game of a table from its public log."""
    guest = come()
    page = guest.page
    table = guest.sit_at("here", "here")
    guest.move()
    guest.move()
    page.evaluate(
        """async (id) => {
          const { Connection } = await import("/static/connection.js");
          const { showReplay } = await import("/static/replay.js");
          await showReplay({ connection: new Connection("en").table(id) });
        }""",
        table,
    )
    page.locator(".replay-picture svg").first.wait_for(timeout=60_000)
    page.keyboard.press("End")
    is_at(page, 2)
