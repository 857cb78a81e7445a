"""
The search tree: each iteration follows it in a guessed full state and updates the statistics of its nodes.

A learned judge provides the priors, and its opinion counts as a few visits. A playout is short: it ends after a number
of turns, and the judge values its last position.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from typing import Final

from ..engine.steps import Transition
from ..engine.transitions import apply
from ..errors import IllegalMoveError
from ..model.events import CardTurnedUp, ChamberRevealed, DieRolled, Event, OrderMoved, ToolMoved
from ..model.mine import Mine
from ..model.moves import Move
from ..model.pieces import ORDER_STACK, TOOL_STACK
from ..model.state import GameState
from ._candidates import liking, list_candidates
from ._course_solver import Result
from ._judge import Judge, list_revealed_chambers, margins_of
from ._last_turn import Verdict, final_verdict
from ._move_choice import LONGEST_TURN, RankedMove, is_same_turn, likely_successor, rank_moves, rank_turns
from ._priors import adjust_priors, describe_move

_ROOT_WIDTH: Final = 8
"""The number of moves at the root that are ranked by the best continuation of the turn."""


# This is a Monte Carlo tree search over determinizations with one common tree (Cowling, Powley and Whitehouse,
# "Information Set Monte Carlo Tree Search", 2012). The tree represents the knowledge that all players share. An
# iteration draws a full state only so that it can follow its moves to the end.
#
# One tree is enough here, because hidden pieces are hidden from all players alike (PUBLIC-1). A tree for each drawn
# state would do worse: it could plan one move for one state and another move for the next. The player cannot tell these
# states apart, so such a plan cannot be played (strategy fusion).
#
# Chance is the second difficulty: a piece that a move turns up decides which moves are good afterwards. Below such a
# move the tree has one branch for each piece that an iteration encountered, so results for different pieces never mix.
# A first version had branches for tiles only. As a result, decisions after an unexpected order used iterations with
# other orders.
class Node:
    """
    The statistics of the position after a sequence of moves.

    Args:
        prior: How readily the search tries the move to this node, from 0 to 1. The priors of ranked moves sum to 1.
        opinion: The judge's estimate of the chance of winning, for the player who moved here.
    """

    def __init__(self, prior: float = 1.0, opinion: float = 0.5) -> None:
        self.prior = prior
        self.opinion = opinion
        self.visits = 0
        """The number of iterations through this node."""
        self.value = 0.0
        """The sum of the values of the iterations' last positions, for the player who moved here."""
        self.groszy = 0.0
        """The sum of the iterations' margins for the player who moved here, in groszy."""
        self.squares = 0.0
        """The sum of the squares of the iterations' chances of winning, for the player who moved here."""
        self.outlook: list[float] = []
        """The sum of the chances of winning for each seat; kept only for the first moves of a search."""
        self.ranked: list[Move] = []
        """The moves from here, most promising first; empty until the node is visited a second time."""
        self.children: dict[Move, Node] = {}
        """The nodes after the moves from here."""
        self.revealed: dict[tuple[Event, ...], Node] = {}
        """The nodes below a move that turns up pieces, by the events that turn them up."""
        self.is_solved = False
        """Whether the last-turn solver computed the values of the moves from this node."""

    def after(self, revealed: tuple[Event, ...]) -> Node:
        """Return the node of the position after the move: this node, or the branch for the pieces turned up."""
        if not revealed:
            return self
        found = self.revealed.get(revealed)
        if found is None:
            found = self.revealed[revealed] = Node()
        return found


def build_solved_node(moves: Sequence[tuple[Move, Result]], seat: int) -> Node:
    """Build the node of a position in which the solver has valued the seat's moves."""
    node = Node()
    node.is_solved = True
    # One visit with a solved value stands for any number of visits, so callers can read a solved node like a searched
    # one.
    node.visits = len(moves)
    for move, solved in moves:
        chance = float(solved.chance(seat))
        child = node.children[move] = Node(1.0 / len(moves), chance)
        child.visits, child.value, child.squares = 1, chance, chance * chance
        child.groszy = float(solved.margin(seat))
        child.outlook = [float(solved.chance(other)) for other in range(len(solved.shares))]
        node.ranked.append(move)
    return node


class Search:
    """The iterations of a search; ``SearchBot`` describes the options."""

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
        self.judge = judge
        self._rng = rng
        self._horizon = horizon
        self._sample = sample
        self._exploration = exploration
        self._sharpness = sharpness
        self._trust = trust

    def rank_root(
        self, root: Node, state: GameState, candidates: tuple[Move, ...], known: GameState, began: Mine
    ) -> None:
        """
        Rank the moves at the root by the best continuation of the turn, and apply the learned adjustments of priors.

        This is worth the time only at the root.
        """
        ranked = rank_turns(state, candidates, known, self.judge, _ROOT_WIDTH, began)
        self._keep(root, ranked, state.turn_seat)
        weights = self.judge.prior_weights_at(state)
        if weights is not None:
            children = [root.children[entry.move] for entry in ranked]
            numbers = [
                describe_move(state, entry.move, entry.after, list_revealed_chambers(known, entry.after))
                for entry in ranked
            ]
            priors = adjust_priors([child.prior for child in children], numbers, weights)
            for index in range(len(children)):
                children[index].prior = priors[index]

    def iterate(self, root: Node, state: GameState, first: Move | None = None) -> None:
        """
        Descend the tree in a full state, continue to the horizon, and add the verdict to all nodes on the path.

        The first move is *first*, or by default the move with the highest bound.
        """
        node = root
        path: list[tuple[Node, int]] = []
        liked = [0.0] * len(state.players)
        turns = 0
        left = self._horizon * LONGEST_TURN
        # Every iteration ends after the same number of turns, with the end of a turn. Verdicts after half a turn and
        # after two turns cannot be compared, so the depth of the tree must not decide where an iteration ends.
        while not state.is_over and turns < self._horizon and left:
            left -= 1
            if not node.ranked:
                # Ranking evaluates every move of a node, so it waits until the move to the node is tried a second time.
                # The first time, the iteration continues as a playout.
                if path and path[-1][0].visits < 1:
                    break
                self._keep(node, rank_moves(state, list_candidates(state), state, self.judge), state.turn_seat)
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
            # A position does not show whether the moves before it were idle or suit the style. So their total liking is
            # added to the verdict at the end.
            liked[state.turn_seat] += liking(state, move, self.judge)
            node = child.after(pieces_turned_up(transition.events))
            turns += not is_same_turn(state, after)
            state = after
        while not state.is_over and turns < self._horizon and left:
            left -= 1
            after = likely_successor(state, self._sample, self._rng, self.judge)
            turns += not is_same_turn(state, after)
            state = after
        verdict = self._verdict(state, liked)
        root.visits += 1
        # Each node counts the chance of the player who moved there, for any number of players (the max-n rule). With
        # more than two players, there is no single opponent whose gain is the player's loss.
        for visited, seat in path:
            visited.visits += 1
            chance = verdict.chances[seat]
            visited.value += verdict.values[seat]
            visited.squares += chance * chance
            visited.groszy += verdict.margins[seat]
        if path:
            beginning = path[0][0]
            if not beginning.outlook:
                beginning.outlook = [0.0] * len(verdict.chances)
            for seat in range(len(verdict.chances)):
                beginning.outlook[seat] += verdict.chances[seat]

    def mean(self, node: Node, bias: float = 0.0) -> float:
        """Return the mean value after a node's move, counting the judge's opinion as a few visits."""
        return (node.value + self._trust * (node.opinion + bias)) / (node.visits + self._trust)

    def _select_move(self, node: Node, state: GameState) -> tuple[Move, Transition] | None:
        """Return the legal move with the highest bound and its transition, or None if no known move is legal here."""
        # This is PUCT in the form of AlphaGo (Silver et al., "Mastering the game of Go with deep neural networks and
        # tree search", 2016). It goes back to PUCB (Rosin, "Multi-armed Bandits with Episode Context", 2011). It
        # chooses the move with the highest sum of two terms. The first is the mean result of the move. The second is a
        # bonus: the prior times the square root of the visits of all moves, divided by 1 plus the visits of the move.
        #
        # The bonus of a move shrinks when the move is tried and grows slowly when others are tried. So every move is
        # eventually tried again, but a move with a small prior only rarely. Unlike in the paper, 1 is added under the
        # square root. Otherwise all bonuses would be 0 at the first choice, and the priors would not count.
        known = node.ranked
        tried: list[Move] = []
        visits, surprise = 0, 0.0
        for move in known:
            child = node.children[move]
            visits += child.visits
            surprise += child.value - child.visits * child.opinion
        # Deeper results differ from the judge's opinions by an amount that all moves share. Without this correction,
        # moves with few visits would look too good or too bad beside moves with many.
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
                # The node was ranked in a different full state, whose hidden pieces made different moves legal.
                tried.append(best)
        return None

    def _verdict(self, state: GameState, liked: list[float]) -> Verdict:
        """Return the verdict on an iteration's last position, with the seats' bonuses and charges for their moves."""
        if state.is_over:
            return final_verdict(state, self.judge)
        worths = self.judge.worths(state)
        for seat in range(len(worths)):
            worths[seat] += liked[seat]
        chances = self.judge.chances(state, worths)
        return Verdict(chances, chances, margins_of(worths))

    def _opinion(self, entry: RankedMove, seat: int) -> float:
        """Return the judge's estimate of the value after a move, including the credit for the move."""
        if entry.after.is_over:
            return final_verdict(entry.after, self.judge).values[seat]
        worths = list(entry.worths)
        # The value of an entry is its margin plus the credits for its moves. So the difference from the margin alone
        # equals the credits, which count like worth.
        worths[seat] += entry.value - margins_of(worths)[seat]
        return self.judge.chances(entry.after, worths)[seat]

    def _keep(self, node: Node, ranked: list[RankedMove], seat: int) -> None:
        """Store ranked moves with priors and opinions in a node; known moves keep their visits."""
        # The priors are a softmax of the values: a move that is worth *sharpness* groszy less gets a third of the prior
        # (1 / e). The first entry need not have the highest value, because rank_turns() looks further ahead for some
        # moves than for others. No move gets a higher weight than the first.
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
    Return the events that turn up a piece: a chamber's tile, a royal order, a tool, an extension's card, or a die.

    The piece was hidden before the move, so results for one piece are not valid for another.
    """
    return tuple([event for event in events if _turns_up(event)])


def _turns_up(event: Event) -> bool:
    if isinstance(event, OrderMoved):
        return event.source == ORDER_STACK
    if isinstance(event, ToolMoved):
        return event.source == TOOL_STACK
    return isinstance(event, ChamberRevealed | CardTurnedUp | DieRolled)
