"""Open tiles: the tiles of a mapped mine, face up from the start until their chambers are emptied (RULES VAR-MAP)."""

from __future__ import annotations

from .mine import Chamber
from .ruleset import Ruleset


def is_turned_down(ruleset: Ruleset, chamber: Chamber) -> bool:
    """Check whether *chamber* has been emptied and its tile turned face down. The printed face stays known."""
    return ruleset.mapped_mine and chamber.is_emptied
