"""The texts as they are written down, read from the files of a language when they are first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ..._internal.caches import cached
from ...model.rule_text import RuleText, Ruling
from ..languages import load_file
from ._deciding import DECIDED_BY

LANGUAGES: Final = ("en", "pl", "de")
"""The languages that the library has the texts in."""

BOOKLET: Final = ("pl", "en", "de")
"""The languages of the booklet, the original first."""

_CHAPTERS: Final = ("pieces", "mine", "town", "tools")


@cached(most=len(LANGUAGES))
def phrases(language: str) -> Mapping[str, str]:
    """Return what texts are put together with."""
    return MappingProxyType(load_file(f"{language}/rules/phrases.toml"))


@cached(most=len(LANGUAGES))
def written(language: str) -> Mapping[str, RuleText]:
    """Return the texts of the standard game's rules by id, in the order of the rules page, with their braces."""
    silent = phrases(language)["silent"]
    entries = {rule: entry for file in _CHAPTERS for rule, entry in load_file(f"{language}/rules/{file}.toml").items()}
    return MappingProxyType({rule: _text(rule, entry, silent) for rule, entry in entries.items()})


def _text(rule: str, entry: Mapping[str, Any], silent: str) -> RuleText:
    rulings = entry.get("rulings", {}).items()
    return RuleText(
        id=rule,
        title=_in_one_line(entry["title"]),
        summary=_in_one_line(entry["summary"]),
        text=_in_one_line(entry["text"]),
        rulings=tuple(_ruling(rule, f"{rule}.{word}", ruling, silent) for word, ruling in rulings),
    )


def _ruling(rule: str, id: str, entry: Mapping[str, str], silent: str) -> Ruling:
    return Ruling(
        id=id,
        rule=rule,
        question=_in_one_line(entry["question"]),
        decision=_in_one_line(entry["decision"]),
        reason=_in_one_line(entry["reason"]),
        readings={language: _in_one_line(entry.get(language, silent)) for language in BOOKLET},
        switch=DECIDED_BY[id],
    )


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
