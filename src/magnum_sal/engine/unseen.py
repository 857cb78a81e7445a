"""Unseen pieces: the ruleset's pieces except the pieces in sight (RULES section 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from ..errors import MisuseError
from ..model.mine import CHAMBERS, level_of
from ..model.parts import SEEN
from ..model.pieces import ChamberTile, RoyalOrder
from ..model.state import GameState

_T = TypeVar("_T", bound=object)


def unseen_tiles(state: GameState, level: int) -> list[ChamberTile]:
    """
    Return the tiles of *level* that nobody has seen, in the ruleset's order.

    In the view of a seat, the tiles that this seat has looked at are not among them.

    Raises:
        MisuseError: a tile in sight does not belong to the level.
    """
    in_sight = [state.find_tile(chamber) for chamber in CHAMBERS if level_of(chamber) == level]
    return _unseen(state.ruleset.tiles[level - 1], in_sight, f"the tiles of level {level}")


def unseen_orders(state: GameState) -> list[RoyalOrder]:
    """
    Return the unseen royal orders of the current phase, in the ruleset's order.

    Raises:
        MisuseError: an open order does not belong to the phase, or more copies of an order are in sight than the
            phases so far contain.
    """
    pieces = state.ruleset.orders
    rest = _unseen(pieces[state.phase - 1], state.castle.open, f"the royal orders of phase {state.phase}")
    owned = [order for player in state.players for order in player.orders]
    so_far = [order for orders in pieces[: state.phase] for order in orders]
    # This call only checks that players own no more copies of an order than the phases up to now contain.
    _unseen(so_far, (*owned, *state.castle.open), f"the royal orders up to phase {state.phase}")
    # Players keep orders of earlier phases. Only the orders from this phase are missing from its pile.
    seen = state.extras.get(SEEN)
    for seat, player in enumerate(state.players):
        for order in player.orders[seen.orders[seat] if seen else 0 :]:
            if order in rest:
                rest.remove(order)
    return rest


def unseen_tools(state: GameState) -> list[str]:
    """
    Return the unseen tool cards, in the ruleset's order. Some of them may have left the game face down.

    Raises:
        MisuseError: more cards of a tool are in sight than the ruleset has.
    """
    # Tools that left the game face up are no longer on the table, but everybody has seen them.
    seen = state.extras.get(SEEN)
    owned = [card.tool for player in state.players for card in player.tools]
    return _unseen(state.ruleset.tools, [*owned, *state.workshop.offer, *(seen.tools if seen else ())], "the tools")


def unseen_cards(state: GameState, deck: str) -> list[str]:
    """
    Return the unseen cards of an extension's deck, in the order of the deck.

    Raises:
        MisuseError: more copies of a card lie face up than the deck has.
    """
    return _unseen(state.ruleset.decks[deck].cards, state.extras[deck].up, f"the cards of {deck}")


def _unseen(pieces: Sequence[_T], in_sight: Iterable[_T | None], name: str) -> list[_T]:
    """Return the *pieces* that are not *in_sight*, in the same order. None in *in_sight* means an empty place."""
    # Copies of a piece look alike, so they are counted, not identified.
    seen = Counter(piece for piece in in_sight if piece is not None)
    rest = []
    for piece in pieces:
        if seen[piece]:
            seen[piece] -= 1
        else:
            rest.append(piece)
    if strange := [piece for piece, count in seen.items() if count]:
        raise MisuseError(f"{name}: more {strange[0]} have been seen than exist")
    return rest
