"""Autosaves: the games that the application records in the user's state folder."""

from __future__ import annotations

import contextlib
import os
import re
from datetime import datetime
from pathlib import Path
from typing import Final

import attrs
from platformdirs import user_state_path

from ..._internal.whole_files import remove_access_of_others
from ...errors import LogError, MisuseError
from ...record.game import Game
from ...record.log.files import PrivatePath
from .seats import resume_game

MOST: Final = 20
"""The maximum number of games that are kept."""
_MOST_AT_ONCE: Final = 1000
"""The maximum number of games that can begin in the same second."""
_NAME: Final = re.compile(r"\d{8}-\d{6}(-\d+)?\.jsonl")
_LAST_BYTES: Final = 200_000
"""The number of bytes at the end of a file to search for its last line; log lines are shorter."""
_FINISHED: Final = b'"type":"game_ended"'
_AGREED: Final = b'{"type":"end"'
"""The last line of a finished game contains ``_FINISHED``, or begins with ``_AGREED`` if it ended by agreement."""


def user_autosaves() -> Autosaves:
    """Return the autosaves of this user."""
    return Autosaves(user_state_path("magnum-sal", appauthor=False) / "games")


@attrs.frozen
class Autosaves:
    """The recorded games in a folder. They are verified like any untrusted log."""

    # Each game has a log of its own, written line by line, so a killed program loses nothing. One file for the current
    # game would be simpler, but the next game would replace it.
    folder: Path

    def keep(self, game: Game) -> None:
        """
        Record a game here from now on, and remove the oldest games beyond ``MOST``.

        Raises ``MisuseError`` if the game's ruleset is not registered, because its log could not be read again.
        """
        try:
            # The logs contain the face-down pieces, so a new folder is private. Each log is private as well, because
            # others may have access to an existing folder.
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Older versions did not protect the games.
            for path in self.paths():
                remove_access_of_others(path)
            self._save(game)
        except OSError as error:
            raise LogError(None, None, f"cannot write to {self.folder}: {error.strerror or error}") from None
        # The new game is never removed, whatever the modification times of the files are.
        others = [path for path in self.paths() if path != game.log.target]
        for old in others[MOST - 1 :]:
            with contextlib.suppress(OSError):
                old.unlink()

    def _save(self, game: Game) -> None:
        stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
        for number in range(1, _MOST_AT_ONCE):
            path = self.folder / (f"{stamp}.jsonl" if number == 1 else f"{stamp}-{number}.jsonl")
            try:
                game.log.save(PrivatePath(path))
                return
            except LogError:
                if not path.exists():
                    raise
                # Another game began in the same second, perhaps in another terminal.
        raise LogError(None, None, f"{self.folder} already has games of this second")

    def forget(self, path: Path) -> None:
        """Remove a game that is now recorded elsewhere. Paths in other folders are ignored."""
        if path in self.paths():
            with contextlib.suppress(OSError):
                path.unlink()

    def has(self, path: object) -> bool:
        return path in self.paths()

    def paths(self) -> list[Path]:
        """Return the files of all games here, the newest first. Other files are ignored."""
        found: list[tuple[int, str, Path]] = []
        # Another program can delete a file at any time. A file that has gone is left out, and the others stay.
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                if _NAME.fullmatch(path.name) and not path.is_symlink():
                    with contextlib.suppress(OSError):
                        found.append((path.stat().st_mtime_ns, path.name, path))
        return [path for _, _, path in sorted(found, reverse=True)]

    def last(self) -> Path | None:
        """Return the file of the last game here that is not over, or None."""
        return next((path for path in self.paths() if not _is_finished(path)), None)

    def last_time(self) -> datetime | None:
        """Return the modification time of the file that ``last`` returns, or None."""
        path = self.last()
        with contextlib.suppress(OSError):
            return None if path is None else datetime.fromtimestamp(path.stat().st_mtime)
        return None

    def last_game(self) -> Game:
        """Return the last unfinished game. Raises ``MisuseError`` if none exists, and the errors of ``resume_game``."""
        path = self.last()
        if path is None:
            raise MisuseError("no_unfinished_game", {})
        return resume_game(path)


def _is_finished(path: Path) -> bool:
    """Return whether the last line of a file ends a game."""
    try:
        # This cheap test is enough, because a game is verified when it is resumed, like any untrusted log.
        with path.open("rb") as file:
            file.seek(max(file.seek(0, os.SEEK_END) - _LAST_BYTES, 0))
            last = file.read().rstrip(b"\n").rpartition(b"\n")[2]
    except OSError:
        return False
    return _FINISHED in last or last.startswith(_AGREED)
