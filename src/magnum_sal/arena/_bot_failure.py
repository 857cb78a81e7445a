"""A failure of a bot: what was wrong, where in the game and in its code, and what is needed to see it again."""

from __future__ import annotations

import contextlib
import inspect
import traceback
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from .._internal.tracebacks import own_traceback, place_of, place_of_code
from ..bots.protocol import LONGEST_DETAIL, MOST_DETAILS, BotError, Failure, fit_details, illegal_in_words
from ..errors import MalformedError
from ..errors.messages import LONGEST_MESSAGE, printable
from ..model.meaning import COUNT, Meaning, Validator
from ..model.mine import Mine
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.score import Score
from ..model.state import Bank, GameState, Player, Turn
from ..queries import facts
from ..record.positions import sketch
from .match import Match

BotCall: TypeAlias = Literal["made", "game_started", "move", "observed", "game_ended"]
"""What a bot was asked when it failed: to be made, for a move, or to take note of something, by a hook's name."""

FAILURES: Final[tuple[str, ...]] = get_args(Failure)
LONGEST_POSITION: Final = 10_000
"""The most characters of a position's text, as many as ``testing.position`` reads."""


def _is_line(value: object, most: int = LONGEST_MESSAGE) -> bool:
    return type(value) is str and value.isprintable() and len(value) <= most


def _are_details(value: object) -> bool:
    return type(value) is tuple and len(value) <= MOST_DETAILS and all(_is_line(line, LONGEST_DETAIL) for line in value)


def _is_position(value: object) -> bool:
    # Whether these lines are a position is found out by who reads them.
    return type(value) is str and len(value) <= LONGEST_POSITION and all(map(str.isprintable, value.split("\n")))


def _is_one_of(words: tuple[str, ...]) -> Validator:
    return Validator(Meaning("word", f"one of {', '.join(words)}", lambda value: type(value) is str and value in words))


_COUNT: Final = Validator(COUNT)
_SEED: Final = Validator(
    Meaning("seed", "a whole number of at most 64 bits", lambda value: type(value) is int and 0 <= value < 2**64)
)
_LINE: Final = Validator(Meaning("line", f"a printable line of at most {LONGEST_MESSAGE} characters", _is_line))
_DETAILS: Final = Validator(
    Meaning("details", f"at most {MOST_DETAILS} printable lines of {LONGEST_DETAIL} characters", _are_details)
)
_POSITION: Final = Validator(
    Meaning("position", f"printable lines of at most {LONGEST_POSITION} characters", _is_position)
)

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
"""The parts of a state, and how each is written; what several of them have is most often the first one's."""


@attrs.frozen
class BotFailure:
    """
    The first failure of one kind of a bot in a game.

    Raises:
        MalformedError: no failure can look so.
    """

    name: str
    """The bot's name, as ``make_bot`` takes it."""
    label: str
    """Its name in the match, with a number where it plays more than once, as in ``greedy #2``."""
    kind: Failure = attrs.field(validator=_is_one_of(FAILURES))
    """What was wrong."""
    game: int = attrs.field(validator=_COUNT)
    """The number of the game in the match, from 0."""
    bot: int = attrs.field(validator=_COUNT)
    """The bot's number in the match, from 0."""
    seat: int = attrs.field(validator=_COUNT)
    """Where it sat, from 0."""
    asked: BotCall = attrs.field(validator=_is_one_of(get_args(BotCall)))
    """What it was asked."""
    move: int = attrs.field(validator=_COUNT)
    """
    The number of the move that it was asked for or told of, from 1; 0 before the first, the last one at the game's end.
    """
    sentence: str = attrs.field(validator=_LINE)
    """What was wrong in words, with file and line of the bot's own code where that is known."""
    details: tuple[str, ...] = attrs.field(validator=_DETAILS)
    """
    The traceback of the bot's own code, or the first lines of what its process wrote to its standard error; at most 24
    lines.
    """
    setup_seed: int = attrs.field(validator=_SEED)
    """The seed of the game's setup."""
    bot_seed: int = attrs.field(validator=_SEED)
    """The seed of the bot's own chance in this game."""
    position: str = attrs.field(validator=_POSITION)
    """The public position then, as a text that ``testing.position`` reads; empty where it cannot be written."""

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
        Return a failure in a game of *match*, with all that follows from that.

        Raises:
            MalformedError: the match has no such bot, or no failure can look so.
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
        )

    @property
    def program(self) -> str:
        """
        Lines of Python that make the bot and ask it in that position; empty where it has failed at taking note.

        Its chance is at its beginning there, not where the game had brought it.
        """
        if self.asked not in ("made", "move") or not self.position:
            return ""
        lines = [*_IMPORTS, "", f"bot = make_bot({self.name!r}, seed={self.bot_seed})"]
        if self.asked == "move":
            # Each line is a literal of its own, whatever somebody has written into a file of results.
            *others, last = (f"    {line!r}" for line in self.position.split("\n"))
            text = [*(f"{line[:-1]}\\n{line[-1]}" for line in others), last]
            lines += ["state = position(", *text, ")", _STARTED.format(seat=self.seat), _ASK]
        return "\n".join(lines)

    def without_words(self) -> BotFailure:
        """Return the failure without sentence and details, which may name a time or a place in memory."""
        return attrs.evolve(self, sentence="", details=())


class BotFailedError(BotError):
    """A bot that failed in a game of a match whose policy is ``raise``."""

    failure: BotFailure
    """Which bot, where, and what is needed to see it again."""
    match: Match
    """The match."""

    def __init__(self, failure: BotFailure, match: Match) -> None:
        asked = {"move": "", "made": "when it was made: "}.get(failure.asked, f"in {failure.asked}: ")
        place = f"game {failure.game}, move {failure.move}, {failure.label}"
        super().__init__(failure.kind, f"{place}: {asked}{failure.sentence}", failure.details)
        self.failure = failure
        self.match = match

    def __reduce__(self) -> tuple[Any, ...]:
        # On its way out of a worker it is made again from these, and not from its message.
        return BotFailedError, (self.failure, self.match), self.__dict__


def position_of(public: GameState) -> str:
    """Return the text of a public position, empty where there is none."""
    try:
        text = sketch(public)
    except Exception:  # what an extension brings may fail in any way, and a bot has failed already
        return ""
    return text if _is_position(text) else ""


def as_bot_error(error: BaseException, called: object = None) -> BotError:
    """
    Return what a bot has raised as the error that it counts as, with file, line and traceback of its own code.

    Of what could not even be *called* so, the message has the place where it begins.
    """
    if isinstance(error, BotError):
        return error
    place = place_of(error) or place_of_code(called)
    failure = BotError("error", f"{_describe(error)}{hint_on(error)}{place}", _traceback(error))
    failure.__cause__ = error
    return failure


def _describe(error: BaseException) -> str:
    """Return class and text of an error, whose text somebody else's code makes."""
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:
        return f"{name}, which cannot even be told"
    return f"{name}: {printable(text, 350)}" if text else name


def _traceback(error: BaseException) -> tuple[str, ...]:
    """Return the lines of the traceback, from the bot's own code on."""
    try:
        told = traceback.TracebackException(type(error), error, own_traceback(error), compact=True)
        text = "".join(told.format())
    except Exception:  # an error can be so made that it cannot be told
        return ()
    return fit_details(text.splitlines())


def hint_on(error: BaseException) -> str:
    """
    Return what may have been meant where a state was asked for what one of its parts has; empty for any other error.

    >>> import magnum_sal as ms
    >>> try:
    ...     ms.new_game(["Ada", "Ben"], seed=1).money
    ... except AttributeError as error:
    ...     print(hint_on(error))
    ; a state has state.players[seat].money
    """
    name = getattr(error, "name", None)
    if not isinstance(error, AttributeError) or not isinstance(error.obj, GameState) or type(name) is not str:
        return ""
    if name.startswith("_"):
        return ""
    for part, place in _PARTS:
        if hasattr(part, name):
            return f"; a state has {place}.{name}"
    return f"; there is magnum_sal.queries.facts.{name}" if name in facts.__all__ else ""


def objection_to(answer: object, state: GameState, legal: int) -> str:
    """
    Return why *answer* is none of so many moves, those that are legal in *state*.

    A coroutine is closed, so that Python does not complain of it.

    >>> from magnum_sal import VisitWorkshop, new_game
    >>> state = new_game(["Ada", "Ben"], seed=7)
    >>> objection_to(None, state, 20)
    'None is none of the 20 legal moves; is a return missing?'
    >>> objection_to(VisitWorkshop(9), state, 20).removeprefix("the bot chose VisitWorkshop(slot=9), which is ")
    'not legal here: there is no space 10; the workshop has spaces 1 to 3 only'
    """
    if inspect.iscoroutine(answer):
        with contextlib.suppress(Exception, SystemExit):  # it is the bot's code that is ended
            answer.close()
        return "the answer is a coroutine and no move: a bot is called and not awaited; write def in place of async def"
    if inspect.isgenerator(answer) or inspect.isasyncgen(answer):
        return "the answer is a generator and no move: where a bot's code has yield, write return"
    shown = _show(answer)
    if isinstance(answer, Move) and shown is not None:
        return f"the bot chose {illegal_in_words(state, answer)}"
    missing = "; is a return missing?" if answer is None else ""
    return f"{shown or f'an object of {type(answer).__name__}'} is none of the {legal} legal moves{missing}"


def _show(answer: object) -> str | None:
    """Return an answer as a message shows it, None where it cannot show itself."""
    try:
        return printable(repr(answer), 80)
    except Exception:
        return None
