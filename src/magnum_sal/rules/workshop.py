"""The workshop: buying one of the tools on offer (RULES SHOP-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._internal.caches import cached
from .._internal.checks import parse_digits
from ..errors import MalformedError, Objection
from ..errors.messages import cut
from ..model.display import DisplayItem, Offer, Stack
from ..model.events import Event, MoneyMoved, ToolMoved
from ..model.functions_above import find_by_name
from ..model.moves import Move, VisitWorkshop
from ..model.pieces import BANK, TOOL_STACK, workshop_slot
from ..model.rule import Building, Notation, Rule, When
from ..model.state import GameState
from . import notations

__all__ = ["RULE"]


def tool_price(state: GameState, slot: int) -> int | None:
    """Return the price in groszy of the tool in *slot*, or None if the slot is empty. Slot 0 is the cheapest."""
    return None if state.workshop.offer[slot] is None else state.ruleset.rulings.workshop_prices(state)[slot]


def moves(state: GameState) -> tuple[VisitWorkshop, ...]:
    """Return the legal purchases, cheapest first."""
    # Must agree with objection(): a purchase is listed exactly when objection() returns None.
    ruleset = state.ruleset
    prices = ruleset.rulings.workshop_prices(state)
    # Money beyond the price of the most expensive tool changes nothing, so richer players share the cached result. The
    # highest printed price is known; only the prices from a ruling must be searched.
    dearest = ruleset._dearest_tool if prices is ruleset.workshop_prices else max(prices)
    return _visits(state.workshop.offer, prices, min(state.players[state.turn_seat].money, dearest))


@cached(most=1024)
def _visits(offer: tuple[str | None, ...], prices: tuple[int, ...], money: int) -> tuple[VisitWorkshop, ...]:
    priced = enumerate(zip(offer, prices, strict=True))
    return tuple(VisitWorkshop(slot) for slot, (tool, price) in priced if tool is not None and price <= money)


def objection(state: GameState, move: VisitWorkshop) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    offer = state.workshop.offer
    # The workshop has a fixed number of spaces.
    if move.slot >= len(offer):
        # Players count spaces from 1, and programs and the notation count slots from 0. The sentence mentions both
        # numbers.
        facts = {"building": WORKSHOP.id, "slot": move.slot, "slots": len(offer), "last": len(offer) - 1}
        return Objection("SHOP-1", "no_such_slot", facts)
    # There must be a tool in the space. When the stack is empty, the most expensive spaces stay empty.
    tool, price = offer[move.slot], tool_price(state, move.slot)
    if tool is None or price is None:
        return Objection("SHOP-1", "empty_slot", {"building": WORKSHOP.id, "slot": move.slot})
    # You must be able to pay the price of the space. The grosz from an assistant comes too late to help.
    if price > state.player.money:
        return Objection("SHOP-1", "tool_too_dear", {"tool": tool, "price": price, "money": state.player.money})
    return None


def why_not(state: GameState) -> Objection:
    """Return the reason why no tool can be bought."""
    priced = zip(state.workshop.offer, state.ruleset.rulings.workshop_prices(state), strict=True)
    prices = [price for tool, price in priced if tool is not None]
    if not prices:
        return Objection("SHOP-1", "no_tool_on_offer")
    return Objection("SHOP-1", "all_tools_too_dear", {"price": min(prices), "money": state.player.money})


def decide(state: GameState, move: VisitWorkshop) -> tuple[Event, ...]:
    """
    Return the events of a legal *move*: the tool is bought, more expensive tools slide, and the stack fills the gap.

    If the next tool is unknown, the slot stays empty until the tool is turned up.
    """
    offer, seat = state.workshop.offer, state.turn_seat
    bought, price = offer[move.slot], tool_price(state, move.slot)
    assert bought is not None
    assert price is not None
    events: list[Event] = [
        MoneyMoved(seat, BANK, price),
        ToolMoved(bought, workshop_slot(move.slot), seat),
    ]
    # More expensive tools slide down to the free spaces, so that the tools always lie on the cheapest spaces.
    free = move.slot
    for slot in range(move.slot + 1, len(offer)):
        tool = offer[slot]
        if tool is not None:
            events.append(ToolMoved(tool, workshop_slot(slot), workshop_slot(free)))
            free += 1
    # The stack of the phase fills the most expensive space as long as it lasts.
    if state.workshop.stack and state.hidden is not None:
        events.append(turn_up_tool(free, state.hidden.tools[0]))
    return tuple(events)


def turn_up_tool(slot: int, tool: str) -> Event:
    """Return the event that moves the stack's next tool to a slot."""
    return ToolMoved(tool, TOOL_STACK, workshop_slot(slot))


def collect_facts(state: GameState, move: VisitWorkshop) -> Mapping[str, Any]:
    """Return the extra facts about a purchase: the tool and its price."""
    return {"tool": state.workshop.offer[move.slot], "price": tool_price(state, move.slot)}


def _format_move(state: GameState, move: VisitWorkshop) -> str:
    return f"workshop {notations.format_slot(state.workshop.offer, move.slot)}"


def _read(state: GameState, text: str) -> Move | None:
    word, *rest = text.split()
    if word.lower() != "workshop" or not rest:
        return None
    slot = parse_digits(rest[-1])
    # The id of a tool has an underscore where people write a space. A number at the end is the slot.
    typed = "_".join(rest if slot is None else rest[:-1])
    known, offer = state.ruleset.tool_kinds, state.workshop.offer
    # The ids of an extension may differ only in case, so an exact id counts first.
    tool = typed if typed in known else {key.lower(): key for key in known}.get(typed.lower())
    if typed and tool is None:
        near = find_by_name(state.ruleset, typed, known)
        raise MalformedError("no_such_tool", {"name": cut(typed), "tools": known, "near": near})
    if tool and tool not in offer:
        offered = tuple(dict.fromkeys(there for there in offer if there is not None))
        raise MalformedError("tool_not_offered", {"tool": tool, "offer": offered})
    slot = notations.find_slot(text, tool, offer, slot)
    return None if slot is None else VisitWorkshop(slot)


def list_display_items(state: GameState) -> tuple[DisplayItem, ...]:
    """Return the display items of the workshop: the tools on offer and the stack."""
    workshop = state.workshop
    return Offer(state.ruleset.rulings.workshop_prices(state), workshop.offer), Stack(TOOL_STACK, workshop.stack)


WORKSHOP: Final = Building("workshop", has_assistant_place=True, display=list_display_items)


RULE: Final[Rule] = Rule(
    VisitWorkshop,
    When.ACTION,
    moves,
    objection,
    decide,
    building=WORKSHOP,
    notation=Notation(_format_move, _read, "workshop rope"),
    why_not=why_not,
    told=collect_facts,
)
