"""Assistants: sending a miner to a building, and what the assistant earns there (RULES ASST-1, ASST-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .._internal.caches import cached
from ..errors import Objection
from ..model.events import Event, MoneyMoved
from ..model.mine import SPACES
from ..model.moves import PlaceAssistant
from ..model.pieces import BANK, STOCK
from ..model.rule import Rule, When
from ..model.state import GameState
from . import notations
from .chain import leaving_objection, nobody_to_send, sources
from .placing import move_miner

__all__ = ["RULE"]


def moves(state: GameState) -> Sequence[PlaceAssistant]:
    """Return the legal placements by source (stock, mine, assistants), then by building in board order."""
    # Must agree with objection(): a placing is listed exactly when objection() returns None.
    if None not in state.assistant_seats:
        return ()
    placings = _placings(state.ruleset.assistant_places, state.assistant_seats)
    found: list[PlaceAssistant] = []
    for source in sources(state)[0]:
        found += placings[source]
    return found


# There are two caches. This one is keyed by values that the state holds, so a hit creates no tuple. The other one
# serves all states in which the same places are free.
@cached(most=2048)
def _placings(places: tuple[str, ...], owners: tuple[int | None, ...]) -> dict[str, tuple[PlaceAssistant, ...]]:
    """Return, for each source, the placements at the *places* without an owner."""
    return _placings_at(tuple([place for place, owner in zip(places, owners, strict=True) if owner is None]), places)


@cached(most=1 << 16, by_length=True)
def _placings_at(free: tuple[str, ...], places: tuple[str, ...]) -> dict[str, tuple[PlaceAssistant, ...]]:
    """Return, for each source, the placements at the *free* places. It does not matter who owns the other *places*."""
    return {source: tuple([_placing(source, place) for place in free]) for source in (STOCK, *SPACES, *places)}


_placing = cached(most=4096)(PlaceAssistant)


def objection(state: GameState, move: PlaceAssistant) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    building = {"building": move.building}
    # An assistant works only at a building with an assistant's place. The inn and the town square have no such place.
    if move.building not in state.ruleset.building_ids:
        return Objection("ASST-1", "no_such_building", building)
    if move.building not in state.ruleset.assistant_places:
        return Objection("ASST-1", "no_assistant_place", building)
    # A building has room for only one assistant, of any player. An assistant who is sent to the place that it already
    # has is refused here, too.
    owner = state.assistant(move.building)
    if owner is not None:
        return Objection("ASST-1", "assistant_place_taken", {**building, "owner": state.players[owner].name})
    # The miner must be rested. It comes from stock, from another assistant's place, or from the mine if the chain lets
    # it leave.
    return leaving_objection(state, move.source, "ASST-1")


def why_not(state: GameState) -> Objection | None:
    """Return the reason why no assistant can be sent, or None if one can."""
    if None not in state.assistant_seats:
        return Objection("ASST-1", "no_assistant_place_free")
    return nobody_to_send(state, "ASST-1")


def decide(state: GameState, move: PlaceAssistant) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    return (move_miner(state.turn_seat, move.source, move.building),)


def pay_assistant(state: GameState, building: str) -> tuple[Event, ...]:
    """Return the payment to the owner of the assistant at *building* for one visit or completed order (ASST-2)."""
    # The bank pays the owner of the assistant, no matter who visits. The payment comes after the effects of the visit,
    # so the money cannot help to pay for the visit.
    owner = state.assistant(building)
    fee = state.ruleset.assistant_fee
    # A payment of 0 groszy is not an event.
    return () if owner is None or not fee else (MoneyMoved(BANK, owner, fee),)


# The rule has no building, because sending an assistant is not a visit. No assistant is paid, and the building can
# still be visited in this turn.
RULE: Final[Rule] = Rule(
    PlaceAssistant,
    When.ACTION,
    moves,
    objection,
    decide,
    notation=notations.by_form(PlaceAssistant, "{source}@{building}"),
    why_not=why_not,
)
