"""What may be taken back without asking anybody."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .._effects import turned_up
from .._step import Step
from ..events import CardTurnedUp


def turns_up(step: Step) -> bool:
    """Say whether a piece was turned up in a step: then somebody knows more than before."""
    return any(True for _ in turned_up(step.before, step.events)) or any(
        isinstance(event, CardTurnedUp) for event in step.events
    )


def last_own(steps: Sequence[Step], seats: Collection[int]) -> int | None:
    """Return how many steps stood before the last one that these seats made; None where they made none."""
    return next((number for number in reversed(range(len(steps))) if steps[number].seat in seats), None)


def is_free(steps: Sequence[Step], to: int, seats: Collection[int], bots: Collection[int]) -> bool:
    """
    Say whether all steps after the first *to* may be taken back by who plays *seats*, without asking anybody.

    They may while nothing was turned up, and nobody but these seats and bots has moved.
    """
    return all((step.seat in seats or step.seat in bots) and not turns_up(step) for step in steps[to:])
