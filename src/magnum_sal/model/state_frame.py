"""The frame of a state: its numbers of players, phases and slots, which all other parts must fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from ..errors import MalformedError
from ..errors.messages import brief
from .pieces import MAX_PLAYERS, MIN_PLAYERS
from .ruleset import by_players

if TYPE_CHECKING:
    from .state import GameState

Fault: TypeAlias = tuple[str, str]
"""A place in a state, such as ``"players[0].tools"``, and the fault there."""


def check_frame(state: GameState) -> None:
    """Raise ``MalformedError`` if the frame of *state* is faulty. The message names the first wrong place."""
    for place, complaint in find_frame_faults(state):
        raise MalformedError(f"{place}: {complaint}")


def find_frame_faults(state: GameState) -> Iterator[Fault]:
    """Yield the faults of the frame: phases, seats and slots that do not exist, and tuples of the wrong length."""
    ruleset, seats = state.ruleset, len(state.players)
    # The ruleset has values only for these numbers of players, so nothing else can be checked.
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        yield "players", f"expected {MIN_PLAYERS} to {MAX_PLAYERS} players, got {seats}"
        return
    if type(state.phase) is not int or not 1 <= state.phase <= ruleset.phases:
        yield "phase", f"expected 1 to {ruleset.phases}, got {brief(state.phase)}"
    if type(state.round) is not int or state.round < 1:
        yield "round", f"expected 1 or more, got {brief(state.round)}"
    for place, seat in (("start_seat", state.start_seat), ("to_move", state.turn_seat)):
        if type(seat) is not int or not 0 <= seat < seats:
            yield place, f"{brief(seat)} is not a seat of {seats} players"
    if len(state.bank.miners) != seats:
        yield "bank.miners", f"expected one entry for each of {seats} seats"
    if len(state.assistant_seats) != len(ruleset.assistant_places):
        yield "assistant_seats", f"expected one entry for each of {', '.join(ruleset.assistant_places)}"
    else:
        for building, owner in zip(ruleset.assistant_places, state.assistant_seats, strict=True):
            if owner is not None and not 0 <= owner < seats:
                yield f"assistants.{building}", f"{owner} is not a seat"
    if len(state.workshop.offer) != (slots := len(ruleset.workshop_prices)):
        yield "workshop.offer", f"expected one entry for each of {slots} slots"
    if len(state.castle.open) != (slots := by_players(ruleset.open_orders, seats)):
        yield "castle.open", f"expected one entry for each of {slots} slots"
    if state.hidden is not None and len(state.hidden.orders) != ruleset.phases:
        yield "hidden.orders", f"expected one pile for each of {ruleset.phases} phases"
