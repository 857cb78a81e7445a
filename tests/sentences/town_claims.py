"""The claims of sentences about buildings, the market, the castle and tools, as a player would understand them."""

from __future__ import annotations

from tests.sentences.facts import (
    ASSISTANT_PLACES,
    BUILDINGS,
    COLUMNS,
    MOST_MINERS,
    PENALTY,
    WORKSHOP,
    covers,
    further,
    letters,
    neighbours,
    pumping,
    tool_of,
)
from tests.sentences.patterns import Claim, sentence
from tests.sentences.trades import Trade

# Buildings


@sentence("the <building> has no place for an assistant")
def _(c: Claim) -> bool:
    return c.building == c.move["building"] and c.building in BUILDINGS and c.building not in ASSISTANT_PLACES


@sentence("<owner:text>'s assistant is already at the <building>")
def _(c: Claim) -> bool:
    owner = c.table.data["assistants"].get(c.building)
    is_so = c.building == c.move["building"] and owner is not None
    return bool(is_so and c.table.players[owner]["name"] == c.owner)


@sentence("no building has a free place for an assistant")
def _(c: Claim) -> bool:
    return None not in c.table.data["assistants"].values()


@sentence("the inn has no miners left to hire this phase")
def _(c: Claim) -> bool:
    return c.table.hiring_price is None


@sentence("you already have all your <miners:miner>")
def _(c: Claim) -> bool:
    return bool(c.miners == MOST_MINERS and c.table.data["bank"]["miners"][c.table.seat] == 0)


@sentence("the next miner costs <price:grosz>, but you have only <money:number>")
def _(c: Claim) -> bool:
    return bool(c.price == c.table.hiring_price and c.price > c.money == c.table.money)


@sentence(
    "there is no space <slot> (slot <index:number>); "
    "the <building> has spaces 1 to <slots:number> (slots 0 to <last:number>)"
)
def _(c: Claim) -> bool:
    there = len(c.table.offer if c.move_type == "visit_workshop" else c.table.open)
    is_building = c.building == ("workshop" if c.move_type == "visit_workshop" else "castle")
    is_counted = c.index == c.slot and c.last == there - 1
    return bool(is_building and is_counted and c.slots == there and c.slot == c.move["slot"] >= there)


@sentence("space <slot> of the <building> is empty")
def _(c: Claim) -> bool:
    there = c.table.offer if c.move_type == "visit_workshop" else c.table.open
    is_building = c.building == ("workshop" if c.move_type == "visit_workshop" else "castle")
    return is_building and c.slot == c.move["slot"] and there[c.move["slot"]] is None


@sentence("the <tool> costs <price:grosz>, but you have only <money:number>")
def _(c: Claim) -> bool:
    slot = c.move["slot"]
    return bool(c.tool == c.table.offer[slot] and c.price == WORKSHOP[slot] and c.price > c.money == c.table.money)


@sentence("no tools are on offer")
def _(c: Claim) -> bool:
    return not any(c.table.offer)


@sentence("you have only <money:grosz>, but the cheapest tool costs <price:number>")
def _(c: Claim) -> bool:
    prices = [price for tool, price in zip(c.table.offer, WORKSHOP, strict=True) if tool is not None]
    return bool(prices) and c.price == min(prices) > c.money == c.table.money


@sentence("you have no miner in a chamber with water")
def _(c: Claim) -> bool:
    return not any(c.table.own(space) and c.table.mine[space]["water"] for space in c.table.mine if further(space))


@sentence("there is no water in <space>")
def _(c: Claim) -> bool:
    return bool(c.space == c.move["source"] and c.table.mine[c.space]["water"] == 0)


@sentence("there is no water in <space>, so you cannot pump out <wanted:cube> of water")
def _(c: Claim) -> bool:
    is_so = c.space == c.move["chamber"] and c.wanted == c.move["water"] > 0
    return bool(is_so and c.table.mine[c.space]["water"] == 0)


@sentence("you must remove at least 1 cube of water")
def _(c: Claim) -> bool:
    return bool(c.move["water"] == 0)


@sentence("<space> holds <held:cube> of water, not <wanted:number>")
def _(c: Claim) -> bool:
    is_so = c.space == c.move["chamber"] and c.wanted == c.move["water"]
    return bool(is_so and 0 < c.held == c.table.mine[c.space]["water"] < c.wanted)


@sentence("pumping <water:cube> of water costs <price:grosz>, but you have only <money:number>")
def _(c: Claim) -> bool:
    return bool(c.water == c.move["water"] and c.price == pumping(c.water) and c.price > c.money == c.table.money)


def _not_adjacent(c: Claim) -> bool:
    is_so = (c.space, c.target) == (c.move["source"], c.move["target"]) and c.near == c.space
    return is_so and c.target not in neighbours(c.space) and c.neighbours == neighbours(c.space)


@sentence("<target:space> is not adjacent to <space>; <near:space> is next to <neighbours:spaces>")
def _(c: Claim) -> bool:
    return _not_adjacent(c) and len(c.neighbours) > 1


@sentence("<target:space> is not adjacent to <space>; <near:space> is next to <neighbours:spaces> only")
def _(c: Claim) -> bool:
    return _not_adjacent(c) and len(c.neighbours) == 1


# The market


def _trade(c: Claim, *, is_sale: bool) -> tuple[Trade, bool]:
    """Return the trade that fails, and whether it is the second. It must be of the kind that the sentence names."""
    trades = c.table.trades(c.move)
    trade = trades[-1]
    if trade.kind != c.kind or trade.is_sale is not is_sale:
        raise LookupError(f"the trade that fails is not the one of {c.kind} salt")
    return trade, len(trades) > 1


@sentence("you have no <kind> salt to sell")
def _(c: Claim) -> bool:
    # The sentence is about the present. It is false if the player has a cube and sells it first.
    trade, _ = _trade(c, is_sale=True)
    return c.table.salt[c.kind] == 0 == trade.owned


@sentence("you would have no <kind> salt left to sell")
def _(c: Claim) -> bool:
    trade, is_second = _trade(c, is_sale=True)
    return is_second and trade.owned == 0 < c.table.salt[c.kind]


@sentence("the <column:kind> column is full, so you cannot sell <kind> salt")
def _(c: Claim) -> bool:
    trade, _ = _trade(c, is_sale=True)
    is_full = c.table.data["market"][trade.kind] == len(COLUMNS[trade.kind]) == trade.held
    return c.column == trade.kind and is_full and not c.move["commercial_privilege"]


@sentence("the <column:kind> column would be full, so you cannot sell more <kind> salt")
def _(c: Claim) -> bool:
    trade, is_second = _trade(c, is_sale=True)
    is_full_then = c.table.data["market"][trade.kind] < len(COLUMNS[trade.kind]) == trade.held
    return is_second and c.column == trade.kind and is_full_then and not c.move["commercial_privilege"]


@sentence("there is no <kind> salt at the market")
def _(c: Claim) -> bool:
    trade, _ = _trade(c, is_sale=False)
    return bool(c.table.data["market"][trade.kind] == 0 == trade.held)


@sentence("there would be no <kind> salt left at the market")
def _(c: Claim) -> bool:
    trade, is_second = _trade(c, is_sale=False)
    return bool(is_second and trade.held == 0 < c.table.data["market"][trade.kind])


@sentence("<kind> salt costs <price:grosz>, but you have only <money:number>")
def _(c: Claim) -> bool:
    trade, is_second = _trade(c, is_sale=False)
    return not is_second and c.price == trade.price and c.price > c.money == c.table.money


@sentence("<kind> salt costs <price:grosz>, but you would have only <money:number>")
def _(c: Claim) -> bool:
    trade, is_second = _trade(c, is_sale=False)
    return is_second and c.price == trade.price and c.price > c.money == trade.money


@sentence("you would buy back the <kind> cube that you have just sold")
def _(c: Claim) -> bool:
    trade, is_second = _trade(c, is_sale=False)
    return is_second and "cube_just_sold" in trade.reasons


@sentence("the only <kind> cube you could sell is the one you have just bought")
def _(c: Claim) -> bool:
    trade, is_second = _trade(c, is_sale=True)
    return is_second and "cube_just_bought" in trade.reasons and trade.owned == 1


@sentence("with your salt (<salt>) and <money:grosz>, you cannot sell or buy anything")
def _(c: Claim) -> bool:
    is_so = (c.salt, c.money) == (letters(c.table.salt), c.table.money)
    return is_so and c.salt != "-" and not c.table.can_trade()


@sentence("the market is empty, and you have no salt to sell")
def _(c: Claim) -> bool:
    return not any(c.table.data["market"].values()) and not any(c.table.salt.values())


@sentence("you have no salt to sell, and <money:grosz> is too little to buy any")
def _(c: Claim) -> bool:
    is_so = c.money == c.table.money and not any(c.table.salt.values())
    return is_so and any(c.table.data["market"].values()) and not c.table.can_trade()


# The castle


@sentence("the order requires <wanted:salt>, but you have <salt>")
def _(c: Claim) -> bool:
    order = c.table.open[c.move["slot"]]
    if order is None:
        return False
    is_so = (c.wanted, c.salt) == (letters(order["salt"]), letters(c.table.salt))
    return is_so and c.salt != "-" and not covers(c.table.salt, order["salt"])


@sentence("the order requires <wanted:salt>, but you have no salt")
def _(c: Claim) -> bool:
    order = c.table.open[c.move["slot"]]
    return order is not None and c.wanted == letters(order["salt"]) and not any(c.table.salt.values())


@sentence("no royal order is open")
def _(c: Claim) -> bool:
    return not any(c.table.open)


@sentence("with your salt (<salt>), you cannot complete any open order")
def _(c: Claim) -> bool:
    is_so = c.salt == letters(c.table.salt) != "-"
    return is_so and not c.table.completable() and any(c.table.open)


@sentence("you have no salt, so you cannot complete an order")
def _(c: Claim) -> bool:
    return not any(c.table.salt.values()) and any(c.table.open)


@sentence("you can complete the order <order>, so you must complete one")
def _(c: Claim) -> bool:
    possible = [f"{letters(order['salt'])}={order['payment']}" for order in c.table.completable()]
    return c.order in possible


@sentence("the penalty is money or a cube, not both <paid:grosz> and a cube")
def _(c: Claim) -> bool:
    return bool(0 < c.paid == c.move["money"]) and c.move["salt"] is not None


@sentence("you have no <kind> salt to give")
def _(c: Claim) -> bool:
    return bool(c.table.salt[c.kind] == 0 and c.move["salt"] == c.kind)


def _wrong_penalty(c: Claim) -> bool:
    is_asked = c.penalty == PENALTY <= c.table.money and c.move["salt"] is None
    return bool(is_asked and c.paid == c.move["money"] != PENALTY)


@sentence("the penalty is <penalty:grosz> or a cube, not <paid:grosz>")
def _(c: Claim) -> bool:
    return _wrong_penalty(c) and any(c.table.salt.values())


@sentence("the penalty is <penalty:grosz>, not <paid:number>")
def _(c: Claim) -> bool:
    return _wrong_penalty(c) and not any(c.table.salt.values())


@sentence("you have <money:grosz>, less than <penalty:number>, so you must give a cube of salt")
def _(c: Claim) -> bool:
    is_poor = c.money == c.table.money < c.penalty == PENALTY
    return bool(is_poor and any(c.table.salt.values()) and c.move["salt"] is None)


@sentence("you have no salt, so you must pay all your money: <money:grosz>, not <paid:number>")
def _(c: Claim) -> bool:
    is_poor = c.money == c.table.money < PENALTY and not any(c.table.salt.values())
    return bool(is_poor and c.paid == c.move["money"] != c.money)


# Tools


def _used_tool(c: Claim) -> bool:
    """Return whether the move uses the tool that the sentence names."""
    uses = {
        tool_of(c.move_type): 1,
        "pickaxe": c.asked.get("pickaxes", 0) if c.asked else 0,
        "cart": c.asked.get("carts", 0) if c.asked else 0,
        "commercial_privilege": c.asked.get("commercial_privilege", 0) if c.asked else 0,
        "royal_privilege": c.asked.get("royal_privilege", 0) if c.asked else 0,
    }
    return bool(uses.get(c.tool))


@sentence("you have no <tool>")
def _(c: Claim) -> bool:
    return _used_tool(c) and c.table.owned(c.tool) == 0


@sentence("you have already used all your <tool> cards this phase")
def _(c: Claim) -> bool:
    return _used_tool(c) and c.table.owned(c.tool) > 0 == c.table.ready(c.tool)


@sentence("you have <ready:number> <tool> ready, not <wanted:number>")
def _(c: Claim) -> bool:
    return _too_few_ready(c) and c.ready == 1


@sentence("you have <ready:number> <tool>s ready, not <wanted:number>")
def _(c: Claim) -> bool:
    return _too_few_ready(c) and c.ready != 1


def _too_few_ready(c: Claim) -> bool:
    return bool(0 < c.ready == c.table.ready(c.tool) < c.wanted == c.move[f"{c.tool}s"])
