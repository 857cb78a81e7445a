"""Bots that sit at tables of tests: sound ones, and every kind of faulty one."""

from __future__ import annotations

import collections
import itertools
import os
import sys
import threading

import magnum_sal as ms

Moves = tuple[ms.Move, ...]


def sound(state: ms.GameState, moves: Moves) -> ms.Move:
    """Make the first move."""
    assert state.is_public
    return moves[0]


def hanging(state: ms.GameState, moves: Moves) -> ms.Move:
    """Think for ever."""
    threading.Event().wait()
    raise AssertionError


def raising(state: ms.GameState, moves: Moves) -> ms.Move:
    """Fail in many lines that no terminal should show."""
    raise ValueError("\x1b[31mred\u202e\n" * 100)


class _OddError(Exception):
    """An error that cannot be sent to another process."""

    def __init__(self) -> None:
        super().__init__(lambda: None)


def odd(state: ms.GameState, moves: Moves) -> ms.Move:
    """Fail with what cannot be sent to another process."""
    raise _OddError


def nonsense(state: ms.GameState, moves: Moves) -> ms.Move:
    """Answer what is no move."""
    return "place_miner"  # type: ignore[return-value]


def illegal(state: ms.GameState, moves: Moves) -> ms.Move:
    """Answer a move that is not allowed."""
    return ms.PlaceMiner("stock", "S6")


def unpacked(state: ms.GameState, moves: Moves) -> ms.Move:
    """Answer what cannot be sent to another process."""
    return lambda: None  # type: ignore[return-value]


def printing(state: ms.GameState, moves: Moves) -> ms.Move:
    """Print where others would read an answer."""
    sys.stdout.write("RETURN 3\n")
    sys.stdout.flush()
    return moves[0]


def writing(state: ms.GameState, moves: Moves) -> ms.Move:
    """Write to the descriptor on which the answer goes."""
    os.write(1, b"RETURN 3\nabc")
    return moves[0]


def leaving(state: ms.GameState, moves: Moves) -> ms.Move:
    """End the process."""
    os._exit(3)


def exiting(state: ms.GameState, moves: Moves) -> ms.Move:
    """End the program as a script does."""
    sys.exit("enough")


def _announce() -> None:
    """Open a pipe that a test reads: it is closed when this process ends, however that happens."""
    descriptor = os.open(os.environ["MAGNUM_SAL_ALIVE"], os.O_WRONLY)
    os.write(descriptor, b"here\n")


def looping(state: ms.GameState, moves: Moves) -> ms.Move:
    """Think for ever, and use the processor for it."""
    _announce()
    while True:
        pass


def stuck(state: ms.GameState, moves: Moves) -> ms.Move:
    """Think for ever in C code that lets no other thread run."""
    _announce()
    collections.deque(itertools.repeat(0), maxlen=0)
    raise AssertionError


def exiting_silently(state: ms.GameState, moves: Moves) -> ms.Move:
    """End the program without a word."""
    sys.exit()


def raising_silently(state: ms.GameState, moves: Moves) -> ms.Move:
    """Fail without a word."""
    raise ValueError
