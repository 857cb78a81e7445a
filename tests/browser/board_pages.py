"""Pages with the element ``<magnum-sal-board>``, and the files that they load."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from tests.javascript.building import PACKAGE, build_package, build_runtime

import magnum_sal as ms

if TYPE_CHECKING:
    from playwright.sync_api import Page

EMPTY = '<!doctype html><html lang="en"><title>Board</title><main></main>'


def write_pages(folder: Path) -> None:
    """Write a site with the package, the engine, the page of the README, empty pages and the logs of a game."""
    shutil.copytree(build_package() / "dist", folder / "magnum-sal")
    shutil.copytree(build_runtime(), folder / "magnum-sal-runtime")
    (page,) = re.findall(r"```html\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)
    (folder / "index.html").write_text(page, "utf-8")
    for name in ("empty.html", "strict.html"):
        (folder / name).write_text(EMPTY, "utf-8")
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    for move in (ms.PlaceMiner("stock", "S1"), ms.VisitTownSquare(), ms.VisitInn()):
        game.play(move)
    (folder / "game.jsonl").write_text("".join(game.log.public().lines()), "utf-8")
    game.end("supper is ready")
    (folder / "ended.jsonl").write_text("".join(game.log.public().lines()), "utf-8")


def add_board(page: Page, **attributes: str) -> None:
    """Add a board with these attributes to the empty page."""
    page.evaluate(
        """async (attributes) => {
          await import("/magnum-sal/board.js");
          const board = document.createElement("magnum-sal-board");
          for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
          document.querySelector("main").append(board);
        }""",
        attributes,
    )


def wait_for_picture(page: Page, **attributes: str) -> None:
    """Set attributes of the board, and wait until it has been drawn again."""
    page.evaluate(
        """(attributes) => new Promise((resolve, reject) => {
          const board = document.querySelector("magnum-sal-board");
          board.addEventListener("board-drawn", resolve, { once: true });
          board.addEventListener("board-error", ({ detail }) => reject(detail.error), { once: true });
          for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
        })""",
        attributes,
    )
