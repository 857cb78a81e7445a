"""Telling what speaks against a move: a sentence of the reason, filled with the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import LONGEST_SENTENCE, MisuseError, Objection
from ..errors.messages import brief, printable
from ..model.ruleset import Ruleset
from ._lookup import find_first
from .filling import TemplateFiller
from .languages import REASON, words_of


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

    A fact can choose other words. Those for ``"RULE.reason.then"`` go first where the fact ``then`` is True. Those for
    ``"RULE.reason.one_spaces"`` go first where ``spaces`` is 1 or has one entry, and those for
    ``"RULE.reason.no_salt"`` where ``salt`` is 0 or empty.

    Raises:
        MisuseError: *objection* is none, or *language* is none of ``LANGUAGES``.
    """
    if not isinstance(objection, Objection):
        raise MisuseError(f"{brief(objection)} is no objection")
    words_of(language)  # refuses a language that is not known
    return printable(_describe_objection(objection, language), LONGEST_SENTENCE)


def _describe_objection(objection: Objection, language: str) -> str:
    if objection.is_told:
        return objection.reason
    filling = TemplateFiller(language, objection.ruleset if isinstance(objection.ruleset, Ruleset) else None)
    for key in (f"{objection.rule}.{objection.reason}", f"{REASON}{objection.reason}"):
        keys = (*(f"{key}.{variant}" for variant in _variants(objection.values)), key)
        # Words of this language go first, so that an added language without variants is not told in English.
        if (found := find_first(keys, language, filling.ruleset)) is not None:
            told = filling.fill_first(objection.values, found[0])
            return bare(objection) if told is None else told
    return bare(objection)


def _variants(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the variants of a sentence that these facts choose, in the order of the facts' names."""
    for name, fact in values.items():
        if isinstance(fact, bool):
            if fact:
                yield name
        elif fact == 1 or (isinstance(fact, tuple) and len(fact) == 1):
            yield f"one_{name}"
        elif fact is not None and not fact:
            yield f"no_{name}"


def bare(objection: Objection) -> str:
    """Return a reason without words by its id and the facts."""
    reason = objection.reason.replace("_", " ")
    facts = ", ".join(f"{name.replace('_', ' ')} {_plain(fact)}" for name, fact in objection.values.items())
    return f"{reason} ({facts})" if facts else reason


def _plain(fact: Any) -> str:
    return ", ".join(map(_plain, fact)) if isinstance(fact, tuple) else str(fact)
