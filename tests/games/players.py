"""Players for the games to record, which lead to rare positions. All players of a game choose alike."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tests.extensions.night_shift import night_player
from tests.sentences.asking import straying

import magnum_sal as ms
from magnum_sal.model.mine import SPACES
from magnum_sal.model.mine.geometry import PATH_BITS
from magnum_sal.model.moves import Move
from magnum_sal.queries.facts import completable_orders
from magnum_sal.testing.players import Chooser, any_kind, finisher

ENOUGH_SALT: Final = 5
"""The cubes that each hoarder collects before any of them goes to the castle."""

FEW_MINERS: Final = 4
"""The largest number of miners, besides those left behind, of a player who may soon have no other to send."""


def townsfolk(state: ms.GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose moves by which miners leave the mine, for the castle line and for buildings."""
    wanted = [move for move in moves if isinstance(move, (ms.VisitCastle, ms.PlaceAssistant))]
    return any_kind(state, wanted if wanted and rng.random() < 0.8 else moves, rng)


def trader(state: ms.GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose moves that sell salt at any price, and tools that help to sell it."""
    wanted = [move for move in moves if isinstance(move, (ms.ExtractSalt, ms.VisitWorkshop)) or _is_sale(move)]
    return any_kind(state, wanted if wanted and rng.random() < 0.6 else moves, rng)


def _is_sale(move: Move) -> bool:
    return isinstance(move, ms.VisitMarket) and all(trade.type == "sell" for trade in move.transactions)


def hoarder(state: ms.GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """
    Choose moves so that all players collect salt first, and then go to the castle at once.

    A phase may run out of orders that way.
    """
    if deliveries := [move for move in moves if isinstance(move, ms.CompleteOrder)]:
        return rng.choice(deliveries)
    has_begun = state.castle.completed or any(player.line_left or player.line_right for player in state.players)
    if has_begun or all(player.salt.total >= ENOUGH_SALT for player in state.players):
        wanted = _deliveries_begun(state, moves)
    else:
        wanted = _collected(state, moves)
    harmless = [move for move in moves if not isinstance(move, (ms.VisitCastle, ms.VisitMarket, ms.Pass))]
    return any_kind(state, wanted if wanted and rng.random() < 0.9 else harmless or moves, rng)


def _deliveries_begun(state: ms.GameState, moves: Sequence[Move]) -> list[Move]:
    """Return the visits to the castle if an order can be completed. The royal privilege is kept for the last round."""
    is_last_round = state.castle.completed >= state.orders_to_end - 1
    visits = [move for move in moves if isinstance(move, ms.VisitCastle) and move.royal_privilege == is_last_round]
    return [*visits] if completable_orders(state) else []


def _collected(state: ms.GameState, moves: Sequence[Move]) -> list[Move]:
    """Return the largest extractions, or else the moves that prepare extractions and deliveries."""
    extractions = [move for move in moves if isinstance(move, ms.ExtractSalt)]
    most = max((move.salt.total for move in extractions), default=0)
    if extractions:
        return [move for move in extractions if move.salt.total == most]
    offer = state.workshop.offer
    return [
        move
        for move in moves
        if isinstance(move, ms.Rest) or (isinstance(move, ms.VisitWorkshop) and offer[move.slot] == "royal_privilege")
    ]


def leaver(state: ms.GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """
    Choose moves that lead to a player with one rested miner in S1 and no other to send.

    Players stray until a tired miner is beyond a gap of the chain, where nobody is needed to keep his way open. Then
    all miners leave the mine for the castle and for buildings. The player of the tired miner keeps one miner in S1.
    """
    seat = _left_behind(state)
    if seat is None:
        return straying(state, moves, rng)
    if arrived := [move for move in moves if isinstance(move, (ms.CompleteOrder, ms.PayPenalty))]:
        return rng.choice(arrived)
    wanted = _last_in_mine(state, moves) if seat == state.turn_seat else _leaving(moves)
    idle = [move for move in moves if isinstance(move, (ms.VisitTownSquare, ms.VisitMarket, ms.EndTurn))]
    return rng.choice(wanted or idle or moves)


def _left_behind(state: ms.GameState) -> int | None:
    """Return the seat with a tired miner beyond a gap of the chain and the fewest other miners, if there is one."""
    behind: Counter[int] = Counter()
    for space, here in state.mine.items():
        if PATH_BITS[space] & ~state.mine.occupied:
            behind.update(dict(enumerate(here.tired)))
    hired = {seat: state.ruleset.miners_per_colour - state.bank.miners[seat] for seat in behind}
    others = {seat: hired[seat] - tired for seat, tired in behind.items() if tired}
    return min((seat for seat in others if others[seat] <= FEW_MINERS), key=others.__getitem__, default=None)


def _last_in_mine(state: ms.GameState, moves: Sequence[Move]) -> list[Move]:
    """Return visits to the castle that leave a miner in S1, or moves that send one there."""
    in_s1 = state.mine.rested_in("S1", state.turn_seat)
    visits = [
        move
        for move in moves
        if isinstance(move, ms.VisitCastle) and not move.royal_privilege and (move.source != "S1" or in_s1 > 1)
    ]
    entries = [move for move in moves if isinstance(move, ms.PlaceMiner) and move.target == "S1"]
    if not in_s1:
        return [*entries] or [*visits]
    return [*visits] or [move for move in entries if move.source in SPACES]


def _leaving(moves: Sequence[Move]) -> list[Move]:
    """Return the moves of miners out of the mine, or else the moves that let tired miners rest."""
    leaving = [
        move for move in moves if isinstance(move, (ms.VisitCastle, ms.PlaceAssistant)) and move.source in SPACES
    ]
    return [*leaving] or [move for move in moves if isinstance(move, (ms.UseFood, ms.Rest))]


CHOOSERS: Final[Mapping[str, Chooser]] = {
    "any_kind": any_kind,
    "finisher": finisher,
    "hoarder": hoarder,
    "lamplighter": night_player,
    "leaver": leaver,
    "straying": straying,
    "townsfolk": townsfolk,
    "trader": trader,
}
"""The players by name."""
