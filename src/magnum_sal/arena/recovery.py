"""Recover a damaged results file: the lines before its first damaged line, as a new file."""

from __future__ import annotations

import io
import os
from pathlib import Path

from .._internal.whole_files import create_whole
from ..errors.messages import format_path
from ._results_format import Contents, ResultsError, read_contents, refuse_errors


def recover_results(path: str | os.PathLike[str], new: str | os.PathLike[str]) -> tuple[Contents, int]:
    """
    Copy the lines before the first damaged line of a results file to the file *new*, byte by byte.

    Returns:
        The content of the new file, whose ``ruin`` is the error about the damaged line, and the number of bytes that
        are left out.

    Raises:
        ResultsError: the file cannot be read, its first line is damaged, or *new* exists or cannot be written.
    """
    name = format_path(path)
    with refuse_errors(name, "read"):
        whole = Path(path).read_bytes()
    contents = read_contents(name, io.BytesIO(whole), until_ruin=True)
    with refuse_errors(format_path(new), "written"):
        try:
            create_whole(Path(new), whole[: contents.size])
        except FileExistsError:
            raise ResultsError(f"{format_path(new)} already exists: choose another file") from None
    return contents, len(whole) - contents.size
