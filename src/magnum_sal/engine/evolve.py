"""
The fold: compute the next state from a state and an event.

The fold moves pieces from place to place and updates the counts that events name. It knows no rules.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, get_args

from ..errors import FAILURES, ExtensionError, MagnumSalError, MisuseError, blame_function
from ..errors.messages import brief
from ..model.events import DeckReshuffled, Event, GameStarted, StandardEvent
from ..model.ruleset import by_players
from ..model.state import Draft, GameState, check_state, drafted, sealed
from . import _extension_folds, _folds
from ._reactions import describe_circle, describe_reaction, what_reacts
from .deal import opening_state, without_known_cards

__all__ = ["evolve", "fold", "public_start_event"]

MOST_REACTIONS: Final = 1000
"""The maximum number of reactions before the next decision. More reactions count as an endless loop."""


def evolve(state: GameState | None, event: Event) -> GameState:
    """
    Return the state after *event*.

    Args:
        state: The state before *event*. Pass None for a game's first event, ``GameStarted``.
        event: The event to apply.

    Raises:
        MisuseError: the ruleset does not know the event's class, the event does not fit the position, or the first
            event is not ``GameStarted``.
    """
    if state is not None:
        check_state(state)
    return _evolve_outside_events(state, (event,))


def fold(events: Iterable[Event]) -> GameState:
    """
    Return the state after *events*. The first event must be ``GameStarted``.

    A public ``GameStarted`` leads to the public state, because a game's later events do not name face-down pieces.

    Raises:
        MisuseError: *events* does not begin with ``GameStarted``, or an event does not fit the position before it.
    """
    return _evolve_outside_events(None, events)


def _evolve_outside_events(state: GameState | None, events: Iterable[Any]) -> GameState:
    """Apply events from outside the library. Raises ``MisuseError`` if one of them does not fit the position."""
    # An iterator does not reveal where it stopped, so a generator stores the last event for the error message.
    last: list[Any] = []

    def track_last() -> Iterator[Any]:
        for event in events:
            last[:] = [event]
            yield event

    try:
        return evolve_all(state, track_last())
    except (*FAILURES, MisuseError) as error:
        event = last[0] if last else events
        reason = error if isinstance(error, MagnumSalError) else repr(error)
        kind = ExtensionError if isinstance(error, ExtensionError) else MisuseError
        if isinstance(event, GameStarted):
            # The repr of this event names all pieces of the setup, and would hide the reason.
            raise kind(f"GameStarted: a game of {event.ruleset.name!r} cannot start: {reason}") from error
        raise kind(f"{brief(event, 200)} does not fit the position: {reason}") from error


def describe_misfit(state: GameState, events: Iterable[Event], cause: str, error: Exception) -> ExtensionError:
    """Build the error for *events* of *cause* that raised *error* in *state*. It names the first event at fault."""
    culprit = ""
    # A fold changes nothing outside its draft, so applying the events again one by one finds the culprit. Remembering
    # the event during the first pass would slow every move down.
    for event in events:
        try:
            state = evolve_all(state, (event,))
        except (*FAILURES, MisuseError):
            culprit = f"{brief(event, 120)}: "
            break
    reason = str(error) if isinstance(error, MagnumSalError) else f"{error!r}; check the fields of the event"
    return ExtensionError(f"{cause} cannot happen here: {culprit}{reason}")


def evolve_or_blame(state: GameState, events: tuple[Event, ...], cause: str) -> GameState:
    """Return the state after *events*. If they do not fit, raise an error that names the rule or reaction at fault."""
    try:
        return evolve_all(state, events)
    except (*FAILURES, MisuseError) as error:
        cause = describe_reaction(state, events) or f"effect of {cause!r}"
        raise describe_misfit(state, events, cause, error) from error


def evolve_all(state: GameState | None, events: Iterable[Any]) -> GameState:
    """Return the state after all of *events*, in order."""
    # A move leads to five to a hundred events, each of which changes one or two fields. Creating a state for each event
    # would copy all fields every time. So the folds write to one draft, and only the result becomes a state.
    if state is None:
        events = iter(events)
        draft = _start_draft(events)
    else:
        draft = drafted(state)
    moments = draft.ruleset._moments
    for event in events:
        kind = event.__class__
        if kind in _FOLDS:
            _FOLDS[kind](draft, event)
        else:
            _fold_own_event(draft, event)
        if moments:
            _extension_folds.moment_reached(draft, event)
    return sealed(draft)


def _fold_own_event(draft: Draft, event: Any) -> None:
    """Call the fold that the ruleset defines for an event class that is not built in."""
    ruleset, kind = draft.ruleset, event.__class__
    fold_event: Any = ruleset._folds.get(kind)
    if fold_event is None:
        if kind is GameStarted:
            raise MisuseError("GameStarted can only be the first event of a game")
        if inspect.isclass(event) and issubclass(event, Event):
            raise MisuseError(f"{event.__name__} is a class of events, not an event: call it, as in {event.__name__}()")
        if not isinstance(event, Event):
            raise MisuseError(f"expected an event, got {kind.__name__}")
        raise MisuseError(
            f"the ruleset {ruleset.name!r} has no event {kind.__name__}: add the class and its fold to the events of a "
            "rule or of an extension"
        )
    before = draft.extras_items
    try:
        returned = fold_event(draft, event)
    except FAILURES as error:
        raise blame_function(f"the fold of {kind.__name__}", error) from error
    if returned is not None:
        raise ExtensionError(
            f"the fold of {kind.__name__} returned {brief(returned)}: a fold changes the draft and returns None"
        )
    if draft.extras_items is not before:
        _extension_folds.check_new_values(draft, before)


def _start_draft(events: Iterator[Any]) -> Draft:
    first = next(events, None)
    if not isinstance(first, GameStarted):
        found = "no event" if first is None else type(first).__name__
        raise MisuseError(f"expected GameStarted as the first event of a game, got {found}")
    state = opening_state(first)
    if first.ruleset._moments:
        state = _run_start_reactions(state)
    elif state.is_public and (first.ruleset.decks or first.ruleset.dice):
        state = without_known_cards(state)
    return drafted(state)


def _run_start_reactions(state: GameState) -> GameState:
    """Return the first position after the extensions have reacted to the start. Their reactions belong to the setup."""
    # A game's first event holds everything that chance decides, and determines the first position. So reactions to the
    # start are part of this position. As events before the first move, they would need a place in every log and in
    # every client.
    events: tuple[Event, ...] = ()
    for _ in range(MOST_REACTIONS):
        events = what_reacts(state)
        if not events:
            # A public setup names only the cards that reactions have already turned up.
            return without_known_cards(state) if state.is_public else state
        if decks := [event.deck for event in events if isinstance(event, DeckReshuffled)]:
            cause = _name_start_reaction(state, events)
            raise ExtensionError(
                f"{cause}: the deck {decks[0]!r} is reshuffled while the game is set up: use more cards, or await fewer"
            )
        try:
            state = evolve_all(state, events)
        except (*FAILURES, MisuseError) as error:
            raise describe_misfit(state, events, _name_start_reaction(state, events), error) from error
    told = describe_circle(state.ruleset, events)
    raise ExtensionError(f"the extensions never stop reacting to the start of the game: {told}")


def _name_start_reaction(state: GameState, events: tuple[Event, ...]) -> str:
    """Describe the reaction that caused *events*, or the extensions if an earlier reaction awaited a card or a roll."""
    names = ", ".join(extension.id for extension in state.ruleset.extensions if extension.reactions)
    return describe_reaction(state, events) or f"the reactions of {names} to the start of the game"


def public_start_event(started: GameStarted) -> GameStarted:
    """
    Return the public form of a game's first event, which names only the pieces of the setup that lie face up.

    Folding this event and the game's later events gives the public state. Later events are always public.

    Raises:
        MisuseError: *started* is not a ``GameStarted``.
    """
    if not isinstance(started, GameStarted):
        raise MisuseError(f"expected a GameStarted, got {brief(started)}")
    if started.setup.is_public:
        return started
    ruleset = started.ruleset
    # Reactions to the start may turn up cards of decks and roll dice. Only the first position shows how many.
    extras = evolve(None, started).extras if ruleset.decks or ruleset.dice else {}
    setup = started.setup.public(
        by_players(ruleset.open_orders, len(started.players)),
        min(len(ruleset.workshop_prices), ruleset.tools_per_phase),
        tiles_lie_open=ruleset.mapped_mine,
        cards_up={deck: len(extras[deck].up) for deck in ruleset.decks},
        rolls={die: extras[die].earlier_faces(ruleset.dice[die].faces) for die in ruleset.dice},
    )
    return GameStarted(ruleset, started.players, setup)


_FOLDS: Final[dict[type[Event], Callable[[Draft, Any], None]]] = {
    kind: getattr(_folds if hasattr(_folds, kind.type) else _extension_folds, kind.type)
    for kind in get_args(StandardEvent)
    if kind is not GameStarted
}
"""The fold of each built-in event class: the function named after it. Rules register folds for their own events."""
