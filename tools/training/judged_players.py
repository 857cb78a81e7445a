"""Bots with the judge in a file, for matches between judges: ``tools.training.judged_players:Greedy:judge=FILE``."""

import json
import random
from pathlib import Path

from magnum_sal import GameState, Move
from magnum_sal.bots import Bot
from magnum_sal.bots._built_in_bots import GreedyBot, SearchBot
from magnum_sal.bots._judge import Judge, read_judge


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
        priors: Whether the search uses the priors in the file.
        iterations: The option of ``SearchBot``.
    """

    def __init__(
        self, rng: random.Random, judge: str, corrected: bool = True, priors: bool = True, iterations: int = 120
    ) -> None:
        super().__init__(rng, iterations=iterations)
        self.use_judge(judge_in(judge, corrected=corrected, priors=priors))


def judge_in(path: str, *, corrected: bool = True, priors: bool = True) -> Judge:
    """Return the judge in a file of weights, with or without its corrections and its priors."""
    data = json.loads(Path(path).read_text("utf-8"))
    for name, is_used in (("corrections", corrected), ("priors", priors)):
        if not is_used:
            data[name] = {}
    return read_judge(json.dumps(data))
