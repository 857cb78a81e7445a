"""Reviews of games: the loss from each decision, the turning point, and a graph of the chances of winning."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from .._internal.checks import check_whole
from .._internal.worker_processes import map_in_workers
from ..engine.steps import Step, number_moves
from ..engine.transitions import legal_moves
from ..errors import MisuseError
from ..model.moves import Move
from ..model.state import GameState, check_seat
from ..record.game import Game
from ..words import label
from ._analysis import Analysis, Line, analyse
from ._bot_options import check_number
from ._judge import load_judge
from ._judged_move import JudgedMove
from ._judgement import read_steps
from ._last_turn import may_be_last_turn, share_victory
from ._rollouts import Sample, roll_out
from ._solution import Solution, solve_within

if TYPE_CHECKING:
    from ..render.line_graph import Mark

_USUAL: Final = 60
"""The default number of iterations per decision."""
_LAST_ROUNDS: Final = 3
"""The number of rounds before the end of a game in which moves are played out, because estimates are poor there."""
_ALTERNATIVES: Final = 3
"""The number of moves found by the search that are played out, besides the move that was made."""
_ROLLOUTS: Final = 0.4
"""The number of rollouts of each of the two compared moves for each iteration of the search."""
_TRIALS: Final = 0.2
"""The number of rollouts of each move for each iteration, to choose the best of the search's moves."""
_FEWEST_ROLLOUTS: Final = 8
_EXPLAINING: Final = 10
"""The number of iterations that find the reasons for moves whose chances do not come from a search."""
_SOLVING: Final = 200
"""The number of moves that the solver may try for each iteration of the search."""


@attrs.frozen
class Review:
    """A search's judgement of every decision in a game."""

    decisions: tuple[JudgedMove, ...]
    """The decisions with more than one legal move, in order."""
    final: GameState
    """The last position of the game, or the current position if the game is not over."""

    def costliest(self, most: int = 5, seat: int | None = None) -> tuple[JudgedMove, ...]:
        """
        Return the moves with the largest losses, worst first.

        Only mistakes are returned (``JudgedMove.is_mistake``); the other moves may have lost nothing.

        Args:
            most: The maximum number of moves to return.
            seat: The seat whose moves are returned; None for all.

        Raises:
            MisuseError: *most* is not a whole number from 0 up, or *seat* is not a seat of the game.
        """
        check_whole("review: most", most, 0)
        if seat is not None:
            self._check_seat(seat)
        asked = (entry for entry in self.decisions if seat in (None, entry.seat) and entry.is_mistake)
        return tuple(sorted(asked, key=lambda entry: -entry.loss)[:most])

    def mean_loss(self, seat: int) -> float:
        """
        Return the mean loss from a seat's decisions, from 0 to 1; 0 if the seat made no decisions.

        Raises:
            MisuseError: *seat* is not a seat of the game.
        """
        self._check_seat(seat)
        losses = [entry.loss for entry in self.decisions if entry.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0

    def _check_seat(self, seat: object) -> None:
        # A player who is not in the game has no decisions, which would look like a game without mistakes.
        check_seat(seat, len(self.final.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        return self.final.winners

    @property
    def took_lead(self) -> JudgedMove | None:
        """
        The last decision in which the winner was not the favourite. The winner took the lead with or after this move.

        If the winner was close to the favourite, the difference may be an error of the search. Such a decision counts
        only if the winner was not the favourite in the previous decision, either. None if the winner was always the
        favourite, or if there is no single winner.
        """
        if len(self.winners) != 1:
            return None
        winner = self.winners[0]
        distances = [max(entry.chances) - entry.chances[winner] for entry in self.decisions]
        for number in reversed(range(len(distances))):
            # In a game of two, the error of the distance is twice the error of a chance. About 95 % of the estimates
            # are within two standard errors.
            is_clear = distances[number] > 4 * self.decisions[number].best.error
            if distances[number] > 0 and (is_clear or (number > 0 and distances[number - 1] > 0)):
                return self.decisions[number]
        return None

    @property
    def turning_point(self) -> JudgedMove | None:
        """
        The mistake that turned the game: the costliest mistake of a rival in the round before the winner took the lead.

        Of equally costly mistakes, the last one counts. The round ends with the decision ``took_lead``. None if
        ``took_lead`` is None or no rival made a mistake in this round, for example because a piece that was turned up
        helped the winner.
        """
        last = self.took_lead
        if last is None:
            return None
        winner = self.winners[0]
        # This round consists of one turn of each seat up to the move, so it may begin in the previous round of the
        # game.
        mistakes = [
            entry
            for entry in self.decisions
            if entry.seat != winner and entry.is_mistake and _is_within_round(entry, last)
        ]
        return max(mistakes, key=lambda entry: (entry.loss, entry.number)) if mistakes else None


def _is_within_round(earlier: JudgedMove, later: JudgedMove) -> bool:
    """Check whether *earlier* was at most one turn of each seat before *later*."""
    one, other = earlier.state, later.state
    if earlier.number > later.number or one.phase != other.phase:
        return False
    seats = len(one.players)
    turns = [state.round * seats + (state.turn_seat - state.start_seat) % seats for state in (one, other)]
    return turns[1] - turns[0] < seats


class Decision(NamedTuple):
    """A decision to judge, with everything that ``judge_decision`` needs."""

    number: int
    state: GameState
    move: Move
    seconds: float | None
    iterations: int | None
    seed: int
    is_near_end: bool = False
    """Whether the game ended at most three rounds later, so that the rest of it is played out."""


def review(
    game: Game | Iterable[Step],
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """
    Judge each decision in a game with a search.

    The function calls ``analyse`` for each decision. If another move looks better than the one made, a second search
    compares the two. In the last three rounds of a finished game, the best moves that the search finds and the move
    that was made are compared by rollouts instead: quick players play the rest of the game several times. If the last
    turn has few enough courses for the budget, all of them are followed to the end, so losses are exact (``solve``).
    The same *iterations* and *seed* give the same review.

    Args:
        game: A game, finished or not, or consecutive steps of it.
        seconds: The time for each search, in seconds. The rollouts of a decision take at most twice as long again, and
            an attempt to solve the last turn at most half as long.
        iterations: The number of iterations for each search; 60 if neither budget is given. In the last rounds,
            each of the two compared moves is played out two fifths as many times. In the last turn, at most 200 moves
            are tried for each iteration to solve it.
        seed: The seed of the search.
        jobs: The number of parallel processes. With a budget in iterations, this number does not change the result.
        progress: A callback that gets the number of decisions judged, starting with 0, and the total.

    Raises:
        MisuseError: the game contains no decision, its steps do not follow each other, or an argument is invalid.
        MagnumSalError: a worker process ended before it answered.
    """
    check_whole("review: jobs", jobs, 1)
    steps = read_steps(game)
    played = game if isinstance(game, Game) else steps
    tasks = list_decisions(played, seconds=seconds, iterations=iterations, seed=seed)
    judged: list[JudgedMove] = []
    if progress is not None:
        progress(0, len(tasks))
    for entry in map_in_workers(judge_decision, tasks, jobs):
        judged.append(entry)
        if progress is not None:
            progress(len(judged), len(tasks))
    return Review(tuple(judged), steps[-1].after)


def list_decisions(
    game: Game | Iterable[Step], *, seconds: float | None = None, iterations: int | None = None, seed: int = 0
) -> list[Decision]:
    """
    List the decisions that a review judges, for callers that distribute the work themselves.

    ``Review(tuple(map(judge_decision, list_decisions(game))), game.state)`` equals the result of ``review``. The
    arguments and errors are those of ``review``.
    """
    check_whole("review: seed", seed, 0)
    if iterations is not None:
        check_whole("review: iterations", iterations, 1)
    if seconds is not None:
        check_number("review", "seconds", seconds, is_zero_good=False)
    budget = _USUAL if seconds is None and iterations is None else iterations
    # Each decision has its own seed, so its judgement depends neither on the other decisions nor on the number of
    # processes.
    steps = read_steps(game)
    if isinstance(game, Game):
        # A decision has the number of the position before its move.
        numbers: Sequence[int] = [number - 1 for number in number_moves(game.history())]
    else:
        numbers = range(len(steps))
    decisions = [
        Decision(number, _view_before(step), step.move, seconds, budget, seed + number, _is_near_end(step, steps[-1]))
        for number, step in zip(numbers, steps, strict=True)
        if len(legal_moves(step.before)) > 1
    ]
    if not decisions:
        raise MisuseError("this game has no decisions to review")
    return decisions


def _is_near_end(step: Step, last: Step) -> bool:
    before, end = step.before, last.before
    return last.after.is_over and before.phase == end.phase and before.round > end.round - _LAST_ROUNDS


def _view_before(step: Step) -> GameState:
    """Return the view of the player who moved, or the public position if the tiles that the player saw are unknown."""
    view = step.before.seen_by(step.seat)
    return view if view.pending is None else step.before.public()


def judge_decision(task: Decision) -> JudgedMove:
    """Compare a decision with the best move that is found by the solver, by rollouts or by a search."""
    if may_be_last_turn(task.state):
        solution = _solve_turn(task)
        if solution.is_exact:
            return _judge_by_solution(task, solution)
    if task.is_near_end:
        return _judge_by_rollouts(task)
    found = _analyse(task, lines=1)
    best = found.best
    if best.move == task.move:
        return JudgedMove(task.number, task.state, best, best)
    # The first search spends few iterations on moves that look bad, so the chance of the move that was made is
    # imprecise. The second search gives both moves the same number of iterations in the same full states, which makes
    # them comparable.
    lines = {line.move: line for line in _analyse(task, lines=2, root_moves=(best.move, task.move)).lines}
    better, played = lines[best.move], lines[task.move]
    # The second search may find that the move was no worse than the one that looked better. In that case, nothing was
    # lost.
    if played.chance >= better.chance:
        better = played
    return JudgedMove(task.number, task.state, played, better)


def _solve_turn(task: Decision) -> Solution:
    """Solve the last turn of a game, unless it has too many courses for the budget."""
    most, began = _SOLVING * (task.iterations or _USUAL), time.perf_counter()

    def is_late(tried: int) -> bool:
        # Without a solution, the search and the rollouts still need their time.
        return tried >= most or (task.seconds is not None and time.perf_counter() - began > task.seconds / 2)

    return solve_within(task.state, 1, is_late)


def _analyse(task: Decision, *, lines: int, root_moves: tuple[Move, ...] | None = None) -> Analysis:
    return analyse(
        task.state,
        seconds=task.seconds,
        iterations=task.iterations,
        lines=lines,
        seed=task.seed,
        root_moves=root_moves,
    )


def _explain(task: Decision, best: Move) -> tuple[Line, ...]:
    """Return lines with reasons for the best move and the move that was made. Their chances are imprecise."""
    return _analyse(task._replace(iterations=_EXPLAINING), lines=2, root_moves=(best, task.move)).lines


def _judge_by_solution(task: Decision, solution: Solution) -> JudgedMove:
    """Compare a decision with the best solved move. A move with the same outcome as the best one is itself best."""
    seat = task.state.turn_seat
    solved = {entry.move: entry for entry in solution.moves}
    best = task.move if solved[task.move] in solution.best_moves else solution.moves[0].move
    # The analysis gives reasons. It may miss some courses, so its values are replaced.
    lines = {}
    for line in _explain(task, best):
        entry = solved[line.move]
        lines[line.move] = attrs.evolve(
            line,
            moves=entry.moves,
            chances=tuple(map(float, entry.chances)),
            error=0.0,
            margin=float(entry.margins[seat]),
        )
    return JudgedMove(task.number, task.state, lines[task.move], lines[best], "solved")


def _sample(task: Decision, moves: tuple[Move, ...], each: float, seed: int) -> dict[Move, Sample]:
    """Play the game to its end after each of *moves*, *each* times for each iteration of the search."""
    count = max(_FEWEST_ROLLOUTS, round(each * (task.iterations or _USUAL)))
    samples = roll_out(task.state, moves, load_judge(), count=count, seconds=task.seconds, seed=seed)
    return dict(zip(moves, samples, strict=True))


def _judge_by_rollouts(task: Decision) -> JudgedMove:
    """Compare a decision with the best of a few moves that a search likes, by playing the game to its end."""
    # Near the end, a lead of a few groszy may mean certain victory or nothing at all. A chance computed from the size
    # of the lead does not show which, so the chances of the search are not used here.
    seat = task.state.turn_seat
    likely = [line.move for line in _analyse(task, lines=_ALTERNATIVES).lines]
    moves = tuple(dict.fromkeys((task.move, *likely)))
    trials = _sample(task, moves, _TRIALS, task.seed)
    # The move that was made is compared with the best of the others. Of equally good ones, max() returns the search's
    # favourite.
    others = [move for move in likely if move != task.move]
    rival = max(others, key=lambda move: trials[move].chance(seat), default=task.move)
    # The best of several samples tends to look too good by chance. New samples do not have this bias (sample
    # splitting).
    samples = _sample(task, tuple(dict.fromkeys((task.move, rival))), _ROLLOUTS, task.seed + 1)
    advantage = samples[rival].chance(seat) - samples[task.move].chance(seat)
    best = rival if advantage > 0.0 else task.move
    lines = {
        line.move: attrs.evolve(
            line,
            chances=tuple(samples[line.move].chance(other) for other in range(len(task.state.players))),
            error=samples[line.move].error(seat),
            margin=samples[line.move].margin(seat),
        )
        for line in _explain(task, best)
    }
    error = samples[rival].error_of_difference(samples[task.move], seat)
    return JudgedMove(task.number, task.state, lines[task.move], lines[best], "rollouts", advantage, error)


def review_graph(review: Review, language: str = "en") -> str:
    """
    Draw every player's chance of winning, round by round, as an SVG picture.

    Raises:
        MisuseError: *language* is not in ``LANGUAGES``.
    """
    # The import is local because worker processes that only judge moves do not need the drawing code.
    from ..render.line_graph import Panel, line_graph

    rounds = tuple(chances_by_round(review))
    heading = label("analysis.chances", language)
    percent = [[round(100 * chance) for chance in chances] for _, chances in rounds]
    told = " ".join(
        f"{player.name}: {chance} %." for player, chance in zip(review.final.players, percent[-1], strict=True)
    )
    marks = [mark for mark, _ in rounds]
    return line_graph(marks, [Panel(heading, percent, top=100)], heading, told, language)


def chances_by_round(review: Review) -> Iterator[tuple[Mark, Sequence[float]]]:
    """Yield the chances at the first decision and the end of each round; for the end of the game, yield the result."""
    from ..render.line_graph import Mark

    first = review.decisions[0]
    yield Mark(first.state.phase, 0), first.chances
    for mark, of_round in groupby(review.decisions, lambda entry: Mark(entry.state.phase, entry.state.round)):
        *_, last = of_round
        if last is review.decisions[-1] and review.winners:
            yield mark, share_victory(review.final)
        else:
            yield mark, last.chances
