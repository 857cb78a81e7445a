"""The built-in bots: RandomBot, GreedyBot and SearchBot."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final

from .._internal.checks import check_whole
from ..engine.determinize import determinize
from ..model.events import Event
from ..model.moves import Move, PlaceAssistant, PlaceMiner, VisitCastle
from ..model.state import GameState
from ..queries.sensible import is_idle, without_useless_walks
from ._bot_options import check_number
from ._candidates import list_candidates, without_endless_moves, worth_considering
from ._course_solver import CourseSolver
from ._judge import Judge, load_styled_judge, margins_of
from ._last_turn import is_last_turn, may_be_last_turn
from ._move_choice import RankedMove, by_value, choose_hasty_move, is_restless, is_same_turn, rank_turns
from ._tree import Node, Search, build_solved_node, pieces_turned_up
from ._waiting import check_moves
from .protocol import BotHooks

_LOOK_AT_THE_CLOCK: Final = 4
"""The number of iterations between checks of the clock and of whether the decision is already certain."""

_LOOKS_AN_ITERATION: Final = 50
"""The number of moves that the endgame solver tries in the time of one iteration."""

_LOOKS_OF_GREEDY: Final = 4000
"""The maximum number of moves that ``greedy`` tries to solve the last turn of a game."""


class RandomBot(BotHooks):
    """Chooses a kind of move uniformly at random, then a move of that kind; makes no useless walks to the castle."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        check_moves(state, moves)
        sensible = without_useless_walks(state, moves)
        kinds = tuple(dict.fromkeys(move.type for move in sensible))
        kind = kinds[int(self._rng.random() * len(kinds))]
        of_kind = [move for move in sensible if move.type == kind]
        return of_kind[int(self._rng.random() * len(of_kind))]


class GreedyBot(BotHooks):
    """
    Plays the move with the best continuation within the turn, and solves the last turn of a game if that is quick.

    The bot ranks first moves by the positions after them, then ranks the best moves again by their best continuation.
    It ignores the plans of the other players, except for what the judge of positions has learned.

    Args:
        rng: The random source, for guessing hidden pieces and for quick moves by rules of thumb.
        width: The number of first moves that are extended by a second move; with 0, the bot looks only one move ahead,
            except in the last turn of a phase.
        noise: The standard deviation of random errors in evaluations, in groszy; they never make an idle move look
            better.
        style: One of ``STYLES``. The bot overrates the style's kinds of move.
    """

    def __init__(self, rng: random.Random, *, width: int = 8, noise: float = 0.0, style: str | None = None) -> None:
        check_whole("greedy: width", width, 0)
        check_number("greedy", "noise", noise)
        self._rng = rng
        self._width = width
        self._noise = noise
        self._judge = load_styled_judge(style)
        self._began: GameState | None = None

    def use_judge(self, judge: Judge) -> GreedyBot:
        """Replace the learned judge of positions with another one, and return the bot itself."""
        self._judge = judge
        return self

    def game_started(self, state: GameState, seat: int) -> None:
        self._began = None

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        check_moves(state, moves)
        candidates = worth_considering(state, without_endless_moves(state, moves, self._rng))
        if len(candidates) == 1:
            return candidates[0]
        # In the last turn of a game, a preparation such as pumping looks bad until the bot sees the extraction after
        # it. So the bot solves the turn if that is quick. Bots with noise or without a second move are meant to miss
        # such courses. If a delivery may still decide whether the game ends, the bot does not try to solve the turn,
        # because its courses seldom fit in the limit.
        if self._width and not self._noise and is_last_turn(state):
            ending = CourseSolver(1, list_candidates, lambda tried: tried >= _LOOKS_OF_GREEDY)
            solved = ending.solve(state, sorted(candidates, key=_is_move_of_miner))
            if solved is not None:
                return solved[0][0]
        guess = determinize(state, self._rng)
        # A bot chooses each action of a turn separately, so it remembers where the turn began. A seat has one turn in
        # each round, and one bot may play several seats.
        if self._began is None or not is_same_turn(self._began, state):
            self._began = state
        ranked = rank_turns(guess, candidates, state, self._judge, self._width, self._began.mine)
        if self._noise:
            ranked = sorted(map(self._add_noise, ranked), key=by_value)
        best = ranked[0]
        standing = margins_of(self._judge.worths(state))[state.turn_seat]
        if is_restless(state, best.value - standing, self._rng):
            return choose_hasty_move(state, candidates, self._rng)
        return best.move

    def _add_noise(self, entry: RankedMove) -> RankedMove:
        error = self._rng.gauss(0.0, self._noise)
        return entry._replace(value=entry.value + (-abs(error) if is_idle(entry.move) else error))


class SearchBot(BotHooks):
    """
    Searches a tree of moves; each iteration runs in a full state that agrees with the public state.

    The learned judge ranks the moves. The search tries a move more often if the judge likes it and its results are
    good. The judge also evaluates the positions at the ends of iterations. Each seat maximizes its own chance of
    winning.

    For the next decision, the bot keeps the part of the tree below the moves made. It discards branches for pieces
    that were not turned up. If the budget allows, the bot solves the last turn of a game instead of searching. The
    same seed and number of iterations give the same move.

    Args:
        rng: The random source.
        iterations: The number of iterations per decision; 100 if neither budget is given.
        seconds: The time per decision, in seconds. If both budgets are given, the first to run out ends the search. At
            least one iteration always runs.
        worlds: The number of full states that the iterations use in rotation, the same for all moves.
        horizon: The number of turns of all players, including the current turn, after which an iteration ends.
        sample: The number of random moves considered per decision in a playout, besides the rule-of-thumb move and
            moves with an immediate gain.
        exploration: The weight of exploration. With a higher weight, the search spends more iterations on moves that do
            not look best.
        sharpness: The disadvantage in groszy that reduces a move's prior to about a third.
        trust: The weight of the judge's opinion of a move, in visits.
        style: One of ``STYLES``. The bot overrates the style's kinds of move.
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        worlds: int = 16,
        horizon: int = 2,
        sample: int = 8,
        exploration: float = 0.3,
        sharpness: float = 4.0,
        trust: float = 1.0,
        style: str | None = None,
    ) -> None:
        if iterations is not None:
            check_whole("search: iterations", iterations, 1)
        if seconds is not None:
            check_number("search", "seconds", seconds, is_zero_good=False)
        check_whole("search: worlds", worlds, 1)
        check_whole("search: horizon", horizon, 1)
        check_whole("search: sample", sample, 0)
        check_number("search", "exploration", exploration)
        check_number("search", "sharpness", sharpness, is_zero_good=False)
        check_number("search", "trust", trust, is_zero_good=False)
        self._rng = rng
        self._iterations = 100 if iterations is None and seconds is None else iterations
        self._seconds = seconds
        self._worlds = worlds
        self.judge = load_styled_judge(style)
        self._standing = 0.0
        self._began: GameState | None = None
        self._search = Search(
            self.judge,
            rng,
            horizon=horizon,
            sample=sample,
            exploration=float(exploration),
            sharpness=float(sharpness),
            trust=float(trust),
        )
        self.root: Node | None = None
        """The root of the current tree, or None before the first search and after a move that the tree lacks."""
        self.ending: CourseSolver | None = None
        """The solver for the current turn if this turn is the last of the game, otherwise None."""
        self._is_followed = False

    def use_judge(self, judge: Judge) -> SearchBot:
        """Replace the learned judge of positions with another one, and return the bot itself."""
        self.judge = self._search.judge = judge
        return self

    @property
    def tree_size(self) -> int:
        """The number of iterations recorded in the current tree below its root."""
        return 0 if self.root is None else sum(child.visits for child in self.root.children.values())

    def game_started(self, state: GameState, seat: int) -> None:
        self.root = None
        self.ending = None
        self._began = None

    def observed(self, move: Move, events: Sequence[Event]) -> None:
        """Keep the part of the tree after the move and the pieces turned up; discard the rest."""
        self._is_followed = True
        child = None if self.root is None else self.root.children.get(move)
        self.root = None if child is None else child.after(pieces_turned_up(events))

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        check_moves(state, moves)
        candidates = worth_considering(state, without_endless_moves(state, moves, self._rng))
        if len(candidates) == 1:
            return candidates[0]
        root = self.think(state, candidates)
        allowed = set(candidates)
        # The most visited move is played, not the one with the highest mean, which may rest on a few lucky visits. The
        # search returns to a move only as long as its results stay good.
        best = max(
            (move for move in root.ranked if move in allowed),
            key=lambda move: (root.children[move].visits, self._search.mean(root.children[move])),
        )
        found = root.children[best]
        if (
            not root.is_solved
            and found.visits
            and is_restless(state, found.groszy / found.visits - self._standing, self._rng)
        ):
            return choose_hasty_move(state, candidates, self._rng)
        return best

    def think(self, state: GameState, candidates: tuple[Move, ...], *, is_even: bool = False) -> Node:
        """
        Search from a public state within the budget, and return the root of the tree.

        Args:
            state: The public state.
            candidates: The legal moves to consider.
            is_even: Whether each candidate gets the same number of iterations.
        """
        began = time.perf_counter()
        # A turn that is solved needs no search. If the solver gives up, at least half of the time is left for
        # the tree.
        if may_be_last_turn(state):
            self.ending = CourseSolver(1, list_candidates, lambda looked: self._is_late(looked, began))
            solved = self.ending.solve(state, sorted(candidates, key=_is_move_of_miner))
            if solved is not None:
                self.root = build_solved_node(solved, state.turn_seat)
                return self.root
        self.ending = None
        # If the caller has not reported the moves made since, for example because it calls no hooks, the tree belongs
        # to a different position.
        if self.root is None or self.root.is_solved or not self._is_followed:
            self.root = Node()
        self._is_followed = False
        root = self.root
        if self._began is None or not is_same_turn(self._began, state):
            self._began = state
        self._standing = margins_of(self.judge.worths(state))[state.turn_seat]
        # Iterations use a few full states in rotation instead of a new one each time. Every move is tried in the same
        # states, so no move looks good only because of the states it was tried in (common random numbers).
        worlds = [determinize(state, self._rng)]
        self.rank_root(root, worlds[0], candidates, state)
        if is_even:
            for move in candidates:
                root.children.setdefault(move, Node())
        least = len(candidates) if is_even else 1
        done = 0
        while done < least or self._iterations is None or done < self._iterations:
            # The most visited move is played, so the search may stop once no other move can catch up with it.
            if done >= least and done % _LOOK_AT_THE_CLOCK == 0:
                left = self._estimate_remaining(done, time.perf_counter() - began)
                if left <= 0 or (not is_even and _is_decided(root, left)):
                    break
            # With *is_even*, all candidates are tried in one full state before the next state is used, so luck affects
            # their differences less.
            number, rest = divmod(done, len(candidates)) if is_even else (done, 0)
            # Full states are drawn only when they are needed, because a search that stops early needs few of them.
            if rest == 0 and len(worlds) <= number < self._worlds:
                worlds.append(determinize(state, self._rng))
            first = candidates[rest] if is_even else None
            self._search.iterate(root, worlds[number % len(worlds)], first)
            done += 1
        return root

    def rank_root(self, root: Node, world: GameState, candidates: tuple[Move, ...], state: GameState) -> None:
        """Rank the candidates at the root of a tree in a full state that agrees with the public state."""
        self._search.rank_root(root, world, candidates, state, (self._began or state).mine)

    def _is_late(self, looked: int, began: float) -> bool:
        """Check whether solving the last turn has used half of the budget."""
        if self._iterations is not None and looked > self._iterations * _LOOKS_AN_ITERATION:
            return True
        return self._seconds is not None and time.perf_counter() - began > self._seconds / 2

    def _estimate_remaining(self, done: int, seconds: float) -> float:
        """Return the number of further iterations that the budget allows."""
        left = float("inf") if self._iterations is None else float(self._iterations - done)
        if self._seconds is not None:
            left = min(left, (self._seconds - seconds) / max(seconds, 1e-6) * done)
        return left


def _is_move_of_miner(move: Move) -> bool:
    # Of equally good moves the first one is played, and at the end nobody should move a miner in vain.
    return isinstance(move, PlaceMiner | PlaceAssistant | VisitCastle)


def _is_decided(root: Node, left: float) -> bool:
    """Check that no move can overtake the most visited move within *left* more iterations."""
    first, second = 0, 0
    for child in root.children.values():
        if child.visits > first:
            first, second = child.visits, first
        elif child.visits > second:
            second = child.visits
    return first - second > left
