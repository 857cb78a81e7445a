"""A server as an immutable value: the games in its hand, and what it takes at most."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from ..errors import MalformedError
from ..errors.messages import printable
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..rules.standard import STANDARD
from ._sessions import Session
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

    def begun(self, session: Session) -> tuple[Server, str]:
        """Return the server with one more session, and its id."""
        self.check_room()
        name = f"game-{self.opened + 1}"
        return attrs.evolve(self.put(name, session), opened=self.opened + 1), name

    def put(self, name: str, session: Session) -> Server:
        """Return the server with the session of this name as it is now; it must not be larger than is kept."""
        if session.size > self.limits.steps:
            raise RefusedError("too_many", f"session: of a game {self.limits.steps} steps are kept, and no more")
        return attrs.evolve(self, sessions={**self.sessions, name: session})

    def without(self, name: str) -> Server:
        """Return the server without a session."""
        self.session(name)
        return attrs.evolve(self, sessions={known: kept for known, kept in self.sessions.items() if known != name})
