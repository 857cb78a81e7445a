"""The page's ``seats.js`` when a button is pressed twice. It runs in Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest


@pytest.mark.slow
def test_a_second_press_opens_no_second_table(modules: Path) -> None:
    """Only one table opens at a time. After a refusal, and at the new table, the page can open another one."""
    script = Path(__file__).with_name("second_press.mjs")
    run = subprocess.run(["node", script, modules], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == {
        "refused": [1, [False, False], ["full"]],
        "opened": [2, [True, False, False], "/t/t"],
        "later": 3,
    }
