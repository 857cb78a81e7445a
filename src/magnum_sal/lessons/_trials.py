"""Trials of lessons: check that the recorded solutions and mistakes do what they should."""

from __future__ import annotations

from ..engine.steps import Step
from ..errors import MisuseError
from ._lesson import Lesson
from ._progress import measure_progress
from ._solutions import play_moves


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
