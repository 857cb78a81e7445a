"""Finding crystals: the reaction to a revealed chamber with water (CRYSTAL-1)."""

from collections.abc import Iterable
from typing import ClassVar

import attrs

import magnum_sal as ms
from magnum_sal.model.events import ChamberRevealed
from magnum_sal.model.extension import Reaction
from magnum_sal.model.fields import ChamberId, Count, Seat
from magnum_sal.model.state import Draft

from .chests import Chest, chest_changed, own_chest


@attrs.frozen
class CrystalsFound(ms.Event):
    """A player found crystals in a chamber. ``PartChanged`` puts them into the player's chest."""

    type: ClassVar[str] = "crystals_found"
    seat: Seat
    chamber: ChamberId
    crystals: Count


def crystals_in(tile: ms.ChamberTile) -> int:
    """Return the number of crystals in a chamber with this tile, which depends on its water."""
    return min(tile.water, 1) + (tile.water >= 3)


def crystals_found(state: ms.GameState, event: ChamberRevealed) -> Iterable[ms.Event]:
    """Return the events that give the crystals to the player whose turn it is."""
    found, kept = crystals_in(event.tile), own_chest(state)
    if not found:
        return ()
    return (
        CrystalsFound(state.turn_seat, event.chamber, found),
        chest_changed(state, state.turn_seat, Chest(kept.crystals + found, kept.foreman)),
    )


def only_told(_: Draft, __: CrystalsFound) -> None:
    """Change nothing: ``PartChanged`` makes the change, and clients in any language can follow that event."""


FINDING = Reaction(ChamberRevealed, crystals_found)
