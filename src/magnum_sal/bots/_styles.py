"""Styles of play: what a player likes better than it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..errors import MisuseError

STYLES: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "miner": MappingProxyType({"extract_salt": 2.0, "visit_market": -1.5}),
        "trader": MappingProxyType({"visit_market": 0.75}),
        "courtier": MappingProxyType({"assistant_at_castle": 5.0}),
    }
)
"""
The styles of play: for how many groszy more than it is worth a player likes a kind of move, or a feature of positions.

An extraction counts for each cube, a visit to the market for each cube bought or sold, the features as the judge weighs
them. A style is an option of ``greedy``, ``search`` and the levels, as in ``"master:style=trader"``.
"""


def likes_of(style: object) -> Mapping[str, float]:
    """
    Return what a style likes; None likes nothing in particular.

    Raises:
        MisuseError: there is no such style.
    """
    if style is None:
        return {}
    if not isinstance(style, str) or style not in STYLES:
        raise MisuseError(f"there is no style {style!r}; known are {', '.join(STYLES)}")
    return STYLES[style]
