"""The judge and the weights in the library: ``_judge.py``."""

import json
from importlib.resources import files
from math import isfinite

import attrs
import pytest
from tests.bots.positions import positions

import magnum_sal as ms
from magnum_sal.bots import make_bot
from magnum_sal.bots._correction import Correction, correct_worth
from magnum_sal.bots._features import FEATURES, compute_features
from magnum_sal.bots._judge import Judge, list_revealed_chambers, load_judge, margins_of
from magnum_sal.bots._plans import Sites
from magnum_sal.testing import position


def only(name: str, weight: float) -> list[float]:
    """Return weights that are 0 except for one feature."""
    return [weight if feature == name else 0.0 for feature in FEATURES]


def test_worth_is_the_weighted_sum() -> None:
    """The worth of a position is the sum of the seat's features, weighted for the phase."""
    judge = Judge({2: [only("money", 1.0), only("money", 2.0), only("money", 3.0)]})
    text = "turn: A, phase {} | A: 7 groszy | B: 4 groszy"
    assert [judge.worths(position(text.format(phase))) for phase in (1, 2, 3)] == [[7, 4], [14, 8], [21, 12]]


def test_phases_are_counted_from_the_end() -> None:
    """In a game of fewer phases, the last phase uses the weights of the third."""
    judge = Judge({2: [only("money", 1.0), only("money", 2.0), only("money", 3.0)]})
    orders, money = ms.STANDARD.orders, FEATURES.index("money")
    for phases, weight in ((orders[2:], 3), (orders[1:], 2), (orders, 1)):
        short = attrs.evolve(ms.STANDARD, name=f"phases_{len(phases)}", orders=phases)
        state = ms.new_game(["Ada", "Ben"], seed=1, ruleset=short)
        assert judge.weights_at(state)[money] == weight


@pytest.mark.slow
def test_a_finished_game_is_worth_its_totals() -> None:
    """The worths of a finished game are its final totals (END-1)."""
    state = ms.new_game(["Ada", "Ben"], seed=3)
    bots = [make_bot("random", seed=seat) for seat in (0, 1)]
    while not state.is_over:
        state = ms.apply(state, bots[state.turn_seat](state.public(), ms.legal_moves(state))).state
    assert load_judge().worths(state) == [score.total for score in state.scores]


def test_margins_and_chances() -> None:
    """
    Margins compare with the mean of the others and add up to 0.

    Chances add up to 1, and a greater worth has a greater chance.
    """
    assert margins_of([10.0, 4.0, 1.0]) == [7.5, -1.5, -6.0]
    judge = Judge({3: [only("money", 1.0)] * 3}, {3: [[10.0, 10.0]] * 3})
    state = position("players: A, B, C | turn: A")
    chances = judge.chances(state, [10.0, 4.0, 1.0])
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > chances[1] > chances[2]
    assert judge.chances(state, [5.0, 5.0, 5.0]) == pytest.approx([1 / 3] * 3)
    assert judge.chances(state, [0.0, 4000.0, 0.0]) == pytest.approx([0, 1, 0])


def test_a_tile_of_the_mapped_mine_is_view_before() -> None:
    """VAR-MAP: a tile that a move reveals counts as unknown before, except in the mapped mine, where it was visible."""
    for mapped in (False, True):
        ruleset = ms.STANDARD.with_switches(mapped_mine=mapped)
        before = position("S1: A | S2: A", ruleset=ruleset)
        after = ms.apply(before, ms.PlaceMiner("stock", "1L1")).state
        assert list_revealed_chambers(before, after) == (frozenset() if mapped else {"1L1"})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_learned_judge(players: int) -> None:
    """The learned judge prefers more money in every phase, and its worths depend only on the public state."""
    judge = load_judge()
    for phase in (1, 2, 3):
        names = ", ".join("ABCD"[:players])
        text = f"players: {names} | turn: A, phase {phase} | A: {{}} groszy"
        poor, rich = (position(text.format(groszy)) for groszy in (5, 25))
        assert margins_of(judge.worths(rich))[0] > margins_of(judge.worths(poor))[0]
    for state in positions(players, 4):
        assert judge.worths(state) == judge.worths(state.public())


def test_the_file_says_how_it_was_made() -> None:
    """The file fits the features, has weights for 2 to 4 players and three phases, and names its commands."""
    data = json.loads(files("magnum_sal.bots").joinpath("judge.json").read_text("utf-8"))
    assert all(
        command.startswith(("python -m tools.training ", "python -m tools.training.priors "))
        for command in data["commands"]
    )
    assert data["features"] == list(FEATURES)
    assert sorted(data["weights"]) == sorted(data["scales"]) == ["2", "3", "4"]
    for players, phases in data["weights"].items():
        assert [len(weights) for weights in phases] == [len(FEATURES)] * 3
        assert all(isfinite(weight) for weights in phases for weight in weights)
        assert all(scale > 0 for scales in data["scales"][players] for scale in scales)


def test_the_weights_fit_the_features() -> None:
    """The worth of a position is the sum computed from the weights in the file, and a correction for the seat."""
    data = json.loads(files("magnum_sal.bots").joinpath("judge.json").read_text("utf-8"))
    for state in positions(2, 6)[:5]:
        weights = data["weights"]["2"][state.phase - 1]
        found = compute_features(state, 1, Sites(state))
        expected = sum(weight * number for weight, number in zip(weights, found, strict=True))
        done = min(1.0, state.castle.completed / state.orders_to_end)
        expected += correct_worth(Correction(**data["corrections"]["2"]), found, state.phase - 1, done)
        assert load_judge().worths(state)[1] == pytest.approx(expected)
