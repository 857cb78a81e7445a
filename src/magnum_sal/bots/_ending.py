"""The end of the game: what it is worth to have ended so, and the last turn, solved move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from ..engine.chance import outcomes, reveal
from ..engine.transitions import apply, legal_moves
from ..model.moves import Move, PlaceMiner
from ..model.pieces import ORDER
from ..model.state import GameState
from ..rules.standard import STANDARD
from ._judge import Judge, margins_of
from ._move_choice import worth_considering

_WIN: Final = 0.8
"""How much of the value of a finished game is the victory, as against the margin."""


class Verdict(NamedTuple):
    """
    What a position is worth to each seat.

    These are the chances of winning, from 0 to 1, and by how many groszy each will be ahead of the mean of the others.
    """

    chances: list[float]
    margins: list[float]


def final_verdict(state: GameState, judge: Judge) -> Verdict:
    """Return what a finished game is worth to each seat: to have won, and a little for by how much."""
    worths = [float(score.total) for score in state.scores]
    leads = judge.chances(state, worths)
    chances = [_WIN * won + (1.0 - _WIN) * lead for won, lead in zip(_victories(state), leads, strict=True)]
    return Verdict(chances, margins_of(worths))


def _victories(state: GameState) -> list[float]:
    ranks = [score.rank for score in state.scores]
    return [1.0 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]


def is_last_turn(state: GameState) -> bool:
    """Say whether the game is to end with the turn in hand, as far as the position tells."""
    return (
        state.turn is not None
        and state.phase == state.ruleset.phases
        and (state.turn_seat + 1) % len(state.players) == state.start_seat
        and state.ruleset.rulings.is_phase_over(state)
    )


class Solution(NamedTuple):
    """What a position of the last turn comes to."""

    merit: float
    """What it is worth to the player: to win, and a little for by how much."""
    chances: list[float]
    """Each seat's chance of winning, from 0 to 1; where nothing is left to chance one has all of it."""
    margins: list[float]
    """By how much each is ahead of the mean of the others, in groszy."""


class _SearchLimitError(Exception):
    """The turn has too many courses, or the game goes on after it."""


class Ending:
    """
    Solves the last turn of a game.

    Every course of it is followed to the end of the game, where a piece is turned up with each that may be there. So
    nothing is guessed.

    Args:
        judge: Says how sure a lead is.
        is_enough: Is told after how many moves it has looked, again and again, and says whether to give up.
    """

    def __init__(self, judge: Judge, is_enough: Callable[[int], bool]) -> None:
        self._judge = judge
        self._is_enough = is_enough
        self._looked = 0
        self._seat = 0
        self._is_plain = False
        self._known: dict[GameState, Solution] = {}

    def solve(self, state: GameState, moves: Sequence[Move]) -> list[tuple[Move, Solution]] | None:
        """
        Return moves with what they come to if all goes on as well as it can, the best first; None if it was given up.

        They are legal moves of a public position in which ``is_last_turn`` holds.
        """
        self._seat = state.turn_seat
        rules = state.ruleset
        # The standard game's rules and rulings, whatever its numbers are.
        self._is_plain = not rules.extensions and rules.rules == STANDARD.rules and rules.rulings == STANDARD.rulings
        try:
            solved = [(move, self._after(apply(state, move).state)) for move in moves]
        except _SearchLimitError:
            return None
        solved.sort(key=lambda entry: -entry[1].merit)
        return solved

    def _after(self, state: GameState) -> Solution:
        if state.is_over:
            verdict = final_verdict(state, self._judge)
            return Solution(verdict.chances[self._seat], _victories(state), verdict.margins)
        found = self._known.get(state)
        if found is None:
            if state.turn_seat != self._seat or self._is_enough(self._looked):
                raise _SearchLimitError
            found = self._known[state] = (
                self._average_outcomes(state) if state.pending is not None else self._best(state)
            )
        return found

    def _best(self, state: GameState) -> Solution:
        best: Solution | None = None
        for move in self._that_may_earn(state):
            self._looked += 1
            found = self._after(apply(state, move).state)
            if best is None or found.merit > best.merit:
                best = found
        if best is None:
            raise _SearchLimitError
        return best

    def _average_outcomes(self, state: GameState) -> Solution:
        """Return the mean of what may be turned up; an order that nobody can complete any more is any."""
        pieces = [(piece, float(share)) for piece, share in outcomes(state)]
        if state.pending is not None and state.pending.pile == ORDER and not (state.turn and state.turn.arriving):
            pieces = [(pieces[0][0], 1.0)]
        merit, chances, margins = 0.0, [0.0] * len(state.players), [0.0] * len(state.players)
        for piece, share in pieces:
            found = self._after(reveal(state, piece).state)
            merit += share * found.merit
            for seat in range(len(chances)):
                chances[seat] += share * found.chances[seat]
                margins[seat] += share * found.margins[seat]
        return Solution(merit, chances, margins)

    def _that_may_earn(self, state: GameState) -> tuple[Move, ...]:
        """Return the moves; by the standard rules without placements with the last action, unless a tool goes on."""
        moves = worth_considering(state, legal_moves(state))
        if not self._is_plain or state.turn is None or state.turn.actions_left != 1:
            return moves
        for card in state.players[self._seat].tools:
            if not card.used:
                return moves
        return tuple([move for move in moves if not isinstance(move, PlaceMiner)]) or moves
