"""
The server and its limits as immutable values, and the functions for requests that change the server.

``_asking`` answers the requests that only ask about positions and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs

from .._internal.versions import LOG_SCHEMA, RULES_REVISION, __version__
from ..engine.chance import build_table_start, turn_up
from ..engine.steps import Transition
from ..engine.transitions import apply, start_event
from ..errors import MalformedError
from ..errors.messages import brief, printable
from ..model.events import TileSeen
from ..model.pieces import LOOK
from ..model.ruleset import Ruleset
from ..model.state import GameState
from ..rules.standard import STANDARD
from ..words import LANGUAGES, error_in_words
from ..words.languages import words_of
from . import requests
from ._session import Session, check_viewer, is_full
from .answers import Answer, ClosedAnswer, HelloAnswer, PositionAnswer, TransitionAnswer
from .progress_answers import Adviser
from .refused_error import RefusedError
from .request_fields import LONGEST_ID, MOST_LISTED
from .requests import Request

PROTOCOL: Final = 1
"""The version of the protocol."""


@attrs.frozen(kw_only=True)
class Limits:
    """The limits of a server."""

    sessions: int = 32
    """The maximum number of games at once; 0 if each request must contain its position."""
    steps: int = 2500
    """
    The maximum number of moves and revealed pieces in a game, and of lines in its log. A real game has about 500. The
    line that ends a game by agreement does not count.
    """
    line: int = 1 << 22
    """The maximum number of bytes in a request."""


def _frozen(sessions: Mapping[str, Session]) -> Mapping[str, Session]:
    # Copy the mapping, because its owner could still change it.
    return MappingProxyType(dict(sessions))


@attrs.frozen(kw_only=True)
class Server:
    """
    The state of a server between two requests. It is immutable: ``answer`` returns the next state.

    >>> from magnum_sal.protocol import answer
    >>> server = Server()
    >>> server, said = answer(server, {"type": "hello", "id": 1, "protocol": 1})
    >>> server, said = answer(server, {"type": "new_game", "id": 2, "players": ["Ada", "Ben"], "seed": 7})
    >>> said["session"], list(server.sessions)
    ('game-1', ['game-1'])
    """

    ruleset: Ruleset = STANDARD
    """The default rules of a game."""
    limits: Limits = Limits()
    """The limits of the server."""
    position: GameState | None = None
    """The default position of a request; None if each request must name a session or contain a position."""
    position_steps: int | None = None
    """The number of moves and revealed pieces that led to ``position``; None if unknown."""
    position_undone: int = 0
    """The number of undone moves that can follow ``position`` again."""
    position_end_reason: str | None = None
    """Why the players ended the game in ``position`` early, if they did."""
    is_greeted: bool = False
    """Whether a client has announced its version of the protocol."""
    language: str = "en"
    """The language of the sentences of errors, from the request ``hello``."""
    advise: Adviser | None = None
    """The function that finds the moves of a hint, such as ``bots.advise``; None if the server gives no hints."""
    sessions: Mapping[str, Session] = attrs.field(factory=dict, converter=_frozen)
    """The sessions by id."""
    opened: int = 0
    """The number of games started so far, including closed games."""

    def session(self, name: str) -> Session:
        """Return the session with this name; raise ``RefusedError`` if it does not exist."""
        if name not in self.sessions:
            raise RefusedError("unknown_session", f"session: no session is called {printable(repr(name), LONGEST_ID)}")
        return self.sessions[name]

    def ruleset_of(self, session: str | None) -> Ruleset:
        """
        Return the ruleset of a session.

        If *session* is None, return the ruleset of the default position, or else that of the server.
        """
        if session is not None:
            return self.session(session).opening.ruleset
        return self.ruleset if self.position is None else self.position.ruleset

    def position_of(self, session: str | None, state: GameState | None, viewer: int | None) -> GameState:
        """
        Return the position of a request, as its viewer sees it.

        Raises:
            MalformedError: the request does not have exactly one position, or the viewer is not a seat of the game.
        """
        if session is not None and state is not None:
            raise MalformedError("state: give either a session or a state, not both")
        if session is not None:
            known = self.session(session)
            return known.state if viewer is None else known.find_view(viewer)
        if state is None:
            if self.position is None:
                raise MalformedError("session: the field is missing; name a session or send a state")
            state = attrs.evolve(self.position)
        check_viewer(viewer, state)
        return state if viewer is None else state.seen_by(viewer)

    def end_reason_of(self, session: str | None, state: GameState | None) -> str | None:
        """Return why the game of a request was ended early. A state in the request does not contain this."""
        if session is not None:
            return self.session(session).end_reason
        return self.position_end_reason if state is None else None

    def check_room(self) -> None:
        """Raise ``RefusedError`` if the server cannot open another session."""
        if not self.limits.sessions:
            raise RefusedError("too_many", "session: there are no sessions here; put a state into the request instead")
        if len(self.sessions) >= self.limits.sessions:
            raise RefusedError(
                "too_many", f"session: {len(self.sessions)} sessions are open, which is the limit; close one"
            )

    def open_session(self, session: Session) -> tuple[Server, str]:
        """Return a server with one more session, and the session's id."""
        self.check_room()
        # Ids are never reused, so a late request for a closed game cannot reach another game.
        name = f"game-{self.opened + 1}"
        return attrs.evolve(self.with_session(name, session), opened=self.opened + 1), name

    def with_session(self, name: str, session: Session) -> Server:
        """Return a server with this session under *name*; raise ``RefusedError`` if the session is too large."""
        most = self.limits.steps
        if session.size > most:
            told = f"a game can have at most {most} steps"
            # Undoing adds lines to the log, so the log of a game with few steps can be too long.
            if len(session.steps) + len(session.undone) <= most:
                told = f"the log of a game can have at most {most} lines, and undone moves and undos stay in it"
            raise RefusedError("too_many", f"session: {told}")
        return attrs.evolve(self, sessions={**self.sessions, name: session})

    def without_session(self, name: str) -> Server:
        """Return a server without this session; raise ``RefusedError`` if it does not exist."""
        self.session(name)
        return attrs.evolve(self, sessions={known: kept for known, kept in self.sessions.items() if known != name})


# Each function below returns the next server and modifies nothing. If it raises an error, the caller keeps the old
# server, so a failed request leaves no trace.


def _hello(server: Server, request: requests.HelloRequest) -> tuple[Server, HelloAnswer]:
    if request.protocol != PROTOCOL:
        raise RefusedError("unknown_protocol", f"protocol: expected {PROTOCOL}, got {request.protocol}")
    words_of(request.language)  # raises an error for an unknown language
    answer = HelloAnswer(
        id=request.id,
        protocol=PROTOCOL,
        library=__version__,
        rules=RULES_REVISION,
        log_schema=LOG_SCHEMA,
        languages=tuple(LANGUAGES),
        listed=MOST_LISTED,
        # Must agree with the fields of HelloAnswer, which has a field for each limit.
        **attrs.asdict(server.limits),
    )
    return attrs.evolve(server, is_greeted=True, language=request.language), answer


def _new_game(server: Server, request: requests.NewGameRequest) -> tuple[Server, PositionAnswer]:
    ruleset = request.ruleset or server.ruleset
    started = start_event(request.players, seed=request.seed, setup=request.setup, ruleset=ruleset)
    return _open_session(server, request, Session.start(started), full=request.full)


def _open_table(server: Server, request: requests.OpenTableRequest) -> tuple[Server, PositionAnswer]:
    ruleset = request.ruleset or server.ruleset
    started = build_table_start(request.players, start_seat=request.start_seat, ruleset=ruleset)
    return _open_session(server, request, Session.start(started), full=False)


def _load(server: Server, request: requests.LoadRequest) -> tuple[Server, PositionAnswer]:
    server.check_room()  # checked first, because reading a log takes time
    if (request.lines is None) == (request.state is None):
        raise MalformedError("lines: give either the lines of a log or a state")
    if request.state is not None:
        if request.recover:
            raise MalformedError("recover: only a log can be recovered")
        return _open_session(server, request, Session(request.state), full=request.full)
    for number, line in enumerate(request.lines or ()):
        if not line.strip() or "\n" in line:
            raise MalformedError(f"lines[{number}]: expected a line of a log without its line end, got {brief(line)}")
    text = "".join(f"{line}\n" for line in request.lines or ())
    damage = None
    try:
        if request.recover:
            session, damage = Session.recover(text.encode(), server.ruleset)
        else:
            session = Session.from_log(text.encode(), server.ruleset)
    except UnicodeEncodeError:
        # JSON can contain half of a surrogate pair. Such text is a valid string in Python, but UTF-8 cannot encode it.
        raise MalformedError("lines: a text cannot be encoded in UTF-8") from None
    words = None if damage is None else error_in_words(damage, server.language)
    return _open_session(server, request, session, full=request.full, damage=words)


def _open_session(
    server: Server, request: Request, session: Session, *, full: bool, damage: str | None = None
) -> tuple[Server, PositionAnswer]:
    server, name = server.open_session(session)
    return server, answer_with_position(server, request, name, full=full, damage=damage)


def answer_with_position(
    server: Server, request: Request, name: str, *, full: bool, viewer: int | None = None, damage: str | None = None
) -> PositionAnswer:
    """Build the answer with the position and progress of a session: public, complete, or as *viewer* sees it."""
    session = server.session(name)
    state = session.state
    return PositionAnswer(
        id=request.id,
        state=state if is_full(full, viewer) else session.find_view(viewer),
        scores=state.scores,
        winners=state.winners,
        session=name,
        steps=len(session.steps),
        undone=len(session.undone),
        end_reason=session.end_reason,
        damage=damage,
    )


def _apply(server: Server, request: requests.ApplyRequest) -> tuple[Server, TransitionAnswer]:
    state = server.position_of(request.session, request.state, request.viewer)
    # Without a session, the client has sent this state itself, so nothing in it has to be hidden.
    if request.session is None:
        return server, _transition(request, apply(state, request.move))
    session, _ = server.session(request.session).play(request.move)
    said = _last_transition(request, session, full=request.full, viewer=request.viewer)
    return server.with_session(request.session, session), said


def _reveal(server: Server, request: requests.RevealRequest) -> tuple[Server, TransitionAnswer]:
    state = server.position_of(request.session, request.state, request.viewer)
    # Only a public state or a view has a pending piece, so there is nothing to hide in either case.
    if request.session is None:
        return server, _transition(request, turn_up(state, request.piece))
    session = server.session(request.session)
    if request.viewer is not None and state.pending is not None and state.pending.pile == LOOK:
        transition = turn_up(state, request.piece)
        for event in transition.events:
            if isinstance(event, TileSeen):
                session = session.note_secret(event)
        return server.with_session(request.session, session), _transition(request, transition)
    session, _ = session.reveal(request.piece)
    said = _last_transition(request, session, full=False, viewer=request.viewer)
    return server.with_session(request.session, session), said


def _transition(request: Request, transition: Transition) -> TransitionAnswer:
    return TransitionAnswer(id=request.id, state=transition.state, events=transition.events)


def _last_transition(request: Request, session: Session, *, full: bool, viewer: int | None) -> TransitionAnswer:
    """Build the answer with the last step of a session: public, complete, or as *viewer* sees it."""
    last = session.steps[-1]
    own = tuple(event for event in last.secrets if event.seat == viewer)
    state = last.transition.state if is_full(full, viewer) else session.find_view(viewer)
    return TransitionAnswer(id=request.id, state=state, events=(*last.transition.events, *own))


def _undo(server: Server, request: requests.UndoRequest) -> tuple[Server, PositionAnswer]:
    server = server.with_session(request.session, server.session(request.session).undo(request.to))
    return server, answer_with_position(server, request, request.session, full=request.full, viewer=request.viewer)


def _redo(server: Server, request: requests.RedoRequest) -> tuple[Server, TransitionAnswer]:
    session, _ = server.session(request.session).redo()
    said = _last_transition(request, session, full=request.full, viewer=request.viewer)
    return server.with_session(request.session, session), said


def _end(server: Server, request: requests.EndRequest) -> tuple[Server, PositionAnswer]:
    server = server.with_session(request.session, server.session(request.session).end(request.reason))
    return server, answer_with_position(server, request, request.session, full=False)


def _close(server: Server, request: requests.CloseRequest) -> tuple[Server, ClosedAnswer]:
    return server.without_session(request.session), ClosedAnswer(id=request.id, session=request.session)


PLAYING: Final[Mapping[type[Request], Callable[[Server, Any], tuple[Server, Answer]]]] = {
    requests.HelloRequest: _hello,
    requests.NewGameRequest: _new_game,
    requests.OpenTableRequest: _open_table,
    requests.LoadRequest: _load,
    requests.ApplyRequest: _apply,
    requests.RevealRequest: _reveal,
    requests.UndoRequest: _undo,
    requests.RedoRequest: _redo,
    requests.EndRequest: _end,
    requests.CloseRequest: _close,
}
"""The functions that answer requests and may change the server, by request class."""
