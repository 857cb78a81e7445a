"""Telling what speaks against a move: a sentence of the reason, filled with the facts."""

from __future__ import annotations

from typing import Any

from .._wording import brief, printable
from ..errors import LONGEST_SENTENCE, MisuseError, Objection
from ..ruleset import Ruleset
from ._filling import Filling
from ._languages import REASON, words_of
from ._lookup import find


def objection_in_words(objection: Objection, language: str = "en") -> str:
    """
    Return what speaks against a move, for the person at the table: one printable line of at most 460 characters.

    >>> from magnum_sal import PlaceMiner, new_game, objection
    >>> against = objection(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S2"))
    >>> objection_in_words(against), objection_in_words(against, "de")
    ('S2 is not connected to the entrance: S1 is empty', 'S2 ist nicht mit dem Eingang verbunden: S1 ist leer')

    The words are those that a rule of the objection's ruleset has for ``"RULE.reason"``, such as
    ``"SMITHY-1.nothing_used"``, in English where it has none in *language*; then the library's own. A reason that is a
    sentence itself is told as it is; one that nobody has words for by its id and the facts.

    Raises:
        MisuseError: *objection* is none, or *language* is none of ``LANGUAGES``.
    """
    if not isinstance(objection, Objection):
        raise MisuseError(f"{brief(objection)} is no objection")
    words_of(language)  # refuses a language that is not known
    return printable(_told(objection, language), LONGEST_SENTENCE)


def _told(objection: Objection, language: str) -> str:
    if objection.is_told:
        return objection.reason
    filling = Filling(language, objection.ruleset if isinstance(objection.ruleset, Ruleset) else None)
    for key in (f"{objection.rule}.{objection.reason}", f"{REASON}{objection.reason}"):
        if find(key, language, filling.ruleset) is not None:
            told = filling.told(key, objection.values)
            return bare(objection) if told is None else told
    return bare(objection)


def bare(objection: Objection) -> str:
    """Return a reason without words by its id and the facts."""
    reason = objection.reason.replace("_", " ")
    facts = ", ".join(f"{name.replace('_', ' ')} {_plain(fact)}" for name, fact in objection.values.items())
    return f"{reason} ({facts})" if facts else reason


def _plain(fact: Any) -> str:
    return ", ".join(map(_plain, fact)) if isinstance(fact, tuple) else str(fact)
