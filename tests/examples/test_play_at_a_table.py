"""The JavaScript player plays at a table, even if the server is killed."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.serving import ServedTables

from magnum_sal import Game
from magnum_sal.web._requests import new_key

SCRIPT = Path(__file__).parents[2] / "examples" / "play_at_a_table.js"
NODE = shutil.which("node")
PATIENCE = 300.0

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedTables]:
    """Yield a server with quick bots."""
    with ServedTables(tmp_path, "--bot", "greedy") as tables:
        yield tables


def played_on(log: Path, to: int) -> int:
    """Return the number of recorded moves once it has reached *to*."""
    late = time.monotonic() + PATIENCE
    while (made := Game.from_log(log.read_bytes()).step_count) < to:
        assert time.monotonic() < late, f"{made} moves, where {to} were waited for"
        time.sleep(0.05)
    return made


@pytest.mark.long
def test_the_player_survives_a_killed_server(served: ServedTables) -> None:
    """The player takes the seat of the link, reconnects after the server was killed, and leaves at the end."""
    assert NODE is not None
    with httpx.Client(headers={"Authorization": f"Bearer {new_key()}"}, timeout=60) as host:

        def send(path: str, message: dict[str, Any]) -> Any:
            said = host.post(f"{served.address}{path}", json=message).json()
            assert said["type"] != "error", said
            return said

        seats = [{"name": "Ada", "player": "link"}, {"name": "Ben", "player": "greedy"}]
        table = send("/api/tables", {"type": "open", "seats": seats})["table"]
        link = host.get(f"{served.address}/api/tables/{table}").json()["chairs"][0]["link"]
        command = [NODE, str(SCRIPT), f"{served.address}{link}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as player:
            made = played_on(served.log(table), 12)
            served.kill()
            served.start()
            played_on(served.log(table), made + 12)
            send(f"/api/tables/{table}", {"type": "close_table"})
            said, _ = player.communicate(timeout=PATIENCE)
    assert player.returncode == 0
    assert "1. Ada: " in said or "1. Ben: " in said
    assert said.count("Ada: ") > 5


@pytest.mark.long
def test_a_wrong_link_is_reported(served: ServedTables) -> None:
    """The player prints the server's answer to a wrong link, and nothing else."""
    assert NODE is not None
    command = [NODE, str(SCRIPT), f"{served.address}/join/nowhere"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("link: this link has expired; ask the host for a new one")
