"""The JSON forms of requests and answers; a request is read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..ruleset import Ruleset
from ..serialization._shapes import Form
from ..serialization._text import shown
from ..serialization._writing import form_writer
from ..serve._forms import REQUESTS as QUESTIONS
from ..serve._forms import form_of_message, read_message
from ..serve._refused_error import RefusedError
from . import _answers as answers
from . import _requests as requests
from ._answers import TableAnswer
from ._requests import TableRequest


def _forms(module: Any, base: type[Any], *, is_asked: bool) -> dict[type[Any], Form]:
    return {
        kind: form_of_message(kind, is_asked=is_asked)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and hasattr(kind, "type")
    }


TABLE_REQUESTS: Final[Mapping[type[Any], Form]] = _forms(requests, TableRequest, is_asked=True)
"""The kinds of request and their forms."""
TABLE_ANSWERS: Final[Mapping[type[Any], Form]] = _forms(answers, TableAnswer, is_asked=False)
"""The kinds of answer and their forms."""

_BY_TYPE: Final = {kind.type: kind for kind in TABLE_REQUESTS}
_WRITERS: Final = {kind: form_writer(form) for kind, form in TABLE_ANSWERS.items()}
ASKED: Final = frozenset(kind.type for kind in QUESTIONS) - frozenset(_BY_TYPE)
"""The types of the questions of ``magnum_sal.serve``."""


def is_question(data: Mapping[str, Any]) -> bool:
    """Say whether plain *data* are a question of ``magnum_sal.serve`` by their type."""
    tag = data.get("type")
    return type(tag) is str and tag in ASKED


def table_answer_data(answer: TableAnswer) -> dict[str, Any]:
    """Return an answer as plain JSON data."""
    return _WRITERS[type(answer)](answer)


def read_table_request(data: Mapping[str, Any], ruleset: Ruleset) -> TableRequest:
    """
    Return the request that plain *data* are.

    Raises:
        MagnumSalError: they are none; the sentence names the field.
    """
    tag = data.get("type")
    if type(tag) is not str or tag not in _BY_TYPE:
        raise RefusedError("unknown_request", f"type: {shown(tag)} is no request; those are {', '.join(_BY_TYPE)}")
    kind = _BY_TYPE[tag]
    request: TableRequest = read_message(kind, TABLE_REQUESTS[kind], dict(data), lambda _: ruleset)
    return request
