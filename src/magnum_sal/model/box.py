"""The box: its contents and its printed values (RULES SET-TILES, SET-ORDERS, SET-TOOLS, SET-BOARD, SET-SUPPLY)."""

from __future__ import annotations

from typing import Final

from .pieces import ChamberTile, RoyalOrder, SaltAmount

__all__ = [
    "INN_TRACK",
    "MARKET_AT_START",
    "MARKET_PRICES",
    "MINERS_PER_COLOUR",
    "MONEY_SUPPLY",
    "ORDERS",
    "PUMP_PRICES",
    "SALT_AT_START",
    "SALT_SUPPLY",
    "TILES",
    "TOOLS",
    "TOOL_KINDS",
    "WATER_SUPPLY",
    "WORKSHOP_PRICES",
]


def _tiles(text: str) -> tuple[ChamberTile, ...]:
    return tuple(map(ChamberTile.parse, text.split()))


def _orders(text: str) -> tuple[RoyalOrder, ...]:
    return tuple(map(RoyalOrder.parse, text.split()))


TILES: Final = (
    _tiles("BBG/1 BBG/1 BG/1 BG/1 BBB/1 BBB/1 BGG/2 BB/0"),
    _tiles("BBBG/2 GGW/2 BWW/3 BGGW/2 BBGW/2 BGGG/2"),
    _tiles("GGGWW/3 GWWW/3 GGWWW/3 WWWW/3"),
)
"""The chamber tiles of levels I, II and III (SET-TILES)."""

ORDERS: Final = (
    _orders("BB=9 BB=9 BG=11 BG=11 GG=13 BBB=15 BBG=17 BBG=17"),
    _orders("GG=13 BW=15 BW=15 GW=17 BGG=19 BBW=21 GGG=21 BGW=23"),
    _orders("GW=17 BGG=19 BBW=21 WW=21 GGW=25 BWW=27 GWW=29 WWW=33"),
)
"""The royal orders of phases I, II and III (SET-ORDERS)."""

TOOL_KINDS: Final = (
    "rope",
    "pickaxe",
    "bucket",
    "cart",
    "food",
    "commercial_privilege",
    "royal_privilege",
)
"""The ids of the seven tools (SET-TOOLS)."""

TOOLS: Final = tuple(tool for tool in TOOL_KINDS for _ in range(3))
"""The 21 tool cards (SET-TOOLS)."""

MARKET_PRICES: Final = ((5, 4, 3, 3), (6, 5, 4), (8, 7))
"""Prices in groszy of the brown, green and white columns, starting with the space filled first (SET-BOARD)."""

INN_TRACK: Final = (5, 5, 5, 6, 6, 7, 8)
"""Prices in groszy for hiring a miner, left to right (SET-BOARD)."""

WORKSHOP_PRICES: Final = (3, 4, 5)
"""Prices in groszy of the tools on offer, slot 0 first (SET-BOARD)."""

# The board shows the totals 0, 2, 5 and 9. From the third cube on, each cube costs 1 more than the one before, so two
# prices define the whole series.
PUMP_PRICES: Final = (0, 2)
"""Prices in groszy of the first cubes pumped; each further cube costs 1 more than the one before (SET-BOARD)."""

SALT_AT_START: Final = SaltAmount(brown=1)
"""The salt cubes that each player starts with (SETUP-1)."""

MARKET_AT_START: Final = SaltAmount(brown=2, green=1, white=0)
"""The salt cubes on the market at the start (SETUP-1)."""

SALT_SUPPLY: Final = SaltAmount(brown=20, green=15, white=15)
"""Salt cubes in the box (SET-SUPPLY)."""

WATER_SUPPLY: Final = 25
"""The number of water cubes in the box (SET-SUPPLY)."""

MONEY_SUPPLY: Final = 445
"""The total value of the coins in the box, in groszy (SET-SUPPLY)."""

MINERS_PER_COLOUR: Final = 10
"""The number of miners of each colour in the box (SET-SUPPLY)."""
