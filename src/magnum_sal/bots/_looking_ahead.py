"""Looking ahead to the end of one's turn: the moves worth thinking about, by what they lead to, the best first."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final, NamedTuple, TypeGuard

from ..engine.transitions import apply, legal_moves
from ..model.mine import Mine
from ..model.moves import ExtractSalt, Move, Pass, PlaceAssistant, PlaceMiner
from ..model.state import GameState
from ..queries.sensible import without_useless_walks
from ._judge import IDLENESS, Judge, margins_of, newly_revealed
from ._plans import orders_left

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


class RankedBot(NamedTuple):
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


def ranked_moves(state: GameState, moves: tuple[Move, ...], known: GameState, judge: Judge) -> list[RankedBot]:
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
        ranked = [_looked_at(state, move, known, judge) for move in moves]
    else:
        asked = _asked_first(placements)
        ranked = [_looked_at(state, move, known, judge) for move in asked]
        glad = [entry.move.source for entry in sorted(ranked, key=by_value)[:_SOURCES] if _places(entry.move)]
        rest = [move for move in moves if move not in asked and (not _places(move) or move.source in glad)]
        ranked += [_looked_at(state, move, known, judge) for move in rest]
    ranked.sort(key=by_value)
    return ranked


def _places(move: Move) -> TypeGuard[PlaceMiner | PlaceAssistant]:
    return isinstance(move, PlaceMiner | PlaceAssistant)


def _asked_first(placements: list[PlaceMiner]) -> list[PlaceMiner]:
    """Return the placements to the place that most can go to, the first of these."""
    best, _ = Counter([move.target for move in placements]).most_common(1)[0]
    return [move for move in placements if move.target == best]


def _looked_at(state: GameState, move: Move, known: GameState, judge: Judge) -> RankedBot:
    after = apply(state, move).state
    worths = judge.worths(after, newly_revealed(known, after))
    return RankedBot(margins_of(worths)[state.turn_seat] + judge.manners.credit(state, move), move, after, worths)


def by_value(ranked: RankedBot) -> float:
    return -ranked.value


def ranked_turns(
    state: GameState, moves: tuple[Move, ...], known: GameState, judge: Judge, width: int, began: Mine | None = None
) -> list[RankedBot]:
    """
    Return *moves* as ``ranked_moves`` does, the best *width* of them by where the best next move of the turn leads.

    Moves that were not looked at further come after those that were. A miner who goes and comes back in one turn has
    passed the time.

    Args:
        state: The position, with guessed hidden pieces.
        moves: Legal moves of it.
        known: As for ``ranked_moves``.
        judge: Says what positions are worth.
        width: How many moves are looked at further.
        began: The mine at the beginning of the turn, if it was another.
    """
    first = ranked_moves(state, moves, known, judge)
    if began is not None:
        first = _without_to_and_fro(first, began, IDLENESS)
    further = []
    for entry in first[:width]:
        after = entry.after
        if is_same_turn(state, after) and after.turn is not None:
            following = ranked_moves(after, worth_considering(after, legal_moves(after)), known, judge)
            following = _without_to_and_fro(following, began or state.mine, 2 * IDLENESS)
            value = following[0].value + judge.manners.credit(state, entry.move)
            further.append(RankedBot(value, entry.move, after, following[0].worths))
        else:
            further.append(entry)
    further.sort(key=by_value)
    return further + first[width:]


def _without_to_and_fro(ranked: list[RankedBot], began: Mine, charge: float) -> list[RankedBot]:
    """Return moves anew, those charged that bring the miners back to where they were when the turn began."""
    found = []
    for entry in ranked:
        if entry.after.mine._counts == began._counts and isinstance(entry.move, PlaceMiner):
            found.append(RankedBot(entry.value - charge, entry.move, entry.after, entry.worths))
        else:
            found.append(entry)
    found.sort(key=by_value)
    return found


def is_restless(state: GameState, gain: float, rng: random.Random) -> bool:
    """Say whether a player stops looking for the best move, whose turn would gain so many groszy."""
    return orders_left(state) > 0 and rng.random() * _FORBEARANCE < state.round - _PATIENCE and gain < 0.0
