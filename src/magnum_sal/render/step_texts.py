"""The last steps in words, for both pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from ..model.events import Event, GameEnded, PhaseEnded, TurnStarted
from ..queries.steps import Step
from ..queries.tidying import with_tidying
from ..words import phase_end_in_words, reveal_in_words, step_in_words
from .board_facts import made_in_words, who_made


@attrs.frozen
class Told:
    """A step in words."""

    seat: int
    who: str
    """The letter and the name of who made the move."""
    move: str
    """What the move was."""
    came: tuple[str, ...]
    """What came of it, a sentence each."""
    ended: tuple[str, ...]
    """Those of these sentences that tell of a phase's end."""


MOST_TOLD: Final = 24
"""Steps that a picture tells in words, and arrows that it draws for them, at most: the last ones."""


def told_steps(steps: Sequence[Step], language: str) -> list[Told]:
    """Return the steps in words; what a phase's end brings by itself in two sentences, and no turn that starts."""
    return [
        Told(
            step.seat,
            who_made(step),
            made_in_words(step, language),
            _came(step, language),
            phase_end_in_words(step, language),
        )
        for step in steps
    ]


def _came(step: Step, language: str) -> tuple[str, ...]:
    happened = [event for event, tidies in with_tidying(step.events) if not tidies and not isinstance(event, _KNOWN)]
    ended = next((number for number, event in enumerate(happened) if isinstance(event, PhaseEnded)), len(happened))
    _, *before = step_in_words(attrs.evolve(step, events=tuple(happened[:ended])), language)
    after: Sequence[Event] = happened[ended + 1 :]
    return (*before, *phase_end_in_words(step, language), *reveal_in_words(step.before, after, language))


_KNOWN = (GameEnded, TurnStarted)
"""What the first line tells."""
