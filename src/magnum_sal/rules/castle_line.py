"""The castle line: sending a miner there, and moving up to the castle (RULES CASTLE-1, CASTLE-2)."""

from __future__ import annotations

from typing import Final

from .._internal.caches import tabled
from ..errors import Objection
from ..model.display import DisplayItem, Orders, Progress, Stack, Waiting
from ..model.events import Event
from ..model.moves import Move, VisitCastle
from ..model.pieces import ARRIVING, LINE_LEFT, LINE_RIGHT, ORDER_STACK
from ..model.rule import Building, Notation, Rule, When
from ..model.state import GameState
from . import notations
from .chain import leaving_objection, nobody_to_send, sources
from .placing import move_miner
from .tools.privileges import ROYAL
from .tools.used_cards import card_objection, use_card

__all__ = ["RULE"]


def moves(state: GameState) -> list[VisitCastle]:
    """Return the legal visits by source, first without the royal privilege, then with it."""
    # Must agree with objection(): a visit is listed exactly when objection() returns None.
    names, _ = sources(state)
    visits = [_visits[source][0] for source in names]
    if ROYAL in state.players[state.turn_seat].ready_tools:
        visits += [_visits[source][1] for source in names]
    return visits


@tabled(most=128)
def _visits(source: str) -> tuple[VisitCastle, VisitCastle]:
    """Return the visits from *source* without the royal privilege and with it."""
    return VisitCastle(source, False), VisitCastle(source, True)


def objection(state: GameState, move: VisitCastle) -> Objection | None:
    """Return the first objection to *move* that a player would raise, or None."""
    # To use a royal privilege, you need a royal privilege card that you have not used in this phase.
    if move.royal_privilege and (found := card_objection(state, ROYAL)):
        return found
    # The miner must be rested. It comes from stock, from an assistant's place, or from the mine if the chain lets it
    # leave.
    return leaving_objection(state, move.source, "CASTLE-1")


def why_not(state: GameState) -> Objection | None:
    """Return the reason why no miner can be sent to the line, or None if one can."""
    return nobody_to_send(state, "CASTLE-1")


def decide(state: GameState, move: VisitCastle) -> tuple[Event, ...]:
    """Return the events of a legal *move*."""
    seat = state.turn_seat
    # A miner joins the line in the right circle. With a royal privilege it joins the left circle and delivers a turn
    # earlier.
    circle = LINE_LEFT if move.royal_privilege else LINE_RIGHT
    return (*use_card(seat, ROYAL, move.royal_privilege), move_miner(seat, move.source, circle))


def move_line(state: GameState, seat: int) -> tuple[Event, ...]:
    """Return the events that move *seat*'s miners up the line at the start of a turn (CASTLE-2)."""
    player = state.players[seat]
    events: list[Event] = []
    # Miners in the left circle reach the castle, and the miners in the right circle take their place. The left circle
    # goes first, because it must be empty before the miners behind it move up.
    if player.line_left:
        events.append(move_miner(seat, LINE_LEFT, ARRIVING, player.line_left))
    if player.line_right:
        events.append(move_miner(seat, LINE_RIGHT, LINE_LEFT, player.line_right))
    return tuple(events)


def _format_move(_: GameState, move: VisitCastle) -> str:
    # A miner from stock is written without a source, which would leave a space at the end.
    return f"castle{'!' * move.royal_privilege} {notations.omit_stock(move.source)}".rstrip()


def _read(state: GameState, text: str) -> Move | None:
    word, _, rest = text.partition(" ")
    if word.lower() not in ("castle", "castle!"):
        return None
    return VisitCastle(notations.source(state, rest), word.endswith("!"))


def list_display_items(state: GameState) -> tuple[DisplayItem, ...]:
    """Return the display items of the castle: orders, order track, miners who have arrived, and miners in the line."""
    castle, players = state.castle, state.players
    # Only the player whose turn it is can have miners in the castle, because each of them must deliver or pay at once.
    arriving = state.turn.arriving if state.turn is not None else 0
    return (
        Orders(castle.open),
        Stack(ORDER_STACK, castle.stack),
        Progress("order_track", castle.completed, state.orders_to_end),
        Waiting(ARRIVING, tuple(arriving if seat == state.turn_seat else 0 for seat in range(len(players)))),
        Waiting(LINE_LEFT, tuple(player.line_left for player in players)),
        Waiting(LINE_RIGHT, tuple(player.line_right for player in players)),
    )


CASTLE: Final = Building("castle", has_assistant_place=True, pays_on_visit=False, display=list_display_items)
"""The castle. Its assistant is paid for royal orders, not for visits (ASST-2)."""

RULE: Final[Rule] = Rule(
    VisitCastle,
    When.ACTION,
    moves,
    objection,
    decide,
    building=CASTLE,
    notation=Notation(_format_move, _read, "castle S1"),
    why_not=why_not,
)
