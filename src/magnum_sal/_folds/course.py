"""How the course of a game is kept: phases, rounds, turns, actions, tracks."""

from __future__ import annotations

from .. import events
from .._making import maker
from ..errors import MisuseError
from ..state import Draft, Inn, SeenPieces, Turn

_turn = maker(Turn)


def phase_started(draft: Draft, event: events.PhaseStarted) -> None:
    draft.phase = event.phase
    draft.round = 1
    draft.start_seat = draft.turn_seat = event.start_seat
    draft.inn = Inn(0)
    draft.castle = draft.castle.with_completed(0)
    seen = draft.extra("seen")
    orders = tuple(len(player.orders) for player in draft.players)
    draft.set_extra("seen", SeenPieces(seen.tools if seen else (), orders))


def phase_ended(draft: Draft, event: events.PhaseEnded) -> None:
    """Nothing moves: what a phase's end brings is told by events of their own."""


def game_ended(draft: Draft, event: events.GameEnded) -> None:
    draft.is_over = True
    draft.turn = None
    draft.turn_seat = draft.start_seat


def turn_started(draft: Draft, event: events.TurnStarted) -> None:
    draft.turn_seat = event.seat
    draft.round = event.round
    draft.turn = _turn(event.actions, (), 0, 0, ())


def turn_ended(draft: Draft, event: events.TurnEnded) -> None:
    draft.turn = None


def action_taken(draft: Draft, event: events.ActionTaken) -> None:
    draft.turn = turn_of(draft).after_action(event.building)


def action_passed(draft: Draft, event: events.ActionPassed) -> None:
    draft.turn = turn_of(draft).after_pass()


def action_closed(draft: Draft, event: events.ActionClosed) -> None:
    draft.turn = turn_of(draft).closed()


def inn_marker_moved(draft: Draft, event: events.InnMarkerMoved) -> None:
    draft.inn = Inn(event.target)


def order_track_moved(draft: Draft, event: events.OrderTrackMoved) -> None:
    draft.castle = draft.castle.with_completed(event.target)


def turn_of(draft: Draft) -> Turn:
    """Return the turn in hand; ``MisuseError`` where there is none."""
    if draft.turn is None:
        raise MisuseError("an event of a turn while no turn is in hand")
    return draft.turn
