"""The town square: ``rules/town_square.py``."""

import magnum_sal as ms
from magnum_sal.model.events import ActionTaken, MoneyMoved
from magnum_sal.testing import given


def test_a_grosz_comes_from_the_bank() -> None:
    """SQUARE-1: the player takes 1 grosz, whatever they own."""
    table = given("A: 0 groszy, stock 0")
    after = (
        table.when(ms.VisitTownSquare())
        .then(ActionTaken(0, "visit_town_square", "town_square"), MoneyMoved("bank", 0, 1))
        .state
    )
    assert after.players[0].money == 1
    assert after.bank.money == table.state.bank.money - 1


def test_the_bank_never_runs_dry() -> None:
    """SQUARE-1: the bank pays the grosz even if its count is 0 or less (SET-SUPPLY)."""
    after = given("B: 435 groszy").when(ms.VisitTownSquare()).state
    assert after.bank.money == -1
