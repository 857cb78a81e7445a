"""Process bots: programs that follow the process protocol, with JSON lines on standard input and output."""

from __future__ import annotations

import random
import shlex
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from .._internal.versions import __version__
from ..errors import MalformedError, MisuseError
from ..errors.messages import brief, cut, printable
from ..model.events import Event
from ..model.moves import Move
from ..model.state import GameState
from ..record.serialization import from_dict, to_dict, to_json
from ..record.serialization.json_text import read_json
from .pipes import Pipe
from .protocol import PROTOCOLS, BotError, BotFactory, BotHooks, check_move_seconds, illegal_in_words

MOST_REQUESTS: Final = 10_000
"""The maximum number of requests that a program may send per move."""
HELLO_SECONDS: Final = 20.0
"""The time limit for starting and answering the greeting, in seconds."""
MOVE_SECONDS: Final = 60.0
"""The default time limit for a move, in seconds."""

_STDERR: Final = (
    "standard output is only for the protocol; write debug output to standard error (console.error, or "
    "print with file=sys.stderr)"
)
"""Advice for authors whose program writes anything but protocol messages to standard output, such as debug output."""

_VIEWS: Final = ("position", "events")


def process_factory(command: str, move_seconds: float | None = None) -> BotFactory:
    """
    Return a factory that creates a bot for one game from *command*, a program and its arguments as in a shell.

    Raises:
        MisuseError: the command is empty or badly quoted, its program is not found, or the time is not a number of
            seconds.
    """
    check_move_seconds(move_seconds)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise MisuseError(f"process bot {command!r}: {error}") from None
    if not words:
        raise MisuseError("a process bot needs a command, such as process:node bot.js")
    # A missing program is reported when the bot is named, and not in the middle of a match.
    if shutil.which(words[0]) is None:
        raise MisuseError(f"process bot {command!r}: {_explain_missing(words[0])}")
    return lambda rng: ProcessBot(words, rng, move_seconds=move_seconds)


def _explain_missing(program: str) -> str:
    """Return why the system cannot run *program*: it is missing, a folder, or not executable."""
    path = Path(program)
    # A program named without a folder is searched for on the system's path, not in the current folder.
    if path.name == program or not path.exists():
        return f"program {program!r} not found"
    if path.is_dir():
        return f"{program!r} is a folder, not a program"
    word = shlex.quote(program)
    return (
        f"{program!r} exists but is not executable: run chmod +x {word}, or name its interpreter, as in "
        f"process:perl {word}"
    )


class ProcessBot(BotHooks):
    """
    A bot in its own process, which starts and ends with the game.

    If the process answers too late, ends, or breaks the protocol, it is killed at once and not asked again in this
    game. If it answers with an illegal move, it is asked again at the next decision. Calls raise ``BotError`` if the
    answer is missing or wrong.

    Args:
        command: The program and its arguments.
        rng: The random source for the seed that the program gets.
        move_seconds: The time limit for a move, in seconds.
    """

    def __init__(self, command: Sequence[str], rng: random.Random, *, move_seconds: float | None = None) -> None:
        self.command = tuple(command)
        self._rng = rng
        self._move_seconds = MOVE_SECONDS if move_seconds is None else move_seconds
        self._pipe: Pipe | None = None
        self._failure: BotError | None = None
        self._wants_events = False
        self._protocol = PROTOCOLS[0]
        self._number = 0

    def game_started(self, state: GameState, seat: int) -> None:
        """Start the program, greet it and announce the game. Errors are raised only at the bot's first move."""
        if self._failure is not None:
            return
        try:
            if self._pipe is None:
                self._greet()
            self._say(
                {
                    "type": "new_game",
                    "seat": seat,
                    "seed": self._rng.getrandbits(32),
                    "state": to_dict(_hide(state)),
                }
            )
        except BotError as error:
            # If the error were raised here, it would count as a failure in a hook. At the first move, it counts as a
            # failed decision.
            self._give_up(error)

    def _greet(self) -> None:
        try:
            self._pipe = Pipe(self.command)
        except OSError as error:
            raise BotError("died", f"{self._name} cannot be started: {error}") from error
        # A program written for the first version reads only `protocol` and ignores `protocols`.
        self._say({"type": "hello", "protocol": PROTOCOLS[0], "protocols": PROTOCOLS, "library": __version__})
        answer = self._answer("hello", time.monotonic() + HELLO_SECONDS)
        protocol = answer.get("protocol")
        if type(protocol) is not int or protocol not in PROTOCOLS:
            known = " and ".join(map(str, PROTOCOLS))
            raise BotError("rubbish", f"{self._name} speaks protocol {protocol!r}, but this library speaks {known}")
        self._protocol = protocol
        if protocol != PROTOCOLS[0]:
            # The server of _move_answer() is imported now, so that the import takes no time from the first move.
            from ..protocol import answering  # noqa: F401
        view = answer.get("wants", "position")
        if view not in _VIEWS:
            raise BotError("rubbish", f"{self._name} wants {view!r}; expected position or events")
        self._wants_events = view == "events"

    def observed(self, move: Move, events: Sequence[Event]) -> None:
        """Send the move and its events to a program that has asked for events."""
        if self._wants_events and self._failure is None:
            self._say({"type": "events", "move": to_dict(move), "events": [to_dict(event) for event in events]})

    def __call__(self, state: GameState, moves: tuple[Move, ...], /) -> Move:
        """Ask the program for a move and wait for its answer until the time limit."""
        self._check_running()
        if self._pipe is None:
            self.game_started(state, state.turn_seat)
            self._wants_events = False  # a caller that did not announce the game will not report its events either
            self._check_running()
        self._number += 1
        question: dict[str, Any] = {
            "type": "go",
            "id": self._number,
            "seat": state.turn_seat,
            "budget": {"seconds": self._move_seconds},
            "moves": [to_dict(move) for move in moves],
        }
        if not self._wants_events:
            question["state"] = to_dict(_hide(state))
        try:
            self._say(question)
            answer = self._move_answer(state, time.monotonic() + self._move_seconds)
        except BotError as error:
            raise self._give_up(error) from error.__cause__
        return self._legal_move(answer, state, moves)

    def _check_running(self) -> None:
        if self._failure is not None:
            # Each call raises a new error. An error that is raised again keeps the frames of every earlier raise. A
            # failed bot that is asked for many moves would then fill the memory.
            raise BotError(self._failure.kind, self._failure.sentence, self._failure.details)

    def _legal_move(self, answer: dict[str, Any], state: GameState, moves: tuple[Move, ...]) -> Move:
        if "index" in answer:
            index = answer["index"]
            # Python counts True as an integer, but no program uses it as an index, hence the comparison of types.
            if type(index) is int and 0 <= index < len(moves):
                return moves[index]
            raise BotError("illegal", f"{self._name} chose index {index!r} of {len(moves)} moves")
        try:
            move = from_dict(Move, answer.get("move"), ruleset=state.ruleset)
        except MalformedError as error:
            raise BotError("illegal", f"{self._name} did not answer with a move: {error}") from None
        if move not in moves:
            raise BotError("illegal", f"{self._name} chose {illegal_in_words(state, move)}")
        return move

    def game_ended(self, state: GameState) -> None:
        if self._failure is None and self._pipe is not None:
            self._say({"type": "game_over", "scores": [to_dict(score) for score in state.scores]})

    def close(self) -> None:
        """Send the ``bye`` message and end the process, by force if necessary."""
        if self._pipe is not None:
            if self._failure is None:
                self._say({"type": "bye"})
            self._pipe.close(by_force=self._failure is not None)
            self._pipe = None
        if self._failure is None:
            self._failure = BotError("died", f"{self._name} is closed")

    @property
    def _name(self) -> str:
        return f"process bot {printable(shlex.join(self.command), 150)!r}"

    def _give_up(self, error: BotError) -> BotError:
        """Kill the program, remember the failure, and return *error* with the program's error lines."""
        if self._pipe is not None:
            self._pipe.close(by_force=True)
            error = BotError(error.kind, error.sentence, error.details or self._pipe.complaints.list_lines())
            self._pipe = None
        self._failure = error
        return error

    def _say(self, message: dict[str, Any]) -> None:
        assert self._pipe is not None
        self._pipe.send(to_json(message))

    def _move_answer(self, state: GameState, deadline: float) -> dict[str, Any]:
        """Answer the program's requests until it sends its choice, and return the choice."""
        if self._protocol == PROTOCOLS[0]:
            return self._answer("move", deadline)
        # Only programs that speak the second version need a server, so it is imported here. _greet() imports it first.
        from ..protocol import Limits, Server, answer
        from ..protocol.answering import format_line

        assert self._pipe is not None
        # A program may ask about positions during its turn, but not start games: no session could outlive the turn. The
        # server knows only what the bot may know, so no request can reveal a face-down piece.
        server = Server(ruleset=state.ruleset, limits=Limits(sessions=0), position=_hide(state), is_greeted=True)
        answered = 0
        while (message := self._answer("move", deadline, or_request=True))["type"] != "move":
            if answered == MOST_REQUESTS:
                raise BotError("rubbish", f"{self._name} made more than {MOST_REQUESTS} requests for a move")
            _, said = answer(server, message)
            self._pipe.send(format_line(said))
            self._pipe.settle(deadline)
            answered += 1
        return message

    def _answer(self, kind: str, deadline: float, *, or_request: bool = False) -> dict[str, Any]:
        """
        Return the next message of this *kind*; skip ``info`` and late answers to earlier questions.

        With *or_request*, also return a message of any other kind as a request.
        """
        assert self._pipe is not None
        while True:
            message = self._read(self._pipe.receive(deadline))
            if message["type"] == "info" or (message["type"] == kind == "move" and self._is_late(message)):
                continue
            if message["type"] == kind or or_request:
                return message
            raise BotError("rubbish", f"{self._name} sent {message['type']!r}; expected {kind!r}")

    def _is_late(self, answer: dict[str, Any]) -> bool:
        """
        Return whether an answer belongs to an earlier question.

        Raises:
            BotError: no question had the id of the answer, so waiting for another answer would be in vain.
        """
        number = answer.get("id", self._number)
        if number == self._number:
            return False
        if type(number) is int and 0 < number < self._number:
            return True
        raise BotError(
            "rubbish", f"{self._name} sent a move with the id {brief(number)}; the question has the id {self._number}"
        )

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            message = read_json(line)
        except MalformedError as error:
            told = f"{self._name} wrote {_format_line(line)}, which is not JSON: {error}; {_STDERR}"
            raise BotError("rubbish", told) from None
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise BotError(
                "rubbish", f'{self._name} wrote {_format_line(line)}, which is not an object with a "type"; {_STDERR}'
            )
        return message


def _format_line(line: bytes) -> str:
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    return repr(cut(text))


def _hide(state: GameState) -> GameState:
    """Return what a bot may know of a position: the view that it received, or the public form of a full state."""
    return state if state.is_public else state.public()
