"""The payments of a step and their reasons: ``payments.py``."""

from itertools import islice
from typing import Any

import attrs
import pytest
from smithy import SMITHY_GAME
from tests.walking import straying, walk

import magnum_sal as ms
from crystal_chapel import CRYSTAL_CHAPEL
from magnum_sal.model.events import ActionTaken, MoneyMoved
from magnum_sal.model.extension import Extension, Reaction
from magnum_sal.queries.payments import payments_of
from magnum_sal.testing import position


def paid(text: str, move: ms.Move) -> list[tuple[Any, ...]]:
    """Return the payments of a move as tuples; the public game has the same ones."""
    state = position(text)
    payments = payments_of(ms.apply(state, move).step)
    assert payments_of(ms.apply(state.public(), move).step)[: len(payments)] == payments
    return [attrs.astuple(payment) for payment in payments]


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("S1: A", ms.PlaceMiner("stock", "S2"), []),
        ("", ms.VisitTownSquare(), [("bank", 0, 1, "visit_town_square", None)]),
        (
            "assistant pump_house: B | S1: A | S2: A | 1L1: A [BB/2] | A: 9 groszy",
            ms.VisitPumpHouse("1L1", 2),
            [(0, "bank", 2, "visit_pump_house", None), ("bank", 1, 1, None, "pump_house")],
        ),
        (
            "S1: B | S2: C | 1L1: AA [BB/1] | A: pickaxe",
            ms.ExtractSalt("1L1", ms.SaltAmount(2), 1, 0, (0, 2, 2)),
            [(0, 1, 2, "extract_salt", None), (0, 2, 2, "extract_salt", None)],
        ),
        (
            "assistant market: A | A: BG | market: G",
            ms.VisitMarket((ms.Transaction("sell", "brown"), ms.Transaction("sell", "green"))),
            [
                ("bank", 0, 5, "visit_market", None),
                ("bank", 0, 5, "visit_market", None),
                ("bank", 0, 1, None, "market"),
            ],
        ),
    ],
)
def test_payments_of_moves(text: str, move: ms.Move, expected: list[tuple[Any, ...]]) -> None:
    """Prices, incomes and tolls belong to the move; an assistant earns from the bank (HAUL-1, ASST-2)."""
    assert paid(text, move) == expected


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [ms.STANDARD, SMITHY_GAME, CRYSTAL_CHAPEL])
def test_payments_add_up_to_the_change_in_money(ruleset: ms.Ruleset) -> None:
    """In whole games, no payment is missing, and those of assistants go to their owners."""
    earned = 0
    for step in islice(walk(ruleset, 3, 5, straying), 400):
        change = [now.money - past.money for past, now in zip(step.before.players, step.after.players, strict=True)]
        for payment in payments_of(step):
            assert payment.groszy > 0
            for place, sign in ((payment.source, -1), (payment.target, 1)):
                if isinstance(place, int):
                    change[place] -= sign * payment.groszy
            if payment.assistant is not None:
                assert (payment.move, payment.source) == (None, "bank")
                assert step.before.assistant(payment.assistant) == payment.target
                earned += 1
        assert set(change) == {0}
    assert earned


def test_payments_of_reactions_are_not_part_of_the_move() -> None:
    """A payment of an extension follows the move. It is not taken for the assistant's, which is equal."""
    alms = Reaction(ActionTaken, lambda _, event: (MoneyMoved("bank", event.seat, 1),))
    ruleset = ms.STANDARD.with_extensions(Extension("alms", reactions=(alms,)), name="alms_game")
    state = attrs.evolve(
        position("assistant workshop: A | workshop: rope cart food, stack 0 | A: 9 groszy"), ruleset=ruleset
    )
    payments = payments_of(ms.apply(state, ms.VisitWorkshop(1)).step)
    assert [(payment.groszy, payment.move, payment.assistant) for payment in payments] == [
        (4, "visit_workshop", None),
        (1, None, "workshop"),
        (1, None, None),
    ]


def test_something_else_is_refused() -> None:
    """A transition has the step; neither it nor events are accepted."""
    transition = ms.apply(ms.new_game(["Ada", "Ben"], seed=7), ms.VisitInn())
    refused: tuple[Any, ...] = (transition, transition.events, None)
    for wrong in refused:
        with pytest.raises(ms.MisuseError, match="step: expected a Step, got "):
            payments_of(wrong)
