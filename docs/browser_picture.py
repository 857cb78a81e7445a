"""
Draw the pictures of tables in the browser again: the README's and that of the page on custom pages.

Run `python docs/browser_picture.py`. It needs Playwright, Pillow, Chromium and Node.

The table is the sample game of the other pictures, as the player to move sees it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from io import BytesIO
from itertools import islice
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from magnum_sal import Game
from magnum_sal.bots import HUMAN
from magnum_sal.web._lobby import new_link
from magnum_sal.web._requests import browser_of, new_key
from magnum_sal.web._store import Store
from magnum_sal.web._table import Arrangement, Chair

sys.path.insert(0, str(Path(__file__).parent))
from pictures import BUSY_MOVE, SAMPLE_GAME

TARGET = Path(__file__).parent / "images" / "browser.webp"
OWN_TARGET = TARGET.with_name("own_page.webp")
OWN_SERVER = TARGET.parents[2] / "examples" / "own_page" / "serve.js"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SIZE = {"width": 1280, "height": 800}


def lay_out(folder: Path, key: str) -> str:
    """Put the sample game into a folder of tables, with this key's browser at the seat to move, and return its id."""
    table = new_link()
    store = Store(folder)
    lines = SAMPLE_GAME.read_bytes().splitlines(keepends=True)
    store.log(table).write_bytes(b"".join(islice(lines, BUSY_MOVE + 1)))
    with Game.from_log(store.log(table)) as game:
        seats, to_move = range(len(game.state.players)), game.state.turn_seat
    chairs = tuple(Chair(HUMAN, holder=browser_of(key if seat == to_move else new_key())) for seat in seats)
    store.write(Arrangement(table, browser_of(key), new_link(), chairs))
    return table


def picture_own_page(browser: Browser, port: str) -> None:
    """Serve the page of `examples/own_page` in front of the tables at *port*, and save a picture of its first view."""
    with subprocess.Popen(["node", str(OWN_SERVER), "0", port], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        page = browser.new_page(viewport=SIZE, locale="en", color_scheme="light")
        page.goto(server.stdout.readline().strip())
        page.wait_for_selector("#board svg")
        page.wait_for_selector("#question button")
        page.wait_for_timeout(300)
        Image.open(BytesIO(page.screenshot())).save(OWN_TARGET, quality=88, method=6)
        server.terminate()


def main() -> None:
    """Serve the table, open it in Chromium, and save a picture of it."""
    key = new_key()
    with tempfile.TemporaryDirectory() as folder:
        table = lay_out(Path(folder), key)
        command = [sys.executable, "-m", "magnum_sal", "serve", "--port", "0", "--folder", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
            assert server.stdout is not None
            found = re.search(r"http://localhost:\d+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport=SIZE, locale="en", color_scheme="light")
            page.context.add_cookies([{"name": "magnum_sal", "value": key, "url": found[0]}])
            page.goto(f"{found[0]}/t/{table}")
            page.wait_for_selector("#board svg")
            page.wait_for_selector("#choosing button.answer")
            page.wait_for_timeout(300)
            Image.open(BytesIO(page.screenshot())).save(TARGET, quality=88, method=6)
            picture_own_page(browser, found[0].rpartition(":")[2])
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
