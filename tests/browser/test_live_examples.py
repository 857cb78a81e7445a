"""The examples of the documentation in a real browser: each one runs and prints what its page shows (`nox -s site`)."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from tests.docs.live_blocks import PAGES, LiveBlock, list_blocks

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = pytest.mark.long

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 240_000
"""Milliseconds after which a test stops waiting for an example; the longest ones play several games."""
AXE = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .map((found) => `${found.id}: ${found.nodes[0].html}`)"""
RUNNABLE = {page: [block for block in list_blocks(page) if block.row is None] for page in PAGES}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Serve the built pages from a plain file server, and return its address."""
    folder = request.config.getoption("--site")
    if folder is None or not Path(folder, "_static", "live", "runtime").is_dir():
        pytest.skip("no --site=FOLDER with pages whose examples run, as they were built; `nox -s site` does both")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class LivePage:
    """A page of the documentation, and what went wrong on it."""

    def __init__(self, browser: Browser, address: str, page: str, **options: object) -> None:
        self.context = browser.new_context(**options)  # type: ignore[arg-type]  # the options that a test chooses
        self.page: Page = self.context.new_page()
        self.failures: list[str] = []
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))
        self.page.on("console", lambda told: self.failures.append(told.text) if told.type == "error" else None)
        self.page.on("request", lambda request: self._check(address, request.url))
        self.page.goto(f"{address}/{page}.html")

    def _check(self, address: str, url: str) -> None:
        if not url.startswith((address, "blob:", "data:")):
            self.failures.append(f"a request to {url}")

    def example(self, number: int) -> Locator:
        """Return the example with a number, which counts from 1."""
        return self.page.locator(".live-example").nth(number - 1)

    def run(self, number: int) -> Locator:
        """Press the button, wait until the example has ended, and return its output."""
        example = self.example(number)
        example.get_by_role("button", name="Run").click()
        return self.wait(number)

    def wait(self, number: int) -> Locator:
        """Wait until an example has ended, and return its output."""
        output = self.example(number).locator(".live-output")
        output.and_(self.page.locator("[data-state]")).wait_for(state="attached", timeout=PATIENCE)
        return output

    def write(self, number: int, code: str) -> None:
        """Replace the code of an example in its editor."""
        example = self.example(number)
        if example.get_by_role("button", name="Edit").is_visible():
            example.get_by_role("button", name="Edit").click()
        editor = example.locator(".cm-content")
        editor.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(code)

    def close(self) -> None:
        """Close the page. Fail if it reported an error or asked another server for something."""
        self.context.close()
        assert self.failures == []


@pytest.fixture
def tutorial(chromium: Browser, address: str) -> Iterator[LivePage]:
    """Open the tutorial."""
    page = LivePage(chromium, address, "tutorial", viewport=DESKTOP)
    yield page
    page.close()


def fits(shown: str, printed: str) -> bool:
    """Return whether the page shows what was printed. The width of columns may depend on the time that a bot takes."""
    shown, printed = (re.sub(r"[ \t]+", " ", text).rstrip() + "\n" for text in (shown, printed))
    return doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)


def texts(output: Locator, kind: str) -> str:
    """Return the text of one kind in an output."""
    return "".join(output.locator(f"pre[data-kind={kind}]").all_text_contents())


@pytest.mark.parametrize("page", [page for page, blocks in RUNNABLE.items() if blocks])
def test_every_example_of_a_page_runs(page: str, chromium: Browser, address: str) -> None:
    """Each example with a button runs without an error and prints exactly what the page shows below it."""
    opened = LivePage(chromium, address, page, viewport=DESKTOP)
    blocks = RUNNABLE[page]
    assert opened.page.locator(".live-example").count() == len(blocks)
    for number, block in enumerate(blocks, start=1):
        check_output(block, opened.run(number), opened.example(number))
    # The last one again: everything above it runs once more, in a fresh namespace.
    check_output(blocks[-1], opened.run(len(blocks)), opened.example(len(blocks)))
    opened.close()


def check_output(block: LiveBlock, output: Locator, example: Locator) -> None:
    """Compare what an example printed with what the page shows."""
    where = f"{block.page}, Python block {block.number}"
    status = example.locator(".live-status").text_content()
    assert output.get_attribute("data-state") == "done", f"{where}: {status} {texts(output, 'error')}"
    printed = texts(output, "text")
    if block.file:
        assert printed == f"Saved as {block.file}.\n"
    else:
        assert fits(block.output or "", printed), f"{where} prints:\n{printed}"


def test_an_edited_example_runs(tutorial: LivePage) -> None:
    """Run shows the output, a changed example runs with its change, and Reset restores the original code."""
    assert "phase I/III" in texts(tutorial.run(1), "text")
    tutorial.write(1, "print(6 * 7)\n40 + 2")
    tutorial.page.keyboard.press("Control+Enter")
    tutorial.page.get_by_text("Done in").wait_for()
    output = tutorial.wait(1)
    assert texts(output, "text") == "42\n"
    assert texts(output, "value") == ""  # a value is shown only if there is nothing else
    tutorial.page.keyboard.press("Escape")
    assert tutorial.page.evaluate("document.activeElement.textContent") == "Run"
    tutorial.example(1).get_by_role("button", name="Reset").click()
    assert tutorial.example(1).locator(".highlight pre").inner_text().strip() == RUNNABLE["tutorial"][0].code.strip()
    assert tutorial.example(1).locator(".live-output").is_hidden()
    assert "phase I/III" in texts(tutorial.run(1), "text")


def test_earlier_examples_run_first(tutorial: LivePage) -> None:
    """Run takes the examples above along, with the readers' changes, and shows only the output of its own."""
    output = tutorial.run(3)
    assert texts(output, "text").startswith(">S1 - sends a miner from stock to S1")
    assert tutorial.example(1).locator(".live-output").is_hidden()
    tutorial.write(1, "import magnum_sal as ms\nfrom magnum_sal import render\nstate = ms.open_table(['Ada', 'Ben'])")
    assert texts(tutorial.run(3), "text") == ""  # no order has been turned up, so there are no moves


def test_an_error_is_shown(tutorial: LivePage) -> None:
    """An error is shown with the reader's own line, and without the lines of the library."""
    tutorial.write(1, "import magnum_sal as ms\nprint(1)\nms.new_game(['Ada'] * 9)\n")
    output = tutorial.run(1)
    error = texts(output, "error")
    assert output.get_attribute("data-state") == "failed"
    assert texts(output, "text") == "1\n"
    assert '"<example 1>", line 3' in error
    assert "ms.new_game(['Ada'] * 9)" in error
    assert "magnum_sal/" not in error
    assert error.count("\n") <= 5
    # The examples below need it, so they report the same error.
    assert '"<example 1>", line 3' in texts(tutorial.run(3), "error")


def test_output_is_text(tutorial: LivePage) -> None:
    """Markup that an example prints or raises is text on the page."""
    evil = "<img src=x onerror=document.title=1>"
    tutorial.write(1, f"print('{evil}')\nraise ValueError('{evil}')\n")
    output = tutorial.run(1)
    assert texts(output, "text") == f"{evil}\n"
    assert evil in texts(output, "error")
    assert output.locator("img").count() == 0


def test_an_endless_loop_is_stopped(tutorial: LivePage) -> None:
    """Stop ends an endless loop, and then everything runs as before. What a loop prints is bounded."""
    example = tutorial.example(1)
    tutorial.write(1, "while True:\n    print('salt')\n")
    example.get_by_role("button", name="Run").click()
    tutorial.page.get_by_text("The rest of the output was dropped").wait_for(timeout=PATIENCE)
    assert len(texts(example.locator(".live-output"), "text")) < 101_000
    example.get_by_role("button", name="Stop").click()
    tutorial.page.get_by_text("Stopped. Python starts again.").wait_for()
    example.get_by_role("button", name="Reset").click()
    assert "phase I/III" in texts(tutorial.run(1), "text")


def test_stop_while_the_editor_is_loading(tutorial: LivePage) -> None:
    """An example that was stopped before its editor had arrived does not run when it arrives."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tutorial.page.route("**/editor.js", hold)
    example = tutorial.example(1)
    with tutorial.page.expect_request("**/editor.js"):
        example.get_by_role("button", name="Run").click()
    example.get_by_role("button", name="Stop").click()
    held[0].continue_()
    tutorial.page.get_by_text("Stopped. Python starts again.").wait_for()
    assert tutorial.wait(1).is_hidden()
    assert "phase I/III" in texts(tutorial.run(1), "text")


def test_a_picture_is_shown(tutorial: LivePage, chromium: Browser, address: str) -> None:
    """A picture that an example writes is shown, and so is a last line that draws itself."""
    picture = tutorial.run(2).get_by_role("img", name="The picture table.svg")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    notebook = LivePage(chromium, address, "howto/notebooks", viewport=DESKTOP)
    drawn = notebook.run(2).get_by_role("img", name="The value of the last line as a picture")
    assert drawn.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    notebook.close()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(chromium: Browser, address: str, scheme: str, viewport: dict[str, int]) -> None:
    """The bar, the editor, an output, a picture and an error have no fault, in light and in dark."""
    pytest.importorskip(
        "axe_playwright_python", reason="axe-core is not installed; get it by: pip install axe-playwright-python"
    )
    opened = LivePage(chromium, address, "tutorial", viewport=viewport, color_scheme=scheme)
    opened.run(1)
    opened.run(2)
    opened.write(3, "1 / 0")
    opened.run(3)
    opened.page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    assert opened.page.evaluate(AXE) == []
    opened.page.evaluate("window.scrollTo(1000, 0)")
    assert opened.page.evaluate("window.scrollX") == 0
    opened.close()


def test_pages_without_a_server_have_no_buttons(
    chromium: Browser, address: str, request: pytest.FixtureRequest
) -> None:
    """A page that was opened as a file cannot run Python, so it shows no buttons."""
    page = chromium.new_page()
    page.goto((Path(request.config.getoption("--site")).resolve() / "tutorial.html").as_uri())
    assert page.locator(".live-example").count() == len(RUNNABLE["tutorial"])
    assert page.locator(".live-button").count() == 0
    page.close()
