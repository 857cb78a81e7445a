"""The requests about the progress of a game: hints, the standing, and the history in words."""

from __future__ import annotations

from typing import Annotated, Final

from ..model.fields import Count
from ..model.meaning import Within
from .request_fields import MOST_LISTED
from .requests import InWords, PositionedRequest, SessionRequest

MOST_ITERATIONS: Final = 1000
"""
The maximum number of iterations for a hint: twice as many as the strongest level uses for a move.

The server answers nothing else in the meantime, and more iterations hardly improve the best move.
"""
MOST_ADVISED: Final = 10
"""The maximum number of moves in a hint."""


class PositionHintRequest(InWords, PositionedRequest, type="hint"):
    """Ask for the moves that a good bot recommends to the player to move, with reasons."""

    iterations: Annotated[int, Within(1, MOST_ITERATIONS)] = 60
    """The number of iterations of the search. The server answers nothing else until the search ends."""
    lines: Annotated[int, Within(1, MOST_ADVISED)] = 3
    """The maximum number of moves. A search with few iterations may find fewer."""
    seed: Count = 0
    """The seed of the search. The same position, iterations and seed give the same hint."""


class PositionStandingRequest(InWords, PositionedRequest, type="standing"):
    """Ask for the scores as a table in words, whose turn it is, and how the game ended."""


class SessionHistoryRequest(InWords, SessionRequest, type="history"):
    """Ask for at most *most* moves of a session in words, starting with entry *first*."""

    first: Count = 0
    """The number of the first entry, counted from 0."""
    most: Annotated[int, Within(1, MOST_LISTED)] = MOST_LISTED
    """The maximum number of entries."""
