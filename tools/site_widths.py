"""
Measures the built pages in Chromium: ``python -m tools.site_widths docs/_build/html``, for ``nox -s site``.

On a screen of 1280 pixels no block of code needs to be moved sideways, on a phone of 390 no page; no picture is
missing. What is not so is listed, and the status is 1.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
WIDE, NARROW = 1280, 390

LOOK = """() => ({
  page: document.documentElement.scrollWidth - innerWidth,
  code: [...document.querySelectorAll("pre")]
    .filter((block) => block.scrollWidth > block.clientWidth + 1)
    .map((block) => block.innerText.split("\\n").sort((a, b) => b.length - a.length)[0]),
  pictures: [...document.images].filter((one) => one.complete && !one.naturalWidth).map((one) => one.src),
})"""


def pages(folder: Path) -> list[Path]:
    """Return the pages of a site; listings of the source are not read from top to bottom."""
    return [path for path in sorted(folder.rglob("*.html")) if "_modules" not in path.relative_to(folder).parts]


def faults(page: Any, width: int) -> Iterator[str]:
    """Yield what does not fit on the page that a browser shows."""
    seen = page.evaluate(LOOK)
    if seen["page"] > 0:
        yield f"at {width} pixels the page is {seen['page']} wider"
    if width == WIDE:
        yield from (f"at {width} pixels this line does not fit: {line}" for line in seen["code"])
        yield from (f"no picture: {source}" for source in seen["pictures"])


def main(folder: Path) -> int:
    """Look at all pages, and print what is wrong."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    found, paths = 0, pages(folder)
    if not paths:
        print(f"no pages in {folder}")
        return 1
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=options)
        for width in (WIDE, NARROW):
            page = browser.new_page(viewport={"width": width, "height": 900})
            for path in paths:
                page.goto(path.resolve().as_uri())
                for fault in faults(page, width):
                    found += 1
                    print(f"{path.relative_to(folder)}: {fault}")
            page.close()
        browser.close()
    print(f"{len(paths)} pages, {found} faults")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
