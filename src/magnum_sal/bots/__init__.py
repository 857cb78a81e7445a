"""Bots: programs that play the game, how they are found by name, and what they can tell people of it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._levels import LEVELS
from .protocol import Bot, BotError, BotHooks
from .registry import HUMAN, bot_factory, bot_names, check_name_from_file, make_bot

if TYPE_CHECKING:
    from ._analysis import Analysis, Line, analyse
    from ._reasons import Reason
    from ._review import Judged, Review, review
    from ._review_graph import review_graph
    from ._styles import STYLES
    from ._told import analysis_in_words, judged_in_words, line_in_words, review_in_words, review_summary

_LAZY = {
    "Analysis": "_analysis",
    "Judged": "_review",
    "Line": "_analysis",
    "Reason": "_reasons",
    "Review": "_review",
    "STYLES": "_styles",
    "analyse": "_analysis",
    "analysis_in_words": "_told",
    "judged_in_words": "_told",
    "line_in_words": "_told",
    "review": "_review",
    "review_graph": "_review_graph",
    "review_in_words": "_told",
    "review_summary": "_told",
}
"""What takes the search and the words to import, by its module."""


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "HUMAN",
    "LEVELS",
    "STYLES",
    "Analysis",
    "Bot",
    "BotError",
    "BotHooks",
    "Judged",
    "Line",
    "Reason",
    "Review",
    "analyse",
    "analysis_in_words",
    "bot_factory",
    "bot_names",
    "check_name_from_file",
    "judged_in_words",
    "line_in_words",
    "make_bot",
    "review",
    "review_graph",
    "review_in_words",
    "review_summary",
]
