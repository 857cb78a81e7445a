"""
Choose a move without a search tree: the ranking of moves, and a quick player.

The quick player chooses a sensible move by a few rules of thumb, or the best of a few moves. Playouts use this player.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeGuard

from ..engine.transitions import apply
from ..model.mine import BIT, FURTHER, Mine, spaces_in
from ..model.moves import (
    CompleteOrder,
    ExtractSalt,
    Move,
    Pass,
    PayPenalty,
    PlaceAssistant,
    PlaceMiner,
    UseBucket,
    UseFood,
    UseRope,
    VisitCastle,
    VisitMarket,
    VisitTownSquare,
)
from ..model.state import GameState
from ..queries.sensible import is_awaited
from ._candidates import credit, list_candidates
from ._judge import IDLENESS, Judge, list_revealed_chambers, margins_of
from ._last_turn import has_plain_rules, is_last_turn_of_phase
from ._plans import Sites, count_remaining_orders

_PATIENCE: Final = 12
_FORBEARANCE: Final = 20
"""
After round ``_PATIENCE`` of a phase, a hasty move may replace the best move if the best move loses value. The
probability of this reaches 1 after another ``_FORBEARANCE`` rounds. Otherwise, players who all wait for a better turn
would never finish.
"""

_SOURCES: Final = 2
"""The number of best sources of miners that are combined with all targets."""

_FEW: Final = 8
"""The maximum number of placements to evaluate one by one, without first selecting the best sources."""

_LAST_WIDTH: Final = 8
"""The minimum number of first moves that are extended in the last turn of a phase, by any player."""

_WORK: Final = (ExtractSalt, UseBucket, UseFood, UseRope)
"""The kinds of move that can make use of a miner that was just moved."""

LONGEST_TURN: Final = 40
"""
The mean number of moves in a turn at which a playout or a course stops. No turn of the standard game is so long, but an
extension may have a move that needs no action and never stops being legal.
"""

# A weight of 1.5 for the pump house was tried and dropped: without it, the quick players won 52 % of 400 games
# (interval 47 to 57 %) against quick players with it.
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
"""The weights for choosing a kind of move at random; other kinds, including extensions' kinds, have weight 1."""

_EARNING: Final = frozenset(("complete_order", "pay_penalty", "visit_castle", "rest", "end_turn"))
"""Kinds of move that a playout always considers; it considers extractions only as the hasty move or at random."""

# The value in groszy of a cube of brown, green and white salt, by rule of thumb. The hasty player does not ask the
# judge.
_CUBE: Final = (3.0, 4.5, 7.5)


class RankedMove(NamedTuple):
    """A move with its evaluation."""

    value: float
    """The player's margin over the mean of the other players after the move, including credits for it, in groszy."""
    move: Move
    after: GameState
    worths: list[float]
    """The worth of the position after the move to each seat, in groszy."""


def is_same_turn(before: GameState, after: GameState) -> bool:
    """Check whether *after*, a few moves after *before*, still belongs to the same turn."""
    return (
        after.turn_seat == before.turn_seat
        and after.round == before.round
        and after.phase == before.phase
        and not after.is_over
    )


def rank_moves(state: GameState, moves: tuple[Move, ...], known: GameState, judge: Judge) -> list[RankedMove]:
    """
    Return *moves* with their evaluations, best first; equally good moves keep their order.

    A placement combines a source with a target. If there are many, all sources are first compared for one target, and
    only the best sources are evaluated for the other targets. So some placements may be missing from the result.

    Args:
        state: The position, with guessed hidden pieces.
        moves: Legal moves in this position.
        known: A position whose face-up pieces are known; pieces turned up since then count as unknown.
        judge: The judge that evaluates positions.
    """
    # A placement is a pair of a source and a target, so the number of pairs is the number of sources times the number
    # of targets. The cost of leaving a source hardly depends on the target. So one target is enough to find the best
    # sources, and only these are combined with the other targets. The first target is the one with the most placements,
    # because it compares the most sources.
    placements = [move for move in moves if isinstance(move, PlaceMiner)]
    if len(placements) <= _FEW:
        ranked = [_evaluate_move(state, move, known, judge) for move in moves]
    else:
        target, _ = Counter([move.target for move in placements]).most_common(1)[0]
        asked = [move for move in placements if move.target == target]
        ranked = [_evaluate_move(state, move, known, judge) for move in asked]
        glad = [entry.move.source for entry in sorted(ranked, key=by_value)[:_SOURCES] if _places(entry.move)]
        rest = [move for move in moves if move not in asked and (not _places(move) or move.source in glad)]
        ranked += [_evaluate_move(state, move, known, judge) for move in rest]
    ranked.sort(key=by_value)
    return ranked


def _places(move: Move) -> TypeGuard[PlaceMiner | PlaceAssistant]:
    return isinstance(move, PlaceMiner | PlaceAssistant)


def _evaluate_move(state: GameState, move: Move, known: GameState, judge: Judge) -> RankedMove:
    after = apply(state, move).state
    # The full state is a guess, so a tile that the move turns up in it is a guess, too. It counts as unknown. Otherwise
    # moves into the dark would be ranked by the luck of the guess. A second move in the turn does use a guessed tile.
    worths = judge.worths(after, list_revealed_chambers(known, after))
    return RankedMove(margins_of(worths)[state.turn_seat] + credit(state, move, judge), move, after, worths)


def by_value(ranked: RankedMove) -> float:
    return -ranked.value


def rank_turns(
    state: GameState, moves: tuple[Move, ...], known: GameState, judge: Judge, width: int, began: Mine | None = None
) -> list[RankedMove]:
    """
    Rank *moves* like ``rank_moves``, then rank the best *width* of them again by their best next move in the turn.

    The moves ranked again come first. A move that returns the miners to where they began the turn is charged as idle.

    Args:
        state: The position, with guessed hidden pieces.
        moves: Legal moves in this position.
        known: As for ``rank_moves``.
        judge: The judge that evaluates positions.
        width: The number of moves that are extended by a second move; in the last turn of a phase, at least 8.
        began: The mine at the beginning of the turn, if it was different.
    """
    first = rank_moves(state, moves, known, judge)
    if began is not None:
        # The way out was an earlier action of the turn and cannot be undone, so only the way back is charged.
        first = _without_to_and_fro(first, began, IDLENESS)
    # In the last turn of a phase, moving a miner gains nothing unless an extraction follows. A tie between a placement
    # and a pass must not lead to the placement, so placements need such a continuation.
    is_last = is_last_turn_of_phase(state) and has_plain_rules(state.ruleset)
    if is_last:
        width = max(width, _LAST_WIDTH)
    further = []
    for entry in first[:width]:
        after = entry.after
        if is_same_turn(state, after) and after.turn is not None:
            following = rank_moves(after, list_candidates(after), known, judge)
            # Here both the way out and the way back are still ahead, so both actions are charged.
            following = _without_to_and_fro(following, began or state.mine, 2 * IDLENESS)
            if is_last and _is_vain_start(entry.move, following[0].move):
                continue
            value = following[0].value + credit(state, entry.move, judge)
            further.append(RankedMove(value, entry.move, after, following[0].worths))
        else:
            further.append(entry)
    further.sort(key=by_value)
    others = first[width:]
    if is_last:
        others = [entry for entry in others if not _places(entry.move)]
    return further + others or first


def _is_vain_start(move: Move, following: Move) -> bool:
    """Check whether *move* places a miner in vain, if *following* is the best next move in a phase's last turn."""
    if isinstance(move, PlaceMiner):
        return not isinstance(following, _WORK)
    # An assistant earns a grosz if its owner visits the building.
    return isinstance(move, PlaceAssistant) and isinstance(following, Pass | VisitTownSquare)


def _without_to_and_fro(ranked: list[RankedMove], began: Mine, charge: float) -> list[RankedMove]:
    """Rank moves again after charging the moves that return the miners to where they began the turn."""
    found = []
    for entry in ranked:
        if entry.after.mine._counts == began._counts and isinstance(entry.move, PlaceMiner):
            found.append(RankedMove(entry.value - charge, entry.move, entry.after, entry.worths))
        else:
            found.append(entry)
    found.sort(key=by_value)
    return found


def is_restless(state: GameState, gain: float, rng: random.Random) -> bool:
    """Decide at random whether a player stops waiting for a turn that gains more than *gain* groszy."""
    # Once enough orders are completed, the phase ends with the round (PHASE-1), and waiting cannot prolong it.
    return count_remaining_orders(state) > 0 and rng.random() * _FORBEARANCE < state.round - _PATIENCE and gain < 0.0


def choose_hasty_move(state: GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose a move by rules of thumb: deliver, walk to the castle, extract, or prepare one of these."""
    by_kind: dict[str, list[Move]] = {}
    for move in moves:
        by_kind.setdefault(move.type, []).append(move)
    # Arrivals are settled before anything else, and a player who can complete an order must do so (CASTLE-3).
    if "complete_order" in by_kind:
        return max(by_kind["complete_order"], key=lambda move: _payment(state, move))
    if "pay_penalty" in by_kind:
        return max(by_kind["pay_penalty"], key=_penalty_merit)
    if "visit_castle" in by_kind:
        if is_awaited(state):
            walks = [move for move in by_kind["visit_castle"] if isinstance(move, VisitCastle)]
            if rng.random() < 0.9:
                # Prefer a walk with the privilege, which comes last, or else a walk from the stock, which comes first.
                return next((move for move in walks if move.royal_privilege), walks[0])
        # The candidates of a search may contain nothing but walks.
        if len(by_kind) > 1:
            del by_kind["visit_castle"]
    if "extract_salt" in by_kind:
        loads = [move for move in by_kind["extract_salt"] if isinstance(move, ExtractSalt)]
        best = max(loads, key=_load_merit)
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
    """Return the state after the best of the hasty move, moves with an immediate gain, and *sample* random moves."""
    moves = list_candidates(state)
    if len(moves) > sample:
        chosen = {choose_hasty_move(state, moves, rng): None}
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
            # A move hardly changes the worth of the position to the other seats, so their worths are not computed
            # again.
            merit = judge.worth(after, seat, sites) - rivals + credit(state, move, judge)
        else:
            # After the end of a phase, different weights apply to all seats, so the shortcut would compare two
            # different scales.
            merit = margins_of(judge.worths(after))[seat] + credit(state, move, judge)
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


def _load_merit(move: ExtractSalt) -> float:
    salt = move.salt
    price = salt.brown * _CUBE[0] + salt.green * _CUBE[1] + salt.white * _CUBE[2]
    return price - sum(move.payments) - 1.2 * (move.pickaxes + move.carts)


def _placing_merit(state: GameState, move: Move) -> float:
    """Return the weight of moving a miner: high towards known or possible salt, low away from salt."""
    if not isinstance(move, PlaceMiner | UseRope):
        return 1.0
    merit, mine, bit = 1.0, state.mine, BIT[move.target]
    if move.target in FURTHER:
        merit = 4.0 if mine.salty & bit else 0.3 if mine.revealed & bit else 3.0
    elif not mine.occupied & bit:
        merit = 3.0
    # A miner in a chamber with salt should extract it and not leave.
    if move.source in FURTHER and mine.salty & BIT[move.source]:
        merit *= 0.1
    return merit


def _buys_one(move: Move) -> bool:
    return isinstance(move, VisitMarket) and len(move.transactions) == 1 and move.transactions[0].type == "buy"
