"""The site without a server: the tables are in a worker of the page. `nox -s playground` builds and tests it."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from tests.browser.guests import PHONE
from tests.browser.local_guest import SLOWLY, LocalGuest, StaticFiles
from tests.browser.players import ByMouse

import magnum_sal as ms

pytestmark = pytest.mark.long

Coming = Callable[..., LocalGuest]
ROOT = Path(__file__).parent.parent.parent
FINGER = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
"""The milliseconds that a page may take to start the engine on a busy machine."""
READY = "() => navigator.serviceWorker.ready.then(({ active }) => active.state)"
STORED = """async (most) => {
  for (const latest = Date.now() + 60000; Date.now() < latest; ) {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    const isDone = !installing && (waiting ?? active?.state === "activated");
    const names = await caches.keys();
    if (isDone && names.length === most) return names;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return caches.keys();
}"""
"""A script that waits until all files are stored and the number of caches is right, and returns their names."""
RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.map(({ id }) => id)"


def test_a_game_against_a_bot(come_alone: Coming) -> None:
    """A person plays, undoes, redoes, asks for a hint and changes the language; a reload continues the game."""
    guest = come_alone()
    guest.start_game()
    player = ByMouse(guest)
    for _ in range(3):
        player.play()
    guest.has_turn()
    steps = guest.news()["steps"]
    guest.tool("undo")
    guest.page.wait_for_function("most => document.querySelectorAll('#log > li').length < most", arg=steps)
    guest.tool("redo")
    guest.page.wait_for_function("least => document.querySelectorAll('#log > li').length >= least", arg=steps)
    guest.has_turn()
    guest.tool("hint")
    guest.page.locator("#hints li button.hint").first.wait_for()
    guest.page.locator("#hints .back").click()
    guest.page.locator("#menu-button").click()
    guest.page.locator("#language").select_option("pl")
    guest.page.locator("#tool-rules").filter(has_text="Zasady").wait_for()
    guest.sees(guest.news()["number"])
    log = guest.log()
    guest.page.reload()
    guest.sees(guest.news()["number"])
    assert guest.log() == log
    guest.language = "pl"
    player.play()
    assert guest.game().step_count > steps


def test_an_unknown_language(come_alone: Coming) -> None:
    """A link that asks for an unknown language changes nothing, nor does a language that another site has stored."""
    guest = come_alone()
    for query, language in (("?language=fr", "en"), ("?language=pl", "pl"), ("?language=fr", "pl")):
        guest.page.goto(f"{guest.address}/{query}#/")
        guest.page.locator("#play-now").wait_for()
        assert guest.page.locator("html").get_attribute("lang") == language
    guest.page.evaluate("localStorage.setItem('language', 'fr')")
    guest.page.reload()
    guest.page.locator("#play-now").wait_for()
    assert guest.page.locator("html").get_attribute("lang") == "en"


def test_the_home_page_lists_the_games(come_alone: Coming) -> None:
    """A game that was begun is on the home page, which needs no reload; the back button leads to the game."""
    guest = come_alone()
    guest.start_game()
    table = guest.table
    guest.page.locator("#home").click()
    guest.page.locator("#continue").wait_for()
    assert guest.page.locator(".my-tables li").count() == 1
    assert not guest.page.locator("#more button").count()
    guest.page.go_back()
    guest.sees(0)
    assert guest.table == table
    guest.page.reload()
    guest.sees(0)
    guest.page.locator("#home").click()
    guest.page.locator("#continue").click()
    guest.page.wait_for_url(f"**/t/{table}")


def test_friends_share_the_screen(come_alone: Coming) -> None:
    """Nothing offers a link; a game with friends has two people at this screen."""
    guest = come_alone()
    guest.page.set_default_timeout(SLOWLY)
    guest.visit("/")
    assert guest.page.locator("#with-friends").inner_text().endswith(guest.words("with_friends_here"))
    guest.page.locator(".more > summary").click()
    assert guest.page.locator(".seats option[value=link]").count() == 0
    guest.page.locator("#with-friends").click()
    guest.page.wait_for_url("**/t/*")
    guest.sees(0)
    assert [chair["player"] for chair in guest.news()["chairs"]] == ["human", "human"]
    guest.tool("table")
    guest.page.locator("#dialog[open] #share").wait_for()
    assert guest.page.locator("#dialog input, #dialog .qr, #dialog option[value=link]").count() == 0


def test_logs_and_positions(come_alone: Coming, tmp_path: Path) -> None:
    """A log goes out as a file and comes in as a replay, and the link to a position opens a table."""
    guest = come_alone()
    guest.start_game()
    ByMouse(guest).play()
    guest.has_turn()
    guest.tool("table")
    with guest.page.expect_download() as waiting:
        guest.page.locator("#download").click()
    log = tmp_path / "game.jsonl"
    waiting.value.save_as(log)
    assert ms.Game.from_log(log).step_count == guest.news()["steps"]
    guest.page.locator("#share").click()
    link = guest.page.locator("#share-link").input_value()
    assert link.startswith(f"{guest.address}/#/from/")
    guest.page.goto(link)
    guest.page.locator("#shared-board svg").wait_for()
    guest.page.locator("#play-on").click()
    guest.page.wait_for_url("**/t/*")
    guest.sees(0)
    guest.page.locator("#home").click()
    guest.watch_log(log)
    with guest.page.expect_download() as waiting:
        guest.page.locator(".replay-save").click()
    page = tmp_path / "replay.html"
    waiting.value.save_as(page)
    assert page.read_text("utf-8").startswith("<!doctype html>")
    guest.page.go_back()  # from the replay above the home page to the table before
    guest.page.locator(".replay-dialog").wait_for(state="detached")
    guest.page.wait_for_url("**/t/*")
    guest.sees(0)
    guest.page.locator("#home").click()
    guest.page.locator("#play-now").click()  # the page can be used
    guest.page.wait_for_url("**/t/*")
    guest.sees(0)


def test_a_lesson(come_alone: Coming) -> None:
    """A lesson opens, a task is solved, and the browser remembers it."""
    guest = come_alone("de", **FINGER)
    guest.page.set_default_timeout(SLOWLY)
    guest.visit("/learn")
    guest.page.locator(".cards button").first.tap()
    guest.page.locator("#choosing h2").wait_for()
    move = {"type": "place_miner", "source": "stock", "target": "S2"}
    status, said = guest.asked(guest.table, {"type": "apply", "number": guest.news()["number"], "move": move})
    assert status == 200, said
    guest.page.locator("#next-task").wait_for()
    guest.page.locator("#lesson .way-home").tap()
    guest.page.locator(".cards .dots .solved").first.wait_for()


def test_a_review(come_alone: Coming) -> None:
    """A finished game is reviewed; the review shows its progress, can be cancelled, and can be asked for again."""
    guest = come_alone()
    guest.start_game()
    ByMouse(guest).play()
    guest.has_turn()
    status, said = guest.asked(guest.table, {"type": "end", "number": guest.news()["number"]})
    assert status == 200, said
    guest.page.locator("#dialog [data-end=review]").click()
    guest.page.locator("#review-cancel").click()
    guest.page.locator("#dialog").wait_for(state="hidden")
    guest.page.locator("#tool-hint").click()
    guest.page.locator("#dialog[open] .hints").wait_for(state="attached")


def test_the_second_visit_needs_no_network(come_alone: Coming, files: StaticFiles) -> None:
    """After the first visit the site works without its server, and continues the game."""
    guest = come_alone()
    guest.start_game()
    assert guest.page.evaluate(READY) in ("activating", "activated")
    assert len(guest.page.evaluate("() => caches.keys()")) == 1
    files.stop()
    number = guest.news()["number"]
    guest.page.reload()
    guest.sees(number)
    ByMouse(guest).play()
    guest.visit("/learn")
    guest.page.locator(".cards li").first.wait_for()


def test_a_second_tab_waits(come_alone: Coming) -> None:
    """Two tabs cannot change the same games: the second one says so, and goes on once the first one is closed."""
    guest = come_alone()
    guest.start_game()
    table, number = guest.table, guest.news()["number"]
    second = guest.another_page()
    second.set_default_timeout(SLOWLY)
    second.goto(f"{guest.address}/#/t/{table}")
    second.locator("#loading p").filter(has_text=guest.words("other_tab")).wait_for()
    guest.page.close()
    guest.page = second
    guest.sees(number)


def test_a_browser_without_webassembly(come_alone: Coming) -> None:
    """The page says in a sentence what is missing."""
    guest = come_alone("pl")
    guest.context.add_init_script("delete globalThis.WebAssembly")
    guest.visit("/")
    guest.page.locator("#loading p").filter(has_text=guest.words("no_webassembly")).wait_for()
    guest.page.locator("main .lead").filter(has_text=guest.words("no_webassembly")).wait_for()


def test_a_browser_without_storage(come_alone: Coming) -> None:
    """The game goes on, and a sentence says that it is not stored."""
    guest = come_alone("de")
    guest.page.set_default_timeout(SLOWLY)
    script = (
        (ROOT / "browser" / "playground" / "storage.js").read_text("utf-8").replace("indexedDB.open(", "null.open(")
    )
    guest.context.route("**/storage.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    guest.visit("/")
    guest.page.locator("#notice").filter(has_text=guest.words("not_stored")).wait_for()
    guest.page.locator("#play-now").click()
    guest.page.locator("#choosing h2").wait_for()


def test_an_unknown_table(come_alone: Coming) -> None:
    """An address of a table that is not on this device leads back to the home page."""
    guest = come_alone()
    guest.page.set_default_timeout(SLOWLY)
    guest.visit("/t/nobody-has-this-table")
    guest.page.locator(".lead").wait_for()
    guest.page.locator("main a").click()
    guest.page.locator("#play-now").wait_for()


def test_sites_of_one_origin(come_alone: Coming, playground: Path, tmp_path: Path) -> None:
    """Two sites of one origin keep their files apart, and a new version replaces only the old one of its own site."""
    for folder in ("latest", "stable"):
        (tmp_path / folder).mkdir()
        for part in playground.iterdir():
            if part.name != "service_worker.js":
                (tmp_path / folder / part.name).symlink_to(part)
    script = (playground / "service_worker.js").read_text("utf-8")
    with StaticFiles(tmp_path) as files:
        guest = come_alone()
        guest.page.set_default_timeout(SLOWLY)
        guest.address = files.address
        guest.address = files.address
        kept: list[str] = []
        steps = (("latest", "one", 1), ("stable", "two", 2), ("latest", "three", 3), ("stable", "two", 2))
        for folder, version, count in steps:
            changed = re.sub(r'VERSION = "\w+"', f'VERSION = "{version}"', script)
            (tmp_path / folder / "service_worker.js").write_text(changed, "utf-8")
            # A new version waits while a page of the old one is open, so each visit begins outside both sites.
            guest.page.goto(files.address)
            guest.page.goto(f"{files.address}/{folder}/")
            kept = guest.page.evaluate(STORED, count)
            assert len(kept) == count
    assert sorted(name.partition(" ")[2] for name in kept) == ["/latest/ three", "/stable/ two"]


@pytest.mark.parametrize("content", [b"no snapshot", b"\x1f\x8b\x08damaged"], ids=["refused", "damaged"])
def test_without_a_usable_snapshot(come_alone: Coming, content: bytes) -> None:
    """A snapshot only saves time, so the game also starts if the engine refuses it or its file is damaged."""
    guest = come_alone()
    warnings: list[str] = []
    guest.page.on("console", lambda message: warnings.append(message.text))
    guest.context.route("**/snapshot.bin.gz", lambda route: route.fulfill(body=content))
    guest.start_game()
    ByMouse(guest).play()
    assert [text for text in warnings if text.startswith("the engine starts without its snapshot")]


def test_below_any_folder(come_alone: Coming, playground: Path, tmp_path: Path) -> None:
    """No address begins at the root of the server."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "a folder").symlink_to(playground)
    with StaticFiles(tmp_path) as files:
        guest = come_alone()
        guest.address = f"{files.address}/below/a%20folder"
        guest.start_game()
    assert guest.page.locator("#log .icon, #board svg").count() > 0


@pytest.mark.parametrize(
    "options", [{}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}], ids=["desktop", "phone"]
)
def test_axe_finds_no_fault(come_alone: Coming, options: dict[str, Any]) -> None:
    """The home page, the page that loads, and a table have no violation."""
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: pip install axe-playwright-python")
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    guest = come_alone(**options)
    guest.page.set_default_timeout(SLOWLY)
    guest.visit("/")
    guest.page.locator("#play-now").wait_for()
    guest.page.evaluate(axe)
    assert guest.page.evaluate(RUN) == []
    guest.page.locator("#loading").wait_for(state="hidden")
    guest.start_game()
    guest.page.evaluate(axe)
    assert guest.page.evaluate(RUN) == []


def test_it_can_be_installed(come_alone: Coming) -> None:
    """The manifest is valid for the browser, and its icons exist."""
    guest = come_alone()
    guest.visit("/")
    session = guest.context.new_cdp_session(guest.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = guest.page.evaluate("async () => (await fetch('manifest.webmanifest')).json()")
    for icon in manifest["icons"]:
        assert guest.page.evaluate("async (name) => (await fetch(name)).status", icon["src"]) == 200
