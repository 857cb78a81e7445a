"""How the course of a game is kept: phases, rounds, turns, actions, tracks."""

from __future__ import annotations

import attrs

from ...errors import MisuseError
from ...model import events
from ...model.course import COURSE, PHASE_ENDED, PHASE_STARTED, Course, Moment, Stage
from ...model.parts import SEEN, new_turn
from ...model.state import Draft, Inn, SeenPieces, Turn


def moment_reached(draft: Draft, event: events.Event) -> None:
    """Keep for the extensions that react to it that *event* has happened."""
    reactions = draft.ruleset._reactions_to(event.__class__)
    if reactions and not isinstance(event, events.MomentsPassed):
        known = course_of(draft)
        waiting = (*known.moments, *(Moment(event, number) for number in reactions))
        go_on(draft, attrs.evolve(known, moments=waiting))


def moments_passed(draft: Draft, event: events.MomentsPassed) -> None:
    known = course_of(draft)
    if not 1 <= event.moments <= len(known.moments):
        raise MisuseError(f"{event.moments} moments pass where {len(known.moments)} wait for a reaction")
    go_on(draft, attrs.evolve(known, moments=known.moments[event.moments :]))


def _at_stage(draft: Draft, stage: Stage | None) -> None:
    """Keep how far the game has come between two phases, where reactions can come in between."""
    if draft.ruleset._moments:
        go_on(draft, attrs.evolve(course_of(draft), stage=stage))


def course_of(draft: Draft) -> Course:
    """Return what is still to come before the next decision."""
    return draft.part(COURSE) or Course()


def go_on(draft: Draft, course: Course) -> None:
    """Keep what is still to come, as long as something is."""
    if course.is_done:
        draft.drop_part(COURSE)
    else:
        draft.set_part(COURSE, course)


def phase_started(draft: Draft, event: events.PhaseStarted) -> None:
    draft.phase = event.phase
    draft.round = 1
    draft.start_seat = draft.turn_seat = event.start_seat
    draft.inn = Inn(0)
    draft.castle = draft.castle.with_completed(0)
    seen = draft.part(SEEN)
    orders = tuple(len(player.orders) for player in draft.players)
    draft.set_part(SEEN, SeenPieces(seen.tools if seen else (), orders))
    _at_stage(draft, PHASE_STARTED)


def phase_ended(draft: Draft, event: events.PhaseEnded) -> None:
    """Nothing moves: what a phase's end brings is told by events of their own."""
    _at_stage(draft, PHASE_ENDED)


def game_ended(draft: Draft, event: events.GameEnded) -> None:
    draft.is_over = True
    draft.turn = None
    draft.turn_seat = draft.start_seat
    _at_stage(draft, None)


def turn_started(draft: Draft, event: events.TurnStarted) -> None:
    draft.turn_seat = event.seat
    draft.round = event.round
    draft.turn = new_turn(event.actions)
    _at_stage(draft, None)


def turn_ended(draft: Draft, event: events.TurnEnded) -> None:
    draft.turn = None


def action_taken(draft: Draft, event: events.ActionTaken) -> None:
    draft.turn = turn_of(draft).after_action(event.building)


def action_passed(draft: Draft, event: events.ActionPassed) -> None:
    draft.turn = turn_of(draft).after_pass()


def action_closed(draft: Draft, event: events.ActionClosed) -> None:
    draft.turn = turn_of(draft).after_closing()


def inn_marker_moved(draft: Draft, event: events.InnMarkerMoved) -> None:
    draft.inn = Inn(event.target)


def order_track_moved(draft: Draft, event: events.OrderTrackMoved) -> None:
    draft.castle = draft.castle.with_completed(event.target)


def turn_of(draft: Draft) -> Turn:
    """Return the turn in hand; ``MisuseError`` where there is none."""
    if draft.turn is None:
        raise MisuseError("an event of a turn while no turn is in hand")
    return draft.turn
