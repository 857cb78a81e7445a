"""What a command puts out: text to a terminal that may lack letters, tables, and files that may be there already."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import attrs

import magnum_sal as ms

from .. import render
from ..errors import MisuseError
from ..errors.messages import printable


def print_text(text: str, *, end: str = "\n") -> None:
    """Print *text*; letters that the output's encoding lacks are written as backslash escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), end=end)


def columns() -> int:
    """Return how wide the terminal is; 80 columns where there is none, and where it is narrower than any table."""
    return max(get_terminal_size((80, 24)).columns, 80)


def width_of_tables() -> int | None:
    """Return how wide a table may be: as the terminal is, and as it likes where there is none."""
    return columns() if sys.stdout.isatty() else None


def takes_colours() -> bool:
    """Say whether to print in colours: on a terminal that has some, unless NO_COLOR is set (see no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def check_output(path: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """
    Refuse a file that cannot be written, before anything is done for it; one that is there, unless by *force*.

    It may not be one of *inputs* in any case, whatever they are called by, whether or not they are there yet.
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
        written = path if path.exists() else path.parent
        if not os.access(written, os.W_OK):
            raise MisuseError(f"cannot write {shown}: no permission to write to {printable(str(written), 150)}")
        # A link that leads nowhere is no file, but somebody has put it there.
        if not force and (path.exists() or path.is_symlink()):
            raise MisuseError(f"{shown} is there already; say --force to write over it")
    except (OSError, ValueError) as error:
        raise MisuseError(f"cannot write {shown}: {getattr(error, 'strerror', None) or error}") from error


def write_picture(path: Path, picture: str) -> None:
    """Write a picture to a file that ``check_output`` let pass."""
    try:
        path.write_text(picture, encoding="utf-8", newline="\n")
    except OSError as error:
        raise MisuseError(f"cannot write {path}: {error.strerror or error}") from error


def _is_same_file(path: Path, other: Path) -> bool:
    if path.exists() and other.exists():
        return path.samefile(other)
    return os.path.normcase(path.resolve()) == os.path.normcase(other.resolve())


def print_entries(
    entries: Sequence[dict[str, Any]], lines: Callable[[dict[str, Any]], Iterable[str]], *, as_json: bool
) -> None:
    """
    Print what is known by name: a heading with the package that brings it, and the *lines* about it; or all as JSON.

    The entries are JSON objects with at least ``name``, ``package``, ``version`` and ``built_in``.
    """
    if as_json:
        print(json.dumps(entries, indent=2))
        return
    for entry in entries:
        package = "built in" if entry["built_in"] else f"{entry['package']} {entry['version']}"
        print_text(f"{entry['name']} ({'of this program' if entry['package'] is None else package})")
        for line in lines(entry):
            print_text(f"    {printable(line)}")


def add_form(parser: Any) -> None:
    parser.add_argument(
        "--short",
        action=argparse.BooleanOptionalAction,
        help="print tables in at most 23 lines, or never so (default: where the terminal is too low for a whole one)",
    )


@attrs.frozen
class Boards:
    """How tables are printed."""

    language: str
    color: bool = False
    is_short: bool | None = None
    """Whether in the short form; None where the terminal decides."""

    @classmethod
    def of(cls, options: argparse.Namespace) -> Boards:
        return cls(options.lang, takes_colours(), options.short)

    def whole(self, state: ms.GameState, below: Sequence[str] = ()) -> str | None:
        """Return the whole table with the lines *below* it, None where it has to be the short form."""
        if self.is_short:
            return None
        text = "\n".join((render.text(state, color=self.color, language=self.language), *below))
        return text if self.is_short is False or text.count("\n") + 1 < _lines() else None

    def short(self, state: ms.GameState, last: Sequence[ms.Step] = ()) -> str:
        """Return the table in its short form, the last steps told in it."""
        return render.text(state, form="short", color=self.color, language=self.language, last=last)


def _lines() -> float:
    """Return how high the terminal is; what no terminal shows may have any number of lines."""
    return get_terminal_size().lines if sys.stdout.isatty() else float("inf")
