"""Whose turn it is when a reaction runs."""

import pytest

import magnum_sal as ms
from magnum_sal.model.extension import Extension, Reaction
from magnum_sal.testing import position


@pytest.mark.parametrize("phases", [1, 3])
def test_whose_turn_it_is_for_a_reaction(phases: int) -> None:
    """TURN-2, PHASE-1: reactions to the last action of a turn run in this turn, and later ones between two turns."""
    seen: dict[str, tuple[int, bool]] = {}

    def react(state: ms.GameState, event: ms.Event) -> tuple[ms.Event, ...]:
        seen[event.type] = (state.turn_seat, state.turn is not None)
        return ()

    ruleset = ms.STANDARD.with_extensions(Extension("watch", reactions=(Reaction(ms.Event, react),)), name="watching")
    orders = ", ".join(f"order {order}" for order in ms.STANDARD.orders[phases - 1][:5])
    table = f"A: {orders} | turn: C, actions 1"
    position(table, players=3, phase=phases, completed=5, ruleset=ruleset).play(ms.VisitTownSquare())
    assert seen["action_taken"] == seen["money_moved"] == (2, True)
    assert seen["turn_ended"] == seen["phase_ended"] == (2, False)
    if phases == 3:
        assert seen["game_ended"] == (0, False)
    else:
        assert seen["phase_started"] == (1, False)
        assert seen["turn_started"] == (1, True)
