"""The page "Train a player": its script, with tiny settings."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.envs import ActionTable
from magnum_sal.record.game import Game

ROOT = Path(__file__).resolve().parents[2]
TINY = (
    *("--lessons", "2", "--teacher-games", "2", "--epochs", "1", "--rounds", "1", "--games", "4", "--width", "16"),
    *("--teacher", "novice", "--check-games", "2", "--test-games", "2", "--most-moves", "300"),
)


@pytest.mark.slow
def test_the_script_runs(tmp_path: Path) -> None:
    """The script writes a player that plays, a picture, and results, and fails if the player misses a bound."""
    for package in ("torch", "onnx", "onnxruntime", "matplotlib"):
        pytest.importorskip(package, reason="needs what `nox -s train` installs")
    command = [sys.executable, "train_a_player.py", "--out", str(tmp_path), *TINY]
    done = subprocess.run(command, cwd=ROOT / "examples", capture_output=True, text=True, timeout=600, check=False)
    assert (tmp_path / "results.json").exists(), done.stderr
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    shares = {match["bot"]: match["share"] for match in results["matches"]}
    assert done.returncode == int(shares["novice"] < 0.25 or shares["training.games:SensibleBot"] < 0.95), done.stderr
    assert [point["stage"] for point in results["curve"]] == ["lesson 1", "lesson 2", "round 1"]
    assert "<svg" in (tmp_path / "curve.svg").read_text("utf-8")
    state = ms.new_game(["Ada", "Ben"], seed=7)
    moves = ms.legal_moves(state)
    assert make_bot(f"policy:{tmp_path / 'player.onnx'}")(state.public(), moves) in moves


@pytest.mark.long
def test_the_answers_of_a_move_lead_to_it() -> None:
    """Taking the answers found for a sensible move leads to this move, in every position of a game."""
    from training.games import find_answers

    game = Game.new(["Ada", "Ben"], seed=5)
    bot, actions, found = make_bot("novice", seed=1), ActionTable(ms.STANDARD, 2), 0
    while not game.is_over and len(game.log.entries) < 400:
        state = game.state
        move = bot(state.seen_by(state.turn_seat), ms.legal_moves(state))
        choice = ms.choices(state, sensible=True)
        for asked, answer in find_answers(state, move):
            assert asked == choice
            assert actions.mask_of(asked)[actions.find(asked.group or "", answer)] == 1
            choice = choice.take(answer)
            found += 1
        if move in ms.sensible_moves(state):
            assert choice.move == move
        game.play(move)
    assert found > 150


def test_gains_follow_the_result() -> None:
    """The gain of the last answer is the surprise at the end. Earlier answers share it."""
    torch = pytest.importorskip("torch", reason="needs what `nox -s train` installs")
    from training.learning import Network, columns_of

    rows = [(np.zeros(3), np.ones(2), -0.5, value, 1) for value in (0.0, 0.5, 0.25)]
    *_, gains, results = columns_of(rows, 1.0, trace=0.5)
    assert gains.tolist() == pytest.approx([0.5 + 0.5 * (-0.25 + 0.5 * 0.75), -0.25 + 0.5 * 0.75, 0.75])
    assert results.tolist() == pytest.approx((gains + np.array([0.0, 0.5, 0.25])).tolist())
    *_, gains, results = columns_of(rows, -1.0, trace=1.0)
    assert results.tolist() == pytest.approx([-1.0] * 3)
    network = Network(8)
    masks = torch.zeros(1, 244)
    masks[0, 7] = 1
    logits, values = network(torch.zeros(1, 564), masks)
    assert int(logits.argmax()) == 7
    assert torch.softmax(logits, 1)[0, 7] == 1
    assert -1 < values.item() < 1
