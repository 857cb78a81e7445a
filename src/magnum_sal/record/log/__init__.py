"""The log: the record of a game in JSON Lines, written move by move and verified when it is read."""

from ..._internal.field_help import provide_field_help
from .entries import EndLine, Entry, HeaderLine, LogLine, MoveLine, RevealLine, SecretLine, UndoLine
from .files import Target
from .game_log import GameLog
from .loading import Source
from .replay import Disagreement, Verify
from .rows import Row, RowsBy
from .rows_of_logs import read_rows

__all__ = [
    "Disagreement",
    "EndLine",
    "Entry",
    "GameLog",
    "HeaderLine",
    "LogLine",
    "MoveLine",
    "RevealLine",
    "Row",
    "RowsBy",
    "SecretLine",
    "Source",
    "Target",
    "UndoLine",
    "Verify",
    "read_rows",
]


def __dir__() -> list[str]:
    return __all__


provide_field_help(Disagreement, HeaderLine, MoveLine, RevealLine, UndoLine, SecretLine, EndLine)
