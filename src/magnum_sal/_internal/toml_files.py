"""TOML files from untrusted sources, such as the words of a language or lessons in a folder of a program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import MisuseError
from ..errors.messages import brief


def list_toml_files(name: str, folder: str | Path) -> list[Path]:
    """Return the TOML files in a folder. Raises ``MisuseError`` with the argument's *name* if there are none."""
    try:
        # Sort the files, because the order of glob() depends on the system, and an error must always name the same
        # file.
        paths = sorted(Path(folder).glob("*.toml"))
    except (OSError, ValueError, TypeError):
        paths = []
    if not paths:
        raise MisuseError(f"{name}: {brief(str(folder))} is not a folder with TOML files")
    return paths


def read_text_file(path: Path, most: int) -> str:
    """Return the text of a file. Raises ``OSError`` or ``ValueError`` if it cannot be read or exceeds *most* bytes."""
    # Reading a pipe might never end.
    if not path.is_file():
        raise ValueError("this is not a file")
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"a file can have at most {most} bytes")
    return content.decode("utf-8-sig")  # some editors begin a file with a byte order mark


def parse_toml(text: str, longest_line: int) -> dict[str, Any]:
    """Parse a TOML file. Raises ``ValueError`` if it is invalid or a line exceeds *longest_line* characters."""
    import tomllib

    # tomllib parses a dotted key in quadratic time. A key with 32,000 parts would take a minute.
    if any(len(line) > longest_line for line in text.split("\n")):
        raise ValueError(f"a line can have at most {longest_line} characters")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        # tomllib parses nested arrays by recursion, so a file of brackets exhausts Python's stack.
        raise ValueError(str(error)) from error
