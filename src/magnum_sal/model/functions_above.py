"""Functions of higher layers: to list and play moves, to evolve and show states, and to find ids by their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from ..errors.suggestions import find_similar, split_into_words

if TYPE_CHECKING:
    from .moves import Move
    from .ruleset import Ruleset
    from .state import GameState

FROM_ABOVE: Final[dict[str, Callable[..., Any]]] = {}
# The model cannot import the modules above it. They register their functions here when the package is imported.


def show_states(
    *,
    text: Callable[[GameState], str],
    table: Callable[[GameState], str],
    svg: Callable[[GameState, object, str | None], str],
) -> None:
    """Register the functions that show a state: *text* for its repr, *table* for ``print``, *svg* for notebooks."""
    FROM_ABOVE.update(text=text, table=table, svg=svg)


def play_states(
    *,
    moves: Callable[..., tuple[Move, ...]],
    play: Callable[[GameState, Move], GameState],
    evolve: Callable[[GameState, Iterable[object]], GameState],
) -> None:
    """Register the functions that list the legal *moves* of a state, *play* one of them, and *evolve* it by events."""
    FROM_ABOVE.update(moves=moves, play=play, evolve=evolve)


def state_after(state: GameState, events: Iterable[object]) -> GameState:
    """Return the state after *events*, for rules that need it to decide the next events."""
    after: GameState = FROM_ABOVE["evolve"](state, events)
    return after


def read_moves(read: Callable[[GameState, Any], Move]) -> None:
    """Register the function that reads the text or the JSON form of a move."""
    FROM_ABOVE.update(read=read)


def name_ids(names: Callable[[Ruleset, str], Collection[frozenset[str]]]) -> None:
    """Register the function that returns the names of an id in all languages, each as a set of lower-case words."""
    FROM_ABOVE.update(names=names)


def list_names(ruleset: Ruleset, key: str) -> Collection[frozenset[str]]:
    """Return the names of an id in all languages, each as a set of lower-case words."""
    names: Collection[frozenset[str]] = FROM_ABOVE["names"](ruleset, key)
    return names


def find_by_name(ruleset: Ruleset, typed: object, ids: Collection[str]) -> tuple[str, ...]:
    """Return the *ids* whose name in any language is *typed*, or else those that are spelled similarly."""
    if not isinstance(typed, str):
        return ()
    # The words of an id are separated by underscores, and those of a name by spaces.
    words = split_into_words(typed.replace("_", " "))
    named = [key for key in ids if words in list_names(ruleset, key)]
    return tuple(named or find_similar(typed, ids))


def as_picture(state: GameState, last: object = None, end_reason: str | None = None) -> str:
    """Return the picture of a state, with the steps that led to it and the reason if the game was ended there."""
    return str(FROM_ABOVE["svg"](state, last, end_reason))
