"""Analysis for people: the best moves of a position, what they are worth, how the game may go on, and why."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

import attrs

from ..engine.determinize import determinize
from ..engine.transitions import apply, check_legal, is_legal, legal_moves
from ..errors import MisuseError
from ..model.moves import Move
from ..model.state import GameState, check_state
from ._built_in_bots import SearchBot
from ._judge import margins_of
from ._move_choice import is_same_turn, rank_moves, worth_considering
from ._options import check_whole
from ._reasons import Course, Reason, reasons
from ._tree import Node, pieces_turned_up

_EXPLORATION: Final = 0.5
_SHARPNESS: Final = 5.0
"""More is tried than for a move of its own: people are shown what else could be done."""
_ROUNDS: Final = 2
"""A course is followed so many rounds, and to the end of the turn after them: a walk to the castle takes as long."""
_FEW: Final = 8
"""So many iterations say nothing yet of how much they differ."""


@attrs.frozen
class Line:
    """A move, what it is worth, and how the game may go on."""

    move: Move
    """The move."""
    moves: tuple[Move, ...]
    """The expected line: this move and those after it, of all players, as far as nothing unknown turns up."""
    chance: float
    """The player's chance of winning, from 0 to 1."""
    error: float
    """The standard error of the chance: how far it may be off because no more was tried."""
    margin: float
    """By how many groszy the player is expected to be ahead of the mean of the others in the end."""
    share: float
    """Which part of the search was spent on the move, from 0 to 1."""
    reasons: tuple[Reason, ...]
    """What speaks for the move, beside the best other one; the weightiest first."""


@attrs.frozen
class Analysis:
    """What a search found of a position."""

    state: GameState
    """The public position."""
    lines: tuple[Line, ...]
    """The best moves, the best first."""
    chances: tuple[float, ...]
    """Each seat's chance of winning after the best move, from 0 to 1."""
    margin: float
    """By how many groszy the judge sees the player to move ahead of the mean of the others, without a search."""
    iterations: int
    """Iterations of the search; 0 where the position was solved instead."""
    is_solved: bool
    """
    Whether the values are what the moves come to, and no estimates: in the last turn of a game, where there was enough
    time to follow all of its courses to the end.
    """

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]


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
    Return the best moves of a position, with their values, the expected lines and reasons.

    What lies face down is not looked at, even in a full state. The same iterations and seed give the same analysis.

    Args:
        state: A position in which somebody has to move.
        seconds: Time to think; 1 if neither budget is given. The lines and reasons take a moment more.
        iterations: Iterations of the search instead, or the earlier of both.
        lines: How many moves are told, at most.
        seed: Seeds the search's chance.
        root_moves: Legal moves that alone are compared, each as long as the others; None to look for the best among
            all that are worth considering.

    Raises:
        MisuseError: the game is over, a card has to be turned up first, or an argument makes no sense.
        IllegalMoveError: one of *root_moves* is not legal.
    """
    check_state(state)
    check_whole("analyse", "lines", lines, 1)
    check_whole("analyse", "seed", seed, 0)
    if state.is_over:
        raise MisuseError("the game is over: there is no move to analyse")
    public = state.public()
    if public.pending is not None:
        raise MisuseError("a piece has to be turned up first: there is no move to analyse")
    if seconds is None and iterations is None:
        seconds = 1.0
    thinker = SearchBot(
        random.Random(seed), seconds=seconds, iterations=iterations, exploration=_EXPLORATION, sharpness=_SHARPNESS
    )
    root = thinker.think(public, _candidates(public, root_moves), is_even=root_moves is not None)
    found = _build_lines(root)
    best = sorted(found.values(), key=lambda line: line.error - line.chance)[:lines]
    world = determinize(public, random.Random(seed))
    courses = [_course(public, world, root, line.move, thinker) for line in best]
    told = []
    for number, (line, course) in enumerate(zip(best, courses, strict=True)):
        other = courses[1 if number == 0 else 0] if len(courses) > 1 else None
        why = reasons(course, other, thinker.judge) or _later(line, found, number == 0)
        told.append(attrs.evolve(line, moves=_certain(public, course), reasons=why))
    outlook = root.children[best[0].move].outlook
    return Analysis(
        state=public,
        lines=tuple(told),
        chances=tuple(chance / sum(outlook) for chance in outlook),
        margin=margins_of(thinker.judge.worths(public))[public.turn_seat],
        iterations=0 if root.is_solved else root.visits,
        is_solved=root.is_solved,
    )


def _candidates(public: GameState, root_moves: Iterable[Move] | None) -> tuple[Move, ...]:
    if root_moves is None:
        return worth_considering(public, legal_moves(public))
    candidates = tuple(dict.fromkeys(root_moves))
    if not candidates:
        raise MisuseError("root_moves: there is none")
    for move in candidates:
        check_legal(public, move)
    return candidates


def _build_lines(root: Node) -> dict[Move, Line]:
    """Return what was found of the moves that were tried, without what follows them and speaks for them."""
    tried = {move: child for move, child in root.children.items() if child.visits}
    visits = sum(child.visits for child in tried.values())
    mean = sum(child.value for child in tried.values()) / visits
    common = sum(child.squares for child in tried.values()) / visits - mean * mean
    found = {}
    for move, child in tried.items():
        chance = child.value / child.visits
        own = child.squares / child.visits - chance * chance
        spread = common if child.visits < _FEW else own
        error = 0.0 if root.is_solved else sqrt(max(spread, 0.0) / child.visits)
        found[move] = Line(
            move=move,
            moves=(move,),
            chance=chance,
            error=error,
            margin=child.groszy / child.visits,
            share=child.visits / max(1, root.visits),
            reasons=(),
        )
    return found


def _later(value: Line, found: Mapping[Move, Line], is_best: bool) -> tuple[Reason, ...]:
    """Return what is left to say for the best move where nothing that can be named speaks for it."""
    others = [other.margin for other in found.values() if other is not value]
    gain = value.margin - max(others, default=value.margin)
    return (Reason("later", gain),) if is_best and gain > 0.0 else ()


def _course(known: GameState, world: GameState, root: Node, move: Move, thinker: SearchBot) -> Course:
    """Return how the game may go on in a world: by what was tried most, then by what looks best at once."""
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
        following = None if state.is_over or turns == most else _next(state, node, known, thinker)
    return Course(known, tuple(steps), turn_end or state)


def _next(state: GameState, node: Node | None, known: GameState, thinker: SearchBot) -> Move:
    """Return the move that was tried most after those before, where one was more than once, else a good one."""
    moves = legal_moves(state)
    if thinker.ending is not None:
        solved = thinker.ending.solve(state.public(), worth_considering(state, moves))
        if solved is not None:
            return solved[0][0]
    tried = {} if node is None else {move: child.visits for move, child in node.children.items() if child.visits > 1}
    for move in sorted(tried, key=lambda move: -tried[move]):
        if move in moves:
            return move
    return rank_moves(state, worth_considering(state, moves), known, thinker.judge)[0].move


def _certain(public: GameState, course: Course) -> tuple[Move, ...]:
    """Return the moves of a course up to the one that turns up a piece, which nobody knows beforehand."""
    moves: list[Move] = []
    for _, move in course.steps:
        if not is_legal(public, move):  # as after a piece that follows by itself in a position set up by hand
            break
        moves.append(move)
        public = apply(public, move).state
        if public.pending is not None or public.is_over:
            break
    return tuple(moves)
