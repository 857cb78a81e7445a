"""The mine during a game: the content of its sections and chambers, and the derived sets of spaces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, TypeVar

import attrs

from ..._internal.constructors import make_changer
from ..._internal.immutable import Immutable
from ...errors import MalformedError, MisuseError
from ..meaning import Miners, Water
from ..pieces import BySeat, ChamberTile, SaltAmount
from .geometry import (
    BIT,
    CHAMBERS,
    INDEX,
    MOST_MINERS,
    NUMBER,
    SPACES,
    impossible,
    no_chamber,
    no_space,
    spaces_in,
)

_Entry = TypeVar("_Entry")

_SPACES: Final = len(SPACES)
_SECTIONS: Final = _SPACES - len(CHAMBERS)


@attrs.frozen
class Section(Immutable):
    """A shaft section and the miners in it."""

    rested: BySeat[Miners]
    """The number of rested miners by seat."""
    tired: BySeat[Miners]
    """The number of tired miners by seat."""

    @property
    def miners(self) -> int:
        """The combined number of miners that all players have here."""
        return sum(self.rested) + sum(self.tired)

    def miners_of(self, seat: int) -> int:
        """Return the number of *seat*'s miners here, rested and tired."""
        return self.rested[seat] + self.tired[seat]


@attrs.frozen
class Chamber(Section):
    """A chamber: its miners, its cubes and its tile."""

    revealed: bool
    """Whether a miner has ever entered the chamber (REVEAL-1)."""
    salt: SaltAmount
    """Cubes of salt in the chamber."""
    water: Water
    """The number of cubes of water in the chamber."""
    tile: ChamberTile | None
    """The tile's printed face; None if it is unknown."""

    @property
    def is_emptied(self) -> bool:
        """Whether all salt has been extracted. A chamber without salt counts as emptied once it is revealed."""
        return self.revealed and not self.salt


@attrs.frozen
class Mine(Immutable):
    """
    All spaces of the mine, by id: ``mine["S1"]`` is a ``Section``, ``mine["1L2"]`` a ``Chamber``.

    Use it as a mapping, in mine order: ``for space, here in mine.items()``, ``"1L2" in mine``, ``len(mine)``.

    The content is stored in columns, and a space object is created on demand. Moving a miner is the most frequent
    change, and a program may keep many states, so a change must copy little. A set of spaces is an int with one bit per
    space in mine order; ``spaces_in`` lists its ids. The sets follow from the columns but are stored, because every
    listing of moves needs them. Each method that returns a changed mine must update the sets, too.
    """

    _counts: bytes
    """
    Miner counts by space, in mine order: each seat's rested miners, then each seat's tired miners, then the totals.
    """
    salt: tuple[SaltAmount, ...]
    """Cubes of salt by chamber, in mine order."""
    water: tuple[int, ...]
    """The number of cubes of water by chamber, in mine order."""
    tiles: tuple[ChamberTile | None, ...]
    """The printed faces by chamber; None if unknown."""
    revealed: int
    """The set of chambers that a miner has ever entered (REVEAL-1)."""
    occupied: int = attrs.field(eq=False, repr=False)
    """The set of spaces with a miner."""
    _lone: int = attrs.field(eq=False, repr=False)
    """The set of spaces with exactly one miner."""
    rested: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """For each seat, the set of spaces with a rested miner."""
    tired: tuple[int, ...] = attrs.field(eq=False, repr=False)
    """For each seat, the set of spaces with a tired miner."""
    salty: int = attrs.field(eq=False, repr=False)
    """The set of chambers with salt."""
    wet: int = attrs.field(eq=False, repr=False)
    """The set of chambers with water."""

    @classmethod
    def of(cls, spaces: tuple[Section, ...]) -> Mine:
        """
        Return the mine with these *spaces*, which must be in mine order.

        Raises:
            MalformedError: a space has fewer than 0 or more than 255 miners.
        """
        seats = range(len(spaces[0].rested))
        placed = tuple(zip(BIT.values(), spaces, strict=True))
        chambers = [here for here in spaces if isinstance(here, Chamber)]
        bits = [BIT[chamber] for chamber in CHAMBERS]
        rested = [[here.rested[seat] for here in spaces] for seat in seats]
        tired = [[here.tired[seat] for here in spaces] for seat in seats]
        miners = [here.miners for here in spaces]
        for space, here in zip(SPACES, spaces, strict=True):
            # ``bytes`` would refuse these numbers as well, but without naming the space.
            if here.miners > MOST_MINERS or min(*here.rested, *here.tired) < 0:
                raise MalformedError(f"mine.{space}: expected 0 to {MOST_MINERS} miners, got {here.miners}")
        return cls(
            bytes(chain.from_iterable((*rested, *tired, miners))),
            salt=tuple(here.salt for here in chambers),
            water=tuple(here.water for here in chambers),
            tiles=tuple(here.tile for here in chambers),
            revealed=sum(bit for bit, here in zip(bits, chambers, strict=True) if here.revealed),
            occupied=sum(bit for bit, here in placed if here.miners),
            lone=sum(bit for bit, here in placed if here.miners == 1),
            rested=tuple(sum(bit for bit, here in placed if here.rested[seat]) for seat in seats),
            tired=tuple(sum(bit for bit, here in placed if here.tired[seat]) for seat in seats),
            salty=sum(bit for bit, here in zip(bits, chambers, strict=True) if here.salt),
            wet=sum(bit for bit, here in zip(bits, chambers, strict=True) if here.water),
        )

    @property
    def spent(self) -> int:
        """The set of revealed chambers without salt."""
        return self.revealed & ~self.salty

    @property
    def spaces(self) -> tuple[Section, ...]:
        """The spaces in mine order."""
        return tuple([self._space(index) for index in range(_SPACES)])

    def keys(self) -> tuple[str, ...]:
        """Return the ids of the spaces, in mine order."""
        return SPACES

    def values(self) -> tuple[Section, ...]:
        """Return the spaces, in mine order."""
        return self.spaces

    def items(self) -> tuple[tuple[str, Section], ...]:
        """Return the ids with their spaces, in mine order; ``chambers`` yields only the chambers."""
        return tuple(zip(SPACES, self.spaces, strict=True))

    def __iter__(self) -> Iterator[str]:
        return iter(SPACES)

    def __len__(self) -> int:
        return _SPACES

    def __contains__(self, space: object) -> bool:
        return isinstance(space, str) and space in INDEX

    def __getitem__(self, space: str) -> Section:
        try:
            return self._space(INDEX[space])
        except (KeyError, TypeError):
            raise no_space(space) from None

    def _space(self, index: int) -> Section:
        # The counts of a seat are consecutive, one byte for each space. So the counts of a space are a slice with a
        # step.
        seats = len(self.rested)
        half = seats * _SPACES
        rested, tired = tuple(self._counts[index:half:_SPACES]), tuple(self._counts[half + index : 2 * half : _SPACES])
        if index < _SECTIONS:
            return Section(rested, tired)
        number = index - _SECTIONS
        is_revealed = self.revealed >> index & 1 == 1
        return Chamber(rested, tired, is_revealed, self.salt[number], self.water[number], self.tiles[number])

    def chamber(self, chamber: str) -> Chamber:
        """
        Return a chamber.

        Raises:
            MisuseError: there is no such chamber.
        """
        found = self[chamber]
        if not isinstance(found, Chamber):
            raise no_chamber(chamber)
        return found

    def chambers(self, among: int = -1) -> Iterator[tuple[str, Chamber]]:
        """Yield the chambers in the set *among* with their ids, in mine order. By default, yield all chambers."""
        # No set of spaces is negative, so -1 can stand for all chambers.
        for chamber in CHAMBERS if among == -1 else spaces_in(among):
            space = self._space(INDEX[chamber])
            if isinstance(space, Chamber):
                yield chamber, space

    def rested_in(self, space: str, seat: int) -> int:
        """Return the number of *seat*'s rested miners in *space*. Raises ``MisuseError`` if either is unknown."""
        self._check_seat(seat)
        try:
            return self._counts[seat * _SPACES + INDEX[space]]
        except (KeyError, TypeError):
            raise no_space(space) from None

    def tired_in(self, space: str, seat: int) -> int:
        """Return the number of *seat*'s tired miners in *space*. Raises ``MisuseError`` if either is unknown."""
        self._check_seat(seat)
        try:
            return self._counts[(len(self.rested) + seat) * _SPACES + INDEX[space]]
        except (KeyError, TypeError):
            raise no_space(space) from None

    def salt_in(self, chamber: str) -> SaltAmount:
        """Return the cubes of salt in a chamber. Raises ``MisuseError`` for an unknown chamber."""
        try:
            return self.salt[NUMBER[chamber]]
        except (KeyError, TypeError):
            raise no_chamber(chamber) from None

    def water_in(self, chamber: str) -> int:
        """Return the number of cubes of water in a chamber. Raises ``MisuseError`` for an unknown chamber."""
        try:
            return self.water[NUMBER[chamber]]
        except (KeyError, TypeError):
            raise no_chamber(chamber) from None

    def tile_in(self, chamber: str) -> ChamberTile | None:
        """Return the printed face of a chamber, or None if the face is unknown. Raises the errors of ``salt_in``."""
        try:
            return self.tiles[NUMBER[chamber]]
        except (KeyError, TypeError):
            raise no_chamber(chamber) from None

    def with_rested(self, seat: int, space: str, change: int) -> Mine:
        """
        Return the mine with *change* added to the rested miners of *seat* in a space.

        Raises:
            MisuseError: the space would hold too few or too many miners, or there is no such seat.
        """
        self._check_seat(seat)
        # The last counts are the totals of all seats, so ``index - _SPACES`` indexes the total of the space, counted
        # from the end.
        index, bit, own = INDEX[space], BIT[space], seat * _SPACES + INDEX[space]
        rested, present = self._counts[own] + change, self._counts[index - _SPACES] + change
        if rested < 0 or present > MOST_MINERS:
            raise impossible(space, rested)
        counts = bytearray(self._counts)
        counts[own], counts[index - _SPACES] = rested, present
        return _with_miners(
            self,
            bytes(counts),
            self.occupied | bit if present else self.occupied & ~bit,
            self._lone | bit if present == 1 else self._lone & ~bit,
            replace_entry(self.rested, seat, self.rested[seat] | bit if rested else self.rested[seat] & ~bit),
            self.tired,
        )

    def with_moved(self, seat: int, source: str, target: str, miners: int) -> Mine:
        """Return the mine after rested miners of *seat* moved to *target*; raises the errors of ``with_rested``."""
        # In one pass, both changes would be written to the same byte, and the second would overwrite the first.
        if source == target:
            return self.with_rested(seat, source, -miners).with_rested(seat, target, miners)
        self._check_seat(seat)
        # One pass over the counts and sets of both spaces is faster than two calls to `with_rested`, but must agree
        # with them.
        own, last = seat * _SPACES, len(self._counts) - _SPACES
        start, end = INDEX[source], INDEX[target]
        counts = bytearray(self._counts)
        left, come = counts[own + start] - miners, counts[own + end] + miners
        behind, there = counts[last + start] - miners, counts[last + end] + miners
        if left < 0 or there > MOST_MINERS:
            raise impossible(source if left < 0 else target, left)
        counts[own + start], counts[own + end], counts[last + start], counts[last + end] = left, come, behind, there
        here, beyond = BIT[source], BIT[target]
        others = ~(here | beyond)
        return _with_miners(
            self,
            bytes(counts),
            self.occupied & others | (here if behind else 0) | (beyond if there else 0),
            self._lone & others | (here if behind == 1 else 0) | (beyond if there == 1 else 0),
            replace_entry(
                self.rested, seat, self.rested[seat] & others | (here if left else 0) | (beyond if come else 0)
            ),
            self.tired,
        )

    def with_tired(self, seat: int, chamber: str, change: int) -> Mine:
        """
        Return the mine after *change* rested miners of *seat* in a chamber became tired.

        A negative *change* makes tired miners stand up.

        Raises:
            MisuseError: there are too few rested miners, or too few tired ones if *change* is negative.
        """
        self._check_seat(seat)
        index, bit = seat * _SPACES + INDEX[chamber], BIT[chamber]
        half = len(self.rested) * _SPACES
        rested, tired = self._counts[index] - change, self._counts[half + index] + change
        if rested < 0 or tired < 0:
            raise impossible(chamber, rested, tired)
        counts = bytearray(self._counts)
        counts[index], counts[half + index] = rested, tired
        return _with_miners(
            self,
            bytes(counts),
            # A miner that tires stays in its space, so these sets do not change.
            self.occupied,
            self._lone,
            replace_entry(self.rested, seat, self.rested[seat] | bit if rested else self.rested[seat] & ~bit),
            replace_entry(self.tired, seat, self.tired[seat] | bit if tired else self.tired[seat] & ~bit),
        )

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.rested):
            raise MisuseError(f"{seat} is not a seat (0 to {len(self.rested) - 1})")

    def with_salt(self, chamber: str, salt: SaltAmount) -> Mine:
        """Return the mine with this salt in *chamber*."""
        bit = BIT[chamber]
        salty = self.salty | bit if salt else self.salty & ~bit
        return _with_salt(self, replace_entry(self.salt, NUMBER[chamber], salt), salty)

    def with_water(self, chamber: str, water: int) -> Mine:
        """Return the mine with this many cubes of water in *chamber*."""
        bit = BIT[chamber]
        wet = self.wet | bit if water else self.wet & ~bit
        return _with_water(self, replace_entry(self.water, NUMBER[chamber], water), wet)

    def with_tile(self, chamber: str, tile: ChamberTile, *, revealed: bool) -> Mine:
        """
        Return the mine with the tile of *chamber* face up, without placing its cubes.

        Args:
            chamber: The chamber of the tile.
            tile: The printed face.
            revealed: True if a miner entered the chamber (REVEAL-1), False if the tile was laid face up earlier
                (VAR-MAP).
        """
        tiles = replace_entry(self.tiles, NUMBER[chamber], tile)
        return _with_tile(self, tiles, self.revealed | BIT[chamber] if revealed else self.revealed)

    def miners_of(self, seat: int) -> int:
        """Return the number of *seat*'s miners in the mine. Raises ``MisuseError`` for an unknown seat."""
        self._check_seat(seat)
        rested, tired = seat * _SPACES, (len(self.rested) + seat) * _SPACES
        return sum(self._counts[rested : rested + _SPACES]) + sum(self._counts[tired : tired + _SPACES])

    def present(self, seat: int) -> int:
        """Return the set of spaces with any miner of *seat*. Raises ``MisuseError`` for an unknown seat."""
        self._check_seat(seat)
        return self.rested[seat] | self.tired[seat]

    def occupied_without_one(self, space: str) -> int:
        """Return the set of occupied spaces after one miner leaves *space*."""
        # If others share the space, it stays occupied.
        return self.occupied & ~(self._lone & BIT[space])


def replace_entry(entries: tuple[_Entry, ...], index: int, entry: _Entry) -> tuple[_Entry, ...]:
    """Return *entries* with *entry* at *index*."""
    changed = [*entries]
    changed[index] = entry
    return tuple(changed)


_with_miners = make_changer(Mine, "_counts", "occupied", "_lone", "rested", "tired")
_with_water = make_changer(Mine, "water", "wet")
_with_salt = make_changer(Mine, "salt", "salty")
_with_tile = make_changer(Mine, "tiles", "revealed")
