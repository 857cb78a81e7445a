"""Refusals: answers that explain failed requests to people, and the logging of other failures."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Final

from ..errors import ExtensionError, IllegalMoveError, LogError, MagnumSalError, MalformedError
from ..protocol import table_answers as answers
from ..protocol.refused_error import RefusedError
from ..words import error_in_words, objection_in_words

_LOGGER: Final = logging.getLogger(__name__)

_NOT_KEPT: Final = "the log of the game cannot be read or written, so nothing has changed; try again later"

FAILED: Final = "internal error; the details are in the server's log"


def refusal(error: MagnumSalError, language: str = "en") -> answers.RefusalAnswer:
    """Return the refusal for an error. Broken rules and players' mistakes are described in *language*."""
    if isinstance(error, IllegalMoveError):
        sentence = objection_in_words(error.objection, language)
        return answers.RefusalAnswer(code="illegal_move", sentence=sentence, objection=error.objection)
    if isinstance(error, LogError):
        # The message names files on the server, which clients must not see.
        _LOGGER.error("a log failed: %s", error)
        return answers.RefusalAnswer(code="not_kept", sentence=_NOT_KEPT)
    if isinstance(error, ExtensionError):
        _LOGGER.error("an extension failed", exc_info=error)
        return answers.RefusalAnswer(code="internal", sentence=FAILED)
    code = error.code if isinstance(error, RefusedError) else None
    code = code or ("malformed" if isinstance(error, MalformedError) else "misuse")
    return answers.RefusalAnswer(code=code, sentence=error_in_words(error, language))


@contextlib.contextmanager
def log_failure(failure: str, table: str) -> Iterator[None]:
    """
    Report an error at a table to the operator instead of raising it, so that other tables are not affected.

    *failure* is the log message. Refusals are expected, for example if the table does not exist any more, so they are
    not reported.
    """
    try:
        yield
    except RefusedError:
        pass
    except MagnumSalError as error:
        _LOGGER.error(failure, table, error)
