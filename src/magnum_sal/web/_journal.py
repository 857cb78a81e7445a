"""
The journal: a line in the server's log for each table that is opened, refused or closed.

The lines have the level INFO, which most configurations omit. They contain the addresses of clients, which are personal
data, so ``magnum-sal serve`` writes them only with ``--log-tables``.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Final

from starlette.requests import Request

from ..errors.messages import printable
from ..protocol.refused_error import RefusedError
from ._directory import Directory

_LOGGER: Final = logging.getLogger(__name__)
# A separate logger, because the server omits repeated refusals. Anybody can cause as many of them as they like.
_REFUSALS: Final = logging.getLogger(f"{__name__}.refusals")
JOURNAL: Final = _LOGGER.name
"""The name of the logger for opened and closed tables."""
REFUSALS: Final = _REFUSALS.name
"""The name of the logger for tables that were refused."""
_LIMITS: Final = ("too_many", "too_fast")
"""The codes of refusals that are due to a limit."""
_LONGEST_ADDRESS: Final = 100


def log_opening(table: str, request: Request) -> None:
    """Write a line about a table that a request opened."""
    _LOGGER.info("table %s opened by %s", table, _address_of(request))


def log_closing(table: str, reason: str) -> None:
    """Write a line about a table that was closed for a *reason*, such as ``"by its host"``."""
    _LOGGER.info("table %s closed %s", table, reason)


@contextlib.contextmanager
def log_refused_openings(request: Request, directory: Directory, most: int) -> Iterator[None]:
    """Write a line if a limit prevents a request from opening a table. *most* tables can be open in the directory."""
    try:
        yield
    except RefusedError as error:
        if error.code in _LIMITS:
            count = len(directory.names())
            _REFUSALS.info("no table for %s: %s (%d of %d tables)", _address_of(request), error, count, most)
        raise


def _address_of(request: Request) -> str:
    # Behind a proxy, the address is the text of a header.
    return printable(request.client.host, _LONGEST_ADDRESS) if request.client else "an unknown address"
