"""Fixtures for a browser, a table server and its guests. Without a browser these tests are skipped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.board_pages import write_pages
from tests.browser.guests import Guest
from tests.browser.local_guest import LocalGuest, StaticFiles
from tests.javascript.pages import ServedPages
from tests.serving import ServedTables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHELL = "chromium-headless-shell"
"""Chromium without the parts that only a window needs. It uses about 40 % less CPU time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")
ENGINE_PATIENCE = 300_000
"""Milliseconds; a browser on a busy machine takes a while to start the engine."""
SOONEST = 9
"""The number of moves that are played if a game is not played to its end."""


def program(config: pytest.Config) -> str | None:
    """
    Return the browser in the environment or an installed one.

    By night the full browser comes first, by day the shell.
    """
    is_night = config.getoption("--whole-games") or config.getoption("--site")
    names = (*WHOLE, SHELL) if is_night else (SHELL, *WHOLE)
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


# The scope is the module, so that Playwright's event loop has ended before other tests in this process run theirs.
@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Return a headless browser."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed; get it by: pip install playwright"
    )
    path = program(request.config)
    if path is None:
        pytest.skip(f"there is no browser; install Debian's package {SHELL}, or name one in CHROMIUM=/path/to/it")
    options = [*QUIET, "--no-first-run"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # Chromium has no sandbox for root.
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def tables(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTables]:
    """Return a table server with its own folder. Each test opens tables that no other test sees."""
    with ServedTables(tmp_path_factory.mktemp("served") / "tables") as served:
        yield served


@pytest.fixture
def come(chromium: Browser, tables: ServedTables) -> Iterator[Callable[..., Guest]]:
    """
    Return a function that creates a guest with a separate browser context.

    Check at the end that no page has failed.
    """
    came: list[Guest] = []

    def comes(language: str = "en", **options: object) -> Guest:
        guest = Guest.coming(chromium, tables.address, language, **options)
        came.append(guest)
        return guest

    yield comes
    failed = [failure for guest in came for failure in guest.failures]
    for guest in came:
        guest.context.close()
    assert failed == []


@pytest.fixture(scope="module")
def playground(request: pytest.FixtureRequest) -> Path:
    """Return the folder of the site without a server."""
    folder = request.config.getoption("--playground")
    if folder is None:
        pytest.skip("no --playground=FOLDER with the built site; `nox -s playground` does both, and needs npm")
    return Path(folder).resolve()


@pytest.fixture
def files(playground: Path) -> Iterator[StaticFiles]:
    """Serve the site without a server of tables."""
    with StaticFiles(playground) as served:
        yield served


@pytest.fixture
def come_alone(chromium: Browser, files: StaticFiles) -> Iterator[Callable[..., LocalGuest]]:
    """
    Return a function that creates a guest at the site, with a storage of its own.

    Check at the end that no page has failed, and that no page has requested anything from another server.
    """
    came: list[tuple[LocalGuest, list[str]]] = []

    def comes(language: str = "en", **options: object) -> LocalGuest:
        guest = LocalGuest.coming(chromium, files.address, language, **options)
        came.append((guest, guest.watch_requests()))
        return guest

    yield comes
    failed = [failure for guest, foreign in came for failure in (*guest.failures, *foreign)]
    for guest, _ in came:
        guest.context.close()
    assert failed == []


@pytest.fixture(params=["server", "worker"])
def come_to_play(request: pytest.FixtureRequest) -> Callable[..., Guest]:
    """Return a function that creates a guest, at the page of the server or at the page without one."""
    found: Callable[..., Guest] = request.getfixturevalue({"server": "come", "worker": "come_alone"}[request.param])
    return found


@pytest.fixture
def most_moves(request: pytest.FixtureRequest) -> int | None:
    """Return the number of moves to play, or None with ``--whole-games``, to play to the end."""
    return None if request.config.getoption("--whole-games") else SOONEST


@pytest.fixture(scope="module")
def board_pages(tmp_path_factory: pytest.TempPathFactory, tables: ServedTables) -> Iterator[ServedPages]:
    """Serve the pages with the element for boards, with requests for tables."""
    folder = tmp_path_factory.mktemp("site")
    write_pages(folder)
    with ServedPages(folder, tables.port) as served:
        yield served


@pytest.fixture
def visit(chromium: Browser, board_pages: ServedPages) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens a page with boards. Check that no page fails or requests anything elsewhere."""
    failures: list[str] = []
    requests: list[str] = []
    context = chromium.new_context()
    context.set_default_timeout(ENGINE_PATIENCE)

    def open_page(path: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(board_pages.address + path)
        return page

    yield open_page
    context.close()
    assert failures == []
    assert [url for url in requests if not url.startswith((board_pages.address, "data:", "blob:"))] == []
