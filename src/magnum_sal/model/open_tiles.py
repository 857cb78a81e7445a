"""Open tiles: in a mapped mine, they lie face up from the start and are turned face down once used (RULES VAR-MAP)."""

from __future__ import annotations

from .mine import Chamber
from .ruleset import Ruleset


def tiles_lie_open(ruleset: Ruleset) -> bool:
    """Check whether all tiles lie face up from the start of a game."""
    return ruleset.mapped_mine


def is_turned_down(ruleset: Ruleset, chamber: Chamber) -> bool:
    """Check whether *chamber*'s tile was turned face down again as a mark; everybody still knows its printed face."""
    return ruleset.mapped_mine and chamber.is_emptied
