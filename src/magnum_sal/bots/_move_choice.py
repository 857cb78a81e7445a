"""
Choosing a move without a tree: the moves worth thinking about, ranked by where they lead, and a quick player.

The quick player makes a sensible move by a few rules of thumb, or the best of a few. Playouts are made of it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeGuard

from ..engine.transitions import apply, legal_moves
from ..model.mine import BIT, FURTHER, Mine, spaces_in
from ..model.moves import (
    CompleteOrder,
    ExtractSalt,
    Move,
    Pass,
    PayPenalty,
    PlaceAssistant,
    PlaceMiner,
    UseRope,
    VisitCastle,
    VisitMarket,
)
from ..model.state import GameState
from ..queries.sensible import is_awaited, without_useless_walks
from ._judge import IDLENESS, Judge, list_revealed_chambers, margins_of
from ._plans import Sites, count_remaining_orders

_PATIENCE: Final = 12
_FORBEARANCE: Final = 20
"""
After this round of a phase a turn that gains nothing is given to a hasty move more and more often, always after so many
rounds more: players who all wait for a better one never finish.
"""

_SOURCES: Final = 2
"""How many places miners are thought of to leave, those that are left most gladly."""

_FEW: Final = 8
"""So many placements are looked at one by one."""

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


class RankedMove(NamedTuple):
    """A move that was looked at."""

    value: float
    """By how much the player is better off for it than the others, in groszy."""
    move: Move
    after: GameState
    worths: list[float]
    """What the position after it is worth to each seat."""


def worth_considering(state: GameState, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """
    Return the *moves* that a sensible player would think about, at least one, in their order.

    Left out are walks to the castle in vain, a pass where something else can be done, and of the extractions of the
    same cubes with the same tools all but the cheapest; where payments can be split, they go to those with least money.
    """
    sensible = without_useless_walks(state, moves)
    cheapest: dict[tuple[object, ...], tuple[tuple[int, int], Move]] = {}
    for move in sensible:
        if isinstance(move, ExtractSalt):
            key = (move.chamber, move.salt, move.pickaxes, move.carts)
            helped = sum(
                groszy * player.money for groszy, player in zip(move.payments, state.players, strict=True) if groszy
            )
            cost = (sum(move.payments), helped)
            known = cheapest.get(key)
            if known is None or cost < known[0]:
                cheapest[key] = cost, move
    kept = {move for _, move in cheapest.values()}
    chosen = tuple(
        move for move in sensible if (move in kept if isinstance(move, ExtractSalt) else not isinstance(move, Pass))
    )
    return chosen or sensible


def is_same_turn(before: GameState, after: GameState) -> bool:
    """Say whether *after* belongs to the same turn as *before*, of which it is a successor by a few moves."""
    return (
        after.turn_seat == before.turn_seat
        and after.round == before.round
        and after.phase == before.phase
        and not after.is_over
    )


def rank_moves(state: GameState, moves: tuple[Move, ...], known: GameState, judge: Judge) -> list[RankedMove]:
    """
    Return *moves* with what they lead to, the best first; equals keep their order.

    A placement is a question of who leaves and one of where to: with many of them, who leaves is asked first, for one
    place, and only those who do so most gladly are thought of for all others.

    Args:
        state: The position, with guessed hidden pieces.
        moves: Legal moves of it.
        known: A position whose face-up pieces are known; those turned up since count as unknown.
        judge: Says what positions are worth.
    """
    placements = [move for move in moves if isinstance(move, PlaceMiner)]
    if len(placements) <= _FEW:
        ranked = [_evaluate_move(state, move, known, judge) for move in moves]
    else:
        asked = _select_first_placements(placements)
        ranked = [_evaluate_move(state, move, known, judge) for move in asked]
        glad = [entry.move.source for entry in sorted(ranked, key=by_value)[:_SOURCES] if _places(entry.move)]
        rest = [move for move in moves if move not in asked and (not _places(move) or move.source in glad)]
        ranked += [_evaluate_move(state, move, known, judge) for move in rest]
    ranked.sort(key=by_value)
    return ranked


def _places(move: Move) -> TypeGuard[PlaceMiner | PlaceAssistant]:
    return isinstance(move, PlaceMiner | PlaceAssistant)


def _select_first_placements(placements: list[PlaceMiner]) -> list[PlaceMiner]:
    """Return the placements to the place that most can go to, the first of these."""
    best, _ = Counter([move.target for move in placements]).most_common(1)[0]
    return [move for move in placements if move.target == best]


def _evaluate_move(state: GameState, move: Move, known: GameState, judge: Judge) -> RankedMove:
    after = apply(state, move).state
    worths = judge.worths(after, list_revealed_chambers(known, after))
    return RankedMove(margins_of(worths)[state.turn_seat] + judge.credit(state, move), move, after, worths)


def by_value(ranked: RankedMove) -> float:
    return -ranked.value


def rank_turns(
    state: GameState, moves: tuple[Move, ...], known: GameState, judge: Judge, width: int, began: Mine | None = None
) -> list[RankedMove]:
    """
    Return *moves* as ``rank_moves`` does, the best *width* of them by where the best next move of the turn leads.

    Moves that were not looked at further come after those that were. A miner who goes and comes back in one turn has
    passed the time.

    Args:
        state: The position, with guessed hidden pieces.
        moves: Legal moves of it.
        known: As for ``rank_moves``.
        judge: Says what positions are worth.
        width: How many moves are looked at further.
        began: The mine at the beginning of the turn, if it was another.
    """
    first = rank_moves(state, moves, known, judge)
    if began is not None:
        first = _without_to_and_fro(first, began, IDLENESS)
    further = []
    for entry in first[:width]:
        after = entry.after
        if is_same_turn(state, after) and after.turn is not None:
            following = rank_moves(after, worth_considering(after, legal_moves(after)), known, judge)
            following = _without_to_and_fro(following, began or state.mine, 2 * IDLENESS)
            value = following[0].value + judge.credit(state, entry.move)
            further.append(RankedMove(value, entry.move, after, following[0].worths))
        else:
            further.append(entry)
    further.sort(key=by_value)
    return further + first[width:]


def _without_to_and_fro(ranked: list[RankedMove], began: Mine, charge: float) -> list[RankedMove]:
    """Return moves anew, those charged that bring the miners back to where they were when the turn began."""
    found = []
    for entry in ranked:
        if entry.after.mine._counts == began._counts and isinstance(entry.move, PlaceMiner):
            found.append(RankedMove(entry.value - charge, entry.move, entry.after, entry.worths))
        else:
            found.append(entry)
    found.sort(key=by_value)
    return found


def is_restless(state: GameState, gain: float, rng: random.Random) -> bool:
    """Say whether a player stops looking for the best move, whose turn would gain so many groszy."""
    return count_remaining_orders(state) > 0 and rng.random() * _FORBEARANCE < state.round - _PATIENCE and gain < 0.0


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
    (kind,) = rng.choices(kinds, [_WEIGHTS.get(kind, 1.0) for kind in kinds])
    chosen = by_kind[kind]
    if kind in ("place_miner", "use_rope"):
        return rng.choices(chosen, [_placing_merit(state, move) for move in chosen])[0]
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
            merit = judge.worth(after, seat, sites) - rivals + judge.credit(state, move)
        else:
            merit = margins_of(judge.worths(after))[seat] + judge.credit(state, move)
        if merit > most:
            best, most = after, merit
    return best


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
