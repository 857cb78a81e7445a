"""The folder in which a desk saves games, and nothing outside it."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final

import attrs

from .._internal.whole_files import create_whole
from ..errors import MisuseError
from ..words import sentence
from ._settings import LONGEST_LOG
from ._tools import FILE

_SUFFIX: Final = ".jsonl"


@attrs.frozen
class SavedGames:
    """The saved games of a folder that the operator has named, or of none."""

    folder: Path | None
    most: int
    """The maximum number of files."""

    def list_names(self, language: str) -> list[str]:
        """Return the names of the saved games, sorted; raise ``MisuseError`` if there is no folder."""
        folder = self._find_folder(language)
        names = (path.name.removesuffix(_SUFFIX) for path in folder.glob(f"*{_SUFFIX}"))
        return sorted(name for name in names if re.fullmatch(FILE, name))

    def save(self, name: str, log: bytes, language: str) -> None:
        """
        Save a log under a new name.

        Raises:
            MisuseError: there is no folder, the name is invalid or taken, or the folder is full or not writable.
        """
        path = self._find_path(name, language)
        if len(self.list_names(language)) >= self.most:
            raise MisuseError(sentence("mcp.folder_full", language, count=self.most))
        try:
            # The log contains the face-down pieces, so only the operator may read it.
            create_whole(path, log, is_private=True)
        except FileExistsError:
            raise MisuseError(sentence("mcp.file_taken", language, file=name)) from None
        except OSError as error:
            raise MisuseError(f"{name}: {error.strerror or error}") from None

    def load(self, name: str, language: str) -> bytes:
        """
        Return the log that was saved under a name.

        Raises:
            MisuseError: there is no folder or no such file, or the file is not a regular file of a possible size.
        """
        path = self._find_path(name, language)
        try:
            # O_NONBLOCK keeps a named pipe from blocking, and O_NOFOLLOW a link from leading out of the folder.
            flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
            with open(path, "rb", opener=lambda file, _: os.open(file, flags | getattr(os, "O_BINARY", 0))) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise MisuseError(sentence("mcp.no_file", language, file=name))
                content = file.read(LONGEST_LOG + 1)
        except FileNotFoundError:
            raise MisuseError(sentence("mcp.no_file", language, file=name)) from None
        except OSError as error:
            raise MisuseError(f"{name}: {error.strerror or error}") from None
        if len(content) > LONGEST_LOG:
            raise MisuseError(sentence("mcp.file_too_large", language, file=name, most=LONGEST_LOG))
        return content

    def _find_folder(self, language: str) -> Path:
        if self.folder is None:
            raise MisuseError(sentence("mcp.no_folder", language))
        return self.folder

    def _find_path(self, name: str, language: str) -> Path:
        folder = self._find_folder(language)
        # The pattern contains neither dots nor separators, so no name leads out of the folder.
        if not re.fullmatch(FILE, name):
            raise MisuseError(sentence("mcp.file_name", language, file=name))
        return folder / f"{name}{_SUFFIX}"
