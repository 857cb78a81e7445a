"""Analysis for people: the best moves in a position, with their values, expected continuations and reasons."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

import attrs

from .._internal.checks import check_whole
from ..engine.determinize import determinize
from ..engine.transitions import apply, check_legal, is_legal, legal_moves
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.moves import ExtractSalt, Move
from ..model.state import GameState, check_state
from ._built_in_bots import SearchBot
from ._candidates import list_candidates, worth_considering
from ._judge import list_revealed_chambers, margins_of
from ._move_choice import LONGEST_TURN, is_same_turn, rank_moves
from ._reasons import Course, Reason, reasons
from ._tree import Node, pieces_turned_up
from ._waiting import check_nothing_pending

_EXPLORATION: Final = 0.5
_SHARPNESS: Final = 5.0
"""``_EXPLORATION`` and ``_SHARPNESS`` are higher than in a bot's own search, so that alternatives are also explored."""
_ROUNDS: Final = 2
"""A course covers this number of rounds plus one turn, because a walk to the castle takes that long."""
_FEW: Final = 8
"""
If a move has fewer visits than this, its own variance is unreliable, so the variance of all moves is used. If all moves
together have fewer, an imagined loss and an imagined victory are counted with them.
"""


@attrs.frozen
class Line:
    """A move, its value, and the expected continuation."""

    move: Move
    """The move."""
    moves: tuple[Move, ...]
    """The expected moves of all players, from this move to the first move that turns up a hidden piece."""
    seat: int
    """The seat of the player who makes the move."""
    chances: tuple[float, ...]
    """Each seat's chance of winning after the move, from 0 to 1."""
    error: float
    """The standard error of ``chance``, which comes from the limited number of iterations."""
    margin: float
    """The expected final lead over the mean of the other players, in groszy."""
    share: float
    """The share of the search spent on the move, from 0 to 1."""
    reasons: tuple[Reason, ...]
    """
    The reasons for the move, compared with the best alternative, most valuable first. Often empty for lines after the
    first, because most reasons need an advantage of 0.8 groszy over the best line.
    """

    @property
    def chance(self) -> float:
        """The player's chance of winning after the move, from 0 to 1."""
        return self.chances[self.seat]


@attrs.frozen
class Analysis:
    """The result of a search in a position."""

    state: GameState
    """The position as the player to move sees it: the public position unless an extension gives players secrets."""
    lines: tuple[Line, ...]
    """The best moves that the search tried, best first; there may be fewer than requested."""
    margin: float
    """The judge's estimate, without a search, of the player's lead over the mean of the other players, in groszy."""
    iterations: int
    """The number of iterations of the search; 0 if the position was solved instead."""
    is_solved: bool
    """
    Whether the last turn of a game was solved by following its courses to the end, so that no value is an estimate.
    False if the time was too short. Moves that are hardly ever the best are left out, such as an extraction that pays
    players other than the poorest, so a better course may exist. ``solve`` follows all moves.
    """

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    @property
    def chances(self) -> tuple[float, ...]:
        """Each seat's chance of winning after the best move, from 0 to 1."""
        return self.best.chances


def analyse(
    state: GameState,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    lines: int = 3,
    seed: int = 0,
    root_moves: Iterable[Move] | None = None,
) -> Analysis:
    """
    Find the best moves in a position, with their values, expected continuations and reasons.

    Face-down pieces are ignored, even in a full state. The same *iterations* and *seed* give the same analysis.

    Args:
        state: A position in which a player has to move.
        seconds: The time for the search, in seconds; 1 if neither budget is given. The continuations and reasons take
            a little longer.
        iterations: The number of iterations. If both budgets are given, the first to run out ends the search.
        lines: The maximum number of moves to return. Only moves that the search tried have a line, so a search that
            concentrates on one or two moves returns fewer. More iterations try more moves. If there are at least as
            many iterations as *root_moves*, all of these are tried.
        seed: The seed of the search.
        root_moves: The legal moves to compare, each with the same number of iterations. By default, the search looks
            for the best of all moves worth considering.

    Raises:
        MisuseError: the game is over, a piece must be turned up first, or an argument is invalid.
        IllegalMoveError: one of *root_moves* is not legal.
        MalformedError: one of *root_moves* is not a move in the ruleset.
    """
    check_state(state)
    check_whole("analyse: lines", lines, 1)
    check_whole("analyse: seed", seed, 0)
    if state.is_over:
        raise MisuseError("the game is over, so there is no move to analyse")
    known = state if state.is_public else state.seen_by(state.turn_seat)
    check_nothing_pending(known, "a move can be analysed")
    if seconds is None and iterations is None:
        seconds = 1.0
    thinker = SearchBot(
        random.Random(seed), seconds=seconds, iterations=iterations, exploration=_EXPLORATION, sharpness=_SHARPNESS
    )
    root = thinker.think(known, _candidates(known, root_moves), is_even=root_moves is not None)
    # The lines are sorted by the chance minus its standard error, so a move that looked good in only a few iterations
    # does not come first. Near the end, many moves may win for certain; then the largest lead comes first.
    found = _build_lines(root, known.turn_seat)
    best = sorted(found.values(), key=lambda line: (line.error - line.chance, -line.margin))[:lines]
    world = determinize(known, random.Random(seed))
    courses = [_follow_course(known, world, root, line.move, thinker) for line in best]
    # A reason is relative: the best move is compared with the second-best, and every other move with the best.
    told = []
    for number, (line, course) in enumerate(zip(best, courses, strict=True)):
        other = courses[1 if number == 0 else 0] if len(courses) > 1 else None
        why = reasons(course, other, thinker.judge)
        if not why and number == 0 and not course.turn_end.is_over:
            why = _explain_later(line, found)
        told.append(attrs.evolve(line, moves=_certain(known, course), reasons=why))
    return Analysis(
        state=known,
        lines=tuple(told),
        margin=margins_of(thinker.judge.worths(known))[known.turn_seat],
        iterations=0 if root.is_solved else root.visits,
        is_solved=root.is_solved,
    )


def _candidates(public: GameState, root_moves: Iterable[Move] | None) -> tuple[Move, ...]:
    if root_moves is None:
        return list_candidates(public)
    given: object = root_moves
    if not isinstance(given, Iterable):
        comma = "; a tuple with one move needs a comma" if isinstance(given, Move) else ""
        raise MisuseError(f"root_moves: expected moves, got {brief(given)}{comma}")
    moves = tuple(root_moves)
    if not moves:
        raise MisuseError("root_moves: expected at least one move")
    # A value that is not a move may not be hashable, so the check comes first.
    for move in moves:
        check_legal(public, move)
    return tuple(dict.fromkeys(moves))


def _build_lines(root: Node, seat: int) -> dict[Move, Line]:
    """Build a line for each of the seat's moves that was tried, without its continuation and reasons."""
    tried = {move: child for move, child in root.children.items() if child.visits}
    visits = sum(child.visits for child in tried.values())
    # The results of a few iterations may all be equal by chance, and their mean would then look certain. So an imagined
    # loss and an imagined victory are added to them (as in the interval of Agresti and Coull, 1998).
    victories, imagined = (1, 2) if visits < _FEW else (0, 0)
    mean = (sum(child.outlook[seat] for child in tried.values()) + victories) / (visits + imagined)
    # Rounding may put a variance computed in this way slightly below 0, hence the max() below.
    common = (sum(child.squares for child in tried.values()) + victories) / (visits + imagined) - mean * mean
    found = {}
    for move, child in tried.items():
        chances = tuple(total / child.visits for total in child.outlook)
        chance = chances[seat]
        own = child.squares / child.visits - chance * chance
        spread = common if child.visits < _FEW else own
        error = 0.0 if root.is_solved else sqrt(max(spread, 0.0) / child.visits)
        found[move] = Line(
            move=move,
            moves=(move,),
            seat=seat,
            chances=chances,
            error=error,
            margin=child.groszy / child.visits,
            share=child.visits / max(1, root.visits),
            reasons=(),
        )
    return found


def _explain_later(best: Line, found: Mapping[Move, Line]) -> tuple[Reason, ...]:
    """Return the fallback reason (the move pays off later) if the move is strictly the best, else an empty tuple."""
    others = [other.margin for other in found.values() if other is not best]
    gain = best.margin - max(others, default=best.margin)
    return (Reason("later", gain),) if gain > 0.0 else ()


def _follow_course(known: GameState, world: GameState, root: Node, move: Move, thinker: SearchBot) -> Course:
    """Follow a move in a guessed full state, first along the tree's most visited moves, then by the judge's ranking."""
    steps: list[tuple[GameState, Move]] = []
    node: Node | None = root
    state, turns, turn_end = world, 0, None
    following: Move | None = move
    most = _ROUNDS * len(known.players) + 1
    while following is not None:
        after, events = apply(state, following)
        steps.append((state, following))
        child = None if node is None else node.children.get(following)
        node = None if child is None else child.after(pieces_turned_up(events))
        if not is_same_turn(state, after):
            turns += 1
            turn_end = turn_end or after
        state = after
        has_ended = state.is_over or turns == most or len(steps) == most * LONGEST_TURN
        following = None if has_ended else _next(state, node, known, thinker)
    return Course(known, tuple(steps), turn_end or state)


def _next(state: GameState, node: Node | None, known: GameState, thinker: SearchBot) -> Move:
    """Return the solved best move, else the legal move with the most visits (2 or more), else the judge's favourite."""
    # Nobody can know what lies on a tile that only the guess has turned up, so the course leaves its salt there.
    # Otherwise the reasons would state a gain of salt as a fact.
    guessed = list_revealed_chambers(known, state)
    moves = legal_moves(state)
    moves = tuple([move for move in moves if not _extracts_from(move, guessed)]) or moves
    # The course must not contradict the values of the analysis, so it follows the same sources in the same order: the
    # solution, then the tree, and the judge beyond the tree.
    if thinker.ending is not None:
        view = state.seen_by(known.viewer)
        # Solving the position again could exceed the budget, so the move comes from the solution.
        best = thinker.ending.best_move(view)
        if best is not None and best in moves:
            return best
        solved = thinker.ending.solve(view, worth_considering(state, moves))
        if solved is not None:
            return solved[0][0]
    tried = {} if node is None else {move: child.visits for move, child in node.children.items() if child.visits > 1}
    for move in sorted(tried, key=lambda move: -tried[move]):
        if move in moves:
            return move
    return rank_moves(state, worth_considering(state, moves), known, thinker.judge)[0].move


def _extracts_from(move: Move, chambers: frozenset[str]) -> bool:
    return isinstance(move, ExtractSalt) and move.chamber in chambers


def _certain(public: GameState, course: Course) -> tuple[Move, ...]:
    """Return a course's moves up to and including the first that reveals a piece: nobody can predict that piece."""
    moves: list[Move] = []
    for _, move in course.steps:
        # In a position set up by hand, a piece may turn up automatically. Later moves of the course may then be illegal
        # in the public state.
        if not is_legal(public, move):
            break
        moves.append(move)
        public = apply(public, move).state
        if public.pending is not None or public.is_over:
            break
    return tuple(moves)
