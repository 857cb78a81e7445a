"""Passing and resting: ``rules/passing.py``."""

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import ActionPassed, MinersRested, TurnEnded, TurnStarted
from magnum_sal.testing import given

TIRED = "S1: A | S2: A | 1L1: aa [B/1]"


def test_a_pass_uses_one_action_and_does_nothing_else() -> None:
    """TURN-4: after a single pass, tired miners stay tired."""
    outcome = given(TIRED).when(ms.Pass())
    assert outcome.events == (ActionPassed(0),)
    assert outcome.state.turn is not None
    assert (outcome.state.turn.actions_left, outcome.state.turn.passes) == (1, 1)
    assert outcome.state.mine["1L1"].tired == (2, 0)


def test_the_second_pass_lets_the_miners_rest() -> None:
    """TURN-4: after both actions were passed, all tired miners of the player stand up at once."""
    table = given("S1: A | S2: A | 1L1: aab [B/1] | 1R1: aA [B/0]")
    outcome = table.when(ms.Pass()).when(ms.Pass())
    outcome.then(ActionPassed(0), MinersRested(0, "1L1", 2), MinersRested(0, "1R1", 1), TurnEnded(0))
    assert outcome.state.mine["1L1"].tired == (0, 1)
    assert outcome.state.mine["1R1"].rested == (2, 0)


@pytest.mark.parametrize("moves", [(ms.VisitTownSquare(), ms.Pass()), (ms.Pass(), ms.VisitTownSquare())])
def test_one_action_and_a_pass_do_not_rest(moves: tuple[ms.Move, ms.Move]) -> None:
    """TURN-4: miners rest only if both actions were passed."""
    after = given(TIRED).when(moves[0]).when(moves[1]).state
    assert after.mine["1L1"].tired == (2, 0)


def test_a_one_action_turn_never_rests() -> None:
    """TURN-4: neither a pass nor a rest refreshes the miners in a turn of one action."""
    table = given(TIRED, round=1)
    table.when(ms.Rest()).is_refused("TURN-4", "you cannot rest in a turn with only one action")
    assert table.when(ms.Pass()).state.mine["1L1"].tired == (2, 0)


def test_rest_is_both_passes_in_one_move() -> None:
    """TURN-4: a rest ends the turn at once, and no tool can be used after it."""
    table = given(f"{TIRED} | A: bucket")
    outcome = table.when(ms.Rest()).then(MinersRested(0, "1L1", 2), TurnEnded(0), TurnStarted(1, 2, 2))
    assert outcome.state.to_move == 1
    assert table.when(ms.Pass()).when(ms.Pass()).state.to_move == 0


def test_rest_needs_a_tired_miner() -> None:
    """TURN-4: the player needs a tired miner; another player's tired miner does not count."""
    given("S1: A | S2: A | 1L1: Ab [B/1]").when(ms.Rest()).is_refused("TURN-4", "you have no tired miners")


TOO_LATE = "you have already used an action this turn, so your miners cannot rest"


def test_rest_is_legal_only_before_any_action() -> None:
    """TURN-4: after an action the miners cannot rest, and passing does not help."""
    outcome = given(TIRED).when(ms.VisitTownSquare())
    outcome.when(ms.Rest()).is_refused("TURN-4", TOO_LATE)
    assert not any(isinstance(event, MinersRested) for event in outcome.when(ms.Pass()).events)


def test_after_one_pass_a_second_pass_rests_the_miners() -> None:
    """TURN-4: after one pass, rest is illegal; the refusal says what rests the miners, and a second pass does."""
    outcome = given(TIRED).when(ms.Pass())
    sentence = "you have only passed so far this turn; keep passing until the turn ends, and your miners will rest"
    outcome.when(ms.Rest()).is_refused("TURN-4", sentence)
    assert ms.why_not(outcome.state)["rest"].sentence == sentence
    outcome.when(ms.Pass()).then(ActionPassed(0), MinersRested(0, "1L1", 2))


def test_a_second_pass_rests_nobody_if_no_miner_is_tired() -> None:
    """TURN-4: if the player has no tired miner after one pass, the refusal does not suggest passing again."""
    outcome = given("S1: A").when(ms.Pass())
    outcome.when(ms.Rest()).is_refused("TURN-4", TOO_LATE)
    assert not any(isinstance(event, MinersRested) for event in outcome.when(ms.Pass()).events)


def test_all_of_three_actions_must_be_passed() -> None:
    """TURN-4: in a house with three actions, two passes lead to a rest; a pass and another action do not."""
    house = attrs.evolve(ms.STANDARD, name="three actions", actions=3)
    passed = given(TIRED, ruleset=house, actions_left=3).when(ms.Pass()).when(ms.Pass())
    passed.when(ms.Rest()).is_refused("TURN-4", "keep passing until the turn ends, and your miners will rest")
    assert any(isinstance(event, MinersRested) for event in passed.when(ms.Pass()).events)
    mixed = given(TIRED, ruleset=house, actions_left=3).when(ms.Pass()).when(ms.VisitTownSquare())
    mixed.when(ms.Rest()).is_refused("TURN-4", TOO_LATE)


@pytest.mark.parametrize("use", [ms.UseBucket("1L1", "1L2"), ms.UseFood(("1L1",))])
def test_tools_do_not_prevent_a_rest(use: ms.Move) -> None:
    """TURN-4: using a bucket or food is not an action, so the player may still rest."""
    given(f"{TIRED} | A: bucket, food").when(use).when(ms.Rest()).then()


def test_deliveries_do_not_prevent_a_rest() -> None:
    """TURN-4: miners who reach the castle do not prevent a rest, neither as one move nor as two passes."""
    given(TIRED, arriving=1).when(ms.PayPenalty(3)).when(ms.Rest()).then()
    outcome = given(TIRED, arriving=1).when(ms.PayPenalty(3)).when(ms.Pass()).when(ms.Pass())
    assert outcome.state.mine["1L1"].tired == (0, 0)
