"""The log: a game's record in JSON Lines, which is written as it is played and verifies itself when it is read."""

from .files import Target
from .game_log import GameLog
from .lines import EndLine, Entry, HeaderLine, LogLine, MoveLine, UndoLine
from .migrations import Migration, register_migration
from .reading import Source
from .replay import Disagreement, Verify

__all__ = [
    "Disagreement",
    "EndLine",
    "Entry",
    "GameLog",
    "HeaderLine",
    "LogLine",
    "Migration",
    "MoveLine",
    "Source",
    "Target",
    "UndoLine",
    "Verify",
    "register_migration",
]
