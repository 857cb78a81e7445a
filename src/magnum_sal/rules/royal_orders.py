"""Delivering at the castle: royal orders and the penalty (RULES CASTLE-3, CASTLE-4, CASTLE-5, CASTLE-6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .._wording import counted
from ..errors import HiddenPieceError, Objection
from ..events import Event, MoneyMoved, OrderMoved, OrderTrackMoved, SaltMoved
from ..moves import CompleteOrder, PayPenalty
from ..pieces import ARRIVING, BANK, ONE_CUBE, ORDER_STACK, STOCK, RoyalOrder, castle_slot
from ..state import GameState
from .entering import miner_moved

CASTLE = "castle"


def completable_slots(state: GameState, seat: int) -> Iterator[int]:
    """Yield the slots of the open orders that *seat*'s salt can complete (CASTLE-3)."""
    salt = state.players[seat].salt
    for slot, order in enumerate(state.castle.open):
        if order is not None and salt.covers(order.salt):
            yield slot


def order_moves(state: GameState) -> Iterator[CompleteOrder]:
    """Yield the deliveries that are possible, by slot."""
    return (_delivery(slot) for slot in completable_slots(state, state.turn_seat))


@lru_cache(maxsize=64)
def _delivery(slot: int) -> CompleteOrder:
    return CompleteOrder(slot)


def order_objection(state: GameState, move: CompleteOrder) -> Objection | None:
    """Say what speaks against *move*, in the order a player would check it."""
    opened = state.castle.open
    if move.slot >= len(opened):
        return Objection("CASTLE-3", f"there is no slot {move.slot}; the castle's are 0 to {len(opened) - 1}")
    order = opened[move.slot]
    if order is None:
        return Objection("CASTLE-6", f"slot {move.slot} of the castle is empty")
    salt = state.player.salt
    if not salt.covers(order.salt):
        return Objection("CASTLE-3", f"the order asks for {order.salt}, and you have {salt}")
    return None


def decide_order(state: GameState, move: CompleteOrder) -> tuple[Event, ...]:
    """Return what a legal *move* makes happen; the next order fills the space at once."""
    seat, castle = state.turn_seat, state.castle
    order = castle.open[move.slot]
    assert order is not None
    place = castle_slot(move.slot)
    refill = (OrderMoved(_next_order(state), ORDER_STACK, place),) if castle.stack else ()
    return (
        SaltMoved(seat, BANK, order.salt),
        MoneyMoved(BANK, seat, order.payment),
        OrderMoved(order, place, seat),
        OrderTrackMoved(castle.completed, castle.completed + 1),
        *refill,
        *state.ruleset.rulings.assistant_paid(state, CASTLE),
        miner_moved(seat, ARRIVING, STOCK),
    )


def _next_order(state: GameState) -> RoyalOrder:
    if state.hidden is None:
        raise HiddenPieceError("a delivery turns up the next royal order, which a public state does not hold")
    return state.hidden.orders[state.phase - 1][0]


def penalty_moves(state: GameState) -> Iterator[PayPenalty]:
    """Yield the ways to pay where no order can be completed: money, then a cube by kind."""
    if next(completable_slots(state, state.turn_seat), None) is not None:
        return
    player, penalty = state.player, state.ruleset.penalty
    if player.money >= penalty or not player.salt:
        yield _payment(min(player.money, penalty), None)
    for kind in player.salt.kinds():
        yield _payment(0, kind)


@lru_cache(maxsize=64)
def _payment(money: int, salt: str | None) -> PayPenalty:
    return PayPenalty(money, salt)


def penalty_objection(state: GameState, move: PayPenalty) -> Objection | None:
    """Say what speaks against *move*, in the order a player would check it."""
    player, penalty = state.player, state.ruleset.penalty
    slot = next(completable_slots(state, state.turn_seat), None)
    if slot is not None:
        order = state.castle.open[slot]
        return Objection("CASTLE-3", f"you can complete the order {order}, so you must complete one")
    if move.salt is not None:
        if move.money:
            return Objection(
                "CASTLE-4", f"the penalty is money or a cube, not both {counted(move.money, 'grosz')} and a cube"
            )
        if not player.salt.of(move.salt):
            return Objection("CASTLE-4", f"you have no {move.salt} salt to give")
        return None
    if player.money >= penalty:
        if move.money != penalty:
            return Objection(
                "CASTLE-4", f"the penalty is {penalty} groszy or a cube, not {counted(move.money, 'grosz')}"
            )
        return None
    if player.salt:
        return Objection(
            "CASTLE-4", f"with {counted(player.money, 'grosz')}, less than {penalty}, you must give a cube of your salt"
        )
    if move.money != player.money:
        return Objection(
            "CASTLE-4", f"without salt you pay all your money, {counted(player.money, 'grosz')}, not {move.money}"
        )
    return None


def decide_penalty(state: GameState, move: PayPenalty) -> tuple[Event, ...]:
    """Return what a legal *move* makes happen; the miner returns to stock either way (CASTLE-5)."""
    seat = state.turn_seat
    money = (MoneyMoved(seat, BANK, move.money),) if move.money else ()
    salt = (SaltMoved(seat, BANK, ONE_CUBE[move.salt]),) if move.salt else ()
    return (*money, *salt, miner_moved(seat, ARRIVING, STOCK))
