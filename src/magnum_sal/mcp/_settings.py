"""The settings and limits of a desk."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

from .._internal.checks import check_whole
from ..bots import LEVELS, check_name_from_file
from ..model.ruleset import Ruleset
from ..rules.standard import STANDARD
from ..words.languages import words_of

LONGEST_LOG: Final = 1_000_000
"""The maximum number of characters in a log that a client loads, and of bytes in a file. A real game has 150,000."""


@attrs.frozen(kw_only=True)
class DeskSettings:
    """
    The settings and limits of a desk.

    Raises:
        MisuseError: the language is unknown, a bot is unknown or not built in, or a limit is invalid.
    """

    ruleset: Ruleset = STANDARD
    """The rules of new games."""
    language: str = "en"
    """The default language of answers: one of ``words.LANGUAGES``."""
    bots: tuple[str, ...] = tuple(LEVELS)
    """The names of the bots that clients can choose."""
    folder: Path | None = None
    """The folder for saved games; None if clients cannot save to files."""
    is_fair_play: bool = False
    """
    Whether clients cannot see face-down pieces by playing twice. A seed and the undo of a move that revealed a piece
    are refused. An unfinished game that is loaded gets its face-down pieces shuffled, and a finished one loses them.
    """
    games: int = 16
    """The maximum number of open games."""
    steps: int = 2500
    """The maximum number of moves and undos in a game. A real game has about 500."""
    files: int = 1000
    """The maximum number of files in the folder."""
    bot_seconds: float = 2.0
    """The maximum number of seconds that a bot searches for a move, unless its name sets another limit."""
    bots_seconds: float = 10.0
    """The number of seconds after which no bot starts another move in the same call."""
    hint_seconds: float = 1.0
    """The number of seconds that the search for a hint takes. Finding the reasons takes a little longer."""

    def __attrs_post_init__(self) -> None:
        words_of(self.language)  # raises an error for an unknown language
        # Anybody who connects can choose these bots, so they may neither start programs nor import modules.
        for bot in self.bots:
            check_name_from_file(bot)
        for name in ("games", "steps", "files"):
            check_whole(name, getattr(self, name), 1)
