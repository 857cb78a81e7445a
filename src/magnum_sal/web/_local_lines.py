"""Lines of JSON: the replies of the workers of a page without a server, even to invalid lines."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from ..errors import MagnumSalError, MalformedError
from ..protocol import table_answers as answers
from ..protocol.refused_error import RefusedError
from ..record.serialization import to_dict
from ..record.serialization.json_text import read_json
from ..record.serialization.strict_fields import object_fields
from ..words import LANGUAGES
from ._parameters import Parameters
from ._refusals import refusal
from ._thinking import describe_delay

_LOGGER: Final = logging.getLogger(__name__)
_FAILED: Final = "internal error; the details are in the browser's console"

Reply = dict[str, Any]


def reply_to(line: str, find_reply: Callable[[Mapping[str, Any]], Reply]) -> Reply:
    """Return the reply of *find_reply* to the object in a line. Every error becomes a refusal."""
    language = "en"
    try:
        asked = object_fields(read_json(line))
        language = language_of(asked)
        return find_reply(asked)
    except MagnumSalError as error:
        return reply_with(refusal(error, language))
    except Exception:
        # An extension's rule can fail in any way. The page shows a message, and the other tables are not affected.
        _LOGGER.exception("a line failed")
        return reply_with(answers.RefusalAnswer(code="internal", sentence=_FAILED))


def reply_with(answer: answers.TableAnswer | str) -> Reply:
    """Return the reply with a message, or with the text of a picture or a log."""
    return {"text": answer} if isinstance(answer, str) else {"answer": to_dict(answer)}


def job_line(seconds: float, /, **asked: Any) -> Reply:
    """Return a reply with a line for the thinking worker. The page passes the line on and does not read it."""
    late = reply_with(refusal(RefusedError("too_fast", describe_delay(seconds))))
    return {"job": json.dumps(asked, separators=(",", ":")), "seconds": seconds, "late": late}


def parameters_of(asked: Mapping[str, Any]) -> Parameters:
    """Return the parameters in a line. Raises ``MalformedError`` if they are not texts and numbers."""
    given = asked.get("parameters", {})
    if not isinstance(given, dict) or not all(isinstance(value, (str, int)) for value in given.values()):
        raise MalformedError("parameters: expected an object of texts and numbers")
    return Parameters({name: str(value) for name, value in given.items()})


def language_of(asked: Mapping[str, Any]) -> str:
    """Return the language for a refusal: the one that the line names if it is supported, and English otherwise."""
    given = asked.get("parameters")
    named = given.get("language") if isinstance(given, dict) else asked.get("language")
    return named if isinstance(named, str) and named in LANGUAGES else "en"
