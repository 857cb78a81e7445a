"""Reviews of games: the loss from each decision, the turning point, and a graph of the chances of winning."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from ..engine.steps import Step
from ..engine.transitions import legal_moves
from ..errors import MisuseError
from ..model.moves import Move
from ..model.state import GameState
from ..record.game import Game
from ..words import label
from ._analysis import Line, analyse
from ._bot_options import check_whole

if TYPE_CHECKING:
    from ..render.line_graph import Mark

_USUAL: Final = 60
"""The default number of iterations per decision."""


@attrs.frozen
class JudgedMove:
    """A decision in a game, compared with the best move found by a search."""

    number: int
    """The number of moves made before the decision, as in ``Game.at``."""
    state: GameState
    """The position as the player to move sees it; without an extension that gives secrets, the public position."""
    played: Line
    """The move that was made."""
    best: Line
    """The best move that the search found, which may be the move that was made."""
    chances: tuple[float, ...]
    """Each seat's chance of winning after the best move, from 0 to 1."""

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return self.state.turn_seat

    @property
    def loss(self) -> float:
        """How much the move lowered the player's chance of winning, from 0 to 1."""
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def error(self) -> float:
        """The standard error of the loss, which comes from the limited number of iterations."""
        return hypot(self.best.error, self.played.error) if self.played is not self.best else 0.0


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

        Moves whose loss is at most twice its standard error are left out, because they may have lost nothing.

        Args:
            most: The maximum number of moves to return.
            seat: The seat whose moves are returned; None for all.
        """
        asked = (entry for entry in self.decisions if seat in (None, entry.seat) and entry.loss > 2 * entry.error)
        return tuple(sorted(asked, key=lambda entry: -entry.loss)[:most])

    def mean_loss(self, seat: int) -> float:
        """Return the mean loss from a seat's decisions, from 0 to 1; 0 if the seat made no decisions."""
        losses = [entry.loss for entry in self.decisions if entry.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        if not self.final.is_over:
            return ()
        return tuple(seat for seat, score in enumerate(self.final.scores) if score.rank == 1)

    @property
    def turning_point(self) -> JudgedMove | None:
        """
        The decision after which the winner remained the favourite.

        None if the winner was always the favourite, or if there is no single winner.
        """
        if len(self.winners) != 1:
            return None
        winner = self.winners[0]
        behind = [entry for entry in self.decisions if entry.chances[winner] < max(entry.chances)]
        return behind[-1] if behind else None


class Decision(NamedTuple):
    """A decision to judge, with everything that ``judge_decision`` needs."""

    number: int
    state: GameState
    move: Move
    seconds: float | None
    iterations: int | None
    seed: int


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
    compares the two. The same *iterations* and *seed* give the same review.

    Args:
        game: A game, finished or not, or its steps.
        seconds: The time for each search, in seconds.
        iterations: The number of iterations for each search; 60 if neither budget is given.
        seed: The seed of the search.
        jobs: The number of parallel processes. With a budget in iterations, this number does not change the result.
        progress: A callback that gets the number of decisions judged, starting with 0, and the total.

    Raises:
        MisuseError: the game contains no decision, or an argument is invalid.
    """
    check_whole("review", "jobs", jobs, 1)
    check_whole("review", "seed", seed, 0)
    steps = tuple(game.steps() if isinstance(game, Game) else game)
    tasks = list_decisions(steps, seconds=seconds, iterations=iterations, seed=seed)
    judged: list[JudgedMove] = []
    if progress is not None:
        progress(0, len(tasks))
    for entry in _judge_decisions(tasks, jobs):
        judged.append(entry)
        if progress is not None:
            progress(len(judged), len(tasks))
    return Review(tuple(judged), steps[-1].after)


def list_decisions(
    steps: Iterable[Step], *, seconds: float | None = None, iterations: int | None = None, seed: int = 0
) -> list[Decision]:
    """
    List the decisions that a review judges, for callers that distribute the work themselves.

    ``Review(tuple(map(judge_decision, list_decisions(steps))), steps[-1].after)`` equals the result of ``review``. The
    arguments and errors are those of ``review``.
    """
    budget = _USUAL if seconds is None and iterations is None else iterations
    # Each decision has its own seed, so its judgement depends neither on the other decisions nor on the number of
    # processes.
    decisions = [
        Decision(number, _view_before(step), step.move, seconds, budget, seed + number)
        for number, step in enumerate(steps)
        if len(legal_moves(step.before)) > 1
    ]
    if not decisions:
        raise MisuseError("this game has no decisions to review")
    return decisions


def _view_before(step: Step) -> GameState:
    """Return the view of the player who moved. If the tiles that the player had seen are unknown, it is public."""
    view = step.before.seen_by(step.seat)
    return view if view.pending is None else step.before.public()


def _judge_decisions(tasks: list[Decision], jobs: int) -> Iterator[JudgedMove]:
    if jobs == 1:
        yield from map(judge_decision, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(judge_decision, tasks, chunksize=4)


def judge_decision(task: Decision) -> JudgedMove:
    """Compare a decision with the best move that a search finds."""
    found = analyse(task.state, seconds=task.seconds, iterations=task.iterations, lines=1, seed=task.seed)
    best = found.best
    if best.move == task.move:
        return JudgedMove(task.number, task.state, best, best, found.chances)
    # The first search spends few iterations on moves that look bad, so the chance of the move that was made is
    # imprecise. The second search gives both moves the same number of iterations in the same full states, which makes
    # them comparable.
    both = analyse(
        task.state,
        seconds=task.seconds,
        iterations=task.iterations,
        lines=2,
        seed=task.seed,
        root_moves=(best.move, task.move),
    )
    lines = {line.move: line for line in both.lines}
    better, played = lines[best.move], lines[task.move]
    # The second search may find that the move was no worse than the one that looked better. In that case, nothing was
    # lost.
    if played.chance >= better.chance:
        better = played
    return JudgedMove(task.number, task.state, played, better, both.chances)


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
    """Yield the chances at the beginning and the end of each round; after the last round, yield the result."""
    from ..render.line_graph import Mark

    first = review.decisions[0]
    yield Mark(first.state.phase, 0), first.chances
    for mark, of_round in groupby(review.decisions, lambda entry: Mark(entry.state.phase, entry.state.round)):
        *_, last = of_round
        if last is review.decisions[-1] and review.winners:
            yield mark, [(seat in review.winners) / len(review.winners) for seat in range(len(review.final.players))]
        else:
            yield mark, last.chances
