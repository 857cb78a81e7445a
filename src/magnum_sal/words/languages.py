"""The languages that there are words in: three of the library's own, and those that a program adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ..errors import MisuseError
from ..errors.messages import brief
from . import _analysis_english as analysis_in_english
from . import _analysis_german as analysis_in_german
from . import _analysis_polish as analysis_in_polish
from . import _english as english
from . import _german as german
from . import _pictures_english as pictures_in_english
from . import _pictures_german as pictures_in_german
from . import _pictures_polish as pictures_in_polish
from . import _polish as polish
from . import _questions_english as questions_in_english
from . import _questions_german as questions_in_german
from . import _questions_polish as questions_in_polish
from . import _reasons_english as reasons_in_english
from . import _reasons_german as reasons_in_german
from . import _reasons_polish as reasons_in_polish
from . import _tables_english as tables_in_english
from . import _tables_german as tables_in_german
from . import _tables_polish as tables_in_polish
from . import _terminal_english as terminal_in_english
from . import _terminal_german as terminal_in_german
from . import _terminal_polish as terminal_in_polish

Language: TypeAlias = Literal["en", "pl", "de"]
"""A language of the library's own."""

Plural: TypeAlias = Callable[[int], str]
"""Returns the plural category of a whole number by Unicode's CLDR: one of ``CATEGORIES``."""

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR, in its order."""

REASON: Final = "reason."
"""What the ids of reasons begin with, among all words."""


class Tongue(NamedTuple):
    """A language with its words, and how it counts."""

    words: Mapping[str, str]
    """By id."""
    plural: Plural
    categories: tuple[str, ...]
    """Those that whole numbers take, in the order of CLDR: so many forms has each noun."""

    def form(self, number: int, forms: Sequence[str]) -> str:
        """Return the one of these *forms* that goes with *number*, the last one where there are fewer."""
        category = self.plural(number)
        place = self.categories.index(category) if category in self.categories else len(forms)
        return forms[min(place, len(forms) - 1)]


def categories_of(plural: Plural) -> tuple[str, ...]:
    """Return the categories of the numbers up to 200, in the order of CLDR; none where *plural* is no such rule."""
    used = {plural(number) for number in range(201)}
    if not used <= set(CATEGORIES):
        return ()
    return tuple(category for category in CATEGORIES if category in used)


def _plural_of_two(number: int) -> str:
    return "one" if number == 1 else "other"


def _polish_plural(number: int) -> str:
    if number == 1:
        return "one"
    is_few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return "few" if is_few else "many"


def _tongue(
    words: Sequence[Mapping[str, str]], reasons: Mapping[str, str], plural: Plural, categories: Iterable[str]
) -> Tongue:
    told = {f"{REASON}{reason}": sentence for reason, sentence in reasons.items()}
    return Tongue(
        MappingProxyType({**dict(chain.from_iterable(part.items() for part in words)), **told}),
        plural,
        tuple(categories),
    )


_TONGUES: Final[dict[str, Tongue]] = {
    "en": _tongue(
        (
            english.WORDS,
            questions_in_english.QUESTIONS,
            pictures_in_english.PICTURES,
            tables_in_english.TABLES,
            terminal_in_english.TERMINAL,
            analysis_in_english.ANALYSIS,
        ),
        reasons_in_english.REASONS,
        _plural_of_two,
        ("one", "other"),
    ),
    "pl": _tongue(
        (
            polish.WORDS,
            questions_in_polish.QUESTIONS,
            pictures_in_polish.PICTURES,
            tables_in_polish.TABLES,
            terminal_in_polish.TERMINAL,
            analysis_in_polish.ANALYSIS,
        ),
        reasons_in_polish.REASONS,
        _polish_plural,
        ("one", "few", "many"),
    ),
    "de": _tongue(
        (
            german.WORDS,
            questions_in_german.QUESTIONS,
            pictures_in_german.PICTURES,
            tables_in_german.TABLES,
            terminal_in_german.TERMINAL,
            analysis_in_german.ANALYSIS,
        ),
        reasons_in_german.REASONS,
        _plural_of_two,
        ("one", "other"),
    ),
}

_WORDS: Final[dict[str, Mapping[str, str]]] = {code: tongue.words for code, tongue in _TONGUES.items()}

LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(_WORDS)
"""All words by language and id; ``add_language`` adds to it. What an added language lacks is told in English."""


def learn(code: str, tongue: Tongue) -> None:
    """Keep a language, for the whole process."""
    _TONGUES[code] = tongue
    _WORDS[code] = tongue.words


def forget(code: str) -> None:
    """Lose a language again; for tests, which leave nothing behind."""
    del _TONGUES[code], _WORDS[code]


def tongue_of(language: str) -> Tongue:
    """
    Return a language that there are words in.

    Raises:
        MisuseError: there are none.
    """
    try:
        return _TONGUES[language]
    except (KeyError, TypeError):
        known = ", ".join(_TONGUES)
        raise MisuseError(f"language {brief(language)}: there are words in {known}") from None


def words_of(language: str) -> Mapping[str, str]:
    """
    Return the words of *language*, by id.

    Raises:
        MisuseError: there are none in it.
    """
    return tongue_of(language).words
