"""Hints: the moves that a bot recommends, as a server sends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.state import GameState
from ..protocol import Advice
from ..words.questions import describe_outcome

if TYPE_CHECKING:
    from ._analysis import Line

# Programs that run a server import advise(), but most clients never ask for a hint. So the search is imported only when
# a hint is requested.


def advise(
    state: GameState, *, iterations: int = 60, lines: int = 3, seed: int = 0, language: str = "en"
) -> tuple[Advice, ...]:
    """
    Find the best moves with ``analyse`` and describe them, best first, for the hints of a ``protocol.Server``.

    >>> import magnum_sal as ms
    >>> from magnum_sal.protocol import Server, answer
    >>> server = Server(advise=advise, is_greeted=True)
    >>> asked = {"type": "hint", "id": 1, "state": ms.to_dict(ms.new_game(["Ada", "Ben"], seed=7).public())}
    >>> _, said = answer(server, {**asked, "lines": 1})
    >>> len(said["advice"]), said["words"] == [" ".join([f"{one['words']}.", *one["told"]]) for one in said["advice"]]
    (1, True)

    Args:
        state: A position in which a player has to move. Face-down pieces are ignored.
        iterations: The number of iterations of the search.
        lines: The maximum number of moves.
        seed: The seed of the search.
        language: One of ``LANGUAGES``.

    Raises:
        MisuseError: as for ``analyse``, or *language* is not in ``LANGUAGES``.
    """
    from ._analysis import analyse

    analysis = analyse(state, iterations=iterations, lines=lines, seed=seed)
    return tuple(describe_line(analysis.state, line, language) for line in analysis.lines)


def describe_line(state: GameState, line: Line, language: str) -> Advice:
    """Describe a move of the analysis of *state*."""
    from ._descriptions import line_in_words

    words, brings = describe_outcome(state, line.move, language)
    return Advice(
        move=line.move,
        words=words,
        brings=brings,
        chance=round(100 * line.chance),
        error=round(100 * line.error),
        margin=round(line.margin),
        told=line_in_words(state, line, language),
    )
