"""``tools/training/comparison_store.py``, which stores what each game shows."""

from pathlib import Path

import numpy as np
import pytest
from tools.training.__main__ import main
from tools.training.comparing import ROUNDS, Comparison
from tools.training.comparison_store import ComparisonStore
from tools.training.selfplay import Plan

from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import load_judge

PLAN = Plan(2, 4, seed=3)


def comparison_of(number: int, turns: int = 3) -> Comparison:
    """Return a comparison with random numbers."""
    rng = np.random.default_rng(number)
    return Comparison(
        rng.normal(size=(turns, 2, len(FEATURES))).astype(np.float32),
        np.full(turns, 2, np.int8),
        number % 2,
        rng.normal(size=turns).astype(np.float32),
        rng.normal(size=(turns, ROUNDS)).astype(np.float32),
    )


@pytest.mark.parametrize("turns", [[], [2], [3, 2, 7]])
def test_comparisons_are_read_as_they_were_written(tmp_path: Path, turns: list[int]) -> None:
    """A new store with the same folder has equal comparisons of a game, also if there are none."""
    comparisons = [comparison_of(number, of) for number, of in enumerate(turns)]
    ComparisonStore(tmp_path, "examine_moves", PLAN).write(1, comparisons)
    store = ComparisonStore(tmp_path, "examine_moves", PLAN)
    found = store.read(1)
    assert found is not None
    assert len(found) == len(comparisons)
    for one, other in zip(comparisons, found, strict=True):
        assert one.seat == other.seat
        for name in ("features", "phases", "foreseen", "margins"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
            assert getattr(one, name).dtype == getattr(other, name).dtype
    assert store.read(0) is None


@pytest.mark.parametrize(
    ("way", "plan"),
    [
        ("compare_turns", PLAN),
        ("examine_moves", PLAN._replace(seed=4)),
        ("examine_moves", PLAN._replace(iterations=9)),
        ("examine_moves", PLAN._replace(judge=load_judge())),
    ],
)
def test_games_of_another_plan_are_ignored(tmp_path: Path, way: str, plan: Plan) -> None:
    """Another seed, judge or way to compare moves shows something else, so the game is played."""
    ComparisonStore(tmp_path, "examine_moves", PLAN).write(0, [comparison_of(1)])
    assert ComparisonStore(tmp_path, way, plan).read(0) is None
    assert ComparisonStore(tmp_path, "examine_moves", PLAN._replace(games=9)).read(0) is not None


def test_judges_of_other_weights_have_other_plans(tmp_path: Path) -> None:
    """A game that was played by another judge is not taken for one of this judge, and the same judge has the same."""
    judge = load_judge()
    ComparisonStore(tmp_path, "examine_moves", PLAN._replace(judge=judge)).write(0, [comparison_of(1)])
    other = judge.of_style({"miners": 0.5})
    assert ComparisonStore(tmp_path, "examine_moves", PLAN._replace(judge=other)).read(0) is None
    again = judge.of_style({})
    assert ComparisonStore(tmp_path, "examine_moves", PLAN._replace(judge=again)).read(0) is not None


@pytest.mark.parametrize("damage", ["cut", "text", "names", "field"])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    """The message names the file."""
    store = ComparisonStore(tmp_path, "examine_moves", PLAN)
    store.write(0, [comparison_of(1)])
    (path,) = tmp_path.iterdir()
    content = dict(np.load(path))
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-40])
    elif damage == "text":
        path.write_text("no games")
    elif damage == "names":
        np.savez(path, **(content | {"names": np.array([*FEATURES[1:], "other"])}))
    else:
        del content["margins"]
        np.savez(path, **content)
    with pytest.raises(ValueError, match=r"cannot learn from .*-00000\.npz"):
        store.read(0)


def test_a_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    """The message names the folder."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match=r"cannot store games in .*file"):
        ComparisonStore(tmp_path / "file", "examine_moves", PLAN)


@pytest.mark.long
def test_the_command_plays_only_games_that_are_missing(tmp_path: Path) -> None:
    """A command that is repeated finds the same weights, and does not write the stored games again."""
    start, to, folder = Path("src/magnum_sal/bots/judge.json"), tmp_path / "judge.json", tmp_path / "games"
    words = ["--start", str(start), "--players", "2", "--compare", "--rounds", "1", "--width", "0", "--gate", "1"]
    words += ["--most-moves", "20", "--seed", "3", "--to", str(to), "--buffer", str(folder)]
    main([*words, "--games", "2"])
    first, *_ = sorted(folder.iterdir())
    written = first.stat().st_mtime_ns
    main([*words, "--games", "3"])
    assert len(list(folder.iterdir())) == 3
    assert first.stat().st_mtime_ns == written
    first.write_text("no games")
    with pytest.raises(SystemExit, match="cannot learn from"):
        main([*words, "--games", "3"])
