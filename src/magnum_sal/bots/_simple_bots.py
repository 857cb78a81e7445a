"""RandomBot and GreedyBot: the players that do not search."""

from __future__ import annotations

import random

from ..engine.determinize import determinize
from ..model.mine import Mine
from ..model.moves import Move
from ..model.state import GameState
from ..queries.sensible import is_idle, without_useless_walks
from ._judge import Judge, margins_of, styled_judge
from ._looking_ahead import RankedBot, by_value, is_restless, ranked_turns, worth_considering
from ._options import check_number, check_whole
from ._quick_play import hasty_move
from .protocol import BotHooks


class RandomBot(BotHooks):
    """Chooses a kind of move with equal chances, then a move of that kind; sends nobody to the castle in vain."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        sensible = without_useless_walks(state, moves)
        kinds = tuple(dict.fromkeys(move.type for move in sensible))
        kind = kinds[int(self._rng.random() * len(kinds))]
        of_kind = [move for move in sensible if move.type == kind]
        return of_kind[int(self._rng.random() * len(of_kind))]


class GreedyBot(BotHooks):
    """
    Plays the move that begins the best rest of its turn.

    First moves are ranked by where they lead, the best of them again by their best continuation. It knows nothing of
    what the others are up to, beyond what the judge of positions has learned.

    Args:
        rng: Its source of chance: what a chamber may hide, and choices between equals.
        width: How many first moves are followed by a second one; with 0 it sees no further than its move.
        noise: By how many groszy it misjudges where a move leads (standard deviation); an idle move never looks better.
        style: What it likes better than it is worth, one of ``STYLES``.
    """

    def __init__(self, rng: random.Random, *, width: int = 8, noise: float = 0.0, style: str | None = None) -> None:
        check_whole("greedy", "width", width, 0)
        check_number("greedy", "noise", noise)
        self._rng = rng
        self._width = width
        self._noise = noise
        self._judge = styled_judge(style)
        self._turn = (0, 0)
        self._began: Mine | None = None

    def judged_by(self, judge: Judge) -> GreedyBot:
        """Return the bot itself, to whom another judge than the learned one says what positions are worth."""
        self._judge = judge
        return self

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        candidates = worth_considering(state, moves)
        if len(candidates) == 1:
            return candidates[0]
        guess = determinize(state, self._rng)
        if self._turn != (state.phase, state.round):
            self._turn, self._began = (state.phase, state.round), state.mine
        ranked = ranked_turns(guess, candidates, state, self._judge, self._width, self._began)
        if self._noise:
            ranked = sorted(map(self._misjudged, ranked), key=by_value)
        best = ranked[0]
        standing = margins_of(self._judge.worths(state))[state.turn_seat]
        if is_restless(state, best.value - standing, self._rng):
            return hasty_move(state, candidates, self._rng)
        return best.move

    def _misjudged(self, entry: RankedBot) -> RankedBot:
        error = self._rng.gauss(0.0, self._noise)
        return entry._replace(value=entry.value + (-abs(error) if is_idle(entry.move) else error))
