"""The languages that the library has words in; a new one is a module of words, and a name here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ..errors import MisuseError
from . import _english as english
from . import _german as german
from . import _polish as polish

Language: TypeAlias = Literal["en", "pl", "de"]
"""A language that the game's words are known in."""

LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"en": english.WORDS, "pl": polish.WORDS, "de": german.WORDS}
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
