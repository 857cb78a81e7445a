"""Answering what begins games, plays them and ends them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import attrs

from .._internal.versions import RULES_REVISION, __version__
from ..engine.chance import reveal, table_opened
from ..engine.transitions import Transition, apply, start_event
from ..errors import MalformedError
from ..words import LANGUAGES
from . import requests
from ._server import PROTOCOL, Server, Session
from .answers import Answer, ClosedAnswer, HelloAnswer, PositionAnswer, TransitionAnswer
from .refused_error import RefusedError
from .requests import MOST_LISTED, Request

_Answered: TypeAlias = tuple[Server, Answer]


def _hello(server: Server, request: requests.HelloRequest) -> _Answered:
    if request.protocol != PROTOCOL:
        raise RefusedError("unknown_protocol", f"protocol: {request.protocol} is not spoken here, but {PROTOCOL}")
    answer = HelloAnswer(
        id=request.id,
        protocol=PROTOCOL,
        library=__version__,
        rules=RULES_REVISION,
        languages=tuple(LANGUAGES),
        sessions=server.limits.sessions,
        steps=server.limits.steps,
        listed=MOST_LISTED,
        line=server.limits.line,
    )
    return attrs.evolve(server, is_greeted=True), answer


def _new_game(server: Server, request: requests.NewGameRequest) -> _Answered:
    ruleset = request.ruleset or server.ruleset
    started = start_event(request.players, seed=request.seed, setup=request.setup, ruleset=ruleset)
    return _begun(server, request, Session.start(started), full=request.full)


def _open_table(server: Server, request: requests.OpenTableRequest) -> _Answered:
    ruleset = request.ruleset or server.ruleset
    started = table_opened(request.players, start_seat=request.start_seat, ruleset=ruleset)
    return _begun(server, request, Session.start(started), full=False)


def _load(server: Server, request: requests.LoadRequest) -> _Answered:
    server.check_room()  # before a log is read, which takes time
    if (request.lines is None) == (request.state is None):
        raise MalformedError("lines: give either the lines of a log or a state")
    if request.state is not None:
        return _begun(server, request, Session(request.state), full=request.full)
    text = "".join(f"{line}\n" for line in request.lines or ())
    try:
        session = Session.from_log(text.encode(), server.ruleset)
    except UnicodeEncodeError:
        raise MalformedError("lines: a text that UTF-8 has no bytes for") from None
    return _begun(server, request, session, full=request.full)


def _begun(server: Server, request: Request, session: Session, *, full: bool) -> _Answered:
    server, name = server.open_session(session)
    return server, told(server, request, name, full=full)


def told(server: Server, request: Request, name: str, *, full: bool) -> PositionAnswer:
    """Return where a session stands."""
    session = server.session(name)
    state = session.state
    return PositionAnswer(
        id=request.id,
        state=state if full else state.public(),
        scores=state.scores,
        winners=state.winners,
        session=name,
        steps=len(session.steps),
        undone=len(session.undone),
        end_reason=session.end_reason,
    )


def _apply(server: Server, request: requests.ApplyRequest) -> _Answered:
    state = server.position_of(request.session, request.state)
    if request.session is None:
        return server, _transition(request, apply(state, request.move), full=True)
    session, transition = server.session(request.session).play(request.move)
    return server.with_session(request.session, session), _transition(request, transition, full=request.full)


def _reveal(server: Server, request: requests.RevealRequest) -> _Answered:
    state = server.position_of(request.session, request.state)
    if request.session is None:
        return server, _transition(request, reveal(state, request.piece), full=True)
    session, transition = server.session(request.session).reveal(request.piece)
    return server.with_session(request.session, session), _transition(request, transition, full=True)


def _transition(request: Request, transition: Transition, *, full: bool) -> TransitionAnswer:
    state, events = transition
    return TransitionAnswer(id=request.id, state=state if full else state.public(), events=events)


def _undo(server: Server, request: requests.UndoRequest) -> _Answered:
    server = server.with_session(request.session, server.session(request.session).undo(request.to))
    return server, told(server, request, request.session, full=request.full)


def _redo(server: Server, request: requests.RedoRequest) -> _Answered:
    session, transition = server.session(request.session).redo()
    return server.with_session(request.session, session), _transition(request, transition, full=request.full)


def _end(server: Server, request: requests.EndRequest) -> _Answered:
    server = server.with_session(request.session, server.session(request.session).end(request.reason))
    return server, told(server, request, request.session, full=False)


def _close(server: Server, request: requests.CloseRequest) -> _Answered:
    return server.without_session(request.session), ClosedAnswer(id=request.id, session=request.session)


PLAYING: Final[Mapping[type[Request], Callable[[Server, Any], _Answered]]] = {
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
"""What answers the requests after which a server may be another one."""
