"""What a phase's end brings by itself, told apart from what players and extensions do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.events import (
    Event,
    MinersMoved,
    MinersRested,
    OrderMoved,
    PhaseEnded,
    PileMoved,
    SaltMoved,
    ToolMoved,
    ToolReadied,
    TurnStarted,
)
from ..model.pieces import BOX, MARKET, ORDER_STACK, STOCK, TOOL_STACK


def with_tidying(happened: Iterable[Event]) -> Iterator[tuple[Event, bool]]:
    """
    Yield each event, and whether it clears the board of one phase or lays it out for the next one.

    Miners go home and stand up, used tools are turned up, cards leave the game and others are laid out, the market is
    refilled. It begins with ``PhaseEnded`` and is over when a turn starts.
    """
    is_between = False
    for event in happened:
        if isinstance(event, PhaseEnded):
            is_between = True
        elif isinstance(event, TurnStarted):
            is_between = False
        yield event, is_between and _tidies(event)


def _tidies(event: Event) -> bool:
    match event:
        case MinersMoved(target=target):
            return target == STOCK
        case OrderMoved(source=source, target=target):
            return source == ORDER_STACK or target == BOX
        case ToolMoved(source=source, target=target):
            return source == TOOL_STACK or target == BOX
        case SaltMoved(target=target):
            return target == MARKET
        case _:
            return isinstance(event, MinersRested | PileMoved | ToolReadied)


def find_removed_cards(happened: Iterable[Event]) -> tuple[int | None, tuple[str, ...]]:
    """
    Return the last phase that ended, None if none did; and what left the game at its end.

    Those are royal orders as they are written, ``"BB=9"``, and tools by their ids, in the order of the events. Cards
    that left the game face down are not among them.
    """
    phase, left = None, list[str]()
    for event, tidies in with_tidying(happened):
        if isinstance(event, PhaseEnded):
            phase, left = event.phase, []
        elif tidies and isinstance(event, OrderMoved) and event.target == BOX:
            left.append(str(event.order))
        elif tidies and isinstance(event, ToolMoved) and event.target == BOX:
            left.append(event.tool)
    return phase, tuple(left)
