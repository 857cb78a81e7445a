"""The languages that there are words in: three of the library's own, in files, and those that a program adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from .._internal.caches import cached
from ..errors import MisuseError
from ..errors.messages import brief

Language: TypeAlias = Literal["en", "pl", "de"]
"""A language of the library's own."""

Plural: TypeAlias = Callable[[int], str]
"""Returns the plural category of a whole number by Unicode's CLDR: one of ``CATEGORIES``."""

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR, in its order."""

TOPICS: Final = (
    "pieces",
    "places",
    "tools",
    "course",
    "grammar",
    "directions",
    "moves",
    "payments",
    "events",
    "questions",
    "ending",
    "pictures",
    "browser",
    "terminal",
    "hints",
    "analysis",
    "refusals",
)
"""The names of the TOML files in a language's folder, in the order in which ``LANGUAGES`` has their words."""

REASON: Final = "reason."
"""What the ids of reasons begin with among all words; in their file they stand without it."""


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


@cached(most=8)
def read_words(language: str) -> Mapping[str, str]:
    """Return the words of a language of the library's own, by id."""
    words = (entry for topic in TOPICS for entry in list_entries(topic, load_file(f"{language}/{topic}.toml")))
    return MappingProxyType(dict(words))


def load_file(path: str) -> dict[str, Any]:
    """Return what is in a TOML file of the library's own, by its *path* in this package: ``"en/rules/mine.toml"``."""
    # Imported here, because a program may import this room and never ask for a word.
    import tomllib
    from importlib.resources import files

    return tomllib.loads(files(__package__).joinpath(path).read_text("utf-8"))


def list_entries(topic: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the ids of a file and what stands behind them; a text of several lines is one sentence."""
    prefix = REASON if topic == "refusals" else ""
    for key, text in table.items():
        yield prefix + key, " ".join(text.splitlines()) if isinstance(text, str) else text
