"""The penalty at the castle: ``rules/penalty.py``."""

import pytest

import magnum_sal as ms
from magnum_sal.model.events import MinersMoved, MoneyMoved, SaltMoved
from magnum_sal.testing import given


@pytest.mark.parametrize(
    ("belongings", "moves"),
    [
        ("3 groszy, -", (ms.PayPenalty(3),)),
        ("10 groszy, G", (ms.PayPenalty(3), ms.PayPenalty(0, "green"))),
        ("3 groszy, GW", (ms.PayPenalty(3), ms.PayPenalty(0, "green"), ms.PayPenalty(0, "white"))),
        ("2 groszy, GW", (ms.PayPenalty(0, "green"), ms.PayPenalty(0, "white"))),
        ("0 groszy, B", (ms.PayPenalty(0, "brown"),)),
        ("2 groszy, -", (ms.PayPenalty(2),)),
        ("1 grosz, -", (ms.PayPenalty(1),)),
        ("0 groszy, -", (ms.PayPenalty(0),)),
    ],
)
def test_the_penalty(belongings: str, moves: tuple[ms.Move, ...]) -> None:
    """CASTLE-4: 3 groszy or a cube of choice; a cube with less than 3 groszy; all the money, even 0, without a cube."""
    table = given(f"A: {belongings} | castle: BB=9 BB=9 BBB=15", arriving=1)
    assert table.legal() == moves
    for move in moves:
        table.when(move).then(MinersMoved(0, "arriving", "stock", 1))


@pytest.mark.parametrize(
    ("belongings", "move", "sentence"),
    [
        ("10 groszy, G", ms.PayPenalty(3, "green"), "the penalty is money or a cube, not both 3 groszy and a cube"),
        ("10 groszy, G", ms.PayPenalty(0, "white"), "you have no white salt to give"),
        ("10 groszy, G", ms.PayPenalty(2), "the penalty is 3 groszy or a cube, not 2 groszy"),
        ("10 groszy, G", ms.PayPenalty(0), "the penalty is 3 groszy or a cube, not 0 groszy"),
        ("10 groszy, G", ms.PayPenalty(10), "the penalty is 3 groszy or a cube, not 10 groszy"),
        ("10 groszy, G", ms.PayPenalty(1), "the penalty is 3 groszy or a cube, not 1 grosz"),
        ("10 groszy, -", ms.PayPenalty(2), "the penalty is 3 groszy, not 2"),
        ("2 groszy, G", ms.PayPenalty(2), "you have 2 groszy, less than 3, so you must give a cube of salt"),
        ("0 groszy, G", ms.PayPenalty(0), "you have 0 groszy, less than 3, so you must give a cube"),
        ("2 groszy, -", ms.PayPenalty(0), "you have no salt, so you must pay all your money: 2 groszy, not 0"),
        ("2 groszy, -", ms.PayPenalty(3), "you have no salt, so you must pay all your money: 2 groszy, not 3"),
        ("2 groszy, -", ms.PayPenalty(0, "brown"), "you have no brown salt to give"),
    ],
)
def test_wrong_penalties_are_refused(belongings: str, move: ms.PayPenalty, sentence: str) -> None:
    """CASTLE-4: the player must pay exactly what the rule demands."""
    given(f"A: {belongings} | castle: BB=9 BB=9 BBB=15", arriving=1).when(move).is_refused("CASTLE-4", sentence)


@pytest.mark.parametrize("salt", ["-", "B", "G"])
def test_only_players_with_a_cube_are_offered_a_cube(salt: str) -> None:
    """CASTLE-4: the refusal of a wrong sum mentions a cube only if the player can pay one."""
    table = given(f"A: 10 groszy, {salt} | castle: BB=9 BB=9 BBB=15", arriving=1)
    refused = table.when(ms.PayPenalty(1)).refusal
    assert refused is not None
    can_pay_a_cube = any(isinstance(move, ms.PayPenalty) and move.salt for move in table.legal())
    assert ("cube" in refused.sentence) is can_pay_a_cube


def test_the_penalty_goes_to_the_bank() -> None:
    """CASTLE-4: money or a cube goes to the bank; if the player has neither, only the miner moves."""
    table = given("A: 3 groszy, G | castle: BB=9 BB=9 BBB=15", arriving=1)
    table.when(ms.PayPenalty(3)).then(MoneyMoved(0, "bank", 3))
    table.when(ms.PayPenalty(0, "green")).then(SaltMoved(0, "bank", ms.SaltAmount(green=1)))
    broke = given("A: 0 groszy | castle: BB=9 BB=9 BBB=15", arriving=1)
    assert broke.when(ms.PayPenalty(0)).events == (MinersMoved(0, "arriving", "stock", 1),)
