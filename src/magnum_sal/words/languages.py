"""The available languages: three built-in ones, read from files, and those that programs and installed packages add."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from .._internal.caches import cached
from ..errors import MisuseError
from ..errors.messages import brief
from ._installed_languages import build_missing_error, call_language_function, find_language_point, list_installed

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
    """The plural rule of a language, and the words that a program or an installed package added for it."""

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
    # Most rules of CLDR depend on the last one or two digits, so these numbers cover the categories in use. A category
    # that only larger numbers have, such as French millions, is left out, and Locale.form() uses the last form for it.
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


_LOADED: Final[set[str]] = set()
"""The registered languages that installed packages provide."""

_FAILED: Final[dict[str, str]] = {}
"""The reasons why languages of installed packages did not load when all languages were listed, by code."""

_LOADING: Final[ContextVar[dict[str, Locale | None] | None]] = ContextVar("_LOADING", default=None)
"""The languages that functions of installed packages are adding; None for a language that is not added yet."""


class _Languages(Mapping[str, Mapping[str, str]]):
    """The words of each language, read from files or loaded from an installed package on first use."""

    def __getitem__(self, code: str) -> Mapping[str, str]:
        try:
            return words_of(code)
        except MisuseError as error:
            raise KeyError(code) from error

    # The method of ``Mapping`` would look up the item, and thus read the files of the language.
    def __contains__(self, code: object) -> bool:
        return code in _TONGUES or (isinstance(code, str) and try_load(code))

    def __iter__(self) -> Iterator[str]:
        return (code for code in list_codes() if code in _TONGUES or try_load(code))

    def __len__(self) -> int:
        return sum(1 for _ in self)


LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = _Languages()
"""
All words by language and id. English words replace missing ones.

The built-in languages come first, then those of ``add_language``, then those of installed packages. A package is loaded
on first use. If its language does not load, a ``UserWarning`` gives the reason once, and the language is left out.
"""


def list_registered() -> tuple[str, ...]:
    """Return the codes of the built-in languages, and of those that were added or loaded so far."""
    return tuple(_TONGUES)


def list_codes() -> tuple[str, ...]:
    """Return the codes in the order of ``LANGUAGES``, without loading a package, so some languages may not load."""
    # Packages can be loaded in any order. Their languages are sorted, so that a menu always lists them in one order.
    own = [code for code in list_registered() if code not in _LOADED]
    return (*own, *sorted((list_installed() | _LOADED).difference(own)))


def check_is_new(code: str) -> None:
    """Raise ``MisuseError`` if the language is registered, or a package is adding it."""
    if code in _TONGUES or (_LOADING.get() or {}).get(code) is not None:
        raise _build_repetition_error(code)


def learn(code: str, tongue: Locale) -> None:
    """
    Register a language for the whole process. While a package's function runs, only prepare the registration.

    Raises:
        MisuseError: another thread has registered the language in the meantime.
    """
    loading = _LOADING.get()
    if loading is not None:
        loading[code] = tongue
    elif _TONGUES.setdefault(code, tongue) is not tongue:
        raise _build_repetition_error(code)


def _build_repetition_error(code: str) -> MisuseError:
    return MisuseError(f"the language {code!r} already exists; a language can be added only once")


def forget(code: str) -> None:
    """Remove a language that a test has added."""
    del _TONGUES[code]
    _LOADED.discard(code)


def _load(code: str) -> Locale | None:
    """
    Load the language from an installed package. Return None if no package provides the language.

    Raises:
        MisuseError: several packages provide the language, or the package's function fails or does not add it.
    """
    outer = _LOADING.get() or {}
    if code in outer:
        return outer[code]
    point = find_language_point(code)
    if point is None:
        return None
    # The function's languages are registered only after it returns, so a function that fails leaves nothing behind.
    # Threads that need the language at the same time each call the function, and the first one to finish registers its
    # words. A lock could block forever, because the function may import a module that a waiting thread is importing.
    loading: dict[str, Locale | None] = {**outer, code: None}
    token = _LOADING.set(loading)
    try:
        call_language_function(point)
        if loading[code] is None:
            raise build_missing_error(point)
    except MisuseError:
        # add_language() refuses a language that another thread has registered in the meantime.
        if (found := _TONGUES.get(code)) is not None:
            return found
        raise
    finally:
        _LOADING.reset(token)
    for new, tongue in loading.items():
        if tongue is not None and new not in outer and _TONGUES.setdefault(new, tongue) is tongue:
            _LOADED.add(new)
    return _TONGUES[code]


def try_load(code: str) -> bool:
    """Load the language from an installed package. If it does not load, return False, and warn the first time."""
    # A failing import may take long, so it is not repeated for each list. If a program uses this language by its code,
    # the library tries the import again and raises the error.
    if code in _FAILED:
        return False
    try:
        return _load(code) is not None
    except MisuseError as error:
        reason = str(error)
        if _FAILED.setdefault(code, reason) is reason:
            warnings.warn(f"{reason}, so the language is not available", stacklevel=2)
        return False


def tongue_of(language: str) -> Locale:
    """
    Return the plural rule and the added words of a language.

    Raises:
        MisuseError: the language is unknown, or its package fails to load it.
    """
    try:
        return _TONGUES[language]
    except (KeyError, TypeError):
        tongue = None
    if isinstance(language, str):
        tongue = _load(language)
    if tongue is None:
        raise MisuseError(f"language: expected one of {', '.join(list_codes())}, got {brief(language)}")
    return tongue


def words_of(language: str) -> Mapping[str, str]:
    """
    Return the words of *language*, by id.

    Raises:
        MisuseError: the language is unknown, or its package fails to load it.
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
