"""The client in JavaScript ends up with the library's public state."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.testing.players import finisher

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


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("mapped_mine", [False, True])
def test_it_follows_a_real_table(mapped_mine: bool) -> None:
    """Wherever it stops: it says what waits to be turned up, as the library does."""
    rng = random.Random(2)
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=attrs.evolve(ms.STANDARD, mapped_mine=mapped_mine))
    waited: set[tuple[str, bool]] = set()
    while len(waited) < (4 if mapped_mine else 6) and game.step_count < 300:
        pending = game.state.pending
        if pending is not None:
            kind = (pending.pile, game.state.turn is None)
            if kind not in waited:
                waited.add(kind)
                expected = ms.to_dict(game.state)
                del expected["extras"]
                assert json.loads(_node(text="".join(game.log.lines()))) == expected
            game.reveal(rng.choice(ms.outcomes(game.state))[0])
        else:
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
    assert {pile for pile, _ in waited} == {"tile", "order", "tool"}


def _node(*arguments: str, text: str = "") -> str:
    assert NODE is not None
    script = str(ROOT / "examples" / "follow.js")
    return subprocess.run(
        [NODE, script, *arguments], input=text, capture_output=True, encoding="utf-8", check=True
    ).stdout
