"""What may have been meant by an attribute that a state has not, for those whose bot has failed by it."""

from __future__ import annotations

from typing import Final

from ..model.mine import Mine
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
