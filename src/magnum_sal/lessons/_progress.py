"""Progress: which tasks of a lesson the moves so far have solved."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from ..engine.steps import Step
from ._lesson import Lesson, Task


@attrs.frozen
class Progress:
    """The progress in a lesson after some moves."""

    solved: int
    """The number of tasks solved."""
    has_just_solved: bool
    """Whether the learner's latest move, or what followed it, solved a task."""
    has_missed: bool
    """Whether the learner's latest move met no further goal of the current task."""
    retry_at: int | None
    """The number of moves before the learner's latest attempt at a task; None if the learner has not moved."""


def measure_progress(lesson: Lesson, steps: Iterable[Step]) -> Progress:
    """
    Return the progress in *lesson* after *steps*, which are all the moves since its position.

    The result depends only on the moves, so undoing a move also undoes its progress.
    """
    solved, begun = 0, 0
    met: frozenset[int] = frozenset()
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
            solved, begun, met = solved + 1, number + 1, frozenset()
            has_just_solved, has_missed = True, False
        elif is_own:
            has_missed = met <= known
    return Progress(solved, has_just_solved, has_missed, retry_at)


def _find_met_goals(task: Task, met: frozenset[int], step: Step, seat: int) -> frozenset[int]:
    """Return the indexes of the goals that are met after *step*. *met* are those that were met before."""
    # Once a move or an event has occurred, its goal stays met. A fact about the position must hold at the end.
    return frozenset(
        index
        for index, goal in enumerate(task.goals)
        if (goal.is_met_in(step.after) if goal.kind == "position" else index in met or goal.is_met_by(step, seat))
    )
