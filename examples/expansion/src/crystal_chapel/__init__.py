"""
An expansion for magnum_sal: the crystal chapel.

FEAST-1: When a phase begins, a card of the deck of feasts is turned up. It applies until the phase ends.

CRYSTAL-1: A player who reveals a chamber with water finds one crystal, or two if the chamber has 3 cubes of water.

CHAPEL-1: The chapel pays money for crystals.

FOREMAN-1: For one crystal, the chapel lends a foreman, who makes the miners of a chamber stronger.
"""

import magnum_sal as ms

from .crystals import CRYSTALS
from .feasts import FEASTS

__all__ = ["CRYSTALS", "CRYSTAL_CHAPEL", "FEASTS"]

CRYSTAL_CHAPEL = ms.STANDARD.with_extensions(FEASTS, CRYSTALS, name="crystal_chapel")
"""The game with both extensions."""

ms.register(CRYSTAL_CHAPEL)
