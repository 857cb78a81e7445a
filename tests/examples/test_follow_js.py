"""The client in JavaScript ends up with the library's public state."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import magnum_sal as ms

ROOT = Path(__file__).parent.parent.parent
NODE = shutil.which("node")
LOGS = sorted((ROOT / "tests" / "games").glob("*.jsonl"))


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_it_follows_full_and_public_logs(path: Path) -> None:
    """Field by field, undone moves and a cut line left out; from a file and from standard input."""
    game = ms.Game.from_log(path)
    expected = ms.to_dict(game.state.public())
    del expected["extras"]
    followed = json.loads(_node(str(path)))
    # What it shows of the ruleset is what the log says; 0.1.0 wrote two switches.
    assert set(followed["ruleset"].items()) <= set(expected["ruleset"].items())
    assert followed == expected | {"ruleset": followed["ruleset"]}
    public = "".join(game.log.public().lines())
    assert json.loads(_node(text=public + '{"type":"mo')) == expected


def _node(*arguments: str, text: str = "") -> str:
    assert NODE is not None
    script = str(ROOT / "examples" / "follow.js")
    return subprocess.run(
        [NODE, script, *arguments], input=text, capture_output=True, encoding="utf-8", check=True
    ).stdout
