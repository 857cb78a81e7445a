"""Quick players: a sensible move by a few rules of thumb, or the best of a few. Playouts are made of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, TypeVar

from ..engine.transitions import apply, legal_moves
from ..model.mine import BIT, FURTHER, spaces_in
from ..model.moves import CompleteOrder, ExtractSalt, Move, PayPenalty, PlaceMiner, UseRope, VisitCastle, VisitMarket
from ..model.state import GameState
from ..queries.sensible import is_awaited
from ._judge import Judge, margins_of
from ._looking_ahead import worth_considering
from ._plans import Sites

_T = TypeVar("_T")

_WEIGHTS: Final = {
    "place_miner": 6.0,
    "use_rope": 6.0,
    "use_food": 3.0,
    "use_bucket": 0.5,
    "visit_town_square": 0.8,
    "place_assistant": 0.4,
    "end_turn": 2.0,
    "pass": 0.02,
}
"""How readily each kind of move is made where nothing better offers itself; the others, of extensions too, count 1."""

_EARNING: Final = frozenset(("complete_order", "pay_penalty", "visit_castle", "rest", "end_turn"))
"""Kinds of move that are always looked at; an extraction comes as the hasty move, or by chance."""

_CUBE: Final = (3.0, 4.5, 7.5)


def hasty_move(state: GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return a move of the player to move: deliver, extract, walk to the castle, else something that may lead there."""
    by_kind: dict[str, list[Move]] = {}
    for move in moves:
        by_kind.setdefault(move.type, []).append(move)
    if "complete_order" in by_kind:
        return max(by_kind["complete_order"], key=lambda move: _payment(state, move))
    if "pay_penalty" in by_kind:
        return max(by_kind["pay_penalty"], key=_penalty_merit)
    if "visit_castle" in by_kind:
        if is_awaited(state):
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
        tired = sum([state.mine.tired_in(chamber, seat) for chamber in spaces_in(state.mine.tired[seat])])
        if tired > 1 and rng.random() < 0.25 * tired:
            return by_kind["rest"][0]
    kinds = list(by_kind)
    kind = _drawn(kinds, [_WEIGHTS.get(kind, 1.0) for kind in kinds], rng)
    chosen = by_kind[kind]
    if kind in ("place_miner", "use_rope"):
        return _drawn(chosen, [_placing_merit(state, move) for move in chosen], rng)
    if kind == "visit_market":
        chosen = [move for move in chosen if _buys_one(move)] or chosen
    return chosen[int(rng.random() * len(chosen))]


def likely_successor(state: GameState, sample: int, rng: random.Random, judge: Judge) -> GameState:
    """Return where the best of a few moves leads: the hasty one, those that earn at once, *sample* others by chance."""
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
    sites = Sites(state)
    worths = judge.worths(state)
    rivals = worths[seat] - margins_of(worths)[seat]
    best, most = state, float("-inf")
    for move in moves:
        after = apply(state, move).state
        if after.phase == state.phase and not after.is_over:
            # What the others have changes little, and is not looked at again.
            merit = judge.worth(after, seat, sites) - rivals + judge.manners.credit(state, move)
        else:
            merit = margins_of(judge.worths(after))[seat] + judge.manners.credit(state, move)
        if merit > most:
            best, most = after, merit
    return best


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
    """Return how gladly a miner goes from where he is to where there is, or may be, salt."""
    if not isinstance(move, PlaceMiner | UseRope):
        return 1.0
    merit, mine, bit = 1.0, state.mine, BIT[move.target]
    if move.target in FURTHER:
        merit = 4.0 if mine.salty & bit else 0.3 if mine.revealed & bit else 3.0
    elif not mine.occupied & bit:
        merit = 3.0
    if move.source in FURTHER and mine.salty & BIT[move.source]:
        merit *= 0.1
    return merit


def _buys_one(move: Move) -> bool:
    return isinstance(move, VisitMarket) and len(move.transactions) == 1 and move.transactions[0].type == "buy"
