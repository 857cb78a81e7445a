"""How royal orders and tool cards move."""

from __future__ import annotations

from typing import TypeVar

from ...errors import MisuseError
from ...model import events
from ...model.mine.spaces import replaced
from ...model.parts import SEEN
from ...model.pieces import BOX, ORDER_STACK, TOOL_STACK, Place, RoyalOrder, ToolCard, slot_of
from ...model.state import Draft, SeenPieces

_Card = TypeVar("_Card")


def order_moved(draft: Draft, event: events.OrderMoved) -> None:
    if event.source == ORDER_STACK:
        _draw_orders(draft, 1)
    else:
        _take_order(draft, event.source, event.order)
    if isinstance(event.target, int):
        player = draft.players[event.target]
        draft.players = replaced(draft.players, event.target, player.with_orders((*player.orders, event.order)))
    elif event.target != BOX:
        _check_free(draft.castle.open, event.target)
        draft.castle = draft.castle.with_open(slot_of(event.target), event.order)


def _take_order(draft: Draft, place: Place, order: RoyalOrder) -> None:
    if isinstance(place, int):
        player = draft.players[place]
        draft.players = replaced(
            draft.players, place, player.with_orders(_without_card(player.orders, order, player.name))
        )
    elif draft.castle.open[slot_of(place)] == order:
        draft.castle = draft.castle.with_open(slot_of(place), None)
    else:
        raise MisuseError(f"{place}: the order {order} does not lie there")


def tool_moved(draft: Draft, event: events.ToolMoved) -> None:
    if event.source == TOOL_STACK:
        _draw_tools(draft, 1)
    else:
        _take_tool(draft, event.source, event.tool)
    if isinstance(event.target, int):
        _set_tools(draft, event.target, (*draft.players[event.target].tools, ToolCard(event.tool, False)))
    elif event.target == BOX:
        seen = draft.part(SEEN) or SeenPieces((), (0,) * len(draft.players))
        draft.set_part(SEEN, SeenPieces((*seen.tools, event.tool), seen.orders))
    else:
        _check_free(draft.workshop.offer, event.target)
        draft.workshop = draft.workshop.with_offer(slot_of(event.target), event.tool)


def _take_tool(draft: Draft, place: Place, tool: str) -> None:
    if isinstance(place, int):
        player = draft.players[place]
        card = ToolCard(tool, tool not in player.ready_tools)
        _set_tools(draft, place, _without_card(player.tools, card, player.name))
    elif draft.workshop.offer[slot_of(place)] == tool:
        draft.workshop = draft.workshop.with_offer(slot_of(place), None)
    else:
        raise MisuseError(f"{place}: the tool {tool!r} does not lie there")


def _set_tools(draft: Draft, seat: int, tools: tuple[ToolCard, ...]) -> None:
    draft.players = replaced(draft.players, seat, draft.players[seat].with_tools(tools))


def tool_used(draft: Draft, event: events.ToolUsed) -> None:
    _turn_card(draft, event.seat, event.tool, used=True)


def tool_readied(draft: Draft, event: events.ToolReadied) -> None:
    _turn_card(draft, event.seat, event.tool, used=False)


def _turn_card(draft: Draft, seat: int, tool: str, *, used: bool) -> None:
    player = draft.players[seat]
    card = ToolCard(tool, not used)
    if card not in player.tools:
        raise MisuseError(f"{player.name}: owns no {tool} that is {'ready' if used else 'used'}")
    _set_tools(draft, seat, replaced(player.tools, player.tools.index(card), ToolCard(tool, used)))


def pile_moved(draft: Draft, event: events.PileMoved) -> None:
    if event.source == TOOL_STACK:
        _draw_tools(draft, event.cards)
    elif event.source == ORDER_STACK:
        _draw_orders(draft, event.cards)
    if event.target == TOOL_STACK:
        draft.workshop = draft.workshop.with_stack(event.cards)
    elif event.target == ORDER_STACK:
        draft.castle = draft.castle.with_stack(event.cards)


def _draw_orders(draft: Draft, cards: int) -> None:
    """Take cards off the phase's stack of orders."""
    draft.castle = draft.castle.with_stack(-cards)
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_orders(draft.phase, cards)


def _draw_tools(draft: Draft, cards: int) -> None:
    """Take cards off the phase's stack of tools."""
    draft.workshop = draft.workshop.with_stack(-cards)
    if draft.hidden is not None:
        draft.hidden = draft.hidden.without_tools(cards)


def _check_free(slots: tuple[object, ...], place: Place) -> None:
    """Check that the slot named by *place* is free."""
    if slots[slot_of(place)] is not None:
        raise MisuseError(f"{place}: a card lies there already")


def _without_card(cards: tuple[_Card, ...], card: _Card, owner: str) -> tuple[_Card, ...]:
    if card not in cards:
        raise MisuseError(f"{owner}: does not own {card}")
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
