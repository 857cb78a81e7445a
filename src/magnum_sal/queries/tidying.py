"""Tidying: separate the automatic events at the end of a phase from the events of players and extensions."""

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


def with_tidying(happened: Iterable[Event], *, is_between: bool = False) -> Iterator[tuple[Event, bool]]:
    """
    Yield each event, and whether it clears the board after a phase or sets up the next one.

    Tidying starts with ``PhaseEnded`` and ends when a turn starts. Miners go home and become rested, used tools are
    turned face up, cards leave the game, new cards are laid out, and the market is refilled. With ``is_between=True``,
    a phase ended before the first event.
    """
    for event in happened:
        if isinstance(event, PhaseEnded):
            is_between = True
        elif isinstance(event, TurnStarted):
            is_between = False
        # Extensions may react between two phases, so the kind of an event matters as well as its position.
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
    Return the last phase that ended (or None) and the face-up cards that left the game at its end.

    The cards are in the order of the events: royal orders in notation, such as ``"BB=9"``, and tools as ids.
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
