"""
The fold: compute the next state from a state and an event.

The fold moves pieces from place to place and updates the counts that events name. It knows no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, get_args

from ..errors import MisuseError
from ..errors.messages import brief
from ..model.events import DeckReshuffled, Event, GameStarted, StandardEvent
from ..model.open_tiles import tiles_lie_open
from ..model.ruleset import Ruleset, by_players
from ..model.state import Draft, GameState, check_state, drafted, sealed
from . import _extension_folds, _folds
from ._reactions import what_reacts
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
    # An iterator does not say where it stopped. So a generator stores the last event, which the error can then name.
    last: list[Any] = []

    def track_last() -> Iterator[Any]:
        for event in events:
            last[:] = [event]
            yield event

    try:
        return evolve_all(state, track_last())
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError, MisuseError) as error:
        given = brief(last[0] if last else events, 200)
        raise MisuseError(f"{given} does not fit the position: {error}") from error


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
        fold_event = _FOLDS[kind] if kind in _FOLDS else _find_fold(draft.ruleset, kind)
        fold_event(draft, event)
        if moments:
            _extension_folds.moment_reached(draft, event)
    return sealed(draft)


def _find_fold(ruleset: Ruleset, kind: type[Event]) -> Callable[[Draft, Any], None]:
    """Find the fold that *ruleset* defines for an event class that is not built in."""
    fold_event = ruleset._folds.get(kind)
    if fold_event is None:
        if kind is GameStarted:
            raise MisuseError("GameStarted can only be the first event of a game")
        raise MisuseError(f"{ruleset!r} has no event {kind.__name__}")
    return fold_event


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
    for _ in range(MOST_REACTIONS):
        events = what_reacts(state)
        if not events:
            # A public setup names only the cards that reactions have already turned up.
            return without_known_cards(state) if state.is_public else state
        if any(isinstance(event, DeckReshuffled) for event in events):
            raise MisuseError(f"{state.ruleset.name!r}: a deck is reshuffled while the game is set up: use more cards")
        state = evolve_all(state, events)
    raise MisuseError(f"the extensions of {state.ruleset.name!r} never stop reacting to the start of the game")


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
        tiles_lie_open=tiles_lie_open(ruleset),
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
