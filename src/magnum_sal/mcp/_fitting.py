"""Keep answers within the number of characters that a language model gets in one turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..errors.messages import printable
from ..words import sentence

LONGEST_ANSWER: Final = 4000
"""The maximum number of characters in an answer."""
_LONGEST_LINE: Final = 700
"""The maximum number of characters in a line. Only words of an extension come near it."""
_NOTICE: Final = 120
"""The number of characters reserved for the notice that lines were left out."""


def fit_lines(texts: Iterable[str], most: int, language: str, *, keeps_end: bool = False) -> str:
    """
    Join the lines of texts into a printable text of at most *most* characters.

    If there are too many lines, a notice replaces the last ones, or the first ones if *keeps_end* is set.
    """
    shown = [printable(line, _LONGEST_LINE) for text in texts for line in text.split("\n")]
    if len(text := "\n".join(shown)) <= most:
        return text
    kept: list[str] = []
    room = most - _NOTICE
    for line in reversed(shown) if keeps_end else shown:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    notice = sentence("mcp.left_out", language, count=len(shown) - len(kept))
    return "\n".join([notice, *reversed(kept)] if keeps_end else [*kept, notice])


def join_blocks(blocks: Sequence[str]) -> str:
    """Join the non-empty blocks of an answer with blank lines, cut to the longest answer."""
    return "\n\n".join(filter(None, blocks))[:LONGEST_ANSWER]
