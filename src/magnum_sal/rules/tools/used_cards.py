"""Tool cards: each can be used once per phase, on its owner's turn (RULES TOOL-1)."""

from __future__ import annotations

from ...errors import Objection
from ...model.events import Event, ToolUsed
from ...model.state import GameState


def card_objection(state: GameState, tool: str, cards: int = 1) -> Objection | None:
    """Return the objection to the player using this many *cards* of *tool* now, or None."""
    ready = state.player.ready(tool)
    # Each card can be used once a phase. A used card lies face down until the phase ends, so only ready cards count.
    if ready >= cards:
        return None
    owned = sum(card.tool == tool for card in state.player.tools)
    if not owned:
        return Objection("TOOL-1", "tool_not_owned", {"tool": tool})
    if not ready:
        return Objection("TOOL-1", "tool_used_up", {"tool": tool})
    return Objection("TOOL-1", "too_few_tools_ready", {"tool": tool, "ready": ready, "wanted": cards})


def use_card(seat: int, tool: str, cards: int = 1) -> tuple[Event, ...]:
    """Return the events that turn this many of *seat*'s *tool* cards face down."""
    return (ToolUsed(seat, tool),) * cards
