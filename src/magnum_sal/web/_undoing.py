"""
Consent to taking back: what is free, what others have to agree to, and what is refused.

Whoever takes back a move that turned up a piece knows a piece that lies face down again. So:

- If a piece was turned up since the move, every person of the table has to agree. While one of them cannot be asked
  (the seat is unclaimed, or a bot stands in), taking back is refused. A stand-in cannot agree for its person.
- Otherwise a move is free to take back while nobody but its player and bots has moved since. If another person has,
  or a stand-in has for them, those who are there have to agree. Nobody learns anything, so it need not wait for the
  others.
- Where no other seat is a person's, nobody has to be asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ..model.events import CardTurnedUp
from ..queries.effects import turned_up
from ..queries.steps import Step
from ._arrangement import Arrangement

FREE: Final = "free"
ASK: Final = "ask"
REFUSED: Final = "refused"


def turns_up(step: Step) -> bool:
    """Say whether a piece was turned up in a step: then somebody knows more than before."""
    return any(True for _ in turned_up(step.before, step.events)) or any(
        isinstance(event, CardTurnedUp) for event in step.events
    )


def last_own(made: Sequence[int], seats: Collection[int]) -> int | None:
    """
    Return how many moves stood before the last one of these seats; None where they made none.

    Args:
        made: The seat that made each move, in order.
        seats: The seats in question.
    """
    return next((number for number in reversed(range(len(made))) if made[number] in seats), None)


def consent_to_undo(undone: Sequence[Step], seats: Collection[int], arrangement: Arrangement) -> str:
    """
    Return ``FREE``, ``ASK`` or ``REFUSED``: what becomes of the wish to take back these steps.

    Args:
        undone: The steps that would be taken back.
        seats: The seats of who wants it, where no bot stands in.
        arrangement: Who sits where.
    """
    # An absent person has not agreed, whatever a stand-in plays meanwhile.
    is_seen = any(map(turns_up, undone))
    if is_seen and arrangement.absent():
        return REFUSED
    if set(arrangement.people()) <= set(seats):
        return FREE
    is_own = all(step.seat in seats or step.seat in arrangement.bots() for step in undone)
    return FREE if is_own and not is_seen else ASK
