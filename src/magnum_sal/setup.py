"""The setup of a game: everything that chance decides (RULES SETUP-1, SETUP-2)."""

from __future__ import annotations

import attrs

from .mine import CHAMBERS
from .pieces import ChamberTile, RoyalOrder


@attrs.frozen
class Setup:
    """
    What chance decides in a game; a game is its setup and its moves.

    Whether it is a permutation of a ruleset's pieces is checked where a game starts with it. In the public form a
    piece that lies face down is None.

    Attributes:
        start_seat: The seat of the starting player.
        tiles: The tile of each chamber, in mine order.
        orders: For each phase its royal orders in drawing order.
        tools: The tool cards in drawing order.
    """

    start_seat: int
    tiles: tuple[ChamberTile | None, ...]
    orders: tuple[tuple[RoyalOrder | None, ...], ...]
    tools: tuple[str | None, ...]

    def tile_of(self, chamber: str) -> ChamberTile | None:
        """Return the tile laid on *chamber*."""
        return self.tiles[CHAMBERS.index(chamber)]

    @property
    def is_public(self) -> bool:
        """Whether face-down pieces are left out."""
        return None in self.tools or None in self.tiles

    def public(self, open_orders: int, open_tools: int, *, mapped_mine: bool) -> Setup:
        """Return the setup with only those pieces that lie face up when the game starts."""
        first, *later = self.orders
        return Setup(
            self.start_seat,
            self.tiles if mapped_mine else (None,) * len(self.tiles),
            (
                first[:open_orders] + (None,) * len(first[open_orders:]),
                *((None,) * len(orders) for orders in later),
            ),
            self.tools[:open_tools] + (None,) * len(self.tools[open_tools:]),
        )
