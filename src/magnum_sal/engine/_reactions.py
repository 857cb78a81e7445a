"""Automatic events of extensions: cards that are turned up, and reactions to earlier events."""

from __future__ import annotations

from typing import Any

from ..errors import FAILURES, ExtensionError, MisuseError, blame_function
from ..errors.messages import brief, printable
from ..model.course import COURSE, Course, Moment
from ..model.events import CardTurnedUp, DeckReshuffled, DieRolled, Event, MomentsPassed
from ..model.ruleset import Ruleset
from ..model.state import GameState
from .secrets import check_no_secret


# Reactions run after the rules. A rule decides all events of a move together, and cannot take reactions into account. A
# reaction between two of these events could take the money that the second one moves.
#
# A reaction never looks at a deck or a die. It requests a card with ``CardAwaited`` or a roll with ``DieAwaited``. The
# engine turns the card up or rolls the die, or stops if nobody knows the result. So reactions are the same in a full
# and in a public game.
def what_reacts(state: GameState) -> tuple[Event, ...]:
    """
    Return the next events of extensions. The result is empty if a piece is pending, or if no card or moment is waiting.

    An awaited card or roll comes first. If the deck has no card left, the next event reshuffles it instead. Then the
    function calls the reactions to the waiting moments in order. It stops after the first reaction that returns events,
    because they change the state that the next reaction receives.

    Raises:
        MisuseError: a reaction fails or returns anything but events.
    """
    course: Course | None = dict(state.extras_items).get(COURSE)
    if course is None or (state.hidden is None and state.pending is not None):
        return ()
    if course.cards:
        return (_draw(state, course.cards[0]),)
    # Moments whose reactions return nothing are passed together with the first moment that has events. Otherwise, a
    # log would have an event for each moment.
    for passed, moment in enumerate(course.moments, start=1):
        if brought := _run_reaction(state, moment):
            return (MomentsPassed(passed), *brought)
    return (MomentsPassed(len(course.moments)),) if course.moments else ()


def _draw(state: GameState, drawn: str) -> Event:
    """Return the event with the next card of a deck or roll of a die, or the event that refills the deck first."""
    pile = state.extras[drawn]
    if drawn in state.ruleset.dice:
        return DieRolled(drawn, pile.next_face(state.ruleset.dice[drawn].faces))
    return CardTurnedUp(drawn, pile.order[0]) if pile.down else DeckReshuffled(drawn, len(pile.up))


def describe_reaction(state: GameState, events: tuple[Event, ...]) -> str:
    """Describe the reaction that returned *events* in *state*, or return an empty string if there is none."""
    course: Course | None = dict(state.extras_items).get(COURSE)
    passed = events[0].moments if events and isinstance(events[0], MomentsPassed) else 0
    if course is None or not 1 <= passed <= len(course.moments):
        return ""
    moment = course.moments[passed - 1]
    extension, _ = state.ruleset._reactions[moment.reaction]
    return f"the reaction of extension {extension!r} to {printable(type(moment.event).__name__)}"


def describe_circle(ruleset: Ruleset, following: tuple[Event, ...]) -> str:
    """Describe the reactions, or the rulings if there are no extensions, that cause *following* endlessly."""
    kinds = ", ".join(dict.fromkeys(type(event).__name__ for event in following if type(event) is not MomentsPassed))
    names = ", ".join(extension.id for extension in ruleset.extensions)
    # Without extensions, only the ruleset's own rulings can be the cause, such as a ruling that sets a turn's actions
    # to 0.
    cause = f"the reactions of {names}" if names else f"the rulings of ruleset {ruleset.name!r}"
    return f"{cause} cause {kinds} again and again"


def _run_reaction(state: GameState, moment: Moment) -> tuple[Event, ...]:
    """Call the reaction that waits for *moment* and return its events."""
    reactions = state.ruleset._reactions
    if not moment.reaction < len(reactions):
        raise MisuseError(f"reaction {moment.reaction} does not exist: {state.ruleset.name!r} has {len(reactions)}")
    extension, reaction = reactions[moment.reaction]
    told = f"extension {extension!r}: the reaction to {printable(type(moment.event).__name__)}"
    try:
        brought: Any = reaction.react(state, moment.event)
        if brought is None or isinstance(brought, Event):
            advice = "() for no events" if brought is None else "a tuple with it"
            raise ExtensionError(f"{told} returned {brief(brought)} instead of events: return {advice}")
        events: tuple[Any, ...] = tuple(brought)
    except FAILURES as error:
        raise blame_function(told, error) from error
    if strange := [event for event in events if not isinstance(event, Event)]:
        raise ExtensionError(f"{told} returned {brief(strange[0])}, which is not an Event")
    check_no_secret(events, told)
    return events
