"""SearchBot: information-set Monte Carlo tree search over determinizations, for two to four players."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from ..events import Event
from ..moves import Move
from ..state import GameState
from ._evaluation import lead, worths
from ._greedy import PATIENCE, RESTLESSNESS
from ._looking_ahead import determinized
from ._options import check_number, check_whole
from ._pruning import worth_considering
from ._quick_play import hasty_move
from ._tree import Node, Search, advantage
from .protocol import BotHooks


class Tried(NamedTuple):
    """A move that a search has looked at."""

    move: Move
    visits: int
    """Iterations that began with it."""
    gain: float
    """What it is expected to bring by the horizon, in groszy of advantage beside now."""


class SearchBot(BotHooks):
    """
    Searches a tree of moves, each iteration in another full state that agrees with what is known.

    Moves are ranked by GreedyBot's evaluation and widened progressively; an iteration leaves the tree for a hasty
    playout of a few decisions and is valued where that ends. The tree below the moves really made is kept for the next
    decision. The same seed and iterations give the same move.

    Args:
        rng: Its source of chance.
        iterations: Iterations for a decision; 60 if neither budget is given.
        seconds: Time for a decision instead, or the earlier of both; at least one iteration is made.
        horizon: Turns of all players after which an iteration ends, the one in hand included.
        sample: How many moves a player looks at for a decision in a playout; 0 for hasty ones who look at none.
        exploration: How much is tried that does not look best.
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
        self._search = Search(rng, horizon, sample, exploration, ripeness, trust)
        self._root: Node | None = None
        self._is_followed = False

    @property
    def tree_size(self) -> int:
        """The number of iterations that the tree in hand remembers."""
        return self._root.visits if self._root is not None else 0

    @property
    def tried(self) -> tuple[Tried, ...]:
        """The moves that the last decision looked at, the most promising by the evaluation first."""
        root = self._root or Node()
        children = ((move, root.children[move]) for move in root.ranked)
        return tuple(
            Tried(move, child.visits, advantage(self._search.mean(child, 0.0)))
            for move, child in children
            if child.visits
        )

    def game_started(self, state: GameState, seat: int) -> None:
        """Forget the game before."""
        self._root = None

    def observed(self, move: Move, events: Sequence[Event]) -> None:
        """Follow the move in the tree."""
        self._is_followed = True
        if self._root is not None:
            self._root = self._root.children.get(move)

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Search, and return the move that was tried most."""
        candidates = worth_considering(state, moves)
        if len(candidates) == 1:
            return candidates[0]
        if self._root is None or not self._is_followed:
            self._root = Node()
        self._is_followed = False
        root, search = self._root, self._search
        level = worths(state)
        standings = tuple(lead(state, seat) for seat in range(len(state.players)))
        search.rank_root(root, state, candidates, standings[state.turn_seat])
        deadline = None if self._seconds is None else time.perf_counter() + self._seconds
        done = 0
        while self._iterations is None or done < self._iterations:
            search.iterate(root, determinized(state, self._rng), level, standings)
            done += 1
            if deadline is not None and time.perf_counter() >= deadline:
                break
        best = max(root.ranked, key=lambda move: (root.children[move].visits, search.mean(root.children[move], 0.0)))
        gain = advantage(search.mean(root.children[best], 0.0))
        if gain < RESTLESSNESS and state.round > 2 * PATIENCE:
            return hasty_move(state, candidates, self._rng)
        return best
