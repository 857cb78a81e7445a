"""Bots: programs that play the game, and how they are found by name."""

from ._levels import LEVELS
from ._styles import STYLES
from .protocol import Bot, BotError, BotHooks
from .registry import HUMAN, bot_factory, bot_names, check_name_from_file, make_bot

__all__ = [
    "HUMAN",
    "LEVELS",
    "STYLES",
    "Bot",
    "BotError",
    "BotHooks",
    "bot_factory",
    "bot_names",
    "check_name_from_file",
    "make_bot",
]
