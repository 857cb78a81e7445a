"""One game of a match: the bots at their seats, and what happens to those that fail."""

from __future__ import annotations

import contextlib
import random
import time

from .._sensible import is_idle
from ..bots.protocol import Bot, BotError, Failure
from ..bots.registry import bot_factory
from ..engine import apply, legal_moves, new_game
from ..events import Event, PhaseStarted, TurnStarted
from ..moves import Move
from ..rule import When
from ..state import GameState
from ._match import Match
from ._outcome import Ending, GameResult


def play_game(match: Match, game: int) -> GameResult:
    """
    Play one game of *match* and return how it came out.

    Raises:
        BotError: a bot failed, and the match's policy is ``raise``.
        MisuseError: a bot of the match does not exist.
    """
    table = _Table(match, game)
    try:
        return table.play()
    finally:
        table.close()


class _Table:
    """A game in hand: the bots at their seats, and the books on them."""

    def __init__(self, match: Match, game: int) -> None:
        self.match = match
        self.game = game
        self.seats = match.seats_of(game)
        count = len(match.bots)
        self.setup = match.setup_of(game)
        self.bot_at = [self.seats.index(seat) for seat in range(count)]
        self.decisions = [0] * count
        self.seconds = [0.0] * count
        self.failures: list[dict[str, int]] = [{} for _ in range(count)]
        self.loser: int | None = None
        self.moves = 0
        self.rounds: list[int] = []
        self.actions = [0] * count
        self.idle = [0] * count
        self.forced = [random.Random(match.chance_seed("forced", self.setup, seat)) for seat in range(count)]
        self.bots: list[Bot] = []
        for name, seat in zip(match.bots, self.seats, strict=True):
            rng = random.Random(match.chance_seed("bot", self.setup, seat))
            self.bots.append(bot_factory(name, match.move_seconds)(rng))

    def play(self) -> GameResult:
        match = self.match
        # Nothing that a bot sees, hears or is named by may depend on which bot of the match it is: only then does a bot
        # that plays against itself play the same game in every rotation of the seats, and win exactly its share.
        names = [f"Seat {seat + 1}" for seat in range(len(self.bots))]
        state = new_game(names, seed=match.setup_seed(self.setup), ruleset=match.ruleset)
        public = state.public()
        self.rounds.append(state.round)
        for seat, bot in enumerate(self.bot_at):
            self.told(bot, "game_started", public, seat)
        while not state.is_over and self.moves < match.most_moves and self.loser is None:
            moves = legal_moves(state)
            bot = self.bot_at[state.turn_seat]
            move = self.asked(bot, state.public(), moves)
            if move is None:
                break
            state, events = apply(state, move)
            self.count(bot, move, events)
            for other in self.bot_at:
                self.told(other, "observed", move, events)
        public = state.public()
        for bot in self.bot_at:
            self.told(bot, "game_ended", public)
        return self.result(state)

    def count(self, bot: int, move: Move, events: tuple[Event, ...]) -> None:
        """Enter *bot*'s move in the books: whether it took an action, and where the game has come to."""
        self.moves += 1
        if self.match.ruleset.by_move[type(move)].when is When.ACTION:
            self.actions[bot] += 1
            self.idle[bot] += is_idle(move)
        for event in events:
            if isinstance(event, PhaseStarted):
                self.rounds.append(1)
            elif isinstance(event, TurnStarted):
                self.rounds[-1] = event.round

    def asked(self, bot: int, public: GameState, moves: tuple[Move, ...]) -> Move | None:
        """Return *bot*'s move, one made for it, or None where it has lost the game."""
        start = time.perf_counter()
        failure = move = None
        try:
            move = self.bots[bot](public, moves)
        except BotError as error:
            failure = error
        except Exception as error:
            failure = BotError("error", f"{type(error).__name__}: {error}")
            failure.__cause__ = error
        elapsed = time.perf_counter() - start
        self.decisions[bot] += 1
        self.seconds[bot] += elapsed
        limit = self.match.move_seconds
        if failure is None and limit is not None and elapsed > limit:
            failure = BotError("late", f"the move took {elapsed:.3f} seconds, more than {limit}")
        if failure is None and not (isinstance(move, Move) and move in moves):
            failure = BotError("illegal", f"{move!r} is none of the {len(moves)} legal moves")
        if failure is None:
            return move
        self.failed(bot, failure)
        return None if self.loser is not None else moves[int(self.forced[self.seats[bot]].random() * len(moves))]

    def told(self, bot: int, hook: str, *arguments: object) -> None:
        """Call a hook of *bot*, if it has it."""
        try:
            method = getattr(self.bots[bot], hook, None)
            if method is not None:
                method(*arguments)
        except Exception as error:
            if self.loser is None:
                failure = (
                    error if isinstance(error, BotError) else BotError("error", f"{type(error).__name__}: {error}")
                )
                self.failed(bot, failure)

    def failed(self, bot: int, failure: BotError) -> None:
        kind: Failure = failure.kind
        if self.match.policy == "raise":
            place = f"game {self.game}, move {self.moves + 1}, {self.match.labels[bot]}"
            raise BotError(kind, f"{place}: {failure.sentence}") from failure
        self.failures[bot][kind] = self.failures[bot].get(kind, 0) + 1
        if self.match.policy == "lose":
            self.loser = bot

    def result(self, state: GameState) -> GameResult:
        scores = [state.scores[seat] for seat in self.seats]
        ranks = [score.rank for score in scores]
        if self.loser is not None:
            ranks = _ranks_without(ranks, self.loser)
        ending: Ending = "forfeit" if self.loser is not None else "over" if state.is_over else "cap"
        return GameResult(
            game=self.game,
            setup=self.setup,
            seats=self.seats,
            ranks=tuple(ranks),
            totals=tuple(score.total for score in scores),
            orders=tuple(score.orders for score in scores),
            decisions=tuple(self.decisions),
            seconds=tuple(self.seconds),
            failures=tuple(self.failures),
            moves=self.moves,
            ending=ending,
            rounds=tuple(self.rounds),
            actions=tuple(self.actions),
            idle=tuple(self.idle),
        )

    def close(self) -> None:
        for bot in self.bots:
            with contextlib.suppress(Exception):
                close = getattr(bot, "close", None)
                if close is not None:
                    close()


def _ranks_without(ranks: list[int], loser: int) -> list[int]:
    """
    Return the ranks with *loser* last and the others as they stand.

    >>> _ranks_without([1, 2, 2, 4], 0)
    [4, 1, 1, 3]
    """
    others = [rank for bot, rank in enumerate(ranks) if bot != loser]
    return [len(ranks) if bot == loser else 1 + sum(other < rank for other in others) for bot, rank in enumerate(ranks)]
