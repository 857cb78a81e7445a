"""The tree of SearchBot: iterations that go down it, each in another full state, and what they leave behind."""

from __future__ import annotations

import random
from math import exp, log, sqrt
from typing import Final

import attrs

from ..engine import apply, legal_moves
from ..moves import Move
from ..state import GameState
from ._evaluation import margin, worths
from ._looking_ahead import determinized, is_same_turn, ranked_moves
from ._pruning import worth_considering
from ._quick_play import hasty_move, likely_successor

_SCALE: Final = 8.0
"""Groszy of advantage that take a value from 1/2 to about 3/4."""

_WIN: Final = 0.4
"""How much of the value of a finished game is the victory, as against the margin."""


@attrs.define(eq=False)
class Node:
    """What the search knows of the position after a sequence of moves; one node serves all determinizations of it."""

    prior: float = 0.5
    """Estimated value before the first visit."""
    visits: int = 0
    """Iterations that went through here."""
    value: float = 0.0
    """Sum of their values to the player who moved here, each from 0 to 1."""
    available: int = 0
    """Iterations in which the move was legal and its parent went through."""
    ranked: tuple[Move, ...] = ()
    """The moves from here, the most promising first; empty until the node is worth ranking."""
    children: dict[Move, Node] = attrs.field(factory=dict)
    """The nodes after these moves."""


class Search:
    """
    How iterations go through a tree; the arguments are those of ``SearchBot``.

    Args:
        rng: Its source of chance.
        horizon: Turns of all players after which an iteration ends, the one in hand included.
        sample: How many moves a player looks at for a decision in a playout.
        exploration: How much is tried that does not look best.
        ripeness: Visits after which a node's moves are ranked and it joins the tree.
        trust: How many visits the evaluation's opinion of a move counts for.
    """

    def __init__(
        self, rng: random.Random, horizon: int, sample: int, exploration: float, ripeness: int, trust: float
    ) -> None:
        self._rng = rng
        self._horizon = horizon
        self._sample = sample
        self._exploration = exploration
        self._ripeness = ripeness
        self._trust = trust

    def rank_root(self, root: Node, state: GameState, candidates: tuple[Move, ...], standing: float) -> None:
        """Rank the first moves by the best continuation of the turn, which is worth the time for them."""
        guess = determinized(state, self._rng)
        ranked = []
        for number, (first, move, after) in enumerate(ranked_moves(guess, candidates, state)):
            value = first
            if number < 8 and is_same_turn(state, after) and after.turn is not None and after.turn.actions_left:
                following = ranked_moves(after, worth_considering(after, legal_moves(after)), state)
                value = following[0][0]
            ranked.append((value, move))
        ranked.sort(key=lambda entry: -entry[0])
        root.ranked = tuple(move for _, move in ranked)
        for value, move in ranked:
            root.children.setdefault(move, Node()).prior = _logistic(value - standing)

    def iterate(self, root: Node, state: GameState, level: tuple[float, ...], standings: tuple[float, ...]) -> None:
        node, path = root, [(root, state.turn_seat)]
        turns = 0
        while not state.is_over and turns < self._horizon:
            if not node.ranked:
                if node.visits < self._ripeness:
                    break
                self._rank(node, state, standings[state.turn_seat])
            move = self._selected(node, state)
            seat, before = state.turn_seat, state
            state = apply(state, move).state
            turns += not is_same_turn(before, state)
            node = node.children.setdefault(move, Node())
            path.append((node, seat))
            if not node.visits:
                break
        values = self._values(self._played_out(state, turns), level)
        for visited, seat in path:
            visited.visits += 1
            visited.value += values[seat]

    def _rank(self, node: Node, state: GameState, standing: float) -> None:
        ranked = ranked_moves(state, worth_considering(state, legal_moves(state)), state)
        node.ranked = tuple(move for _, move, _ in ranked)
        for value, move, _ in ranked:
            node.children.setdefault(move, Node()).prior = _logistic(value - standing)

    def _selected(self, node: Node, state: GameState) -> Move:
        """Return the move to follow: of the most promising ones that are legal here, the one of the highest bound."""
        legal = legal_moves(state)
        legal_set = set(legal)
        width = 3 + int(1.5 * sqrt(node.visits))
        open_moves = [move for move in node.ranked if move in legal_set][:width] or list(
            worth_considering(state, legal)
        )[:width]
        bias = _bias(node)
        best, best_bound = open_moves[0], float("-inf")
        for move in open_moves:
            child = node.children.setdefault(move, Node())
            child.available += 1
            bound = self.mean(child, bias) + self._exploration * sqrt(log(child.available + 1.0) / (child.visits + 1.0))
            if bound > best_bound:
                best, best_bound = move, bound
        return best

    def _played_out(self, state: GameState, turns: int) -> GameState:
        while not state.is_over and turns < self._horizon:
            before = state
            if self._sample:
                state = likely_successor(state, self._sample, self._rng)
            else:
                state = apply(state, hasty_move(state, legal_moves(state), self._rng)).state
            turns += not is_same_turn(before, state)
        return state

    def _values(self, state: GameState, level: tuple[float, ...]) -> tuple[float, ...]:
        """Return what the position is worth to each seat, from 0 to 1; 1/2 is what the root was worth to it."""
        now = worths(state)
        seats = range(len(now))
        margins = tuple(_logistic(margin(now, seat) - margin(level, seat)) for seat in seats)
        if not state.is_over:
            return margins
        scores = state.scores
        winners = sum(score.rank == 1 for score in scores)
        return tuple(
            (1.0 - _WIN) * margin + _WIN * (score.rank == 1) / winners
            for margin, score in zip(margins, scores, strict=True)
        )

    def mean(self, node: Node, bias: float) -> float:
        """Return the value of a node's move, from 0 to 1, what the evaluation thinks of it counted in."""
        return (node.value + self._trust * (node.prior + bias)) / (node.visits + self._trust)


def _bias(node: Node) -> float:
    """
    Return by how much iterations through *node* come out above what the evaluation had promised.

    An estimate looks less far ahead than an iteration, so its level differs; what counts is how moves compare.
    """
    visited = [child for child in node.children.values() if child.visits]
    visits = sum(child.visits for child in visited)
    return sum(child.value - child.visits * child.prior for child in visited) / visits if visits else 0.0


def _logistic(groszy: float) -> float:
    return 1.0 / (1.0 + exp(-max(-60.0, min(60.0, groszy / _SCALE))))


def advantage(value: float) -> float:
    """Return the advantage in groszy that has this value."""
    clipped = max(1e-9, min(1.0 - 1e-9, value))
    return _SCALE * log(clipped / (1.0 - clipped))
