"""The inn: hiring a miner (RULES INN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..errors import Objection
from ..model.display import DisplayItem, Tally, Track
from ..model.events import Event, InnMarkerMoved, MoneyMoved
from ..model.moves import VisitInn
from ..model.pieces import BANK, STOCK
from ..model.rule import Building, Rule, When
from ..model.state import GameState
from . import notations
from .placing import move_miner

__all__ = ["RULE"]

_VISIT = VisitInn()


def price_on_track(state: GameState) -> int | None:
    """Return the marked price in groszy, or None if the marker is past the last space; the default ruling of INN-1."""
    marker, track = state.inn_marker, state.ruleset.inn_track
    return track[marker] if marker < len(track) else None


def hiring_price(state: GameState) -> int | None:
    """Return the price of the next miner in groszy, or None if no more can be hired in this phase."""
    return state.ruleset.rulings.hiring_price(state)


def moves(state: GameState) -> tuple[VisitInn, ...]:
    """Return ``VisitInn`` if it is legal."""
    # Must agree with objection(): the visit is listed exactly when objection() returns None.
    seat = state.turn_seat
    price = state.ruleset.rulings.hiring_price(state)
    if price is None or price > state.players[seat].money or not state.bank.miners[seat]:
        return ()
    return (_VISIT,)


def objection(state: GameState, move: VisitInn) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    price = hiring_price(state)
    # The inn offers a limited number of miners per phase. When the marker has left the track, nobody else can be hired.
    if price is None:
        return Objection("INN-1", "nobody_to_hire")
    # You hire miners of your own colour. Their number in the box is limited, so you cannot hire when you own all of
    # them.
    if not state.bank.miners[state.turn_seat]:
        return Objection("INN-1", "all_miners_hired", {"miners": state.ruleset.miners_per_colour})
    # You must be able to pay the price at the marker.
    if price > state.player.money:
        return Objection("INN-1", "hiring_too_dear", {"price": price, "money": state.player.money})
    return None


def decide(state: GameState, move: VisitInn) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    # The miner goes to stock and remains the player's until the end of the game. The marker moves no matter who hires,
    # so all players share the miners of the phase.
    price = hiring_price(state)
    assert price is not None
    return (
        MoneyMoved(state.turn_seat, BANK, price),
        move_miner(state.turn_seat, BANK, STOCK),
        InnMarkerMoved(state.inn.hired, state.inn.hired + 1),
    )


def collect_facts(state: GameState, move: VisitInn) -> Mapping[str, Any]:
    """Return the extra fact about a visit: the price."""
    return {"price": hiring_price(state)}


def list_display_items(state: GameState) -> tuple[DisplayItem, ...]:
    """Return the display items of the inn: its track with the current price, and the miners hired in this phase."""
    marker, prices, asked = state.inn_marker, state.ruleset.inn_track, hiring_price(state)
    # A ruling may change the price of the next miner. The track shows that price, not the printed one. There is a price
    # only while the marker is on the track.
    if asked is not None:
        prices = (*prices[:marker], asked, *prices[marker + 1 :])
    return Track(prices, marker, state.inn_start), Tally("hired", state.inn.hired)


RULE: Final[Rule] = Rule(
    VisitInn,
    When.ACTION,
    moves,
    objection,
    decide,
    building=Building("inn", display=list_display_items),
    notation=notations.one_word("inn", _VISIT),
    told=collect_facts,
)
