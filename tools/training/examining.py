"""Moves that a search has examined, and what it found out about each of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import numpy as np

import magnum_sal as ms
from magnum_sal.bots._built_in_bots import SearchBot
from magnum_sal.bots._candidates import credit
from magnum_sal.bots._judge import Judge, list_revealed_chambers, load_judge, margins_of
from magnum_sal.bots._tree import Node

from .comparing import ROUNDS, Comparison
from .selfplay import Plan, choose_move, features_of

_LEAST_VISITS: Final = 10
"""The number of iterations through a move below which its result is left out, because it is mostly luck."""


# This is RootStrap (Veness, Silver, Uther and Blair, "Bootstrapping from Game Tree Search", 2009): the judge learns
# what a search found out about every move at its root, played or not.
def examine_moves(plan: Plan, game: int) -> list[Comparison]:
    """Play one game of a plan, and compare the moves that the search examined at each decision."""
    return list(_examine_moves(plan, plan.judge or load_judge(), random.Random(f"{plan.seed}:{plan.players}:{game}")))


def _examine_moves(plan: Plan, judge: Judge, rng: random.Random) -> Iterator[Comparison]:
    state = ms.new_game([f"Seat {seat + 1}" for seat in range(plan.players)], seed=rng.getrandbits(64))
    bots = [
        SearchBot(random.Random(rng.getrandbits(64)), iterations=plan.iterations).use_judge(judge)
        for _ in state.players
    ]
    for _ in range(plan.most_moves):
        if state.is_over:
            break
        move, is_whim = choose_move(plan, bots, state, ms.legal_moves(state), rng)
        root = bots[state.turn_seat].root
        if root is not None and not is_whim:
            comparison = _compare_children(state, root, judge, rng)
            if comparison is not None:
                yield comparison
        transition = ms.apply(state, move)
        for bot in bots:
            bot.observed(move, transition.events)
        state = transition.state


def _compare_children(state: ms.GameState, root: Node, judge: Judge, rng: random.Random) -> Comparison | None:
    """Compare the moves at the root of a search, or return None if it examined fewer than two well enough."""
    known, seat = state.public(), state.turn_seat
    world = ms.determinize(known, rng)
    features, phases, foreseen, found = [], [], [], []
    for move in root.ranked:
        child = root.children[move]
        # A root can contain moves that are not legal here: those of another guess at the hidden pieces.
        if root.is_solved or child.visits < _LEAST_VISITS or ms.objection(known, move) is not None:
            continue
        after = ms.apply(world, move).state
        if after.is_over:
            continue
        worths = judge.worths(after, list_revealed_chambers(known, after))
        features.append(features_of(after))
        phases.append(after.phase)
        foreseen.append(margins_of(worths)[seat] + credit(state, move, judge))
        found.append(child.groszy / child.visits)
    if len(found) < 2:
        return None
    return Comparison(
        np.array(features, np.float32),
        np.array(phases, np.int8),
        seat,
        np.array(foreseen, np.float32),
        # A search has one result for each move, and not one for each of the next rounds.
        np.repeat(np.array(found, np.float32)[:, None], ROUNDS, 1),
    )
