"""Autosaves: the games that the application records by itself in the user's folder for such things."""

from __future__ import annotations

import contextlib
import os
import re
from datetime import datetime
from pathlib import Path
from typing import Final

import attrs
from platformdirs import user_state_path

from ..errors import LogError, MisuseError
from ..record.game import Game
from .seats import resume_game

MOST: Final = 20
"""Games that are kept, at most."""
_MOST_AT_ONCE: Final = 1000
"""Games that begin in one second, at most."""
_NAME: Final = re.compile(r"\d{8}-\d{6}(-\d+)?\.jsonl")
_LAST_BYTES: Final = 200_000
"""Bytes of the end of a file in which its last line is looked for, more than a line of a game has."""
_FINISHED: Final = b'"type":"game_ended"'
_AGREED: Final = b'{"type":"end"'
"""What the last line of a finished game has, and what that of one begins with that was ended by agreement."""


def user_autosaves() -> Autosaves:
    """Return the games that this user's terminal application has recorded by itself."""
    return Autosaves(user_state_path("magnum-sal", appauthor=False) / "games")


@attrs.frozen
class Autosaves:
    """The recorded games of a folder. What is read there is checked as any log that somebody sends."""

    folder: Path

    def keep(self, game: Game) -> None:
        """
        Record a game here from now on, and forget the oldest where there are more than ``MOST``.

        Raises ``MisuseError`` where the game's ruleset is not registered: no record of it could be read again.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._save(game)
        except OSError as error:
            raise LogError(None, None, f"cannot write to {self.folder}: {error.strerror or error}") from None
        others = [path for path in self.paths() if path != game.log.target]
        for old in others[MOST - 1 :]:
            with contextlib.suppress(OSError):
                old.unlink()

    def _save(self, game: Game) -> None:
        stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
        for number in range(1, _MOST_AT_ONCE):
            path = self.folder / (f"{stamp}.jsonl" if number == 1 else f"{stamp}-{number}.jsonl")
            try:
                game.log.save(path)
                return
            except LogError:
                if not path.exists():
                    raise
                # Another game began in the same second, be it in another terminal.
        raise LogError(None, None, f"{self.folder} has games of this second already")

    def forget(self, path: Path) -> None:
        """Remove a game from here that has gone on elsewhere; a path of another folder is left alone."""
        if path in self.paths():
            with contextlib.suppress(OSError):
                path.unlink()

    def has(self, path: object) -> bool:
        return path in self.paths()

    def paths(self) -> list[Path]:
        """Return the files of all games here, the newest first; other files are none of ours."""
        try:
            found = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name) and not path.is_symlink()]
            return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
        except OSError:
            return []

    def last(self) -> Path | None:
        """Return the file of the last game here that is not over, None where there is none."""
        return next((path for path in self.paths() if not _is_finished(path)), None)

    def last_game(self) -> Game:
        """Return that game, to go on with. Raises ``MisuseError`` where there is none, else as ``resume_game``."""
        path = self.last()
        if path is None:
            raise MisuseError("there is no game to go on with: none is kept that is not over")
        return resume_game(path)


def _is_finished(path: Path) -> bool:
    """Say whether a file ends in the line that ends a game; what it is worth is checked when it is read."""
    try:
        with path.open("rb") as file:
            file.seek(max(file.seek(0, os.SEEK_END) - _LAST_BYTES, 0))
            last = file.read().rstrip(b"\n").rpartition(b"\n")[2]
    except OSError:
        return False
    return _FINISHED in last or last.startswith(_AGREED)
