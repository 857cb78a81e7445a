"""``tools/training/priors.py``, which learns priors from the visits of searches."""

import json
import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tools.training.judged_players import Search
from tools.training.priors import (
    KINDS,
    Decision,
    describe_moves,
    fit_priors,
    list_decisions,
    main,
    read_weights,
)
from tools.training.selfplay import Plan

import magnum_sal as ms
from magnum_sal.bots._candidates import list_candidates
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._tree import Node

JUDGE = str(files("magnum_sal.bots") / "judge.json")
NUMBERS = len(FEATURES) + len(KINDS)


def decision_of(rng: np.random.Generator, weight: float, phase: int) -> Decision:
    """Return a decision in which a unit of the second number multiplies a prior by the exponential of *weight*."""
    numbers = rng.normal(size=(6, 3))
    priors = rng.dirichlet(np.ones(6))
    visits = priors * np.exp(weight * numbers[:, 1])
    return Decision(numbers, phase, priors, visits / visits.sum())


def write_priors(path: Path, **weights: float) -> Path:
    """Write a file of priors with the same weights in each phase, by the name of a feature or kind."""
    row = [weights.get(name, 0.0) for name in (*FEATURES, *KINDS)]
    path.write_text(json.dumps({"features": FEATURES, "kinds": KINDS, "weights": [row] * 3}))
    return path


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


@pytest.mark.slow
def test_moves_are_described_by_leads_and_kinds() -> None:
    """Each row has the lead of the seat to move after the move, and a 1 for the kind of the move."""
    world = ms.new_game(["Ada", "Ben"], seed=3)
    known = world.public()
    moves = list_candidates(known)
    rows = describe_moves(world, known, moves)
    assert rows.shape == (len(moves), NUMBERS)
    money = FEATURES.index("money")
    for row, move in zip(rows, moves, strict=True):
        after = ms.apply(world, move).state
        assert row[money] == after.players[0].money - after.players[1].money
        assert [kind for kind, one in zip(KINDS, row[len(FEATURES) :], strict=True) if one] == [move.type]


@pytest.mark.slow
def test_a_player_with_priors_prefers_what_they_prefer(tmp_path: Path) -> None:
    """Priors that favour a kind of move make a search begin with it; their sum stays the same."""
    path = write_priors(tmp_path / "priors.json", visit_town_square=30.0)
    world = ms.new_game(["Ada", "Ben"], seed=3)
    known = world.public()
    moves = list_candidates(known)
    roots = []
    for name in (None, str(path)):
        bot, root = Search(random.Random(1), JUDGE, priors=name), Node()
        bot.rank_root(root, world, moves, known)
        roots.append(root)
    plain, changed = roots
    assert sum(child.prior for child in plain.children.values()) == pytest.approx(1)
    assert sum(child.prior for child in changed.children.values()) == pytest.approx(1)
    visits = [move for move in moves if move.type == "visit_town_square"]
    assert sum(plain.children[move].prior for move in visits) < 0.5
    assert sum(changed.children[move].prior for move in visits) > 0.99


@pytest.mark.slow
def test_priors_without_weights_change_nothing(tmp_path: Path) -> None:
    """A player with priors whose weights are 0 makes the moves of a player without a file."""
    path = write_priors(tmp_path / "priors.json")
    state = ms.new_game(["Ada", "Ben"], seed=3)
    bots = [Search(random.Random(1), JUDGE, iterations=20, priors=name) for name in (None, str(path))]
    for _ in range(4):
        moves = ms.legal_moves(state)
        first, second = (bot(state.public(), moves) for bot in bots)
        assert first == second
        transition = ms.apply(state, first)
        for bot in bots:
            bot.observed(first, transition.events)
        state = transition.state


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[1]", "is not a file of priors"),
        ("{", "is not a file of priors"),
        ('{"features": [], "kinds": [], "weights": []}', "was made for other features or kinds of moves"),
        (
            json.dumps({"features": FEATURES, "kinds": KINDS, "weights": [[0.0]]}),
            "is not a file of priors: expected weights for 3 phases",
        ),
    ],
)
def test_other_files_are_refused(content: str, words: str, tmp_path: Path) -> None:
    """The message names the file and says what is wrong."""
    path = tmp_path / "priors.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=f"^{path} {words}"):
        read_weights(path)
    path.unlink()
    with pytest.raises(ValueError, match="is not a file of priors"):
        read_weights(path)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--games", "4"], "--games: expected at least 5"),
        (["--iterations", "0"], "--iterations: expected at least 1"),
        (["--most-moves", "0"], "--most-moves: expected at least 1"),
        (["--jobs", "-1"], "--jobs: expected at least 1"),
        (["--players", "5"], "invalid choice: 5"),
        (["--to", "no-folder/priors.json"], "is not a file in a folder"),
    ],
)
def test_invalid_options_are_refused(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are refused before any game."""
    with pytest.raises(SystemExit):
        main(["--to", str(tmp_path / "priors.json"), *options])
    assert words in capsys.readouterr().err


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
