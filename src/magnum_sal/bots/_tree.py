"""The tree of a search: iterations that go down it, each in a full state that may be, and what they leave behind."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from typing import Final

from ..engine.transitions import Transition, apply, legal_moves
from ..errors import IllegalMoveError
from ..model.events import CardTurnedUp, ChamberRevealed, Event, OrderMoved, ToolMoved
from ..model.mine import Mine
from ..model.moves import Move
from ..model.pieces import ORDER_STACK, TOOL_STACK
from ..model.state import GameState
from ._ending import Solution, Verdict, final_verdict
from ._judge import Judge, margins_of
from ._move_choice import RankedMove, is_same_turn, likely_successor, rank_moves, rank_turns, worth_considering

_ROOT_WIDTH: Final = 8
"""How many first moves are ranked by the best continuation of the turn."""


class Node:
    """
    What the search knows of the position after a sequence of moves.

    Args:
        prior: How readily its move is tried, from 0 to 1; those of all moves from a position make 1.
        opinion: What the judge thought of it: the chance of winning of the player who moved here.
    """

    def __init__(self, prior: float = 1.0, opinion: float = 0.5) -> None:
        self.prior = prior
        self.opinion = opinion
        self.visits = 0
        """Iterations that went through here."""
        self.value = 0.0
        """Sum of the chances they found for the player who moved here."""
        self.groszy = 0.0
        """Sum of the margins they found for that player."""
        self.squares = 0.0
        """Sum of the squares of these chances."""
        self.outlook: list[float] = []
        """Sums of the chances they found for each seat; kept of the first moves of a search alone."""
        self.ranked: list[Move] = []
        """The moves from here, the most promising first; empty until the node is visited a second time."""
        self.children: dict[Move, Node] = {}
        """The nodes after these moves."""
        self.revealed: dict[tuple[Event, ...], Node] = {}
        """The nodes below a move that turns up pieces, by the events that turn them up."""
        self.is_solved = False
        """Whether the values of the moves from here are what they come to, and no estimates."""

    def after(self, revealed: tuple[Event, ...]) -> Node:
        """Return the node of the position after the move: this node, or the one for the pieces turned up."""
        if not revealed:
            return self
        found = self.revealed.get(revealed)
        if found is None:
            found = self.revealed[revealed] = Node()
        return found


def build_solved_node(moves: Sequence[tuple[Move, Solution]], seat: int) -> Node:
    """Return the node of a position in which it is known what each move of the seat's comes to."""
    node = Node()
    node.is_solved = True
    node.visits = len(moves)
    for move, solved in moves:
        chance = solved.chances[seat]
        child = node.children[move] = Node(1.0 / len(moves), solved.merit)
        child.visits, child.value, child.squares = 1, chance, chance * chance
        child.groszy = solved.margins[seat]
        child.outlook = list(solved.chances)
        node.ranked.append(move)
    return node


class Search:
    """How iterations go through a tree; the options are those of ``SearchBot``."""

    def __init__(
        self,
        judge: Judge,
        rng: random.Random,
        *,
        horizon: int,
        sample: int,
        exploration: float,
        sharpness: float,
        trust: float,
    ) -> None:
        self._judge = judge
        self._rng = rng
        self._horizon = horizon
        self._sample = sample
        self._exploration = exploration
        self._sharpness = sharpness
        self._trust = trust

    def rank_root(
        self, root: Node, state: GameState, candidates: tuple[Move, ...], known: GameState, began: Mine
    ) -> None:
        """Rank the first moves by the best continuation of the turn, which is worth the time for them."""
        self._keep(root, rank_turns(state, candidates, known, self._judge, _ROOT_WIDTH, began), state.turn_seat)

    def iterate(self, root: Node, state: GameState, first: Move | None = None) -> None:
        """
        Go down the tree in a full state, add a leaf to it, and take the verdict there back to the root.

        It begins with *first*, or with the move that promises most.
        """
        node = root
        path: list[tuple[Node, int]] = []
        liked = [0.0] * len(state.players)
        turns = 0
        while not state.is_over and turns < self._horizon:
            if not node.ranked:
                if path and path[-1][0].visits < 1:
                    break
                moves = worth_considering(state, legal_moves(state))
                self._keep(node, rank_moves(state, moves, state, self._judge), state.turn_seat)
            if first is not None and not path:
                followed: tuple[Move, Transition] | None = first, apply(state, first)
            else:
                followed = self._select_move(node, state)
            if followed is None:
                break
            move, transition = followed
            after = transition.state
            child = node.children[move]
            path.append((child, state.turn_seat))
            liked[state.turn_seat] += self._judge.liking(move)
            node = child.after(pieces_turned_up(transition.events))
            turns += not is_same_turn(state, after)
            state = after
        while not state.is_over and turns < self._horizon:
            after = likely_successor(state, self._sample, self._rng, self._judge)
            turns += not is_same_turn(state, after)
            state = after
        verdict = self._verdict(state, liked)
        root.visits += 1
        for visited, seat in path:
            visited.visits += 1
            chance = verdict.chances[seat]
            visited.value += chance
            visited.squares += chance * chance
            visited.groszy += verdict.margins[seat]
        if path:
            beginning = path[0][0]
            if not beginning.outlook:
                beginning.outlook = [0.0] * len(verdict.chances)
            for seat in range(len(verdict.chances)):
                beginning.outlook[seat] += verdict.chances[seat]

    def mean(self, node: Node, bias: float = 0.0) -> float:
        """Return the chance of winning after a node's move, what the judge thinks of it counted in."""
        return (node.value + self._trust * (node.opinion + bias)) / (node.visits + self._trust)

    def _select_move(self, node: Node, state: GameState) -> tuple[Move, Transition] | None:
        """Return the move of the highest bound that is legal here, and where it leads; None where none is known."""
        known = node.ranked
        tried: list[Move] = []
        visits, surprise = 0, 0.0
        for move in known:
            child = node.children[move]
            visits += child.visits
            surprise += child.value - child.visits * child.opinion
        # What is found further ahead differs from what the judge had thought, for all moves alike.
        bias = surprise / visits if visits else 0.0
        urge = self._exploration * sqrt(visits + 1.0)
        while len(tried) < len(known):
            best: Move | None = None
            best_bound = -9.0
            for move in known:
                child = node.children[move]
                bound = self.mean(child, bias) + urge * child.prior / (1 + child.visits)
                if bound > best_bound and move not in tried:
                    best, best_bound = move, bound
            if best is None:
                break
            try:
                return best, apply(state, best)
            except IllegalMoveError:
                # The node was ranked in another full state, where chance had made something else possible.
                tried.append(best)
        return None

    def _verdict(self, state: GameState, liked: list[float]) -> Verdict:
        """Return what comes of the moves to a leaf, what each seat likes or dislikes on the way counted in."""
        if state.is_over:
            return final_verdict(state, self._judge)
        worths = self._judge.worths(state)
        for seat in range(len(worths)):
            worths[seat] += liked[seat]
        return Verdict(self._judge.chances(state, worths), margins_of(worths))

    def _opinion(self, entry: RankedMove, seat: int) -> float:
        """Return the chance of winning that the judge sees after a move, its liking for the move counted in."""
        if entry.after.is_over:
            return final_verdict(entry.after, self._judge).chances[seat]
        worths = list(entry.worths)
        worths[seat] += entry.value - margins_of(worths)[seat]
        return self._judge.chances(entry.after, worths)[seat]

    def _keep(self, node: Node, ranked: list[RankedMove], seat: int) -> None:
        """Keep moves in a node with what is thought of them; those that it knows already keep their visits."""
        most = ranked[0].value
        weights = [exp(min(0.0, entry.value - most) / self._sharpness) for entry in ranked]
        total = 0.0
        for weight in weights:
            total += weight
        kept = []
        for index in range(len(ranked)):
            move = ranked[index].move
            child = node.children.get(move)
            if child is None:
                child = node.children[move] = Node()
            child.prior = weights[index] / total
            child.opinion = self._opinion(ranked[index], seat)
            kept.append(move)
        node.ranked = kept + [move for move in node.ranked if move not in kept]


def pieces_turned_up(events: Iterable[Event]) -> tuple[Event, ...]:
    """
    Return the events that turn up a piece: a chamber's tile, a royal order, a tool or an extension's card.

    Before these events nobody could know the piece, so what was found for another piece says nothing about this one.
    """
    return tuple([event for event in events if _turns_up(event)])


def _turns_up(event: Event) -> bool:
    if isinstance(event, OrderMoved):
        return event.source == ORDER_STACK
    if isinstance(event, ToolMoved):
        return event.source == TOOL_STACK
    return isinstance(event, ChamberRevealed | CardTurnedUp)
