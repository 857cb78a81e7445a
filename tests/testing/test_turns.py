"""``check_extension`` finds turns that need never end."""

from __future__ import annotations

import attrs
import pytest
from tests.testing.endless import RULE, Whistle, whistling
from tests.testing.lamps import EXTENSION, LightLamp, findings, game
from tests.testing.lamps import RULE as LAMP

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved
from magnum_sal.model.rule import Rule, When
from magnum_sal.testing import Finding, check_extension, position


def endless(ruleset: ms.Ruleset) -> list[Finding]:
    """Return the findings about turns that do not end."""
    return [found for found in findings(ruleset) if found.promise == "turns"]


@pytest.mark.long
@pytest.mark.parametrize("rule", [RULE, attrs.evolve(RULE, when=When.ACTION, takes_action=False)])
def test_an_endless_move_is_reported(rule: Rule) -> None:
    """TURN-2: the finding names the move, its rule and the position, and ``check_extension`` ends."""
    ruleset = whistling(rule)
    first = endless(ruleset)[0]
    assert first.complaint == (
        "a turn need never end: after 100 moves without an action, Whistle() is still legal; the rule of 'whistle' "
        "must limit such moves, for example with a count in a part of the state"
    )
    assert first.where == "seed 1, 2 players, after 0 decisions"
    assert Whistle() in ms.legal_moves(position(first.position, ruleset=ruleset))


@pytest.mark.long
def test_moves_that_undo_each_other_are_reported() -> None:
    """TURN-2: a move that costs a grosz in one size and earns it in the other never runs out."""

    def decide(state: ms.GameState, move: LightLamp) -> tuple[ms.Event, ...]:
        seat = state.turn_seat
        return (MoneyMoved(seat, "bank", 1) if move.size == 1 else MoneyMoved("bank", seat, 1),)

    found = endless(game(attrs.evolve(EXTENSION, rules=(attrs.evolve(LAMP, decide=decide),))))
    assert "the rule of 'light_lamp' must limit such moves" in found[0].complaint


@pytest.mark.long
def test_a_move_that_runs_out_is_accepted() -> None:
    """TURN-2: lamps need no action, but they cost money."""
    check_extension(game(EXTENSION), seeds=[1], players=[2], decisions=24)
