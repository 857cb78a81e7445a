"""Telling how players agreed to end a game early (PHASE-1): who agreed, and who was absent."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from .filling import sentence

_DELIMITERS: Final = frozenset(',;:"')
"""Characters that separate names in the words of an agreement: a name that has one of these is quoted."""


def agreement(agreed: Sequence[str], absent: Sequence[str], language: str = "en") -> str:
    """
    Return who agreed to an early end, and who was absent; in English it is the reason that a log records.

    >>> agreement(["Ada", "Ben"], ["Cleo"])
    'agreed by Ada, Ben; absent: Cleo'

    Both are names by seat: of the players who agreed, and of the people who could not be asked; bots are not named.
    """
    key = "agreement.absent" if absent else "agreement"
    named, missing = (", ".join(map(_quote_name, names)) for names in (agreed, absent))
    return sentence(key, language, agreed=named, absent=missing)


def early_end_in_words(players: Sequence[str], reason: str, language: str = "en") -> str:
    """
    Return a sentence that says that a game was ended early, and why.

    A server of tables records who agreed and who was absent. Such a reason is translated; any other is somebody's own
    words, and stays as it is.

    >>> early_end_in_words(["Ada", "Ben"], "agreed by Ada; absent: Ben", "de")
    'Vorzeitig beendet: mit Zustimmung von Ada; abwesend: Ben'
    >>> early_end_in_words(["Ada", "Ben"], "supper")
    'Ended early: supper'

    *players* are the names by seat, and *reason* is what ``Game.end_reason`` has.

    Raises:
        MisuseError: *language* is none of ``LANGUAGES``.
    """
    # Names may hold anything, so the reason is not parsed: each agreement that these players can make is compared.
    words = next((agreement(*sides, language) for sides in _sides(players) if agreement(*sides) == reason), reason)
    return sentence("agreed_end", language, reason=words)


def _sides(players: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield all ways to divide players into those who agreed and those who were absent, some being neither."""
    for parts in itertools.product(range(3), repeat=len(players)):
        agreed, absent = ([name for name, own in zip(players, parts, strict=True) if own == part] for part in (0, 1))
        yield agreed, absent


def _quote_name(name: str) -> str:
    """Return a name that nobody can take for several, or for another part of the sentence."""
    if _DELIMITERS.isdisjoint(name):
        return name
    inner = name.replace('"', "'")
    return f'"{inner}"'
