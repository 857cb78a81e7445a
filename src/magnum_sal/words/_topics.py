"""The files of words: a folder for each language, with a TOML file for each topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from .._internal.caches import cached

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
    "reasons",
)
"""The names of the files, in the order in which ``LANGUAGES`` has their words."""

PREFIXES: Final[Mapping[str, str]] = {"reasons": "reason."}
"""By topic, what ids begin with among all words; in the file they stand without it."""


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
    prefix = PREFIXES.get(topic, "")
    for key, text in table.items():
        yield prefix + key, " ".join(text.splitlines()) if isinstance(text, str) else text
