"""The exact chances of winning after each legal move of the last turn, for puzzles and proofs."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..engine.chance import outcomes, reveal
from ..engine.transitions import apply, legal_moves
from ..model.moves import Move
from ..model.state import GameState, check_state
from ._bot_options import check_whole
from ._last_turn import LONGEST_COURSE, is_last_turn

_MOST_MOVES: Final = 100_000
"""The default limit of moves that a proof tries."""


class _NoProofError(Exception):
    """The error raised if the turn needs more moves than the limit or never ends, or if the game continues after it."""


def solve_last_turn(state: GameState, *, most_moves: int = _MOST_MOVES) -> dict[Move, Fraction] | None:
    """
    Return the exact chance of winning after each legal move, if the game ends with the current turn, else None.

    All courses of the turn are tried, so the chances are proved: 1 means that the player to move wins whatever is
    turned up. The player makes the best move at each later decision of the turn. If a piece is turned up, each possible
    piece counts with its probability. Face-down pieces are ignored, even in a full state. If n seats share the victory,
    the outcome counts 1/n for each of them (END-1).

    ``analyse`` is faster and also explains its moves, but it leaves out moves that are hardly ever the best.

    >>> from magnum_sal.testing import position
    >>> solve_last_turn(position("S1: A")) is None  # the game goes on after the turn
    True

    Args:
        state: A position in which a player has to move.
        most_moves: The maximum number of moves to try. If the turn needs more, the function returns None. It also does
            so if an extension lets the turn go on for more than 100 moves.

    Raises:
        MisuseError: an argument is invalid.
    """
    check_state(state)
    check_whole("solve_last_turn", "most_moves", most_moves, 1)
    if state.is_over or state.to_move is None or not is_last_turn(state):
        return None
    known = state if state.is_public else state.seen_by(state.turn_seat)
    proof = _Proof(known.turn_seat, most_moves)
    try:
        return {move: proof.chance_after(known, move) for move in legal_moves(known)}
    except _NoProofError:
        return None


class _Proof:
    """An expectimax search like ``Ending``, but with exact fractions, without a judge, and over all legal moves."""

    def __init__(self, seat: int, most_moves: int) -> None:
        self._seat = seat
        self._moves_left = most_moves
        self._depth = 0
        self._known: dict[GameState, Fraction] = {}

    def chance_after(self, state: GameState, move: Move) -> Fraction:
        # A move of an extension may never stop being legal.
        if self._moves_left == 0 or self._depth == LONGEST_COURSE:
            raise _NoProofError
        self._moves_left -= 1
        self._depth += 1
        chance = self._chance(apply(state, move).state)
        self._depth -= 1
        return chance

    def _chance(self, state: GameState) -> Fraction:
        if state.is_over:
            winners = state.winners
            return Fraction(self._seat in winners, len(winners))
        if state.turn_seat != self._seat:
            raise _NoProofError
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = self._mean(state) if state.pending is not None else self._best(state)
        return found

    def _mean(self, state: GameState) -> Fraction:
        means = (chance * self._chance(reveal(state, piece).state) for piece, chance in outcomes(state))
        return sum(means, Fraction(0))

    def _best(self, state: GameState) -> Fraction:
        best = Fraction(0)
        for move in legal_moves(state):
            best = max(best, self.chance_after(state, move))
            # No move can be better than a certain victory.
            if best == 1:
                break
        return best
