"""The features of positions: numbers from which the learned judge computes the worth of a position to a seat."""

from __future__ import annotations

from typing import Final

from ..model.mine import BIT, SECTIONS, spaces_in
from ..model.mine.geometry import CHAMBER_BITS, PATH_BITS
from ..model.pieces import NO_SALT, SALT_KINDS, at_most
from ..model.state import GameState
from ..rules.scoring import tool_value
from ..rules.standard import STANDARD
from ._plans import (
    SHAFT,
    Prices,
    Sites,
    best_plans,
    compute_storage_prices,
    count_missing,
    count_remaining_orders,
    find_deliveries,
    hope_of,
    outlook,
    salt_worth,
    softplus,
)

_TOOLS: Final = ("rope", "pickaxe", "bucket", "cart", "food", "commercial_privilege", "royal_privilege")
_PLACES: Final = STANDARD.assistant_places
# With weights for an unlimited number of cubes, the bots became hoarders. They kept twenty brown cubes and refused to
# end the phase in which these cubes are worth most.
_ENOUGH: Final = 6
"""The maximum number of cubes of each kind that are counted by kind; further cubes share one count."""
_DEEP: Final = sum(BIT[section] for section in SECTIONS[-2:])

_BEFORE_TOOLS: Final = {
    "to_move": "tempo",  # 1 if it is the seat's turn
    "actions": "tempo",  # actions left in the seat's current turn
    "waiting": "tempo",  # share of the players who move before the seat's next turn
    "still_to_come": "tempo",  # 1 if the phase ends with this round and the seat still has a turn in it
    "next_phase": "tempo",  # share of the players who move before the seat at the start of the next phase
    "money": "money",  # groszy
    "money_to_3": "money",  # up to 3 groszy, enough for penalties and tools
    "money_to_6": "money",  # up to 6 groszy, enough to hire miners
    "money_to_12": "money",  # up to 12 groszy, enough to buy salt for an order
    "cubes_to_4": "salt",  # cubes of all kinds in store, up to 4
    "cubes_beyond": "salt",  # cubes beyond the sixth of their kind
    "miners": "miners",  # the seat's miners, wherever they are
    "miners_to_6": "miners",  # the seat's miners, up to 6
    "miners_to_8": "miners",  # the seat's miners, up to 8
    "miners_while_the_phase_lasts": "miners",  # the seat's miners; like others below, fades with the last orders
    "stock": "miners",  # miners in the stock
    "any_stock": "miners",  # 1 if there is a miner in the stock
    "rested": "rest",  # rested miners in the mine
    "tired": "rest",  # tired miners in the mine
    "any_tired": "rest",  # 1 if there is a tired miner
    "tired_beyond_2": "rest",  # tired miners beyond the second
    "line_right": "walks",  # miners in the right circle of the castle line
    "line_left": "walks",  # miners in the left circle
    "arriving": "walks",  # miners at the castle
}
_AFTER_TOOLS: Final = {
    "tools": "tools",  # tool cards, used or not
    "tool_value": "tools",  # groszy for the tools at the end of the game
    "odd_tool": "tools",  # 1 if the number of tools is odd, so that the next one scores nothing
    "delivered": "salt",  # value of the best deliveries, with the miners under way and one more
    "salt_left": "salt",  # value of the salt left over after these deliveries
    "progress": "salt",  # additional value of this salt as progress towards an order
    "orders_in_store": "salt",  # open orders that the salt in store covers
    "orders_short_of_1": "salt",  # open orders that lack one cube
    "orders_short_of_2": "salt",  # open orders that lack two cubes
    "dearest_in_store": "salt",  # highest payment of an order that the salt in store covers
    "paid_walks": "walks",  # miners under way to the castle that can complete an order
    "vain_walks": "walks",  # miners under way without an order to complete
    "rivals_first": "walks",  # rivals with a miner under way that could take the most valuable of these orders
    "best_work": "work",  # value of the best work in the mine, less the cost of its actions
    "second_work": "work",  # the same for the second-best work
    "best_work_faded": "work",  # the same as best_work, but close to 0 for work that does not pay off
    "second_work_faded": "work",  # the same for second_work
    "at_hand": "work",  # value of the best extraction possible at once, less the toll
    "cubes_at_hand": "work",  # number of cubes in that extraction
    "sections": "chain",  # sections of the shaft with the seat's miners
    "sections_alone": "chain",  # sections of the shaft with the seat's miners only
    "tolls_due": "chain",  # sections of the shaft with other players' miners only
    "sections_deep": "chain",  # the two deepest sections of the shaft, if the seat's miners are there
    "any_tool": "tools",  # 1 if there is a tool card, used or not
}
GROUPS: Final = {
    **_BEFORE_TOOLS,
    # Three features are 1 if there is a first, second or third cube of the kind in store; the last feature counts up to
    # six.
    **{f"{what}_{kind}": "salt" for kind in SALT_KINDS for what in ("first", "second", "third", "all")},
    **{f"assistant_at_{place}": "assistants" for place in _PLACES},
    **{f"{state}_{tool}": "tools" for tool in _TOOLS for state in ("ready", "owned")},
    **_AFTER_TOOLS,
}
"""The group of each feature. Reasons shown to people refer to groups."""
FEATURES: Final = tuple(GROUPS)
"""The names of the features, in order."""


def compute_features(state: GameState, seat: int, sites: Sites) -> list[float]:
    """
    Compute the features of a position for a seat, in the order of ``FEATURES``.

    Args:
        state: A position of a game that is not over; hidden pieces in it are ignored.
        seat: The seat whose features are computed.
        sites: The chambers where work may pay off.
    """
    # The judge adds up weighted features, but many things are worth less the more of them a player has. Such an amount
    # has several features, each with a different cap, such as money_to_3, money_to_6 and money_to_12. Their weighted
    # sum is piecewise linear, so the judge learns the shape of the curve by learning weights.
    #
    # Features of plans for this phase are multiplied by hope, which falls as the phase's last orders are completed.
    #
    # The order must agree with GROUPS, because the learned weights are stored by position.
    players, mine, turn = state.players, state.mine, state.turn
    player, count = players[seat], len(players)
    still = count_remaining_orders(state)
    hope = hope_of(still)
    is_turn = turn is not None and state.turn_seat == seat
    place, now = (seat - state.start_seat) % count, (state.turn_seat - state.start_seat) % count
    actions = turn.actions_left if turn is not None and is_turn else 0
    arriving = turn.arriving if turn is not None and is_turn else 0
    money, salt = player.money, player.salt
    miners = state.ruleset.miners_per_colour - state.bank.miners[seat]
    rested, tired = 0, 0
    for space in spaces_in(mine.rested[seat]):
        rested += mine.rested_in(space, seat)
    for space in spaces_in(mine.tired[seat]):
        tired += mine.tired_in(space, seat)
    found = [
        float(is_turn),
        float(actions),
        float((seat - state.turn_seat) % count) / count,
        float(not still and place > now),
        float((place - 1) % count) / count,
        float(money),
        float(min(money, 3)),
        float(min(money, 6)),
        float(min(money, 12)),
        float(min(salt.total, 4)),
        float(max(0, salt.brown - _ENOUGH) + max(0, salt.green - _ENOUGH) + max(0, salt.white - _ENOUGH)),
        float(miners),
        float(min(miners, 6)),
        float(min(miners, 8)),
        miners * hope,
        float(player.stock),
        float(player.stock > 0),
        rested * hope,
        tired * hope,
        hope if tired else 0.0,
        max(0, tired - 2) * hope,
        float(player.line_right),
        float(player.line_left),
        float(arriving),
    ]
    for cubes in (salt.brown, salt.green, salt.white):
        found += [float(cubes > 0), float(cubes > 1), float(cubes > 2), float(min(cubes, _ENOUGH))]
    places = state.ruleset.assistant_places
    for name in _PLACES:
        is_own = name in places and state.assistant_seats[places.index(name)] == seat
        found.append(hope if is_own else 0.0)
    for tool in _TOOLS:
        ready, owned = 0, 0
        for card in player.tools:
            if card.tool == tool:
                owned += 1
                ready += not card.used
        found.append(ready * hope)
        found.append(float(owned))
    tools = len(player.tools)
    found += [float(tools), float(tool_value(state.ruleset, tools)), float(tools % 2)]
    wanted = _add_outlook(found, state, seat, hope)
    _add_orders(found, state, seat, hope, arriving)
    _add_work(found, state, seat, hope, sites, wanted)
    return found


def _add_outlook(found: list[float], state: GameState, seat: int, hope: float) -> Prices:
    """Add the features of the best deliveries, and return the value of an additional cube of each kind."""
    # An amount of salt runs three validators when it is created. Creating two fewer amounts per position saved 7 % of
    # greedy's instructions in the pure build, hence at_most() here and NO_SALT below.
    kept = compute_storage_prices(state, hope)
    left, opened, delivered = find_deliveries(state, seat, kept, hope)
    progress, wanted = outlook(opened, left, kept)
    found += [delivered, salt_worth(at_most(_ENOUGH, left), kept), hope * progress]
    return wanted


def _add_orders(found: list[float], state: GameState, seat: int, hope: float, arriving: int) -> None:
    player = state.players[seat]
    short = [0, 0, 0]
    dearest, dearest_salt = 0, NO_SALT
    for order in state.castle.open:
        if order is None:
            continue
        lacking = count_missing(player.salt, order.salt)
        if lacking < 3:
            short[lacking] += 1
        if not lacking and order.payment > dearest:
            dearest, dearest_salt = order.payment, order.salt
    underway = arriving + player.line_left + player.line_right
    rivals = 0
    if dearest:
        for other, rival in enumerate(state.players):
            if other != seat and rival.line_left + rival.line_right and not count_missing(rival.salt, dearest_salt):
                rivals += 1
    found += [
        short[0] * hope,
        short[1] * hope,
        short[2] * hope,
        dearest * hope,
        float(min(underway, short[0])),
        float(max(0, underway - short[0])),
        rivals * hope,
    ]


def _add_work(found: list[float], state: GameState, seat: int, hope: float, sites: Sites, wanted: Prices) -> None:
    mine, player = state.mine, state.players[seat]
    own, occupied = mine.rested[seat] | mine.tired[seat], mine.occupied
    best, second = best_plans(state, seat, wanted, hope, sites)
    pickaxes, at_hand, cubes_at_hand = player.ready("pickaxe"), 0.0, 0
    # Salt can be extracted at once if one of the seat's rested miners is in the chamber and every space of the path is
    # occupied. The strength must also suffice for one cube (MINE-1). The estimate takes the most valuable cubes. Each
    # space without a miner of the seat costs 1 grosz per cube (HAUL-1).
    places = mine.rested[seat] & CHAMBER_BITS & mine.salty
    if places:
        for chamber, prices, _, water in sites.of(mine, wanted):
            path = PATH_BITS[chamber]
            if not places & BIT[chamber] or path & ~occupied:
                continue
            cubes = min(len(prices), mine.rested_in(chamber, seat) + pickaxes - water)
            if cubes > 0:
                value = -float(cubes * (path & occupied & ~own).bit_count())
                for price in prices[:cubes]:
                    value += price
                if value > at_hand:
                    at_hand, cubes_at_hand = value, cubes
    alone = own & SHAFT
    for other in range(len(state.players)):
        if other != seat:
            alone &= ~(mine.rested[other] | mine.tired[other])
    found += [
        hope * max(best, -20.0),
        hope * max(second, -20.0),
        hope * softplus(best),
        hope * softplus(second),
        at_hand * hope,
        cubes_at_hand * hope,
        (own & SHAFT).bit_count() * hope,
        alone.bit_count() * hope,
        (occupied & SHAFT & ~own).bit_count() * hope,
        (own & _DEEP).bit_count() * hope,
        float(len(player.tools) > 0),
    ]
