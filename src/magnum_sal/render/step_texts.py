"""The last steps in words, for SVG and text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from ..engine.steps import Step
from ..model.events import GameEnded, PhaseEnded, TurnStarted
from ..model.pieces import SEAT_LETTERS
from ..queries.tidying import with_tidying
from ..words import phase_end_in_words, reveal_in_words, step_in_words


@attrs.frozen
class StepText:
    """A step in words."""

    seat: int
    who: str
    """The letter and the name of the player who made the move."""
    move: str
    came: tuple[str, ...]
    """The effects of the move, one sentence each."""
    ended: tuple[str, ...]
    """The sentences in ``came`` that describe the end of a phase."""


MOST_TOLD: Final = 24
"""The maximum number of last steps that a picture describes and draws arrows for."""


def describe_steps(steps: Sequence[Step], language: str) -> list[StepText]:
    """Describe the steps. The end of a phase takes up to two sentences. Starts of turns are omitted."""
    return [_describe_step(step, language) for step in steps]


def _describe_step(step: Step, language: str) -> StepText:
    who = f"{SEAT_LETTERS[step.seat]} {step.before.players[step.seat].name}"
    ended = phase_end_in_words(step, language)
    happened = [event for event, tidies in with_tidying(step.events) if not tidies and not isinstance(event, _KNOWN)]
    # The words about the end of a phase cover everything that is cleared away then. Effects before the end belong to
    # the move, and cards after it to the next phase.
    end = next((number for number, event in enumerate(happened) if isinstance(event, PhaseEnded)), len(happened))
    told, *before = step_in_words(attrs.evolve(step, events=tuple(happened[:end])), language)
    # The first sentence is the move after the player's name. Describing the move again would take 30 % of the time.
    move = told.removeprefix(f"{step.before.players[step.seat].name}: ")
    after = reveal_in_words(step.before, happened[end + 1 :], language)
    return StepText(step.seat, who, move, (*before, *ended, *after), ended)


_KNOWN = (GameEnded, TurnStarted)
"""Events that the headline already describes."""
