"""The answers of a server about the progress of a game: hints, the standing, and the history in words."""

from __future__ import annotations

from typing import Annotated, Protocol

from ..model.events import Event
from ..model.fields import Count, Number, Seat
from ..model.meaning import Within
from ..model.moves import Move
from ..model.state import GameState
from ..record.serialization.shapes import Message
from .answers import Answer


class Advice(Message):
    """A move that a bot recommends."""

    move: Move
    """The move."""
    words: str
    """The move in words."""
    brings: str
    """The costs and effects of the move, in words."""
    chance: Annotated[int, Within(0, 100)]
    """The chance of winning after the move, in percent."""
    error: Annotated[int, Within(0, 100)]
    """The standard error of the chance, in percent."""
    margin: Number
    """The player's expected final lead over the mean of the other players, in groszy."""
    told: tuple[str, ...]
    """The value of the move, the reasons for it, and the expected continuation, in sentences."""


class Adviser(Protocol):
    """
    A function that finds the moves of a hint, such as ``bots.advise``.

    A server calls it for each ``hint`` request, and sends no other answer until it returns. The position is public, or
    the view of a seat. The function must not change anything, and raises ``MisuseError`` if nobody can move.
    """

    def __call__(
        self, state: GameState, *, iterations: int, lines: int, seed: int, language: str
    ) -> tuple[Advice, ...]:
        """Return the best moves of the player to move, best first."""
        ...


class NewsItem(Message, definition="Happened"):
    """A step of the game, or another event, in words."""

    step: Count
    """The number of moves made so far, including this one."""
    seat: Seat | None
    """The seat that moved; None for other events."""
    words: tuple[str, ...]
    """The move and its results."""
    move: Move | None = None
    """The move; None for other events."""
    events: tuple[Event, ...] = ()
    """
    The events up to the next decision, from which a page can show how the pieces move: the public ones, then
    ``tile_seen`` for each tile that only the reader's seat has seen.
    """


# A definition has one meaning in all schemas, and tables have requests and answers with some of these names. So each
# class below is named after its subject, a position or a session.


class PositionHintAnswer(Answer, type="hint"):
    """The moves that a good bot recommends, best first, with reasons."""

    advice: tuple[Advice, ...]
    """The moves, each with its value and reasons."""
    words: tuple[str, ...]
    """The hint in sentences."""


class PositionStandingAnswer(Answer, type="standing"):
    """The scores as a table, best first, and the progress of the game."""

    headings: tuple[str, ...]
    """The headings of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The cells of each row, one row for each player."""
    words: tuple[str, ...]
    """How the game ended, in sentences; empty until the game is over."""
    turn_words: str
    """The progress of the game, in a sentence: whose turn it is, or how the game ended."""


class SessionHistoryAnswer(Answer, type="history"):
    """Moves of a session in words, starting with entry *first*, out of *total* entries."""

    steps: tuple[NewsItem, ...]
    """
    The moves of the page, each with the pieces turned up after it. ``step`` counts these pieces, too, so it is the
    ``to`` of an ``undo`` that keeps the move.
    """
    first: Count
    """The number of the first entry of the page, counted from 0."""
    total: Count
    """The number of moves on all pages. Moves that were undone are not among them."""
