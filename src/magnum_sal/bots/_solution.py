"""Solved positions: the best moves and the exact outcome of a position near the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

import attrs

from .._internal.checks import check_whole
from ..engine.transitions import legal_moves
from ..errors import MisuseError
from ..model.moves import Move
from ..model.state import GameState, check_state
from ..words import sentence
from ._course_solver import CourseSolver
from ._last_turn import may_be_last_turn
from ._waiting import check_nothing_pending

_MOST_MOVES: Final = 100_000
"""The default limit of moves and pieces that are tried."""


@attrs.frozen
class SolvedMove:
    """A legal move of a solved position, with its outcome if all players play their best moves afterwards."""

    move: Move
    """The move."""
    moves: tuple[Move, ...]
    """
    The best course from this move to the end of the game, or to the first move that turns up a hidden piece.

    The chances, margins and totals also take into account what follows the piece. To see it, apply the moves to
    ``Solution.state``, call ``reveal`` with a piece, and call ``solve`` again.
    """
    chances: tuple[Fraction, ...]
    """Each seat's chance of winning, from 0 to 1. A shared victory counts in equal parts (END-1)."""
    margins: tuple[Fraction, ...]
    """Each seat's expected final lead over the mean of the other seats, in groszy."""
    totals: tuple[Fraction, ...]
    """Each seat's expected final wealth, in groszy."""


@attrs.frozen
class Solution:
    """The result of ``solve``: whether a position is solved and, if so, the outcome of every legal move."""

    state: GameState
    """The position as the player to move sees it: the public position unless an extension gives players secrets."""
    moves: tuple[SolvedMove, ...]
    """The legal moves with their outcomes, best first; equally good moves keep the order of ``legal_moves``."""
    obstacle: str | None
    """
    Why the outcomes are not exact, or None if they are exact.

    - ``"game_goes_on"``: the game may not end within the given number of turns. Nothing is solved.
    - ``"too_many_moves"``: the limit of moves was reached. Nothing is solved.
    - ``"endless_turn"``: an extension lets a course have more than 100 moves. Nothing is solved.
    - ``"rivals_know_more"``: a rival may have looked at a face-down tile in secret. Nothing is solved.
    - ``"rivals_indifferent"``: with three or four players, a rival may choose between moves that are equally good for
      the rival, but not for the others. The outcomes assume that each player takes the first of such moves.
    """
    tried: int
    """The number of moves and pieces that were tried."""

    @property
    def is_exact(self) -> bool:
        """Whether the outcomes are exact: all courses were followed to the end of the game."""
        return self.obstacle is None

    @property
    def best_moves(self) -> tuple[SolvedMove, ...]:
        """All moves with the best outcome for the player to move; empty if nothing is solved."""
        seat = self.state.turn_seat
        return tuple(
            entry
            for entry in self.moves
            if entry.chances[seat] == self.moves[0].chances[seat] and entry.margins[seat] == self.moves[0].margins[seat]
        )

    def obstacle_in_words(self, language: str = "en") -> str:
        """
        Describe why the outcomes are not exact; an empty string if they are exact.

        Raises:
            MisuseError: *language* is not in ``LANGUAGES``.
        """
        told = sentence(f"solution.{self.obstacle or 'none'}", language, tried=self.tried)
        return told if self.obstacle else ""


def solve(state: GameState, *, turns: int = 1, most_moves: int = _MOST_MOVES) -> Solution:
    """
    Solve a position whose game ends within a few turns, and say whether the solution is exact.

    The solver follows all courses to the end of the game, with all legal moves of all players. Each player prefers the
    largest chance of winning and, among courses that win equally often, the largest lead over the others. If a piece is
    turned up, each possible piece counts with its probability, so the solution is exact even if chance is involved.
    Face-down pieces are ignored, even in a full state.

    Nothing is estimated: if the position is not solved, the result has no moves, and ``Solution.obstacle`` says why.
    ``analyse`` estimates such positions. Rules of extensions are followed like any other rules.

    >>> from magnum_sal.testing import position
    >>> orders = "castle: WWW=33 BWW=27 GWW=29, stack 1, completed 4 | orders 3: GGW=25"
    >>> a, b = "A: 20 groszy, orders GW=17 BGG=19", "B: 20 groszy, G, stock 0, orders BBW=21 WW=21"
    >>> solution = solve(position(f"turn: B, phase 3, actions 1 | {orders} | {a} | {b}"))
    >>> solution.is_exact, str(solution.moves[0].chances[1]), [int(total) for total in solution.moves[0].totals]
    (True, '1', [20, 25])
    >>> solve(position("S1: A")).obstacle
    'game_goes_on'

    Args:
        state: A position in which a player has to move.
        turns: The number of turns of all players, including the current one, within which the game must end. More than
            one turn can be solved only if little is left to choose, because a turn has thousands of courses.
        most_moves: The maximum number of moves and pieces to try, which limits the time and the memory.

    Raises:
        MisuseError: the game is over, a piece must be turned up first, or an argument is invalid.
    """
    check_state(state)
    check_whole("solve: turns", turns, 1)
    check_whole("solve: most_moves", most_moves, 1)
    return solve_within(state, turns, lambda tried: tried >= most_moves)


def solve_within(state: GameState, turns: int, is_enough: Callable[[int], bool]) -> Solution:
    """
    Solve a position like ``solve``, with any limit.

    *is_enough* gets the number of moves and pieces tried so far, and returns whether the solver must give up.
    """
    if state.is_over:
        raise MisuseError("the game is over, so there is no position to solve")
    known = state if state.is_public else state.seen_by(state.turn_seat)
    check_nothing_pending(known, "a position can be solved")
    # Phases take many turns, so only the last phase can be near the end of the game.
    if state.phase != state.ruleset.phases or (turns == 1 and not may_be_last_turn(state)):
        return Solution(known, (), "game_goes_on", 0)
    # The view of the player to move does not contain what rivals have seen in secret, and their moves depend on it.
    if turns > 1 and state.ruleset.has_looks:
        return Solution(known, (), "rivals_know_more", 0)
    solver = CourseSolver(turns, legal_moves, is_enough)
    solved = solver.solve(known, legal_moves(known))
    if solved is None:
        return Solution(known, (), solver.obstacle, solver.tried)
    seats = range(len(known.players))
    moves = tuple(
        SolvedMove(
            move=move,
            moves=solver.follow(known, move),
            chances=tuple(result.chance(seat) for seat in seats),
            margins=tuple(result.margin(seat) for seat in seats),
            totals=tuple(Fraction(total) for total in result.totals),
        )
        for move, result in solved
    )
    return Solution(known, moves, "rivals_indifferent" if solver.has_choice_of_rivals else None, solver.tried)


def solve_last_turn(state: GameState, *, most_moves: int = _MOST_MOVES) -> dict[Move, Fraction] | None:
    """
    Return the exact chance of winning after each legal move, if the game ends with the current turn, else None.

    This is a short form of ``solve`` for puzzles and proofs. A chance of 1 means that the player to move wins whatever
    is turned up.

    >>> from magnum_sal.testing import position
    >>> solve_last_turn(position("S1: A")) is None  # the game goes on after the turn
    True

    Args:
        state: A position.
        most_moves: The maximum number of moves and pieces to try. If the turn needs more, the function returns None.

    Raises:
        MisuseError: an argument is invalid.
    """
    check_state(state)
    check_whole("solve_last_turn: most_moves", most_moves, 1)
    if state.to_move is None or state.seen_by(state.turn_seat).pending is not None:
        return None
    solution = solve(state, most_moves=most_moves)
    chances = {entry.move: entry.chances[state.turn_seat] for entry in solution.moves}
    # The moves are in the order of legal_moves(), so that callers need not know how a solution sorts its moves.
    return {move: chances[move] for move in legal_moves(state)} if solution.is_exact else None
