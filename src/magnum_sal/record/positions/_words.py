"""The text of a position in its parts: entries, the items of an entry, words, quoted words and numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from ...errors import MalformedError
from ...errors.messages import brief

_T = TypeVar("_T")

LONGEST_TEXT: Final = 10_000
"""Characters of a position's text, at most; whole games stay below a fifth of it."""

NOTHING: Final = "-"
"""An empty slot, or an empty pile."""

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_BARE_NAME: Final = re.compile(r'[^|,"\n]+')
_BARE_ID: Final = re.compile(r"[a-z][a-z_]*[a-z]")
_TAKEN: Final = frozenset(("grosz", "groszy", "stock", "right", "left", "order", "orders", "stack", "next"))
"""Words that mean something where the id of a tool or a card can stand."""


def entries(text: str) -> Iterator[str]:
    """Yield the entries of *text*, which stand between bars or line ends."""
    if len(text) > LONGEST_TEXT:
        raise MalformedError(f"the text of a position has {len(text)} characters; {LONGEST_TEXT} are read at most")
    return filter(None, map(str.strip, re.split(r"[|\n]", text)))


def items(text: str) -> list[str]:
    """Return the parts of *text* between commas, without the blanks around them."""
    return [item for item in map(str.strip, _parts(text, ",")) if item]


def words(text: str) -> list[str]:
    """Return the parts of *text* between blanks."""
    return _parts(text, r"\s")


def _parts(text: str, between: str) -> list[str]:
    if '"' in re.sub(_QUOTED, "", text):
        raise MalformedError('a quotation mark (") without its match')
    return re.findall(rf'(?:{_QUOTED}|[^{between}"])+', text)


def unquoted(word: str) -> str:
    """Return *word* without the quotation marks around it, where it has any; inside stands what a JSON text holds."""
    if not word.startswith('"'):
        return word
    try:
        value = json.loads(word)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise MalformedError(f"{brief(word)} is no text in quotation marks")
    return value


def name(text: str) -> str:
    """Return a name of a player or ruleset as it is written: in quotation marks where it has signs of the text."""
    return text if _BARE_NAME.fullmatch(text) and text == text.strip() else quoted(text)


def identifier(text: str) -> str:
    """Return an id as it is written: in quotation marks unless it is of small letters, and no word of the text."""
    return text if _BARE_ID.fullmatch(text) and text not in _TAKEN else quoted(text)


def quoted(text: str) -> str:
    """Return *text* in quotation marks, without the colons that would end an entry's name."""
    return barless(json.dumps(text, ensure_ascii=False)).replace(":", r"\u003a")


def barless(text: str) -> str:
    """Return JSON *text* without the bars that would end an entry; there they can only stand in texts."""
    return text.replace("|", r"\u007c")


def number(word: str) -> int:
    """Return the count that *word* is."""
    if re.fullmatch(r"[0-9]{1,9}", word) is None:
        raise MalformedError(f"{brief(word)} is no number")
    return int(word)


def whole(word: str) -> int:
    """Return the whole number that *word* is, which may be below 0."""
    return -number(word[1:]) if word.startswith("-") else number(word)


def slots(text: str, read: Callable[[str], _T]) -> list[_T | None]:
    """Return what lies in slots, None for a free one."""
    return [None if word == NOTHING else read(unquoted(word)) for word in words(text)]


def pile(text: str, read: Callable[[str], _T]) -> list[_T]:
    """Return the pieces of a pile, the next one first."""
    return [] if text == NOTHING else [read(unquoted(word)) for word in words(text)]
