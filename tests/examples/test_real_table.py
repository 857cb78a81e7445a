"""``examples/real_table.py``: chance as a player."""

import random
from fractions import Fraction

import real_table

import magnum_sal as ms
from magnum_sal.testing import given


def test_a_game_with_chance_as_a_player() -> None:
    """Pieces and moves alternate according to the rules, and the recorded game verifies."""
    game = ms.Game.open_table(["Ada", "Ben"])
    real_table.played(game, random.Random(1), 60)
    assert game.step_count == 60
    assert len(game.moves) < 54
    assert ms.Game.from_log("".join(game.log.lines()).encode()).state == game.state


def test_an_expectation_is_the_mean_over_all_outcomes() -> None:
    """A purchased tool counts once, and its worth does not depend on the tool that comes next."""
    state = given("A: 10 groszy | workshop: bucket cart food").state.public()
    waiting = ms.apply(state, ms.VisitWorkshop(0)).state
    assert sum(chance for _, chance in ms.outcomes(waiting)) == Fraction(1)
    assert round(real_table.expected_worth(waiting, 0, random.Random(1)), 6) == waiting.scores[0].total
