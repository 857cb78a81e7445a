"""
Measure the site without a server while it holds many games: ``python benchmarks/local_tables.py FOLDER``.

FOLDER is what ``python -m tools.playground FOLDER`` has built. In a headless Chromium, the benchmark resumes the
same log at many tables, until the page refuses another one. It reports

- how long opening a table takes, and what the browser stores,
- how long a new visit takes until it lists the games, and how long one of them takes to open.

The figures depend on what else runs on the machine, so the benchmark reports its load, too.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

from playground import HAS_BOARD, PATIENCE, open_site, percentile, start_visit
from playwright.sync_api import Browser

import magnum_sal as ms
from magnum_sal.bots import make_bot

FILL = """async ([log, count]) => {
  const { connect } = await import(new URL("static/transport.js", document.baseURI));
  const connection = await connect("en");
  const times = [];
  let table = null;
  try {
    while (times.length < count) {
      const begun = performance.now();
      ({ table } = await connection.continueGame({ log, players: ["here", "here"] }));
      times.push(performance.now() - begun);
    }
  } catch ({ code, message }) {
    return [times, table, `${code}: ${message}`];
  }
  return [times, table, null];
}"""
"""A script that resumes a log at many tables, and returns the times, the last table, and the reason for stopping."""
STORAGE = "() => navigator.storage.estimate().then(({ usageDetails }) => usageDetails?.indexedDB ?? 0)"


def record_game(moves: int) -> str:
    """Return the log of the beginning of a game of two players."""
    game, bot = ms.Game.new(["Ada", "Ben"], seed=1), make_bot("greedy", seed=1)
    for _ in range(moves):
        game.play(bot(game.state.public(), ms.legal_moves(game.state)))
    return "".join(game.log.lines())


def measure(browser: Browser, address: str, count: int, moves: int) -> None:
    """Open many games with a few moves each, start the page again, and print how long that takes."""
    log = record_game(moves)
    context = browser.new_context()
    page, _ = start_visit(context, address)
    page.goto(f"{address}#/")
    times, table, refused = page.evaluate(FILL, [log, count])
    sys.stdout.write(
        f"{len(times) + 1} games, all but one of {moves} moves and {len(log):,} bytes: opened in "
        f"{statistics.median(times):.0f} ms (median), {percentile(times, 0.95):.0f} ms (95th percentile)\n"
    )
    if refused is not None:
        sys.stdout.write(f"one more is refused: {refused}\n")
    page.wait_for_timeout(2000)  # the browser writes its database a little later
    sys.stdout.write(f"the browser stores {page.evaluate(STORAGE) / 1e6:.1f} MB of games\n")
    page.close()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    begun = time.perf_counter()
    page.goto(f"{address}#/")
    page.locator(".my-tables li").first.wait_for()
    sys.stdout.write(f"a new visit lists the games after {time.perf_counter() - begun:.1f} s\n")
    begun = time.perf_counter()
    page.goto(f"{address}#/t/{table}")
    page.wait_for_function(HAS_BOARD)
    sys.stdout.write(f"one of them opens in {time.perf_counter() - begun:.1f} s\n")
    context.close()


def main() -> int:
    """Serve the folder, measure, and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure the site without a server with many games.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=100)
    wanted = parser.parse_args()
    with open_site(wanted.folder) as (browser, address):
        measure(browser, address, wanted.tables, wanted.moves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
