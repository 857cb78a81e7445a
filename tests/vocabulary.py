"""The words of each language, to find words of another language, and the ids of reasons."""

from __future__ import annotations

import re

from smithy import SMITHY_GAME

from magnum_sal.testing.strategies import NAMES
from magnum_sal.words import LANGUAGES
from magnum_sal.words.languages import REASON

WORD = re.compile(r"[^\W\d_]{2,}")
BRACES = re.compile(r"\{[^}]*\}")

REASONS = tuple(key.removeprefix(REASON) for key in LANGUAGES["en"] if key.startswith(REASON))
"""The ids of the library's reasons and of their variants."""


def vocabulary(language: str) -> set[str]:
    """Return all words of *language*, without texts in braces."""
    brought = [rule.labels.get(language, {}).values() for rule in SMITHY_GAME.rules]
    texts = [*LANGUAGES[language].values(), *(text for texts in brought for text in texts)]
    return {word.casefold() for text in texts for word in WORD.findall(BRACES.sub(" ", text))}


ENGLISH_ALONE = {language: vocabulary("en") - vocabulary(language) for language in ("en", "pl", "de")}
"""For each of the library's languages, the English words that it does not use."""


def foreign_words(sentence: str, language: str) -> set[str]:
    """
    Return the words of *sentence* that exist only in English, except players' names.

    *language* is the expected one.
    """
    words = {word.casefold() for word in WORD.findall(sentence)} - {name.casefold() for name in NAMES}
    return words & ENGLISH_ALONE[language]
