"""Chance: the pieces that can be turned up, their probabilities, and their effects (RULES section 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

import attrs

from ..errors import MalformedError, MisuseError
from ..errors.messages import brief, printable
from ..model.events import CardTurnedUp, DieRolled, Event, GameStarted, TileLaid, TileSeen
from ..model.functions_above import find_by_name
from ..model.mine import CHAMBERS, level_of
from ..model.pieces import LOOK, ORDER, PENDING_PILES, TILE, TOOL, ChamberTile, RoyalOrder
from ..model.player_names import new_names
from ..model.ruleset import Ruleset
from ..model.setup import Setup
from ..model.state import GameState, Pending, check_state
from ..rules.phases import continue_setup
from ..rules.placing import turn_up_tile
from ..rules.royal_orders import finish_delivery, turn_up_order
from ..rules.standard import STANDARD
from ..rules.workshop import turn_up_tool
from .deal import check_start_seat
from .evolve import evolve, evolve_all
from .steps import Transition
from .transitions import resolve_events
from .unseen import unseen_cards, unseen_orders, unseen_tiles, unseen_tools

__all__ = ["Piece", "Reveal", "open_table", "outcomes", "reveal"]

_Face = TypeVar("_Face", ChamberTile, RoyalOrder)

Piece: TypeAlias = ChamberTile | RoyalOrder | str
"""
A piece that can be turned up: a chamber's tile, a royal order, or an id. The id stands for a tool, a card of an
extension's deck, or a face of an extension's die.
"""


@attrs.frozen
class Reveal:
    """A piece that was turned up. A game's history and log store these pieces alongside the moves."""

    piece: Piece
    """The piece: a ``ChamberTile``, a ``RoyalOrder``, or the id of a tool, an extension's card or a die's face."""


def outcomes(state: GameState) -> tuple[tuple[Piece, Fraction], ...]:
    """
    Return the possible pending pieces with their probabilities, each piece once, in the ruleset's order.

    All setups that agree with public knowledge are equally likely. The probabilities are exact and sum to 1. In the
    view of a seat, they take account of the tiles that this seat has looked at.

    >>> from magnum_sal import open_table
    >>> [(str(order), str(chance)) for order, chance in outcomes(open_table(["Ada", "Ben"]))]
    [('BB=9', '1/4'), ('BG=11', '1/4'), ('GG=13', '1/8'), ('BBB=15', '1/8'), ('BBG=17', '1/4')]

    Args:
        state: A public state or the view of a seat, with a ``pending`` piece.

    Raises:
        MisuseError: no piece is pending, or the pieces in sight do not match the ruleset.
    """
    # No player knows a face-down piece, so moves reveal nothing about the unseen pieces. Every order of these pieces is
    # therefore equally likely, and each piece is equally likely to be next. The probability of a kind is its share of
    # the unseen pieces.
    unseen = Counter(_unseen(state, _pending(state)))
    total = unseen.total()
    return tuple((piece, Fraction(count, total)) for piece, count in unseen.items())


def reveal(state: GameState, piece: Piece) -> Transition:
    """
    Turn up *piece* as the pending piece, and return the events up to the next pending piece or decision.

    If the viewer of a state has looked at a tile, ``reveal`` puts this tile into the view. Its event, ``TileSeen``, is
    a secret of the viewer.

    >>> from magnum_sal import RoyalOrder, open_table
    >>> state, events = reveal(open_table(["Ada", "Ben"]), RoyalOrder.parse("BBG=17"))
    >>> state.pending
    Pending(pile='order', place=1)

    Args:
        state: A public state or the view of a seat, with a ``pending`` piece.
        piece: The piece: a ``ChamberTile``, a ``RoyalOrder``, or the id of a tool, an extension's card or a die's face.
            A tile or an order may also be a text, such as ``"BGG/2"`` or ``"BBG=17"``.

    Raises:
        MalformedError: *piece* has the wrong type for the pending pile, or a text is not a tile or an order.
        MisuseError: no piece is pending, the pile never contains such a piece, or all such pieces are in sight.
    """
    return turn_up(state, read_piece(state, piece))


def read_piece(state: GameState, piece: Piece) -> Piece:
    """
    Return *piece* for the pending pile, with the text of a tile or an order parsed.

    Case and spaces around a text do not matter. In ids, people may type spaces in place of underscores.

    Raises:
        MalformedError: a text is not a tile or an order.
        MisuseError: *piece* is a text, and no piece is pending.
    """
    if type(piece) is not str:
        return piece
    pending = _pending(state)
    pile = pending.pile
    if pile not in (TILE, LOOK, ORDER):
        known = _list_ids(state, pending)
        # The ids of an extension may differ only in case, so an exact id counts first.
        if piece in known:
            return piece
        return {key.lower(): key for key in known}.get("_".join(piece.lower().split()), piece)
    return _parse_any_case(RoyalOrder.parse, piece) if pile == ORDER else read_tile(piece)


def read_tile(text: str) -> ChamberTile:
    """Parse the text of a tile. Case and spaces around it do not matter. Raises ``MalformedError`` for other texts."""
    return _parse_any_case(ChamberTile.parse, text)


def _parse_any_case(parse: Callable[[str], _Face], text: str) -> _Face:
    try:
        return parse(text.strip().upper())
    except MalformedError:
        return parse(text)  # This raises the error again, with the text as it was typed.


def _list_ids(state: GameState, pending: Pending) -> tuple[str, ...]:
    """Return the ids of all pieces that the pending pile can ever contain."""
    ruleset = state.ruleset
    if pending.pile in ruleset.decks:
        return tuple(dict.fromkeys(ruleset.decks[pending.pile].cards))
    if pending.pile in ruleset.dice:
        return tuple(dict.fromkeys(ruleset.dice[pending.pile].faces))
    return tuple(ruleset.tool_kinds)


def turn_up(state: GameState, piece: Piece) -> Transition:
    """Turn up *piece* as ``reveal`` does, but do not accept the text of a tile or an order."""
    pending = _pending(state)
    kind = {TILE: ChamberTile, LOOK: ChamberTile, ORDER: RoyalOrder}.get(pending.pile, str)
    if type(piece) is not kind:
        raise MalformedError(f"piece: {brief(piece)} cannot be the {_name(state, pending)}")
    if piece not in _unseen(state, pending):
        raise _impossible_piece(state, pending, piece)
    return resolve_events(state, _turn_up_piece(state, pending, piece), "reveal")


def open_table(players: Sequence[str], *, start_seat: int = 0, ruleset: Ruleset = STANDARD) -> GameState:
    """
    Return the public first state of a game whose pieces lie on a real table (SETUP-1, SETUP-2).

    Nothing is turned up yet. The first orders and tools become pending one by one; in a mapped mine, the tiles come
    first.

    Args:
        players: The names by seat, as for ``new_game``.
        start_seat: The seat of the starting player.
        ruleset: The rules of the game.

    Raises:
        MalformedError: the number of players, a name or the seat is invalid.
    """
    return evolve(None, build_table_start(players, start_seat=start_seat, ruleset=ruleset))


def build_table_start(players: Sequence[str], *, start_seat: int, ruleset: Ruleset) -> GameStarted:
    """Return the first event of a game on a real table. Takes the arguments and raises the errors of ``open_table``."""
    names = new_names(players)
    if not isinstance(ruleset, Ruleset):
        raise MalformedError(f"ruleset: expected a Ruleset, got {brief(ruleset)}")
    check_start_seat("start_seat", start_seat, len(names))
    setup = Setup.unseen(
        start_seat,
        tiles=len(CHAMBERS),
        orders=[len(orders) for orders in ruleset.orders],
        tools=len(ruleset.tools),
        decks={deck: len(ruleset.decks[deck].cards) for deck in sorted(ruleset.decks)},
        streams=ruleset.streams,
    )
    return GameStarted(ruleset, names, setup)


def _pending(state: GameState) -> Pending:
    check_state(state)
    if state.pending is None:
        raise MisuseError("nothing_to_turn_up", {})
    return state.pending


def _name(state: GameState, pending: Pending) -> str:
    if pending.pile in state.ruleset.dice:
        return f"roll {int(pending.place) + 1} of {pending.pile}"
    if pending.pile in state.ruleset.decks:
        return f"card {int(pending.place) + 1} of {pending.pile}"
    return str(pending)


def _unseen(state: GameState, pending: Pending) -> Sequence[Piece]:
    """Return the pieces that can lie in the pending pile. Each is equally likely to be next."""
    if pending.pile in (TILE, LOOK):
        seen = state.find_tile(str(pending.place))
        return unseen_tiles(state, level_of(str(pending.place))) if seen is None else (seen,)
    if pending.pile in state.ruleset.decks:
        return unseen_cards(state, pending.pile)
    if pending.pile in state.ruleset.dice:
        return state.ruleset.dice[pending.pile].faces
    # Tools that left the game face down are unseen, too. Nobody knows which ones left, so all remain equally likely.
    return unseen_orders(state) if pending.pile == ORDER else unseen_tools(state)


def _impossible_piece(state: GameState, pending: Pending, piece: Piece) -> MisuseError:
    """Return the error for a piece that is not in the pending pile: it never was, or it has been seen."""
    ruleset, place = state.ruleset, pending.place
    facts: dict[str, object]
    shown = brief(piece, 60) if isinstance(piece, str) else printable(str(piece), 60)
    if pending.pile in (TILE, LOOK):
        level = level_of(str(place))
        if (known := state.find_tile(str(place))) is not None:
            return MisuseError("tile_known", {"chamber": place, "piece": shown, "tile": str(known)})
        is_known = piece in ruleset.tiles[level - 1]
        facts = {"chamber": place, "piece": shown, "level": level}
        return MisuseError("tile_seen" if is_known else "tile_of_other_level", facts)
    if pending.pile == ORDER:
        is_known = piece in ruleset.orders[state.phase - 1]
        facts = {"slot": place, "piece": shown, "phase": state.phase}
        return MisuseError("order_seen" if is_known else "order_of_other_phase", facts)
    if pending.pile == TOOL:
        if piece in ruleset.tools:
            return MisuseError("tool_seen", {"slot": place, "piece": shown})
        near = find_by_name(ruleset, piece, _list_ids(state, pending))
        return MisuseError("unknown_tool", {"slot": place, "piece": shown, "near": near})
    if pending.pile in ruleset.dice:
        die = ruleset.dice[pending.pile]
        near = find_by_name(ruleset, piece, _list_ids(state, pending))
        facts = {"roll": int(place) + 1, "die": die.id, "piece": shown, "rule": die.rule, "near": near}
        return MisuseError("unknown_face", facts)
    deck = ruleset.decks[pending.pile]
    facts = {"card": int(place) + 1, "deck": deck.id, "piece": shown, "rule": deck.rule}
    if piece in deck.cards:
        return MisuseError("card_seen", facts)
    near = find_by_name(ruleset, piece, _list_ids(state, pending))
    return MisuseError("unknown_card", facts | {"near": near})


def _turn_up_piece(state: GameState, pending: Pending, piece: Piece) -> tuple[Event, ...]:
    """Return the events that turn up *piece*, and the events that had to wait for it."""
    if pending.pile in state.ruleset.decks:
        return (CardTurnedUp(pending.pile, str(piece)),)
    if pending.pile in state.ruleset.dice:
        return (DieRolled(pending.pile, str(piece)),)
    if pending.pile == LOOK and isinstance(piece, ChamberTile):
        viewer = state.viewer
        assert viewer is not None  # Only the view of a seat waits for a look.
        return (TileSeen(viewer, str(pending.place), piece),)
    if isinstance(piece, ChamberTile):
        chamber = str(pending.place)
        # Without a turn, the tiles of a mapped mine are laid face up, and no miner has entered yet (VAR-MAP).
        if state.turn is not None:
            return turn_up_tile(chamber, piece)
        events: tuple[Event, ...] = (TileLaid(chamber, piece),)
    else:
        slot = int(pending.place)
        card = turn_up_order(slot, piece) if isinstance(piece, RoyalOrder) else turn_up_tool(slot, piece)
        events = (card,)
    # The rest of the move waits until the last piece is turned up; the setup of a phase turns up several.
    after = evolve_all(state, events)
    is_waiting = after.pending is not None and after.pending.pile in PENDING_PILES
    return events if is_waiting else (*events, *_resume_after_reveal(after))


def _resume_after_reveal(state: GameState) -> tuple[Event, ...]:
    """Return the remaining events once no piece is pending: for the setup, a delivery, or an assistant's pay."""
    turn = state.turn
    if turn is None:
        return continue_setup(state)
    if turn.arriving:
        return finish_delivery(state)
    building = turn.visited[-1]  # During a turn, a tool is pending only after a visit.
    if building not in state.ruleset.paying_buildings:
        return ()
    return state.ruleset.rulings.assistant_paid(state, building)
