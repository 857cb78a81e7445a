"""The end of the game: the verdict on a finished game, and a solver for the last turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from ..engine.chance import outcomes, reveal
from ..engine.transitions import apply, legal_moves
from ..model.moves import Move, PlaceMiner
from ..model.state import GameState
from ..rules.standard import STANDARD
from ._judge import Judge, margins_of
from ._move_choice import worth_considering

_WIN: Final = 0.8
"""The weight of victory in the value of a finished game; the margin has the remaining weight."""

LONGEST_COURSE: Final = 100
"""The number of moves and revealed pieces after which a course counts as endless. It keeps the recursion shallow."""


class Verdict(NamedTuple):
    """
    The value of a position to each seat.

    *chances* are the chances of winning, from 0 to 1; *margins* are the expected leads over the mean of the other
    players, in groszy.
    """

    chances: list[float]
    margins: list[float]


def final_verdict(state: GameState, judge: Judge) -> Verdict:
    """Return the verdict on a finished game. It depends mostly on who won, and slightly on the margin."""
    worths = [float(score.total) for score in state.scores]
    leads = judge.chances(state, worths)
    chances = [_WIN * won + (1.0 - _WIN) * lead for won, lead in zip(share_victory(state), leads, strict=True)]
    return Verdict(chances, margins_of(worths))


def share_victory(state: GameState) -> list[float]:
    """Return each seat's share of the victory in a finished game: 1 for a single winner (END-1)."""
    ranks = [score.rank for score in state.scores]
    return [1.0 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]


def is_last_turn(state: GameState) -> bool:
    """Check whether the game will end with the current turn, as far as the position shows."""
    # The last turn belongs to the right-hand neighbour of the player who began the phase, and the phase ends with its
    # round (PHASE-1). Completed orders are never taken back, so under the standard rules nothing in the turn can
    # prolong the phase.
    return (
        state.turn is not None
        and state.phase == state.ruleset.phases
        and (state.turn_seat + 1) % len(state.players) == state.start_seat
        and state.ruleset.rulings.is_phase_over(state)
    )


class Solution(NamedTuple):
    """The value of a position in the last turn, based on the moves that the solver follows."""

    merit: float
    """The value to the player: mostly victory and, to a small extent, the margin."""
    chances: list[float]
    """Each seat's chance of winning, from 0 to 1."""
    margins: list[float]
    """Each seat's lead over the mean of the other players, in groszy."""


class _SearchLimitError(Exception):
    """The error raised if a turn has too many courses, or if the game continues after the turn."""


# This is an expectimax search with a table of the positions already solved (a transposition table). A position where
# the player moves is worth as much as its best move. A position that waits for a piece is worth the mean over the
# possible pieces. A turn is short enough for this, because it has few actions. The order of moves often does not
# matter, so different courses lead to the same position.
#
# Searching the last turn like any other was not good enough. In seventeen out of thirty last turns of the level
# journeyman, the search missed the best course, by 1.3 groszy on average.
class Ending:
    """
    A solver for the last turn of a game.

    It follows courses to the end of the game, so their values need no estimate. It leaves out moves that are hardly
    ever the best (``worth_considering`` and ``_that_may_earn``). The result is not exact if such a move is better:

    - If extractions differ only in their payments, the solver follows one of them. With three or four players, it can
      be better to pay another rival.
    - A pass, a useless walk or a placement is left out even if all other moves cost something.

    Args:
        judge: The judge that values the margin.
        is_enough: A callback that gets the number of moves tried so far and returns whether to give up.
    """

    def __init__(self, judge: Judge, is_enough: Callable[[int], bool]) -> None:
        self._judge = judge
        self._is_enough = is_enough
        self._looked = 0
        self._depth = 0
        self._seat = 0
        self._is_plain = False
        self._known: dict[GameState, Solution] = {}

    def solve(self, state: GameState, moves: Sequence[Move]) -> list[tuple[Move, Solution]] | None:
        """
        Return *moves* with their values under best play, best first, or None if the solver gave up.

        *moves* must be legal in a public position for which ``is_last_turn`` holds.
        """
        self._seat = state.turn_seat
        self._depth = 0
        rules = state.ruleset
        # The shortcut in _that_may_earn depends on the standard rules and rulings, but not on the ruleset's numbers.
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
            return Solution(verdict.chances[self._seat], share_victory(state), verdict.margins)
        found = self._known.get(state)
        if found is None:
            # Rules of an extension may let the game go on after the last turn. Then no course reaches the end, so the
            # solver gives up.
            if state.turn_seat != self._seat or self._depth == LONGEST_COURSE or self._is_enough(self._looked):
                raise _SearchLimitError
            self._depth += 1
            found = self._known[state] = (
                self._average_outcomes(state) if state.pending is not None else self._best(state)
            )
            self._depth -= 1
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
        """Return the solution averaged over the pieces that may be turned up, weighted by their probability."""
        merit, chances, margins = 0.0, [0.0] * len(state.players), [0.0] * len(state.players)
        for piece, chance in outcomes(state):
            found, share = self._after(reveal(state, piece).state), float(chance)
            merit += share * found.merit
            for seat in range(len(chances)):
                chances[seat] += share * found.chances[seat]
                margins[seat] += share * found.margins[seat]
        return Solution(merit, chances, margins)

    def _that_may_earn(self, state: GameState) -> tuple[Move, ...]:
        """Return the moves worth trying."""
        # Under the standard rules, placing a miner as the last action earns nothing unless an unused tool follows. So
        # these moves are left out.
        moves = worth_considering(state, legal_moves(state))
        if not self._is_plain or state.turn is None or state.turn.actions_left != 1:
            return moves
        for card in state.players[self._seat].tools:
            if not card.used:
                return moves
        return tuple([move for move in moves if not isinstance(move, PlaceMiner)]) or moves
