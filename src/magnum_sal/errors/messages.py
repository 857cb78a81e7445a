"""The wording of messages: the forms of nouns, and text from outside made fit to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LONGEST_MESSAGE: Final = 500
"""Characters of an error's message, at most."""


def form_for(number: int, forms: Sequence[str]) -> str:
    """
    Return the form of an English noun that goes with *number*; ``words.count_in_words`` counts in every language.

    >>> [form_for(number, ("grosz", "groszy")) for number in (1, 2)]
    ['grosz', 'groszy']

    Args:
        number: How many.
        forms: For one and for others.
    """
    return forms[0] if number == 1 else forms[-1]


def printable(text: str, most: int = LONGEST_MESSAGE) -> str:
    r"""
    Return *text* as one line that can be shown anywhere, of at most *most* characters.

    Whatever is not printable (terminal escapes, line ends, marks that change the direction of writing, halves of
    surrogate pairs) is written as Python's escape for it.

    >>> print(printable("\x1b[31mred\u202e"), printable("a long story", most=8))
    \x1b[31mred\u202e a lon...
    """
    shown = text[: most + 1]
    if not shown.isprintable():
        shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in shown)
    return cut(shown, most)


def cut(text: str, most: int = 60) -> str:
    """Return *text*, or its beginning and three dots where it is longer than *most* characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def brief(value: object, most: int = 80) -> str:
    """
    Return any value as a message shows it, by its repr and not at length.

    >>> brief("sal"), brief(10**9, most=8)
    ("'sal'", '10000...')
    """
    try:
        return printable(repr(value), most)
    except ValueError:
        return "a number of thousands of digits"  # which Python refuses to write out
