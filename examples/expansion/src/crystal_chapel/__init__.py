"""
An expansion for magnum_sal: the crystal chapel.

FEAST-1: when a phase begins a card is turned up from the deck of feasts; it holds until the phase ends.

CRYSTAL-1: who reveals a chamber finds crystals where water is: one, and two where there are 3 cubes.

CHAPEL-1: the chapel takes crystals for money.

FOREMAN-1: for one crystal, the chapel lends a foreman, who makes the miners of a chamber stronger.
"""

import magnum_sal as ms

from .crystals import CRYSTALS
from .feasts import FEASTS

__all__ = ["CRYSTALS", "CRYSTAL_CHAPEL", "FEASTS"]

CRYSTAL_CHAPEL = ms.STANDARD.with_extensions(FEASTS, CRYSTALS, name="crystal_chapel")
"""The game with both."""

ms.register(CRYSTAL_CHAPEL)
