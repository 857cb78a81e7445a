"""The page of a web author's own, in examples: it shows a table and plays at it, passed on by a server in Node."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.serving import ServedTables

from magnum_sal import Game

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SERVER = Path(__file__).parents[2] / "examples" / "own_page" / "serve.js"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


@pytest.fixture
def address(tables: ServedTables) -> Iterator[str]:
    """Where the page is served, before the server of tables."""
    assert NODE is not None
    command = [NODE, str(SERVER), "0", str(tables.port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


def test_a_game_is_begun_and_a_move_is_played(chromium: Browser, tables: ServedTables, address: str) -> None:
    """Questions are answered by buttons until a move is made; the bot answers it, and the page shows both."""
    page = chromium.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(address)
    page.wait_for_selector("#board [data-place='S1']")
    page.wait_for_selector("#question button")
    page.get_by_role("button", name="send an assistant").click()
    page.get_by_role("button", name="back").click()
    page.get_by_role("button", name="visit the inn").click()
    page.wait_for_selector("#log li:has-text('You: hires a miner')")
    page.wait_for_selector("#log li:has-text('Bot: ')")
    page.wait_for_selector("#question button")  # it is one's turn again
    page.reload()
    page.wait_for_selector("#question button")
    assert page.locator("#question button").count() > 3
    table = page.evaluate("location.hash").removeprefix("#")
    assert "visit_inn" in [move.type for move in Game.from_log(tables.log(table).read_bytes()).moves]
    assert failures == []
    page.close()
