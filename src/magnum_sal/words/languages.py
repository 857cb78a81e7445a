"""The available languages: three built-in ones, read from files, and those that a program adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from .._internal.caches import cached
from ..errors import MisuseError
from ..errors.messages import brief

Language: TypeAlias = Literal["en", "pl", "de"]
"""A built-in language."""

Plural: TypeAlias = Callable[[int], str]
"""A function that returns the CLDR plural category of a whole number: one of ``CATEGORIES``."""

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
    "actions",
    "ending",
    "pictures",
    "browser",
    "terminal",
    "hints",
    "analysis",
    "models",
    "refusals",
    "errors",
)
"""The names of the TOML files in a language's folder, in the order of their words in ``LANGUAGES``."""

REASON: Final = "reason."
"""The prefix of the ids of an objection's reasons."""
ERROR: Final = "error."
"""The prefix of the ids of an error's reasons."""
_PREFIXES: Final = {"refusals": REASON, "errors": ERROR}
"""The prefixes of ids by topic, which the files may omit."""


class Locale(NamedTuple):
    """The plural rule of a language, and the words that a program added for it."""

    plural: Plural
    categories: tuple[str, ...]
    """The categories of whole numbers, in CLDR order. Each noun has one form for each category."""
    words: Mapping[str, str] | None = None
    """The words by id; None for a built-in language, whose words are in files."""

    def form(self, number: int, forms: Sequence[str]) -> str:
        """Return the entry in *forms* that matches *number*, or the last one if there are too few."""
        # The bank may hold a negative number of cubes (SET-SUPPLY). The rules of CLDR are for absolute values.
        category = self.plural(abs(number))
        place = self.categories.index(category) if category in self.categories else len(forms)
        return forms[min(place, len(forms) - 1)]


def categories_of(plural: Plural) -> tuple[str, ...]:
    """Return the plural categories of numbers up to 200, in CLDR order; empty if *plural* returns an invalid one."""
    # Most rules of CLDR look at the last one or two digits, so 200 numbers show the categories in use. A category that
    # only larger numbers take, such as French millions, is left out. Locale.form() then uses the last form.
    used = {plural(number) for number in range(201)}
    if not used <= set(CATEGORIES):
        return ()
    return tuple(category for category in CATEGORIES if category in used)


def _plural_of_two(number: int) -> str:
    return "one" if number == 1 else "other"


def _polish_plural(number: int) -> str:
    if number == 1:
        return "one"
    # Polish counts 2 and 22 grosze, but 5 and 12 groszy.
    is_few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return "few" if is_few else "many"


_TONGUES: Final[dict[str, Locale]] = {
    "en": Locale(_plural_of_two, ("one", "other")),
    "pl": Locale(_polish_plural, ("one", "few", "many")),
    "de": Locale(_plural_of_two, ("one", "other")),
}


class _Languages(Mapping[str, Mapping[str, str]]):
    """The words of each language, read from files on first use."""

    def __getitem__(self, code: str) -> Mapping[str, str]:
        if code not in _TONGUES:
            raise KeyError(code)
        return words_of(code)

    # The method of ``Mapping`` would look up the item, and thus read the files of the language.
    def __contains__(self, code: object) -> bool:
        return code in _TONGUES

    def __iter__(self) -> Iterator[str]:
        return iter(_TONGUES)

    def __len__(self) -> int:
        return len(_TONGUES)


LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = _Languages()
"""All words by language and id. ``add_language`` adds languages; English words replace missing ones."""


def learn(code: str, tongue: Locale) -> None:
    """Register a language for the whole process."""
    _TONGUES[code] = tongue


def forget(code: str) -> None:
    """Remove a language that a test has added."""
    del _TONGUES[code]


def tongue_of(language: str) -> Locale:
    """
    Return the plural rule and the added words of a language.

    Raises:
        MisuseError: the language is unknown.
    """
    try:
        return _TONGUES[language]
    except (KeyError, TypeError):
        known = ", ".join(_TONGUES)
        raise MisuseError(f"language: expected one of {known}, got {brief(language)}") from None


def words_of(language: str) -> Mapping[str, str]:
    """
    Return the words of *language*, by id.

    Raises:
        MisuseError: the language is unknown.
    """
    brought = tongue_of(language).words
    return read_words(language) if brought is None else brought


# The three built-in languages fit, with room for languages that the library may add. Added languages are not cached
# here.
@cached(most=8)
def read_words(language: str) -> Mapping[str, str]:
    """Return the words of a built-in language, by id."""
    words = (entry for topic in TOPICS for entry in list_entries(topic, load_file(f"{language}/{topic}.toml")))
    return MappingProxyType(dict(words))


def load_file(path: str) -> dict[str, Any]:
    """Parse the library's TOML file at *path* in this package, such as ``"en/rules/mine.toml"``."""
    # Imported here, because a program may import this package without needing words.
    import tomllib
    from importlib.resources import files

    return tomllib.loads(files(__package__).joinpath(path).read_text("utf-8"))


def list_entries(topic: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the ids and words from a parsed file; a multi-line text becomes one line."""
    prefix = _PREFIXES.get(topic, "")
    for key, text in table.items():
        yield prefix + key.removeprefix(prefix), " ".join(text.splitlines()) if isinstance(text, str) else text
