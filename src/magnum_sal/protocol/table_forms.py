"""The table server's requests and answers: their JSON forms, strict parsing, and the answer to each request."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..errors import MalformedError
from ..model.ruleset import Ruleset
from ..record.schema import register_forms
from ..record.serialization.shapes import Form
from ..record.serialization.strict_fields import check_exactly
from . import table_answers as answers
from . import table_requests as requests
from ._asking import ASKING
from ._server import PLAYING
from .answers import ErrorAnswer
from .message_forms import ANSWERS, REQUESTS, forms_of, kind_of, read_message
from .progress_requests import PositionHintRequest, PositionStandingRequest, SessionHistoryRequest
from .requests import LogRequest, Request
from .table_answers import TableAnswer
from .table_requests import TableRequest

TABLE_REQUESTS: Final[Mapping[type[Any], Form]] = forms_of(requests, TableRequest, is_asked=True)
"""The JSON form of each kind of request."""
TABLE_ANSWERS: Final[Mapping[type[Any], Form]] = forms_of(answers, TableAnswer, is_asked=False)
"""The JSON form of each kind of answer."""

_BY_TYPE: Final = {kind.type: kind for kind in TABLE_REQUESTS}

NO_ID: Final = 0
"""The id used for a question to a table if the request has no id."""


def _form_at_table(form: Form) -> Form:
    """Return the form of a question to a table, which has no session and an optional id."""
    parts = [part for part in form.parts if part.name != "session"]
    return attrs.evolve(
        form, parts=tuple(attrs.evolve(part, off=NO_ID) if part.name == "id" else part for part in parts)
    )


def _at_table(kind: type[Request]) -> type[Any]:
    """Create a subclass of a request with its own name, for questions to a table."""
    # Published schemas name each definition after its class, and a name can have only one definition. A question to a
    # table has a different form than in the stdio protocol, so its class needs a different name.
    return type(f"Table{kind.__name__}", (kind,), {"__doc__": kind.__doc__})


_ANSWERED_ELSEWHERE: Final = (LogRequest, SessionHistoryRequest, PositionStandingRequest, PositionHintRequest)
"""The questions that a table answers in another way: at separate URLs, or with its own ``hint`` request."""

TABLE_QUESTIONS: Final[Mapping[type[Any], Form]] = {
    _at_table(kind): _form_at_table(REQUESTS[kind]) for kind in ASKING if kind not in _ANSWERED_ELSEWHERE
}
"""The questions of ``magnum_sal.protocol`` that a table accepts, with their forms."""


def _find_answer_class(function: Any) -> type[Any]:
    """Return the class of answers that a function of ``ASKING`` or ``PLAYING`` returns, from its annotation."""
    # mypy checks these annotations, so the map cannot differ from what the functions do.
    returned = typing.get_type_hints(function)["return"]
    answer: type[Any] = typing.get_args(returned)[-1] if typing.get_args(returned) else returned
    return answer


ANSWER_OF: Final[Mapping[str, type[Any]]] = {
    kind.type: _find_answer_class(function) for kind, function in (*PLAYING.items(), *ASKING.items())
}
"""The class of the answer to each request of the stdio protocol, by the type of the request."""

_OTHER: Final[Mapping[type[TableRequest], type[TableAnswer]]] = {
    requests.OpenRequest: answers.OpenedAnswer,
    requests.OpenLessonRequest: answers.OpenedAnswer,
    requests.ContinueRequest: answers.OpenedAnswer,
    requests.JoinRequest: answers.OpenedAnswer,
    requests.OptionsRequest: answers.OptionsAnswer,
    requests.GiveLinkRequest: answers.LinkAnswer,
    requests.HintRequest: answers.HintAnswer,
}
"""The requests to a table server, other than questions, whose answer is not ``done``."""

_QUESTION_ANSWERS: Final = {kind.type: ANSWER_OF[kind.type] for kind in TABLE_QUESTIONS}

TABLE_ANSWER_OF: Final[Mapping[str, type[Any]]] = {
    **{str(form.tag): _OTHER.get(kind, answers.DoneAnswer) for kind, form in TABLE_REQUESTS.items()},
    **_QUESTION_ANSWERS,
}
"""The class of the answer to each request to a table server, by the type of the request."""

TABLE_TOLD: Final[Mapping[type[Any], Form]] = {
    kind: form for kind, form in ANSWERS.items() if kind in {ErrorAnswer, *_QUESTION_ANSWERS.values()}
}
"""The answers to ``TABLE_QUESTIONS``, with their forms."""

register_forms(TableRequest, {**TABLE_REQUESTS, **TABLE_QUESTIONS})
register_forms(TableAnswer, {**TABLE_ANSWERS, **TABLE_TOLD})

ASKED: Final = frozenset(kind.type for kind in TABLE_QUESTIONS)
"""The types of the questions that a table accepts."""

_FIELDS: Final = {str(form.tag): ("type", *(part.key for part in form.parts)) for form in TABLE_QUESTIONS.values()}
_IN_WORDS: Final = frozenset(
    str(form.tag)
    for form in (*TABLE_REQUESTS.values(), *TABLE_QUESTIONS.values())
    if any(part.key == "language" for part in form.parts)
)


def is_question(data: Mapping[str, Any]) -> bool:
    """Check by its type whether plain *data* is a question of ``magnum_sal.protocol``."""
    tag = data.get("type")
    return type(tag) is str and tag in ASKED


def is_in_words(data: Mapping[str, Any]) -> bool:
    """Check whether plain *data* has the type of a request with a language."""
    tag = data.get("type")
    return type(tag) is str and tag in _IN_WORDS


def check_question(data: Mapping[str, Any]) -> None:
    """Check that a question has no field that needs a session, such as ``last``; raise ``MalformedError`` otherwise."""
    known = dict.fromkeys(_FIELDS[data["type"]])
    # Only unknown fields are an error here. read_message() checks later whether a field is missing.
    check_exactly(known | dict(data), known)
    if data.get("last") is not None:
        raise MalformedError(
            "last: questions apply to a position; board.svg and history of the table show its last moves"
        )
    if data["type"] == "step_in_words" and data.get("move") is None:
        raise MalformedError("move: the field is missing; history of the table describes the moves that were made")


def read_table_request(data: Mapping[str, Any], ruleset: Ruleset) -> TableRequest:
    """
    Parse a request to the table server from plain *data*.

    Raises:
        MagnumSalError: the data is not a valid request; the message names the field.
    """
    if is_question(data):
        raise MalformedError(f"type: send {data['type']} to the address of a table")
    # Questions are not parsed here, but a misspelt question should get a suggestion, too.
    kind = kind_of(data, _BY_TYPE, sorted(ASKED))
    request: TableRequest = read_message(kind, TABLE_REQUESTS[kind], dict(data), lambda _: ruleset)
    return request
