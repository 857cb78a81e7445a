"""The printed numbers and the contents of the box: ``box.py``."""

from collections import Counter

import magnum_sal as ms
from magnum_sal.model import box


def test_the_chamber_tiles() -> None:
    """SET-TILES: there are 8, 6 and 4 tiles with their salt and water."""
    assert [sorted(map(str, tiles)) for tiles in box.TILES] == [
        ["BB/0", "BBB/1", "BBB/1", "BBG/1", "BBG/1", "BG/1", "BG/1", "BGG/2"],
        ["BBBG/2", "BBGW/2", "BGGG/2", "BGGW/2", "BWW/3", "GGW/2"],
        ["GGGWW/3", "GGWWW/3", "GWWW/3", "WWWW/3"],
    ]


def test_the_totals_of_the_tiles() -> None:
    """SET-TILES: the totals are the cubes and water in the mine when all tiles are revealed, by level."""
    totals = []
    for tiles in box.TILES:
        salt = sum((tile.salt for tile in tiles), ms.SaltAmount())
        totals.append((salt.brown, salt.green, salt.white, sum(tile.water for tile in tiles)))
    assert totals == [(15, 6, 0, 8), (8, 9, 5, 13), (0, 6, 12, 12)]


def test_the_royal_orders() -> None:
    """SET-ORDERS: there are 24 orders, 8 a phase, with salt and payment."""
    assert [" ".join(map(str, orders)) for orders in box.ORDERS] == [
        "BB=9 BB=9 BG=11 BG=11 GG=13 BBB=15 BBG=17 BBG=17",
        "GG=13 BW=15 BW=15 GW=17 BGG=19 BBW=21 GGG=21 BGW=23",
        "GW=17 BGG=19 BBW=21 WW=21 GGW=25 BWW=27 GWW=29 WWW=33",
    ]
    assert [sum(order.payment for order in orders) for orders in box.ORDERS] == [102, 144, 192]


def test_the_tool_cards() -> None:
    """SET-TOOLS: there are 21 cards, 3 of each of the 7 tools, 7 a phase."""
    kinds = ("rope", "pickaxe", "bucket", "cart", "food", "commercial_privilege", "royal_privilege")
    assert Counter(box.TOOLS) == dict.fromkeys(kinds, 3)
    assert len(box.TOOLS) == 21 == ms.STANDARD.phases * ms.STANDARD.tools_per_phase


def test_the_numbers_printed_on_the_board() -> None:
    """SET-BOARD: market columns from the bottom, inn track, workshop and pump house have their printed numbers."""
    assert box.MARKET_PRICES == ((5, 4, 3, 3), (6, 5, 4), (8, 7))
    assert box.INN_TRACK == (5, 5, 5, 6, 6, 7, 8)
    assert box.WORKSHOP_PRICES == (3, 4, 5)
    assert box.PUMP_PRICES == (0, 2)


def test_the_places_for_assistants() -> None:
    """SET-BOARD: the workshop, pump house, market and castle have a place; the inn and the town square have none."""
    places = {building.id: building.has_assistant_place for building in ms.STANDARD.buildings}
    assert places == {
        "inn": False,
        "workshop": True,
        "pump_house": True,
        "market": True,
        "town_square": False,
        "castle": True,
    }


def test_the_contents_of_the_box() -> None:
    """SET-SUPPLY: 20, 15 and 15 cubes of salt; 25 of water; 10 miners per colour; 445 groszy."""
    supply = ms.STANDARD.salt_supply
    assert (supply.brown, supply.green, supply.white) == (20, 15, 15)
    assert (ms.STANDARD.water_supply, ms.STANDARD.miners_per_colour, ms.STANDARD.money_supply) == (25, 10, 445)
