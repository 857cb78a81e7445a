"""The picture on the home page: a game in progress, drawn once for each language."""

from __future__ import annotations

from typing import Final

from .._internal.caches import cached
from ..render import svg
from ..testing import position

_POSITION: Final = """
players: Ada, Ben, Cleo, Dan | turn: D, phase 2, round 5, actions 1
S1: D | S2: C | S3: DB | S4: A | S5: A | S6: CD
1L1: a [B/1 of BBG/1] | 1L2: b [BG/1] | 1L3: [BBB/1]
1R1: CC [BG/0 of BGG/2] | 1R2: D [BBG/1] | 1R3: [BB/0]
2L1: Ab [BGG/2 of BGGG/2] | 2L2: bc [BW/0 of BBGW/2] | 2L3: D [BWW/1 of BWW/3]
2R1: dC [GW/1 of GGW/2] | 2R2: BB [BBG/1 of BBBG/2] | 2R3: [?/1]
3L1: B [WWW/1 of WWWW/3]
3R1: AC [GWW/2 of GGWWW/3] | 3R2: a [GW/0 of GWWW/3]
"""
"""A position with a miner of every player, in which most chambers are revealed."""


@cached(most=8)
def draw_home_picture(language: str) -> str:
    """Return the picture as SVG. Its colours are custom properties, which the page sets."""
    return svg(position(_POSITION).public(), layout="board", language=language)
