"""Describe the objection to a move: a sentence for the reason, filled with the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import LONGEST_SENTENCE, IllegalMoveError, MisuseError, Objection, format_bare_reason
from ..errors.messages import brief, printable
from ..model.ruleset import Ruleset
from ._lookup import find_first
from .filling import TemplateFiller
from .languages import REASON, words_of


def objection_in_words(objection: Objection | IllegalMoveError, language: str = "en") -> str:
    """
    Describe the objection to a move for players, in one printable line of at most 460 characters.

    >>> from magnum_sal import PlaceMiner, new_game, objection
    >>> against = objection(new_game(["Ada", "Ben"], seed=7), PlaceMiner("stock", "S2"))
    >>> objection_in_words(against), objection_in_words(against, "de")
    ('S2 is not connected to the entrance: S1 is empty', 'S2 ist nicht mit dem Eingang verbunden: S1 ist leer')

    You can pass the ``IllegalMoveError`` that you caught instead of its ``objection``.

    The words for ``"RULE.reason"``, such as ``"SMITHY-1.nothing_used"``, come from a rule in the objection's ruleset,
    in English if the rule has none in *language*. The library's own words come next. A reason that is already a
    sentence is returned unchanged. A reason without words is shown as its id with the facts.

    A fact can select other words. The words for ``"RULE.reason.then"`` come first if the fact ``then`` is True. The
    words for ``"RULE.reason.one_spaces"`` come first if ``spaces`` is 1 or has one entry, and the words for
    ``"RULE.reason.no_salt"`` if ``salt`` is 0 or empty.

    Raises:
        MisuseError: *objection* is neither an ``Objection`` nor an ``IllegalMoveError``, or *language* is not in
            ``LANGUAGES``.
    """
    if isinstance(objection, IllegalMoveError):
        objection = objection.objection
    if not isinstance(objection, Objection):
        raise MisuseError(f"expected an Objection or an IllegalMoveError, got {brief(objection)}")
    words_of(language)  # raises an error for an unknown language
    return printable(_describe_objection(objection, language), LONGEST_SENTENCE)


def _describe_objection(objection: Objection, language: str) -> str:
    # A rule that only a few people use may have a sentence as its reason. An id contains no spaces, so the two cannot
    # be confused.
    if objection.is_told:
        return objection.reason
    # The errors are in a layer below the model, so the field has no narrower type there.
    filling = TemplateFiller(language, objection.ruleset if isinstance(objection.ruleset, Ruleset) else None)
    for key in (f"{objection.rule}.{objection.reason}", f"{REASON}{objection.reason}"):
        keys = (*(f"{key}.{variant}" for variant in list_variants(objection.values)), key)
        # Words in this language come first, so that English does not replace an added language without variants.
        if find_first(keys, language, filling.ruleset) is not None:
            # All keys are passed, because an added language may have variants that do not fit and that English lacks.
            told = filling.fill_first(objection.values, *keys)
            return format_bare_reason(objection.reason, objection.values) if told is None else told
    return format_bare_reason(objection.reason, objection.values)


def list_variants(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the suffixes of the sentence variants that these facts select, in the order of the facts."""
    for name, fact in values.items():
        for_true, for_one, for_none = list_endings(name)
        if isinstance(fact, bool):
            if fact:
                yield for_true
        elif fact == 1 or (isinstance(fact, tuple) and len(fact) == 1):
            yield for_one
        elif fact is not None and not fact:
            yield for_none


def list_endings(name: str) -> tuple[str, str, str]:
    """List the suffixes of the variants for a fact that is True, is 1 or has one entry, and is 0 or empty."""
    return name, f"one_{name}", f"no_{name}"
