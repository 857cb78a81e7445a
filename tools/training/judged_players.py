"""Bots with the judge in a file, for matches between judges: ``tools.training.judged_players:Greedy:judge=FILE``."""

import json
import random
from pathlib import Path

from magnum_sal import GameState, Move
from magnum_sal.bots import Bot
from magnum_sal.bots._built_in_bots import GreedyBot, SearchBot
from magnum_sal.bots._judge import Judge, read_judge
from magnum_sal.bots._tree import Node

from .priors import change_priors, read_weights


class Greedy:
    """
    The bot ``greedy`` with another judge.

    Args:
        rng: The random source.
        judge: The path of a file of weights.
        corrected: Whether the judge uses the corrections in the file.
        width: The option of ``GreedyBot``.
    """

    def __init__(self, rng: random.Random, judge: str, corrected: bool = True, width: int = 8) -> None:
        self._bot: Bot = GreedyBot(rng, width=width).use_judge(judge_in(judge, corrected=corrected))

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Return the move of the bot."""
        return self._bot(state, moves)


class Search(SearchBot):
    """
    The bot ``search`` with another judge.

    Args:
        rng: The random source.
        judge: The path of a file of weights.
        corrected: Whether the judge uses the corrections in the file.
        iterations: The option of ``SearchBot``.
        priors: The path of a file of priors, for the moves at the root; None for the judge's own priors.
    """

    def __init__(
        self, rng: random.Random, judge: str, corrected: bool = True, iterations: int = 120, priors: str | None = None
    ) -> None:
        super().__init__(rng, iterations=iterations)
        self.use_judge(judge_in(judge, corrected=corrected))
        self._weights = None if priors is None else read_weights(Path(priors))

    def rank_root(self, root: Node, world: GameState, candidates: tuple[Move, ...], state: GameState) -> None:
        """Rank the candidates, and change their priors."""
        super().rank_root(root, world, candidates, state)
        if self._weights is not None:
            change_priors(root, world, state, self._weights)


def judge_in(path: str, *, corrected: bool = True) -> Judge:
    """Return the judge in a file of weights."""
    data = json.loads(Path(path).read_text("utf-8"))
    return read_judge(json.dumps(data if corrected else {**data, "corrections": {}}))
