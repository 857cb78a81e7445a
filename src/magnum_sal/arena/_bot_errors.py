"""Errors of bots: what a bot's code raised or answered, as the error that it counts as, with a hint at the cause."""

from __future__ import annotations

import contextlib
import inspect
import traceback
from typing import Final

from .._internal.tracebacks import own_traceback, place_of, place_of_code
from ..bots.protocol import BotError, fit_details, illegal_in_words
from ..errors.messages import printable
from ..model.mine import Mine
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.score import Score
from ..model.state import Bank, GameState, Player, Turn
from ..queries import facts

_PARTS: Final = (
    (Player, "state.players[seat]"),
    (Turn, "state.turn"),
    (Mine, "state.mine"),
    (Bank, "state.bank"),
    (Score, "state.scores[seat]"),
    (Ruleset, "state.ruleset"),
)
"""The parts of a state, and how each is written; what several of them have is most often the first one's."""


def as_bot_error(error: BaseException, called: object = None) -> BotError:
    """
    Return what a bot has raised as the error that it counts as, with file, line and traceback of its own code.

    Of what could not even be *called* so, the message has the place where it begins.
    """
    if isinstance(error, BotError):
        return error
    place = place_of(error) or place_of_code(called)
    failure = BotError("error", f"{_describe(error)}{hint_on(error)}{place}", _traceback(error))
    failure.__cause__ = error
    return failure


def _describe(error: BaseException) -> str:
    """Return class and text of an error, whose text somebody else's code makes."""
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:
        return f"{name}, which cannot even be told"
    return f"{name}: {printable(text, 350)}" if text else name


def _traceback(error: BaseException) -> tuple[str, ...]:
    """Return the lines of the traceback, from the bot's own code on."""
    try:
        told = traceback.TracebackException(type(error), error, own_traceback(error), compact=True)
        text = "".join(told.format())
    except Exception:  # an error can be so made that it cannot be told
        return ()
    return fit_details(text.splitlines())


def hint_on(error: BaseException) -> str:
    """
    Return what may have been meant where a state was asked for what one of its parts has; empty for any other error.

    >>> import magnum_sal as ms
    >>> try:
    ...     ms.new_game(["Ada", "Ben"], seed=1).money
    ... except AttributeError as error:
    ...     print(hint_on(error))
    ; a state has state.players[seat].money
    """
    name = getattr(error, "name", None)
    if not isinstance(error, AttributeError) or not isinstance(error.obj, GameState) or type(name) is not str:
        return ""
    if name.startswith("_"):
        return ""
    for part, place in _PARTS:
        if hasattr(part, name):
            return f"; a state has {place}.{name}"
    return f"; there is magnum_sal.queries.facts.{name}" if name in facts.__all__ else ""


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
    shown = _show(answer)
    if isinstance(answer, Move) and shown is not None:
        return f"the bot chose {illegal_in_words(state, answer)}"
    missing = "; is a return missing?" if answer is None else ""
    return f"{shown or f'an object of {type(answer).__name__}'} is none of the {legal} legal moves{missing}"


def _show(answer: object) -> str | None:
    """Return an answer as a message shows it, None where it cannot show itself."""
    try:
        return printable(repr(answer), 80)
    except Exception:
        return None
