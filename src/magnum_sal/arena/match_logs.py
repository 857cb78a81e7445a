"""The folder of a match's logs: one file a game, none of which is ever written over."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from .._internal.whole_files import create_whole
from ..errors import MagnumSalError
from ..errors.messages import printable
from ..record.log.game_log import GameLog
from ._game_notes import KEY, match_digest
from ._results_format import ResultsError
from .match import Match

_NAME: Final = re.compile(r"game-(\d{4,})\.jsonl")


def log_name(game: int) -> str:
    """
    Return the name of a game's file.

    >>> log_name(7), log_name(12345)
    ('game-0007.jsonl', 'game-12345.jsonl')
    """
    return f"game-{game:04}.jsonl"


class LogsFolder:
    """
    A folder that the logs of a match go to; made if it is not there.

    A log is on the disk before its game's result is. So an interruption leaves at most one log whose game is to be
    played again, which is then removed; any other that is in the way is somebody's, and refused.

    Args:
        folder: The folder.
        match: The match.
        missing: The numbers of the games that are to be played.
        is_gone_on_with: Whether the match has a results file.

    Raises:
        ResultsError: the folder cannot be made, or has logs of games that are to be played.
        MisuseError: the ruleset is not registered.
    """

    def __init__(
        self, folder: str | os.PathLike[str], match: Match, missing: Iterable[int], *, is_gone_on_with: bool
    ) -> None:
        self.path = made_folder(folder)
        digest = match_digest(match)
        to_play = set(missing)
        in_the_way = sorted(self._games() & to_play)
        if is_gone_on_with and len(in_the_way) == 1 and self._is_of(digest, in_the_way[0]):
            try:
                (self.path / log_name(in_the_way[0])).unlink()
            except OSError as error:
                raise ResultsError(f"{self._shown(in_the_way[0])} cannot be written: {error.strerror}") from error
        elif in_the_way:
            self._refuse(in_the_way[0])

    def _games(self) -> set[int]:
        try:
            names = [entry.name for entry in os.scandir(self.path)]
        except OSError as error:
            raise ResultsError(f"{printable(str(self.path), 150)} cannot be read: {error.strerror}") from error
        return {int(found[1]) for name in names if (found := _NAME.fullmatch(name)) and len(name) < 30}

    def _is_of(self, digest: str, game: int) -> bool:
        try:
            own = GameLog.read(self.path / log_name(game), verify=False).metadata.get(KEY)
        except MagnumSalError:
            return False
        return isinstance(own, dict) and (own.get("match"), own.get("game")) == (digest, game)

    def write(self, game: int, log: bytes) -> None:
        """
        Write the log of a game, whole or not at all.

        Raises:
            ResultsError: there is one, or the system refuses.
        """
        try:
            create_whole(self.path / log_name(game), log)
        except FileExistsError:
            self._refuse(game)
        except OSError as error:
            raise ResultsError(f"{self._shown(game)} cannot be written: {error.strerror or error}") from error

    def _refuse(self, game: int) -> None:
        raise ResultsError(
            f"{self._shown(game)} is there already, and a log is never written over: choose another folder"
        )

    def _shown(self, game: int) -> str:
        return printable(str(self.path / log_name(game)), 150)


def made_folder(folder: str | os.PathLike[str]) -> Path:
    """
    Return the folder, which is made if it is not there.

    Raises:
        ResultsError: it cannot be made, or something else has its name.
    """
    try:
        path = Path(folder)
        path.mkdir(exist_ok=True)
    except FileExistsError:
        raise ResultsError(f"{printable(os.fspath(folder), 150)} is no folder") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ResultsError(f"{printable(os.fspath(folder), 150)} cannot be made: {reason}") from error
    return path
