"""Messages to a table: reading questions and requests for hints, and answering all other requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from ..errors import IllegalMoveError, MalformedError, MisuseError
from ..model.state import GameState
from ..protocol import Server, answer
from ..protocol import table_answers as answers
from ..protocol import table_requests as requests
from ..protocol.table_forms import NO_ID, check_question
from ..protocol.table_options import answer_options
from . import _news as news
from ._changes import Change
from ._parameters import check_language
from ._permissions import check_to_move
from ._refusals import refusal
from ._table import Table
from ._thinking import build_server

Act = Callable[[Table, str, requests.TableRequest], Change]
"""Applies a browser's request to a table and returns the change. Raises the errors of ``change_of``."""
SLOW: Final = frozenset(("legal_moves", "sensible_moves"))
"""Questions whose answers can be very long."""


@attrs.frozen
class Question:
    """A question of ``magnum_sal.protocol`` about the position of a table, as a browser sees it."""

    server: Server
    """A server for questions about the position, which plays no games."""
    data: Mapping[str, Any]
    """The question, with an id."""

    @property
    def state(self) -> GameState:
        """The position of the table, as the browser sees it."""
        assert self.server.position is not None
        return self.server.position

    @property
    def is_slow(self) -> bool:
        """Whether a worker should answer the question, so that nobody else has to wait."""
        # Some positions have 80,000 legal moves (docs/reference/limits.md).
        return self.data["type"] in SLOW

    def answer(self) -> dict[str, Any]:
        """Return the answer to a question that is not slow."""
        return answer(self.server, dict(self.data))[1]


@attrs.frozen
class HintQuestion:
    """The subject of a hint."""

    state: GameState
    number: int
    language: str


def read_question(table: Table, browser: str, data: Mapping[str, Any]) -> Question:
    """Return a browser's question. Raises the errors of ``check_question``."""
    check_question(data)
    game = table.game
    server = attrs.evolve(
        build_server(game.state.seen_by(table.viewer_of(browser))),
        position_steps=game.step_count,
        position_undone=len(game.undone),
        position_end_reason=game.end_reason,
    )
    return Question(server, {"id": NO_ID} | dict(data))


def read_hint(table: Table, browser: str, wanted: requests.HintRequest) -> HintQuestion:
    """Return the subject of a browser's request for a hint. Raises the errors of ``check_to_move``."""
    check_to_move(table, browser, wanted.number)
    state = table.game.state.seen_by(table.game.state.turn_seat)
    return HintQuestion(state, wanted.number, check_language(wanted.language))


def answer_message(act: Act, table: Table, browser: str, wanted: requests.TableRequest) -> answers.TableAnswer:
    """Return the answer to a browser's request to a table. Raises the errors of ``change_of``."""
    match wanted:
        case requests.OptionsRequest():
            check_language(wanted.language)
            return answer_options(table.game.state.seen_by(table.viewer_of(browser)), wanted)
        case requests.CancelReviewRequest():
            pass  # The server has already stopped the review. A page without a server stops its worker.
        case requests.PlayRequest():
            language = check_language(wanted.language)
            try:
                # The objection is described in the language of the request, which the caller does not know.
                act(table, browser, wanted)
            except (IllegalMoveError, MalformedError, MisuseError) as error:
                return refusal(error, language)
        case requests.JoinRequest() | requests.HintRequest():  # these have an endpoint or a worker of their own
            raise MalformedError(f"type: {wanted.type} is not a request to a table")
        case _:
            link = act(table, browser, wanted).link
            if link is not None:
                return answers.LinkAnswer(link=news.link_path(link))
    return answers.DoneAnswer(number=table.number)
