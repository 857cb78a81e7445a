"""The languages that there are words in: three of the library's own, and those that a program adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ..errors import MisuseError
from ..errors.messages import brief
from ._topics import PREFIXES, read_words

Language: TypeAlias = Literal["en", "pl", "de"]
"""A language of the library's own."""

Plural: TypeAlias = Callable[[int], str]
"""Returns the plural category of a whole number by Unicode's CLDR: one of ``CATEGORIES``."""

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR, in its order."""

REASON: Final = PREFIXES["reasons"]
"""What the ids of reasons begin with, among all words."""


class Tongue(NamedTuple):
    """How a language counts, and the words that a program brought for it."""

    plural: Plural
    categories: tuple[str, ...]
    """Those that whole numbers take, in the order of CLDR: so many forms has each noun."""
    words: Mapping[str, str] | None = None
    """By id; None for a language of the library's own, whose words are in files."""

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


_TONGUES: Final[dict[str, Tongue]] = {
    "en": Tongue(_plural_of_two, ("one", "other")),
    "pl": Tongue(_polish_plural, ("one", "few", "many")),
    "de": Tongue(_plural_of_two, ("one", "other")),
}


class _Languages(Mapping[str, Mapping[str, str]]):
    """The words of each language, which are read when they are first asked for."""

    def __getitem__(self, code: str) -> Mapping[str, str]:
        if code not in _TONGUES:
            raise KeyError(code)
        return words_of(code)

    def __contains__(self, code: object) -> bool:
        return code in _TONGUES

    def __iter__(self) -> Iterator[str]:
        return iter(_TONGUES)

    def __len__(self) -> int:
        return len(_TONGUES)


LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = _Languages()
"""All words by language and id; ``add_language`` adds to it. What an added language lacks is told in English."""


def learn(code: str, tongue: Tongue) -> None:
    """Keep a language, for the whole process."""
    _TONGUES[code] = tongue


def forget(code: str) -> None:
    """Lose a language again; for tests, which leave nothing behind."""
    del _TONGUES[code]


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
    brought = tongue_of(language).words
    return read_words(language) if brought is None else brought
