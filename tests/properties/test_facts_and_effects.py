"""Properties over whole games: facts and effects of a position match the results of its moves."""

import random
from collections.abc import Iterator

import pytest
from tests.amounts import select
from tests.walking import walk

import magnum_sal as ms
from magnum_sal.model.events import (
    ChamberRevealed,
    MinersRested,
    MinersTired,
    MoneyMoved,
    OrderMoved,
    SaltMoved,
    ToolMoved,
    ToolUsed,
    TurnEnded,
)
from magnum_sal.model.pieces import SALT_KINDS
from magnum_sal.queries import facts
from magnum_sal.testing.players import finisher
from magnum_sal.testing.strategies import VARIANTS

MIXED = random.Random(2).sample(range(len(VARIANTS)), len(VARIANTS))
"""Numbers of the variants, ordered so that every fourth has each switch on and off, and each number of players."""
EVERY = 37
"""The step between checked positions."""


def walked(number: int) -> Iterator[ms.Step]:
    """Yield steps of a whole game of a variant; the variants have 2, 3 and 4 players in turn."""
    for made, step in enumerate(walk(VARIANTS[number], 2 + number % 3, number, finisher)):
        if made % EVERY == 0 or isinstance(step.move, ms.CompleteOrder):
            yield step


def own_events(step: ms.Step) -> tuple[ms.Event, ...]:
    """Return the events up to the end of the turn."""
    ends = [number for number, event in enumerate(step.events) if isinstance(event, TurnEnded)]
    return step.events[: ends[0]] if ends else step.events


def gained(step: ms.Step) -> ms.Effects:
    """Return the effects according to the events."""
    seats = len(step.before.players)
    money, salt = [0] * seats, [ms.SaltBalance()] * seats
    tired = rested = 0
    tools: list[str] = []
    piles: list[str] = []
    for event in own_events(step):
        match event:
            case MoneyMoved(source, target, groszy):
                for place, change in ((source, -groszy), (target, groszy)):
                    if isinstance(place, int):
                        money[place] += change
            case SaltMoved(source, target, cubes):
                if isinstance(source, int):
                    salt[source] -= cubes
                if isinstance(target, int):
                    salt[target] += cubes
            case MinersTired():
                tired += event.miners
            case MinersRested():
                rested += event.miners
            case ToolUsed():
                tools.append(event.tool)
            case ChamberRevealed() if not step.before.ruleset.mapped_mine:
                piles.append("tile")
            case OrderMoved(_, "order_stack"):
                piles.append("order")
            case ToolMoved(_, "tool_stack"):
                piles.append("tool")
    return ms.Effects(tuple(money), tuple(salt), tired, rested, tuple(sorted(tools)), tuple(dict.fromkeys(piles)))


@pytest.mark.slow
@pytest.mark.parametrize("number", select(MIXED))
def test_effects_and_facts_match_the_moves(number: int) -> None:
    """Effects and facts match the moves in all variants and numbers of players, also in public states."""
    for step in walked(number):
        check_effects(step)
        check_facts(step.before)
        if not isinstance(step.move, ms.CompleteOrder):
            for move in ms.legal_moves(step.before)[::29]:
                check_effects(ms.apply(step.before, move).step)


def check_effects(step: ms.Step) -> None:
    """Check that the effects match the events."""
    found = ms.effects(step.before, step.move)
    assert ms.effects(step.before.public(), step.move) == found
    expected = gained(step)
    assert (found.money, found.salt, found.tired, found.rested) == (
        expected.money,
        expected.salt,
        expected.tired,
        expected.rested,
    )
    assert tuple(sorted(found.tools)) == expected.tools
    assert found.turns_up == expected.turns_up


def check_facts(state: ms.GameState) -> None:
    """Check the facts against the legal moves, their costs and their gains."""
    if state.turn is None or state.turn.arriving:
        return
    seat, money = state.turn_seat, state.player.money
    paid = {move: -ms.effects(state, move).money[seat] + own_fee(state, move) for move in priced(state)}
    for move, price in paid.items():
        match move:
            case ms.VisitInn():
                assert price == facts.hiring_price(state)
            case ms.VisitWorkshop():
                assert price == facts.tool_price(state, move.slot)
            case ms.VisitPumpHouse():
                assert price == facts.pumping_price(state, move.water)
            case ms.VisitMarket(transactions=(trade,)):
                privilege = move.commercial_privilege
                if trade.type == "buy":
                    assert price == facts.buying_price(state, trade.salt, commercial_privilege=privilege)
                else:
                    assert -price == facts.selling_price(state, trade.salt, commercial_privilege=privilege)
            case ms.ExtractSalt(carts=0):
                toll = facts.toll(state, move.chamber)
                assert toll is not None
                assert price == toll * move.salt.total
                assert move.salt.total <= facts.strength(state, move.chamber, pickaxes=move.pickaxes)
    if state.turn.actions_left and "market" not in state.turn.visited:
        for kind in SALT_KINDS:
            asked = facts.buying_price(state, kind)
            can_buy = ms.is_legal(state, ms.VisitMarket((ms.Transaction("buy", kind),)))
            assert can_buy == (asked is not None and asked <= money)
    if state.turn.actions_left:
        check_places(state)


def check_places(state: ms.GameState) -> None:
    """Check miners and spaces against the legal placements and extractions."""
    listed = ms.legal_moves(state, type="place_miner")
    for source in dict.fromkeys(move.source for move in listed if isinstance(move, ms.PlaceMiner)):
        targets = [move.target for move in listed if isinstance(move, ms.PlaceMiner) and move.source == source]
        assert facts.reachable_spaces(state, source) == tuple(targets)
    for seat, player in enumerate(state.players):
        miners = facts.miners_by_space(state, seat)
        assert sum(map(sum, miners.values())) + player.stock <= state.miners_on_table(seat)
        for chamber, here in state.mine.chambers():
            assert facts.strength(state, chamber, seat) == here.rested[seat] - here.water
        assert facts.completable_orders(state, seat) == tuple(
            slot for slot, order in enumerate(state.castle.open) if order and player.salt.covers(order.salt)
        )


def priced(state: ms.GameState) -> list[ms.Move]:
    """Return some of the legal moves that have a price."""
    visits = (ms.VisitInn, ms.VisitWorkshop, ms.VisitPumpHouse, ms.VisitMarket)
    moves = ms.legal_moves(state)
    found = [move for move in moves if isinstance(move, visits)][:40]
    return [*found, *[move for move in moves if isinstance(move, ms.ExtractSalt)][::7]]


def own_fee(state: ms.GameState, move: ms.Move) -> int:
    """Return the earnings of the player's own assistant from the visit, which do not count in the price (ASST-2)."""
    building = state.ruleset.by_move[type(move)].building_id
    return int(building is not None and state.assistant(building) == state.turn_seat)
