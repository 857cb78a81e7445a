"""Rules with a house's own numbers and rulings, where the standard numbers hide a part of the rule."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

import magnum_sal as ms
from magnum_sal.model.events import ChamberRevealed, MinersMoved, MoneyMoved, PhaseEnded, SaltMoved, WaterMoved
from magnum_sal.rules import castle_line, placing
from magnum_sal.rules.tools import rope
from magnum_sal.testing import position
from magnum_sal.testing.players import any_kind, play


def house(**numbers: Any) -> ms.Ruleset:
    """Return a ruleset with other numbers."""
    return attrs.evolve(ms.STANDARD, name="a house's numbers", **numbers)


def ruled(**rulings: Any) -> ms.Ruleset:
    """Return a ruleset with other rulings."""
    return house(rulings=attrs.evolve(ms.STANDARD.rulings, **rulings))


def test_carrying_can_be_free() -> None:
    """HAUL-1: without a toll, each extraction is listed once and costs nothing."""
    state = position("S1: BC | S2: BC | 1L1: A [BB/0] | A: 0 groszy", ruleset=house(toll=0), players=3)
    moves = ms.legal_moves(state, type="extract_salt")
    assert moves == (ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 0, 0)),)
    assert ms.apply(state, moves[0]).state.players[0].salt == ms.SaltAmount(1)
    refused = ms.objection(state, ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 1, 0)))
    assert str(refused) == "carrying 1 cube from 1L1 costs 0 groszy in total, not 1 [HAUL-1]"


@pytest.mark.parametrize("ruleset", [house(toll=0), ruled(toll=lambda *_: 0)], ids=["number", "ruling"])
def test_a_cart_is_useless_without_a_toll(ruleset: ms.Ruleset) -> None:
    """CART-1, TOOL-1: a cart frees only spaces that cost money, so it cannot be used up for nothing."""
    state = position("S1: BC | S2: BC | 1L1: A [BB/0] | A: cart", ruleset=ruleset, players=3)
    without = ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 0, 0))
    assert ms.legal_moves(state, type="extract_salt") == (without,)
    refused = ms.objection(state, attrs.evolve(without, carts=1))
    assert refused is not None
    assert (refused.rule, refused.values["charged"]) == ("CART-1", 0)
    assert ms.choices(state).take("extract_salt").move == without


@pytest.mark.parametrize("numbers", [{"toll": 0}, {"toll": 3}, {"assistant_fee": 0}, {"pump_prices": (4,)}], ids=str)
def test_games_with_other_numbers(numbers: dict[str, Any]) -> None:
    """TURN-2: every listed move is accepted, and no move is listed twice."""
    start = ms.new_game(["Ada", "Ben", "Cleo"], seed=4, ruleset=house(**numbers))
    for state, _, _ in play(start, any_kind, random.Random(4), 60):
        moves = ms.legal_moves(state)
        assert len(set(moves)) == len(moves)
        assert all(ms.is_legal(state, move) for move in moves)


def test_pump_prices_continue_after_the_last_printed_one() -> None:
    """PUMP-1: each cube beyond the printed prices costs 1 grosz more than the cube before it."""
    state = position("S1: A | 1L1: A [-/2] | S2: A | A: 50 groszy", ruleset=house(pump_prices=(1, 2, 7)))
    deep = attrs.evolve(state, mine=_with_water(state, "1L1", 5))
    paid = [ms.apply(deep, ms.VisitPumpHouse("1L1", cubes)).state.players[0].money for cubes in range(1, 6)]
    assert [50 - money for money in paid] == [1, 3, 10, 18, 27]


def test_a_first_cube_that_costs_money() -> None:
    """PUMP-1: a player who cannot pay for one cube cannot visit the pump house."""
    state = position("S1: A | 1L1: A [-/2] | S2: A | A: 4 groszy", ruleset=house(pump_prices=(5, 6)))
    assert ms.legal_moves(state, type="visit_pump_house") == ()
    told = ms.objection(state, ms.VisitPumpHouse("1L1", 1))
    assert str(told) == "pumping 1 cube of water costs 5 groszy, but you have only 4 [PUMP-1]"


def _with_water(state: ms.GameState, chamber: str, water: int) -> Any:
    return state.mine.with_water(chamber, water)


def test_a_privilege_makes_a_cheap_cube_free() -> None:
    """MARKET-3: the privilege lowers the price by a grosz, but not below 0."""
    cheap = house(market_prices=((1, 0), (6, 5, 4), (8, 7)))
    for market, price in (("B", 0), ("BB", 0)):
        state = position(f"market: {market} | A: 0 groszy, commercial_privilege", ruleset=cheap)
        buy = ms.VisitMarket((ms.Transaction("buy", "brown"),), commercial_privilege=True)
        assert buy in ms.legal_moves(state, type="visit_market")
        events = ms.apply(state, buy).events
        assert [event.groszy for event in events if isinstance(event, MoneyMoved)] == [price]


def test_a_tile_may_be_empty() -> None:
    """REVEAL-1: no cube moves if the tile shows none."""
    state = position("S1: A | S2: A")
    assert state.hidden is not None
    for tile, events in (("-/0", 2), ("-/1", 3), ("B/0", 3), ("B/1", 4)):
        tiles = (ms.ChamberTile.parse(tile), *state.hidden.tiles[1:])
        given = attrs.evolve(state, hidden=attrs.evolve(state.hidden, tiles=tiles))
        found = ms.apply(given, ms.PlaceMiner("stock", "1L1")).events
        kinds = (MinersMoved, ChamberRevealed, SaltMoved, WaterMoved)
        assert sum(isinstance(event, kinds) for event in found) == events


def test_a_ruling_may_close_the_mine() -> None:
    """CHAIN-1: the refusal says that a space cannot be entered if a ruling closes it and no empty space cuts it off."""
    state = position("S1: A", ruleset=ruled(reachable=lambda _: 0))
    assert ms.legal_moves(state, type="place_miner") == ()
    for target in ("S1", "S2"):
        told = ms.objection(state, ms.PlaceMiner("stock", target))
        assert str(told) == f"{target} cannot be entered [CHAIN-1]"


def test_a_ruling_may_forbid_carrying_through_empty_spaces() -> None:
    """HAUL-1: if a ruling says so, no salt is carried through a space where no miner could take the toll."""
    nobody = ruled(toll_takers=lambda owners, carrier: () if carrier not in owners else None)
    state = position("S1: B | S2: B | 1L1: A [BB/0]", ruleset=nobody)
    assert ms.legal_moves(state, type="extract_salt") == ()
    told = ms.objection(state, ms.ExtractSalt("1L1", ms.SaltAmount(1), 0, 0, (0, 2)))
    assert str(told) == "S2 is empty, so salt cannot be carried through it [HAUL-1]"


def test_moves_are_created_once_and_shared() -> None:
    """CASTLE-1, MOVE-1: the moves of a source are created when they are first needed, and then shared."""
    for source in ("stock", *ms.model.mine.SPACES, *ms.STANDARD.assistant_places):
        assert castle_line._visits[source] == (ms.VisitCastle(source, False), ms.VisitCastle(source, True))
        assert castle_line._visits[source] is castle_line._visits[source]
    kinds: tuple[tuple[Any, Any], ...] = ((placing._ways, ms.PlaceMiner), (rope._ways, ms.UseRope))
    for ways, kind in kinds:
        upper, middle, lower = ways["S1"]
        assert upper[0] == ()
        assert upper[2] == (kind("S1", "S2"),)
        assert upper[1] == ()
        assert middle[255] + lower[255] == tuple(kind("S1", target) for target in ms.model.mine.SPACES[8:])
        assert ways["S1"] is ways["S1"]


def test_turns_without_actions_are_the_fault_of_the_ruleset() -> None:
    """TURN-1: if no further turn has an action, turns follow without an end, and no extension is to blame."""
    once = ruled(actions=lambda _state, _seat, round_number: 2 if round_number <= 2 else 0)
    state = position("turn: B, actions 1", ruleset=once)
    message = "the effects of 'pass' never end: the rulings of ruleset .* cause TurnEnded, TurnStarted again and again"
    with pytest.raises(ms.ExtensionError, match=f"^{message}$"):
        state.play(ms.Pass())


def test_a_house_may_extend_what_follows_a_turn() -> None:
    """PHASE-2: a ruling of the house adds to the standard one, at the end of a phase and after any other turn."""

    def after_turn(state: ms.GameState) -> tuple[ms.Event, ...]:
        events = ms.STANDARD.rulings.after_turn(state)
        if not any(isinstance(event, PhaseEnded) for event in events):
            return events
        return (*events, *(MoneyMoved("bank", seat, 2) for seat in range(len(state.players))))

    ruleset = ruled(after_turn=after_turn)
    done = "A: 5 groszy, order BB=9, order BB=9, order BG=11, order BG=11 | B: 7 groszy"
    ended = ms.apply(position(done, to_move="B", actions_left=1, ruleset=ruleset), ms.Pass()).state
    assert (ended.phase, [player.money for player in ended.players]) == (2, [7, 9])
    going_on = ms.apply(position(done, to_move="A", actions_left=1, ruleset=ruleset), ms.Pass()).state
    assert (going_on.phase, [player.money for player in going_on.players]) == (1, [5, 7])
    given_up = position("S1: A | S2: A | 1L1: a [B/0] | A: 5 groszy", ruleset=ruleset)
    assert ms.apply(given_up, ms.Rest()).state.to_move == 1


def test_a_house_may_pay_assistants_differently() -> None:
    """ASST-2: one ruling pays for visits and for completed orders, and both the engine and the castle use it."""

    def assistant_paid(state: ms.GameState, building: str) -> tuple[ms.Event, ...]:
        return 2 * ms.STANDARD.rulings.assistant_paid(state, building)

    ruleset = ruled(assistant_paid=assistant_paid)
    paid = MoneyMoved("bank", 1, 1)
    visited = position("A: B | market: B | assistant market: B", ruleset=ruleset)
    assert ms.apply(visited, ms.VisitMarket((ms.Transaction("sell", "brown"),))).events.count(paid) == 2
    delivering = position("A: BB | castle: BB=9 - - | assistant castle: B", arriving=1, ruleset=ruleset)
    assert ms.apply(delivering, ms.CompleteOrder(0)).events.count(paid) == 2
