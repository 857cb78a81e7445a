"""The moves as values: ``moves.py``."""

import copy
import pickle
from typing import Any

import attrs
import pytest

import magnum_sal as ms

BROWN = ms.SaltAmount(brown=1)

EACH_MOVE: tuple[ms.Move, ...] = (
    ms.PlaceMiner("stock", "S1"),
    ms.ExtractSalt("1L2", ms.SaltAmount(2, 1, 0), 1, 0, (0, 3, 0)),
    ms.PlaceAssistant("S1", "market"),
    ms.VisitInn(),
    ms.VisitWorkshop(0),
    ms.VisitPumpHouse("1L2", 2),
    ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "brown"))),
    ms.VisitTownSquare(),
    ms.VisitCastle("stock", royal_privilege=True),
    ms.Pass(),
    ms.Rest(),
    ms.UseRope("stock", "S2"),
    ms.UseBucket("1L2", "1L1"),
    ms.UseFood(("1L1", "1R1")),
    ms.EndTurn(),
    ms.CompleteOrder(2),
    ms.PayPenalty(0, "brown"),
)
"""A move of each class."""


def test_every_kind_of_move_is_here() -> None:
    """The list above has one move for each rule of the standard game."""
    assert [type(move) for move in EACH_MOVE] == [rule.move for rule in ms.STANDARD.rules]


@pytest.mark.parametrize("move", EACH_MOVE, ids=lambda move: move.type)
def test_a_move_is_a_value(move: ms.Move) -> None:
    """
    A move can be pickled, compared and hashed, but not changed.

    A copy is the same object, and evaluating the repr gives an equal move.
    """
    for twin in (pickle.loads(pickle.dumps(move)), eval(repr(move), vars(ms))):
        assert twin == move
        assert hash(twin) == hash(move)
    assert copy.copy(move) is move
    assert copy.deepcopy([move])[0] is move
    for field in attrs.fields(type(move)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(move, field.name, None)


def test_moves_of_different_kinds_differ() -> None:
    """Moves of different classes differ even if their fields are equal."""
    assert len(set(EACH_MOVE)) == len(EACH_MOVE)
    place: ms.Move = ms.PlaceMiner("stock", "S1")
    rope: ms.Move = ms.UseRope("stock", "S1")
    assert place != rope


def test_defaults() -> None:
    """Privileges are not used and no cube is paid by default."""
    assert ms.VisitMarket((ms.Transaction("buy", "brown"),)).commercial_privilege is False
    assert ms.VisitCastle("stock").royal_privilege is False
    assert ms.PayPenalty(3).salt is None


def test_lists_become_tuples() -> None:
    """A move created from lists equals one created from tuples."""
    trades: Any = [ms.Transaction("buy", "brown")]
    chambers: Any = ["1L1"]
    payments: Any = [0, 1]
    assert ms.VisitMarket(trades) == ms.VisitMarket((ms.Transaction("buy", "brown"),))
    assert ms.UseFood(chambers) == ms.UseFood(("1L1",))
    assert ms.ExtractSalt("1L1", BROWN, 0, 0, payments) == ms.ExtractSalt("1L1", BROWN, 0, 0, (0, 1))


def test_chambers_of_food_are_sorted() -> None:
    """FOOD-1: moves with the same chambers are equal."""
    assert ms.UseFood(("3R1", "1L2")).chambers == ("1L2", "3R1")


def test_trades_are_sorted() -> None:
    """MARKET-4: sales precede purchases, then brown, green, white; trades of one kind keep their order."""
    buy, sell = ms.Transaction("buy", "brown"), ms.Transaction("sell", "white")
    assert ms.VisitMarket((buy, sell)).transactions == (sell, buy)
    again = ms.Transaction("sell", "brown")
    assert ms.VisitMarket((buy, again)).transactions == (buy, again)


@pytest.mark.parametrize(
    ("cls", "fields", "message"),
    [
        (ms.PlaceMiner, ("stock", "S7"), r"PlaceMiner\.target: 'S7' is not a mine space \(S1 to S6, 1L1 to 3R2\)"),
        (ms.PlaceMiner, ("stock", None), r"PlaceMiner\.target: None is not a mine space"),
        (ms.PlaceMiner, ("stock", ["S1"]), r"PlaceMiner\.target: \['S1'\] is not"),
        (ms.PlaceMiner, (1, "S1"), r"PlaceMiner\.source: 1 is not an id"),
        (ms.PlaceMiner, ("", "S1"), r"PlaceMiner\.source: '' is not an id"),
        (ms.ExtractSalt, ("S1", BROWN, 0, 0, ()), r"ExtractSalt\.chamber: 'S1' is not a chamber"),
        (ms.ExtractSalt, ("1L1", "BG", 0, 0, ()), r"ExtractSalt\.salt: 'BG' is not an amount of salt"),
        (ms.ExtractSalt, ("1L1", ms.SaltBalance(1), 0, 0, ()), r"ExtractSalt\.salt: .* is not an amount"),
        (ms.ExtractSalt, ("1L1", BROWN, True, 0, ()), r"ExtractSalt\.pickaxes: True is not a count"),
        (ms.ExtractSalt, ("1L1", BROWN, 0, -1, ()), r"ExtractSalt\.carts: -1 is not a count"),
        (ms.ExtractSalt, ("1L1", BROWN, 0, 0, None), r"ExtractSalt\.payments: None is not a list"),
        (ms.ExtractSalt, ("1L1", BROWN, 0, 0, (0, 1.0)), r"ExtractSalt\.payments\[1\]: 1\.0 is not a count"),
        (ms.ExtractSalt, ("1L1", BROWN, 0, 0, (False, 1)), r"payments\[0\]: False is not a count"),
        (ms.PlaceAssistant, ("stock", 5), r"PlaceAssistant\.building: 5 is not an id"),
        (ms.VisitWorkshop, (1.0,), r"VisitWorkshop\.slot: 1\.0 is not a slot"),
        (ms.VisitWorkshop, ("1",), r"VisitWorkshop\.slot: '1' is not a slot"),
        (ms.VisitPumpHouse, ("1L5", 1), r"VisitPumpHouse\.chamber: '1L5' is not a chamber"),
        (ms.VisitPumpHouse, ("1L1", -1), r"VisitPumpHouse\.water: -1 is not a count"),
        (ms.VisitMarket, ((),), r"VisitMarket\.transactions: \[\] is not a list of one or two"),
        (ms.VisitMarket, ("sell",), r"VisitMarket\.transactions: 'sell' is not a list of one or two"),
        (ms.VisitMarket, ((ms.Transaction("buy", "brown"),) * 3,), r"is not a list of one or two transactions"),
        (ms.VisitMarket, ((("sell", "brown"),),), r"is not a list of one or two transactions"),
        (ms.VisitMarket, ((ms.Transaction("buy", "brown"),), 1), r"commercial_privilege: 1 is not true or false"),
        (ms.Transaction, ("swap", "brown"), r"Transaction\.type: 'swap' is not \"sell\" or \"buy\""),
        (ms.Transaction, ("buy", "black"), r"Transaction\.salt: 'black' is not a kind of salt"),
        (ms.VisitCastle, ("stock", None), r"VisitCastle\.royal_privilege: None is not true or false"),
        (ms.UseRope, ("stock", "stock"), r"UseRope\.target: 'stock' is not a mine space"),
        (ms.UseBucket, ("1L1", "S2"), r"UseBucket\.target: 'S2' is not a chamber"),
        (ms.UseFood, ((),), r"UseFood\.chambers: \[\] is not a list of one or two chambers"),
        (ms.UseFood, (("1L1",) * 3,), r"is not a list of one or two chambers"),
        (ms.UseFood, (["1L1", 3],), r"UseFood\.chambers: 3 is not a chamber"),
        (ms.UseFood, ("1L1",), r"UseFood\.chambers: '1L1' is not a list"),
        (ms.UseFood, (("1L1", 2),), r"UseFood\.chambers: 2 is not a chamber"),
        (ms.CompleteOrder, (-1,), r"CompleteOrder\.slot: -1 is not a slot"),
        (ms.PayPenalty, (True,), r"PayPenalty\.money: True is not a count"),
        (ms.PayPenalty, (0, "red"), r"PayPenalty\.salt: 'red' is not a kind of salt"),
        (
            ms.CompleteOrder,
            (10**30,),
            r"CompleteOrder\.slot: 10+ is too large; the largest number is 9007199254740991$",
        ),
        (ms.PlaceMiner, ("stock", "S" * 500), r"PlaceMiner\.target: 'S{76}\.\.\. is not a mine space"),
    ],
)
def test_a_move_checks_the_types_of_its_fields(cls: type[Any], fields: tuple[Any, ...], message: str) -> None:
    """The message names the class, the field, the value and what was expected. Long values are shortened."""
    with pytest.raises(ms.MalformedError, match=message):
        cls(*fields)


def test_an_object_like_salt_is_refused() -> None:
    """An object that merely has the fields of an amount is not an amount of salt."""

    class Lookalike:
        brown, green, white = 1, 0, "x"

    salt: Any = Lookalike()
    with pytest.raises(ms.MalformedError, match=r"ExtractSalt\.salt: .* is not an amount of salt"):
        ms.ExtractSalt("1L1", salt, 0, 0, (0, 0))
