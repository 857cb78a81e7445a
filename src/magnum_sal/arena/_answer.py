"""What a bot answered that is no legal move, and how that may have come about."""

from __future__ import annotations

import contextlib
import inspect

from .._wording import printable


def objection_to(answer: object, legal: int) -> str:
    """
    Return why *answer* is none of so many legal moves; a coroutine is closed, so that Python does not complain of it.

    >>> objection_to(None, 20)
    'None is none of the 20 legal moves; is a return missing?'
    """
    if inspect.iscoroutine(answer):
        with contextlib.suppress(Exception, SystemExit):  # it is the bot's code that is ended
            answer.close()
        return "the answer is a coroutine and no move: a bot is called and not awaited; write def in place of async def"
    if inspect.isgenerator(answer) or inspect.isasyncgen(answer):
        return "the answer is a generator and no move: where a bot's code has yield, write return"
    missing = "; is a return missing?" if answer is None else ""
    return f"{_shown(answer)} is none of the {legal} legal moves{missing}"


def _shown(answer: object) -> str:
    try:
        return printable(repr(answer), 80)
    except Exception:
        return f"an object of {type(answer).__name__}"  # which cannot show itself
