"""The tests of the package itself, in TypeScript, and the bot of its README."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

import httpx
import pytest
from tests.javascript.building import PACKAGE, PATIENCE, build_package, environment, find_program
from tests.serving import ServedTables

from magnum_sal import Game
from magnum_sal.web._requests import new_key

pytestmark = pytest.mark.long

FILES = sorted(path.name.removesuffix(".ts") for path in (PACKAGE / "tests").glob("*.test.ts"))
MOVES = 12


@pytest.mark.parametrize("name", FILES)
def test_the_tests_of_the_package(name: str) -> None:
    """All tests of a file pass with Node's own runner, and none is skipped."""
    folder = build_package()
    command = [find_program("node"), "--test", f"build/tests/{name}.js"]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"^# skipped 0$", done.stdout, re.MULTILINE), done.stdout


def test_the_bot_of_the_readme(tmp_path: Path) -> None:
    """The bot has at most twenty lines of code, plays its seat, and ends with the table."""
    (code,) = re.findall(r"```javascript\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)
    lines = [line for line in code.splitlines() if line]
    assert len(lines) <= 20
    # The name of the package leads to the package itself for files in its folder.
    bot = build_package() / "build" / "bot.mjs"
    bot.write_text(code, "utf-8")
    with (
        ServedTables(tmp_path / "tables", "--bot", "greedy") as served,
        httpx.Client(base_url=served.address, headers={"Authorization": f"Bearer {new_key()}"}, timeout=60) as host,
    ):
        seats = [{"name": "Ada", "player": "link"}, {"name": "Ben", "player": "greedy"}]
        table = host.post("/api/tables", json={"type": "open", "seats": seats}).json()["table"]
        link = host.get(f"/api/tables/{table}").json()["chairs"][0]["link"]
        command = [find_program("node"), str(bot), f"{served.address}{link}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as player:
            late = time.monotonic() + PATIENCE
            while (made := Game.from_log(served.log(table).read_bytes()).step_count) < MOVES:
                assert time.monotonic() < late, f"the bot has made {made} moves"
                time.sleep(0.1)
            host.post(f"/api/tables/{table}", json={"type": "close_table"})
            said, _ = player.communicate(timeout=PATIENCE)
    assert player.returncode == 0
    assert "Phase I/III" in said
