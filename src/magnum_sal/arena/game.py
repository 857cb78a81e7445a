"""Play one game of a match, and handle the failures of bots."""

from __future__ import annotations

import contextlib
import os
import random
import time
from typing import Any, Literal, TypeAlias

from .._internal.checks import check_whole
from ..bots.protocol import Bot, BotError, BotFactory, Failure, FailureCatcher, close_bot, find_move
from ..bots.registry import bot_factory
from ..engine.secrets import opening_secrets, secret_events
from ..engine.transitions import apply, legal_moves, new_game
from ..errors import MisuseError
from ..model.events import Event, PhaseStarted, TurnStarted
from ..model.moves import Move
from ..model.rule import When
from ..model.state import GameState
from ..queries.sensible import is_idle
from ..record.log import GameLog, MoveLine
from ..record.log.entries import Entry, SecretLine
from ._bot_failure import BotCall, BotFailedError, BotFailure, as_bot_error, format_position, objection_to
from ._game_result import Ending, GameResult
from .match import Match
from .match_logs import build_game_log

_Hook: TypeAlias = Literal["game_started", "observed", "game_ended"]


def play_game(match: Match, game: int, *, log: str | os.PathLike[str] | None = None) -> GameResult:
    """
    Play one game of *match* and return its result.

    Args:
        match: The match.
        game: The number of the game, from 0.
        log: The path for the game's log, which must not exist. The metadata contains the seats of the bots and the
            seeds (key ``"arena"``).

    Raises:
        BotFailedError: a bot failed, and the match's policy is ``raise``.
        MisuseError: a bot of the match does not exist, *game* is not a whole number from 0 up, or *log* is given and
            the ruleset is not registered.
        LogError: the log exists, or cannot be written.
    """
    check_whole("game", game, 0)
    table = _play(match, game)
    if log is not None:
        table.log().save(log)
    return table.result()


def play_with_log(match: Match, game: int) -> tuple[GameResult, bytes]:
    """Play one game like ``play_game``, and return its result with the bytes of its log."""
    table = _play(match, game)
    return table.result(), "".join(table.log().lines()).encode()


def _play(match: Match, game: int) -> _Table:
    with contextlib.closing(_Table(match, game)) as table:
        table.play()
    return table


class _Table:
    """A running game: the bots at their seats, and their statistics."""

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
        self.hook_failures = [0] * count
        self.first: list[BotFailure] = []
        self.loser: int | None = None
        self.moves = 0
        self.lines: list[Entry] = []
        self.forced: list[int] = []
        self.actions = [0] * count
        self.idle = [0] * count
        self.chance = [random.Random(match.chance_seed("forced", self.setup, seat)) for seat in range(count)]
        # Nothing that a bot can observe may depend on its number in the match. Only then does a bot that plays against
        # itself play the same game in every rotation of the seats, and win exactly its equal share.
        names = [f"Seat {seat + 1}" for seat in range(count)]
        self.state = new_game(names, seed=match.setup_seed(self.setup), ruleset=match.ruleset)
        self.lines += [SecretLine(0, event) for event in opening_secrets(self.state)]
        self.rounds = [self.state.round]
        # The bots are created last, so that no bot process is left over if the game itself cannot begin.
        self.bots: list[Bot] = []
        for name, seat in zip(match.bots, self.seats, strict=True):
            rng = random.Random(match.chance_seed("bot", self.setup, seat))
            self.bots.append(_make(bot_factory(name, match.move_seconds), rng))

    def play(self) -> None:
        # Hooks are called in the order of the seats, because the order of the bots in the match must not be observable.
        for seat, bot in enumerate(self.bot_at):
            view = self.state.seen_by(seat)
            self.notify(view, bot, "game_started", view, seat)
        while not self.has_ended and self.loser is None:
            moves, seat = legal_moves(self.state), self.state.turn_seat
            bot = self.bot_at[seat]
            move = self.ask(bot, self.state.seen_by(seat), moves)
            if move is None:
                break
            self.state, events = apply(self.state, move)
            self.count(bot, move, events)
            secrets = secret_events(self.state, events)
            self.lines.append(MoveLine(self.moves, seat, move, events))
            self.lines += [SecretLine(self.moves, event) for event in secrets]
            for watching, other in enumerate(self.bot_at):
                own = tuple(event for event in secrets if event.seat == watching)
                self.notify(self.state, other, "observed", move, (*events, *own) if own else events)
        for seat, bot in enumerate(self.bot_at):
            view = self.state.seen_by(seat)
            self.notify(view, bot, "game_ended", view)

    @property
    def has_ended(self) -> bool:
        """Whether the rules or the cap have ended the game."""
        return self.state.is_over or self.moves >= self.match.most_moves

    def count(self, bot: int, move: Move, events: tuple[Event, ...]) -> None:
        """Count *bot*'s move, the action if the move uses one, and the rounds in each phase."""
        self.moves += 1
        if self.match.ruleset.by_move[type(move)].when is When.ACTION:
            self.actions[bot] += 1
            self.idle[bot] += is_idle(move)
        for event in events:
            if isinstance(event, PhaseStarted):
                self.rounds.append(1)
            elif isinstance(event, TurnStarted):
                self.rounds[-1] = event.round

    def ask(self, bot: int, view: GameState, moves: tuple[Move, ...]) -> Move | None:
        """Return *bot*'s move, a random move if the bot failed, or None if the failure lost the game."""
        answer: Any = None  # a bot may answer with anything
        start = time.perf_counter()
        with FailureCatcher() as caught:
            answer = self.bots[bot](view, moves)
        # A bot in Python runs in this process, so it cannot be interrupted safely. A late answer is only noticed
        # afterwards.
        elapsed = time.perf_counter() - start
        self.decisions[bot] += 1
        self.seconds[bot] += elapsed
        limit = self.match.move_seconds
        if caught.error is None and limit is not None and elapsed > limit:
            failure = BotError("late", f"the move took {elapsed:.3f} seconds, more than {limit}")
        elif (chosen := find_move(answer, moves)) is not None:
            return chosen
        else:
            failure = describe_failure(self.bots[bot], caught.error, answer, view, moves)
        self.enter_failure(
            bot, failure, "made" if isinstance(self.bots[bot], _FailedBot) else "move", self.moves + 1, view
        )
        if self.loser is not None:
            return None
        # A legal move is drawn for the bot. The random source depends on the seat and not on the bot, so all rotations
        # of a setup draw the same numbers.
        self.forced.append(self.moves + 1)
        return moves[int(self.chance[self.seats[bot]].random() * len(moves))]

    def notify(self, state: GameState, bot: int, hook: _Hook, *arguments: object) -> None:
        """Call a hook of *bot*, if the bot has it, and record any failure with *state*."""
        method = None
        with FailureCatcher() as caught:
            method = getattr(self.bots[bot], hook, None)
            if method is not None:
                method(*arguments)
        if caught.error is not None and self.loser is None:
            self.enter_failure(bot, as_bot_error(caught.error, method), hook, self.moves, state)

    def enter_failure(self, bot: int, failure: BotError, asked: BotCall, move: int, state: GameState) -> None:
        """Count a failure. Record the first of its kind in full, or raise it if the policy is ``raise``."""
        kind: Failure = failure.kind
        # Only the first failure of a kind is recorded in full, because a bot that always fails could fill the results
        # file.
        if kind not in self.failures[bot]:
            first = BotFailure.of(
                self.match,
                self.game,
                bot,
                kind=kind,
                asked=asked,
                move=move,
                sentence=failure.sentence,
                details=failure.details,
                position=format_position(state.public()),
            )
            if self.match.policy == "raise":
                raise BotFailedError(first, self.match) from failure
            self.first.append(first)
        self.failures[bot][kind] = self.failures[bot].get(kind, 0) + 1
        self.hook_failures[bot] += asked not in ("made", "move")
        # A hook that fails at the last move or in `game_ended` no longer changes the result of the game.
        if self.match.policy == "lose" and not self.has_ended:
            self.loser = bot

    def result(self) -> GameResult:
        scores = [self.state.scores[seat] for seat in self.seats]
        ranks = [score.rank for score in scores]
        if self.loser is not None:
            ranks = _ranks_without(ranks, self.loser)
        ending: Ending = "forfeit" if self.loser is not None else "over" if self.state.is_over else "cap"
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
            first_failures=tuple(self.first),
            hook_failures=tuple(self.hook_failures),
        )

    def log(self) -> GameLog:
        return build_game_log(self.match, self.result(), self.lines, self.forced, self.state.scores)

    def close(self) -> None:
        for bot in self.bots:
            close_bot(bot)


class _FailedBot:
    """A replacement for a bot that could not be created; it fails whenever it is asked for a move."""

    def __init__(self, failure: BotError) -> None:
        self._failure = failure

    def __call__(self, *_: object) -> Move:
        # Each call raises a new error, because an error that is raised again keeps the frames of every earlier raise.
        raise BotError(self._failure.kind, self._failure.sentence, self._failure.details)


def _make(make: BotFactory, rng: random.Random) -> Bot:
    """Create a bot; if the bot's own code raises an error, create a replacement that fails."""
    with FailureCatcher() as caught:
        return make(rng)
    assert caught.error is not None
    # If the name or the options of the bot are wrong, no game of the match can be played.
    if isinstance(caught.error, MisuseError):
        raise caught.error
    return _FailedBot(as_bot_error(caught.error))


def describe_failure(
    bot: Bot, error: BaseException | None, answer: object, view: GameState, moves: tuple[Move, ...]
) -> BotError:
    """Return the failure of a bot that raised *error*, or if that is None, whose *answer* is not one of *moves*."""
    if error is not None:
        return as_bot_error(error, bot)
    return BotError("illegal", objection_to(answer, view, len(moves)))


def _ranks_without(ranks: list[int], loser: int) -> list[int]:
    """
    Return the ranks with *loser* last and the others in their previous order.

    >>> _ranks_without([1, 2, 2, 4], 0)
    [4, 1, 1, 3]
    """
    others = [rank for bot, rank in enumerate(ranks) if bot != loser]
    return [len(ranks) if bot == loser else 1 + sum(other < rank for other in others) for bot, rank in enumerate(ranks)]
