"""Hearing which words do not fit what they are to tell, for the tests of whoever wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from ..errors.messages import brief


class Misfit(NamedTuple):
    """Words that were passed over, since the facts do not fill them."""

    key: str
    language: str
    fault: str


class MisfitLog:
    """What was heard so far."""

    def __init__(self) -> None:
        self.misfits: list[Misfit] = []
        """Each once, in the order in which they were met."""
        self.own: set[str] = set()
        """The ids that a ruleset's own words were asked for."""

    def problem(self, key: str, language: str, error: Exception) -> None:
        """Keep words that were passed over."""
        fault = f"there is no fact {brief(error.args[0])}" if type(error) is KeyError and error.args else str(error)
        if (found := Misfit(key, language, fault)) not in self.misfits:
            self.misfits.append(found)


HEARING: Final[ContextVar[MisfitLog | None]] = ContextVar("magnum_sal.words.hearing", default=None)
"""Who listens, if anybody does."""


@contextmanager
def hearing() -> Iterator[MisfitLog]:
    """Listen to what is told meanwhile."""
    heard = MisfitLog()
    token = HEARING.set(heard)
    try:
        yield heard
    finally:
        HEARING.reset(token)
