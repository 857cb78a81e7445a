"""The page that compares the ways to the rules: the first lines of each way are right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import magnum_sal as ms
from magnum_sal.protocol import Server, answer

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "which-door.md").read_text("utf-8")
ROWS = {
    name: re.findall(r"`(.*?)`", cell)
    for name, cell in re.findall(r"^\| (\w+) \|(?:[^|]*\|){2} (`[^|]*) \|", PAGE, re.MULTILINE)
}


def test_each_way_has_a_row() -> None:
    """Every row of the table has lines of code."""
    assert list(ROWS) == ["Python", "stdio", "HTTP", "npm", "Pyodide", "environments", "MCP"]
    assert all(len(lines) >= 2 for lines in ROWS.values())


def test_the_lines_in_python() -> None:
    """The lines start a game and list its moves."""
    names: dict[str, object] = {}
    exec("\n".join(ROWS["Python"]), names)
    assert names["moves"] == ms.legal_moves(names["state"])  # type: ignore[arg-type]  # what the page calls a state


def test_the_lines_for_programs_that_learn() -> None:
    """The lines begin a game in the environment for PettingZoo."""
    names: dict[str, Any] = {}
    exec("\n".join(ROWS["environments"]), names)
    assert names["env"].agents == ["player_0", "player_1"]


def test_the_lines_of_the_protocol() -> None:
    """The server accepts the lines."""
    server = Server()
    for line in ROWS["stdio"][1:]:
        server, said = answer(server, json.loads(line))
        assert said["type"] != "error", said
    assert list(server.sessions) == ["game-1"]
