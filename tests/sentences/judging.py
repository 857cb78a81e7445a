"""The oracle's judgement of a move: the rules that it breaks, according to the oracle's own facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from tests.sentences.facts import (
    ACTIONS,
    ARRIVALS,
    ASSISTANT_PLACES,
    LEAVING,
    PENALTY,
    TOOL_MOVES,
    WORKSHOP,
    Data,
    Table,
    building_of,
    can_be_split,
    covers,
    neighbours,
    pumping,
    tool_of,
)


def broken_by_kind(table: Table, kind: str) -> set[str]:
    """Return the rules that forbid every move of a *kind* now, those that a player would check first."""
    if table.pending is not None:
        if not table.turn:
            return {"SETUP-2"}
        return {{"tile": "REVEAL-1", "order": "CASTLE-3", "tool": "SHOP-1"}[table.pending["pile"]]}
    if table.is_over:
        return {"END-1"}
    if table.arriving and kind not in ARRIVALS:
        return {"CASTLE-3"}
    if kind in ARRIVALS:
        return set() if table.arriving else {"TURN-2"}
    if kind in ACTIONS and not table.actions_left:
        return {"TURN-2"}
    if building_of(kind) in table.visited:
        return {"TURN-3"}
    if (kind == "end_turn" and table.actions_left) or (kind == "use_rope" and not table.arrived):
        return {"TURN-2"}
    return {"TOOL-1"} if kind in TOOL_MOVES and not table.ready(tool_of(kind) or "") else set()


def broken_rules(table: Table, move: Data) -> set[str]:
    """Return the rules that *move* breaks: those for its kind if there are any, otherwise its own."""
    return broken_by_kind(table, move["type"]) or _OWN[move["type"]](table, move)


def _leaving(table: Table, move: Data) -> set[str]:
    source, rule = move["source"], LEAVING[move["type"]]
    if source == "stock":
        return set() if table.stock else {rule}
    if source not in table.mine:
        return set() if source in table.assisted else {rule}
    if not table.rested(source):
        return {"MINE-3"} if table.tired(source) else {rule}
    return {"CHAIN-2"} if table.is_held(source) else set()


def _placing(table: Table, move: Data) -> set[str]:
    source, target = move["source"], move["target"]
    broken = _leaving(table, move)
    if source == target:
        broken.add("MOVE-1")
    if not table.can_enter(source, target):
        broken.add("CHAIN-1")
    if move["type"] == "use_rope" and source in table.mine and table.has_just_arrived(source):
        broken.add("ROPE-1")
    return broken


def _extraction(table: Table, move: Data) -> set[str]:
    chamber, cubes = move["chamber"], sum(move["salt"].values())
    water = table.mine[chamber]["water"]
    if not table.rested(chamber):
        return {"MINE-3"} if table.tired(chamber) else {"MINE-1"}
    broken = set()
    if not cubes or not covers(table.mine[chamber]["salt"], move["salt"]):
        broken.add("MINE-1")
    if move["pickaxes"] > table.ready("pickaxe") or move["carts"] > table.ready("cart"):
        broken.add("TOOL-1")
    if move["pickaxes"] > max(0, cubes + water - 1):
        broken.add("PICK-1")
    if table.rested(chamber) + move["pickaxes"] - water < cubes:
        broken.add("MINE-1")
    return broken | _transport(table, move, cubes)


def _transport(table: Table, move: Data, cubes: int) -> set[str]:
    payments = tuple(move["payments"])
    if len(payments) != len(table.players) or payments[table.seat]:
        return {"HAUL-3"}
    bills = table.bills(move["chamber"], cubes, move["carts"])
    if not bills:
        return {"CART-1"}
    broken = set()
    if sum(payments) not in table.prices(move["chamber"], cubes, move["carts"]):
        broken.add("HAUL-1")
    elif not any(can_be_split(owed, payments) for owed in bills):
        broken.add("HAUL-3")
    if sum(payments) > table.money:
        broken.add("HAUL-2")
    return broken


def _assistant(table: Table, move: Data) -> set[str]:
    building = move["building"]
    is_free = building in ASSISTANT_PLACES and table.data["assistants"][building] is None
    return _leaving(table, move) | (set() if is_free else {"ASST-1"})


def _inn(table: Table, _: Data) -> set[str]:
    price = table.hiring_price
    has_all = table.data["bank"]["miners"][table.seat] == 0
    return {"INN-1"} if price is None or price > table.money or has_all else set()


def _workshop(table: Table, move: Data) -> set[str]:
    slot = move["slot"]
    is_there = slot < len(table.offer) and table.offer[slot] is not None
    return set() if is_there and WORKSHOP[slot] <= table.money else {"SHOP-1"}


def _pump_house(table: Table, move: Data) -> set[str]:
    chamber, water = move["chamber"], move["water"]
    is_possible = table.own(chamber) and 1 <= water <= table.mine[chamber]["water"] and pumping(water) <= table.money
    return set() if is_possible else {"PUMP-1"}


def _market(table: Table, move: Data) -> set[str]:
    is_barred = move["commercial_privilege"] and not table.ready("commercial_privilege")
    return ({"TOOL-1"} if is_barred else set()) | table.trades(move)[-1].broken


def _castle(table: Table, move: Data) -> set[str]:
    is_barred = move["royal_privilege"] and not table.ready("royal_privilege")
    return ({"TOOL-1"} if is_barred else set()) | _leaving(table, move)


def _rest(table: Table, _: Data) -> set[str]:
    return set() if table.actions == table.actions_left == 2 and table.all_tired else {"TURN-4"}


def _bucket(table: Table, move: Data) -> set[str]:
    source = move["source"]
    is_possible = table.own(source) and table.mine[source]["water"] and move["target"] in neighbours(source)
    return set() if is_possible else {"BUCKET-1"}


def _food(table: Table, move: Data) -> set[str]:
    eating: Counter[str] = Counter(move["chambers"])
    return set() if all(table.tired(chamber) >= count for chamber, count in eating.items()) else {"FOOD-1"}


def _order(table: Table, move: Data) -> set[str]:
    slot = move["slot"]
    if slot >= len(table.open):
        return {"CASTLE-3"}
    order = table.open[slot]
    if order is None:
        return {"CASTLE-6"}
    return set() if covers(table.salt, order["salt"]) else {"CASTLE-3"}


def _penalty(table: Table, move: Data) -> set[str]:
    money, salt = move["money"], move["salt"]
    broken = {"CASTLE-3"} if table.completable() else set()
    if salt is not None:
        is_right = not money and table.salt[salt] > 0
    elif table.money >= PENALTY:
        is_right = money == PENALTY
    else:
        is_right = not any(table.salt.values()) and money == table.money
    return broken if is_right else broken | {"CASTLE-4"}


def _nothing(_table: Table, _move: Data) -> set[str]:
    return set()


_OWN: Final[Mapping[str, Callable[[Table, Data], set[str]]]] = {
    "place_miner": _placing,
    "extract_salt": _extraction,
    "place_assistant": _assistant,
    "visit_inn": _inn,
    "visit_workshop": _workshop,
    "visit_pump_house": _pump_house,
    "visit_market": _market,
    "visit_town_square": _nothing,
    "visit_castle": _castle,
    "pass": _nothing,
    "rest": _rest,
    "use_rope": _placing,
    "use_bucket": _bucket,
    "use_food": _food,
    "end_turn": _nothing,
    "complete_order": _order,
    "pay_penalty": _penalty,
}
