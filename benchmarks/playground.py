"""
Measure the site without a server in a headless Chromium: ``python benchmarks/playground.py FOLDER``.

FOLDER is what ``python -m tools.playground FOLDER`` has built. The benchmark serves it on loopback, and reports

- the time from the request for the page to the board of a new game, on a first visit and on later ones,
- the time from a tap to the new board, over the moves of a game at one screen,
- the time in which a bot answers, with the pause before its move.

The figures depend on what else runs on the machine, so the benchmark reports its load, too. ``--snapshot missing`` and
``--snapshot refused`` measure how the engine starts without its snapshot, or with one that Pyodide does not accept.
``--moves 0`` measures the starts only.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import json
import os
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
PATIENCE = 180_000
HAS_BOARD = "() => document.querySelector('#board')?.dataset.number !== undefined"
STORED = "() => navigator.serviceWorker.ready.then(() => caches.keys())"
WATCH = """
localStorage.speed = "0";
window.taps = [];
let tapped = null;
addEventListener("click", () => (tapped = performance.now()), { capture: true });
new MutationObserver(() => {
  if (tapped !== null) window.taps.push(performance.now() - tapped);
  tapped = null;
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-number"] });
"""
"""A script that measures the time from each click to the next board."""
BOT = """async ([bot, most]) => {
  const { connect } = await import(new URL("static/transport.js", document.baseURI));
  const connection = await connect("en");
  const seats = [{ name: "Ada", player: "here" }, { name: "Ben", player: bot }];
  const table = connection.table((await connection.open({ seats })).table);
  const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const times = [];
  while (times.length < most) {
    const { number, to_move } = await table.ask("news");
    if (to_move === 0) {
      const { moves } = await table.ask("sensible_moves", { most: 1 });
      await table.act({ type: "apply", number, move: moves[0] });
      continue;
    }
    const begun = performance.now();
    while ((await table.ask("news")).number === number) await rest(10);
    times.push(performance.now() - begun);
  }
  return times;
}"""
"""A script that plays against a bot without the page, and returns how long the bot took for each move."""


SNAPSHOTS = ("used", "missing", "refused")
"""The treatments of the engine's snapshot: a missing one is not listed, and a refused one has a wrong first word."""


@cache
def spoil_snapshot(path: Path) -> bytes:
    """Return a snapshot that Pyodide refuses, because it does not begin with Pyodide's magic number."""
    return gzip.compress(bytes(4) + gzip.decompress(path.read_bytes())[4:])


class Files(SimpleHTTPRequestHandler):
    """The files of the site, without a log, and with another snapshot if that is wanted."""

    def __init__(self, *arguments: Any, snapshot: str = "used", **options: Any) -> None:
        self.snapshot = snapshot
        super().__init__(*arguments, **options)

    def send_head(self) -> Any:
        """Return the file that a request names, or its replacement."""
        path = Path(self.translate_path(self.path))
        if self.snapshot == "missing" and path.name == "runtime.json":
            return self._send(json.dumps(json.loads(path.read_text("utf-8")) | {"snapshot": None}).encode())
        if self.snapshot == "refused" and path.name == "snapshot.bin.gz":
            return self._send(spoil_snapshot(path))
        return super().send_head()

    def _send(self, content: bytes) -> io.BytesIO:
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def log_message(self, *_: object) -> None:
        """Write nothing."""

    def copyfile(self, *arguments: Any) -> None:
        """Send a file, unless the page was closed."""
        with contextlib.suppress(ConnectionError):
            super().copyfile(*arguments)


def start_visit(context: BrowserContext, address: str) -> tuple[Page, float]:
    """Open the site in a new page, start a game with one tap, and return the page and the seconds until its board."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    begun = time.perf_counter()
    page.goto(address)
    page.locator("#play-now").click()
    page.wait_for_function(HAS_BOARD)
    return page, time.perf_counter() - begun


def measure_starts(browser: Browser, address: str, visits: int) -> tuple[list[float], list[float]]:
    """Return the seconds until the board appears on first visits, and on second visits."""
    cold, warm = [], []
    for _ in range(visits):
        context = browser.new_context()
        page, seconds = start_visit(context, address)
        cold.append(seconds)
        page.evaluate(STORED)
        page.close()
        page, seconds = start_visit(context, address)
        warm.append(seconds)
        context.close()
    return cold, warm


def measure_taps(page: Page, moves: int) -> list[float]:
    """Play moves at one screen by clicks on the first answers, and return the milliseconds until each new board."""
    while len(taps := page.evaluate("() => window.taps")) < moves:
        page.locator("#choosing:not([aria-busy=true]) :is(button.answer, button.play)").first.click()
        page.wait_for_timeout(20)
    return list(taps)


def percentile(values: list[float], share: float) -> float:
    """Return the value below which this share of the values lies."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def measure(browser: Browser, address: str, wanted: Any) -> None:
    """Measure everything, and print it."""
    cold, warm = measure_starts(browser, address, wanted.visits)
    for name, seconds in (("first visit", cold), ("second visit", warm)):
        best, middle, worst = min(seconds), statistics.median(seconds), max(seconds)
        sys.stdout.write(f"{name} to board: {middle:.2f} s (median; {best:.2f} to {worst:.2f})\n")
    if not wanted.moves:
        return
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator("#with-friends").click()
    page.wait_for_function(HAS_BOARD)
    taps = measure_taps(page, wanted.moves)
    sys.stdout.write(
        f"tap to new board: {statistics.median(taps):.0f} ms (median of {len(taps)}), "
        f"{percentile(taps, 0.95):.0f} ms (95th percentile)\n"
    )
    for bot in wanted.bots:
        times = page.evaluate(BOT, [bot, wanted.answers])
        sys.stdout.write(
            f"{bot} answers: {statistics.median(times) / 1000:.2f} s (median of {len(times)}), "
            f"{max(times) / 1000:.2f} s (longest)\n"
        )
    context.close()


@contextlib.contextmanager
def open_site(folder: Path, snapshot: str = "used") -> Iterator[tuple[Browser, str]]:
    """Serve the folder on loopback, open a browser, and report the load of the machine. Yield browser and address."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise SystemExit("there is no browser; name one in CHROMIUM=/path/to/it")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder), snapshot=snapshot))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    sys.stdout.write(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; snapshot {snapshot}\n")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=options)
        yield browser, f"http://127.0.0.1:{server.server_address[1]}/"
        browser.close()
    server.shutdown()
    sys.stdout.write(f"load after: {os.getloadavg()[0]:.1f}\n")


def main() -> int:
    """Serve the folder, measure, and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure the site without a server.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--answers", type=int, default=15)
    parser.add_argument("--bots", nargs="*", default=["novice", "foreman", "master"])
    parser.add_argument("--snapshot", choices=SNAPSHOTS, default="used", help="what happens to the engine's snapshot")
    wanted = parser.parse_args()
    with open_site(wanted.folder, wanted.snapshot) as (browser, address):
        measure(browser, address, wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
