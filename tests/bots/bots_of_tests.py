"""Bots that tests name as ``package.module:Class`` and as programs: sound ones, and every kind of faulty one."""

from __future__ import annotations

import asyncio
import enum
import random
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, cast

import magnum_sal as ms


class Colour(enum.Enum):
    """The values that an option can have."""

    RED = "r"
    BLUE = "b"


def first(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
    """Return the first move. This bot is a plain function."""
    return moves[0]


class Witness:
    """A bot that notes the moves it observes. It has some of the hooks, and checks their arguments."""

    def __init__(self, rng: random.Random, *, depth: int = 1, name: str = "", eager: bool = False) -> None:
        self.rng, self.depth, self.name, self.eager = rng, depth, name, eager
        self.seat: int | None = None
        self.told: list[ms.Move] = []

    def game_started(self, state: ms.GameState, seat: int) -> None:
        assert state.is_public
        self.seat = seat

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        assert events
        self.told.append(move)

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        assert state.is_public
        assert state.to_move == self.seat
        assert moves == ms.legal_moves(state)
        return moves[int(self.rng.random() * len(moves))]

    def game_ended(self, state: ms.GameState) -> None:
        assert state.is_public


class Raiser(Witness):
    """A bot that raises an exception."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        raise ZeroDivisionError("a slip")


class Mistaken(Witness):
    """A bot that reads a missing attribute of the state, and whose hook takes too few arguments."""

    def observed(self, move: ms.Move) -> None:  # type: ignore[override]  # This is the mistake.
        raise AssertionError("nobody gets here")

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return moves[int(cast(Any, state).money)]


class Cheat(Witness):
    """A bot that answers with an illegal move."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return ms.CompleteOrder(99)


def forgetful(state: ms.GameState, moves: tuple[ms.Move, ...]) -> None:
    """Choose a move, but return None."""
    moves[0]  # This is the mistake.


async def awaited(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
    """Return a coroutine instead of a move."""
    return moves[0]


def offering(state: ms.GameState, moves: tuple[ms.Move, ...]) -> Iterator[ms.Move]:
    """Yield a move instead of returning it."""
    yield moves[0]


async def offering_later(state: ms.GameState, moves: tuple[ms.Move, ...]) -> AsyncIterator[ms.Move]:
    """Yield a move in a coroutine."""
    yield moves[0]


class Unsteady(Witness):
    """A bot that fails at random. Its own random source decides about failures and moves."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        if self.rng.random() < 0.3:
            raise ValueError("dizzy")
        return super().__call__(state, moves)


class Deserter(Witness):
    """A bot that fails when it observes the tenth move."""

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        super().observed(move, events)
        if len(self.told) == 10:
            raise ValueError("off")


class Chosen:
    """A bot that takes options of every kind that an annotation can express, and no ``rng``."""

    def __init__(  # type: ignore[no-untyped-def]  # One parameter is left untyped, as beginners do.
        self,
        *,
        whole: int = 1,
        number: float = 1.0,
        flag: bool = False,
        text: str = "",
        way: Literal["deep", "wide"] = "deep",
        most: int | None = None,
        colour: Colour = Colour.RED,
        file: Path = Path(),
        open: Any = None,
        untyped=None,
        bare=3,
        part=0.5,
        loud=False,
        word="",
    ) -> None:
        self.given = dict(locals())
        del self.given["self"]

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return moves[0]


class Demanding(Chosen):
    """A bot that cannot be created without an option."""

    def __init__(self, rng: random.Random, depth: int) -> None:
        super().__init__()
        self.rng, self.depth = rng, depth


class Unmakeable(Witness):
    """A bot that cannot be created at all."""

    def __init__(self, rng: random.Random) -> None:
        raise RuntimeError("no\nsalt")


class Moody(Witness):
    """A bot that cannot be created with half of the seeds."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        if rng.random() < 0.5:
            raise RuntimeError("not today")


class Quitter(Witness):
    """A bot that exits the program instead of moving."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        sys.exit(0)


class Unspeakable(Witness):
    """A bot whose answers have no `repr`, and whose errors have no text."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        if self.rng.random() < 0.5:
            return cast("ms.Move", _Hidden())
        raise _HiddenError


class _Hidden:
    def __repr__(self) -> str:
        raise ValueError("no repr")


class _HiddenError(Exception):
    def __str__(self) -> str:
        raise TypeError("no str")


class Deep(Witness):
    """A bot that calls itself without end."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return self(state, moves)


class NoBot:
    """A class whose objects cannot be called."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng


class Careless(Witness):
    """A bot that tries an illegal move, so that the library raises an error."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        ms.apply(state, ms.CompleteOrder(99))
        return moves[0]


class Exacting(Demanding):
    """A bot that needs one of its two options."""

    def __init__(self, rng: random.Random, depth: int, width: int = 1) -> None:
        super().__init__(rng, depth)
        self.width = width


class Strange(ms.Pass):
    """A move of a bot's own class, which fails when it is compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    __hash__ = ms.Pass.__hash__


class Incomparable(Witness):
    """A bot whose moves fail when they are compared."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return Strange()


class Untyped(Witness):
    """A bot with an option that may have any text."""

    def __init__(self, rng: random.Random, depth: list[int] | None = None) -> None:
        super().__init__(rng)
        self.given = depth


class Mourner(Witness):
    """A bot whose hook at the end of the game fails."""

    def game_ended(self, state: ms.GameState) -> None:
        raise ValueError("so soon")


class Cancelled(Witness):
    """A bot that raises an error of `asyncio`, which is not an ``Exception``, where its option says."""

    def __init__(self, rng: random.Random, *, where: str = "move", interrupt: bool = False) -> None:
        super().__init__(rng)
        self.where, self.interrupt = where, interrupt
        self.fail("made")

    def fail(self, where: str) -> None:
        """Raise the error if this is the place for it."""
        if where == self.where:
            raise KeyboardInterrupt if self.interrupt else asyncio.CancelledError

    def game_started(self, state: ms.GameState, seat: int) -> None:
        super().game_started(state, seat)
        self.fail("game_started")

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        self.fail("observed")

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        self.fail("move")
        return super().__call__(state, moves)

    def game_ended(self, state: ms.GameState) -> None:
        self.fail("game_ended")

    def close(self) -> None:
        self.fail("close")
        if self.where == "exit":
            sys.exit()


class Plumber(Witness):
    """A bot that raises the error with which Python reports that the reader of the output has gone."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        raise BrokenPipeError("no water")


shared = Witness(random.Random(1))
"""An instance of a bot, which all games would share."""

first_by_partial = partial(first)
"""A function that is made from another one."""
