"""
How values show themselves: a state's repr, the table that is printed, its picture, an objection's sentence.

``state`` and ``errors`` cannot import what writes, draws and tells them, which stands above; so the functions here are
handed down to them when the package is imported. They load the rest when they are first asked.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from .._internal.field_help import tell_fields
from .._internal.immutable import Immutable
from ..engine.transitions import Transition
from ..errors import MagnumSalError, Objection, tell_objections
from ..errors.messages import printable
from ..model.display import DisplayItem
from ..model.state import GameState, show_states

LONGEST_LINE: Final = 100
"""Characters of a repr that stands on one line."""


def as_text(state: GameState) -> str:
    """
    Return the call of ``testing.position`` that makes *state* again, or between angle brackets why there is none.

    It raises nothing: a repr is asked for where something has gone wrong already.
    """
    from ..record.positions import sketch

    try:
        text = sketch(state)
    except MagnumSalError as error:
        reason = str(error)
    except Exception as error:
        reason = f"it is no state of a game: {error!r}"
    else:
        line = f"position({text.replace(chr(10), ' | ')!r})"
        quoted = text.replace("\\", r"\\").replace("'''", r"\'\'\'")
        return line if len(line) <= LONGEST_LINE else f"position('''\n{quoted}\n''')"
    course = ", ".join(f"{field} {getattr(state, field, '?')}" for field in ("phase", "round", "turn_seat"))
    return f"<GameState: {printable(course, 60)}; {printable(reason, 200)}>"


def as_table(state: GameState) -> str:
    """Return the table that *state* shows, or its repr where it is no state of a game; it raises nothing either."""
    from . import text

    try:
        return text(state)
    except Exception:
        return as_text(state)


def as_picture(state: GameState, last: Any = None) -> str:
    """Return *state* as an SVG picture, and what the *last* steps brought."""
    from . import svg

    return str(svg(state, last=last))


def as_sentence(objection: Objection) -> str:
    """Return *objection* in English."""
    from ..words import objection_in_words

    return objection_in_words(objection)


def hand_down() -> None:
    """Give states the three ways to show themselves, objections their words, and ``help()`` the sentences of fields."""
    show_states(text=as_text, table=as_table, svg=as_picture)
    tell_objections(as_sentence)
    for kind in (Immutable, Transition, *get_args(DisplayItem)):
        tell_fields(kind)
