"""What happened in one step or several, as pictures show it: what went where, who paid whom, what was turned up."""

from __future__ import annotations

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
    seat: int | None
    """Whose it is, or who got it or gave it; None where no player did."""
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
    tired: tuple[tuple[str, int, int], ...] = ()
    """The chamber, the seat and the number of miners that lay down."""
    rested: tuple[tuple[str, int, int], ...] = ()
    """The same of those that stood up."""
    visited: tuple[tuple[str, int], ...] = ()
    """The buildings that an action was used at, each with the seat."""


def happened(steps: Sequence[Step]) -> Happened:
    """
    Return what happened in *steps*, which follow one another.

    It is read from their events alone; without a step nothing happened.
    """
    if not steps:
        return Happened()
    told = chain.from_iterable(step.events for step in steps)
    brought = [event for event, tidies in with_tidying(told) if not tidies]
    paid = [event for event in brought if isinstance(event, events.MoneyMoved)]
    return Happened(
        ways=tuple(way for event in brought if (way := _way(event)) is not None),
        money=_money(paid, len(steps[0].before.players)),
        used=tuple((event.seat, event.tool) for event in brought if isinstance(event, events.ToolUsed)),
        turned_up=tuple(place for event in brought if (place := _turned_up(event)) is not None),
        tired=tuple(_miners_in(event) for event in brought if isinstance(event, events.MinersTired)),
        rested=tuple(_miners_in(event) for event in brought if isinstance(event, events.MinersRested)),
        visited=tuple(
            (event.building, event.seat)
            for event in brought
            if isinstance(event, events.ActionTaken) and event.building is not None
        ),
    )


def _way(event: Event) -> Way | None:
    match event:
        case events.MinersMoved(seat=seat, source=source, target=target, miners=miners):
            return Way("miner", seat, (_named(source, seat), _named(target, seat)), miners)
        case events.SaltMoved(source=source, target=target, salt=salt):
            # Salt that is extracted is carried up through all spaces to the entrance (HAUL-1).
            passed = PATH[source] if source in CHAMBERS and isinstance(target, int) else ()
            return Way("salt", _player(source, target), (_named(source), *passed, _named(target)), salt.total, salt)
        case events.WaterMoved(source=source, target=target, cubes=cubes):
            return Way("water", _player(source, target), (_named(source), _named(target)), cubes)
        case events.ToolMoved(tool=tool, source=source, target=target):
            return Way("tool", _player(source, target), (_named(source), _named(target)), 1, thing=tool)
        case events.OrderMoved(order=order, source=source, target=target):
            return Way("order", _player(source, target), (_named(source), _named(target)), 1, thing=str(order))
        case _:
            return None


def _named(place: Place, seat: int | None = None) -> str:
    """Return what pictures call a place, given whose stock it is."""
    if isinstance(place, int):
        return f"player:{place}"
    return f"{STOCK}:{seat}" if place == STOCK and seat is not None else place


def _player(source: Place, target: Place) -> int | None:
    """Return who got something, else who gave it."""
    return next((place for place in (target, source) if isinstance(place, int)), None)


def _turned_up(event: Event) -> str | None:
    match event:
        case events.ChamberRevealed(chamber=chamber) | events.TileLaid(chamber=chamber):
            return chamber
        case events.OrderMoved(source=source, target=target) if source == ORDER_STACK:
            return _named(target)
        case events.ToolMoved(source=source, target=target) if source == TOOL_STACK:
            return _named(target)
        case _:
            return None


def _miners_in(event: events.MinersTired | events.MinersRested) -> tuple[str, int, int]:
    return event.chamber, event.seat, event.miners


def _money(paid: Sequence[events.MoneyMoved], seats: int) -> tuple[int, ...]:
    return tuple(sum(_gained(event, seat) for event in paid) for seat in range(seats))


def _gained(event: events.MoneyMoved, seat: int) -> int:
    return event.groszy * ((event.target == seat) - (event.source == seat))
