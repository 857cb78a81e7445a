"""Bots that tests name as ``package.module:Class`` and as programs: sound ones, and every kind of faulty one."""

from __future__ import annotations

import enum
import random
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, cast

import magnum_sal as ms


class Colour(enum.Enum):
    """What an option may be one of."""

    RED = "r"
    BLUE = "b"


def first(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
    """A bot that is a plain function."""
    return moves[0]


class Witness:
    """Notes what it is told; the hooks that are there are called, the others are not missed."""

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
    """Fails with an exception of its own."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        raise ZeroDivisionError("a slip")


class Mistaken(Witness):
    """Asks a state for what its players have, and takes too little note."""

    def observed(self, move: ms.Move) -> None:  # type: ignore[override]  # the mistake
        raise AssertionError("nobody gets here")

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return moves[int(cast(Any, state).money)]


class Cheat(Witness):
    """Answers with what is no legal move."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return ms.CompleteOrder(99)


def forgetful(state: ms.GameState, moves: tuple[ms.Move, ...]) -> None:
    """Says nothing of what it has chosen."""
    moves[0]  # the mistake


async def awaited(state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
    """Waits to be awaited."""
    return moves[0]


def offering(state: ms.GameState, moves: tuple[ms.Move, ...]) -> Iterator[ms.Move]:
    """Has yield where it should return."""
    yield moves[0]


async def offering_later(state: ms.GameState, moves: tuple[ms.Move, ...]) -> AsyncIterator[ms.Move]:
    """Makes both mistakes."""
    yield moves[0]


class Unsteady(Witness):
    """Fails now and then, by its own chance; plays by the same chance otherwise."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        if self.rng.random() < 0.3:
            raise ValueError("dizzy")
        return super().__call__(state, moves)


class Deserter(Witness):
    """Fails when it is told of the tenth move."""

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        super().observed(move, events)
        if len(self.told) == 10:
            raise ValueError("off")


class Chosen:
    """Takes options of every kind that an annotation can say, and no ``rng``."""

    def __init__(  # type: ignore[no-untyped-def]  # one is left untyped, as beginners do
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
    """Cannot be made without being told how deep to look."""

    def __init__(self, rng: random.Random, depth: int) -> None:
        super().__init__()
        self.rng, self.depth = rng, depth


class Unmakeable(Witness):
    """Cannot be made at all."""

    def __init__(self, rng: random.Random) -> None:
        raise RuntimeError("no\nsalt")


class Moody(Witness):
    """Cannot be made now and then, by its chance; half of the seeds are bad."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        if rng.random() < 0.5:
            raise RuntimeError("not today")


class Quitter(Witness):
    """Ends the program instead of moving."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        sys.exit(0)


class Unspeakable(Witness):
    """Answers with what cannot be shown, and then fails with what cannot be told."""

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
    """Calls itself without end."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return self(state, moves)


class NoBot:
    """Cannot be called."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng


class Careless(Witness):
    """Tries a move that is not legal, of which the library complains."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        ms.apply(state, ms.CompleteOrder(99))
        return moves[0]
