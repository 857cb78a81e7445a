"""Select the events of a step that get a sentence of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..model import events
from ..model.course import COURSE, PHASE_ENDED, Course
from ..model.events import Event
from ..model.pieces import ARRIVING, BANK, ORDER_STACK, TOOL_STACK
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..queries.tidying import with_tidying
from ._lookup import has_label


def with_telling(before: GameState, happened: Sequence[Event], language: str) -> Iterator[tuple[Event, bool]]:
    """Yield each event of a step from *before*, and whether it gets a sentence. The caller decides about payments."""
    # The sentence of a move states the salt, water and tools that the move itself transfers. No sentence states what a
    # reaction transfers, so these events get sentences after reactions. After a reaction, the engine only clears the
    # board between two phases, or fills a chamber that the reaction has revealed. Readers can work out both.
    course: Course | None = before.extras.get(COURSE)
    is_between = course is not None and course.stage == PHASE_ENDED
    has_reacted, revealed = False, ""
    for event, tidies in with_tidying(happened, is_between=is_between):
        if isinstance(event, events.MomentsPassed):
            has_reacted, revealed = True, ""
        elif isinstance(event, events.ChamberRevealed):
            revealed = event.chamber
        if has_reacted and not tidies and isinstance(event, _TRANSFERS):
            yield event, not _fills(event, revealed)
        else:
            yield event, _is_worth_telling(event, before.ruleset, language)


def _fills(event: Event, chamber: str) -> bool:
    """Check whether *event* puts the salt or the water of a tile into a revealed *chamber*."""
    return isinstance(event, events.SaltMoved | events.WaterMoved) and event.source == BANK and event.target == chamber


def _is_worth_telling(event: Event, ruleset: Ruleset, language: str) -> bool:
    match event:
        case events.PartChanged():
            return has_label(f"{event.type}.{event.part}", language, ruleset)
        case events.OrderMoved():
            return event.source == ORDER_STACK
        case events.ToolMoved():
            return event.source == TOOL_STACK
        case events.MinersMoved():
            return event.target == ARRIVING
        case _:
            return not isinstance(event, _UNTOLD)


_TRANSFERS: Final = (
    events.SaltMoved,
    events.ToolMoved,
    events.ToolReadied,
    events.ToolUsed,
    events.WaterMoved,
)

# A move's sentence already states these events, or readers can work them out. ``ToolMoved`` has a case of its own.
_UNTOLD: Final = (
    *_TRANSFERS,
    events.ActionClosed,
    events.ActionPassed,
    events.ActionTaken,
    events.CardAwaited,
    events.DieAwaited,
    events.GameStarted,
    events.InnMarkerMoved,
    events.MomentsPassed,
    events.OrderTrackMoved,
    events.PileMoved,
    events.TurnEnded,
)
