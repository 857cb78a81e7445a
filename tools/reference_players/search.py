"""Search: information-set Monte Carlo tree search over determinizations, for two to four players."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Final

import attrs

from magnum_sal import Event, GameState, Move, apply, legal_moves
from magnum_sal.bots import BotHooks

from .determinize import determinized
from .evaluation import added, lead, margin, worths
from .greedy import PATIENCE, RESTLESSNESS, is_same_turn, ranked_moves
from .options import check_number, check_whole
from .policy import hasty_move, likely_successor
from .pruning import worth_considering

_SCALE: Final = 8.0
"""Groszy of advantage that take a value from 1/2 to about 3/4."""

_WIN: Final = 0.4
"""The weight of the victory, as opposed to the margin, in the value of a finished game."""


@attrs.define(eq=False)
class Node:
    """
    The statistics of the position after a sequence of moves; one node serves all determinizations of it.

    Attributes:
        visits: Iterations that went through here.
        value: Sum of their values to the player who moved here, each from 0 to 1.
        available: Iterations in which the move was legal and its parent went through.
        prior: Estimated value before the first visit.
        ranked: The moves from here, the most promising first; empty until the node is worth ranking.
        children: The nodes after these moves.
    """

    prior: float = 0.5
    visits: int = 0
    value: float = 0.0
    available: int = 0
    ranked: tuple[Move, ...] = ()
    children: dict[Move, Node] = attrs.field(factory=dict)


class Search(BotHooks):
    """
    A player that searches a tree of moves, each iteration in another full state that agrees with the public facts.

    Moves are ranked by Greedy's evaluation and widened progressively. An iteration leaves the tree for a hasty playout
    of a few decisions, and its value is that of the last position. The tree below the moves made is kept for the next
    decision. The same seed and iterations give the same move.

    Args:
        rng: Its source of chance.
        iterations: Iterations for a decision; 60 if neither budget is given.
        seconds: Time for a decision instead, or the earlier of both; at least one iteration is made.
        horizon: Turns of all players after which an iteration ends, including the current turn.
        sample: How many moves a player considers for a decision in a playout; 0 for a hasty move without any.
        exploration: How often to try moves that do not look best.
        ripeness: Visits after which a node's moves are ranked and it joins the tree.
        trust: How many visits the evaluation's opinion of a move counts for.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        horizon: int = 4,
        sample: int = 8,
        exploration: float = 0.1,
        ripeness: int = 3,
        trust: float = 4.0,
    ) -> None:
        if iterations is not None:
            check_whole("search", "iterations", iterations, 1)
        if seconds is not None:
            check_number("search", "seconds", seconds, is_zero_good=False)
        check_whole("search", "horizon", horizon, 1)
        check_whole("search", "sample", sample, 0)
        check_whole("search", "ripeness", ripeness, 1)
        check_number("search", "exploration", exploration)
        check_number("search", "trust", trust, is_zero_good=False)
        self._rng = rng
        self._iterations = 60 if iterations is None and seconds is None else iterations
        self._seconds = seconds
        self._horizon = horizon
        self._sample = sample
        self._exploration = exploration
        self._ripeness = ripeness
        self._trust = trust
        self._root: Node | None = None
        self._is_followed = False

    def game_started(self, state: GameState, seat: int) -> None:
        """Forget the previous game."""
        self._root = None

    def observed(self, move: Move, events: Sequence[Event]) -> None:
        """Follow the move in the tree."""
        self._is_followed = True
        if self._root is not None:
            self._root = self._root.children.get(move)

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Search, and return the move with the most visits."""
        candidates = worth_considering(state, moves)
        if len(candidates) == 1:
            return candidates[0]
        if self._root is None or not self._is_followed:
            self._root = Node()
        self._is_followed = False
        root = self._root
        level = worths(state)
        standings = tuple(lead(state, seat) for seat in range(len(state.players)))
        self._rank_root(root, state, candidates, standings[state.turn_seat])
        deadline = None if self._seconds is None else time.perf_counter() + self._seconds
        done = 0
        while self._iterations is None or done < self._iterations:
            self._iterate(root, determinized(state, self._rng), level, standings)
            done += 1
            if deadline is not None and time.perf_counter() >= deadline:
                break
        best = max(root.ranked, key=lambda move: (root.children[move].visits, self._mean(root.children[move], 0.0)))
        gain = _inverse(self._mean(root.children[best], 0.0))
        if gain < RESTLESSNESS and state.round > 2 * PATIENCE:
            return hasty_move(state, candidates, self._rng)
        return best

    def _rank_root(self, root: Node, state: GameState, candidates: tuple[Move, ...], standing: float) -> None:
        """Rank the first moves by the best continuation of the turn. For these moves, the search is worth its time."""
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

    def _iterate(self, root: Node, state: GameState, level: tuple[float, ...], standings: tuple[float, ...]) -> None:
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
        """Return the move to follow: of the most promising legal moves, the one with the highest bound."""
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
            bound = self._mean(child, bias) + self._exploration * sqrt(
                log(child.available + 1.0) / (child.visits + 1.0)
            )
            if bound > best_bound:
                best, best_bound = move, bound
        return best

    def _mean(self, node: Node, bias: float) -> float:
        return (node.value + self._trust * (node.prior + bias)) / (node.visits + self._trust)

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
        """Return the value of the position to each seat, from 0 to 1; 1/2 is the seat's value at the root."""
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


def _bias(node: Node) -> float:
    """
    Return by how much the values of iterations through *node* exceed the evaluation's estimate.

    An estimate looks less far ahead than an iteration, so its level differs. Only the comparison of moves counts.
    """
    visited = [child for child in node.children.values() if child.visits]
    visits = sum(child.visits for child in visited)
    return added(child.value - child.visits * child.prior for child in visited) / visits if visits else 0.0


def _logistic(groszy: float) -> float:
    return 1.0 / (1.0 + exp(-max(-60.0, min(60.0, groszy / _SCALE))))


def _inverse(value: float) -> float:
    """Return the advantage in groszy that has this value."""
    clipped = max(1e-9, min(1.0 - 1e-9, value))
    return _SCALE * log(clipped / (1.0 - clipped))
