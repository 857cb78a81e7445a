"""The client in JavaScript has the library's public state, after every move and by anybody's rules."""

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
    """Return what the client prints of a log, which it is given by name or as text."""
    assert NODE is not None
    command = [NODE, str(ROOT / "examples" / "follow.js"), *arguments]
    told = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def shown(state: ms.GameState) -> Any:
    """Return the public state as JSON, but for what is still to come between two pieces that are turned up."""
    data = ms.to_dict(state.public())
    data["extras"].pop("course", None)
    return data


def states_of(game: ms.Game) -> list[Any]:
    """Return what the client should print of a game's log, one for the opening and one for each move and reveal."""
    return [shown(ms.fold([game.log.started])), *(shown(state) for _, (state, _) in game.history())]


@pytest.mark.slow
@pytest.mark.parametrize("path", select(LOGS), ids=lambda path: path.stem)
def test_it_follows_full_and_public_logs(path: Path, tmp_path: Path) -> None:
    """At every move, undone ones and a cut line left out; from a file and from standard input."""
    game = ms.Game.from_log(path)
    game.log.save(tmp_path / "log.jsonl")
    game.close()
    expected = states_of(game)
    assert node(str(tmp_path / "log.jsonl")) == expected[-1:]
    public = "".join(game.log.public().lines())
    assert node("--all", text=public + '{"type":"mo') == expected


def played(ruleset: ms.Ruleset, players: int, seed: int, most_moves: int) -> ms.Game:
    """Return a game, played by somebody who ends games."""
    game = ms.Game.new(["Ada", "Ben", "Cleo", "Dan"][:players], seed=seed, ruleset=ruleset)
    for _, move, _ in play(game.state, finisher, random.Random(seed), most_moves):
        game.play(move)
    return game


@pytest.mark.slow
def test_it_follows_all_variants() -> None:
    """At every move: the switches change what happens, and the events say it."""
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
def test_it_follows_rules_that_it_has_never_heard_of(ruleset: ms.Ruleset, players: int) -> None:
    """At every move of a whole game: other numbers, another building and tool, a deck, parts that change."""
    game = played(ruleset, players, 3, 900)
    assert game.is_over
    text = "".join(game.log.lines())
    assert node("--all", text=text) == states_of(game)
    if ruleset is not SHORT_AND_RICH:
        assert '"part_changed"' in text


def test_it_leaves_events_alone_that_it_does_not_know() -> None:
    """An extension's own kind of event changes nothing that lies on this table."""
    header, *moves = (json.loads(line) for line in played(ms.STANDARD, 2, 1, 5).log.lines())
    for move in moves:
        move["events"].insert(0, {"type": "bell_rung", "seat": 0})
    text = "".join(json.dumps(line) + "\n" for line in (header, *moves))
    assert node(text=text) == [shown(played(ms.STANDARD, 2, 1, 5).state)]


def test_it_says_what_an_older_log_lacks() -> None:
    """A log without an opening is refused in words."""
    assert NODE is not None
    script = str(ROOT / "examples" / "follow.js")
    told = subprocess.run([NODE, script, str(LOGS[0])], capture_output=True, encoding="utf-8", check=False)
    assert told.returncode == 2
    assert "the log is older than schema 3" in told.stderr


@pytest.mark.parametrize("ruleset", [ms.STANDARD, attrs.evolve(ms.STANDARD, mapped_mine=True), OMENS_GAME], ids=repr)
def test_it_follows_a_real_table(ruleset: ms.Ruleset) -> None:
    """At every move and piece: it says what waits to be turned up, as the library does."""
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
