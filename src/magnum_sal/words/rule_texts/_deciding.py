"""What decides: the field of the ruleset for each ruling, and the rules that each variant changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DECIDED_BY: Final[Mapping[str, str | None]] = {
    "SET-TOOLS.kinds": "tools",
    "SET-SUPPLY.shortage": None,
    "SETUP-1.starting_player": None,
    "SETUP-2.tool_deck": None,
    "TURN-1.first_turn": None,
    "TURN-2.unwanted_action": None,
    "TURN-2.free_tools": "rules",
    "TURN-3.effect": "rules",
    "TURN-4.two_ways": "rules",
    "TURN-4.tools_before_rest": "rules",
    "MOVE-1.no_way_back": "rules",
    "CHAIN-1.after_leaving": "rules",
    "CHAIN-2.stranded": "rulings",
    "CHAIN-3.revealed": "rulings",
    "MINE-1.fewer": "rules",
    "MINE-2.who_tires": "all_miners_tire",
    "MINE-3.castle_line": "rules",
    "ASST-1.sources": "rules",
    "INN-1.limit": "miners_per_colour",
    "SHOP-1.empty_stack": "rules",
    "PUMP-1.tired_miner": "rules",
    "PUMP-1.beyond_board": "rules",
    "MARKET-1.no_trade": "rules",
    "MARKET-2.one_kind": "rules",
    "MARKET-3.full_column_price": "lowest_price_bonus",
    "MARKET-3.full_column_cube": "rules",
    "MARKET-3.one_card": "rules",
    "CASTLE-1.sources": "rules",
    "CASTLE-2.whose_miners": "rulings",
    "CASTLE-3.second_arrival": "rules",
    "CASTLE-4.no_coin": "rules",
    "CASTLE-6.empty_stack": "rules",
    "CASTLE-6.no_open_order": "rules",
    "TOOL-1.without_effect": "rules",
    "TOOL-1.same_turn": "rules",
    "ROPE-1.same_miner": "rules",
    "ROPE-1.chain_each": "rules",
    "PICK-1.one_tires": "rules",
    "CART-1.one_space": "rules",
    "CART-1.own_spaces": "rules",
    "CART-1.capacity": "cart_capacity",
    "BUCKET-1.tired_miner": "rules",
    "BUCKET-1.shaft": "rules",
    "FOOD-1.at_once": "rules",
    "PHASE-1.no_other_end": "rulings",
    "PHASE-2.castle_line": "castle_line_stays",
    "PHASE-2.refill": None,
    "END-1.last_tie": "rulings",
    "END-1.no_tools": "tool_values",
    "VAR-MAP.not_reached": "rulings",
    "VAR-TIRE.pickaxes": "rules",
    "VAR-CART.shared_space": "rules",
}
"""For each ruling, by id, the field of ``Ruleset`` that decides otherwise."""

CHANGES: Final[Mapping[str, tuple[str, ...]]] = {
    "mapped_mine": ("SETUP-1", "REVEAL-1"),
    "cart_capacity": ("CART-1",),
    "all_miners_tire": ("MINE-2",),
    "castle_line_stays": ("PHASE-2",),
    "lowest_price_bonus": ("MARKET-3",),
}
"""For each switch the rules of the standard game that read otherwise when it is on."""
