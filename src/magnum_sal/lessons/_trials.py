"""Trials of lessons: play the recorded solutions and mistakes, as a table of the server would."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.steps import Step
from ..engine.transitions import apply, legal_moves, objection
from ..errors import MagnumSalError, MisuseError
from ..model.moves import EndTurn, Move, Pass
from ..model.state import GameState
from ..record.notation import parse_move
from ._lesson import Lesson
from ._progress import measure_progress


def choose_passing_move(state: GameState) -> Move:
    """Return the move of a player who takes no part in a lesson: a pass, or the first legal move if passing is not."""
    for move in (Pass(), EndTurn()):
        if objection(state, move) is None:
            return move
    return legal_moves(state)[0]


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
        early = [goal for goal, wanted in enumerate(task.goals, start=1) if wanted.is_met_in(begun)]
        for text in task.mistakes:
            progress = measure_progress(lesson, play_moves(lesson, steps, [text], f"{place}, mistakes"))
            if progress.solved >= number or not progress.has_missed:
                why = f", because goal {early[0]} is already met when the task begins" if early else ""
                raise MisuseError(f"{place}, mistakes: {text} meets a goal of the task{why}")
        for length, text in enumerate(task.solution, start=1):
            steps = play_moves(lesson, steps, [text], f"{place}, solution")
            is_solved = measure_progress(lesson, steps).solved == number
            if is_solved != (length == len(task.solution)):
                when = f"after {length} of {len(task.solution)} moves"
                raise MisuseError(f"{place}, solution: the task is {'' if is_solved else 'not '}solved {when}")


def play_moves(lesson: Lesson, steps: Sequence[Step], texts: Sequence[str], place: str) -> tuple[Step, ...]:
    """
    Return *steps* and the learner's further moves, with the passes of the other players in between.

    Raises:
        MisuseError: a move is not legal. The message begins with *place*.
    """
    played = list(steps)
    state = played[-1].after if played else lesson.position
    for text in texts:
        try:
            transition = apply(state, parse_move(state, text))
        except MagnumSalError as error:
            raise MisuseError(f"{place}: {text}: {error}") from error
        played.append(transition.step)
        state = transition.state
        while not state.is_over and state.turn_seat != lesson.seat:
            transition = apply(state, choose_passing_move(state))
            played.append(transition.step)
            state = transition.state
    return tuple(played)
