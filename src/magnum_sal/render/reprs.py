"""
How values display themselves: a state's repr, table and picture, and the sentence of an objection or error.

``state`` and ``errors`` are in a lower layer, so they cannot import the code that formats and draws. This module
registers functions with them when the package is imported. The functions import that code on first use.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from .._internal.field_help import provide_field_help
from .._internal.immutable import Immutable
from ..engine.steps import Transition
from ..errors import MagnumSalError, Objection, register_words
from ..errors.messages import printable
from ..model.display import DisplayItem
from ..model.functions_above import name_ids, show_states
from ..model.ruleset import Ruleset
from ..model.state import GameState

LONGEST_LINE: Final = 100
"""The maximum number of characters in a one-line repr."""


def as_text(state: GameState) -> str:
    """
    Return a call to ``testing.position`` that recreates *state*.

    If no call can recreate *state*, return the reason in angle brackets. The function never raises an error,
    because people read a repr when something has already gone wrong.
    """
    # Imported late, because ``import magnum_sal`` loads this module, and most programs never print a state.
    from ..record.positions import sketch

    try:
        text = sketch(state)
    except MagnumSalError as error:
        reason = str(error)
    # A state that a program has built wrongly can fail anywhere. Debuggers and failing tests must still show it.
    except Exception as error:
        reason = f"it is not a state of a game: {error!r}"
    else:
        line = f"position({text.replace(chr(10), ' | ')!r})"
        # The long form is a multi-line literal. Backslashes and closing quotes in the text must not end or change it
        # when it is pasted.
        quoted = text.replace("\\", r"\\").replace("'''", r"\'\'\'")
        return line if len(line) <= LONGEST_LINE else f"position('''\n{quoted}\n''')"
    course = ", ".join(f"{field} {getattr(state, field, '?')}" for field in ("phase", "round", "turn_seat"))
    return f"<GameState: {printable(course, 60)}; {printable(reason, 200)}>"


def as_table(state: GameState) -> str:
    """Return *state* as a table, or as its repr if that fails. Like ``as_text``, this function never raises."""
    from . import text

    try:
        return text(state)
    except Exception:
        return as_text(state)


def as_picture(state: GameState, last: Any = None, end_reason: str | None = None) -> str:
    """Return *state* as an SVG picture with the effects of the *last* steps, or the reason for an early end."""
    from . import svg

    return str(svg(state, last=last, end_reason=end_reason))


def as_sentence(objection: Objection) -> str:
    """Return *objection* in English."""
    from ..words import objection_in_words

    return objection_in_words(objection)


def as_message(error: MagnumSalError) -> str:
    """Return the English message of an error that has a ``reason``."""
    from ..words import error_in_words

    return error_in_words(error)


def as_names(ruleset: Ruleset, key: str) -> frozenset[frozenset[str]]:
    """Return the names of an id in all languages, each as a set of words."""
    from ..words.mistakes import list_names

    return list_names(ruleset, key)


def register_reprs() -> None:
    """Register the displays of states, the words of objections and errors, and the docstrings for ``help()``."""
    show_states(text=as_text, table=as_table, svg=as_picture)
    register_words(objection=as_sentence, error=as_message)
    name_ids(as_names)
    # Transitions and the items of ``display`` are named tuples, which do not derive from ``Immutable``.
    for kind in (Immutable, Transition, *get_args(DisplayItem)):
        provide_field_help(kind)
