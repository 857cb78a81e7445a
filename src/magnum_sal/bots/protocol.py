"""The interface of bots: a callable that takes the view of its seat and the legal moves, and returns one of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

from ..errors import MagnumSalError, MisuseError
from ..errors.messages import brief, printable
from ..model.events import Event
from ..model.moves import Move
from ..model.state import GameState


class Bot(Protocol):
    """
    A player. A plain function is enough; the hooks of ``BotHooks`` are optional.

    The state is the view of the bot's seat (``GameState.seen_by``), so no bot can see a hidden piece in it. Without an
    extension that gives players secrets, this view is the public state. A bot that runs in the process of its caller
    can still look at and change everything there. To separate them, run the bot as a program (``magnum-sal bot``).

    If you pass the name of a class to ``make_bot``, the class is called with the options in the name. If it accepts
    ``rng``, it also gets a ``random.Random`` seeded for this bot in this game.
    """

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Return one of *moves*, the legal moves in *state*; it is this bot's turn."""
        ...


BotFactory: TypeAlias = Callable[[random.Random], Bot]
"""A function that creates a bot for one game from the bot's own random source."""


PASS_THE_CLASS: Final = "every game creates its own bots, so pass the class, not an instance"
"""The advice for somebody who names or passes an instance where the class or function of a bot is expected."""


class BotHooks:
    """The optional hooks of a bot; use it as a base class to inherit hooks that do nothing."""

    def game_started(self, state: GameState, seat: int) -> None:
        """Receive the first state of a new game as the bot's seat sees it, and the seat."""

    def observed(self, move: Move, events: Sequence[Event]) -> None:
        """
        Receive a move made by any player, including this bot, and all events that the move caused.

        If the bot's seat has looked at a tile in this move, a ``TileSeen`` with the tile follows the events (PUBLIC-1).
        """

    def game_ended(self, state: GameState) -> None:
        """Receive the last state as the bot's seat sees it."""

    def close(self) -> None:
        """Release the bot's resources, such as a process. Called once, even after a failure."""


Failure: TypeAlias = Literal["illegal", "late", "died", "rubbish", "error"]
"""
The ways in which a bot can fail:

- ``illegal``: the answer is illegal
- ``late``: the answer came too late
- ``died``: the process ended
- ``rubbish``: the process broke the protocol
- ``error``: an exception was raised in Python
"""


class BotError(MagnumSalError):
    """The error raised if a bot fails to play."""

    kind: Failure
    """The kind of failure."""
    sentence: str
    """A sentence that describes the failure."""
    details: tuple[str, ...]
    """
    Further lines, such as the traceback of the bot's own code, or lines from its process's standard error. The lines
    come from third parties, so they are made printable.
    """

    def __init__(self, kind: Failure, sentence: str, details: Iterable[str] = ()) -> None:
        self.kind = kind
        self.sentence = printable(sentence)
        self.details = fit_details(details)
        super().__init__(self.kind, self.sentence, self.details)

    def __str__(self) -> str:
        return self.sentence


class FailureCatcher:
    """
    A context manager that catches what the code of a bot raises, and keeps it as ``error``.

    A bot may raise anything, such as ``SystemExit`` or ``asyncio.CancelledError``, and must not end its caller. Only
    two errors are passed on: Ctrl+C must stop the caller, and Python closes generators with ``GeneratorExit``.
    """

    error: BaseException | None = None
    """The error, or None if the block has raised none."""

    def __enter__(self) -> FailureCatcher:
        return self

    def __exit__(self, _class: object, error: BaseException | None, _traceback: object) -> bool:
        if isinstance(error, (KeyboardInterrupt, GeneratorExit)):
            return False
        self.error = error
        return error is not None


PROTOCOLS: Final = (1, 2)
"""
The versions of the process protocol, the preferred one first. Since version 2, a program may send requests about
positions.
"""

MOST_SECONDS: Final = 10**9
"""The maximum time in seconds, about thirty years."""

MOST_DETAILS: Final = 24
"""The maximum number of lines in a failure's details."""

FIRST_DETAILS: Final = 11
"""The number of these lines that are kept from the beginning; one line stands for those that are left out."""

LONGEST_DETAIL: Final = 200
"""The maximum number of characters in a line of a failure's details."""


def is_move_time(seconds: Any) -> bool:
    """Check whether *seconds* is a time limit for a move."""
    return type(seconds) in (int, float) and 0 < seconds <= MOST_SECONDS


def check_move_seconds(seconds: Any) -> None:
    """Raise ``MisuseError`` if *seconds* is neither a time for a move nor None, which stands for no limit."""
    if seconds is not None and not is_move_time(seconds):
        raise MisuseError(
            f"the time for a move must be above 0 and at most {MOST_SECONDS} seconds, not {brief(seconds)}"
        )


def fit_details(lines: Iterable[str]) -> tuple[str, ...]:
    """Return printable lines of limited length; if there are too many, return only the first and the last ones."""
    lines = list(lines)
    # A traceback names the error at its end, and other programs name it at the beginning, so both parts are kept.
    if len(lines) > MOST_DETAILS:
        last = MOST_DETAILS - FIRST_DETAILS - 1
        told = f"... ({len(lines) - FIRST_DETAILS - last} more lines)"
        lines = [*lines[:FIRST_DETAILS], told, *lines[-last:]]
    return tuple(printable(line.rstrip(), LONGEST_DETAIL) for line in lines)


def illegal_in_words(state: GameState, move: Move) -> str:
    """
    Return a message about an illegal move, with the first objection if there is one.

    >>> from magnum_sal import PlaceMiner, new_game
    >>> illegal_in_words(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S2"))
    "PlaceMiner(source='stock', target='S2'), which is not legal here: S2 is not connected to the entrance: S1 is empty"
    """
    from ..engine.transitions import objection
    from ..words import objection_in_words

    why = ""
    with FailureCatcher():  # a class of moves that belongs to a bot can fail in any way
        against = objection(state, move)
        why = "" if against is None else f": {objection_in_words(against)}"
    return f"{printable(repr(move), 120)}, which is not legal here{why}"


def find_move(answer: object, moves: tuple[Move, ...]) -> Move | None:
    """Return the legal move that a bot's *answer* equals, or None."""
    # The answer may be of the bot's own class, so the bot's code may run when the answer is compared.
    with FailureCatcher():
        return moves[moves.index(answer)] if isinstance(answer, Move) else None
    return None


def close_bot(bot: Bot) -> None:
    """Call the bot's method ``close`` if it has one. Errors are ignored, because the bot has finished."""
    with FailureCatcher():
        getattr(bot, "close", lambda: None)()
