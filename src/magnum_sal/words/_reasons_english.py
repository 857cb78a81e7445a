"""What speaks against a move, in English: a sentence for each reason, with the facts in braces."""

from __future__ import annotations

from typing import Final

_TURN: Final = {
    "game_over": "the game is over",
    "tile_waits": "the tile of {space} must be turned up first",
    "order_waits": "the royal order in space {slot:slot} must be turned up first",
    "tool_waits": "the tool in space {slot:slot} must be turned up first",
    "arrival_waits": "a miner of yours has reached the castle; complete an order or pay the penalty for him first",
    "card_waits": "a card must be turned up first: {deck:id}",
    "decision_due": "first something else has to be decided: {type:id}",
    "nothing_due": "there is nothing to decide: {type:id}",
    "nobody_arrived": "no miner of yours has reached the castle",
    "no_action_left": "you have no action left in this turn",
    "visited_already": "you have visited the {building:id} in this turn already",
    "no_miner_just_placed": "this is possible only directly after a miner was placed or moved in the mine",
    "no_miner_just_placed.not_owned": "you own no {tool:id}, and it can be used only directly after a miner was "
    "placed or moved in the mine",
    "actions_left": "you have {actions:action} left; pass if you do not want to use them",
    "actions_left.one_actions": "you have {actions:action} left; pass if you do not want to use it",
    "none_possible": "no move of this kind is possible now",
    "turn_of_one_action": "a turn of one action cannot be given up for a rest",
    "action_used": "an action of this turn is used, so the miners cannot rest",
    "action_used.only_passed": "you have only passed in this turn so far; pass until it ends, and your miners rest",
}

_MINERS: Final = {
    "no_miner_in_stock": "you have no miner in stock",
    "no_miner_there": "you have no miner in {space}",
    "only_tired_miners": "you have only tired miners in {space}",
    "no_tired_miner": "you have no tired miner",
    "no_assistant_there": "you have no assistant at the {building:id}",
    "no_such_source": "no miner can be sent {place:from}",
    "nobody_to_send": "you have no rested miner to send: none in stock, in the mine or at a building",
    "nobody_to_send.in_line": "you have no rested miner to send: none in stock, in the mine or at a building, "
    "and those in the castle line cannot be called back",
    "nobody_else_to_send": "no other rested miner of yours can go to another space",
    "nowhere_to_go": "from {places:place} no miner of yours can reach another space",
    "there_already": "the miner is in {space} already; he must go to another space",
    "all_arrived_now": "all your rested miners in {space} arrived there by this action; a rope moves another one",
    "too_many_eating": "one food lets {most:miner} stand up at most, not {wanted}",
    "too_few_tired": "you have {tired:tired_miner} in {space}, not {wanted}",
}

_CUTS_OFF: Final = (
    "your miner is the last one in {space}; without him everyone in {lost:and} would be cut off from the entrance"
)
_MAY_BE_LEFT_EMPTY: Final = "; a chamber may be left empty only when no salt is left there and further out, and "
_SALTY: Final = _MAY_BE_LEFT_EMPTY + "{salty} still holds some"
_UNREVEALED: Final = _MAY_BE_LEFT_EMPTY + "{unrevealed} is not revealed yet"

_CHAIN: Final = {
    "not_connected": "{space} is not connected to the entrance: {empty} is empty",
    "would_not_be_connected": "{space} is not connected to the entrance: {empty} would be empty",
    "cannot_be_entered": "{space} cannot be entered",
    "cuts_off": _CUTS_OFF,
    "cuts_off.one_lost": _CUTS_OFF,
    "cuts_off_beside_salt": _CUTS_OFF + _SALTY,
    "cuts_off_beside_salt.one_lost": _CUTS_OFF + _SALTY,
    "cuts_off_unrevealed": _CUTS_OFF + _UNREVEALED,
    "cuts_off_unrevealed.one_lost": _CUTS_OFF + _UNREVEALED,
    "all_hold_the_chain": "each of your rested miners is the last one in his space ({spaces}), and without him "
    "others would be cut off from the entrance",
}

_EXTRACTION: Final = {
    "miners_tired": "your miners in {space} are tired",
    "no_miner_at_salt": "you have no miner in a chamber with salt",
    "miners_at_salt_tired": "your miners in chambers with salt are all tired",
    "no_cube_asked": "an extraction takes at least 1 cube of salt",
    "salt_not_there": "{space} holds {held}, so {wanted} cannot be taken",
    "salt_not_there.no_held": "there is no salt left in {space}, so {wanted} cannot be taken",
    "too_weak": "your strength in {space} is too little for {cubes:cube} ({rested:rested_miner}, "
    "{pickaxes:pickaxe}, {water:water_pumped})",
    "too_weak_anywhere": "the water is too much for your rested miners in {spaces}",
    "too_many_pickaxes": "{pickaxes:pickaxe} would be too many: one miner must work, and beside him "
    "{cubes:cube}[ and {water:water_pumped}] take {most:pickaxe} at most",
    "too_many_pickaxes.no_most": "{pickaxes:pickaxe} would be too many: one miner must work, and he alone is "
    "enough for {cubes:cube}[ and {water:water_pumped}]",
    "nobody_on_the_way": "nobody stands in {space}, so nothing can be carried through it",
    "wrong_toll": "carrying {cubes:cube} from {space} costs {prices:grosz} in all, not {paid}",
    "toll_too_dear": "you would pay {price:grosz} in all, and you have {money}",
    "every_way_too_dear": "carrying up one cube costs at least {price:grosz}, and you have {money}",
    "too_many_carts": "{carts:cart} would be too many: each frees a space of its own, and toll is due in "
    "{charged:space} on the way from {space}",
    "wrong_number_of_payments": "{payments:payment} for {players} players; there must be one number for each "
    "player, your own being 0",
    "pays_oneself": "you cannot pay yourself {paid:grosz}; your own payment must be 0",
    "impossible_split": "the tolls on the way from {space} cannot be split into {shares:share}",
}

_BUILDINGS: Final = {
    "no_such_building": "there is no building {building:id}",
    "no_assistant_place": "the {building:id} has no place for an assistant",
    "assistant_place_taken": "{owner}'s assistant is at the {building:id} already",
    "no_assistant_place_free": "no building has a free place for an assistant",
    "nobody_to_hire": "nobody is left at the inn in this phase",
    "all_miners_hired": "you have all your {miners:miner}",
    "hiring_too_dear": "the next miner costs {price:grosz}, and you have {money}",
    "no_such_slot": "there is no space {slot:slot}; the {building:id} has spaces 1 to {slots} only",
    "empty_slot": "space {slot:slot} of the {building:id} is empty",
    "tool_too_dear": "the {tool:id} costs {price:grosz}, and you have {money}",
    "no_tool_on_offer": "no tool is on offer",
    "all_tools_too_dear": "you have {money:grosz}, and the cheapest tool costs {price}",
    "no_miner_at_water": "you have no miner in a chamber with water",
    "no_water_there": "there is no water in {space}",
    "no_water_asked": "a visit removes at least 1 cube of water",
    "too_little_water": "{space} holds {held:water_pumped}, not {wanted}",
    "too_little_water.no_held": "there is no water in {space}, so {wanted:water_pumped} cannot be pumped",
    "pumping_too_dear": "pumping {water:water_pumped} costs {price:grosz}, and you have {money}",
    "not_adjacent": "{target} is not adjacent to {space}; next to {space} are {neighbours:and}",
    "not_adjacent.one_neighbours": "{target} is not adjacent to {space}; next to {space} is only {neighbours}",
}

_MARKET: Final = {
    "no_salt_to_sell": "you have no {kind:id} to sell",
    "no_salt_to_sell.then": "you have no {kind:id} left to sell then",
    "column_full": "the {kind} column is full, so no {kind:id} can be sold",
    "column_full.then": "the {kind} column is full then, so no more {kind:id} can be sold",
    "no_salt_at_market": "there is no {kind:id} at the market",
    "no_salt_at_market.then": "no {kind:id} is left at the market then",
    "salt_too_dear": "{kind:id} costs {price:grosz}, and you have {money}",
    "salt_too_dear_then": "{kind:id} costs {price:grosz}, and you have {money} then",
    "cube_just_sold": "the {kind} cube you would buy is the one you have just sold",
    "cube_just_bought": "the only {kind} cube you could sell is the one you have just bought",
    "no_trade_possible": "with your salt ({salt}) and {money:grosz} nothing can be sold or bought",
    "no_trade_possible.no_market": "the market is empty, and you have no salt to sell",
    "no_trade_possible.no_salt": "you have no salt to sell, and {money:grosz} to buy with, which is too little",
}

_CASTLE: Final = {
    "salt_for_order_missing": "the order asks for {wanted}, and you have {salt}",
    "salt_for_order_missing.no_salt": "the order asks for {wanted}, and you have no salt",
    "no_order_open": "no royal order is open",
    "no_order_covered": "your salt ({salt}) completes no open order",
    "no_order_covered.no_salt": "you have no salt, so you can complete no order",
    "must_complete": "you can complete the order {order}, so you must complete one",
    "money_and_cube": "the penalty is money or a cube, not both {paid:grosz} and a cube",
    "no_salt_to_give": "you have no {kind:id} to give",
    "wrong_penalty": "the penalty is {penalty:grosz} or a cube, not {paid:grosz}",
    "wrong_penalty.no_salt": "the penalty is {penalty:grosz}, not {paid}",
    "must_give_cube": "with {money:grosz}, less than {penalty}, you must give a cube of your salt",
    "must_pay_all_money": "without salt you pay all your money, {money:grosz}, not {paid}",
}

_TOOLS: Final = {
    "tool_not_owned": "you own no {tool:id}",
    "tool_used_up": "every {tool:id} card of yours has been used in this phase",
    "too_few_tools_ready": "you have {ready:{tool}} ready, not {wanted}",
}

REASONS: Final = {
    **_TURN,
    **_MINERS,
    **_CHAIN,
    **_EXTRACTION,
    **_BUILDINGS,
    **_MARKET,
    **_CASTLE,
    **_TOOLS,
}
