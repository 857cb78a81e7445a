"""The log: the record of a game in JSON Lines, written move by move and verified when it is read."""

from .entries import EndLine, Entry, HeaderLine, LogLine, MoveLine, RevealLine, UndoLine
from .files import Target
from .game_log import GameLog
from .loading import Migration, Source, register_migration
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
    "RevealLine",
    "Source",
    "Target",
    "UndoLine",
    "Verify",
    "register_migration",
]


def __dir__() -> list[str]:
    return __all__
