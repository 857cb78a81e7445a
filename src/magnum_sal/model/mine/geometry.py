"""The geometry of the mine: sections, chambers, paths, adjacency (RULES SET-MINE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from ..._internal.caches import cached
from ...errors import MisuseError
from ...errors.messages import brief
from ..meaning import Meaning

_Entry = TypeVar("_Entry")

SECTIONS: Final = ("S1", "S2", "S3", "S4", "S5", "S6")
"""The sections of the shaft, from the entrance down."""

CORRIDORS: Final[tuple[tuple[str, ...], ...]] = tuple(
    tuple(f"{level}{side}{number}" for number in range(1, length + 1))
    for level, length in ((1, 4), (2, 3), (3, 2))
    for side in "LR"
)
"""The six corridors, each from the shaft outward."""

# Mine order decides the bit of each space and the order of listed moves. The sections come first, so the index of a
# chamber among all spaces is its number among the chambers plus six.
CHAMBERS: Final = tuple(chamber for corridor in CORRIDORS for chamber in corridor)
"""The chambers in mine order: each level's left corridor, then its right corridor, outward from the shaft."""
SPACES: Final = SECTIONS + CHAMBERS
"""All spaces in mine order: the shaft from the top, then the chambers as in ``CHAMBERS``."""

RANGES: Final = tuple(f"{spaces[0]}-{spaces[-1]}" for spaces in (SECTIONS, *CORRIDORS))
"""The shaft and the corridors as people write them: ``S1-S6``, ``1L1-1L4`` and so on."""

MOST_MINERS: Final = 255
"""The maximum number of miners in a space; each count is one byte."""

# A set of spaces is an int with one bit per space. A question about the chain is then an ``&`` and a comparison, and
# reachability can be cached by the set of occupied spaces. Sets of ids would read better, but each question would
# create a set. Ids are what people read and write: moves, events, JSON and errors never contain such a set.
INDEX: Final = {space: index for index, space in enumerate(SPACES)}
BIT: Final = {space: 1 << index for index, space in enumerate(SPACES)}
"""The bit of each space. A set of spaces is an int with one bit per space."""
NUMBER: Final = {chamber: number for number, chamber in enumerate(CHAMBERS)}
"""The index of each chamber among the chambers."""
CHAMBER_BITS: Final = sum(BIT[chamber] for chamber in CHAMBERS)
"""The set of all chambers."""


SPACE: Final = Meaning(
    "space",
    "a mine space (S1 to S6, 1L1 to 3R2)",
    lambda value: type(value) is str and value in INDEX,
    lambda _: INDEX,
    kind="expected.space",
)
CHAMBER: Final = Meaning(
    "chamber",
    "a chamber (1L1 to 3R2)",
    lambda value: type(value) is str and value in CHAMBERS,
    lambda _: CHAMBERS,
    kind="expected.chamber",
)


def chamber_index(chamber: str) -> int:
    """
    Return the index of *chamber* among the chambers in mine order, 0 for the first.

    Raises:
        MisuseError: there is no such chamber.
    """
    if chamber not in CHAMBERS:
        raise MisuseError(f"{brief(chamber)} is not a chamber (1L1 to 3R2)")
    return NUMBER[chamber]


def level_of(chamber: str) -> int:
    """Return the level of *chamber*, 1 to 3."""
    return int(chamber[0])


def _path(space: str) -> tuple[str, ...]:
    if space in SECTIONS:
        return SECTIONS[: SECTIONS.index(space)][::-1]
    corridor = next(corridor for corridor in CORRIDORS if space in corridor)
    nearer = corridor[: corridor.index(space)][::-1]
    # The corridors of level 1, 2 and 3 leave the shaft at S2, S4 and S6.
    return nearer + SECTIONS[: 2 * level_of(space)][::-1]


PATH: Final = {space: _path(space) for space in SPACES}
"""For each space, the spaces between it and the entrance, nearest first, without the space itself."""

FURTHER: Final[dict[str, tuple[str, ...]]] = {
    chamber: corridor[number:] for corridor in CORRIDORS for number, chamber in enumerate(corridor)
}
"""For each chamber, the chamber itself and all chambers beyond it in its corridor (CHAIN-3)."""

ADJACENT: Final[dict[str, tuple[str, ...]]] = {
    chamber: corridor[max(number - 1, 0) : number] + corridor[number + 1 : number + 2]
    for corridor in CORRIDORS
    for number, chamber in enumerate(corridor)
}
"""For each chamber, its neighbours in the corridor, from the shaft outward (BUCKET-1)."""

PATH_BITS: Final = {space: sum(BIT[passed] for passed in PATH[space]) for space in SPACES}
BEYOND_BITS: Final = {space: sum(BIT[deeper] for deeper in SPACES if space in PATH[deeper]) for space in SPACES}
"""For each space, the set of spaces whose path includes it."""


_FURTHER_BITS: Final = {chamber: sum(BIT[further] for further in FURTHER[chamber]) for chamber in CHAMBERS}


def by_byte(entries: Sequence[tuple[_Entry, ...]]) -> tuple[tuple[tuple[_Entry, ...], ...], ...]:
    """
    Return a table for each byte of a set of spaces. Each table maps a byte's value to the entries of its spaces.

    Args:
        entries: The entries of each space, in mine order.
    """
    # A set of 24 spaces has over 16 million values, but each of its three bytes has only 256. Three table look-ups and
    # two concatenations list a set without testing its bits. The loop doubles the table with each bit: an entry with
    # the bit set is the entry without it plus the space's own entries.
    tables = []
    for first in range(0, len(SPACES), 8):
        table: list[tuple[_Entry, ...]] = [()]
        for entry in entries[first : first + 8]:
            table += [lower + entry for lower in table]
        tables.append(tuple(table))
    return tuple(tables)


_SPACES_IN_BYTE: Final = by_byte([(space,) for space in SPACES])


def spaces_in(bits: int) -> tuple[str, ...]:
    """List the spaces of a set of spaces, in mine order."""
    upper, middle, lower = _SPACES_IN_BYTE
    # No set has more than 24 bits, so the last byte needs no mask.
    return upper[bits & 255] + middle[bits >> 8 & 255] + lower[bits >> 16]


@cached(most=16384)
def reachable_bits(occupied: int) -> int:
    """Return the set of spaces that a miner can enter: ``S1``, and the spaces whose whole path is *occupied*."""
    # A space can be entered if no space of its path is empty: the path is a subset of the occupied spaces. The path of
    # S1 is empty, so it can always be entered.
    empty = ~occupied
    # A list takes half the time of a generator here.
    return sum([BIT[space] for space, path in PATH_BITS.items() if not path & empty])


@cached(most=4096)
def exhausted_bits(spent: int) -> int:
    """Return the chambers in *spent* with only *spent* chambers beyond them in the corridor (CHAIN-3)."""
    return sum(BIT[chamber] for chamber in CHAMBERS if not _FURTHER_BITS[chamber] & ~spent)


def impossible(space: str, rested: int, tired: int = 0) -> MisuseError:
    """Return the error for a change that leaves a space with too few or too many miners."""
    if rested < 0:
        return MisuseError(f"{space}: more rested miners leave or tire than are there")
    if tired < 0:
        return MisuseError(f"{space}: more tired miners rest than are there")
    return MisuseError(f"{space}: a space cannot hold more than {MOST_MINERS} miners")


def no_space(space: object) -> MisuseError:
    """Return the error for an unknown space."""
    return MisuseError(f"{brief(space)} is not a mine space (S1 to S6, 1L1 to 3R2)")


def no_chamber(space: object) -> MisuseError:
    """Return the error for an unknown chamber."""
    if not (isinstance(space, str) and space in SECTIONS):
        return no_space(space)
    return MisuseError(f"{space!r} is a section of the shaft, not a chamber (1L1 to 3R2)")
