"""The penalty for a miner who reaches the castle and cannot complete an order (RULES CASTLE-4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from .._internal.caches import cached
from ..errors import Objection
from ..model.events import Event, MoneyMoved, SaltMoved
from ..model.moves import Move, PayPenalty
from ..model.pieces import ARRIVING, BANK, ONE_CUBE, SALT_LETTERS, STOCK
from ..model.rule import Notation, Rule, When
from ..model.ruleset import Ruleset
from ..model.state import GameState
from .placing import move_miner
from .royal_orders import completable_slots

__all__ = ["RULE"]


def look_up_penalty(state: GameState) -> int:
    """Return the penalty in groszy; the default ruling of CASTLE-4."""
    return state.ruleset.penalty


def moves(state: GameState) -> Iterator[PayPenalty]:
    """Yield the ways to pay if no order can be completed: money, then a cube of each kind."""
    # Must agree with objection(): a payment is listed exactly when objection() returns None. A player who can complete
    # an order must do so and pays no penalty.
    if next(completable_slots(state, state.turn_seat), None) is not None:
        return
    player, penalty = state.player, state.ruleset.rulings.penalty(state)
    # With enough money, you choose between the penalty and a cube of any kind that you own. With less, you give a cube;
    # without a cube, you pay all your money, even if you have none.
    if player.money >= penalty or not player.salt:
        yield _payment(min(player.money, penalty), None)
    for kind in player.salt.kinds():
        yield _payment(0, kind)


_payment = cached(most=64)(PayPenalty)


def objection(state: GameState, move: PayPenalty) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    player, penalty = state.player, state.ruleset.rulings.penalty(state)
    # A player who can complete an order must do so.
    if (found := why_not(state)) is not None:
        return found
    # A penalty is paid in money or with one cube, never with both.
    if move.salt is not None:
        if move.money:
            return Objection("CASTLE-4", "money_and_cube", {"paid": move.money})
        # The cube may be of any kind that you own.
        if not player.salt.count(move.salt):
            return Objection("CASTLE-4", "no_salt_to_give", {"kind": move.salt})
        return None
    # A player with enough money pays exactly the penalty; the bank takes neither more nor less.
    if player.money >= penalty:
        if move.money != penalty:
            facts = {"penalty": penalty, "paid": move.money, "salt": player.salt}
            return Objection("CASTLE-4", "wrong_penalty", facts)
        return None
    # A player with too little money gives a cube instead.
    if player.salt:
        return Objection("CASTLE-4", "must_give_cube", {"penalty": penalty, "money": player.money})
    # A player with too little money and no salt pays everything.
    if move.money != player.money:
        return Objection("CASTLE-4", "must_pay_all_money", {"money": player.money, "paid": move.money})
    return None


def why_not(state: GameState) -> Objection | None:
    """Return the objection that an order must be completed instead, or None if no order can be completed."""
    slot = next(completable_slots(state, state.turn_seat), None)
    if slot is None:
        return None
    return Objection("CASTLE-3", "must_complete", {"slot": slot, "order": str(state.castle.open[slot])})


def list_answers(ruleset: Ruleset, _players: int) -> Mapping[str, Iterable[Any]]:
    """Return the amounts of money that can be paid: the penalty, or all the money of a player with less."""
    # An extension that changes the penalty may set any amount.
    is_printed = ruleset.rulings.penalty is look_up_penalty
    return {"money": range((ruleset.penalty if is_printed else ruleset.money_supply) + 1)}


def decide(state: GameState, move: PayPenalty) -> tuple[Event, ...]:
    """Return the events of a legal *move*. The miner always returns to stock (CASTLE-5)."""
    seat = state.turn_seat
    # The owner must respond to each arrival. If the owner has nothing to give, only the miner moves.
    money = (MoneyMoved(seat, BANK, move.money),) if move.money else ()
    salt = (SaltMoved(seat, BANK, ONE_CUBE[move.salt]),) if move.salt else ()
    return (*money, *salt, move_miner(seat, ARRIVING, STOCK))


def collect_facts(state: GameState, move: PayPenalty) -> Mapping[str, Any]:
    """Return the extra fact about a payment: whether the player owns nothing and pays nothing."""
    return {"nothing": not move.money and move.salt is None}


def _format_move(_: GameState, move: PayPenalty) -> str:
    # A payment of nothing is written as 0, so that the text is complete for the parser.
    cube = str(ONE_CUBE[move.salt]) if move.salt is not None else ""
    return " ".join(["penalty", *([str(move.money)] if move.money or not cube else []), *([cube] if cube else [])])


def _read(_: GameState, text: str) -> Move | None:
    match = re.fullmatch(r"penalty(?: (\d{1,9}))?(?: ([BGW]))?", text, re.IGNORECASE)
    if match is None or not (match[1] or match[2]):
        return None
    return PayPenalty(int(match[1] or 0), SALT_LETTERS[match[2].upper()] if match[2] else None)


RULE: Final[Rule] = Rule(
    PayPenalty,
    When.ARRIVAL,
    moves,
    objection,
    decide,
    notation=Notation(_format_move, _read, "penalty 3"),
    why_not=why_not,
    told=collect_facts,
    answers=list_answers,
)
