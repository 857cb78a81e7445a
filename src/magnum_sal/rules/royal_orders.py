"""Delivering a royal order at the castle (RULES CASTLE-3, CASTLE-5, CASTLE-6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from .._internal.caches import cached
from .._internal.checks import parse_digits
from ..errors import Objection
from ..model.events import Event, MoneyMoved, OrderMoved, OrderTrackMoved, SaltMoved
from ..model.functions_above import state_after
from ..model.moves import CompleteOrder, Move
from ..model.pieces import ARRIVING, BANK, ORDER_STACK, STOCK, RoyalOrder, castle_slot
from ..model.rule import Notation, Rule, When
from ..model.state import GameState
from . import notations
from .assistants import pay_assistant
from .castle_line import CASTLE
from .placing import move_miner

__all__ = ["RULE"]


def completable_slots(state: GameState, seat: int) -> Iterator[int]:
    """Yield the slots of the open orders that *seat*'s salt can complete (CASTLE-3)."""
    # An order can be completed if you own all of its salt. Each order is considered separately, even if the salt is not
    # enough for two orders.
    salt = state.players[seat].salt
    for slot, order in enumerate(state.castle.open):
        if order is not None and salt.covers(order.salt):
            yield slot


def moves(state: GameState) -> Iterator[CompleteOrder]:
    """Yield the possible deliveries, by slot."""
    # Must agree with objection(): a delivery is listed exactly when objection() returns None. If there is a delivery,
    # the player must not pay the penalty instead. If there are several, the player chooses one.
    return (_delivery(slot) for slot in completable_slots(state, state.turn_seat))


_delivery = cached(most=64)(CompleteOrder)


def objection(state: GameState, move: CompleteOrder) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    opened = state.castle.open
    # The castle has a fixed number of slots, which depends on the number of players.
    if move.slot >= len(opened):
        facts = {"building": CASTLE.id, "slot": move.slot, "slots": len(opened), "last": len(opened) - 1}
        return Objection("CASTLE-3", "no_such_slot", facts)
    # An order must be open in the slot. When the stack is empty, the slot of a completed order stays empty.
    order = opened[move.slot]
    if order is None:
        return Objection("CASTLE-6", "empty_slot", {"building": CASTLE.id, "slot": move.slot})
    # You must own all the salt of the order; partial deliveries are not allowed.
    salt = state.player.salt
    if not salt.covers(order.salt):
        return Objection("CASTLE-3", "salt_for_order_missing", {"wanted": order.salt, "salt": salt})
    return None


def why_not(state: GameState) -> Objection:
    """Return the reason why no order can be delivered."""
    if not any(state.castle.open):
        return Objection("CASTLE-6", "no_order_open")
    return Objection("CASTLE-3", "no_order_covered", {"salt": state.player.salt})


def decide(state: GameState, move: CompleteOrder) -> tuple[Event, ...]:
    """
    Return the events of a legal *move*; the next order fills the slot at once.

    If the next order is unknown, the other events wait until it is turned up (see ``finish_delivery``).
    """
    seat, castle, hidden = state.turn_seat, state.castle, state.hidden
    order = castle.open[move.slot]
    assert order is not None
    # The salt goes to the bank, which pays for the order. The player keeps the order, and the order track
    # advances.
    completed = (
        SaltMoved(seat, BANK, order.salt),
        MoneyMoved(BANK, seat, order.payment),
        OrderMoved(order, castle_slot(move.slot), seat),
        OrderTrackMoved(castle.completed, castle.completed + 1),
    )
    # A new order from the stack fills the slot at once, so the next arrival can complete it. If the stack is empty, the
    # slot stays empty.
    effects: tuple[Event, ...] = completed
    if castle.stack:
        if hidden is None:
            return completed
        effects = (*completed, turn_up_order(move.slot, hidden.orders[state.phase - 1][0]))
    # The assistant is paid in the state after these effects. The standard ruling depends only on the owner of the
    # assistant, whom a delivery does not change, so it needs no fold.
    is_standard = state.ruleset.rulings.assistant_paid is pay_assistant
    return (*effects, *finish_delivery(state if is_standard else state_after(state, effects)))


def turn_up_order(slot: int, order: RoyalOrder) -> Event:
    """Return the event that moves the stack's next order to a slot."""
    return OrderMoved(order, ORDER_STACK, castle_slot(slot))


def finish_delivery(state: GameState) -> tuple[Event, ...]:
    """
    Return a delivery's last events: the castle's assistant is paid, and the miner goes home (ASST-2, CASTLE-5).

    *state* is the state after the delivery's other events.
    """
    # The assistant at the castle earns for each order that anybody completes. The miner returns rested and can be used
    # in the same turn, even to join the line again.
    return (
        *state.ruleset.rulings.assistant_paid(state, CASTLE.id),
        move_miner(state.turn_seat, ARRIVING, STOCK),
    )


def collect_facts(state: GameState, move: CompleteOrder) -> Mapping[str, Any]:
    """Return the extra facts about a delivery: the order's salt and payment."""
    order = state.castle.open[move.slot]
    return {} if order is None else {"salt": order.salt, "payment": order.payment}


def _format_move(state: GameState, move: CompleteOrder) -> str:
    return f"deliver {notations.format_slot(state.castle.open, move.slot)}"


def _read(state: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"deliver(?: ((?:[BGW]{1,50}|-)=\d{1,9}))?(?: (\d{1,9}))?", text, re.IGNORECASE)
    if match is None or not (match[1] or match[2]):
        return None
    order = RoyalOrder.parse(match[1].upper()) if match[1] else None
    slot = notations.find_slot(text, order, state.castle.open, parse_digits(match[2] or ""))
    return None if slot is None else CompleteOrder(slot)


RULE: Final[Rule] = Rule(
    CompleteOrder,
    When.ARRIVAL,
    moves,
    objection,
    decide,
    notation=Notation(_format_move, _read, "deliver BBG=17"),
    why_not=why_not,
    told=collect_facts,
)
