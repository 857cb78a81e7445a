"""Choosing positions of games, and moves that are nearly legal, to ask for objections."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tests.sentences.facts import CHAMBERS, KINDS

import magnum_sal as ms
from magnum_sal.model.pieces import SALT_KINDS
from magnum_sal.testing._near_misses import generate_moves, list_near_misses, of_other_ids
from magnum_sal.testing.players import Chooser, any_kind, finisher, play
from magnum_sal.testing.strategies import NAMES, VARIANTS


def straying(state: ms.GameState, moves: Sequence[ms.Move], rng: random.Random) -> ms.Move:
    """Choose like players who try every kind of move, and avoid waste one time in three."""
    return any_kind(state, ms.sensible_moves(state) if rng.random() < 0.3 else moves, rng)


CHOOSERS: Sequence[Chooser] = (finisher, straying)


def positions(seed: int, most_moves: int, asked: int) -> Iterator[ms.GameState]:
    """
    Yield *asked* positions from all parts of one game of at most *most_moves* moves.

    The seed decides the ruleset's switches, the number of players, how they play and which positions are asked.
    """
    rng = random.Random(seed)
    ruleset, players = VARIANTS[rng.randrange(len(VARIANTS))], 2 + seed % 3
    state = ms.new_game(NAMES[:players], seed=seed, ruleset=ruleset)
    states = [before for before, _, _ in play(state, CHOOSERS[rng.randrange(2)], rng, most_moves)]
    for part in range(min(asked, len(states))):
        yield states[rng.randrange(len(states) * part // asked, len(states) * (part + 1) // asked)]


def moves_to_ask(state: ms.GameState, rng: random.Random, each: int) -> list[ms.Move]:
    """Return moves of every kind, most of them illegal, and about *each* of a kind, without duplicates."""
    found: dict[ms.Move, None] = {}
    listed = ms.legal_moves(state)
    for kind in {move.type: None for move in listed}:
        of_kind = [move for move in listed if move.type == kind]
        for move in rng.sample(of_kind, min(len(of_kind), 2)):
            near = [move, *list_near_misses(move), *of_other_ids(move, state.ruleset)]
            found.update(dict.fromkeys(rng.sample(near, min(len(near), each))))
    for move_class in state.ruleset.by_move:
        for _ in range(each // 2):
            found.update(dict.fromkeys(generate_moves(move_class, state.ruleset, rng)))
    for extra in (_extractions, _trades, _penalties, _food, _pumping):
        for _ in range(each):
            found[extra(state, rng)] = None
    return list(found)


def _extractions(state: ms.GameState, rng: random.Random) -> ms.Move:
    """Return an extraction where the player or salt is, with any number of tools, paid in whole tolls."""
    manned = [chamber for chamber in CHAMBERS if state.mine.chamber(chamber).miners_of(state.turn_seat)]
    chamber = rng.choice(manned if manned and rng.random() < 0.9 else CHAMBERS)
    there = state.mine.chamber(chamber).salt
    salt = ms.SaltAmount(*(rng.randrange(there.count(kind) + 1) for kind in KINDS))
    payments = [0] * len(state.players)
    for _ in range(rng.randrange(4) * salt.total):
        payments[rng.randrange(len(payments))] += 1
    if rng.random() < 0.9:
        payments[state.turn_seat] = 0
    if rng.random() < 0.03:
        payments.append(0)
    return ms.ExtractSalt(chamber, salt, rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1, 2, 3)), tuple(payments))


def _trades(_: ms.GameState, rng: random.Random) -> ms.Move:
    kinds = (rng.choice(SALT_KINDS), rng.choice(SALT_KINDS))
    trades = [
        ms.Transaction(rng.choice(("sell", "buy")), kinds[rng.randrange(2)]) for _ in range(rng.choice((1, 2, 2)))
    ]
    return ms.VisitMarket(tuple(trades), rng.random() < 0.3)


def _penalties(state: ms.GameState, rng: random.Random) -> ms.Move:
    money = rng.choice((0, 1, 2, 3, 4, state.players[state.turn_seat].money))
    return ms.PayPenalty(money, rng.choice((None, None, *KINDS)))


def _food(state: ms.GameState, rng: random.Random) -> ms.Move:
    manned = [chamber for chamber in CHAMBERS if state.mine.chamber(chamber).miners_of(state.turn_seat)]
    chambers = manned if manned and rng.random() < 0.8 else CHAMBERS
    return ms.UseFood(tuple(rng.choice(chambers) for _ in range(rng.choice((1, 2)))))


def _pumping(state: ms.GameState, rng: random.Random) -> ms.Move:
    manned = [chamber for chamber in CHAMBERS if state.mine.chamber(chamber).miners_of(state.turn_seat)]
    return ms.VisitPumpHouse(rng.choice(manned or CHAMBERS), rng.randrange(6))


def one_of_each_kind(players: int) -> list[ms.Move]:
    """Return a well-formed move of every kind, to ask for the objections that concern them all."""
    return [
        ms.PlaceMiner("stock", "S1"),
        ms.ExtractSalt("1L1", ms.SaltAmount(1, 0, 0), 0, 0, (0,) * players),
        ms.PlaceAssistant("stock", "market"),
        ms.VisitInn(),
        ms.VisitWorkshop(0),
        ms.VisitPumpHouse("1L1", 1),
        ms.VisitMarket((ms.Transaction("buy", "brown"),), False),
        ms.VisitTownSquare(),
        ms.VisitCastle("stock", False),
        ms.Pass(),
        ms.Rest(),
        ms.UseRope("stock", "S1"),
        ms.UseBucket("1L1", "1L2"),
        ms.UseFood(("1L1",)),
        ms.EndTurn(),
        ms.CompleteOrder(0),
        ms.PayPenalty(3, None),
    ]
