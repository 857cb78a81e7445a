"""Answer requests about the progress of a game, and describe its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..engine.steps import Step, number_moves
from ..errors import MisuseError
from ..model.events import TileSeen
from ..render.board_facts import turn_in_words
from ..words import event_in_words, standing_in_words, step_in_words
from ..words.agreement import describe_ending
from . import progress_requests as requests
from ._server import Server
from ._session import Session
from .progress_answers import (
    Advice,
    NewsItem,
    PositionHintAnswer,
    PositionStandingAnswer,
    SessionHistoryAnswer,
)


def answer_hint(server: Server, request: requests.PositionHintRequest) -> PositionHintAnswer:
    """Answer with the moves that the server's adviser recommends."""
    state = server.position_of(request.session, request.state, request.viewer)
    if server.advise is None:
        raise MisuseError("this server gives no hints")
    if request.session is not None:
        server.session(request.session).check_open()
    advice = server.advise(
        # A hint must reveal neither a face-down piece nor the secrets of the player to move (PUBLIC-1).
        state if state.is_public else state.public(),
        iterations=request.iterations,
        lines=request.lines,
        seed=request.seed,
        language=request.language,
    )
    return PositionHintAnswer(id=request.id, advice=advice, words=describe_advice(advice))


def describe_advice(advice: Iterable[Advice]) -> tuple[str, ...]:
    """Return a paragraph for each move of a hint."""
    return tuple(" ".join([f"{entry.words}.", *entry.told]) for entry in advice)


def answer_standing(server: Server, request: requests.PositionStandingRequest) -> PositionStandingAnswer:
    """Answer with the scores as a table, and the progress of the game in words."""
    state = server.position_of(request.session, request.state, request.viewer)
    reason = server.end_reason_of(request.session, request.state)
    headings, *rows = standing_in_words(state, request.language)
    return PositionStandingAnswer(
        id=request.id,
        headings=headings,
        rows=tuple(rows),
        words=describe_ending(state, reason, request.language),
        turn_words=turn_in_words(state, request.language, reason),
    )


def answer_history(server: Server, request: requests.SessionHistoryRequest) -> SessionHistoryAnswer:
    """Answer with a page of the moves that have not been undone, in words."""
    numbered = _number_steps(server.session(request.session))
    page = numbered[request.first : request.first + request.most]
    steps = (item for number, step in page for item in describe_steps([step], number, request.language, ()))
    return SessionHistoryAnswer(id=request.id, steps=tuple(steps), first=request.first, total=len(numbered))


def _number_steps(session: Session) -> list[tuple[int, Step]]:
    """Return the moves that have not been undone, each with the number of steps that an undo must leave to keep it."""
    numbers = number_moves((made.move, made.transition) for made in session.steps)
    # The pieces turned up after a move belong to it, so its last step is the one before the next move.
    last = [number - 1 for number in (*numbers, len(session.steps) + 1)][1:]
    return list(zip(last, session.last_steps(len(numbers)), strict=True))


def describe_steps(
    steps: Sequence[Step], first: int, language: str, secrets: Iterable[tuple[int, TileSeen]]
) -> Iterator[NewsItem]:
    """Yield the steps of a game in words, numbered from *first*, with the *secrets* that the reader knows."""
    seen: dict[int, list[TileSeen]] = {}
    for number, event in secrets:
        seen.setdefault(number, []).append(event)
    for number, step in enumerate(steps, start=first):
        secret = seen.get(number, ())
        own = (event_in_words(step.before, event, language) for event in secret)
        told, *others = step_in_words(step, language)
        words, events = (told, *own, *others), (*step.events, *secret)
        yield NewsItem(step=number, seat=step.seat, words=words, move=step.move, events=events)
