"""
The fold: from a state and an event to the next state.

It moves pieces from place to place and keeps the books that events state; it knows no rule and never asks why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, get_args

from ..errors import MisuseError
from ..errors.messages import brief
from ..model.events import Event, GameStarted, StandardEvent
from ..model.open_tiles import tiles_lie_open
from ..model.ruleset import Ruleset, by_players
from ..model.state import Draft, GameState, check_state, drafted, sealed
from . import _folds
from ._reactions import what_reacts
from .deal import opening_state, without_known_cards

__all__ = ["evolve", "fold", "public_start_event"]

MOST_REACTIONS: Final = 1000
"""How often extensions bring something before the next decision, at most; more is a circle."""


def evolve(state: GameState | None, event: Event) -> GameState:
    """
    Return the state after *event*.

    Args:
        state: The state before; None before a game's first event, ``GameStarted``.
        event: What happened.

    Raises:
        MisuseError: the event's class is not known to the ruleset, it does not fit the position, or the first event is
            not ``GameStarted``.
    """
    if state is not None:
        check_state(state)
    return _evolve_outside_events(state, (event,))


def fold(events: Iterable[Event]) -> GameState:
    """
    Return the state that *events* lead to, the first of which is ``GameStarted``.

    With a public ``GameStarted`` it is the public state, for a game's later events name no face-down piece.

    Raises:
        MisuseError: *events* does not begin with ``GameStarted``, or one does not fit the position before it.
    """
    return _evolve_outside_events(None, events)


def _evolve_outside_events(state: GameState | None, events: Iterable[Any]) -> GameState:
    """Evolve by events from outside, which may not fit the position at all."""
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
    if state is None:
        events = iter(events)
        draft = _start_draft(events)
    else:
        draft = drafted(state)
    moments = draft.ruleset._moments
    for event in events:
        kind = event.__class__
        fold_event = _FOLDS[kind] if kind in _FOLDS else _fold_of_rules(draft.ruleset, kind)
        fold_event(draft, event)
        if moments:
            _folds.moment_reached(draft, event)
    return sealed(draft)


def _fold_of_rules(ruleset: Ruleset, kind: type[Event]) -> Callable[[Draft, Any], None]:
    """Return what an event of a rule's own does to the table."""
    fold_event = ruleset._folds.get(kind)
    if fold_event is None:
        if kind is GameStarted:
            raise MisuseError("a game starts once: GameStarted can only be its first event")
        raise MisuseError(f"the rules of {ruleset!r} know no event {kind.__name__}")
    return fold_event


def _start_draft(events: Iterator[Any]) -> Draft:
    first = next(events, None)
    if not isinstance(first, GameStarted):
        found = "there is none" if first is None else f"not {type(first).__name__}"
        raise MisuseError(f"the first event of a game is GameStarted; {found}")
    state = opening_state(first)
    if first.ruleset._moments:
        state = _run_start_reactions(state)
    return drafted(state)


def _run_start_reactions(state: GameState) -> GameState:
    """Return the first position once extensions have reacted to the beginning, which is part of the set-up."""
    for _ in range(MOST_REACTIONS):
        events = what_reacts(state)
        if not events:
            return without_known_cards(state) if state.is_public else state
        state = evolve_all(state, events)
    raise MisuseError(f"the extensions of {state.ruleset.name!r} go on reacting to the beginning without an end")


def public_start_event(started: GameStarted) -> GameStarted:
    """
    Return the public form of a game's first event: only those pieces of the setup that lie face up.

    Folded with the game's later events, which are public as they are, it gives the public state.
    """
    if not isinstance(started, GameStarted):
        raise MisuseError(f"{brief(started)} is not a GameStarted")
    if started.setup.is_public:
        return started
    ruleset = started.ruleset
    extras = evolve(None, started).extras if ruleset.decks else {}
    setup = started.setup.public(
        by_players(ruleset.open_orders, len(started.players)),
        min(len(ruleset.workshop_prices), ruleset.tools_per_phase),
        tiles_lie_open=tiles_lie_open(ruleset),
        cards_up={deck: len(extras[deck].up) for deck in ruleset.decks},
    )
    return GameStarted(ruleset, started.players, setup)


_FOLDS: Final[dict[type[Event], Callable[[Draft, Any], None]]] = {
    kind: getattr(_folds, kind.type) for kind in get_args(StandardEvent) if kind is not GameStarted
}
"""What each built-in event does to the table: the fold of its name; a rule brings the folds of its own events."""
