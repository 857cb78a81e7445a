"""Counted nouns for the sentences of objections."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """
    Return *number* and *noun* as a person would say them.

    >>> counted(1, "cube"), counted(2, "cube"), counted(1, "grosz"), counted(0, "grosz")
    ('1 cube', '2 cubes', '1 grosz', '0 groszy')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number} {'groszy' if noun == 'grosz' else noun + 's'}"
