"""Progress in a lesson: which tasks are solved, and the check that solutions solve them and mistakes do not."""

from __future__ import annotations

import functools
from collections.abc import Iterable

import attrs

from ..engine.steps import Step
from ..errors import MisuseError
from ..model.state import GameState
from ._lesson import Lesson, Task
from ._solutions import play_moves


@attrs.frozen
class Progress:
    """The progress in a lesson after some moves."""

    solved: int
    """The number of tasks solved."""
    has_just_solved: bool
    """Whether the learner's latest move, or what followed it, solved a task."""
    has_missed: bool
    """
    Whether the learner's latest move met no further goal of the current task, or a fact that held when the task began
    is no longer true.
    """
    retry_at: int | None
    """
    The number of moves that a new attempt keeps; None if the learner has not moved.

    A new attempt begins where the learner's latest attempt at a task began. If the recorded solutions no longer work
    there, it begins at an earlier task.
    """


@attrs.frozen(eq=False)
class Attempts:
    """
    The learner's attempts at the tasks of a lesson after some moves.

    The attempts after the next move depend only on this value and on the step of the move. So a table keeps one value
    for each move, and compares each move with the goals only once, even if later moves are undone.
    """

    lesson: Lesson
    start: GameState
    """The position in which the current task began."""
    facts: frozenset[int]
    """The indexes of the current task's goals that were met when the task began."""
    met: frozenset[int]
    """The indexes of the current task's goals that are met."""
    moves: int = 0
    """The number of moves of all players."""
    solved: int = 0
    """The number of tasks solved."""
    begun: Attempts | None = None
    """The attempts when the current task began; None if it has just begun."""
    retry: Attempts | None = None
    """The attempts when the task of the learner's latest move began; None if the learner has not moved."""
    has_just_solved: bool = False
    """As in ``Progress``."""
    has_missed: bool = False
    """As in ``Progress``."""

    @classmethod
    def begin(cls, lesson: Lesson) -> Attempts:
        """Return the attempts before the first move."""
        # A fact that is already true does not count as progress, but the learner can lose it.
        facts = _find_facts(lesson, 0, lesson.position)
        return cls(lesson, lesson.position, facts, facts)

    def after(self, step: Step) -> Attempts:
        """Return the attempts after the next move."""
        lesson, begun = self.lesson, self.begun or self
        moved = attrs.evolve(self, moves=self.moves + 1, begun=begun)
        is_own = step.seat == lesson.seat
        if is_own:
            moved = attrs.evolve(moved, retry=begun, has_just_solved=False, has_missed=False)
        if self.solved == len(lesson.tasks):
            return moved
        task = lesson.tasks[self.solved]
        met = _find_met_goals(task, self.met, step, lesson.seat)
        if len(met) < len(task.goals):
            has_missed = (met <= self.met or not self.facts <= met) if is_own else moved.has_missed
            return attrs.evolve(moved, met=met, has_missed=has_missed)
        solved = self.solved + 1
        facts = _find_facts(lesson, solved, step.after)
        moved = attrs.evolve(moved, solved=solved, begun=None, start=step.after, facts=facts, met=facts)
        return attrs.evolve(moved, has_just_solved=True, has_missed=False)

    @property
    def progress(self) -> Progress:
        """The progress after these moves."""
        # A detour can solve a task and still use up what a later task needs, such as a cube or a tool. From such a
        # start, each new attempt would fail again.
        retry = self.retry
        while retry is not None and retry.moves and not _can_be_finished(retry):
            retry = retry.retry
        retry_at = None if retry is None else retry.moves
        return Progress(self.solved, self.has_just_solved, self.has_missed, retry_at)


def measure_progress(lesson: Lesson, steps: Iterable[Step]) -> Progress:
    """
    Return the progress in *lesson* after *steps*, which are all the moves since its position.

    The result depends only on the moves, so undoing a move also undoes its progress.
    """
    return functools.reduce(Attempts.after, steps, Attempts.begin(lesson)).progress


def _can_be_finished(begun: Attempts) -> bool:
    """Return whether the recorded solutions solve the remaining tasks from *begun*, where the first of them begins."""
    lesson = begun.lesson
    texts = [text for task in lesson.tasks[begun.solved :] for text in task.solution]
    try:
        steps = play_moves(attrs.evolve(lesson, position=begun.start), (), texts, lesson.id)
    except MisuseError:
        return False
    return functools.reduce(Attempts.after, steps, begun).solved == len(lesson.tasks)


def _find_facts(lesson: Lesson, solved: int, state: GameState) -> frozenset[int]:
    """Return the indexes of the next task's goals that *state* meets. There are none if all tasks are solved."""
    following = lesson.tasks[solved : solved + 1]
    return frozenset(index for task in following for index, goal in enumerate(task.goals) if goal.is_met_in(state))


def _find_met_goals(task: Task, met: frozenset[int], step: Step, seat: int) -> frozenset[int]:
    """Return the indexes of the goals that are met after *step*. *met* are those that were met before."""
    # Once a move or an event has occurred, its goal stays met. A fact about the position must hold at the end.
    return frozenset(
        index
        for index, goal in enumerate(task.goals)
        if (goal.is_met_in(step.after) if goal.kind == "position" else index in met or goal.is_met_by(step, seat))
    )


def check_lesson(lesson: Lesson) -> None:
    """
    Check that the last move of each task's solution solves the task, and that its mistakes make no progress.

    Raises:
        MisuseError: a task has no solution or no mistake, or one of them does not do what it should. The message names
            the task and the move.
    """
    steps: tuple[Step, ...] = ()
    for number, task in enumerate(lesson.tasks, start=1):
        place = f"lesson {lesson.id}, task {number}"
        if not task.solution or not task.mistakes:
            raise MisuseError(f"{place}: expected at least one move in solution and in mistakes")
        begun = steps[-1].after if steps else lesson.position
        is_met = all(goal.is_met_in(begun) for goal in task.goals)
        for text in task.mistakes:
            progress = measure_progress(lesson, play_moves(lesson, steps, [text], f"{place}, mistakes"))
            if progress.solved >= number or not progress.has_missed:
                why = ", because every goal is already met when the task begins" if is_met else ""
                raise MisuseError(f"{place}, mistakes: {text} meets a goal of the task{why}")
        for length, text in enumerate(task.solution, start=1):
            steps = play_moves(lesson, steps, [text], f"{place}, solution")
            is_solved = measure_progress(lesson, steps).solved == number
            if is_solved != (length == len(task.solution)):
                when = f"after {length} of {len(task.solution)} moves"
                raise MisuseError(f"{place}, solution: the task is {'' if is_solved else 'not '}solved {when}")
