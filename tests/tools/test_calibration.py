"""``tools/calibration.py``, which measures how good the judge's numbers are."""

import pytest
from tools import calibration
from tools.calibration import Estimate, describe_chances, describe_errors, list_estimates


def estimate(stage: int, margin: float, chance: float, final_margin: float, *, is_to_move: bool = True) -> Estimate:
    """Return an estimate about a seat that won if its final margin is positive."""
    return Estimate(stage, is_to_move, margin, chance, final_margin, float(final_margin > 0))


def test_the_errors_of_a_stage() -> None:
    """A line for each stage has the mean errors, with intervals, and those of the guess that all seats are equal."""
    games = [
        [estimate(0, 4, 0.5, 10), estimate(1, 8, 0.9, 10)],
        [estimate(0, 4, 0.5, -10, is_to_move=False), estimate(1, -6, 0.1, -10, is_to_move=False)],
    ]
    opening, first = describe_errors(games)
    assert opening.startswith("opening: margin off by 10.0 (6.0 to 14.0) groszy, 10.0 for a guess of 0; ")
    assert "squared error of the chance 0.250 (0.250 to 0.250), 0.250 for equal chances" in opening
    assert opening.endswith("seat to move: expected minus final margin -6.0 (-6.0 to -6.0)")
    assert first.startswith("phase 1: margin off by 3.0 (2.0 to 4.0) groszy, ")
    assert "squared error of the chance 0.010 (0.010 to 0.010), 0.250 for equal chances" in first


def test_the_chances_that_came_true() -> None:
    """A line for each group of chances reports how often the seats won; groups without estimates have no line."""
    games = [
        [estimate(1, 1, 0.3, 1), estimate(1, 1, 0.4, -1), estimate(1, 1, 1.0, 1)],
        [estimate(1, 1, 0.3, -1), estimate(1, 1, 0.4, -1)],
    ]
    assert describe_chances(games) == [
        "chance 25% to 50%: said 35.0%, won 25.0% (0.0% to 50.0%), 4 estimates",
        "chance 90% to 100%: said 100.0%, won 100.0% (100.0% to 100.0%), 1 estimates",
    ]


@pytest.mark.long
def test_the_estimates_of_a_game() -> None:
    """A game has an estimate for each seat at the beginning of each turn, and one of the seats is to move."""
    found = list_estimates("greedy:width=0", 3, 1, 0)
    assert len(found) % 3 == 0
    assert {at.stage for at in found} == {0, 1, 2, 3}
    for turn in zip(*[iter(found)] * 3, strict=True):
        assert [at.is_to_move for at in turn].count(True) == 1
        assert sum(at.margin for at in turn) == pytest.approx(0)
        assert sum(at.victory for at in turn) == pytest.approx(1)
    assert len({at.final_margin for at in found}) == 3


def test_tables_for_each_number_of_players(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a heading for each number of players, and the lines below it."""
    monkeypatch.setattr(calibration, "list_estimates", lambda *_: [estimate(1, 1, 0.3, 1)] * 2)
    calibration.main(["greedy", "--players", "2", "4", "--games", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith("  ")] == [
        "2 players, 3 games of greedy, 6 estimates",
        "4 players, 3 games of greedy, 6 estimates",
    ]
    assert len(lines) == 6
