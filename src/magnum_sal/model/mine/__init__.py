"""The mine: its geometry, and the content of its spaces during a game."""

from .geometry import (
    ADJACENT,
    BEYOND_BITS,
    BIT,
    CHAMBERS,
    CORRIDORS,
    FURTHER,
    PATH,
    SECTIONS,
    SPACES,
    exhausted_bits,
    level_of,
    reachable_bits,
    spaces_in,
)
from .spaces import Chamber, Mine, Section

__all__ = [
    "ADJACENT",
    "BEYOND_BITS",
    "BIT",
    "CHAMBERS",
    "CORRIDORS",
    "FURTHER",
    "PATH",
    "SECTIONS",
    "SPACES",
    "Chamber",
    "Mine",
    "Section",
    "exhausted_bits",
    "level_of",
    "reachable_bits",
    "spaces_in",
]


def __dir__() -> list[str]:
    return __all__
