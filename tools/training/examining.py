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
"""The minimum number of iterations through a move. With fewer, its result is mostly luck and is left out."""


# This is RootStrap (Veness, Silver, Uther and Blair, "Bootstrapping from Game Tree Search", 2009): the judge learns
# what a search found out about every move at its root, played or not. With *is_deep* in the plan, it is TreeStrap from
# the same paper: the judge learns from the moves at every position of the tree that was searched well enough.
def examine_moves(plan: Plan, game: int) -> list[Comparison]:
    """Play one game of a plan, and compare the moves that the search examined at each decision."""
    return list(_examine_moves(plan, game))


def _examine_moves(plan: Plan, game: int) -> Iterator[Comparison]:
    rng, judge = seed_guesses(plan, game), plan.judge or load_judge()
    for state, root in play_searches(plan, game):
        yield from _examine_tree(ms.determinize(state, rng), root, judge, plan.is_deep)


def seed_guesses(plan: Plan, game: int) -> random.Random:
    """Return a random source for guesses at hidden pieces. It has no influence on the game that is played."""
    return random.Random(f"guesses:{plan.seed}:{plan.players}:{game}")


def play_searches(plan: Plan, game: int) -> Iterator[tuple[ms.GameState, Node]]:
    """Play a game of players who search, and yield the public state and the root of each search."""
    rng, judge = random.Random(f"{plan.seed}:{plan.players}:{game}"), plan.judge or load_judge()
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
            yield state.public(), root
        transition = ms.apply(state, move)
        for bot in bots:
            bot.observed(move, transition.events)
        state = transition.state


def _examine_tree(state: ms.GameState, node: Node, judge: Judge, is_deep: bool) -> Iterator[Comparison]:
    """Compare the moves at a node of a search and, with *is_deep*, the moves at the nodes below it."""
    known, seat = state.public(), state.turn_seat
    features, phases, foreseen, found = [], [], [], []
    for move in node.ranked:
        child = node.children[move]
        # A node can contain moves that are legal only in another guess at the hidden pieces.
        if node.is_solved or child.visits < _LEAST_VISITS or ms.objection(known, move) is not None:
            continue
        after = ms.apply(state, move).state
        if after.is_over:
            continue
        # Below a move that turns up pieces, the tree has other nodes for other pieces, each with few iterations.
        if is_deep and not child.revealed:
            yield from _examine_tree(after, child, judge, is_deep)
        # The tile that the move turns up in this guess need not be the one that the iterations found.
        unseen = list_revealed_chambers(known, after)
        worths = judge.worths(after, unseen)
        features.append(features_of(after, unseen))
        phases.append(after.phase)
        foreseen.append(margins_of(worths)[seat] + credit(state, move, judge))
        found.append(child.groszy / child.visits)
    # A single move cannot show what the judge overrates.
    if len(found) > 1:
        yield Comparison(
            np.array(features, np.float32),
            np.array(phases, np.int8),
            seat,
            np.array(foreseen, np.float32),
            # A search has one result for each move, and not one for each of the next rounds.
            np.repeat(np.array(found, np.float32)[:, None], ROUNDS, 1),
        )
