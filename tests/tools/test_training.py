"""``tools/training``, which trains the judge."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from tools.training.__main__ import main
from tools.training.adjusting import adjust_weights, find_errors
from tools.training.comparing import ROUNDS, Comparison, compare_turns
from tools.training.examining import examine_moves
from tools.training.fitting import fit_weights
from tools.training.measuring import compute_explained_parts, margins_of, scales_of, worths_of
from tools.training.selfplay import Episode, Plan, episodes_of, play_game

import magnum_sal as ms
from magnum_sal.bots._correction import Correction
from magnum_sal.bots._features import FEATURES, compute_features
from magnum_sal.bots._judge import Judge, load_judge, read_judge
from magnum_sal.bots._plans import Sites


def episode(rng: np.random.Generator, players: int, decisions: int = 60) -> Episode:
    """Return a game whose outcome depends on two features. The first is worth 3 groszy, and the second costs 1."""
    features = rng.normal(size=(decisions, players, 4)).cumsum(axis=0) / 4
    totals = (3 * features[-1, :, 0] - features[-1, :, 1]).astype(np.float32)
    phases = np.repeat(np.array([1, 2, 3], np.int8), decisions // 3)
    progress = np.tile(np.linspace(0, 1, decisions // 3, dtype=np.float32), 3)
    whims = np.zeros(decisions, np.bool_)
    return Episode(features.astype(np.float32), phases, progress, whims, totals, (5, 5, 5), True)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_weights_are_learned_from_outcomes(players: int) -> None:
    """Features that decide games get their true weights, and the others get almost none."""
    rng = np.random.default_rng(1)
    fit = fit_weights([episode(rng, players) for _ in range(300)])
    assert len(fit.weights) == len(fit.explained) == len(fit.scales) == 3
    last = fit.weights[2]
    assert last == pytest.approx((3, -1, 0, 0), abs=0.4)
    assert fit.explained[2] > fit.explained[0]


@pytest.mark.long
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
    blamed = fit_weights(games, trace=1.0).weights[0][2]
    whims = np.zeros(60, np.bool_)
    whims[29] = True
    spared = fit_weights([game._replace(is_whim=whims) for game in games], trace=1.0).weights[0][2]
    assert abs(spared) < 0.5 * abs(blamed)


@pytest.mark.slow
def test_a_game_is_the_same_for_the_same_plan() -> None:
    """A game depends only on the plan and the number of the game, and has a position for each decision."""
    plan = Plan(
        players=2, games=2, seed=5, whims=0.3, judge=Judge({2: ((0.1,) * len(FEATURES),) * 3}), width=0, most_moves=40
    )
    first, second, other = (play_game(plan, number) for number in (0, 0, 1))
    assert np.array_equal(first.features, second.features)
    assert not np.array_equal(first.totals, other.totals) or len(first.phases) != len(other.phases)
    assert first.features.shape == (len(first.phases), 2, len(FEATURES))
    assert 0 < first.is_whim.mean() < 0.6


@pytest.mark.slow
def test_games_do_not_depend_on_who_plays_them() -> None:
    """An executor plays the same games in the same order as this process, and stays open."""
    plan = Plan(2, 3, seed=8, judge=load_judge(), width=0, most_moves=6)
    with ThreadPoolExecutor(2) as pool:
        found = episodes_of(plan, pool)
        assert pool.submit(int).result() == 0
    assert [game.features.tolist() for game in found] == [game.features.tolist() for game in episodes_of(plan, 1)]


@pytest.mark.long
def test_games_are_played_on_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the option --cluster, a Dask cluster plays the same games as this process."""
    distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")
    to = tmp_path / "judge.json"
    words = ["--players", "2", "--games", "3", "--rounds", "1", "--width", "0", "--most-moves", "15", "--to", str(to)]
    main(words)
    alone = json.loads(to.read_text())
    with distributed.LocalCluster(1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        main([*words, "--cluster", cluster.scheduler_address])
    assert {**json.loads(to.read_text()), "commands": []} == {**alone, "commands": []}
    first, second = (line.rpartition(";")[0] for line in capsys.readouterr().out.splitlines())
    assert first == second


class Recorder:
    """A bot that records its seats and makes the first move."""

    seats: ClassVar[list[int]] = []

    def __init__(self, rng: random.Random) -> None:
        """Accept the random source without using it."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...], /) -> ms.Move:
        """Return the first move."""
        self.seats.append(state.turn_seat)
        return moves[0]


@pytest.mark.long
def test_opponents_take_one_of_ten_seats() -> None:
    """All opponents with these names play, each in a few games only."""
    Recorder.seats.clear()
    name = f"{__name__}:Recorder"
    plan = Plan(2, 40, seed=3, whims=0.0, judge=load_judge(), opponents=("random", name), width=0, most_moves=2)
    with_opponents = episodes_of(plan, 1)
    assert 1 <= len(Recorder.seats) <= 16
    assert set(Recorder.seats) == {0, 1}
    without = episodes_of(plan._replace(opponents=(name,)), 1)
    same = sum(np.array_equal(one.features, other.features) for one, other in zip(with_opponents, without, strict=True))
    assert same >= 20


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--opponents", "novice", "nobody"], "nobody"),
        (["--memory", "0"], "--memory: expected at least 1 round"),
        (["--calibrate"], "--calibrate, --correct, --compare and --examine need --start"),
        (["--rounds", "1"], "--rounds: expected a number for each of --players"),
        (["--games", "0"], "--games: expected at least 1"),
        (["--most-moves", "0"], "--most-moves: expected at least 1"),
        (["--start", "judge.json", "--examine", "-2"], "--examine: expected at least 1"),
        (["--start", "judge.json", "--compare", "--deep"], "--deep needs --examine"),
        (["--start", "judge.json", "--correct", "0"], "--correct: expected at least 1"),
        (["--players", "5"], "--players: expected 2 to 4"),
        (["--rounds", "2", "0", "3"], "--rounds: expected at least 1"),
        (["--whims", "-1"], "--whims: expected a number from 0 to 1"),
        (["--trace", "5"], "--trace: expected a number from 0 to 1"),
        (["--ridge", "nan"], "--ridge: expected a number above 0"),
        (["--shared", "inf"], "--shared: expected a number above 0"),
        (["--opponents", "novice:width=-1"], "--opponents: greedy: width: expected a whole number from 0 up"),
        (["--to", "no-folder/judge.json"], "is not a file in a folder"),
    ],
)
def test_invalid_options_are_refused(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unknown opponent and options that do not suit each other are refused before any game."""
    with pytest.raises(SystemExit):
        main(["--to", str(tmp_path / "judge.json"), *options])
    assert words in capsys.readouterr().err


def test_a_comma_in_the_resolved_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The options of a bot contain the resolved path, so a comma in the current folder's name is refused, too."""
    (tmp_path / "weights,new").mkdir()
    monkeypatch.chdir(tmp_path / "weights,new")
    with pytest.raises(SystemExit):
        main(["--to", "judge.json"])
    assert "judge.json is not a file in a folder, or contains a comma" in capsys.readouterr().err


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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
    first, last = scales_of([game.features[:, :, 0].astype(np.float64) for game in games], games, 1)
    assert first > 2 * last


def test_measured_worths_are_those_of_the_judge() -> None:
    """The training sees the worths that a judge with a correction sees in the same positions."""
    rng = np.random.default_rng(4)
    count = len(FEATURES)
    weights = {2: rng.normal(size=(3, count)).round(3).tolist()}
    correction = Correction(
        rng.normal(size=(5, count)).tolist(),
        rng.normal(size=(3, 5)).tolist(),
        rng.normal(size=5).tolist(),
        rng.normal(size=5).tolist(),
    )
    judge = Judge(weights, corrections={2: correction})
    plan = Plan(players=2, games=1, seed=6, whims=0.1, judge=judge, width=0, most_moves=12)
    game = play_game(plan, 0)
    state = ms.new_game(["Ada", "Ben"], seed=1)
    first = game._replace(
        features=np.array([[compute_features(state, seat, Sites(state)) for seat in range(2)]], np.float32),
        phases=game.phases[:1],
        progress=game.progress[:1],
    )
    assert worths_of(first, weights[2], correction)[0] == pytest.approx(judge.worths(state), rel=1e-4)


def test_explained_part_of_the_margins() -> None:
    """A judge that knows the results explains all, and one that expects equal seats explains nothing."""
    rng = np.random.default_rng(5)
    games = [episode(rng, 3) for _ in range(20)]
    known = [np.broadcast_to(margins_of(game.totals.astype(float)), (60, 3)) for game in games]
    assert compute_explained_parts(known, games) == pytest.approx((1, 1, 1))
    assert compute_explained_parts([0 * margins for margins in known], games) == pytest.approx((0, 0, 0), abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize(
    ("play", "plan", "most"),
    [
        (compare_turns, Plan(2, 1, seed=3, judge=load_judge(), width=0, most_moves=12), 4),
        (examine_moves, Plan(2, 1, seed=3, judge=load_judge(), iterations=150, most_moves=4), 100),
    ],
)
def test_moves_are_compared_in_the_same_position(
    play: Callable[[Plan, int], list[Comparison]], plan: Plan, most: int
) -> None:
    """Each comparison has several moves of one seat with different positions after them, and is reproducible."""
    found = play(plan, 0)
    assert found
    for comparison in found:
        moves = len(comparison.phases)
        assert 2 <= moves <= most
        assert comparison.features.shape == (moves, 2, len(FEATURES))
        assert len(comparison.foreseen) == moves
        assert comparison.margins.shape == (moves, ROUNDS)
        assert len({move.tobytes() for move in comparison.features}) > 1
    again = play(plan, 0)
    assert [of.margins.tolist() for of in found] == [of.margins.tolist() for of in again]


def comparison_of(rng: np.random.Generator, worth: float, expected: float) -> Comparison:
    """Return turns in phase II. A feature is worth *worth* groszy, and the judge expects *expected*; luck is shared."""
    features = rng.normal(size=(4, 2, 4)).astype(np.float32)
    leads = features[:, 1, 2] - features[:, 0, 2]
    margins = worth * leads[:, None] + 100 * rng.normal() + rng.normal(size=(4, ROUNDS))
    return Comparison(features, np.full(4, 2, np.int8), 1, expected * leads, margins.astype(np.float32))


def test_weights_are_adjusted_to_turns_that_compete() -> None:
    """An overrated feature loses most of what it is overrated by. Other features and phases keep their weights."""
    rng = np.random.default_rng(7)
    fit = adjust_weights([(0.0, 0.0, 9.0, 0.0)] * 3, [comparison_of(rng, 5, 9) for _ in range(400)])
    assert fit.weights[1] == pytest.approx((0, 0, 5, 0), abs=0.8)
    assert fit.weights[0] == fit.weights[2] == (0.0, 0.0, 9.0, 0.0)
    assert fit.explained[1] > 0.9
    assert fit.explained[0] == fit.explained[2] == 0.0


@pytest.mark.slow
def test_a_step_is_a_part_of_the_change() -> None:
    """With half a step, half of the change is added. What the whole change removes is the same."""
    rng = np.random.default_rng(7)
    weights = [(0.0, 0.0, 9.0, 0.0)] * 3
    comparisons = [comparison_of(rng, 5, 9) for _ in range(400)]
    whole, half = (adjust_weights(weights, comparisons, step) for step in (1.0, 0.5))
    for before, one, other in zip(weights, half.weights, whole.weights, strict=True):
        assert one == pytest.approx([(start + end) / 2 for start, end in zip(before, other, strict=True)], abs=1e-4)
    assert half.explained == whole.explained


def test_weights_without_an_error_stay_as_they_are() -> None:
    """Luck alone changes no weights, because the gain of a change is measured in other comparisons."""
    rng = np.random.default_rng(8)
    fit = adjust_weights([(0.0, 0.0, 9.0, 0.0)] * 3, [comparison_of(rng, 9, 9) for _ in range(100)])
    assert fit.weights[1] == pytest.approx((0, 0, 9, 0), abs=0.1)


def test_an_undervalued_feature_is_found() -> None:
    """A feature that is worth 2 groszy more than the judge expects has this error, and its interval excludes 0."""
    rng = np.random.default_rng(9)
    _, other, found, _ = find_errors([comparison_of(rng, 5, 3) for _ in range(60)])
    assert found.groszy == pytest.approx(2, abs=0.3)
    assert found.half < 0.5
    assert found.turns == 240
    assert abs(other.groszy) < 2 * other.half


@pytest.mark.parametrize("way", ["--compare", "--calibrate"])
def test_weights_that_are_unknown_cannot_be_adjusted(way: str, tmp_path: Path) -> None:
    """A file without weights for the number of players is refused before any game."""
    data = json.loads(Path("src/magnum_sal/bots/judge.json").read_text())
    del data["weights"]["3"]
    start = tmp_path / "start.json"
    start.write_text(json.dumps(data))
    with pytest.raises(SystemExit, match="no weights for 3 players"):
        main(["--players", "3", "--start", str(start), way, "--to", str(tmp_path / "new.json")])


def test_other_files_are_no_start(tmp_path: Path) -> None:
    """A file whose weights belong to other features would be read wrongly, so it is refused before any game."""
    content = Path("src/magnum_sal/bots/judge.json").read_text()
    data = json.loads(content)
    data["features"][3:5] = reversed(data["features"][3:5])
    other, short = json.dumps(data), json.loads(content)
    short["weights"]["2"][0].pop()
    silent = json.loads(content)
    del silent["commands"]
    start = tmp_path / "start.json"
    for text, words in (
        (other, "was made for other features"),
        (json.dumps(short), "expected 78 weights for each phase"),
        (json.dumps(silent), "is not a file of weights: 'commands' is missing"),
        ("{", "is not a file of weights"),
        ("[]", "is not a file of weights"),
    ):
        start.write_text(text)
        with pytest.raises(SystemExit, match=words):
            main(["--players", "2", "--rounds", "1", "--start", str(start), "--to", str(tmp_path / "new.json")])
    with pytest.raises(SystemExit, match="is not a file of weights"):
        main(["--start", str(tmp_path / "missing.json"), "--to", str(tmp_path / "new.json")])


def curved_episode(rng: np.random.Generator) -> Episode:
    """Return a game that is decided by a product of two features, which no weighted sum can express."""
    game = episode(rng, 2)
    features = rng.integers(0, 2, size=game.features.shape).astype(np.float32)
    features[:] = features[-1]
    return game._replace(features=features, totals=10 * features[-1, :, 0] * features[-1, :, 1])


def test_a_correction_learns_what_no_weighted_sum_expresses() -> None:
    """A network explains results that depend on a product, and a second one adds to the first."""
    correcting = pytest.importorskip("tools.training.correcting", reason="needs what `nox -s train` installs")
    rng = np.random.default_rng(6)
    games = [curved_episode(rng) for _ in range(120)]
    weights = fit_weights(games).weights
    first = correcting.fit_correction(games, weights, units=8, step=0.5, rate=1e-2)
    assert first.before[2] < 0.9
    assert first.after[2] > 0.95
    second = correcting.fit_correction(games, weights, first.correction, units=4, step=0.5, rate=1e-2)
    assert len(second.correction.output) == 12
    assert second.correction.hidden[:8] == first.correction.hidden
    assert first.before[2] < second.before[2] < first.after[2]


@pytest.mark.slow
def test_a_correction_that_wins_no_match_is_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The option --correct plays a match between the judges, and keeps the weights."""
    pytest.importorskip("torch", reason="needs what `nox -s train` installs")
    start, to = Path("src/magnum_sal/bots/judge.json"), tmp_path / "new.json"
    words = ["--players", "2", "--games", "7", "--rounds", "1", "--width", "0", "--most-moves", "12"]
    main([*words, "--start", str(start), "--correct", "2", "--gate", "2", "--to", str(to)])
    assert "won 1 of 2 games: dropped" in capsys.readouterr().out
    before, after = (json.loads(path.read_text()) for path in (start, to))
    assert {**after, "commands": before["commands"]} == before
    tried = read_judge((tmp_path / "new.candidate").read_text())
    state = ms.new_game(["Ada", "Ben"], seed=1)
    assert tried.worths(state) != load_judge().worths(state)
