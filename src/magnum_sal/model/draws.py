"""Draws: shuffles, and the streams that fix the rolls of dice and later shuffles in the setup of a game."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from typing import Final, TypeVar

from .fields import STREAM_DIGITS

_T = TypeVar("_T")

PLAIN_STREAM: Final = "0" * STREAM_DIGITS
"""The stream of positions that were set up by hand."""


def shuffle_pieces(pieces: Iterable[_T], rng: random.Random) -> list[_T]:
    """
    Return *pieces* in random order.

    The shuffle calls only ``rng.random()``, because Python guarantees its sequence for a seed across versions. Python
    gives no such guarantee for ``rng.shuffle()``.
    """
    # Fisher-Yates shuffle, as in Knuth, The Art of Computer Programming, volume 2, algorithm 3.4.2P. ``rng.random()``
    # has 53 bits, so an index below 25 deviates from uniform by less than one part in 10**14.
    rest = list(pieces)
    for last in range(len(rest) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        rest[last], rest[other] = rest[other], rest[last]
    return rest


def draw_stream(rng: random.Random) -> str:
    """Draw a stream. Only ``rng.random()`` is called, so a seed gives the same stream on every Python."""
    return "".join(f"{int(rng.random() * 2**32):08x}" for _ in range(STREAM_DIGITS // 8))


def open_draw(stream: str, number: int) -> random.Random:
    """
    Return the random source of one draw from *stream*. *number* counts the earlier draws.

    Each draw has a source of its own, so a state needs to remember only how many draws were made. The hash makes the
    draws independent: the earlier ones, which everybody has seen, do not reveal the later ones.
    """
    # Random numbers by hashing a key and a counter: Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011.
    # A seed of 256 bits keeps all bits of the hash.
    return random.Random(int.from_bytes(hashlib.sha256(f"{stream}:{number}".encode()).digest()))
