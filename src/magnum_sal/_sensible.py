"""Sensible moves: the legal ones without those that plainly waste something, so that random play comes to an end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ._meaning import fields_of
from ._remembering import cached
from .engine import legal_moves
from .fields import SOURCE
from .mine import FURTHER
from .moves import ExtractSalt, Move, Pass, Rest, VisitCastle, VisitMarket
from .rules.extraction import usual_payments
from .state import GameState


def sensible_moves(state: GameState) -> tuple[Move, ...]:
    """
    Return the legal moves without those that plainly waste something; never none in a game that is not over.

    Who chooses among all legal moves at random never ends a game; among these, games end. Left out are, unless nothing
    else is left:

    - a visit to the castle where the player's salt completes no order beyond those that miners in line wait for
      (CASTLE-3);
    - a pass (TURN-4);
    - a rest of a player without tired miners (TURN-4);
    - two trades that buy and sell one cube of the same kind (MARKET-2);
    - a miner's leaving a chamber that holds salt (MINE-1);
    - of extractions of the same cubes with the same tools, all but the one with the usual payments (HAUL-3; see
      ``Choice.usual``).

    Moves of extensions are kept, but for the last rule but one. The order is that of ``legal_moves``.

    Raises:
        MisuseError: *state* is none.
    """
    moves = legal_moves(state)
    useful = (move for move in without_useless_walks(state, moves) if not _is_wasteful(state, move))
    return tuple(_with_usual_payments(state, useful)) or moves


def deliverable_orders(state: GameState, seat: int) -> int:
    """Return how many open orders *seat*'s salt completes, one after another, those of the fewest cubes first."""
    salt, count = state.players[seat].salt, 0
    for order in sorted(filter(None, state.castle.open), key=lambda order: order.salt.total):
        if salt.covers(order.salt):
            salt -= order.salt
            count += 1
    return count


def waiting_miners(state: GameState, seat: int) -> int:
    """Return how many miners of *seat* are on their way to the king: in the castle line, or in the castle."""
    player = state.players[seat]
    arriving = state.turn.arriving if state.turn is not None and seat == state.turn_seat else 0
    return player.line_left + player.line_right + arriving


def without_useless_walks(state: GameState, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """
    Return *moves* without visits to the castle by miners who would find no order to complete: the castle filter.

    Players who move at random queue at the castle without salt, and no phase ever ends (PHASE-1); with the filter
    it does.
    """
    if _is_awaited(state):
        return moves
    return tuple(move for move in moves if not isinstance(move, VisitCastle))


def _is_awaited(state: GameState) -> bool:
    """Say whether one more miner of the player would find an order at the castle that he can complete."""
    return deliverable_orders(state, state.turn_seat) > waiting_miners(state, state.turn_seat)


def _is_wasteful(state: GameState, move: Move) -> bool:
    """Say whether *move* wastes something, a walk to the castle left aside."""
    if isinstance(move, Pass):
        return True
    if isinstance(move, Rest):
        return not any(here.tired[state.turn_seat] for here in state.mine.spaces)
    if isinstance(move, VisitMarket):
        kinds, ways = {trade.salt for trade in move.transactions}, {trade.type for trade in move.transactions}
        return len(kinds) < len(ways)
    return any(_leaves_salt(state, str(getattr(move, name))) for name in _sources(type(move)))


@cached(most=256)
def _sources(kind: type[Move]) -> tuple[str, ...]:
    """Return the fields that say where a miner leaves."""
    return tuple(field.name for field in fields_of(kind) if field.meaning is SOURCE)


def _leaves_salt(state: GameState, source: str) -> bool:
    return source in FURTHER and bool(state.mine.chamber(source).salt)


def _with_usual_payments(state: GameState, moves: Iterable[Move]) -> Iterator[Move]:
    """Yield *moves*, of extractions that differ in nothing but the payments the one with the usual ones."""
    usual: dict[tuple[str, int, int], tuple[int, ...]] = {}
    for move in moves:
        if isinstance(move, ExtractSalt):
            work = move.chamber, move.salt.total, move.carts
            if work not in usual:
                usual[work] = usual_payments(state, *work)
            if move.payments != usual[work]:
                continue
        yield move
