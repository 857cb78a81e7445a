"""All combinations of a kind of move, a rule and a reason that a refusal can have according to the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tests.sentences.facts import ACTIONS, ARRIVALS, LEAVING, TOOL_MOVES, TYPES, building_of

_VISITS: Final = tuple(kind for kind in TYPES if building_of(kind))

_OF_KINDS: Final[tuple[tuple[Iterable[str], str, str], ...]] = (
    (TYPES, "END-1", "game_over"),
    (TYPES, "REVEAL-1", "tile_waits"),
    (TYPES, "CASTLE-3", "order_waits"),
    (TYPES, "SHOP-1", "tool_waits"),
    (TYPES, "SETUP-2", "tile_waits order_waits tool_waits"),
    (tuple(kind for kind in TYPES if kind not in ARRIVALS), "CASTLE-3", "arrival_waits"),
    (ARRIVALS, "TURN-2", "nobody_arrived"),
    (ACTIONS, "TURN-2", "no_action_left"),
    (_VISITS, "TURN-3", "visited_already"),
    (TOOL_MOVES, "TOOL-1", "tool_not_owned tool_used_up"),
    (LEAVING, "MINE-3", "only_tired_miners"),
    (LEAVING, "CHAIN-2", "cuts_off cuts_off_beside_salt cuts_off_unrevealed"),
    (("place_miner", "place_assistant", "visit_castle"), "CHAIN-2", "all_hold_the_chain"),
    (("place_miner", "use_rope"), "CHAIN-1", "not_connected would_not_be_connected"),
    (("place_miner", "use_rope"), "MOVE-1", "no_miner_in_stock no_miner_there no_assistant_there there_already"),
    (("place_assistant",), "ASST-1", "no_miner_in_stock no_miner_there no_assistant_there"),
    (("visit_castle",), "CASTLE-1", "no_miner_in_stock no_miner_there no_assistant_there nobody_to_send"),
    (("place_miner",), "MOVE-1", "nobody_to_send nowhere_to_go"),
    (("use_rope",), "TURN-2", "no_miner_just_placed"),
    (("use_rope",), "ROPE-1", "all_arrived_now nobody_else_to_send"),
    (("place_assistant",), "ASST-1", "nobody_to_send no_assistant_place assistant_place_taken no_assistant_place_free"),
    (("extract_salt",), "MINE-3", "miners_tired miners_at_salt_tired"),
    (("extract_salt",), "MINE-1", "no_miner_there no_cube_asked salt_not_there too_weak"),
    (("extract_salt",), "MINE-1", "no_miner_at_salt too_weak_anywhere"),
    (("extract_salt",), "TOOL-1", "tool_not_owned tool_used_up too_few_tools_ready"),
    (("extract_salt",), "PICK-1", "too_many_pickaxes"),
    (("extract_salt",), "CART-1", "too_many_carts"),
    (("extract_salt",), "HAUL-1", "wrong_toll"),
    (("extract_salt",), "HAUL-2", "toll_too_dear every_way_too_dear"),
    (("extract_salt",), "HAUL-3", "wrong_number_of_payments pays_oneself impossible_split"),
    (("visit_inn",), "INN-1", "nobody_to_hire all_miners_hired hiring_too_dear"),
    (("visit_workshop",), "SHOP-1", "no_such_slot empty_slot tool_too_dear no_tool_on_offer all_tools_too_dear"),
    (("visit_pump_house",), "PUMP-1", "no_miner_there no_water_asked too_little_water"),
    (("visit_pump_house",), "PUMP-1", "pumping_too_dear no_miner_at_water"),
    (("visit_market",), "MARKET-1", "no_salt_to_sell column_full no_salt_at_market"),
    (("visit_market",), "MARKET-1", "salt_too_dear salt_too_dear_then no_trade_possible"),
    (("visit_market",), "MARKET-2", "cube_just_sold cube_just_bought"),
    (("visit_market", "visit_castle"), "TOOL-1", "tool_not_owned tool_used_up"),
    (("rest",), "TURN-4", "turn_of_one_action action_used no_tired_miner"),
    (("use_bucket",), "BUCKET-1", "no_miner_there no_water_there not_adjacent no_miner_at_water"),
    (("use_food",), "FOOD-1", "too_few_tired no_tired_miner"),
    (("end_turn",), "TURN-2", "actions_left"),
    (("complete_order",), "CASTLE-3", "no_such_slot salt_for_order_missing no_order_covered"),
    (("complete_order",), "CASTLE-6", "empty_slot no_order_open"),
    (("pay_penalty",), "CASTLE-3", "must_complete"),
    (("pay_penalty",), "CASTLE-4", "money_and_cube no_salt_to_give wrong_penalty must_give_cube must_pay_all_money"),
)

COMBINATIONS: Final = frozenset(
    (kind, rule, reason) for kinds, rule, reasons in _OF_KINDS for kind in kinds for reason in reasons.split()
)
"""All combinations that can occur with the standard rules and switches. Each must be covered."""

GAPS: Final[Mapping[str, str]] = {
    "no_turn_yet": "the engine never stops between two turns; only a client that folds single events does",
    "no_strength_anywhere": "a rested miner has a strength of 1; only a ruling about the strength leaves less",
    "none_possible": "only a rule of an extension that does not say why has this reason",
    "card_waits": "only extensions have decks of their own",
    "roll_waits": "only extensions have dice",
    "look_waits": "only extensions let players look at face-down tiles, and only the view of a player waits for one",
    "decision_due": "only extensions ask for a decision before anything else",
    "nothing_due": "only extensions have moves that are made on demand",
    "no_such_source": "a place of the standard game is the stock, a space or a building, with reasons of their own",
    "cannot_be_entered": "only a house ruling about the chain bars a space whose way is occupied",
    "nobody_on_the_way": "by CHAIN-3 the way of salt that can be extracted is occupied; only a house ruling bars it",
    "no_such_building": "a move cannot name a building that the ruleset does not know",
    "too_many_eating": "a move cannot name more than two chambers, and a food serves two",
}
"""Reasons that have words in the library but occur in no position of the standard game, each with an explanation."""

GAPS_OF_KINDS: Final[Mapping[tuple[str, str, str], str]] = {
    ("use_rope", "ROPE-1", "nobody_to_send"): "the miner just placed is rested, and stands in the mine",
    ("use_rope", "CHAIN-2", "all_hold_the_chain"): "the miner just placed filled no gap but one of an exhausted "
    "corridor, which he may open again (CHAIN-3)",
    ("extract_salt", "TURN-2", "none_possible"): "only where a house ruling bars the way",
}
"""Combinations that a rule's code could return but that no position leads to, each with an explanation."""
