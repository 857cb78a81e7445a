"""Reading sentences by patterns with named parts. The kind of a part defines its words and its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs
from tests.sentences.facts import Data, Table

SPACE: Final = r"(?:S[1-6]|[1-3][LR][1-4])"
PLACE: Final = rf"(?:{SPACE}|stock|inn|workshop|pump house|market|town square|castle)"
TOOL: Final = r"(?:rope|pickaxe|bucket|cart|food|commercial privilege|royal privilege)"


def _plain(text: str) -> Any:
    return text


def _list(text: str) -> tuple[str, ...]:
    return tuple(re.split(r", | and ", text))


def _id(text: str) -> str:
    return text.replace(" ", "_")


KINDS_OF_PART: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "number": (r"-?\d+", int),
    "space": (SPACE, _plain),
    "spaces": (rf"{SPACE}(?:(?:, | and ){SPACE})*", _list),
    "places": (rf"{PLACE}(?:(?:, | and ){PLACE})*", lambda text: tuple(map(_id, _list(text)))),
    "numbers": (r"\d+(?: or \d+)*", lambda text: tuple(map(int, text.split(" or ")))),
    "building": (r"(?:inn|workshop|pump house|market|town square|castle)", _id),
    "tool": (TOOL, _id),
    "kind": (r"(?:brown|green|white)", _plain),
    "salt": (r"(?:[BGW]+|-)", _plain),
    "order": (r"[BGW]+=\d+", _plain),
    "slot": (r"\d+", lambda text: int(text) - 1),
    "text": (r".+", _plain),
}


def _part(match: re.Match[str]) -> str:
    """
    Return the expression for ``<name:kind>``.

    A kind that is a noun takes a number and the matching form of the noun.
    """
    name, kind = match[1], match[2] or match[1]
    if kind in KINDS_OF_PART:
        return f"(?P<{name}>{KINDS_OF_PART[kind][0]})"
    noun = kind.removesuffix("_")  # An underscore distinguishes a noun from a kind of part.
    plural = "groszy" if noun == "grosz" else f"{noun}s"
    return rf"(?P<{name}>(?:\d+ or )*(?!1 )\d+ {plural}|(?:\d+ or )*1 {noun})"


@attrs.frozen
class Pattern:
    """A sentence with parts, and its claim."""

    template: str
    claim: Callable[[Claim], bool]
    expression: re.Pattern[str]
    kinds: Mapping[str, str]

    def read(self, sentence: str) -> dict[str, Any] | None:
        """Return the parts of *sentence* by name, or None if it is another sentence."""
        match = self.expression.fullmatch(sentence)
        if match is None:
            return None
        return {name: self._value(name, text) for name, text in match.groupdict().items() if text is not None}

    def _value(self, name: str, text: str) -> Any:
        kind = self.kinds[name]
        if kind in KINDS_OF_PART:
            return KINDS_OF_PART[kind][1](text)
        numbers = tuple(map(int, re.findall(r"\d+", text)))
        return numbers if name == "prices" else numbers[0]


@attrs.frozen
class Claim:
    """
    A sentence's parts, with the position and the move that it is about.

    The move is missing for a whole kind of move.
    """

    table: Table
    move_type: str
    asked: Data | None
    said: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        """Return a part of the sentence."""
        try:
            return self.said[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def move(self) -> Data:
        """Return the move. Raise `LookupError` if the sentence is about a kind of move."""
        if self.asked is None:
            raise LookupError("said of a kind of move, and about one move")
        return self.asked


PATTERNS: Final[list[Pattern]] = []
"""All sentences that the oracle can read."""


def sentence(template: str) -> Callable[[Callable[[Claim], bool]], Callable[[Claim], bool]]:
    """Register the claim of sentences with this *template*, such as ``the <tool> costs <price:grosz>``."""

    def register(claim: Callable[[Claim], bool]) -> Callable[[Claim], bool]:
        parts = re.compile(r"<(\w+)(?::(\w+))?>")
        kinds = {name: kind or name for name, kind in parts.findall(template)}
        words = re.split(r"<\w+(?::\w+)?>", template)
        expression = re.escape(words[0])
        for part, word in zip(parts.finditer(template), words[1:], strict=True):
            expression += _part(part) + re.escape(word)
        PATTERNS.append(Pattern(template, claim, re.compile(expression), kinds))
        return claim

    return register
