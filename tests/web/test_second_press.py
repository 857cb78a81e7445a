"""The page's ``seats.js`` when a button is pressed twice. It runs in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.web.page_modules import copy_modules


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_a_second_press_opens_no_second_table(tmp_path: Path) -> None:
    """Only one table opens at a time. After a refusal, and at the new table, the page can open another one."""
    script = Path(__file__).with_name("second_press.mjs")
    run = subprocess.run(["node", script, copy_modules(tmp_path)], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {
        "refused": [1, [False, False], ["full"]],
        "opened": [2, [True, False, False], "/t/t"],
        "later": 3,
    }
