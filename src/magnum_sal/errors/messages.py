"""Text in messages: singular and plural forms of nouns, and safe display of external text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

LONGEST_MESSAGE: Final = 500
"""The maximum number of characters in an error message."""
_LONGEST_PATH: Final = 150


def form_for(number: int, forms: Sequence[str]) -> str:
    """
    Return the form of an English noun for *number*; ``words.count_in_words`` supports every language.

    >>> [form_for(number, ("grosz", "groszy")) for number in (1, 2)]
    ['grosz', 'groszy']

    Args:
        number: The count.
        forms: The singular and the plural.
    """
    return forms[0] if number == 1 else forms[-1]


def printable(text: str, most: int = LONGEST_MESSAGE) -> str:
    r"""
    Return *text* as one line of at most *most* characters that is safe to show anywhere.

    Unprintable characters (terminal escapes, line ends, bidirectional marks, lone surrogates) become Python escapes.

    >>> print(printable("\x1b[31mred\u202e"), printable("a long story", most=8))
    \x1b[31mred\u202e a lon...
    """
    # One extra character shows whether the text is too long. The rest of a huge text is never examined.
    shown = text[: most + 1]
    if not shown.isprintable():
        shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in shown)
    return cut(shown, most)


def format_path(path: str | os.PathLike[str]) -> str:
    """Format the path of a file or folder for a message: printable, and cut to its last 150 characters."""
    text = os.fspath(path)
    # The name at the end says more than the folders at the beginning.
    return printable(text if len(text) <= _LONGEST_PATH else f"...{text[3 - _LONGEST_PATH :]}", _LONGEST_PATH)


def cut(text: str, most: int = 60) -> str:
    """Return *text*, shortened to *most* characters with three dots at the end if it is longer."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def brief(value: object, most: int = 80) -> str:
    """
    Return the repr of a value, shortened for a message.

    >>> brief("sal"), brief(10**9, most=8)
    ("'sal'", '10000...')
    """
    try:
        return printable(repr(value), most)
    except ValueError:
        return "a number of thousands of digits"  # Python refuses to convert such a number
    except RecursionError:
        return "a value that is nested too deeply"
