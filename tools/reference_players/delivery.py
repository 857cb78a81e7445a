"""The royal orders that a player's salt completes, one after another."""

from __future__ import annotations

from magnum_sal import GameState, Move, VisitCastle


def completable_orders(state: GameState, seat: int) -> int:
    """Return how many open orders *seat*'s salt completes in turn, starting with those of the fewest cubes."""
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

    Players who move at random queue at the castle without salt, and no phase ever ends (PHASE-1); the filter prevents
    this.
    """
    seat = state.turn_seat
    if completable_orders(state, seat) > waiting_miners(state, seat):
        return moves
    return tuple(move for move in moves if not isinstance(move, VisitCastle))
