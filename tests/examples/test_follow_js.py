"""The JavaScript client computes the library's public state after every move, under any rules."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import attrs
import pytest
from own_ruleset import SHORT_AND_RICH
from smithy import SMITHY_GAME
from tests.amounts import select, select_pairs
from tests.extensions.omens import OMENS_GAME

import magnum_sal as ms
from magnum_sal.testing.players import finisher, play
from magnum_sal.testing.strategies import VARIANTS

ROOT = Path(__file__).parent.parent.parent
NODE = shutil.which("node")
LOGS = sorted((ROOT / "tests" / "games").glob("*.jsonl"))
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def node(*arguments: str, text: str = "") -> list[Any]:
    """Return the client's output for a log, which it receives as a file or as text."""
    assert NODE is not None
    command = [NODE, str(ROOT / "examples" / "follow.js"), *arguments]
    told = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def shown(state: ms.GameState) -> Any:
    """Return the public state as JSON, without the pieces still to come in a series of reveals."""
    data = ms.to_dict(state.public())
    data["extras"].pop("course", None)
    return data


def states_of(game: ms.Game) -> list[Any]:
    """Return the expected output for a game's log, one state for the opening and one for each move and reveal."""
    return [shown(ms.fold([game.log.started])), *(shown(state) for _, (state, _) in game.history())]


@pytest.mark.slow
@pytest.mark.parametrize("path", select(LOGS), ids=lambda path: path.stem)
def test_full_and_public_logs(path: Path, tmp_path: Path) -> None:
    """The client follows logs from a file or standard input at every move, without undone moves and a cut line."""
    game = ms.Game.from_log(path)
    game.log.save(tmp_path / "log.jsonl")
    game.close()
    expected = states_of(game)
    assert node(str(tmp_path / "log.jsonl")) == expected[-1:]
    public = "".join(game.log.public().lines())
    assert node("--all", text=public + '{"type":"mo') == expected


def played(ruleset: ms.Ruleset, players: int, seed: int, most_moves: int) -> ms.Game:
    """Return a game of a player that finishes games."""
    game = ms.Game.new(["Ada", "Ben", "Cleo", "Dan"][:players], seed=seed, ruleset=ruleset)
    for _, move, _ in play(game.state, finisher, random.Random(seed), most_moves):
        game.play(move)
    return game


@pytest.mark.slow
def test_all_variants() -> None:
    """The client follows every variant at every move, since the events contain the effects of switches."""
    logs = []
    for seed, ruleset in enumerate(VARIANTS):
        game = played(ruleset, 2 + seed % 3, seed, 25)
        logs.append(game)
    text = "".join("".join(game.log.lines()) for game in logs)
    assert node("--all", text=text) == [state for game in logs for state in states_of(game)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        pytest.param(ruleset, players, id=f"{ruleset.name}, {players}")
        for ruleset, players in select_pairs([SMITHY_GAME, SHORT_AND_RICH, OMENS_GAME], [2, 4])
    ],
)
def test_unknown_rules(ruleset: ms.Ruleset, players: int) -> None:
    """The client follows whole games with other numbers, another building and tool, a deck, and parts that change."""
    game = played(ruleset, players, 3, 900)
    assert game.is_over
    text = "".join(game.log.lines())
    assert node("--all", text=text) == states_of(game)
    if ruleset is not SHORT_AND_RICH:
        assert '"part_changed"' in text


def test_unknown_events_are_ignored() -> None:
    """An unknown event of an extension changes nothing."""
    header, *moves = (json.loads(line) for line in played(ms.STANDARD, 2, 1, 5).log.lines())
    for move in moves:
        move["events"].insert(0, {"type": "bell_rung", "seat": 0})
    text = "".join(json.dumps(line) + "\n" for line in (header, *moves))
    assert node(text=text) == [shown(played(ms.STANDARD, 2, 1, 5).state)]


def test_an_older_log_is_refused() -> None:
    """The client refuses a log without an opening, and says that the log is too old."""
    assert NODE is not None
    script = str(ROOT / "examples" / "follow.js")
    told = subprocess.run([NODE, script, str(LOGS[0])], capture_output=True, encoding="utf-8", check=False)
    assert told.returncode == 2
    assert "the log is older than schema 3" in told.stderr


@pytest.mark.parametrize("ruleset", [ms.STANDARD, attrs.evolve(ms.STANDARD, mapped_mine=True), OMENS_GAME], ids=repr)
def test_a_real_table(ruleset: ms.Ruleset) -> None:
    """The client follows a real table at every move and piece, and names the piece that must be turned up."""
    rng = random.Random(2)
    game = ms.Game.open_table(["Ada", "Ben"], ruleset=ruleset)
    piles = {"tile", "order", "tool", *ruleset.decks}
    waited: set[tuple[str, bool]] = set()
    while len(waited) < 5 + (ruleset is ms.STANDARD) - ruleset.mapped_mine and game.step_count < 300:
        pending = game.state.pending
        if pending is not None:
            waited.add((pending.pile, game.state.turn is None))
            game.reveal(rng.choice(ms.outcomes(game.state))[0])
        else:
            game.play(finisher(game.state, ms.legal_moves(game.state), rng))
    assert {pile for pile, _ in waited} == piles
    assert node("--all", text="".join(game.log.lines())) == states_of(game)
