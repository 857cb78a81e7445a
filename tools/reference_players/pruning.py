"""Reduce the moves to consider: of those that differ only in what they waste, keep the least wasteful."""

from __future__ import annotations

from magnum_sal import ExtractSalt, GameState, Move, Pass

from .delivery import without_useless_walks


def worth_considering(state: GameState, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """
    Return the *moves* that a sensible player would consider, at least one, in their order.

    The result omits useless walks to the castle, and a pass if another move is possible. Of the extractions of the same
    cubes with the same tools, it keeps only the cheapest; payments that can be split go to the players with the least
    money.
    """
    sensible = without_useless_walks(state, moves)
    cheapest: dict[tuple[object, ...], tuple[tuple[int, int], Move]] = {}
    for move in sensible:
        if isinstance(move, ExtractSalt):
            key = (move.chamber, move.salt, move.pickaxes, move.carts)
            helped = sum(
                groszy * player.money for groszy, player in zip(move.payments, state.players, strict=True) if groszy
            )
            cost = (sum(move.payments), helped)
            known = cheapest.get(key)
            if known is None or cost < known[0]:
                cheapest[key] = cost, move
    kept = {move for _, move in cheapest.values()}
    chosen = tuple(
        move for move in sensible if (move in kept if isinstance(move, ExtractSalt) else not isinstance(move, Pass))
    )
    return chosen or sensible
