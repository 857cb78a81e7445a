"""Progress in a lesson: which tasks are solved, and the check that solutions solve them and mistakes do not."""

from __future__ import annotations

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


def measure_progress(lesson: Lesson, steps: Iterable[Step]) -> Progress:
    """
    Return the progress in *lesson* after *steps*, which are all the moves since its position.

    The result depends only on the moves, so undoing a move also undoes its progress.
    """
    made = tuple(steps)
    progress = _measure_attempts(lesson, made)
    # A detour can solve a task and still use up what a later task needs, such as a cube or a tool. From such a start,
    # each new attempt would fail again.
    retry_at = progress.retry_at
    while retry_at and not _can_be_finished(lesson, made[:retry_at]):
        retry_at = _measure_attempts(lesson, made[:retry_at]).retry_at
    return attrs.evolve(progress, retry_at=retry_at)


def _can_be_finished(lesson: Lesson, steps: tuple[Step, ...]) -> bool:
    """Return whether the recorded solutions of the tasks that are still open work after *steps*."""
    solved = _measure_attempts(lesson, steps).solved
    texts = [text for task in lesson.tasks[solved:] for text in task.solution]
    try:
        played = play_moves(lesson, steps, texts, lesson.id)
    except MisuseError:
        return False
    return _measure_attempts(lesson, played).solved == len(lesson.tasks)


def _measure_attempts(lesson: Lesson, steps: tuple[Step, ...]) -> Progress:
    """Return the progress in *lesson* with the start of the latest attempt, whether or not solutions work there."""
    solved, begun = 0, 0
    # A fact that is already true does not count as progress, but the learner can lose it.
    facts = met = _find_facts(lesson, 0, lesson.position)
    has_just_solved = has_missed = False
    retry_at: int | None = None
    for number, step in enumerate(steps):
        is_own = step.seat == lesson.seat
        if is_own:
            retry_at, has_just_solved, has_missed = begun, False, False
        if solved == len(lesson.tasks):
            continue
        task = lesson.tasks[solved]
        known, met = met, _find_met_goals(task, met, step, lesson.seat)
        if len(met) == len(task.goals):
            solved, begun = solved + 1, number + 1
            facts = met = _find_facts(lesson, solved, step.after)
            has_just_solved, has_missed = True, False
        elif is_own:
            has_missed = met <= known or not facts <= met
    return Progress(solved, has_just_solved, has_missed, retry_at)


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
    Check that the solution of each task solves it, that no part of the solution is left over, and that no mistake does.

    Raises:
        MisuseError: a task has no solution or mistake, or one of them does not do what it should. The message names
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
