"""The mine in a game: what is in its sections and chambers, and the sets of spaces that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import attrs

from .._making import Immutable, changing, maker
from .._meaning import Miners, Water
from .._wording import brief
from ..errors import MisuseError
from ..pieces import BySeat, ChamberTile, SaltAmount
from .geometry import BIT, CHAMBERS, INDEX, exhausted_bits, reachable_bits, spaces_in

_Entry = TypeVar("_Entry")


@attrs.frozen
class Section(Immutable):
    """A shaft section and the miners in it."""

    rested: BySeat[Miners]
    """Rested miners by seat."""
    tired: BySeat[Miners]
    """Tired miners by seat."""

    @property
    def miners(self) -> int:
        """The number of miners here, of all players."""
        return sum(self.rested) + sum(self.tired)

    def miners_of(self, seat: int) -> int:
        """Return the number of *seat*'s miners here, rested and tired."""
        return self.rested[seat] + self.tired[seat]

    def with_miners(self, rested: tuple[int, ...], tired: tuple[int, ...]) -> Section:
        """Return the space with other miners in it."""
        return _section(rested, tired)


@attrs.frozen
class Chamber(Section):
    """A chamber: its miners, its cubes and its tile."""

    revealed: bool
    """Whether a miner has ever entered it (REVEAL-1)."""
    salt: SaltAmount
    """Cubes of salt that lie there."""
    water: Water
    """Cubes of water that lie there."""
    tile: ChamberTile | None
    """The printed face, None while nobody may know it."""

    @property
    def is_emptied(self) -> bool:
        """Whether all its salt has been extracted; a tile without salt counts as soon as it is revealed."""
        return self.revealed and not self.salt

    def with_miners(self, rested: tuple[int, ...], tired: tuple[int, ...]) -> Chamber:
        """Return the chamber with other miners in it."""
        return _with_miners(self, rested, tired)

    def with_salt(self, salt: SaltAmount) -> Chamber:
        """Return the chamber with other cubes of salt."""
        return _with_salt(self, salt)

    def with_water(self, water: int) -> Chamber:
        """Return the chamber with so many cubes of water."""
        return _with_water(self, water)

    def turned_up(self, tile: ChamberTile) -> Chamber:
        """Return the chamber with its tile turned up; the cubes on it come by themselves (REVEAL-1)."""
        return _turned_up(self, True, tile)

    def laid(self, tile: ChamberTile) -> Chamber:
        """Return the chamber with its tile laid face up, before anybody has reached it (VAR-MAP)."""
        return _turned_up(self, self.revealed, tile)


@attrs.frozen
class Mine(Immutable):
    """
    All spaces of the mine, by id: ``mine["S1"]`` is a ``Section``, ``mine["1L2"]`` a ``Chamber``.

    The sets of spaces are ints, one bit a space in mine order. They follow from the spaces; they are kept beside them,
    and the ``with_`` methods keep them in step, because every listing of moves asks for them.
    """

    spaces: tuple[Section, ...]
    """The spaces in mine order."""
    occupied: int = attrs.field(eq=False, repr=False)
    """The set of spaces with a miner in them."""
    lone: int = attrs.field(eq=False, repr=False)
    """The set of spaces with exactly one miner in them."""
    rested: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """For each seat the set of spaces where it has a rested miner."""
    tired: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """For each seat the set of spaces where it has a tired miner."""
    salty: int = attrs.field(eq=False, repr=False)
    """The set of chambers with salt in them."""
    wet: int = attrs.field(eq=False, repr=False)
    """The set of chambers with water in them."""
    spent: int = attrs.field(eq=False, repr=False)
    """The set of chambers that are revealed and without salt."""
    connected: int = attrs.field(eq=False, repr=False)
    """The set of occupied spaces whose whole path is occupied (CHAIN-2)."""
    exhausted: int = attrs.field(eq=False, repr=False)
    """The set of spent chambers whose further ones in the corridor are all spent too (CHAIN-3)."""

    @classmethod
    def of(cls, spaces: tuple[Section, ...]) -> Mine:
        """Return the mine with these *spaces*, which are in mine order."""
        seats = range(len(spaces[0].rested))
        placed = tuple(zip(BIT.values(), spaces, strict=True))
        chambers = [(bit, here) for bit, here in placed if isinstance(here, Chamber)]
        occupied = sum(bit for bit, here in placed if here.miners)
        spent = sum(bit for bit, here in chambers if here.revealed and not here.salt)
        return cls(
            spaces,
            occupied=occupied,
            lone=sum(bit for bit, here in placed if here.miners == 1),
            rested=tuple(sum(bit for bit, here in placed if here.rested[seat]) for seat in seats),
            tired=tuple(sum(bit for bit, here in placed if here.tired[seat]) for seat in seats),
            salty=sum(bit for bit, here in chambers if here.salt),
            wet=sum(bit for bit, here in chambers if here.water),
            spent=spent,
            connected=occupied & reachable_bits(occupied),
            exhausted=exhausted_bits(spent),
        )

    def __getitem__(self, space: str) -> Section:
        try:
            return self.spaces[INDEX[space]]
        except (KeyError, TypeError):
            raise MisuseError(f"{brief(space)} is no mine space (S1 to S6, 1L1 to 3R2)") from None

    def chamber(self, chamber: str) -> Chamber:
        """
        Return a chamber.

        Raises:
            MisuseError: *chamber* is the id of no chamber.
        """
        found = self[chamber]
        if not isinstance(found, Chamber):
            raise MisuseError(f"{chamber!r} is a section of the shaft, no chamber (1L1 to 3R2)")
        return found

    def chambers(self, among: int = -1) -> Iterator[tuple[str, Chamber]]:
        """Yield the chambers with their ids, in mine order; only those in the set *among*."""
        for chamber in CHAMBERS if among == -1 else spaces_in(among):
            space = self.spaces[INDEX[chamber]]
            if isinstance(space, Chamber):
                yield chamber, space

    def with_miners(self, seat: int, changes: tuple[tuple[str, int, int], ...]) -> Mine:
        """
        Return the mine with more or fewer miners of *seat*.

        Args:
            seat: Whose miners they are.
            changes: For each space that changes how many more rested and tired ones there are, below 0 for fewer.

        Raises:
            MisuseError: there are not so many to leave.
        """
        spaces = [*self.spaces]
        occupied, lone = self.occupied, self.lone
        seats_rested, seats_tired = self.rested, self.tired
        for space, more_rested, more_tired in changes:
            index, bit = INDEX[space], BIT[space]
            here = spaces[index]
            rested, tired = here.rested, here.tired
            if more_rested:
                miners = rested[seat] + more_rested
                if miners < 0:
                    raise MisuseError(f"{space}: more rested miners leave or tire than there are")
                if (not miners) != (not rested[seat]):
                    seats_rested = replaced(seats_rested, seat, seats_rested[seat] ^ bit)
                changed = [*rested]
                changed[seat] = miners
                rested = tuple(changed)
            if more_tired:
                miners = tired[seat] + more_tired
                if miners < 0:
                    raise MisuseError(f"{space}: more tired miners rest than there are")
                if (not miners) != (not tired[seat]):
                    seats_tired = replaced(seats_tired, seat, seats_tired[seat] ^ bit)
                tired = replaced(tired, seat, miners)
            spaces[index] = here.with_miners(rested, tired)
            present = sum(rested) + sum(tired)
            occupied = occupied | bit if present else occupied & ~bit
            lone = lone | bit if present == 1 else lone & ~bit
        return _mine(
            tuple(spaces),
            occupied,
            lone,
            seats_rested,
            seats_tired,
            self.salty,
            self.wet,
            self.spent,
            self.connected if occupied == self.occupied else occupied & reachable_bits(occupied),
            self.exhausted,
        )

    def with_chamber(self, chamber: str, by: Chamber) -> Mine:
        """Return the mine with other cubes, or a tile turned up, in *chamber*; its miners must be the same."""
        index, bit, spaces = INDEX[chamber], BIT[chamber], self.spaces
        spent = self.spent | bit if by.revealed and not by.salt else self.spent & ~bit
        return _mine(
            replaced(spaces, index, by),
            self.occupied,
            self.lone,
            self.rested,
            self.tired,
            self.salty | bit if by.salt else self.salty & ~bit,
            self.wet | bit if by.water else self.wet & ~bit,
            spent,
            self.connected,
            exhausted_bits(spent),
        )

    def present(self, seat: int) -> int:
        """Return the set of spaces where *seat* has a miner, rested or tired."""
        return self.rested[seat] | self.tired[seat]

    def occupied_without_one(self, space: str) -> int:
        """Return the set of occupied spaces once one miner has left *space*."""
        return self.occupied & ~(self.lone & BIT[space])


def replaced(entries: tuple[_Entry, ...], index: int, entry: _Entry) -> tuple[_Entry, ...]:
    """Return *entries* with another one at *index*."""
    changed = [*entries]
    changed[index] = entry
    return tuple(changed)


_section, _mine = maker(Section), maker(Mine)
_with_miners = changing(Chamber, "rested", "tired")
_with_salt = changing(Chamber, "salt")
_with_water = changing(Chamber, "water")
_turned_up = changing(Chamber, "revealed", "tile")
