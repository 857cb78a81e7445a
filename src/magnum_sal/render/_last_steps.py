"""What happened in one step or several, as pictures show it: what went where, who paid whom, what was turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import attrs

from ..model import events
from ..model.events import Event
from ..model.mine import CHAMBERS, PATH
from ..model.pieces import ORDER_STACK, STOCK, TOOL_STACK, Place, SaltAmount
from ..queries.steps import Step
from ..queries.tidying import with_tidying


@attrs.frozen
class Way:
    """Something that went from place to place."""

    kind: str
    """``"miner"``, ``"salt"``, ``"water"``, ``"tool"`` or ``"order"``."""
    stops: tuple[str, ...]
    """The places as pictures call them: where it came from, what it passed, where it went."""
    number: int
    """Miners, or cubes; 1 for a card."""
    salt: SaltAmount | None = None
    """The cubes of salt; None of anything else."""
    thing: str = ""
    """The id of the tool, or the order as it is written; empty for anything else."""


@attrs.frozen
class Happened:
    """What happened in one step or several, in order. What a phase's end brings by itself is no way of anything."""

    ways: tuple[Way, ...] = ()
    """What went from place to place."""
    money: tuple[int, ...] = ()
    """What each seat got and paid in all, in groszy; below 0 where it paid more."""
    used: tuple[tuple[int, str], ...] = ()
    """The tools that were used, each with its seat."""
    turned_up: tuple[str, ...] = ()
    """Where a piece was turned up: chambers, ``"castle:0"``, ``"workshop:2"``; not what a new phase begins with."""
    tired: tuple[str, ...] = ()
    """The chambers in which miners lay down."""
    rested: tuple[str, ...] = ()
    """The chambers in which they stood up."""
    visited: tuple[str, ...] = ()
    """The buildings that an action was used at."""


def happened(steps: Sequence[Step]) -> Happened:
    """Return what happened in *steps*, which follow one another, as their events tell."""
    if not steps:
        return Happened()
    told = chain.from_iterable(step.events for step in steps)
    brought = [event for event, tidies in with_tidying(told) if not tidies]
    money = Counter[Place]()
    for event in brought:
        if isinstance(event, events.MoneyMoved):
            money[event.target] += event.groszy
            money[event.source] -= event.groszy
    return Happened(
        ways=tuple(way for event in brought if (way := _way(event)) is not None),
        money=tuple(money[seat] for seat in range(len(steps[0].before.players))),
        used=tuple((event.seat, event.tool) for event in brought if isinstance(event, events.ToolUsed)),
        turned_up=tuple(place for event in brought if (place := _turned_up(event)) is not None),
        tired=tuple(event.chamber for event in brought if isinstance(event, events.MinersTired)),
        rested=tuple(event.chamber for event in brought if isinstance(event, events.MinersRested)),
        visited=tuple(event.building for event in brought if isinstance(event, events.ActionTaken) and event.building),
    )


def _way(event: Event) -> Way | None:
    match event:
        case events.MinersMoved(seat=seat, source=source, target=target, miners=miners):
            return Way("miner", (_named(source, seat), _named(target, seat)), miners)
        case events.SaltMoved(source=source, target=target, salt=salt):
            # Salt that is extracted is carried up through all spaces to the entrance (HAUL-1).
            passed = PATH[source] if source in CHAMBERS and isinstance(target, int) else ()
            return Way("salt", (_named(source), *passed, _named(target)), salt.total, salt)
        case events.WaterMoved(source=source, target=target, cubes=cubes):
            return Way("water", (_named(source), _named(target)), cubes)
        case events.ToolMoved(tool=tool, source=source, target=target):
            return Way("tool", (_named(source), _named(target)), 1, thing=tool)
        case events.OrderMoved(order=order, source=source, target=target):
            return Way("order", (_named(source), _named(target)), 1, thing=str(order))
        case _:
            return None


def _named(place: Place, seat: int | None = None) -> str:
    """Return what pictures call a place, given whose stock it is."""
    if isinstance(place, int):
        return f"player:{place}"
    return f"{STOCK}:{seat}" if place == STOCK and seat is not None else place


def _turned_up(event: Event) -> str | None:
    match event:
        case events.ChamberRevealed(chamber=chamber) | events.TileLaid(chamber=chamber):
            return chamber
        case events.OrderMoved(source=source, target=target) | events.ToolMoved(source=source, target=target):
            return _named(target) if source in (ORDER_STACK, TOOL_STACK) else None
        case _:
            return None
