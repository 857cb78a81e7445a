"""The page's ``connection.js`` when no news arrive. It runs in Node, with a clock of the test."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from magnum_sal import web

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed"),
]

STATIC = Path(web.__file__).with_name("static")


def play(folder: Path, script: str) -> dict[str, Any]:
    """Return what the module does in a script beside this file."""
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    shutil.copy(STATIC / "connection.js", folder)
    # The real words are in a module that needs the elements of the page.
    (folder / "elements.js").write_text("export const word = (key) => key;", "utf-8")
    path = Path(__file__).with_name(script)
    run = subprocess.run(["node", path, folder / "connection.js"], capture_output=True, text=True, check=True)
    seen: dict[str, Any] = json.loads(run.stdout)
    return seen


def test_a_page_whose_connection_is_silent_connects_again(tmp_path: Path) -> None:
    """News and pings show that a connection works. After 45 seconds without them, the page opens a new one."""
    seen = play(tmp_path, "silent_news.mjs")
    assert seen.pop("address") == "/api/tables/t/news?language=en&ping=event"
    assert seen == {
        "heard": {"closed": [False], "told": ["news"]},
        "silent": {"closed": [True, False], "told": ["lost"]},
        "unanswered": {"closed": [True, True, False], "told": ["lost"]},
        "reopening": {"closed": [True, True, False], "told": ["lost"]},
        "silent again": {"closed": [True, True, True, False], "told": ["lost"]},
        "left": {"closed": [True, True, True, True], "told": []},
    }


def test_a_page_whose_news_is_refused_says_why_and_connects_again(tmp_path: Path) -> None:
    """The sentence of the server stays visible between the attempts. Without one, the connection counts as lost."""
    seen = play(tmp_path, "lost_news.mjs")
    assert seen["refused"] == ["offline", "unreadable"]
    assert seen["refused again"] == ["unreadable", "unreadable"]
    assert seen["full"] == ["unreadable", "full"]
    assert seen["page of another server"] == ["full", "offline"]
    assert seen["unanswered"] == ["offline", "offline"]
    assert seen["sources"] == 6
    assert seen["gone"] == ["offline", "unknown_table"]


def test_a_restart_behind_a_proxy_counts_as_a_lost_connection(tmp_path: Path) -> None:
    """A proxy answers with a page of its own until the server is back. The page then opens a new connection."""
    seen = play(tmp_path, "lost_news.mjs")
    assert seen["pages of a proxy"] == ["HTTP 500", "offline", "offline", "offline"]
    assert seen["renewed again"] == 8


def test_a_history_or_picture_that_does_not_arrive_counts_as_lost(tmp_path: Path) -> None:
    """After 45 seconds the request fails, and the page opens a new connection. A review may take longer."""
    seen = play(tmp_path, "lost_news.mjs")
    assert (seen["history"], seen["board"]) == ([45000, "offline"], [45000, "offline"])
    assert seen["review"] == ["offline"]
    assert seen["renewed"] == 7
