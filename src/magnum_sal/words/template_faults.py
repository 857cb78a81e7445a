"""Record faults of words for tests: facts that do not fit, ids without words, and facts without a format."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple

from ..errors.messages import brief


class TemplateFault(NamedTuple):
    """Words that were skipped because the facts cannot fill them."""

    key: str
    language: str
    fault: str


class PlainFact(NamedTuple):
    """A fact that a template inserted without a format or a meaning."""

    key: str
    language: str
    name: str
    fact: str | type
    """The fact itself if it is a string; otherwise its type, or the type of an entry."""


class FaultRecorder:
    """A recorder of the faults of words."""

    def __init__(self) -> None:
        self.misfits: list[TemplateFault] = []
        """The faults without duplicates, in order of discovery."""
        self.own: set[str] = set()
        """The ids for which a ruleset's own words were used."""
        self.unworded: dict[tuple[str, str], None] = {}
        """The ids that were shown without words in the requested language, each with this language."""
        self.unasked: dict[tuple[str, str, str], None] = {}
        """The kinds of move and fields whose questions were shown without words, each with the language."""
        self.plain: dict[PlainFact, str] = {}
        """The facts that templates inserted without a format, with the text of the first one of each type."""

    def record(self, key: str, language: str, error: Exception) -> None:
        """Record words that were skipped."""
        fault = f"unknown fact {brief(error.args[0])}" if type(error) is KeyError and error.args else str(error)
        if (found := TemplateFault(key, language, fault)) not in self.misfits:
            self.misfits.append(found)

    def record_plain(self, key: str, language: str, name: str, fact: Any) -> None:
        """Record a fact that a template inserted without a format. The entries of a tuple count separately."""
        for part in fact if isinstance(fact, tuple) else (fact,):
            kind = part if isinstance(part, str) else type(part)
            self.plain.setdefault(PlainFact(key, language, name, kind), brief(part, 60))


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
