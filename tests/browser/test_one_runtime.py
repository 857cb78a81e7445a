"""The pages of the documentation with the playground: both use one runtime (`nox -s site` builds them)."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.local_guest import LocalGuest, StaticFiles
from tests.browser.players import ByMouse
from tests.browser.test_live_examples import PATIENCE, texts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = pytest.mark.long

BIG = 200_000
"""The number of bytes from which a file may be in the site only once."""
STORED = "() => navigator.serviceWorker.ready.then(() => caches.keys())"


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    """Return the folder with the built pages, which contain the playground."""
    folder = request.config.getoption("--site")
    if folder is None or not Path(folder, "play", "runtime").is_dir():
        pytest.skip("no --site=FOLDER with pages that contain the playground; `nox -s site` does both")
    return Path(folder).resolve()


@pytest.fixture
def files(site: Path, tmp_path: Path) -> Iterator[StaticFiles]:
    """Serve the site as hosting services do, below folders for the language and the version."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "latest").symlink_to(site)
    with StaticFiles(tmp_path) as served:
        yield served


@pytest.fixture
def guest(chromium: Browser, files: StaticFiles) -> Iterator[LocalGuest]:
    """Return a guest whose first page will be one of the documentation. Check at the end that no page has failed."""
    guest = LocalGuest.coming(chromium, f"{files.address}/en/latest/play", "en")
    yield guest
    guest.context.close()
    assert guest.failures == []


def run_first_example(page: Page) -> Locator:
    """Run the first example of a page, and return its output."""
    example = page.locator(".live-example").first
    example.get_by_role("button", name="Run").click()
    output = example.locator(".live-output")
    output.and_(page.locator("[data-state]")).wait_for(state="attached", timeout=PATIENCE)
    return output


def test_the_site_holds_each_big_file_once(site: Path) -> None:
    """No two big files have the same content, and only one folder of the site holds a runtime."""
    names = defaultdict(list)
    for path in site.rglob("*"):
        if path.is_file() and path.stat().st_size >= BIG:
            names[hashlib.sha256(path.read_bytes()).digest()].append(path.relative_to(site).as_posix())
    assert [same for same in names.values() if len(same) > 1] == []
    for name in ("*.wasm", "snapshot*", "packages.tar*", "python_stdlib*"):
        assert [path.parent.relative_to(site).as_posix() for path in site.rglob(name)] == ["play/runtime"]


def test_an_example_and_a_game(guest: LocalGuest, files: StaticFiles) -> None:
    """An example runs with the playground's runtime. Play now starts a game, which continues without a network."""
    requested: list[str] = []
    guest.context.on("request", lambda request: requested.append(request.url))
    page = guest.page
    page.goto(f"{files.address}/en/latest/index.html")
    assert "('Ben', 128)" in texts(run_first_example(page), "text")
    big = [url for url in requested if url.endswith((".wasm", ".gz", "stdlib.zip"))]
    assert len(big) == 4
    assert all(url.startswith(f"{guest.address}/runtime/") for url in big)
    page.get_by_role("link", name="Play now").click()
    page.locator("#play-now").click()
    page.wait_for_url("**/t/*")
    guest.sees(0)
    player = ByMouse(guest)
    player.play()
    guest.has_turn()
    assert len(page.evaluate(STORED)) == 1
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert [url for url in requested if not url.startswith((files.address, "blob:", "data:"))] == []
    files.stop()
    page.reload()
    guest.sees(guest.news()["number"])
    player.play()


def test_the_playground_does_not_answer_for_the_pages(guest: LocalGuest, files: StaticFiles) -> None:
    """The service worker of the playground controls only its own pages, so the documentation is never an old one."""
    guest.visit("/")
    guest.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page = guest.another_page()
    page.goto(f"{files.address}/en/latest/tutorial.html")
    assert page.evaluate("() => navigator.serviceWorker.controller") is None
    assert "phase I/III" in texts(run_first_example(page), "text")


def test_examples_with_a_runtime_of_their_own(guest: LocalGuest, files: StaticFiles, site: Path) -> None:
    """If the site has no playground, the same pages find the runtime in the folder of the examples."""
    own: list[str] = []

    def send(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        own.append(name)
        kind = "text/javascript" if name.endswith("js") else "application/octet-stream"
        route.fulfill(path=site / "play" / "runtime" / name, content_type=kind)

    guest.context.route("**/play/**", lambda route: route.abort())
    guest.context.route("**/_static/live/runtime/*", send)
    guest.page.goto(f"{files.address}/en/latest/tutorial.html")
    assert "phase I/III" in texts(run_first_example(guest.page), "text")
    assert {"engine.js", "runtime.json", "pyodide.asm.wasm", "snapshot.bin.gz"} <= set(own)
