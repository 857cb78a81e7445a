"""Recorded moves: play the solutions and mistakes of a lesson, as a table of the server would."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.steps import Step
from ..engine.transitions import apply, legal_moves, objection
from ..errors import MagnumSalError, MisuseError
from ..model.moves import EndTurn, Move, Pass
from ..model.state import GameState
from ..record.notation import parse_move
from ._lesson import Lesson


def choose_passing_move(state: GameState) -> Move:
    """Return the move of a player who takes no part in a lesson: a pass, or any legal move if a pass is illegal."""
    for move in (Pass(), EndTurn()):
        if objection(state, move) is None:
            return move
    return legal_moves(state)[0]


def play_moves(lesson: Lesson, steps: Sequence[Step], texts: Sequence[str], place: str) -> tuple[Step, ...]:
    """
    Return *steps* and the learner's further moves, with the passes of the other players before and after each.

    Raises:
        MisuseError: a move is not legal. The message begins with *place*.
    """
    played = _add_passes(lesson, steps)
    for text in texts:
        state = played[-1].after if played else lesson.position
        try:
            transition = apply(state, parse_move(state, text))
        except MagnumSalError as error:
            raise MisuseError(f"{place}: {text}: {error}") from error
        played = _add_passes(lesson, (*played, transition.step))
    return played


def _add_passes(lesson: Lesson, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return *steps* and the passes of the other players until the learner is to move or the game is over."""
    played = list(steps)
    state = played[-1].after if played else lesson.position
    while not state.is_over and state.turn_seat != lesson.seat:
        transition = apply(state, choose_passing_move(state))
        played.append(transition.step)
        state = transition.state
    return tuple(played)
