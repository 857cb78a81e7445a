"""What a bot answered that is no legal move, and how that may have come about."""

from __future__ import annotations

import contextlib
import inspect

from ..bots.illegal_moves import illegal_in_words
from ..errors.messages import printable
from ..model.moves import Move
from ..model.state import GameState


def objection_to(answer: object, state: GameState, legal: int) -> str:
    """
    Return why *answer* is none of so many moves, those that are legal in *state*.

    A coroutine is closed, so that Python does not complain of it.

    >>> from magnum_sal import VisitWorkshop, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> objection_to(None, state, 20)
    'None is none of the 20 legal moves; is a return missing?'
    >>> objection_to(VisitWorkshop(9), state, 20).removeprefix("the bot chose VisitWorkshop(slot=9), which is ")
    'not legal here: there is no space 10; the workshop has spaces 1 to 3 only'
    """
    if inspect.iscoroutine(answer):
        with contextlib.suppress(Exception, SystemExit):  # it is the bot's code that is ended
            answer.close()
        return "the answer is a coroutine and no move: a bot is called and not awaited; write def in place of async def"
    if inspect.isgenerator(answer) or inspect.isasyncgen(answer):
        return "the answer is a generator and no move: where a bot's code has yield, write return"
    shown = _shown(answer)
    if isinstance(answer, Move) and shown is not None:
        return f"the bot chose {illegal_in_words(state, answer)}"
    missing = "; is a return missing?" if answer is None else ""
    return f"{shown or f'an object of {type(answer).__name__}'} is none of the {legal} legal moves{missing}"


def _shown(answer: object) -> str | None:
    """Return an answer as a message shows it, None where it cannot show itself."""
    try:
        return printable(repr(answer), 80)
    except Exception:
        return None
