"""``tools/training``, which trains the judge."""

import json
from pathlib import Path

import numpy as np
import pytest
from tools.training.__main__ import main
from tools.training.fitting import fitted, scales_of
from tools.training.selfplay import Episode, Plan, played_game

from magnum_sal.bots._features import FEATURES


def episode(rng: np.random.Generator, players: int, decisions: int = 60) -> Episode:
    """Return a game whose outcome depends on two features. The first is worth 3 groszy, and the second costs 1."""
    features = rng.normal(size=(decisions, players, 4)).cumsum(axis=0) / 4
    totals = (3 * features[-1, :, 0] - features[-1, :, 1]).astype(np.float32)
    phases = np.repeat(np.array([1, 2, 3], np.int8), decisions // 3)
    progress = np.tile(np.linspace(0, 1, decisions // 3, dtype=np.float32), 3)
    whims = np.zeros(decisions, np.bool_)
    return Episode(features.astype(np.float32), phases, progress, whims, totals, (5, 5, 5), True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_weights_are_learned_from_outcomes(players: int) -> None:
    """Features that decide games get their true weights, and the others get almost none."""
    rng = np.random.default_rng(1)
    fit = fitted([episode(rng, players) for _ in range(300)])
    assert len(fit.weights) == len(fit.explained) == len(fit.scales) == 3
    last = fit.weights[2]
    assert last == pytest.approx((3, -1, 0, 0), abs=0.4)
    assert fit.explained[2] > fit.explained[0]


def test_a_random_move_is_not_credited_to_earlier_positions() -> None:
    """The outcome after a random move affects the weights of later positions, but hardly those of earlier ones."""
    rng = np.random.default_rng(2)
    games = []
    for _ in range(200):
        game = episode(rng, 2)
        features = game.features.copy()
        features[:30, :, 2] = rng.normal(size=(1, 2))  # A whim makes this early lead decisive.
        totals = features[29, :, 2] * 10
        games.append(game._replace(features=features, totals=totals))
    blamed = fitted(games, trace=1.0).weights[0][2]
    whims = np.zeros(60, np.bool_)
    whims[29] = True
    spared = fitted([game._replace(is_whim=whims) for game in games], trace=1.0).weights[0][2]
    assert abs(spared) < 0.5 * abs(blamed)


def test_a_game_is_the_same_for_the_same_plan() -> None:
    """A game depends only on the plan and the number of the game, and has a position for each decision."""
    plan = Plan(players=2, games=2, seed=5, whims=0.3, weights=((0.1,) * len(FEATURES),) * 3, width=0, most_moves=40)
    first, second, other = (played_game(plan, number) for number in (0, 0, 1))
    assert np.array_equal(first.features, second.features)
    assert not np.array_equal(first.totals, other.totals) or len(first.phases) != len(other.phases)
    assert first.features.shape == (len(first.phases), 2, len(FEATURES))
    assert 0 < first.is_whim.mean() < 0.6


@pytest.mark.slow
def test_the_file_can_be_read_and_extended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes the library's format and can start from such a file."""
    to = tmp_path / "judge.json"
    words = ["--players", "2", "--games", "3", "--rounds", "1", "--width", "0", "--most-moves", "15", "--to", str(to)]
    main(words)
    data = json.loads(to.read_text())
    assert data["commands"][-1] == "python -m tools.training " + " ".join(words)
    assert data["features"] == list(FEATURES)
    assert [len(weights) for weights in data["weights"]["2"]] == [len(FEATURES)] * 3
    main([*words, "--start", str(to), "--players", "3"])
    assert sorted(json.loads(to.read_text())["weights"]) == ["2", "3"]
    assert "3 players, round 1: " in capsys.readouterr().out


@pytest.mark.slow
def test_calibration_keeps_the_weights(tmp_path: Path) -> None:
    """The option --calibrate changes only the scales."""
    to = tmp_path / "judge.json"
    words = ["--players", "2", "--games", "3", "--rounds", "1", "--width", "0", "--most-moves", "15", "--to", str(to)]
    main(words)
    before = json.loads(to.read_text())
    main([*words, "--start", str(to), "--calibrate", "--seed", "9"])
    after = json.loads(to.read_text())
    assert after["weights"] == before["weights"]
    assert after["commands"] == [*before["commands"], after["commands"][-1]]
    assert all(len(scales) == 2 for scales in after["scales"]["2"])


def test_scales_depend_on_the_certainty_of_a_lead() -> None:
    """A lead that is certain at the end of a phase and worthless at its start gets two different scales."""
    rng = np.random.default_rng(3)
    games = []
    for _ in range(300):
        game = episode(rng, 2)
        lead = rng.normal(size=(60, 1)) * 10
        sure = rng.random(60) < 0.5 + 0.5 * game.progress
        winner = 1.0 if rng.random() < 0.5 else -1.0
        features = np.zeros_like(game.features)
        features[:, :1, 0] = np.abs(lead) * np.where(sure, winner, -winner)[:, None]
        games.append(game._replace(features=features, totals=np.array([winner, -winner], np.float32)))
    first, last = scales_of(np.array([1.0, 0.0, 0.0, 0.0]), games, 1)
    assert first > 2 * last
