"""What a command puts out: text to a terminal that may lack letters, and files that may be there already."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from .._wording import printable
from ..errors import MisuseError


def print_text(text: str, *, end: str = "\n") -> None:
    """Print *text*; letters that the output's encoding lacks are written as backslash escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), end=end)


def check_output(path: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """
    Check that a file may be written, before anything is done for it.

    Args:
        path: The file.
        force: Whether it may be written over.
        inputs: Files that it may not be in any case, whatever they are called by, whether or not they are there yet.

    Raises:
        MisuseError: it may not, or there is no folder to write it to.
    """
    shown = printable(str(path), 150)
    try:
        for other in inputs:
            if _is_same_file(path, other):
                raise MisuseError(f"{shown} would be written over {printable(str(other), 150)}, which is the same file")
        if path.is_dir():
            raise MisuseError(f"{shown} is a folder")
        if not path.parent.is_dir():
            raise MisuseError(f"cannot write {shown}: there is no folder {printable(str(path.parent), 150)}")
        # A link that leads nowhere is no file, but somebody has put it there.
        if not force and (path.exists() or path.is_symlink()):
            raise MisuseError(f"{shown} is there already; say --force to write over it")
    except (OSError, ValueError) as error:
        raise MisuseError(f"cannot write {shown}: {getattr(error, 'strerror', None) or error}") from error


def _is_same_file(path: Path, other: Path) -> bool:
    if path.exists() and other.exists():
        return path.samefile(other)
    return os.path.normcase(path.resolve()) == os.path.normcase(other.resolve())
