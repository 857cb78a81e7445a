"""Bots for the tables of tests: sound ones, and one for every kind of fault."""

from __future__ import annotations

import collections
import itertools
import os
import random
import sys
import threading

import magnum_sal as ms
from magnum_sal.bots import BotHooks

Moves = tuple[ms.Move, ...]


def sound(state: ms.GameState, moves: Moves) -> ms.Move:
    """Choose the first move."""
    assert state.is_public
    return moves[0]


def hanging(state: ms.GameState, moves: Moves) -> ms.Move:
    """Block forever."""
    threading.Event().wait()
    raise AssertionError


def raising(state: ms.GameState, moves: Moves) -> ms.Move:
    """Raise an error with a message of many lines that no terminal should show."""
    raise ValueError("\x1b[31mred\u202e\n" * 100)


class _OddError(Exception):
    """An error that cannot be sent to another process."""

    def __init__(self) -> None:
        super().__init__(lambda: None)


def odd(state: ms.GameState, moves: Moves) -> ms.Move:
    """Raise an error that cannot be sent to another process."""
    raise _OddError


def nonsense(state: ms.GameState, moves: Moves) -> ms.Move:
    """Return a value that is not a move."""
    return "place_miner"  # type: ignore[return-value]


def illegal(state: ms.GameState, moves: Moves) -> ms.Move:
    """Return an illegal move."""
    return ms.PlaceMiner("stock", "S6")


def unpacked(state: ms.GameState, moves: Moves) -> ms.Move:
    """Return a value that cannot be sent to another process."""
    return lambda: None  # type: ignore[return-value]


def printing(state: ms.GameState, moves: Moves) -> ms.Move:
    """Print to the stream from which answers are read."""
    sys.stdout.write("RETURN 3\n")
    sys.stdout.flush()
    return moves[0]


def writing(state: ms.GameState, moves: Moves) -> ms.Move:
    """Write to the descriptor to which the answer is written."""
    os.write(1, b"RETURN 3\nabc")
    return moves[0]


def leaving(state: ms.GameState, moves: Moves) -> ms.Move:
    """End the process."""
    os._exit(3)


def exiting(state: ms.GameState, moves: Moves) -> ms.Move:
    """Exit the program as a script does."""
    sys.exit("enough")


def _announce() -> None:
    """Open a pipe that a test reads: it is closed when this process ends, for whatever reason."""
    descriptor = os.open(os.environ["MAGNUM_SAL_ALIVE"], os.O_WRONLY)
    os.write(descriptor, b"here\n")


def looping(state: ms.GameState, moves: Moves) -> ms.Move:
    """Run forever and keep the processor busy."""
    _announce()
    while True:
        pass


def stuck(state: ms.GameState, moves: Moves) -> ms.Move:
    """Run forever in C code that lets no other thread run."""
    _announce()
    collections.deque(itertools.repeat(0), maxlen=0)
    raise AssertionError


def exiting_silently(state: ms.GameState, moves: Moves) -> ms.Move:
    """Exit the program without a message."""
    sys.exit()


def raising_silently(state: ms.GameState, moves: Moves) -> ms.Move:
    """Raise an error without a message."""
    raise ValueError


class Closing(BotHooks):
    """A bot that counts how often bots of its kind were closed."""

    closed = 0

    def __init__(self, rng: random.Random) -> None:
        pass

    def __call__(self, state: ms.GameState, moves: Moves) -> ms.Move:
        return moves[0]

    def close(self) -> None:
        Closing.closed += 1
