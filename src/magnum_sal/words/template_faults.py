"""Record words that do not fit their facts, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from ..errors.messages import brief


class TemplateFault(NamedTuple):
    """Words that were skipped because the facts cannot fill them."""

    key: str
    language: str
    fault: str


class FaultRecorder:
    """A recorder of template faults."""

    def __init__(self) -> None:
        self.misfits: list[TemplateFault] = []
        """The faults without duplicates, in order of discovery."""
        self.own: set[str] = set()
        """The ids for which a ruleset's own words were used."""

    def record(self, key: str, language: str, error: Exception) -> None:
        """Record words that were skipped."""
        fault = f"unknown fact {brief(error.args[0])}" if type(error) is KeyError and error.args else str(error)
        if (found := TemplateFault(key, language, fault)) not in self.misfits:
            self.misfits.append(found)


# A context variable, so that each thread or task records only its own misfits.
RECORDER: Final[ContextVar[FaultRecorder | None]] = ContextVar("magnum_sal.words.faults", default=None)
"""The active recorder, or None."""


@contextmanager
def record_faults() -> Iterator[FaultRecorder]:
    """Record template faults in the ``with`` block."""
    heard = FaultRecorder()
    token = RECORDER.set(heard)
    try:
        yield heard
    finally:
        RECORDER.reset(token)
