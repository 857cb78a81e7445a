"""Bots that tests name as ``package.module:Class`` and as programs: sound ones, and every kind of faulty one."""

from __future__ import annotations

import random
from collections.abc import Sequence

import magnum_sal as ms


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


class Cheat(Witness):
    """Answers with what is no legal move."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        return ms.CompleteOrder(99)


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
