"""
The rulebook's seven worked examples, each built from its text.

The figures show more than the text says. Where a figure is ambiguous, the position is completed so that the text holds.
Orange, purple and black are seats A, B and C unless a test says otherwise.
"""

import magnum_sal as ms
from magnum_sal.model.events import MoneyMoved, WaterMoved
from magnum_sal.testing import given


def test_example_1_who_may_be_moved() -> None:
    """CHAIN-2: all orange miners may move, from the end of a chain or from beside another one, and cut nobody off."""
    # Orange has a miner in the shaft beside a black one, and single miners at the ends of a corridor and of the shaft.
    table = given("S1: B | S2: AB | S3: A | 1L1: B [BG/1] | 1L2: A [BB/0]", players=3)
    movable = {move.source for move in table.legal(type="visit_castle") if isinstance(move, ms.VisitCastle)}
    assert movable == {"stock", "S2", "S3", "1L2"}
    after = table.when(ms.VisitCastle("S2")).state
    assert after.mine["S2"].rested == (0, 1, 0)


def test_example_2_an_illegal_placing() -> None:
    """CHAIN-1: no chain connects the target on the second level to the entrance, so the placement is illegal."""
    table = given("S1: A | S2: B")
    table.when(ms.PlaceMiner("stock", "2L1")).is_refused("CHAIN-1", "2L1 is not connected to the entrance: S3 is empty")
    table.when(ms.PlaceMiner("stock", "S4")).is_refused("CHAIN-1", "S4 is not connected to the entrance: S3 is empty")


def test_example_3_the_exhausted_corridor() -> None:
    """CHAIN-3: purple may leave although others are deeper, because no salt is left in that chamber or beyond."""
    corridor = "1R1: B [BG/1] | 1R2: A [-/1] | 1R3: B [-/0] | 1R4: [-/0]"
    table = given(f"S1: B | S2: B | {corridor}")
    after = table.when(ms.PlaceMiner("1R2", "S1")).state
    assert after.mine["1R3"].rested == (0, 1)
    table.when(ms.PlaceMiner("stock", "1R1")).then()


def test_example_4_transport() -> None:
    """HAUL-1: strength 2 - 0 = 2; two cubes cost 4 groszy to black, 2 for the chamber and 2 for the shaft."""
    # Orange is A, black is B. Orange has a miner in the top section.
    table = given("S1: AB | S2: B | 1L1: B [-/0] | 1L2: AA [BBG/0]")
    both = ms.ExtractSalt("1L2", ms.SaltAmount.parse("BG"), 0, 0, (0, 4))
    after = table.when(both).then(MoneyMoved(0, 1, 4)).state
    assert [player.money for player in after.players] == [6, 14]
    assert str(after.players[0].salt) == "BG"
    table.when(ms.ExtractSalt("1L2", ms.SaltAmount.parse("BBG"), 0, 0, (0, 6))).is_refused(
        "MINE-1", "your strength in 1L2 is too low for 3 cubes (2 rested miners, 0 pickaxes, 0 cubes of water)"
    )


def test_example_5_choosing_whom_to_pay() -> None:
    """HAUL-1: strength 4 - 1 = 3; the one section without purple costs three groszy, all of them paid to orange."""
    # Purple is A, orange is B, black is C.
    table = given("S1: BC | S2: A | S3: A | S4: A | 2R1: AAAA [BGGG/1]")
    three = ms.SaltAmount(green=3)
    after = table.when(ms.ExtractSalt("2R1", three, 0, 0, (0, 3, 0))).state
    assert [player.money for player in after.players] == [7, 13, 10]
    listed = [move for move in table.legal(type="extract_salt") if isinstance(move, ms.ExtractSalt)]
    assert [move.payments for move in listed if move.salt == three] == [(0, 0, 3), (0, 1, 2), (0, 2, 1), (0, 3, 0)]
    assert max(move.salt.total for move in listed) == 3


def test_example_6_pumping_then_extracting() -> None:
    """PUMP-1: black pumps 3 water for 5 groszy, orange's assistant earns 1, then 3 miners take all 3 cubes."""
    # Black is A, orange is B.
    table = given("S1: A | S2: A | S3: A | S4: A | 2L1: AAA [GGW/3] | assistant pump_house: B", round=3)
    pumped = table.when(ms.VisitPumpHouse("2L1", 3))
    pumped.then(MoneyMoved(0, "bank", 5), WaterMoved("2L1", "bank", 3), MoneyMoved("bank", 1, 1))
    assert [player.money for player in pumped.state.players] == [5, 11]
    after = pumped.when(ms.ExtractSalt("2L1", ms.SaltAmount.parse("GGW"), 0, 0, (0, 0))).state
    assert str(after.players[0].salt) == "GGW"
    assert not after.mine.chamber("2L1").salt
    assert after.mine["2L1"].tired == (3, 0)


def test_example_7_a_sale_pays_for_a_purchase() -> None:
    """MARKET-1: purple sells green for 5 and buys brown for 3 in one visit, and has the 3 brown cubes of the order."""
    table = given("A: BBG, 0 groszy | market: BBBBG")
    visit = ms.VisitMarket((ms.Transaction("sell", "green"), ms.Transaction("buy", "brown")))
    after = table.when(visit).then(MoneyMoved("bank", 0, 5), MoneyMoved(0, "bank", 3)).state
    assert (str(after.players[0].salt), after.players[0].money) == ("BBB", 2)
