"""The bot's side of the process protocol: read messages about a game, and answer with the moves of a bot."""

from __future__ import annotations

import random
from typing import IO, Any, Final, TypeVar

from ..bots import Bot, BotError, bot_factory
from ..bots.protocol import PROTOCOLS, FailureCatcher, close_bot, find_move
from ..engine.evolve import evolve_all
from ..errors import MagnumSalError, MalformedError
from ..errors.messages import brief, cut
from ..model.events import Event
from ..model.moves import Move
from ..model.state import GameState
from ..record.serialization import from_dict, to_dict, to_json
from ..record.serialization.json_text import read_json

T = TypeVar("T")

LONGEST_MESSAGE: Final = 1 << 26
"""The maximum number of bytes in a message, 64 MiB. The longest ones list all legal moves of a position."""

_HOOKS_WITH_EVENTS: Final = ("observed", "game_ended")
"""The hooks of a bot that need every move of the game, and not only the positions in which the bot moves."""
_KINDS: Final = {int: "a whole number", list: "a list", dict: "an object"}


class BotProgram:
    """
    A bot that exchanges messages to play one game after another.

    Each game gets a new bot, whose random source starts from the game's seed. ``answer`` raises an error if a message
    breaks the protocol, or if the bot raises an error or does not return a move. An illegal move is passed on: the
    caller counts it as a failure and asks again at the next decision.

    Args:
        name: The bot's name, for ``make_bot``.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._make = bot_factory(name)
        self._bot: Bot | None = None
        self._state: GameState | None = None
        # A bot that cannot be created must be reported at once, and not in the middle of a game. The first bot also
        # shows which hooks the class has. The answer to `hello` depends on them.
        bot = self._create(0)
        self._wants_events = any(hasattr(bot, hook) for hook in _HOOKS_WITH_EVENTS)
        close_bot(bot)

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a message, or None if the protocol expects none. Unknown messages are ignored."""
        match message["type"]:
            case "hello":
                return self._greet(message)
            case "new_game":
                self._begin(message)
            case "events":
                self._observe(message)
            case "go":
                return self._choose(message)
            case "game_over":
                self._notify("game_ended", self._require_state(message))
        return None

    def close(self) -> None:
        """Release the resources of the current bot."""
        if self._bot is not None:
            close_bot(self._bot)
            self._bot = None

    def _greet(self, message: dict[str, Any]) -> dict[str, Any]:
        offered = message.get("protocols")
        versions = offered if type(offered) is list else [message.get("protocol")]
        # Version 2 only adds requests to the library, which this program never makes.
        spoken = [version for version in PROTOCOLS if version in versions]
        if not spoken:
            known = " and ".join(map(str, PROTOCOLS))
            raise MalformedError(f"hello: this program speaks the protocols {known}, but not {brief(versions)}")
        wants = "events" if self._wants_events else "position"
        return {"type": "hello", "protocol": spoken[0], "name": self._name, "wants": wants}

    def _begin(self, message: dict[str, Any]) -> None:
        self.close()
        self._state = from_dict(GameState, _field(message, "state", dict))
        self._bot = self._create(_field(message, "seed", int))
        self._notify("game_started", self._state, _field(message, "seat", int))

    def _observe(self, message: dict[str, Any]) -> None:
        state = self._require_state(message)
        move = from_dict(Move, _field(message, "move", dict), ruleset=state.ruleset)
        events = tuple(from_dict(Event, event, ruleset=state.ruleset) for event in _field(message, "events", list))
        self._state = evolve_all(state, events)
        self._notify("observed", move, events)

    def _choose(self, message: dict[str, Any]) -> dict[str, Any]:
        state = self._require_state(message)
        # A caller that reports no events sends the position.
        if "state" in message:
            self._state = state = from_dict(GameState, _field(message, "state", dict))
        moves = tuple(from_dict(Move, move, ruleset=state.ruleset) for move in _field(message, "moves", list))
        bot: Any = self._bot
        answer: Any = None  # a bot may answer with anything
        with FailureCatcher() as caught:
            answer = bot(state, moves)
        head = {"type": "move"} | ({"id": message["id"]} if "id" in message else {})
        chosen = find_move(answer, moves)
        if chosen is not None:
            return head | {"index": moves.index(chosen)}
        if caught.error is None and (illegal := _move_data(answer)) is not None:
            return head | {"move": illegal}
        raise self._failure(bot, caught.error, answer, moves)

    def _require_state(self, message: dict[str, Any]) -> GameState:
        if self._state is None:
            raise MalformedError(f"{message['type']}: expected new_game before this message")
        return self._state

    def _create(self, seed: int) -> Bot:
        with FailureCatcher() as caught:
            return self._make(random.Random(seed))
        assert caught.error is not None
        if isinstance(caught.error, MagnumSalError):
            raise caught.error
        raise self._failure(None, caught.error)

    def _notify(self, hook: str, *arguments: object) -> None:
        """Call a hook of the bot, if the bot has it."""
        method: Any = None
        with FailureCatcher() as caught:
            method = getattr(self._bot, hook, None)
            if method is not None:
                method(*arguments)
        if caught.error is not None:
            raise self._failure(method, caught.error)

    def _failure(
        self, called: Any, error: BaseException | None, answer: object = None, moves: tuple[Move, ...] = ()
    ) -> BotError:
        """Return the error with which the program ends: *called* raised *error*, or its *answer* is not a move."""
        # Only failures need the arena, whose import would delay the start of the program.
        from ..arena.game import describe_failure

        state: Any = self._state  # None before the first game, in which the bot can only raise an error
        failure = describe_failure(called, error, answer, state, moves)
        return BotError(failure.kind, f"bot {brief(self._name)}: {failure.sentence}", failure.details)


def play_by_messages(name: str, source: IO[bytes], sink: IO[bytes]) -> None:
    """
    Read the lines of *source* and write the answers of the bot called *name*, until ``bye`` or the end of *source*.

    Raises:
        MisuseError: the bot does not exist, or its options are wrong.
        MalformedError: a line is not a message of the process protocol.
        BotError: the bot raised an error, or returned something that is not a move.
        BrokenPipeError: the reader of the answers has closed *sink*.
    """
    program = BotProgram(name)
    try:
        # One byte more is enough to notice a longer line.
        while line := source.readline(LONGEST_MESSAGE + 1):
            message = _read_message(line)
            if message["type"] == "bye":
                break
            if (answer := program.answer(message)) is not None:
                sink.write(to_json(answer).encode("utf-8") + b"\n")
                sink.flush()
    finally:
        program.close()


def _read_message(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_MESSAGE:
        raise MalformedError(f"standard input: a message has more than {LONGEST_MESSAGE} bytes")
    try:
        message = read_json(line)
    except MalformedError as error:
        why = str(error)
    else:
        if isinstance(message, dict) and isinstance(message.get("type"), str):
            return message
        why = 'not an object with a "type"'
    shown = cut(repr(line.decode("utf-8", "replace").rstrip("\r\n")))
    raise MalformedError(f"standard input: {shown} is not a message of the process protocol ({why})")


def _field(message: dict[str, Any], name: str, kind: type[T]) -> T:
    """Return a field of a message; raise ``MalformedError`` if the field is missing or not of this kind."""
    value = message.get(name)
    if type(value) is not kind:
        raise MalformedError(f"{message['type']}: {name}: expected {_KINDS[kind]}, got {brief(value)}")
    return value


def _move_data(answer: object) -> Any:
    """Return the JSON form of a move, or None if *answer* is not a move that has one."""
    with FailureCatcher():  # the class of the move may be the bot's own
        return to_dict(answer) if isinstance(answer, Move) else None
    return None
