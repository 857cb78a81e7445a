"""Check that the words, the objections and the notation of moves reveal no face-down piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from ..engine.transitions import objection
from ..errors import Objection
from ..errors.messages import brief
from ..model.state import GameState
from ..queries.why_not import why_not
from ..record.notation import format_move
from ..words import move_in_words
from ..words.languages import list_registered
from ._promises import CheckedPosition, Complaints, describe_failure, shorten_move, some_of_each_kind

_Query: TypeAlias = tuple[str, str, Callable[[GameState], object]]
"""The ``"type"`` of a rule's moves, a description of the difference to find, and the function to compare."""

_LISTED: Final = 2
"""The maximum number of legal moves of each kind to compare."""
_TRIED: Final = 6
"""The maximum number of other moves of each kind to compare."""


def check_secrets(asked: CheckedPosition) -> Complaints:
    """Check that the texts about moves are the same for a state and its public form."""
    # Everybody may read these texts, and a program may get them from the full state. So if the public form leads to
    # other texts, the rule looks at face-down pieces, even if its moves do not depend on them.
    state, public = asked.state, asked.state.public()
    reported: set[str] = set()
    for kind, what, query in (*_list_texts(asked), *_list_objections(asked)):
        if kind not in reported and (fault := _compare(what, query, state, public)) is not None:
            # Usually the same fault affects all moves of a kind.
            reported.add(kind)
            yield f"{fault}: the rule of {kind!r} looks at face-down pieces"


def _list_texts(asked: CheckedPosition) -> Iterator[_Query]:
    for move in some_of_each_kind(asked.listed, _LISTED):
        for language in list_registered():
            words = partial(move_in_words, move=move, language=language)
            yield move.type, f"other words for {shorten_move(move)} in {language!r}", words
        yield move.type, f"another notation of {shorten_move(move)}", partial(format_move, move=move)


def _list_objections(asked: CheckedPosition) -> Iterator[_Query]:
    for move in some_of_each_kind(asked.tried, _TRIED):
        yield move.type, f"another objection to {shorten_move(move)}", partial(objection, move=move)
    for kind in why_not(asked.state):
        yield kind, f"another result of why_not for {kind!r}", partial(_explain, kind)


def _explain(kind: str, state: GameState) -> Objection | None:
    return why_not(state).get(kind)


def _compare(what: str, query: Callable[[GameState], object], state: GameState, public: GameState) -> str | None:
    """Describe how the answers for a state and its public form differ. Return None if they are equal."""
    answer = query(state)
    try:
        other = query(public)
    except Exception as error:  # The code of an extension can fail in any way.
        return f"the public state has {what}: {describe_failure(error)}"
    if answer == other:
        return None
    return f"the public state has {what}: {_show(other, answer)} instead of {_show(answer, other)}"


def _show(answer: object, other: object) -> str:
    # The sentences of two objections may be equal although their facts differ, and programs get the facts.
    if isinstance(answer, Objection) and str(answer) == str(other):
        return brief(dict(answer.values), 120)
    return brief(str(answer), 120)
