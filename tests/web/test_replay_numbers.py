"""The numbers of the moves in the viewer of a replay, and in the address of its page. They run in Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.record.log.test_several_corrections import table_of_a_purchase

from magnum_sal.render.replay_views import replay_data

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """Return the data of a game on a real table, without pictures. Its moves have the numbers 7, 9 and 10."""
    return {**replay_data(table_of_a_purchase(), views=()), "views": {"wide": []}}


@pytest.mark.parametrize(
    ("link", "at", "number"),
    [("", 0, 0), ("#0", 0, 0), ("#6", 0, 0), ("#7", 1, 7), ("#8", 1, 7), ("#9", 2, 9), ("#99", 3, 10), ("#x", 0, 0)],
)
def test_a_link_counts_as_the_game_does(modules: Path, data: dict[str, Any], link: str, at: int, number: int) -> None:
    """The list, the place and the address show the numbers of the game. A piece belongs to the move before it."""
    script = Path(__file__).with_name("replay_numbers.mjs")
    run = subprocess.run(
        ["node", script, modules, json.dumps(data), link], capture_output=True, text=True, encoding="utf-8", check=True
    )
    shown = {"numbers": ["", "7", "9", "10"], "at": at, "place": f"{number} / 10", "address": f"#{number}"}
    assert json.loads(run.stdout) == shown
