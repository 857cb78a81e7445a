"""The small examples run as programs and do what their first lines promise."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from bot import ThriftyBot
from listener import Chronicle
from renderer import status_line

import magnum_sal as ms

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PROGRAMS = [
    *("own_ruleset", "smithy", "stranded_miners_block", "listener", "renderer", "bot", "reply_bot"),
    "language_model_bot",
]


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_run(name: str) -> None:
    """``python NAME.py`` prints something without an error."""
    environment = os.environ | {
        "PYTHONPATH": str(Path(ms.__file__).parent.parent),
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py")],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_listener_hears_everything() -> None:
    """A listener is called for moves, undone moves and an agreed end."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    chronicle = Chronicle(game)
    game.play(ms.VisitTownSquare())
    seat = game.at(0).turn_seat
    assert chronicle.earned == {seat: 1}
    assert f"{game.state.players[seat].name} gets 1 grosz from the bank" in chronicle.lines
    game.undo()
    assert chronicle.lines[-1] == "(taken back to move 0)"
    game.end("supper")
    assert chronicle.lines[-1] == "(ended: supper)"


def test_a_listener_hears_nothing_after_its_stop() -> None:
    """After ``stop``, moves add no lines."""
    game = ms.Game.new(["Ada", "Ben"], seed=7)
    chronicle = Chronicle(game)
    game.play(ms.VisitTownSquare())
    lines = list(chronicle.lines)
    chronicle.stop()
    game.play(ms.Pass())
    assert lines
    assert chronicle.lines == lines


def test_a_renderer_shows_only_public_facts() -> None:
    """The renderer shows the same for a state and its public form, in three languages."""
    state = ms.new_game(["Ada", "Ben"], seed=7)
    assert status_line(state) == "to move: Ada, phase I, orders 0/4 | mine: 0 | 1. Ben 15"
    for language in ("en", "pl", "de"):
        assert status_line(state, language) == status_line(state.public(), language)


def test_a_bot_gets_public_states_and_returns_legal_moves() -> None:
    """The bot plays both sides of a game for a while, and every answer is one of the given moves."""
    bot = ThriftyBot(random.Random(1))
    state = ms.new_game(["Ada", "Ben"], seed=2)
    for _ in range(60):
        public = state.public()
        moves = ms.legal_moves(public)
        move = bot(public, moves)
        assert move in moves
        state, _ = ms.apply(state, move)
    assert sum(player.salt.total for player in state.players) > 2
