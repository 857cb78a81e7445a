"""The learned priors of a search."""

import json
import random
from importlib.resources import files

import pytest
from lamp import LAMP_GAME

import magnum_sal as ms
from magnum_sal.bots._built_in_bots import SearchBot
from magnum_sal.bots._candidates import list_candidates
from magnum_sal.bots._features import FEATURES
from magnum_sal.bots._judge import Judge, read_judge
from magnum_sal.bots._priors import KINDS, adjust_priors, describe_move
from magnum_sal.bots._tree import Node
from magnum_sal.testing import position

CONTENT = json.loads((files("magnum_sal.bots") / "judge.json").read_text("utf-8"))


def judge_with(players: int = 2, **weights: float) -> Judge:
    """Return the judge with other priors: the same weights in each phase, by the name of a feature or kind."""
    row = [weights.get(name, 0.0) for name in (*FEATURES, *KINDS)]
    return read_judge(json.dumps(CONTENT | {"priors": {players: [row] * 3}}))


def priors_by(judge: Judge, players: int = 2) -> dict[ms.Move, float]:
    """Return the priors at the root of a search in the first position of a game."""
    world = ms.new_game(["Ada", "Ben", "Cleo"][:players], seed=3)
    known, root = world.public(), Node()
    SearchBot(random.Random(1)).use_judge(judge).rank_root(root, world, list_candidates(known), known)
    return {move: child.prior for move, child in root.children.items()}


def test_the_kinds_are_those_of_the_standard_game() -> None:
    """Each kind of move has a weight."""
    assert sorted(KINDS) == sorted(ms.STANDARD.by_type)


def test_a_prior_grows_with_its_sum() -> None:
    """A unit of a number multiplies a prior by the exponential of its weight. The sum of the priors stays the same."""
    found = adjust_priors([0.5, 0.25], [[1.0, 0.0], [0.0, 2.0]], [0.0, 0.5])
    assert sum(found) == pytest.approx(0.75)
    assert found[1] / found[0] == pytest.approx(0.5 * 2.718281828)


def test_large_sums_do_not_overflow() -> None:
    """Extensions can have positions far from those that the weights were learned in."""
    assert adjust_priors([0.5, 0.5], [[9000.0], [0.0]], [1.0]) == [1.0, 0.0]
    assert adjust_priors([0.0, 0.5], [[9000.0], [0.0]], [1.0]) == [0.0, 0.5]  # all new priors would be 0


@pytest.mark.parametrize("players", [2, 3])
def test_moves_are_described_by_leads_and_kinds(players: int) -> None:
    """The numbers are the lead of the seat to move over the mean of the others, and a 1 for the kind of the move."""
    before = ms.new_game(["Ada", "Ben", "Cleo"][:players], seed=3)
    for move in list_candidates(before):
        after = ms.apply(before, move).state
        row = describe_move(before, move, after, frozenset())
        own, *others = (player.money for player in after.players)
        assert row[FEATURES.index("money")] == pytest.approx(own - sum(others) / len(others))
        assert [kind for kind, one in zip(KINDS, row[len(FEATURES) :], strict=True) if one] == [move.type]


def test_a_new_phase_is_not_compared() -> None:
    """After the end of a phase, only the kind of the move counts."""
    before = ms.new_game(["Ada", "Ben"], seed=3)
    row = describe_move(before, ms.Pass(), position("turn: A, phase 2"), frozenset())
    assert [number for number in row if number] == [1.0]
    assert row[len(FEATURES) + KINDS.index("pass")] == 1.0


@pytest.mark.slow
def test_a_search_prefers_what_its_priors_prefer() -> None:
    """Priors that favour a kind of move make a search begin with it; without weights, they change nothing."""
    plain, same = priors_by(judge_with(players=3)), priors_by(judge_with())
    assert same == plain  # these are the judge's own priors
    changed = priors_by(judge_with(visit_town_square=30.0))
    assert sum(changed.values()) == pytest.approx(1)
    visits = [move for move in plain if move.type == "visit_town_square"]
    assert sum(plain[move] for move in visits) < 0.5
    assert sum(changed[move] for move in visits) > 0.99


@pytest.mark.slow
def test_priors_are_for_one_number_of_players() -> None:
    """A search for three players does not use the priors for two."""
    assert priors_by(judge_with(visit_town_square=30.0), 3) == priors_by(judge_with(), 3)


def test_priors_need_weights_for_all_kinds_of_moves() -> None:
    """If an extension has moves of its own, a search uses the priors that follow from the judge's values."""
    judge = judge_with(visit_inn=1.0)
    states = [ms.new_game(["Ada", "Ben"], seed=3, ruleset=ruleset) for ruleset in (ms.STANDARD, LAMP_GAME)]
    standard, extended = (judge.prior_weights_at(state) for state in states)
    assert standard is not None
    assert extended is None


def test_a_style_keeps_the_priors() -> None:
    """A judge with a style uses the same priors."""
    state = ms.new_game(["Ada", "Ben"], seed=3)
    judge = judge_with(visit_inn=1.0)
    assert judge.of_style({"extract_salt": 2.0}).prior_weights_at(state) == judge.prior_weights_at(state)


@pytest.mark.parametrize("change", [{"kinds": []}, {"features": []}])
def test_weights_of_other_numbers_are_refused(change: dict[str, object]) -> None:
    """Weights are stored by position, so they must belong to the same features and kinds of moves."""
    with pytest.raises(AssertionError, match="was made for other features"):
        read_judge(json.dumps(CONTENT | change))
