"""``tools/training/priors.py``, which learns priors from the visits of searches."""

import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tools.training.judge_file import format_judge, read_judge_file
from tools.training.judged_players import Search
from tools.training.priors import Decision, Fit, fit_priors, list_decisions, main
from tools.training.selfplay import Plan

import magnum_sal as ms
from magnum_sal.bots._candidates import list_candidates
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._priors import KINDS
from magnum_sal.bots._tree import Node

JUDGE = str(files("magnum_sal.bots") / "judge.json")
NUMBERS = len(FEATURES) + len(KINDS)


def decision_of(rng: np.random.Generator, weight: float, phase: int) -> Decision:
    """Return a decision in which a unit of the second number multiplies a prior by the exponential of *weight*."""
    numbers = rng.normal(size=(6, 3))
    priors = rng.dirichlet(np.ones(6))
    visits = priors * np.exp(weight * numbers[:, 1])
    return Decision(numbers, phase, priors, visits / visits.sum())


def test_what_the_visits_depend_on_is_found() -> None:
    """In the phases in which the visits depend on a number, it gets its weight, and the new priors need fewer bits."""
    rng = np.random.default_rng(4)
    games = [[decision_of(rng, weight, phase) for phase, weight in enumerate((0.0, 0.7, -0.3), 1)] for _ in range(60)]
    fit = fit_priors(games)
    for weights, weight in zip(fit.weights, (0.0, 0.7, -0.3), strict=True):
        assert weights == pytest.approx((0, weight, 0), abs=0.03)
    assert fit.after[0] == pytest.approx(fit.before[0], abs=1e-3)
    for before, after, least in zip(fit.before[1:], fit.after[1:], fit.least[1:], strict=True):
        assert least <= after < before - 0.02
        assert after == pytest.approx(least, abs=1e-3)


def test_bits_are_measured_in_games_that_were_held_out() -> None:
    """If the visits depend on nothing, the fit cannot improve the priors, however few games it has."""
    rng = np.random.default_rng(5)
    games = [
        [decision_of(rng, 0.0, phase)._replace(visits=rng.dirichlet(np.ones(6))) for phase in (1, 2, 3)]
        for _ in range(5)
    ]
    fit = fit_priors(games)
    assert fit.after == pytest.approx(fit.before, abs=0.01)


def test_too_few_games_are_refused() -> None:
    """Each part of the games must have decisions in each phase. The message names the phase without them."""
    rng = np.random.default_rng(6)
    games = [[decision_of(rng, 0.5, phase) for phase in (1, 2)] for _ in range(5)]
    with pytest.raises(ValueError, match=r"^too few games have decisions in phase 3: "):
        fit_priors(games)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--games", "4"], "--games: expected at least 5"),
        (["--iterations", "0"], "--iterations: expected at least 1"),
        (["--most-moves", "0"], "--most-moves: expected at least 1"),
        (["--jobs", "-1"], "--jobs: expected at least 1"),
        (["--players", "5"], "invalid choice: 5"),
        (["--to", "no-folder/new.json"], "is not a file in a folder"),
    ],
)
def test_invalid_options_are_refused(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are refused before any game."""
    with pytest.raises(SystemExit):
        main(["--start", JUDGE, "--to", str(tmp_path / "new.json"), *options])
    assert words in capsys.readouterr().err


def test_other_files_are_no_start(tmp_path: Path) -> None:
    """A file without a judge is refused before any game. So is a judge that does not know the number of players."""
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(SystemExit, match=r"other\.json is not a file of weights: "):
        main(["--start", str(tmp_path / "other.json"), "--to", str(tmp_path / "new.json")])
    known = read_judge_file(Path(JUDGE))
    del known.weights[3]
    (tmp_path / "two.json").write_text(format_judge(known))
    with pytest.raises(SystemExit, match=r"two\.json has no weights for 3 players: learn these first$"):
        main(["--players", "3", "--start", str(tmp_path / "two.json"), "--to", str(tmp_path / "new.json")])


def test_new_priors_are_added_to_those_of_the_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches began with the judge's priors, so the new weights are a change. Everything else stays the same."""
    row = tuple(float(number) for number in range(NUMBERS))
    monkeypatch.setattr("tools.training.priors.run_games", lambda *_: [])
    monkeypatch.setattr(
        "tools.training.priors.fit_priors", lambda _: Fit((row,) * 3, (2.0,) * 3, (1.0,) * 3, (0.5,) * 3)
    )
    for players in ("2", "4"):
        main(["--players", players, "--start", JUDGE, "--to", str(tmp_path / "new.json")])
        before, after = read_judge_file(Path(JUDGE)), read_judge_file(tmp_path / "new.json")
        present = before.priors.get(int(players), ((0.0,) * NUMBERS,) * 3)
        for old, new in zip(present, after.priors.pop(int(players)), strict=True):
            assert new == pytest.approx([one + other for one, other in zip(old, row, strict=True)])
        before.priors.pop(int(players), None)
        assert after.commands.pop().startswith(f"python -m tools.training.priors --players {players} ")
        assert after == before


@pytest.mark.slow
def test_a_player_without_the_priors() -> None:
    """The option leaves the priors out, so that a match can show what they are worth."""
    world = ms.new_game(["Ada", "Ben"], seed=3)
    known = world.public()
    roots = []
    for priors in (True, False):
        bot, root = Search(random.Random(1), JUDGE, priors=priors), Node()
        bot.rank_root(root, world, list_candidates(known), known)
        roots.append({move: child.prior for move, child in root.children.items()})
    assert roots[0].keys() == roots[1].keys()
    assert roots[0] != roots[1]


@pytest.mark.long
def test_decisions_of_a_game() -> None:
    """Priors and visits are parts of a whole, searches try the moves unequally, and a game is reproducible."""
    plan = Plan(2, 1, seed=3, iterations=60, most_moves=8)
    found = list_decisions(plan, 0)
    assert len(found) >= 4
    for decision in found:
        assert len(decision.visits) == len(decision.priors) == len(decision.numbers)
        assert decision.priors.sum() == pytest.approx(1)
        assert decision.visits.sum() == pytest.approx(1)
        assert decision.phase == 1
    again = list_decisions(plan, 0)
    assert [one.visits.tolist() for one in found] == [one.visits.tolist() for one in again]
