"""Players for the games to record, who lead them where others seldom come; all at a table choose alike."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tests.sentences.asking import straying

import magnum_sal as ms
from magnum_sal.model.mine import SPACES
from magnum_sal.model.mine.geometry import PATH_BITS
from magnum_sal.model.moves import Move
from magnum_sal.queries.facts import completable_orders
from magnum_sal.testing.players import Chooser, any_kind, finisher

ENOUGH_SALT: Final = 5
"""Cubes that each hoarder has before any of them goes to the castle."""

FEW_MINERS: Final = 4
"""Miners beside those left behind, of a player who can soon have no other to send."""


def townsfolk(state: ms.GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose so that miners leave the mine: to the castle line and to buildings."""
    wanted = [move for move in moves if isinstance(move, (ms.VisitCastle, ms.PlaceAssistant))]
    return any_kind(state, wanted if wanted and rng.random() < 0.8 else moves, rng)


def trader(state: ms.GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose so that salt is sold at any price, and tools are bought to sell it better."""
    wanted = [move for move in moves if isinstance(move, (ms.ExtractSalt, ms.VisitWorkshop)) or _is_sale(move)]
    return any_kind(state, wanted if wanted and rng.random() < 0.6 else moves, rng)


def _is_sale(move: Move) -> bool:
    return isinstance(move, ms.VisitMarket) and all(trade.type == "sell" for trade in move.transactions)


def hoarder(state: ms.GameState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Choose so that all collect salt first, then go to the castle at once: a phase may run out of orders."""
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
    """Return the visits to the castle if an order can be completed; a privilege waits for the last round."""
    is_last_round = state.castle.completed >= state.orders_to_end - 1
    visits = [move for move in moves if isinstance(move, ms.VisitCastle) and move.royal_privilege == is_last_round]
    return [*visits] if completable_orders(state) else []


def _collected(state: ms.GameState, moves: Sequence[Move]) -> list[Move]:
    """Return the largest extractions, or else what prepares them and the deliveries."""
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
    Choose so that somebody has one rested miner alone in S1, and no other to send.

    Players stray until a tired miner lies beyond a hole of the chain, where nothing keeps up the way to him. Then all
    leave the mine: for the castle and for buildings, and the player of that miner but for one miner in S1.
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
    """Return the seat of a tired miner beyond a hole of the chain who has few others: of these that with fewest."""
    behind: Counter[int] = Counter()
    for space, here in state.mine.items():
        if PATH_BITS[space] & ~state.mine.occupied:
            behind.update(dict(enumerate(here.tired)))
    hired = {seat: state.ruleset.miners_per_colour - state.bank.miners[seat] for seat in behind}
    others = {seat: hired[seat] - tired for seat, tired in behind.items() if tired}
    return min((seat for seat in others if others[seat] <= FEW_MINERS), key=others.__getitem__, default=None)


def _last_in_mine(state: ms.GameState, moves: Sequence[Move]) -> list[Move]:
    """Return visits to the castle that leave a miner in S1; or what brings one there."""
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
    """Return the moves of miners out of the mine, or else what lets tired ones stand up."""
    leaving = [
        move for move in moves if isinstance(move, (ms.VisitCastle, ms.PlaceAssistant)) and move.source in SPACES
    ]
    return [*leaving] or [move for move in moves if isinstance(move, (ms.UseFood, ms.Rest))]


CHOOSERS: Final[Mapping[str, Chooser]] = {
    "any_kind": any_kind,
    "finisher": finisher,
    "hoarder": hoarder,
    "leaver": leaver,
    "straying": straying,
    "townsfolk": townsfolk,
    "trader": trader,
}
"""The players by name."""
