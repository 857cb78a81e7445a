"""The page's ``connection.js`` when no news arrive. It runs in Node, with a clock of the test."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from magnum_sal import web

STATIC = Path(web.__file__).with_name("static")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_a_page_whose_connection_is_silent_connects_again(tmp_path: Path) -> None:
    """News and pings show that a connection works. After 45 seconds without them, the page opens a new one."""
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    shutil.copy(STATIC / "connection.js", tmp_path)
    # The real words are in a module that needs the elements of the page.
    (tmp_path / "elements.js").write_text("export const word = (key) => key;", "utf-8")
    script = Path(__file__).with_name("silent_news.mjs")
    run = subprocess.run(["node", script, tmp_path / "connection.js"], capture_output=True, text=True, check=True)
    seen = json.loads(run.stdout)
    assert seen.pop("address") == "/api/tables/t/news?language=en&ping=event"
    assert seen == {
        "heard": {"closed": [False], "told": ["news"]},
        "silent": {"closed": [True, False], "told": ["lost"]},
        "unanswered": {"closed": [True, True, False], "told": ["lost"]},
        "reopening": {"closed": [True, True, False], "told": ["lost"]},
        "silent again": {"closed": [True, True, True, False], "told": ["lost"]},
        "left": {"closed": [True, True, True, True], "told": []},
    }
