"""The mine in a game: what is in its sections and chambers, and the sets of spaces that follow from it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .mine import BEYOND_BITS, BIT, CHAMBERS, INDEX, exhausted_bits, reachable_bits, spaces_in
from .pieces import ChamberTile, SaltAmount


@attrs.frozen
class Section:
    """
    A shaft section and the miners in it.

    Attributes:
        rested: Rested miners by seat.
        tired: Tired miners by seat.
    """

    rested: tuple[int, ...]
    tired: tuple[int, ...]

    @property
    def miners(self) -> int:
        """The number of miners here, of all players."""
        return sum(self.rested) + sum(self.tired)

    def miners_of(self, seat: int) -> int:
        """Return the number of *seat*'s miners here, rested and tired."""
        return self.rested[seat] + self.tired[seat]

    def with_miners(self, rested: tuple[int, ...], tired: tuple[int, ...]) -> Section:
        """Return the space with other miners in it."""
        return Section(rested, tired)


@attrs.frozen
class Chamber(Section):
    """
    A chamber: its miners, its cubes and its tile.

    Attributes:
        revealed: Whether a miner has ever entered it (REVEAL-1).
        salt: Cubes of salt that lie there.
        water: Cubes of water that lie there.
        tile: The printed face, None while nobody may know it.
    """

    revealed: bool
    salt: SaltAmount
    water: int
    tile: ChamberTile | None

    def with_miners(self, rested: tuple[int, ...], tired: tuple[int, ...]) -> Chamber:
        """Return the chamber with other miners in it."""
        return Chamber(rested, tired, self.revealed, self.salt, self.water, self.tile)


@attrs.frozen
class Mine:
    """
    All spaces of the mine, by id: ``mine["S1"]`` is a ``Section``, ``mine["1L2"]`` a ``Chamber``.

    The sets of spaces are ints, one bit a space in mine order. They follow from the spaces; they are kept beside them,
    and ``replaced`` keeps them in step, because every listing of moves asks for them.

    Attributes:
        spaces: The spaces in mine order.
        occupied: The set of spaces with a miner in them.
        lone: The set of spaces with exactly one miner in them.
        rested: For each seat the set of spaces where it has a rested miner.
        tired: For each seat the set of spaces where it has a tired miner.
        salty: The set of chambers with salt in them.
        wet: The set of chambers with water in them.
        spent: The set of chambers that are revealed and without salt.
    """

    spaces: tuple[Section, ...]
    occupied: int = attrs.field(eq=False, repr=False)
    lone: int = attrs.field(eq=False, repr=False)
    rested: tuple[int, ...] = attrs.field(eq=False, repr=False)
    tired: tuple[int, ...] = attrs.field(eq=False, repr=False)
    salty: int = attrs.field(eq=False, repr=False)
    wet: int = attrs.field(eq=False, repr=False)
    spent: int = attrs.field(eq=False, repr=False)

    @classmethod
    def of(cls, spaces: tuple[Section, ...]) -> Mine:
        """Return the mine with these *spaces*, which are in mine order."""
        seats = range(len(spaces[0].rested))
        placed = tuple(zip(BIT.values(), spaces, strict=True))
        chambers = [(bit, here) for bit, here in placed if isinstance(here, Chamber)]
        return cls(
            spaces,
            occupied=sum(bit for bit, here in placed if here.miners),
            lone=sum(bit for bit, here in placed if here.miners == 1),
            rested=tuple(sum(bit for bit, here in placed if here.rested[seat]) for seat in seats),
            tired=tuple(sum(bit for bit, here in placed if here.tired[seat]) for seat in seats),
            salty=sum(bit for bit, here in chambers if here.salt),
            wet=sum(bit for bit, here in chambers if here.water),
            spent=sum(bit for bit, here in chambers if here.revealed and not here.salt),
        )

    def __getitem__(self, space: str) -> Section:
        return self.spaces[INDEX[space]]

    def chamber(self, chamber: str) -> Chamber:
        """Return a chamber; asking for a shaft section is an error."""
        found = self.spaces[INDEX[chamber]]
        assert isinstance(found, Chamber), f"{chamber} is no chamber"
        return found

    def chambers(self, among: int = -1) -> Iterator[tuple[str, Chamber]]:
        """Yield the chambers with their ids, in mine order; only those in the set *among*."""
        for chamber in CHAMBERS if among == -1 else spaces_in(among):
            space = self.spaces[INDEX[chamber]]
            if isinstance(space, Chamber):
                yield chamber, space

    def replaced(self, space: str, by: Section) -> Mine:
        """Return the mine with one space replaced."""
        index, bit = INDEX[space], BIT[space]
        spaces, others = self.spaces, ~bit
        old = spaces[index]
        occupied, lone, rested, tired = self.occupied, self.lone, self.rested, self.tired
        salty, wet, spent = self.salty, self.wet, self.spent
        # What is the very same object as before needs no look.
        if by.rested is not old.rested:
            rested = _with_bit(rested, by.rested, bit, others)
        if by.tired is not old.tired:
            tired = _with_bit(tired, by.tired, bit, others)
        if rested is not self.rested or tired is not self.tired:
            miners = sum(by.rested) + sum(by.tired)
            occupied = occupied | bit if miners else occupied & others
            lone = lone | bit if miners == 1 else lone & others
        elif isinstance(by, Chamber):
            salty = salty | bit if by.salt else salty & others
            wet = wet | bit if by.water else wet & others
            spent = spent | bit if by.revealed and not by.salt else spent & others
        return Mine((*spaces[:index], by, *spaces[index + 1 :]), occupied, lone, rested, tired, salty, wet, spent)

    def present(self, seat: int) -> int:
        """Return the set of spaces where *seat* has a miner, rested or tired."""
        return self.rested[seat] | self.tired[seat]

    @property
    def connected(self) -> int:
        """The set of occupied spaces whose whole path is occupied."""
        return self.occupied & reachable_bits(self.occupied)

    @property
    def exhausted(self) -> int:
        """The set of chambers that are revealed and without salt, with all further ones of their corridor (CHAIN-3)."""
        return exhausted_bits(self.spent)

    def occupied_without_one(self, space: str) -> int:
        """Return the set of occupied spaces once one miner has left *space*."""
        return self.occupied & ~(self.lone & BIT[space])

    def beyond(self, space: str) -> int:
        """Return the set of occupied spaces that have *space* on their path."""
        return self.occupied & BEYOND_BITS[space]


def _with_bit(sets: tuple[int, ...], counts: tuple[int, ...], bit: int, others: int) -> tuple[int, ...]:
    """Return the sets by seat with *bit* in those whose count is not 0, and not in the others."""
    return tuple([known | bit if count else known & others for known, count in zip(sets, counts, strict=True)])
