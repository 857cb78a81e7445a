"""The solver for the end of a game: it follows all courses of the last turns and values them by the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from ..engine.chance import outcomes, reveal
from ..engine.transitions import apply
from ..model.moves import Move, PlaceMiner, UseBucket, UseFood, UseRope
from ..model.state import GameState
from ._last_turn import has_plain_rules
from ._move_choice import is_same_turn

LONGEST_COURSE: Final = 100
"""The number of moves and revealed pieces after which a course counts as endless. It keeps the recursion shallow."""

WHOLE: Final = 60
"""The number of parts that make up the whole victory. Up to six seats can share it in whole numbers of parts."""

Obstacle: TypeAlias = Literal[
    "endless_turn", "game_goes_on", "rivals_indifferent", "rivals_know_more", "too_many_moves"
]
"""The reason why a position is not solved exactly; ``Solution.obstacle`` explains the names."""

Amount: TypeAlias = int | Fraction
"""A whole number, or a mean over the pieces that may be turned up."""

_FREE: Final = (UseBucket, UseFood, UseRope)


class Result(NamedTuple):
    """The end of a course, or the mean over the pieces that may be turned up on the way."""

    shares: tuple[Amount, ...]
    """Each seat's share of the victory, in parts of ``WHOLE`` (END-1)."""
    totals: tuple[Amount, ...]
    """Each seat's final wealth in groszy."""

    def chance(self, seat: int) -> Fraction:
        """Return a seat's share of the victory, from 0 to 1."""
        return Fraction(self.shares[seat]) / WHOLE

    def margin(self, seat: int) -> Fraction:
        """Return a seat's lead over the mean of the other seats, in groszy."""
        return Fraction(self.lead(seat)) / (len(self.totals) - 1)

    def lead(self, seat: int) -> Amount:
        """Return the sum of a seat's leads over each of the other seats, in groszy."""
        return len(self.totals) * self.totals[seat] - sum(self.totals)

    def is_better(self, other: Result, seat: int) -> bool:
        """Check whether *seat* prefers this result: a larger share of the victory or, if it is equal, a larger lead."""
        # Most results differ in the share, so the leads are seldom computed. A second comparison of whole numbers is
        # cheap.
        if self.shares[seat] != other.shares[seat]:
            return self.shares[seat] > other.shares[seat]
        return self.lead(seat) > other.lead(seat)

    def is_as_good(self, other: Result, seat: int) -> bool:
        """Check whether *seat* has no preference between the two results."""
        return self.shares[seat] == other.shares[seat] and self.lead(seat) == other.lead(seat)


class UnsolvedError(Exception):
    """The error raised inside the solver if it gives up; *obstacle* says why."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle)
        self.obstacle: Obstacle = obstacle


# This is an expectimax search with a table of the positions already solved (a transposition table). A position where a
# player moves is worth as much as the move that this player likes best (the max-n rule of Luckhardt and Irani, "An
# algorithmic solution of n-person games", 1986; with two players, it is minimax). A position that waits for a piece is
# worth the mean over the possible pieces. The order of moves often does not matter, so different courses lead to the
# same position.
#
# A seat wants to win. Among courses that win equally often, it prefers the largest lead. With two players, this makes
# the game a game of pure conflict, so its value is unique. With three or four, a rival may have several best moves that
# differ for the others. Then no value is certain, and has_choice_of_rivals is set.
#
# Searching the last turn like any other was not good enough. In 17 out of 30 last turns in games of the level
# journeyman, the search missed the best course, by 1.3 groszy on average.
class CourseSolver:
    """
    A solver for positions that are a few turns before the end of a game.

    It follows courses to the end of the game, so their values need no estimate.

    Args:
        turns: The number of turns of all players, including the current one, within which the game must end.
        list_moves: The function that lists the moves to follow in a position: ``legal_moves`` for an exact result, or
            ``worth_considering`` to save time.
        is_enough: A callback that gets the number of moves and pieces tried so far and returns whether to give up.
    """

    def __init__(
        self, turns: int, list_moves: Callable[[GameState], Sequence[Move]], is_enough: Callable[[int], bool]
    ) -> None:
        self._turns = turns
        self._list_moves = list_moves
        self._is_enough = is_enough
        self._depth = 0
        self._is_plain = False
        self._known: dict[GameState, tuple[Result, Move | None]] = {}
        self.tried = 0
        """The number of moves and pieces tried so far."""
        self.has_choice_of_rivals = False
        """Whether a rival had several best moves that differ for other seats."""
        self.obstacle: Obstacle | None = None
        """Why the solver gave up, or None."""

    def solve(self, state: GameState, moves: Sequence[Move]) -> list[tuple[Move, Result]] | None:
        """
        Return *moves* with their results under best play, best first, or None if the solver gave up.

        *moves* must be legal in *state*, a position as one seat sees it. Equally good moves keep their order.
        """
        self._depth = 0
        self.obstacle = None
        # The shortcuts in _moves_to_follow depend on the standard rules and rulings, but not on the ruleset's numbers.
        self._is_plain = has_plain_rules(state.ruleset)
        seat = state.turn_seat
        try:
            solved = [(move, self._after_move(state, move, self._turns)) for move in moves]
        except UnsolvedError as error:
            self.obstacle = error.obstacle
            return None
        solved.sort(key=lambda entry: (-entry[1].shares[seat], -entry[1].lead(seat)))
        return solved

    def follow(self, state: GameState, move: Move) -> tuple[Move, ...]:
        """Return the solved course that begins with *move*, up to the first move that turns up a piece."""
        course = [move]
        state = apply(state, move).state
        while (following := self.best_move(state)) is not None:
            course.append(following)
            state = apply(state, following).state
        return tuple(course)

    def best_move(self, state: GameState) -> Move | None:
        """Return the best move in a position on a solved course; None if a piece is pending or nothing is known."""
        found = self._known.get(state)
        return None if found is None else found[1]

    def _after_move(self, state: GameState, move: Move, turns: int) -> Result:
        self._count()
        after = apply(state, move).state
        return self._value(after, turns if is_same_turn(state, after) else turns - 1)

    def _count(self) -> None:
        if self._is_enough(self.tried):
            raise UnsolvedError("too_many_moves")
        self.tried += 1

    def _value(self, state: GameState, turns: int) -> Result:
        if state.is_over:
            winners = state.winners
            part = WHOLE // len(winners)
            scores = state.scores
            shares: list[Amount] = [part if seat in winners else 0 for seat in range(len(scores))]
            totals: list[Amount] = [score.total for score in scores]
            return Result(tuple(shares), tuple(totals))
        found = self._known.get(state)
        if found is not None:
            return found[0]
        if turns <= 0:
            raise UnsolvedError("game_goes_on")
        # A move of an extension may never stop being legal. If several turns have passed, the game simply goes on.
        if self._depth >= LONGEST_COURSE:
            raise UnsolvedError("endless_turn" if turns == self._turns else "game_goes_on")
        self._depth += 1
        entry = (self._mean(state, turns), None) if state.pending is not None else self._best(state, turns)
        self._depth -= 1
        self._known[state] = entry
        return entry[0]

    def _best(self, state: GameState, turns: int) -> tuple[Result, Move | None]:
        seat = state.turn_seat
        best: Result | None = None
        chosen: Move | None = None
        is_clear = True
        for move in self._moves_to_follow(state, turns):
            found = self._after_move(state, move, turns)
            if best is None or found.is_better(best, seat):
                best, chosen, is_clear = found, move, True
            elif is_clear and found.is_as_good(best, seat):
                is_clear = found.shares == best.shares and all(
                    found.lead(other) == best.lead(other) for other in range(len(best.shares))
                )
        if best is None:
            raise UnsolvedError("game_goes_on")
        if not is_clear and turns < self._turns:
            self.has_choice_of_rivals = True
        return best, chosen

    def _mean(self, state: GameState, turns: int) -> Result:
        """Return the mean over the pieces that may be turned up, weighted by their probability."""
        seats = range(len(state.players))
        shares: list[Amount] = [0 for _ in seats]
        totals: list[Amount] = [0 for _ in seats]
        for piece, chance in outcomes(state):
            self._count()
            after = reveal(state, piece).state
            found = self._value(after, turns if is_same_turn(state, after) else turns - 1)
            for seat in seats:
                shares[seat] += chance * found.shares[seat]
                totals[seat] += chance * found.totals[seat]
        return Result(tuple(shares), tuple(totals))

    def _moves_to_follow(self, state: GameState, turns: int) -> Sequence[Move]:
        """Return the moves to follow, without those that certainly lead to the same results as another move."""
        moves = self._list_moves(state)
        turn = state.turn
        if turns != 1 or not self._is_plain or turn is None or turn.arriving:
            return moves
        # Under the standard rules, the board scores nothing (END-1). After the last action of the last turn, no salt
        # can be extracted, so a placement is worth as much as a pass, and a tool as much as the end of the turn.
        if turn.actions_left == 1:
            return [move for move in moves if not isinstance(move, PlaceMiner)] or moves
        if turn.actions_left == 0:
            return [move for move in moves if not isinstance(move, _FREE)] or moves
        return moves
