"""Troubles of a page without a server: damaged games in its storage, and bots that take too long."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.local_guest import LocalGuest, StaticFiles
from tests.browser.players import ByMouse

pytestmark = pytest.mark.long

Coming = Callable[..., LocalGuest]
CHANGE = """async ([store, change]) => {
  const resultOf = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const database = await resultOf(indexedDB.open("magnum-sal"));
  const objects = database.transaction(store, "readwrite").objectStore(store);
  const [key] = await resultOf(objects.getAllKeys());
  const value = await resultOf(objects.get(key));
  if (change === "lines") await resultOf(objects.put(value.replace("Ada", "Eve"), key));
  else if (change === "seats") {
    value.arrangement.chairs = 7;
    await resultOf(objects.put(value));
  } else await resultOf(objects.clear());
  database.close();
}"""
"""A script that damages a game in the storage of the browser."""


def begin(guest: LocalGuest) -> str:
    """Start a game, make a move, wait until the bot has moved, and return the id of the table."""
    guest.start_game()
    ByMouse(guest).play()
    # A later move of the bot would store the table again, and so repair what a test damages.
    guest.has_turn()
    return guest.table


@pytest.mark.parametrize(
    ("store", "change", "reason"),
    [
        ("lines", "lines", "line 1: checksum"),
        ("lines", "none", "line 1: the log has no header"),
        ("tables", "seats", "chairs: 7 is not a list"),
    ],
)
def test_a_damaged_game(come_alone: Coming, tmp_path: Path, store: str, change: str, reason: str) -> None:
    """The page names a damaged game, offers what is stored, and deletes it after a question; others open."""
    guest = come_alone()
    damaged = begin(guest)
    guest.page.evaluate(CHANGE, [store, change])
    guest.page.reload()
    guest.page.locator("main .lead").filter(has_text=guest.words("refused.damaged")).wait_for()
    assert reason in guest.page.locator("main").inner_text()
    with guest.page.expect_download() as waiting:
        guest.page.locator("#download-damaged").click()
    waiting.value.save_as(tmp_path / "stored.txt")
    assert (damaged if change == "none" else "game_started") in (tmp_path / "stored.txt").read_text("utf-8")
    guest.page.locator("#home").click()
    guest.page.locator(".my-tables li").first.wait_for()
    other = begin(guest)
    assert other != damaged
    guest.page.locator("#home").click()
    guest.page.wait_for_function("() => document.querySelectorAll('.my-tables li').length === 2")
    guest.visit(f"/t/{damaged}")
    guest.page.locator("#delete-damaged").click()
    guest.page.locator("#dialog-close").click()
    guest.page.reload()
    guest.page.locator("#delete-damaged").click()
    guest.page.locator("#delete-really").click()
    guest.page.wait_for_function("() => document.querySelectorAll('.my-tables li').length === 1")
    guest.page.reload()
    guest.page.locator(".my-tables a").click()
    guest.sees(0)
    assert guest.table == other


def copy_site(playground: Path, folder: Path, changes: dict[str, tuple[str, str]]) -> None:
    """Copy the site, and replace a text in some of the files of its workers."""
    # A script of a worker that another worker starts cannot be replaced on its way to the browser.
    folder.mkdir()
    for path in playground.iterdir():
        if path.name != "playground":
            (folder / path.name).symlink_to(path)
    shutil.copytree(playground / "playground", folder / "playground")
    for name, (old, new) in changes.items():
        path = folder / "playground" / name
        script = path.read_text("utf-8")
        assert script.count(old) == 1
        path.write_text(script.replace(old, new), "utf-8")


def test_an_engine_that_does_not_arrive(come_alone: Coming) -> None:
    """The page says why it cannot play, and the console shows the reason once."""
    guest = come_alone()
    faults: list[str] = []
    guest.page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    guest.context.route("**/packages.tar.gz", lambda route: route.fulfill(status=404, body=""))
    guest.visit("/t/any-table")
    guest.page.locator("#loading p").filter(has_text="packages.tar.gz").wait_for()
    guest.page.wait_for_timeout(500)  # A second message would follow at once.
    faults = [fault for fault in faults if "Failed to load resource" not in fault]
    assert len(faults) == 1
    assert "packages.tar.gz" in faults[0]


def test_a_bot_that_never_answers(come_alone: Coming, playground: Path, tmp_path: Path) -> None:
    """After its time, the table makes a sensible move for the bot, says so, and the other thinking goes on."""
    settings = "from magnum_sal.web import ServerSettings\\ntables = LocalTables(ServerSettings(bot_seconds=1))"
    think = "const reply = JSON.parse(think(line));"
    changes = {
        "tables_worker.js": ("tables = LocalTables()", settings),
        "thinking_worker.js": (think, f'while (line.includes(\'"kind":"move"\'));\n  {think}'),
    }
    copy_site(playground, tmp_path / "site", changes)
    with StaticFiles(tmp_path / "site") as files:
        guest = come_alone()
        guest.address = files.address
        begin(guest)
        while not (trouble := guest.has_turn()["trouble"]):
            ByMouse(guest).play()
        assert trouble.endswith(": it took longer than 1 seconds")
        guest.page.get_by_text(trouble).first.wait_for()
        guest.tool("hint")
        guest.page.locator("#hints li button.hint").first.wait_for()
