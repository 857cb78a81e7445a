"""Five players by name, from beginner to best: the same bots, weaker by noise, short sight and little time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LEVELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "novice": "greedy:width=0,noise=0.15",
        "apprentice": "greedy:width=2",
        "journeyman": "greedy",
        "foreman": "search:iterations=120",
        "master": "search:iterations=500",
    }
)
"""
The names of the levels, the weakest first, with the bot and options that each stands for.

A level's name can be used wherever a bot's can, with options of that bot in place of the level's own, as in
``"master:iterations=50"``. How strong they are is measured in the documentation.
"""


def bot_behind(name: str) -> str:
    """
    Return a bot's name as it is, and a level's as that of the bot that it stands for.

    >>> bot_behind("novice"), bot_behind("novice:noise=5"), bot_behind("greedy")
    ('greedy:width=0,noise=0.15', 'greedy:width=0,noise=5', 'greedy')
    """
    head, _, given = name.partition(":")
    if head not in LEVELS:
        return name
    bot, _, own = LEVELS[head].partition(":")
    if not given:
        return LEVELS[head]
    replaced = {part.partition("=")[0].strip() for part in given.split(",")}
    kept = [part for part in own.split(",") if part and part.partition("=")[0] not in replaced]
    return f"{bot}:{','.join([*kept, given])}"
