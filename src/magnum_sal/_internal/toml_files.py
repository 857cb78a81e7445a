"""TOML files from untrusted sources, such as the words of a language or lessons in a folder of a program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import MisuseError
from ..errors.messages import brief


def list_toml_files(name: str, folder: str | Path) -> list[Path]:
    """
    Return the TOML files in a folder, without hidden files.

    Raises:
        MisuseError: there are none, or a name ends in .TOML or .toml.txt. The message has the argument's *name*.
    """
    try:
        # Sort the files, because their order depends on the system, and an error must always name the same file.
        found = sorted(path for path in Path(folder).iterdir() if not path.name.startswith("."))
    except (OSError, ValueError, TypeError):
        found = []
    # Editors may add ".txt" to a name without showing it. Skipping such a file would lose its content without an error.
    if wrong := next((path for path in found if _is_misnamed(path.name)), None):
        raise MisuseError(f"{name}: {brief(wrong.name)}: the name of a TOML file must end in .toml; rename the file")
    paths = [path for path in found if path.suffix == ".toml"]
    if not paths:
        raise MisuseError(f"{name}: {brief(str(folder))} is not a folder with TOML files")
    return paths


def _is_misnamed(name: str) -> bool:
    return name.lower().endswith((".toml", ".toml.txt")) and not name.endswith(".toml")


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
