"""Failures of bots: the cause, the place in the game and in the code, and everything needed to reproduce them."""

from __future__ import annotations

import inspect
import traceback
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs
from attrs.validators import optional

from .._internal.tracebacks import own_traceback, place_of, place_of_code
from ..bots.protocol import (
    LONGEST_DETAIL,
    MOST_DETAILS,
    MOST_SECONDS,
    BotError,
    Failure,
    FailureCatcher,
    fit_details,
    illegal_in_words,
    is_move_time,
)
from ..errors import MalformedError
from ..errors.messages import LONGEST_MESSAGE, printable
from ..model.meaning import COUNT, Meaning, Validator
from ..model.mine import Mine
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.score import Score
from ..model.state import Bank, GameState, Player, Turn
from ..queries import facts
from ..record.positions import LONGEST_TEXT, sketch
from .match import Match

BotCall: TypeAlias = Literal["made", "game_started", "move", "observed", "game_ended"]
"""The call in which a bot failed: its creation, a move, or the name of a hook."""

FAILURES: Final[tuple[str, ...]] = get_args(Failure)


def _is_line(value: object, most: int = LONGEST_MESSAGE) -> bool:
    return type(value) is str and value.isprintable() and len(value) <= most


def _are_details(value: object) -> bool:
    return type(value) is tuple and len(value) <= MOST_DETAILS and all(_is_line(line, LONGEST_DETAIL) for line in value)


def _is_position(value: object) -> bool:
    # Only the form is checked here; `testing.position` parses the text.
    return type(value) is str and len(value) <= LONGEST_TEXT and all(map(str.isprintable, value.split("\n")))


def _is_one_of(words: tuple[str, ...]) -> Validator:
    return Validator(Meaning("word", f"one of {', '.join(words)}", lambda value: type(value) is str and value in words))


_COUNT: Final = Validator(COUNT)
_SEED: Final = Validator(
    Meaning("seed", "a whole number of at most 64 bits", lambda value: type(value) is int and 0 <= value < 2**64)
)
_LINE: Final = Validator(Meaning("line", f"a printable line of at most {LONGEST_MESSAGE} characters", _is_line))
_SECONDS: Final = Validator(Meaning("seconds", f"a number of seconds above 0 and at most {MOST_SECONDS}", is_move_time))
_DETAILS: Final = Validator(
    Meaning("details", f"at most {MOST_DETAILS} printable lines of {LONGEST_DETAIL} characters", _are_details)
)
_POSITION: Final = Validator(Meaning("position", f"printable lines of at most {LONGEST_TEXT} characters", _is_position))

_IMPORTS: Final = (
    "import magnum_sal as ms",
    "from magnum_sal.bots import make_bot",
    "from magnum_sal.testing import position",
)
_STARTED: Final = 'getattr(bot, "game_started", lambda *_: None)(state, {seat})'
_ASK: Final = "print(bot(state, ms.legal_moves(state)))"

_PARTS: Final = (
    (Player, "state.players[seat]"),
    (Turn, "state.turn"),
    (Mine, "state.mine"),
    (Bank, "state.bank"),
    (Score, "state.scores[seat]"),
    (Ruleset, "state.ruleset"),
)
"""The parts of a state and their expressions. If parts share an attribute, the most likely part comes first."""


@attrs.frozen
class BotFailure:
    """
    A bot's first failure of one kind in a game.

    Raises:
        MalformedError: a field has an impossible value.
    """

    name: str
    """The bot's name, for ``make_bot``."""
    label: str
    """The bot's name in the match. If the match lists it several times, repeats get a number, as in ``greedy #2``."""
    kind: Failure = attrs.field(validator=_is_one_of(FAILURES))
    """The kind of failure."""
    game: int = attrs.field(validator=_COUNT)
    """The number of the game in the match, from 0."""
    bot: int = attrs.field(validator=_COUNT)
    """The bot's number in the match, from 0."""
    seat: int = attrs.field(validator=_COUNT)
    """The bot's seat, from 0."""
    asked: BotCall = attrs.field(validator=_is_one_of(get_args(BotCall)))
    """The call in which the bot failed."""
    move: int = attrs.field(validator=_COUNT)
    """
    The number of the move that the bot should have made or observed, from 1.

    The number is 0 before the first move. At the end of the game, it is the number of the last move.
    """
    sentence: str = attrs.field(validator=_LINE)
    """A sentence about the failure, with the file and line of the bot's own code if known."""
    details: tuple[str, ...] = attrs.field(validator=_DETAILS)
    """The traceback of the bot's own code, or lines from its process's standard error; at most 24 lines."""
    setup_seed: int = attrs.field(validator=_SEED)
    """The seed of the game's setup."""
    bot_seed: int = attrs.field(validator=_SEED)
    """The seed of the bot's own random source in this game."""
    position: str = attrs.field(validator=_POSITION)
    """The public position at the failure, as text for ``testing.position``; empty if no text can describe it."""
    move_seconds: float | None = attrs.field(default=None, validator=optional(_SECONDS))
    """The match's time limit for a move in seconds; None for no limit, or 60 seconds for programs."""

    @classmethod
    def of(
        cls,
        match: Match,
        game: int,
        bot: int,
        *,
        kind: Failure,
        asked: BotCall,
        move: int,
        sentence: str,
        details: tuple[str, ...],
        position: str,
    ) -> BotFailure:
        """
        Create a failure in a game of *match*; names, seat and seeds are derived from the match.

        Raises:
            MalformedError: the match does not contain the bot, or a field has an impossible value.
        """
        if type(bot) is not int or not 0 <= bot < len(match.bots):
            raise MalformedError(f"BotFailure.bot: the match has bots 0 to {len(match.bots) - 1}")
        setup, seat = match.setup_of(game), match.seats_of(game)[bot]
        return cls(
            name=match.bots[bot],
            label=match.labels[bot],
            kind=kind,
            game=game,
            bot=bot,
            seat=seat,
            asked=asked,
            move=move,
            sentence=sentence,
            details=details,
            setup_seed=match.setup_seed(setup),
            bot_seed=match.chance_seed("bot", setup, seat),
            position=position,
            move_seconds=match.move_seconds,
        )

    @property
    def program(self) -> str:
        """
        A Python program that creates the bot and asks it for a move in ``position``; empty if a hook failed.

        The bot is new: it has not seen the earlier moves, and its random source starts from its seed. A bot that keeps
        something between moves or uses chance may therefore decide differently. ``play_game`` repeats the whole game.
        """
        if self.asked not in ("made", "move") or not self.position:
            return ""
        # Without the match's limit, a program that was late would have more time here.
        limit = "" if self.move_seconds is None else f", move_seconds={self.move_seconds!r}"
        lines = [*_IMPORTS, "", f"bot = make_bot({self.name!r}, seed={self.bot_seed}{limit})"]
        if self.asked == "move":
            # Each line becomes a separate literal, so that text from a results file cannot inject code.
            *others, last = (f"    {line!r}" for line in self.position.split("\n"))
            text = [*(f"{line[:-1]}\\n{line[-1]}" for line in others), last]
            lines += ["state = position(", *text, ")", _STARTED.format(seat=self.seat), _ASK]
        return "\n".join(lines)

    def without_words(self) -> BotFailure:
        """Return the failure without its sentence and details, which may contain times or memory addresses."""
        return attrs.evolve(self, sentence="", details=())


class BotFailedError(BotError):
    """The error raised if a bot fails in a match whose policy is ``raise``."""

    failure: BotFailure
    """The failure, with everything needed to reproduce it."""
    match: Match
    """The match."""

    def __init__(self, failure: BotFailure, match: Match) -> None:
        asked = {"move": "", "made": "when it was created: "}.get(failure.asked, f"in {failure.asked}: ")
        place = f"game {failure.game}, move {failure.move}, {failure.label}"
        super().__init__(failure.kind, f"{place}: {asked}{failure.sentence}", failure.details)
        self.failure = failure
        self.match = match

    def __reduce__(self) -> tuple[Any, ...]:
        # A worker pickles the error, which must be rebuilt from these arguments and not from its message.
        return BotFailedError, (self.failure, self.match), self.__dict__


def format_position(public: GameState) -> str:
    """Format a public position as text, or return an empty string if that is not possible."""
    try:
        text = sketch(public)
    except Exception:  # an extension may fail in any way, and that must not hide the bot's failure
        return ""
    return text if _is_position(text) else ""


def as_bot_error(error: BaseException, called: object = None) -> BotError:
    """
    Convert a bot's exception to a ``BotError`` with the file, line and traceback of the bot's own code.

    If the call itself failed, the message says where *called* is defined.
    """
    if isinstance(error, BotError):
        return error
    place = place_of(error) or place_of_code(called)
    failure = BotError("error", f"{_describe(error)}{hint_on(error)}{place}", _traceback(error))
    failure.__cause__ = error
    return failure


def _describe(error: BaseException) -> str:
    """Return the class and text of an error. Third-party code may create the text, and may fail."""
    name = type(error).__name__
    with FailureCatcher() as caught:
        text = str(error)
    if caught.error is not None:
        return f"{name}, without a readable message"
    return f"{name}: {printable(text, 350)}" if text else name


def _traceback(error: BaseException) -> tuple[str, ...]:
    """Return the lines of the traceback, starting in the bot's own code."""
    with FailureCatcher():  # an exception class may fail while it is formatted
        told = traceback.TracebackException(type(error), error, own_traceback(error), compact=True)
        return fit_details("".join(told.format()).splitlines())
    return ()


def hint_on(error: BaseException) -> str:
    """
    Return a hint that names the attribute the caller probably meant, or an empty string.

    There is a hint for an ``AttributeError`` on a state if a part of the state, or a fact, has that name.

    >>> import magnum_sal as ms
    >>> try:
    ...     ms.new_game(["Ada", "Ben"], seed=1).money
    ... except AttributeError as error:
    ...     print(hint_on(error))
    ; a state has state.players[seat].money
    """
    # The hint is added when a bot has failed, not by a __getattr__ of the state, so that states have no overhead.
    name = getattr(error, "name", None)
    if not isinstance(error, AttributeError) or not isinstance(error.obj, GameState) or type(name) is not str:
        return ""
    if name.startswith("_"):
        return ""
    for part, place in _PARTS:
        if hasattr(part, name):
            return f"; a state has {place}.{name}"
    return f"; use magnum_sal.queries.facts.{name}" if name in facts.__all__ else ""


def objection_to(answer: object, state: GameState, legal: int) -> str:
    """
    Return why *answer* is not a legal move in *state*; *legal* is the number of legal moves.

    A coroutine is closed, so that Python does not warn about it.

    >>> from magnum_sal import VisitWorkshop, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> objection_to(None, state, 20)
    'None is not one of the 20 legal moves; is a return missing?'
    >>> objection_to(VisitWorkshop(9), state, 20).removeprefix("the bot chose VisitWorkshop(slot=9), which is ")
    'not legal here: there is no space 10 (slot 9); the workshop has spaces 1 to 3 (slots 0 to 2)'
    """
    if inspect.iscoroutine(answer):
        with FailureCatcher():  # closing runs the bot's code, which may fail
            answer.close()
        return "expected a move, got a coroutine: bots are called without await, so write def instead of async def"
    if inspect.isgenerator(answer) or inspect.isasyncgen(answer):
        return "expected a move, got a generator: write return instead of yield in the bot's code"
    shown = _show(answer)
    if isinstance(answer, Move) and shown is not None:
        return f"the bot chose {illegal_in_words(state, answer)}"
    missing = "; is a return missing?" if answer is None else ""
    return f"{shown or f'an object of {type(answer).__name__}'} is not one of the {legal} legal moves{missing}"


def _show(answer: object) -> str | None:
    """Format an answer for a message; return None if its ``repr`` fails."""
    with FailureCatcher():
        return printable(repr(answer), 80)
    return None
