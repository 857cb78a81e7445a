"""What a bot is: a callable that gets the public state and its legal moves, and answers one of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from ..errors import MagnumSalError
from ..errors.messages import printable
from ..model.events import Event
from ..model.moves import Move
from ..model.state import GameState


class Bot(Protocol):
    """
    A player. A plain function will do; the hooks of ``BotHooks`` are optional.

    The state is the public one, so no bot ever sees a hidden piece. A class that is named to
    ``make_bot`` is called with ``rng=random.Random(...)``, seeded for this bot in this game, if it takes that, and with
    the options of its name.
    """

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Return one of *moves*, the legal ones of *state*, in which it is this bot's turn."""
        ...


BotFactory: TypeAlias = Callable[[random.Random], Bot]
"""Makes a bot for one game from its own source of chance."""


class BotHooks:
    """The hooks that a bot may have besides; as a base class they do nothing."""

    def game_started(self, state: GameState, seat: int) -> None:
        """Take note of a new game: its first public state, and the bot's own seat."""

    def observed(self, move: Move, events: Sequence[Event]) -> None:
        """Take note of any player's move, the bot's own included, and of all that it made happen."""

    def game_ended(self, state: GameState) -> None:
        """Take note of the last public state."""

    def close(self) -> None:
        """Give back what the bot holds, such as a process; called once, whatever happened."""


Failure: TypeAlias = Literal["illegal", "late", "died", "rubbish", "error"]
"""
What can be wrong with a bot. An answer that is no legal move, one that came too late, a process that ended, a process
that does not keep to the protocol, and an exception raised in Python.
"""


class BotError(MagnumSalError):
    """A bot that did not play."""

    kind: Failure
    """What was wrong."""
    sentence: str
    """The same in words."""
    details: tuple[str, ...]
    """
    Lines that tell more, such as the traceback of the bot's own code, or the first lines that its process wrote to its
    standard error; of other hands, and therefore made printable.
    """

    def __init__(self, kind: Failure, sentence: str, details: Iterable[str] = ()) -> None:
        self.kind = kind
        self.sentence = printable(sentence)
        self.details = fit_details(details)
        super().__init__(self.kind, self.sentence, self.details)

    def __str__(self) -> str:
        return self.sentence


MOST_DETAILS: Final = 24
"""The most lines of a failure's details."""

LONGEST_DETAIL: Final = 200
"""The most characters of one of them."""

_LAST: Final = 12
"""How many of the lines that are kept are the last ones; of a traceback these say most."""


def fit_details(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines fit to be shown and kept: printable, not too long, and where they are many the first and last."""
    lines = list(lines)
    if len(lines) > MOST_DETAILS:
        first = MOST_DETAILS - _LAST - 1
        told = f"... ({len(lines) - first - _LAST} lines more)"
        lines = [*lines[:first], told, *lines[-_LAST:]]
    return tuple(printable(line.rstrip(), LONGEST_DETAIL) for line in lines)


def illegal_in_words(state: GameState, move: Move) -> str:
    """
    Return that a move is not legal, with what speaks against it, as far as the move can be asked about.

    >>> from magnum_sal import PlaceMiner, new_game
    >>> illegal_in_words(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S2"))
    "PlaceMiner(source='stock', target='S2'), which is not legal here: S2 is not connected to the entrance: S1 is empty"
    """
    from ..engine.transitions import objection
    from ..words import objection_in_words

    try:
        against = objection(state, move)
        why = "" if against is None else f": {objection_in_words(against)}"
    except Exception:  # a bot's own class of moves can fail in any way
        why = ""
    return f"{printable(repr(move), 120)}, which is not legal here{why}"
