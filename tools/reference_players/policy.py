"""Quick players for playouts: a sensible move by a few rules of thumb, or the best of a few."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, TypeVar

from magnum_sal import (
    CompleteOrder,
    ExtractSalt,
    GameState,
    Move,
    PayPenalty,
    PlaceMiner,
    UseRope,
    VisitCastle,
    VisitMarket,
    VisitTownSquare,
    apply,
    legal_moves,
)
from magnum_sal.model.mine import BIT, FURTHER, spaces_in

from .delivery import completable_orders, waiting_miners
from .evaluation import worth
from .pruning import worth_considering

_T = TypeVar("_T")

_WEIGHTS: Final = {
    "place_miner": 6.0,
    "use_rope": 6.0,
    "use_food": 3.0,
    "use_bucket": 0.5,
    "visit_workshop": 1.0,
    "visit_inn": 1.0,
    "visit_market": 1.0,
    "visit_pump_house": 1.5,
    "visit_town_square": 0.8,
    "place_assistant": 0.4,
    "end_turn": 2.0,
    "rest": 1.0,
    "pass": 0.02,
}
"""The weight of each kind of move if nothing better is available. A kind of an extension counts 1."""

_EARNING: Final = frozenset(("complete_order", "pay_penalty", "visit_castle", "rest", "end_turn"))
"""Kinds of move that are always considered. An extraction comes as the hasty move, or by chance."""

IDLENESS: Final = 1.0
"""The charge for an idle action, in groszy, so that players with unlimited time finish the game."""

_CUBE: Final = (3.0, 4.5, 7.5)


def hasty_move(state: GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return a move of the player to move: deliver, extract, walk to the castle, or a move that may prepare these."""
    by_kind: dict[str, list[Move]] = {}
    for move in moves:
        by_kind.setdefault(move.type, []).append(move)
    if "complete_order" in by_kind:
        return max(by_kind["complete_order"], key=lambda move: _payment(state, move))
    if "pay_penalty" in by_kind:
        return max(by_kind["pay_penalty"], key=_penalty_merit)
    if "visit_castle" in by_kind:
        if completable_orders(state, state.turn_seat) > waiting_miners(state, state.turn_seat):
            walks = [move for move in by_kind["visit_castle"] if isinstance(move, VisitCastle)]
            if rng.random() < 0.9:
                # Stock is the first source listed, and the privilege comes last.
                return next((move for move in walks if move.royal_privilege), walks[0])
        del by_kind["visit_castle"]
    if "extract_salt" in by_kind:
        best = max(by_kind["extract_salt"], key=_load_merit)
        if rng.random() < 0.9 and _load_merit(best) > 0.0:
            return best
    seat = state.turn_seat
    if "rest" in by_kind:
        tired = sum(state.mine.tired_in(chamber, seat) for chamber in spaces_in(state.mine.tired[seat]))
        if tired > 1 and rng.random() < 0.25 * tired:
            return by_kind["rest"][0]
    kinds = list(by_kind)
    kind = _drawn(kinds, [_WEIGHTS.get(kind, 1.0) for kind in kinds], rng)
    chosen = by_kind[kind]
    if kind in ("place_miner", "use_rope"):
        return _drawn(chosen, [_placing_merit(state, move) for move in chosen], rng)
    if kind == "visit_market":
        bought = [move for move in chosen if _buys_one(move)]
        chosen = bought or chosen
    return chosen[int(rng.random() * len(chosen))]


def likely_successor(state: GameState, sample: int, rng: random.Random) -> GameState:
    """Return the result of the best of a few moves: the hasty one, those that earn at once, *sample* random ones."""
    moves = worth_considering(state, legal_moves(state))
    if len(moves) > sample:
        chosen = {hasty_move(state, moves, rng): None}
        others = []
        for move in moves:
            if move.type in _EARNING:
                chosen[move] = None
            else:
                others.append(move)
        for _ in range(sample if others else 0):
            chosen[others[int(rng.random() * len(others))]] = None
        moves = tuple(chosen)
    seat = state.turn_seat
    best, most = state, float("-inf")
    for move in moves:
        after = apply(state, move).state
        merit = worth(after, seat) - (IDLENESS if is_idle(move) else 0.0)
        if merit > most:
            best, most = after, merit
    return best


def is_idle(move: Move) -> bool:
    """Return whether *move* only passes time for a grosz: the town square, or a cube bought and sold again."""
    if isinstance(move, VisitMarket):
        trades = move.transactions
        return len(trades) == 2 and trades[0].salt == trades[1].salt and trades[0].type != trades[1].type
    return isinstance(move, VisitTownSquare)


def _drawn(values: Sequence[_T], weights: Sequence[float], rng: random.Random) -> _T:
    edges = list(accumulate(weights))
    mark = rng.random() * edges[-1]
    return next((value for value, edge in zip(values, edges, strict=True) if mark < edge), values[-1])


def _payment(state: GameState, move: Move) -> int:
    order = state.castle.open[move.slot] if isinstance(move, CompleteOrder) else None
    return order.payment if order is not None else 0


def _penalty_merit(move: Move) -> float:
    if isinstance(move, PayPenalty) and move.salt is not None:
        return -4.0 if move.salt == "brown" else -6.0
    return -3.0


def _load_merit(move: Move) -> float:
    if not isinstance(move, ExtractSalt):
        return 0.0
    salt = move.salt
    price = salt.brown * _CUBE[0] + salt.green * _CUBE[1] + salt.white * _CUBE[2]
    return price - sum(move.payments) - 1.2 * (move.pickaxes + move.carts)


def _placing_merit(state: GameState, move: Move) -> float:
    """Return the preference for a move of a miner to a space where there is, or may be, salt."""
    if not isinstance(move, PlaceMiner | UseRope):
        return 1.0
    merit, mine, there = 1.0, state.mine, BIT[move.target]
    if move.target in FURTHER:
        merit = 4.0 if mine.salty & there else 3.0 if not mine.revealed & there else 0.3
    elif not mine.occupied & there:
        merit = 3.0
    if move.source in FURTHER and mine.salty & BIT[move.source]:
        merit *= 0.1
    return merit


def _buys_one(move: Move) -> bool:
    return isinstance(move, VisitMarket) and len(move.transactions) == 1 and move.transactions[0].type == "buy"
