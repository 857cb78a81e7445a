"""Which steps turn up a piece: tiles, orders, tools, cards, dice and looks."""

import random

import attrs
import pytest
from weather import WEATHER_GAME

import magnum_sal as ms
from magnum_sal.model.events import CardTurnedUp, PhaseStarted
from magnum_sal.queries.effects import turns_up
from magnum_sal.testing.players import finisher, play


@pytest.mark.slow
def test_what_a_phase_turns_up() -> None:
    """A new phase turns up pieces: its orders and tools count as well."""
    played = play(ms.new_game(["Ada", "Ben"], seed=3), finisher, random.Random(3), 2000)
    steps = [after.step for *_, after in played if any(isinstance(event, PhaseStarted) for event in after.events)]
    assert steps
    assert all(map(turns_up, steps))


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset", [ms.STANDARD, attrs.evolve(ms.STANDARD, mapped_mine=True), WEATHER_GAME], ids=["standard", "map", "dice"]
)
def test_a_public_state_waits_for_what_a_move_turns_up(ruleset: ms.Ruleset) -> None:
    """The function in the guide "Save and resume a game" finds the same moves: they leave a public state pending."""
    found = []
    start = ms.new_game(["Ada", "Ben"], seed=3, ruleset=ruleset)
    for _, _, transition in play(start, finisher, random.Random(3), 2000):
        step = transition.step
        found.append(turns_up(step))
        assert (ms.apply(step.before.public(), step.move).state.pending is not None) == found[-1]
    assert set(found) == {False, True}


def test_a_card_of_an_expansion() -> None:
    """A card that is turned up counts, whatever its deck."""
    step = ms.Step(state := ms.new_game(["Ada", "Ben"]), ms.Pass(), state, (CardTurnedUp("omens", "gift"),))
    assert turns_up(step)
