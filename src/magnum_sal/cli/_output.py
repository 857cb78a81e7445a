"""The output of commands (text, tables and files), and the lines that people type."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import attrs

import magnum_sal as ms

from .. import render
from .._internal.whole_files import replace_whole
from ..errors import MisuseError
from ..errors.messages import format_path, printable
from ..words import sentence


def print_text(text: str, *, end: str = "\n") -> None:
    """Print *text*. Characters that the output's encoding cannot represent become backslash escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), end=end)


def ask_line(prompt: str) -> str | None:
    """Print *prompt*, and return the line that the person types after it; None at the end of the input."""
    print_text(f"{prompt} ", end="")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        print()  # Ctrl-D leaves the cursor after the prompt
    return line or None


def describe_incomplete_line(game: ms.Game, language: str) -> Iterator[str]:
    """Yield a warning if the log of *game* ended in an incomplete line, which was ignored."""
    if game.log.torn:
        yield sentence("replay.torn", language, count=len(game.log.torn))


def expand_home(path: str) -> str:
    """Return a typed *path* with the home folder for ``~``. The path of an unknown user stays as it is."""
    return os.path.expanduser(path)  # noqa: PTH111  # Path.expanduser() raises a RuntimeError for an unknown user


def columns() -> int:
    """Return the width of the terminal in columns, but at least 80; 80 without a terminal."""
    return max(get_terminal_size((80, 24)).columns, 80)


def width_of_tables() -> int | None:
    """Return the terminal's width as the maximum width of a table, or None if there is no terminal."""
    return columns() if sys.stdout.isatty() else None


def takes_colours() -> bool:
    """Return whether to print in colour: on a colour terminal, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def check_output(path: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """
    Raise ``MisuseError`` if a file cannot be written, or if it exists and *force* is not set.

    Call this before any work. Even with *force*, *path* must not lead to one of the *inputs*, which need not exist yet.
    """
    shown = format_path(path)
    try:
        # --force does not allow this, because the log or the results of a match would be lost.
        for other in inputs:
            if _is_same_file(path, other):
                raise MisuseError(f"{shown} would overwrite {format_path(other)}, which is the same file")
        if path.is_dir():
            raise MisuseError(f"{shown} is a folder")
        if not path.parent.is_dir():
            raise MisuseError(f"cannot write {shown}: folder {format_path(path.parent)} does not exist")
        written = path if path.exists() else path.parent
        if not os.access(written, os.W_OK):
            raise MisuseError(f"cannot write {shown}: you have no permission to write to {format_path(written)}")
        # A dangling link is not a file, but somebody has put it there.
        if not force and (path.exists() or path.is_symlink()):
            raise MisuseError(f"{shown} already exists; use --force to overwrite it")
    except (OSError, ValueError) as error:
        raise MisuseError(f"cannot write {shown}: {getattr(error, 'strerror', None) or error}") from error


def write_picture(path: Path, picture: str) -> None:
    """Write a picture or a page to a file that ``check_output`` has accepted. If this fails, the old file remains."""
    try:
        replace_whole(path, picture.encode())
    except OSError as error:
        raise MisuseError(f"cannot write {format_path(path)}: {error.strerror or error}") from error


def _is_same_file(path: Path, other: Path) -> bool:
    # samefile() recognizes links and other spellings. A file that does not exist yet can be compared only by its path.
    if path.exists() and other.exists():
        return path.samefile(other)
    return os.path.normcase(path.resolve()) == os.path.normcase(other.resolve())


def print_entries(entries: Sequence[dict[str, Any]], lines: Iterable[Iterable[str]], *, as_json: bool) -> None:
    """
    Print each entry under a heading with its package, followed by its *lines*, or print all as JSON.

    The entries are JSON objects with at least ``name``, ``package``, ``version`` and ``built_in``.
    """
    if as_json:
        print(json.dumps(entries, indent=2))
        return
    for entry, own_lines in zip(entries, lines, strict=True):
        package = "built in" if entry["built_in"] else f"{entry['package']} {entry['version']}"
        print_text(f"{entry['name']} ({'of this program' if entry['package'] is None else package})")
        for line in own_lines:
            print_text(f"    {printable(line)}")


def add_form(parser: Any) -> None:
    parser.add_argument(
        "--short",
        action=argparse.BooleanOptionalAction,
        help="print tables in at most 23 lines, or in full (default: depends on the height of the terminal)",
    )


@attrs.frozen
class Boards:
    """A formatter for printed tables."""

    language: str
    color: bool = False
    is_short: bool | None = None
    """Whether to use the short form. If None, this depends on the height of the terminal."""

    @classmethod
    def of(cls, options: argparse.Namespace) -> Boards:
        return cls(options.lang, takes_colours(), options.short)

    def whole(self, state: ms.GameState, below: Sequence[str] = (), end_reason: str | None = None) -> str | None:
        """Return the whole table with the lines *below* it, or None if only the short form fits."""
        if self.is_short:
            return None
        table = render.text(state, color=self.color, language=self.language, end_reason=end_reason)
        text = "\n".join((table, *below))
        # The last line of the terminal stays free for the cursor.
        return text if self.is_short is False or text.count("\n") + 1 < _lines() else None

    def short(self, state: ms.GameState, last: Sequence[ms.Step] = (), end_reason: str | None = None) -> str:
        """Return the table in its short form, with the last steps."""
        return render.text(
            state, form="short", color=self.color, language=self.language, last=last, end_reason=end_reason
        )


def _lines() -> float:
    """Return the height of the terminal in lines, or infinity if there is no terminal."""
    return get_terminal_size().lines if sys.stdout.isatty() else float("inf")
