"""The pay for the assistant at a visited building: after the effects of the visit, and before or after a new piece."""

from __future__ import annotations

from typing import Final

from ..model.events import ChamberRevealed, Event, MinersMoved, OrderMoved, ToolMoved
from ..model.pending import find_card
from ..model.pieces import ORDER_STACK, TOOL_STACK
from ..model.state import GameState
from ..rules.assistants import pay_assistant
from .evolve import evolve_or_blame

_STACKS: Final = (ORDER_STACK, TOOL_STACK)
"""The stacks from which cards are turned up."""


# In a public game, a visit can wait for a piece that must be turned up. While a tool is turned up, the table shows the
# visit, so the assistant is paid after the tool. A tile is turned up after a miner has entered its chamber, and by then
# the table no longer shows that a payment is due. So the assistant is paid before the tile. If the visit turns up a
# tool, too, the tool comes last, and the assistant is paid after it. The cards and dice of extensions are turned up by
# the engine after all events of the visit, and so after the pay. In a full game, the assistant is paid at the same
# moments.
def with_assistant_paid(state: GameState, building: str, events: tuple[Event, ...], cause: str) -> tuple[Event, ...]:
    """
    Return the *events* of a visit to *building*, with the payment to the owner of the assistant there (ASST-2).

    In a public state that waits for an order or a tool, the payment is left out. It follows when the card is turned up.

    Args:
        state: The position before the visit.
        building: The id of the visited building, whose assistant earns from visits.
        events: The action taken and the effects of the visit.
        cause: The type of the move, for error messages.
    """
    ruling = state.ruleset.rulings.assistant_paid
    # The payment depends on the state after the effects of the visit. The standard ruling depends only on the owner of
    # the assistant, whom only moving miners can change. So a visit that moves no miners needs no fold.
    if ruling is pay_assistant and not any(event.__class__ is MinersMoved for event in events):
        paid = ruling(state, building)
        return (*events, *paid) if paid and not _awaits_card(state, events, cause) else events
    if _awaits_card(state, events, cause):
        return events
    place = len(events)
    if not any(isinstance(event, (OrderMoved, ToolMoved)) and event.source in _STACKS for event in events):
        place = next((number for number, event in enumerate(events) if event.__class__ is ChamberRevealed), place)
    paid = ruling(evolve_or_blame(state, events[:place], cause), building)
    return (*events[:place], *paid, *events[place:])


def _awaits_card(state: GameState, events: tuple[Event, ...], cause: str) -> bool:
    """
    Check whether an order or a tool must be turned up after *events* in *state*, perhaps after a tile.

    In a full state, no piece is ever awaited.
    """
    return state.hidden is None and find_card(evolve_or_blame(state, events, cause)) is not None
