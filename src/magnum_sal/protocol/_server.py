"""A server and the games in its hand, as immutable values; and what it takes at most."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from ..engine.evolve import evolve
from ..errors import MalformedError, MisuseError
from ..errors.messages import printable
from ..model.events import GameStarted
from ..model.moves import Move
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..queries.steps import Step, steps_of
from ..record.log import GameLog
from ..record.log.history import History
from ..record.log.loading import read_log
from ..rules.standard import STANDARD
from .refused_error import RefusedError
from .requests import LONGEST_ID

PROTOCOL: Final = 1
"""The version of the protocol."""


@attrs.frozen(kw_only=True)
class Limits:
    """What a server takes at most."""

    sessions: int = 32
    """Games at a time; 0 where there are only positions that are sent along."""
    steps: int = 2500
    """Moves, revealed pieces and lines of the log that are kept of a game; a real one has some 500."""
    line: int = 1 << 22
    """Bytes of a request."""


@attrs.frozen
class Session(History):
    """A game in a server's hand, which never changes: what is done to it returns another one."""

    @classmethod
    def start(cls, started: GameStarted) -> Session:
        """Return the session of a new game."""
        return cls(evolve(None, started), started)

    @classmethod
    def from_log(cls, text: bytes, ruleset: Ruleset) -> Session:
        """Return the session of the game that a log records."""
        reading = read_log(text, ruleset=ruleset)
        return cls(**attrs.asdict(reading.replay.history, recurse=False))

    @property
    def state(self) -> GameState:
        """The position now, without what was worked out about it: a session keeps no long lists."""
        return attrs.evolve(super().state)

    @property
    def size(self) -> int:
        """How much it holds: the steps, and the lines of the log."""
        return max(len(self.steps) + len(self.undone), len(self.entries))

    def last_steps(self, most: int) -> tuple[Step, ...]:
        """Return the last moves that stand, at most so many, each with the pieces turned up after it."""
        first = len(self.steps)
        while first and most:
            first -= 1
            most -= isinstance(self.steps[first].move, Move)
        before = self.steps[first - 1].transition.state if first else self.opening
        return tuple(steps_of(before, ((made.move, made.transition) for made in self.steps[first:])))

    def log(self, *, full: bool) -> GameLog:
        """Return the game's log, in memory: the public one unless *full*."""
        if self.started is None:
            raise MisuseError("the game was loaded as a position, which has no log")
        log = GameLog(self.started, metadata=self.metadata)
        log.extend(self.entries)
        return log if full else log.public()


def _frozen(sessions: Mapping[str, Session]) -> Mapping[str, Session]:
    return MappingProxyType(dict(sessions))


@attrs.frozen(kw_only=True)
class Server:
    """
    What a server remembers between two requests. It never changes: ``answer`` returns the next one.

    >>> from magnum_sal.protocol import answer
    >>> server = Server()
    >>> server, said = answer(server, {"type": "hello", "id": 1, "protocol": 1})
    >>> server, said = answer(server, {"type": "new_game", "id": 2, "players": ["Ada", "Ben"], "seed": 7})
    >>> said["session"], list(server.sessions)
    ('game-1', ['game-1'])
    """

    ruleset: Ruleset = STANDARD
    """The rules of a game that names none."""
    limits: Limits = Limits()
    """What is taken at most."""
    position: GameState | None = None
    """What a request is about that names neither a session nor a position; None where it has to."""
    position_steps: int | None = None
    """How many moves and revealed pieces led to ``position``; None where nobody knows."""
    is_greeted: bool = False
    """Whether a client has said which version of the protocol it speaks."""
    sessions: Mapping[str, Session] = attrs.field(factory=dict, converter=_frozen)
    """The games by id."""
    opened: int = 0
    """How many games were begun, those that are closed included."""

    def session(self, name: str) -> Session:
        """Return a session; ``RefusedError`` where there is none of this name."""
        if name not in self.sessions:
            raise RefusedError("unknown_session", f"session: there is none called {printable(repr(name), LONGEST_ID)}")
        return self.sessions[name]

    def ruleset_of(self, session: str | None) -> Ruleset:
        """Return the ruleset of a session; of the position that is meant, or the server's own, where there is none."""
        if session is not None:
            return self.session(session).opening.ruleset
        return self.ruleset if self.position is None else self.position.ruleset

    def position_of(self, session: str | None, state: GameState | None) -> GameState:
        """Return the position that a request is about."""
        if session is not None and state is not None:
            raise MalformedError("state: a session is named as well; give one of them")
        if session is not None:
            return self.session(session).state
        if state is not None:
            return state
        if self.position is None:
            raise MalformedError("session: the field is missing; name a session, or send a state along")
        return attrs.evolve(self.position)

    def check_room(self) -> None:
        """Refuse another session where there are as many as are taken."""
        if len(self.sessions) >= self.limits.sessions:
            raise RefusedError("too_many", f"session: {len(self.sessions)} are open, and more are not taken; close one")

    def open_session(self, session: Session) -> tuple[Server, str]:
        """Return the server with one more session, and its id."""
        self.check_room()
        name = f"game-{self.opened + 1}"
        return attrs.evolve(self.with_session(name, session), opened=self.opened + 1), name

    def with_session(self, name: str, session: Session) -> Server:
        """Return the server with the session of this name as it is now; it must not be larger than is kept."""
        if session.size > self.limits.steps:
            raise RefusedError("too_many", f"session: of a game {self.limits.steps} steps are kept, and no more")
        return attrs.evolve(self, sessions={**self.sessions, name: session})

    def without_session(self, name: str) -> Server:
        """Return the server without a session."""
        self.session(name)
        return attrs.evolve(self, sessions={known: kept for known, kept in self.sessions.items() if known != name})
