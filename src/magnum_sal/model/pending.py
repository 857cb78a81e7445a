"""The pending piece of a public state or a view: it follows from what lies on the table (RULES section 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .course import COURSE, RolledDie
from .looks import LOOKS, Looks
from .mine import CHAMBERS, spaces_in
from .mine.geometry import CHAMBER_BITS
from .parts import Pending
from .pieces import LOOK, ORDER, TILE, TOOL

if TYPE_CHECKING:
    from .state import GameState


def find_pending(state: GameState) -> Pending | None:
    """Return the piece that must be turned up before anybody decides, in a state without hidden pieces, or None."""
    # The piece is not stored in a field, because no event would set the field, and a client that folds events could not
    # compute it. So the piece is derived from the table, as players at the table would do.
    found = _find_in_setup(state) if state.turn is None else _find_in_turn(state)
    return _find_in_extras(state) if found is None and state.ruleset.extensions else found


def _find_in_turn(state: GameState) -> Pending | None:
    mine = state.mine
    for chamber in spaces_in(mine.occupied & CHAMBER_BITS & ~mine.revealed):
        if mine.tile_in(chamber) is None:
            return Pending(TILE, chamber)
    return find_card(state)


def find_card(state: GameState) -> Pending | None:
    """Return the order or tool that must be turned up in a turn, after any tile, or None."""
    turn = state.turn
    if turn is None:
        return None
    opened, offer = state.castle.open, state.workshop.offer
    # While the stack has orders, each gap is filled at once. So the only gap is the one that a delivery has just left.
    if state.castle.stack and turn.arriving and opened.count(None) == 1:
        return Pending(ORDER, opened.index(None))
    # A purchase leaves the most expensive slot empty. Then stack and offer have fewer tools than at the phase's start.
    dearest = len(offer) - 1
    is_bought = turn.visited != () and state.workshop.stack + dearest < state.ruleset.tools_per_phase
    if state.workshop.stack and is_bought and None in offer and offer.index(None) == dearest:
        return Pending(TOOL, dearest)
    return None


def _find_in_setup(state: GameState) -> Pending | None:
    if state.ruleset.mapped_mine and None in state.mine.tiles:
        return Pending(TILE, CHAMBERS[state.mine.tiles.index(None)])
    for pile, stack, row in (
        (ORDER, state.castle.stack, state.castle.open),
        (TOOL, state.workshop.stack, state.workshop.offer),
    ):
        if stack and None in row:
            return Pending(pile, row.index(None))
    return None


def _find_in_extras(state: GameState) -> Pending | None:
    extras = dict(state.extras_items)
    looks: Looks | None = extras.get(LOOKS)
    if looks is not None and (look := looks.awaited) is not None:
        return Pending(LOOK, look.chamber)
    course = extras.get(COURSE)
    if course is None or not course.cards:
        return None
    # The next card is known if the order of its pile is, as while a game is set up. An empty stack is refilled first.
    drawn = course.cards[0]
    pile = extras[drawn]
    if isinstance(pile, RolledDie):
        return None if pile.coming else Pending(drawn, pile.rolls)
    return None if pile.order or not pile.down else Pending(drawn, len(pile.up))
