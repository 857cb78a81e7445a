"""Finding crystals: what happens where a chamber with water is revealed (CRYSTAL-1)."""

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
    """A player found crystals in a chamber; where they are now, ``PartChanged`` says."""

    type: ClassVar[str] = "crystals_found"
    seat: Seat
    chamber: ChamberId
    crystals: Count


def crystals_in(tile: ms.ChamberTile) -> int:
    """Return how many crystals lie in a chamber with this tile: water grows them."""
    return min(tile.water, 1) + (tile.water >= 3)


def crystals_found(state: ms.GameState, event: ChamberRevealed) -> Iterable[ms.Event]:
    """Give the crystals to the player whose turn it is."""
    found, kept = crystals_in(event.tile), own_chest(state)
    if not found:
        return ()
    return (
        CrystalsFound(state.turn_seat, event.chamber, found),
        chest_changed(state, state.turn_seat, Chest(kept.crystals + found, kept.foreman)),
    )


def only_told(_: Draft, __: CrystalsFound) -> None:
    """Change nothing: ``PartChanged`` does, which clients in any language can follow."""


FINDING = Reaction(ChamberRevealed, crystals_found)
