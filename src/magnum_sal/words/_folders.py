"""A language as a folder of TOML files, which a program brings: read within limits, since somebody may have sent it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ..errors import MalformedError, MisuseError
from ..errors.messages import brief, printable
from ._topics import TOPICS, list_entries

LARGEST_FILE: Final = 1 << 16
"""Bytes of a file, at most; the library's own have up to 11,000."""

LONGEST_LINE: Final = 1000
"""Characters of a line, at most: for one key of 32,000 parts, tomllib would take a minute."""


def read_folder(folder: Path) -> Iterator[tuple[str, str, Any]]:
    """
    Yield what is in the TOML files of a folder: the name of the file, an id, and what stands behind the id.

    Raises:
        MisuseError: there is no such folder, or it has no TOML files.
        MalformedError: a file has not the name of a topic, is too large, or is not TOML.
    """
    try:
        paths = sorted(folder.glob("*.toml"))
    except (OSError, ValueError):
        paths = []
    if not paths:
        raise MisuseError(f"words: {brief(str(folder))} is not a folder with TOML files")
    for path in paths:
        name = printable(path.name, 60)
        if path.stem not in TOPICS:
            raise MalformedError(f"{name}: a file of words is named after its topic: {', '.join(TOPICS)}")
        try:
            table = _read(path)
        except (OSError, ValueError, RecursionError) as error:
            raise MalformedError(f"{name}: {printable(str(error), 300)}") from error
        yield from ((name, key, text) for key, text in list_entries(path.stem, table))


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    # A pipe might never end.
    if not path.is_file():
        raise ValueError("this is not a file")
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise ValueError(f"a file of words has at most {LARGEST_FILE} bytes")
    text = content.decode("utf-8")
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        raise ValueError(f"a line has at most {LONGEST_LINE} characters")
    return tomllib.loads(text)
