"""
Learn priors from the visits of searches: ``python -m tools.training.priors --start judge.json --to new.json``.

A search tries some moves at its root more often than others. It begins with priors that follow from the judge's values
of the moves, and departs from them as it learns more. The command plays games of ``search`` against itself, and fits
what to add to the logarithm of a move's prior, so that priors come closer to the numbers of visits at the end. It
prints the cross-entropy of the visits in bits with both kinds of priors, in games that were held out. The new file is
the judge with these priors.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

import magnum_sal as ms
from magnum_sal.bots._judge import list_revealed_chambers
from magnum_sal.bots._priors import describe_move
from magnum_sal.bots._tree import Node

from .examining import play_searches, seed_guesses
from .judge_file import format_judge, read_judge_file
from .measuring import PHASES, Matrix
from .selfplay import Plan, run_games

_PULLS: Final = (1.0, 10.0, 100.0, 1000.0)
"""How strongly the weights are pulled towards 0."""
_PARTS: Final = 5
"""The number of parts for cross-validation; each part of the games is predicted from the others."""
_LEAST_VISITS: Final = 20
"""The number of iterations below which the visits of a search are left out."""
_STEPS: Final = 8
"""The number of steps of Newton's method."""
_SAME: Final = 1e-6
"""The weight of a number that differs less between moves stays 0."""


class Decision(NamedTuple):
    """The moves at the root of a search. All arrays are by move."""

    numbers: Matrix
    """The numbers on which the priors may depend, by move and number, as in ``describe_moves``."""
    phase: int
    """The phase, 1 for the first."""
    priors: Matrix
    """The priors that the search began with; their sum is 1."""
    visits: Matrix
    """The part of the iterations that began with the move; the sum is 1."""


class Fit(NamedTuple):
    """Weights for priors, and the mean cross-entropy of a decision's visits in bits, by phase."""

    weights: tuple[tuple[float, ...], ...]
    """The amount that a unit of each number adds to the logarithm of a prior, by phase."""
    before: tuple[float, ...]
    """The bits with the priors that the searches began with."""
    after: tuple[float, ...]
    """The bits with the new priors, in games that were held out."""
    least: tuple[float, ...]
    """The entropy of the visits in bits, which no priors can go below."""


def main(words: list[str]) -> None:
    """Play the games, fit the weights, print how well they predict the visits, and write them to a file."""
    asked = _arguments(words)
    try:
        known = read_judge_file(asked.start)
    except ValueError as error:
        raise SystemExit(str(error)) from None
    if asked.players not in known.weights:
        raise SystemExit(f"{asked.start} has no weights for {asked.players} players: learn these first")
    plan = Plan(
        asked.players,
        asked.games,
        asked.seed,
        judge=known.judge(asked.players),
        iterations=asked.iterations,
        most_moves=asked.most_moves,
    )
    games = list(run_games(list_decisions, plan, asked.jobs))
    try:
        fit = fit_priors(games)
    except ValueError as error:
        raise SystemExit(str(error)) from None
    print(f"{asked.players} players, {sum(map(len, games))} decisions")
    for phase, bits in enumerate(zip(fit.before, fit.after, fit.least, strict=True), 1):
        print("  phase {}: {:.3f} bits, with new priors {:.3f}, at least {:.3f}".format(phase, *bits))
    # The searches already began with the judge's own priors, so the new weights are added to the weights of these.
    present = known.priors.get(asked.players, [[0.0] * len(row) for row in fit.weights])
    known.priors[asked.players] = tuple(
        tuple(round(old + new, 4) for old, new in zip(before, row, strict=True))
        for before, row in zip(present, fit.weights, strict=True)
    )
    known.commands.append("python -m tools.training.priors " + " ".join(words))
    asked.to.write_text(format_judge(known))


def list_decisions(plan: Plan, game: int) -> list[Decision]:
    """Play one game of a plan, and return what the searches tried."""
    rng = seed_guesses(plan, game)
    found = [_describe_root(known, root, rng) for known, root in play_searches(plan, game)]
    return [decision for decision in found if decision is not None]


def _describe_root(known: ms.GameState, root: Node, rng: random.Random) -> Decision | None:
    """Return what a search tried, or None if it was too short, had no choice, or was solved."""
    moves = _list_moves(known, root)
    visits = np.array([root.children[move].visits for move in moves], np.float64)
    if root.is_solved or len(moves) < 2 or visits.sum() < _LEAST_VISITS:
        return None
    priors = np.array([root.children[move].prior for move in moves], np.float64)
    numbers = describe_moves(ms.determinize(known, rng), known, moves)
    return Decision(numbers, known.phase, priors / priors.sum(), visits / visits.sum())


def _list_moves(known: ms.GameState, root: Node) -> list[ms.Move]:
    """List the moves of a root that are legal. The others belong to another guess at the hidden pieces."""
    return [move for move in root.ranked if ms.objection(known, move) is None]


def describe_moves(world: ms.GameState, known: ms.GameState, moves: Sequence[ms.Move]) -> Matrix:
    """
    Return by move what its prior may depend on, as ``describe_move`` does.

    Args:
        world: A full state that agrees with the known state.
        known: The public state.
        moves: Moves in this position.
    """
    rows = []
    for move in moves:
        after = ms.apply(world, move).state
        rows.append(describe_move(world, move, after, list_revealed_chambers(known, after)))
    return np.array(rows)


# The weights minimize the cross-entropy of the visits, as AlphaZero's policy does (bots/_priors.py). The loss is
# convex, so Newton's method finds the best weights.
def fit_priors(games: Sequence[Sequence[Decision]]) -> Fit:
    """
    Return the weights with which priors come closest to the visits.

    Args:
        games: The decisions of each game.

    Raises:
        ValueError: too few of the games have a decision in each phase.
    """
    weights, before, after, least = [], [], [], []
    for phase in range(1, PHASES + 1):
        parts = [
            [decision for game in games[number::_PARTS] for decision in game if decision.phase == phase]
            for number in range(_PARTS)
        ]
        if not all(parts):
            raise ValueError(f"too few games have decisions in phase {phase}: play more games, or longer ones")
        known = _Table([decision for part in parts for decision in part])
        losses = []
        for pull in _PULLS:
            loss = 0.0
            for part in parts:
                others = _Table([decision for other in parts if other is not part for decision in other])
                loss += float(_Table(part).losses(_solve(others, pull)).sum())
            losses.append(loss / known.decisions)
        after.append(min(losses))
        weights.append(tuple(_solve(known, _PULLS[losses.index(min(losses))]).round(4).tolist()))
        before.append(float(known.losses(np.zeros(known.numbers.shape[1])).mean()))
        least.append(float(known.entropies().mean()))
    return Fit(tuple(weights), tuple(before), tuple(after), tuple(least))


class _Table:
    """The moves of several decisions, one below the other."""

    def __init__(self, decisions: Sequence[Decision]) -> None:
        self.decisions = len(decisions)
        self.numbers = np.concatenate([decision.numbers for decision in decisions])
        self.logs = np.log(np.concatenate([decision.priors for decision in decisions]))
        self.visits = np.concatenate([decision.visits for decision in decisions])
        lengths = [len(decision.visits) for decision in decisions]
        self._starts = np.cumsum([0, *lengths[:-1]])
        self._owners = np.repeat(np.arange(self.decisions), lengths)

    def sums(self, found: Matrix) -> Matrix:
        """Return the sum over the moves of each decision."""
        sums: Matrix = np.add.reduceat(found, self._starts)
        return sums

    def log_priors(self, weights: Matrix) -> Matrix:
        """Return the logarithms of the new priors."""
        logs = self.logs + self.numbers @ weights
        most = np.maximum.reduceat(logs, self._starts)[self._owners]
        found: Matrix = logs - most - np.log(self.sums(np.exp(logs - most)))[self._owners]
        return found

    def losses(self, weights: Matrix) -> Matrix:
        """Return the cross-entropy of each decision's visits with the new priors, in bits."""
        bits: Matrix = -self.sums(self.visits * self.log_priors(weights)) / np.log(2)
        return bits

    def entropies(self) -> Matrix:
        """Return the entropy of each decision's visits in bits."""
        logs = np.log(self.visits, out=np.zeros_like(self.visits), where=self.visits > 0)
        bits: Matrix = -self.sums(self.visits * logs) / np.log(2)
        return bits


def _solve(table: _Table, pull: float) -> Matrix:
    """Return the weights that minimize the loss, pulled towards 0."""
    spread = table.numbers.std(0)
    varies = spread > _SAME
    scaled = table.numbers[:, varies] / spread[varies]
    weights = np.zeros(len(spread))
    for _ in range(_STEPS):
        priors = np.exp(table.log_priors(weights))
        means = table.sums(scaled * priors[:, None])
        slope = scaled.T @ (priors - table.visits) + pull * (weights * spread)[varies]
        curvature = scaled.T @ (scaled * priors[:, None]) - means.T @ means + pull * np.eye(scaled.shape[1])
        weights[varies] -= np.linalg.solve(curvature, slope) / spread[varies]
    return weights


def _arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tools.training.priors", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="number of players (default 2)")
    parser.add_argument("--games", type=int, default=60, help="number of games (default 60)")
    parser.add_argument("--iterations", type=int, default=300, help="iterations of a search (default 300)")
    parser.add_argument("--most-moves", type=int, default=1200, help="moves after which a game stops (default 1200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they do not change the result")
    parser.add_argument("--start", type=Path, required=True, help="the file of the judge that the searches use")
    parser.add_argument("--to", type=Path, required=True, help="the file to write: this judge with the new priors")
    asked = parser.parse_args(words)
    if asked.games < _PARTS:
        parser.error(f"--games: expected at least {_PARTS}")
    for name in ("iterations", "most_moves", "jobs"):
        if getattr(asked, name) < 1:
            parser.error(f"--{name.replace('_', '-')}: expected at least 1")
    if not asked.to.parent.is_dir() or asked.to.is_dir():
        parser.error(f"--to: {asked.to} is not a file in a folder")
    return asked


if __name__ == "__main__":
    main(sys.argv[1:])
