"""How the course of a game is kept: phases, rounds, turns, actions, tracks."""

from __future__ import annotations

from typing import Final

from .. import events as e
from .._making import maker
from ..errors import MisuseError
from ..state import Castle, Draft, Inn, SeenPieces, Turn

new_turn: Final = maker(Turn)


def phase_started(draft: Draft, event: e.PhaseStarted) -> None:
    draft.phase = event.phase
    draft.round = 0
    draft.start_seat = event.start_seat
    draft.inn = Inn(0)
    draft.castle = Castle(draft.castle.open, draft.castle.stack, 0)
    seen = draft.extra("seen")
    draft.set_extra(
        "seen",
        SeenPieces(seen.tools if seen else (), tuple(len(player.orders) for player in draft.players)),
    )


def phase_ended(draft: Draft, event: e.PhaseEnded) -> None:
    """Nothing moves: what a phase's end brings is told by events of their own."""


def game_ended(draft: Draft, event: e.GameEnded) -> None:
    draft.is_over = True
    draft.turn = None
    draft.turn_seat = draft.start_seat


def turn_started(draft: Draft, event: e.TurnStarted) -> None:
    draft.turn_seat = event.seat
    draft.round = event.round
    draft.turn = new_turn(event.actions, (), 0, 0, ())


def turn_ended(draft: Draft, event: e.TurnEnded) -> None:
    draft.turn = None


def turn_of(draft: Draft) -> Turn:
    if draft.turn is None:
        raise MisuseError("an event of a turn while no turn is in hand")
    return draft.turn


def action_taken(draft: Draft, event: e.ActionTaken) -> None:
    turn = turn_of(draft)
    visited = turn.visited if event.building is None else (*turn.visited, event.building)
    draft.turn = new_turn(_one_action_less(turn), visited, turn.passes, turn.arriving, ())


def action_passed(draft: Draft, event: e.ActionPassed) -> None:
    turn = turn_of(draft)
    draft.turn = new_turn(_one_action_less(turn), turn.visited, turn.passes + 1, turn.arriving, ())


def action_closed(draft: Draft, event: e.ActionClosed) -> None:
    turn = turn_of(draft)
    draft.turn = new_turn(turn.actions_left, turn.visited, turn.passes, turn.arriving, ())


def _one_action_less(turn: Turn) -> int:
    if turn.actions_left <= 0:
        raise MisuseError("an action is used in a turn that has none left")
    return turn.actions_left - 1


def inn_marker_moved(draft: Draft, event: e.InnMarkerMoved) -> None:
    draft.inn = Inn(event.target)


def order_track_moved(draft: Draft, event: e.OrderTrackMoved) -> None:
    draft.castle = Castle(draft.castle.open, draft.castle.stack, event.target)
