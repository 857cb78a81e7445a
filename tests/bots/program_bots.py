"""Bots that tests run in processes of their own, by the name ``program_bots:Class``."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import zlib
from collections.abc import Sequence

from tests.bots.bots_of_tests import Witness

import magnum_sal as ms


class Reader(Witness):
    """A bot whose moves depend on every detail of the position, its random source and the events that it observed."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.read = 0

    def observed(self, move: ms.Move, events: Sequence[ms.Event]) -> None:
        super().observed(move, events)
        self.read = zlib.crc32(ms.to_json([move, *events]).encode(), self.read)

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        super().__call__(state, moves)
        self.read = zlib.crc32(ms.to_json(state).encode(), self.read) ^ self.rng.getrandbits(32)
        return moves[self.read % len(moves)]


class SeededReader(Reader):
    """A reader in the arena's own process with the seed that a program gets."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(random.Random(rng.getrandbits(32)))


class Hanger(Witness):
    """A bot that never answers."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        while True:
            pass


class Talker:
    """A bot that prints, runs a program that prints, and reads the input, all of which a process bot may not do."""

    def __call__(self, state: ms.GameState, moves: tuple[ms.Move, ...]) -> ms.Move:
        sys.stdout.write("said by Python\n")
        os.write(1, b"said by C\n")
        subprocess.run([sys.executable, "-c", "import sys; print('said by a child' + sys.stdin.read())"], check=True)
        assert sys.stdin.read() == ""
        return moves[0]
