"""A browser, a server of tables, and guests who come to them; without a browser these tests are skipped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from tests.browser.guests import Guest
from tests.serving import ServedTables

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHELL = "chromium-headless-shell"
"""Chromium without the parts that only a window needs. It takes about 40 % less CPU time."""
WHOLE = ("chromium", "chromium-browser", "google-chrome")
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")
SOONEST = 9
"""Moves that are played of a game that is not played whole."""


def program(config: pytest.Config) -> str | None:
    """Return the browser that the environment names, or that is installed: by night the whole, by day the shell."""
    is_night = config.getoption("--whole-games") or config.getoption("--site")
    names = (*WHOLE, SHELL) if is_night else (SHELL, *WHOLE)
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


# A module's, so that Playwright's event loop is gone before other tests run theirs in the same process.
@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Return a browser that nobody sees."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed; get it by: pip install playwright"
    )
    path = program(request.config)
    if path is None:
        pytest.skip(f"there is no browser; install Debian's package {SHELL}, or name one in CHROMIUM=/path/to/it")
    options = [*QUIET, "--no-first-run"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # Chromium has none for root
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def tables(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTables]:
    """Return a server of tables in a folder of its own; each test opens tables that no other one sees."""
    with ServedTables(tmp_path_factory.mktemp("served") / "tables") as served:
        yield served


@pytest.fixture
def come(chromium: Browser, tables: ServedTables) -> Iterator[Callable[..., Guest]]:
    """Return how a guest comes to the server, in a browser of the guest's own; no page may have failed at the end."""
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


@pytest.fixture
def most_moves(request: pytest.FixtureRequest) -> int | None:
    """Return how many moves of a game are played; None with ``--whole-games``, for all."""
    return None if request.config.getoption("--whole-games") else SOONEST
