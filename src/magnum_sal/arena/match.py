"""A match and one game of it: fair seats, seeds of its own, and what happens to bots that fail."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import random
import time
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from ..bots.protocol import Bot, BotError, Failure
from ..bots.registry import bot_factory
from ..engine import apply, legal_moves, new_game
from ..errors import MisuseError
from ..moves import Move
from ..ruleset import MAX_PLAYERS, MIN_PLAYERS, Ruleset
from ..standard import STANDARD
from ..state import GameState

Policy: TypeAlias = Literal["raise", "random_move", "lose"]
"""
What happens when a bot fails. The error is raised; or a random legal move is made for it; or the game stops, the bot
ranks last and the others by their standing.
"""

POLICIES: Final[tuple[str, ...]] = get_args(Policy)
MOST_MOVES: Final = 4000
"""The cap on a game's moves where nothing else is said; a game need not end by the rules (PHASE-1)."""

Ending: TypeAlias = Literal["over", "cap", "forfeit"]
"""How a game ended, which is by the rules, at the cap on moves, or with a bot that lost it by a failure."""


def bot_name(bot: str | type[Any]) -> str:
    """
    Return the name by which *bot* is found again, here or in a worker: a class's is ``module:Class``.

    Raises:
        MisuseError: it is neither a text nor a class that can be imported by its name.
    """
    if isinstance(bot, str):
        return bot
    if inspect.isclass(bot) and "<" not in bot.__qualname__:
        return f"{bot.__module__}:{bot.__qualname__}"
    raise MisuseError(f"{bot!r} is neither the name of a bot nor a class on the top level of a module")


@attrs.frozen
class Match:
    """
    What is played: everything that decides the games, so that a match can be interrupted and gone on with.

    Attributes:
        bots: The names of the bots, 2 to 4; as many sit at the table.
        seed: Decides all games of the match.
        ruleset: The rules to play by.
        most_moves: The cap on a game's moves.
        policy: What happens to bots that fail.
        move_seconds: Time for a move; None for no limit but that of process bots. A bot in Python is not interrupted,
            but its late move does not count.
    """

    bots: tuple[str, ...]
    seed: int
    ruleset: Ruleset = STANDARD
    most_moves: int = MOST_MOVES
    policy: Policy = "random_move"
    move_seconds: float | None = None

    def __attrs_post_init__(self) -> None:
        if not MIN_PLAYERS <= len(self.bots) <= MAX_PLAYERS:
            raise MisuseError(f"a match is between {MIN_PLAYERS} to {MAX_PLAYERS} bots, not {len(self.bots)}")
        if type(self.seed) is not int:
            raise MisuseError(f"the seed of a match is a whole number, not {self.seed!r}")
        if type(self.most_moves) is not int or self.most_moves < 1:
            raise MisuseError(f"the cap on moves is a whole number above 0, not {self.most_moves!r}")
        if self.policy not in POLICIES:
            raise MisuseError(f"policy {self.policy!r} is none of {', '.join(POLICIES)}")
        if self.move_seconds is not None and not self.move_seconds > 0:
            raise MisuseError(f"the time for a move is above 0 seconds, not {self.move_seconds!r}")

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, with a number where one plays more than once, as in ``greedy #2``."""
        counts = [self.bots[:index].count(bot) + 1 for index, bot in enumerate(self.bots)]
        return tuple(bot if count == 1 else f"{bot} #{count}" for bot, count in zip(self.bots, counts, strict=True))

    def setup_of(self, game: int) -> int:
        """Return the number of *game*'s setup; each is played once in every rotation of the seats."""
        return game // len(self.bots)

    def seats_of(self, game: int) -> tuple[int, ...]:
        """Return the seat of each bot in *game*."""
        count = len(self.bots)
        return tuple((bot + game) % count for bot in range(count))

    def derived_seed(self, *purpose: object) -> int:
        """Return a seed for one purpose, the same on every machine and in every process."""
        digest = hashlib.sha256(repr((self.seed, *purpose)).encode()).digest()
        return int.from_bytes(digest[:8], "big")


@attrs.frozen
class GameResult:
    """
    How one game came out. All sequences are in the order of the match's bots.

    Attributes:
        game: Its number in the match, from 0.
        setup: The number of its setup.
        seats: Where each bot sat.
        ranks: 1 for the winner; the tied share a rank.
        totals: Points by END-1.
        orders: Royal orders completed.
        decisions: Decisions made.
        seconds: Time used for them; the only part that differs when the game is played again.
        failures: How often each bot failed, by what was wrong.
        moves: Moves made in all.
        ending: How the game ended.
    """

    game: int
    setup: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    orders: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    failures: tuple[Mapping[str, int], ...]
    moves: int
    ending: Ending

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the victory that each bot has; tied winners divide it."""
        winners = self.ranks.count(1)
        return tuple(1.0 / winners if rank == 1 else 0.0 for rank in self.ranks)

    def without_times(self) -> GameResult:
        """Return the result without the only part that differs from run to run."""
        return attrs.evolve(self, seconds=(0.0,) * len(self.seconds))


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
        self.bot_at = {seat: bot for bot, seat in enumerate(self.seats)}
        self.decisions = [0] * count
        self.seconds = [0.0] * count
        self.failures: list[dict[str, int]] = [{} for _ in range(count)]
        self.loser: int | None = None
        self.moves = 0
        self.rng = random.Random(match.derived_seed("forfeit", game))
        self.bots: list[Bot] = []
        for number, name in enumerate(match.bots):
            rng = random.Random(match.derived_seed("bot", game, number))
            self.bots.append(bot_factory(name, match.move_seconds)(rng))

    def play(self) -> GameResult:
        match = self.match
        names = [f"Bot {self.bot_at[seat] + 1}" for seat in range(len(self.bots))]
        seed = match.derived_seed("setup", match.setup_of(self.game))
        state = new_game(names, seed=seed, ruleset=match.ruleset)
        public = state.public()
        for bot, seat in enumerate(self.seats):
            self.told(bot, "game_started", public, seat)
        while not state.is_over and self.moves < match.most_moves and self.loser is None:
            moves = legal_moves(state)
            move = self.asked(self.bot_at[state.turn_seat], state.public(), moves)
            if move is None:
                break
            state, events = apply(state, move)
            self.moves += 1
            for bot in range(len(self.bots)):
                self.told(bot, "observed", move, events)
        public = state.public()
        for bot in range(len(self.bots)):
            self.told(bot, "game_ended", public)
        return self.result(state)

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
        return None if self.loser is not None else moves[int(self.rng.random() * len(moves))]

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
            setup=self.match.setup_of(self.game),
            seats=self.seats,
            ranks=tuple(ranks),
            totals=tuple(score.total for score in scores),
            orders=tuple(score.orders for score in scores),
            decisions=tuple(self.decisions),
            seconds=tuple(self.seconds),
            failures=tuple(self.failures),
            moves=self.moves,
            ending=ending,
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
