"""``tools/training/examining.py``, which compares the moves that a search has examined."""

from pathlib import Path

import numpy as np
import pytest
from tools.training import __main__ as training
from tools.training.examining import examine_moves
from tools.training.selfplay import Plan

import magnum_sal as ms
from magnum_sal.bots._judge import load_judge


def test_searches_of_a_training_count_chances_as_the_bots_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scales of the file, which convert a lead into a chance of winning, are those of the examined searches."""
    plans: list[Plan] = []

    def compare(_folder: Path | None, plan: Plan, _workers: int) -> None:
        plans.append(plan)
        raise SystemExit

    monkeypatch.setattr(training, "_compare", compare)
    words = ["--start", "src/magnum_sal/bots/judge.json", "--examine", "10", "--to", str(tmp_path / "new.json")]
    with pytest.raises(SystemExit):
        training.main(words)
    state = ms.new_game(["Ada", "Ben"], seed=3)
    judge = plans[0].judge
    assert judge is not None
    assert judge.chances(state, [50.0, 40.0]) == load_judge().chances(state, [50.0, 40.0])


@pytest.mark.long
def test_a_search_examines_moves_with_the_same_judge() -> None:
    """A search has one result for each move. It looks further ahead than the judge, but it asks the same judge."""
    for comparison in examine_moves(Plan(2, 1, seed=3, judge=load_judge(), iterations=150, most_moves=4), 0):
        assert np.ptp(comparison.margins, axis=1).max() == 0
        assert 0 < np.abs(comparison.margins[:, 0] - comparison.foreseen).max() < 20


@pytest.mark.long
def test_a_deep_examination_compares_moves_inside_the_tree_too() -> None:
    """Its games are the same, so it has all comparisons of the roots, and others in between."""
    plan = Plan(2, 1, seed=3, judge=load_judge(), iterations=300, most_moves=8)
    roots, positions = examine_moves(plan, 0), examine_moves(plan._replace(is_deep=True), 0)
    inside = [of for of in positions if not any(np.array_equal(of.features, one.features) for one in roots)]
    # A position inside the tree may be played later, and is then a root, too.
    assert len(positions) - len(roots) >= len(inside) > 0
    assert all(any(np.array_equal(of.features, one.features) for of in positions) for one in roots)
    assert {of.seat for of in inside} == {0, 1}
    for of in inside:
        assert np.abs(of.margins[:, 0] - of.foreseen).max() < 20
