"""The mine: its geometry, and what is in its spaces during a game."""

from .geometry import (
    ADJACENT,
    BEYOND_BITS,
    BIT,
    CHAMBER_BITS,
    CHAMBERS,
    CORRIDORS,
    FURTHER,
    INDEX,
    MOST_MINERS,
    NUMBER,
    PATH,
    PATH_BITS,
    SECTIONS,
    SPACES,
    by_byte,
    chamber_index,
    exhausted_bits,
    level_of,
    reachable_bits,
    spaces_in,
)
from .spaces import Chamber, Mine, Section, replaced

__all__ = [
    "ADJACENT",
    "BEYOND_BITS",
    "BIT",
    "CHAMBERS",
    "CHAMBER_BITS",
    "CORRIDORS",
    "FURTHER",
    "INDEX",
    "MOST_MINERS",
    "NUMBER",
    "PATH",
    "PATH_BITS",
    "SECTIONS",
    "SPACES",
    "Chamber",
    "Mine",
    "Section",
    "by_byte",
    "chamber_index",
    "exhausted_bits",
    "level_of",
    "reachable_bits",
    "replaced",
    "spaces_in",
]


def __dir__() -> list[str]:
    return __all__
