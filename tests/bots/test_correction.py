"""The judge's corrections: ``_correction.py``."""

import copy
import json
import pickle
from importlib.resources import files
from math import isfinite

import pytest

from magnum_sal.bots._correction import Correction, correct_worth
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import STYLES, Judge, load_judge
from magnum_sal.testing import position

COUNT = len(FEATURES)
MONEY, STOCK = FEATURES.index("money"), FEATURES.index("stock")
NOTHING = {2: [[0.0] * COUNT] * 3}


def unit(**weights: float) -> list[float]:
    """Return the weights of a hidden number; all others are 0."""
    return [weights.get(name, 0.0) for name in FEATURES]


def test_a_hidden_number_counts_above_zero() -> None:
    """A correction is a weighted sum of hidden numbers, and those below 0 count as 0."""
    correction = Correction([unit(money=1.0), unit(stock=2.0)], [[-4.0, 0.0], [0.0, 1.0]], [0.0, 6.0], [10.0, 0.5])
    features = [0.0] * COUNT
    assert correct_worth(correction, features, 0, 0.0) == 0
    features[MONEY], features[STOCK] = 3.0, 1.0
    assert correct_worth(correction, features, 0, 0.0) == 0.5 * 2
    assert correct_worth(correction, features, 0, 0.5) == 0.5 * (2 + 3)
    assert correct_worth(correction, features, 1, 0.0) == 10 * 3 + 0.5 * (2 + 1)
    features[MONEY] = 6.0
    assert correct_worth(correction, features, 0, 0.0) == 10 * 2 + 0.5 * 2


def test_the_judge_adds_the_correction_of_the_phase() -> None:
    """The judge uses the constants of the phase and the part of its orders that are completed."""
    correction = Correction([unit(money=1.0)], [[0.0], [100.0], [200.0]], [30.0], [1.0])
    judge = Judge(NOTHING, corrections={2: correction})
    early = position("turn: A, phase 1 | A: 7 groszy | B: 4 groszy")
    assert judge.worths(early) == [7, 4]
    late = position("turn: A, phase 3 | A: 7 groszy | B: 4 groszy")
    done = late.castle.completed / late.orders_to_end
    assert judge.worths(late) == pytest.approx([207 + 30 * done, 204 + 30 * done])


def test_a_judge_is_copied_with_its_correction() -> None:
    """Environments copy and pickle their bots, and a style keeps the correction."""
    judge = Judge(NOTHING, corrections={2: Correction([unit(money=1.0)], [[0.0]] * 3, [0.0], [1.0])})
    state = position("turn: A | A: 7 groszy | B: 4 groszy")
    copies = [copy.deepcopy(judge), pickle.loads(pickle.dumps(judge)), judge.of_style(STYLES["miner"])]
    assert [other.worths(state) for other in copies] == [[7, 4]] * 3


def test_the_corrections_in_the_library() -> None:
    """They fit the features, have constants for three phases, and change the worth of a position."""
    data = json.loads(files("magnum_sal.bots").joinpath("judge.json").read_text("utf-8"))
    assert "2" in data["corrections"]
    for players, found in data["corrections"].items():
        correction = Correction(**found)
        units = len(correction.output)
        assert [len(weights) for weights in correction.hidden] == [COUNT] * units
        assert [len(constants) for constants in correction.phases] == [units] * 3
        assert len(correction.progress) == units
        assert all(isfinite(weight) for weights in correction.hidden for weight in weights)
        names = ", ".join("ABCD"[: int(players)])
        state = position(f"players: {names} | turn: A, phase 2 | A: 12 groszy, BBGW")
        plain = Judge({int(players): data["weights"][players]})
        assert load_judge().worths(state) != pytest.approx(plain.worths(state))
