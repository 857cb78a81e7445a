"""Looks: the face-down tiles that players have looked at alone, as PUBLIC-1 describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from .._internal.immutable import Immutable
from ..errors import MisuseError
from .fields import ChamberId, Seat
from .mine import level_of
from .pieces import ChamberTile

__all__ = ["Look", "Looks"]


def __dir__() -> list[str]:
    return __all__


# In the standard game nobody has secrets. An extension may let a player look at a tile. Everybody sees who looks where,
# so the looks are public. Only the faces are secret, and they follow from the hidden pieces of a full state. Therefore
# only one kind of state stores a face: the view of the player who has seen it.
LOOKS: Final = "looks"
"""The key in ``extras``; only rulesets with an extension that allows looks have this part."""


@attrs.frozen
class Look(Immutable):
    """The fact that a player has looked at a face-down tile, and the tile if this state contains it (PUBLIC-1)."""

    seat: Seat
    """The player who looked."""
    chamber: ChamberId
    """The chamber of the tile."""
    tile: ChamberTile | None = None
    """The printed face in the view of this seat, once it is known there; None in every other state."""


@attrs.frozen
class Looks(Immutable):
    """
    The looks at tiles that still lie face down (PUBLIC-1); ``extras["looks"]`` if an extension has ``has_looks``.

    Rules may depend on who has looked where (``find_look``), because everybody sees this. They must not depend on the
    tiles, because most states do not contain them.
    """

    made: tuple[Look, ...] = ()
    """The looks, in the order in which they were made, each once."""
    viewer: Seat | None = None
    """The seat whose view the state is; None in full and public states."""

    def find_look(self, seat: int, chamber: str) -> Look | None:
        """Return the look of *seat* at the tile of *chamber*, or None."""
        for look in self.made:
            if look.seat == seat and look.chamber == chamber:
                return look
        return None

    def find_tile(self, chamber: str) -> ChamberTile | None:
        """Return the face that the viewer has seen in *chamber*, or None."""
        look = None if self.viewer is None else self.find_look(self.viewer, chamber)
        return None if look is None else look.tile

    @property
    def tiles(self) -> dict[str, ChamberTile]:
        """The tiles that the viewer has seen and that lie face down, by chamber; empty without a viewer."""
        return {look.chamber: look.tile for look in self.made if look.tile is not None}

    @property
    def awaited(self) -> Look | None:
        """The viewer's first look at a tile whose face is still unknown in the view, or None."""
        return next((look for look in self.made if look.seat == self.viewer and look.tile is None), None)

    def public(self) -> Looks:
        """Return the public form, without any face."""
        return Looks(tuple(Look(look.seat, look.chamber) for look in self.made))

    def with_viewer(self, seat: int) -> Looks:
        """Return the looks in the view of *seat*; only a view of the same seat keeps the tiles that it contains."""
        return self if seat == self.viewer else Looks(self.public().made, seat)

    def with_look(self, seat: int, chamber: str) -> Looks:
        """Return the looks with one more. A second look at the same tile changes nothing."""
        if self.find_look(seat, chamber) is not None:
            return self
        return Looks((*self.made, Look(seat, chamber)), self.viewer)

    def with_tile(self, seat: int, chamber: str, tile: ChamberTile) -> Looks:
        """
        Return the looks with the face that *seat* has seen in *chamber*. It replaces a face noted earlier.

        Raises:
            MisuseError: the state is not the view of *seat*, or *seat* has not looked there.
        """
        look = self.find_look(seat, chamber)
        if look is None:
            raise MisuseError(f"{chamber}: seat {seat} has not looked at the tile there")
        if seat != self.viewer:
            raise MisuseError(f"{chamber}: only the view of seat {seat} may contain the tile that this seat has seen")
        made = tuple(Look(seat, chamber, tile) if other is look else other for other in self.made)
        return Looks(made, self.viewer)

    def without_chamber(self, chamber: str) -> Looks:
        """Return the looks after the tile of *chamber* is turned up: everybody knows it now."""
        left = tuple(look for look in self.made if look.chamber != chamber)
        return self if len(left) == len(self.made) else Looks(left, self.viewer)

    def without_impossible_tiles(self, level: int, face_down: Mapping[ChamberTile, int]) -> Looks:
        """
        Return the looks without those faces at *level* that appear in them more often than in *face_down*.

        A player at a real table may name a wrong tile, and a tile that is turned up later may prove it.
        """
        left, made = dict(face_down), []
        for look in self.made:
            tile = look.tile
            if tile is not None and level_of(look.chamber) == level:
                left[tile] = left.get(tile, 0) - 1
                made.append(look if left[tile] >= 0 else Look(look.seat, look.chamber))
            else:
                made.append(look)
        return Looks(tuple(made), self.viewer)
