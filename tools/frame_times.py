"""
Measure how evenly the page of a table is drawn while pieces fly, in headless Chromium at a table with bots.

``python -m tools.frame_times`` plays moves with motion and without it, and prints percentiles of the times between two
frames. The goal is that 95 % of the frames take less than 20 ms with motion, or at most 5 points fewer than without it.
Needs Playwright and Chromium, as the tests in ``tests/browser`` do.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright
from tests.browser.guests import Guest
from tests.serving import ServedTables
from tools.site_icons import find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GOAL = 20.0
"""The longest time between two frames in milliseconds that looks even."""
AFTER = 1000
"""How long frames are measured after a move, in milliseconds. This is the length of its motion."""

RECORD = """(length) => new Promise((resolve) => {
  const times = [];
  const end = performance.now() + length;
  const next = (now) => (times.push(now), now < end ? requestAnimationFrame(next) : resolve(times));
  requestAnimationFrame(next);
})"""


def measure(browser: Browser, address: str, moves: int, *, is_animated: bool) -> list[float]:
    """Return the times between the frames after each of this many moves, in milliseconds."""
    guest = Guest.coming(browser, address, "en", reduced_motion="no-preference" if is_animated else "reduce")
    guest.sit_at("here", "novice", "novice")
    found: list[float] = []
    for _ in range(moves):
        if guest.news()["is_over"]:
            break
        guest.move()
        times = guest.page.evaluate(RECORD, AFTER)
        found += [later - earlier for earlier, later in pairwise(times)]
    guest.context.close()
    return found


def describe(name: str, times: Sequence[float]) -> str:
    """Return a line with the share of even frames, and percentiles."""
    ordered = sorted(times)
    share = 100 * sum(time < GOAL for time in ordered) / len(ordered)
    percentiles = " ".join(f"{ordered[int((len(ordered) - 1) * part / 100)]:7.1f}" for part in (50, 90, 95, 99, 100))
    return f"{name:<8} {len(ordered):>6} {share:>7.1f} % {percentiles}"


def main() -> None:
    """Measure with and without motion, and print a table."""
    parser = argparse.ArgumentParser(description="Measure the frame times of the table's page.")
    parser.add_argument("--moves", type=int, default=20, help="the number of moves of each measurement")
    parser.add_argument("--chromium", help="the path of Chromium; by default an installed one")
    arguments = parser.parse_args()
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as folder,
        ServedTables(Path(folder) / "tables") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=arguments.chromium or find_browser(), args=options)
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        print(f"motion   frames < {GOAL:.0f} ms     50 %    90 %    95 %    99 %   100 %")
        for name in ("off", "on", "off", "on"):
            times = measure(browser, served.address, arguments.moves, is_animated=name == "on")
            print(describe(name, times), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
