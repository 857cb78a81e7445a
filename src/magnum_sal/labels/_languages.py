"""The languages that the library has words in; a new one is a module of words, and a name here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ..errors import MisuseError
from . import _english as english
from . import _german as german
from . import _polish as polish
from . import _reasons_english as reasons_in_english
from . import _reasons_german as reasons_in_german
from . import _reasons_polish as reasons_in_polish

Language: TypeAlias = Literal["en", "pl", "de"]
"""A language that the game's words are known in."""

REASON: Final = "reason."
"""What the ids of reasons begin with, among all words."""


def _with_reasons(own: Mapping[str, str], reasons: Mapping[str, str]) -> dict[str, str]:
    return {**own, **{f"{REASON}{reason}": sentence for reason, sentence in reasons.items()}}


LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": _with_reasons(english.WORDS, reasons_in_english.REASONS),
        "pl": _with_reasons(polish.WORDS, reasons_in_polish.REASONS),
        "de": _with_reasons(german.WORDS, reasons_in_german.REASONS),
    }
)
"""All words by language and id."""


def words(language: str) -> Mapping[str, str]:
    """
    Return all built-in words of *language*, by id.

    Raises:
        MisuseError: the library has no words in it.
    """
    try:
        return LANGUAGES[language]
    except (KeyError, TypeError):
        known = ", ".join(LANGUAGES)
        raise MisuseError(f"language {language!r}: there are words in {known}") from None
