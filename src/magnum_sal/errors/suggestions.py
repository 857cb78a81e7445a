"""Suggestions for mistyped names ("did you mean ...?"), and how a search compares what people type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST_COMPARED: Final = 200
"""The maximum number of characters in a name for which similar names are searched."""


_SIGNS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})
"""Characters that Unicode does not decompose, each with what people type instead."""


def fold(text: str) -> str:
    """
    Return a text as a search compares it: without the differences that people ignore when they type.

    These are case, accents, and the shape of apostrophes.

    >>> fold("Górnik w ZŁOŻU")
    'gornik w zlozu'
    """
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_SIGNS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def find_similar(asked: object, known: Iterable[str], most: int = 1, *, cutoff: float = 0.6) -> list[str]:
    """
    Return up to *most* of the *known* names that the caller of an unknown name probably meant, the best first.

    A name matches if it is spelled similarly, ignoring case and accents. If there is none, a name matches that contains
    the asked name as a word.

    >>> find_similar("novise", ("random", "novice")), find_similar("inn", ("pass", "visit_inn"))
    (['novice'], ['visit_inn'])

    Args:
        asked: The unknown name. Anything but a text has no similar names.
        known: The known names.
        most: The maximum number of names.
        cutoff: The minimum similarity of a spelling, from 0 to 1, as in ``difflib.get_close_matches``.
    """
    # ``difflib`` can take quadratic time to compare two texts, so long texts get no suggestion.
    if not isinstance(asked, str) or not 0 < len(asked) <= LONGEST_COMPARED:
        return []
    # Most programs never mistype a name, and this import takes time.
    from difflib import get_close_matches

    by_case: dict[str, str] = {}
    for name in known:
        by_case.setdefault(fold(name), name)
    word = fold(asked)
    near = get_close_matches(word, by_case, most, cutoff) or [
        name for name in by_case if word in split_into_words(name)
    ]
    return [by_case[name] for name in near[:most]]


def split_into_words(text: str) -> set[str]:
    """Return the words of an id or a sentence, folded for a search."""
    return set(re.findall(r"[^\W_]+", fold(text)))


def did_you_mean(near: Iterable[str]) -> str:
    """Return the end of a message that suggests the names, or an empty string if there are none."""
    meant = " or ".join(near)
    return f"; did you mean {meant}?" if meant else ""
