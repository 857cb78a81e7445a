"""The words of the expansion, by language and id."""

from . import english, german, polish

_LANGUAGES = {"en": english, "pl": polish, "de": german}

FEAST_WORDS = {language: words.FEASTS for language, words in _LANGUAGES.items()}
CRYSTAL_WORDS = {language: words.CRYSTALS for language, words in _LANGUAGES.items()}
