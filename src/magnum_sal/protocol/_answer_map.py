"""The kind of answer to each kind of request, for clients with types."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any, Final

from . import table_answers, table_requests
from ._asking import ASKING
from ._server import PLAYING
from .table_answers import TableAnswer
from .table_forms import TABLE_QUESTIONS, TABLE_REQUESTS
from .table_requests import TableRequest


def _find_answer_class(function: Any) -> type[Any]:
    """Return the class of answers that a function of ``ASKING`` or ``PLAYING`` returns, from its annotation."""
    # mypy checks these annotations, so the map cannot differ from what the functions do.
    returned = typing.get_type_hints(function)["return"]
    answer: type[Any] = typing.get_args(returned)[-1] if typing.get_args(returned) else returned
    return answer


_OTHER: Final[Mapping[type[TableRequest], type[TableAnswer]]] = {
    table_requests.OpenRequest: table_answers.OpenedAnswer,
    table_requests.OpenLessonRequest: table_answers.OpenedAnswer,
    table_requests.ContinueRequest: table_answers.OpenedAnswer,
    table_requests.JoinRequest: table_answers.OpenedAnswer,
    table_requests.OptionsRequest: table_answers.OptionsAnswer,
    table_requests.GiveLinkRequest: table_answers.LinkAnswer,
    table_requests.HintRequest: table_answers.HintAnswer,
}
"""The requests to a table server, other than questions, whose answer is not ``done``."""

ANSWER_OF: Final[Mapping[str, type[Any]]] = {
    kind.type: _find_answer_class(function) for kind, function in (*PLAYING.items(), *ASKING.items())
}
"""The class of the answer to each request of the stdio protocol, by the type of the request."""

TABLE_ANSWER_OF: Final[Mapping[str, type[Any]]] = {
    **{str(form.tag): _OTHER.get(kind, table_answers.DoneAnswer) for kind, form in TABLE_REQUESTS.items()},
    **{str(form.tag): ANSWER_OF[str(form.tag)] for form in TABLE_QUESTIONS.values()},
}
"""The class of the answer to each request to a table server, by the type of the request."""
