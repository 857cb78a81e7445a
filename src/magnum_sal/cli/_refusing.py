"""What goes wrong, in the words of a person at the command line: files by name, players counted from 1."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from contextlib import suppress
from typing import Final

from ..errors import LogError, MagnumSalError, MalformedError
from ..errors.messages import printable

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C: what shells give a program that SIGINT has ended."""
_LONGEST_NAME: Final = 150
"""Characters of a file's name in a message, at most."""
_PLAYER: Final = re.compile(r"^players\[(\d+)\]: ")


def report_error(sentence: str) -> int:
    """Say what went wrong, and return the exit status for it."""
    print(f"magnum-sal: {printable(sentence)}", file=sys.stderr)
    return 1


def report_interrupt(interrupt: KeyboardInterrupt) -> int:
    """Say that somebody has pressed Ctrl-C, and return the exit status for it."""
    # The terminal has written ^C into the line where the cursor was.
    start = "\n" if sys.stderr.isatty() else ""
    print(f"{start}magnum-sal: {str(interrupt) or 'interrupted'}", file=sys.stderr)
    return INTERRUPTED


def in_words(error: MagnumSalError, options: argparse.Namespace) -> str:
    """Return an error of the library as somebody understands who knows what was typed, and not the library."""
    match error:
        case LogError(line=int(line)) if getattr(options, "log", None) is not None:
            doubt = "; is it the log of a game?" if line == 1 else ""
            return f"{printable(str(options.log), _LONGEST_NAME)}, {error}{doubt}"
        case MalformedError():
            return _PLAYER.sub(lambda found: f"player {int(found[1]) + 1}: ", str(error)).removeprefix("players: ")
        case _:
            return str(error)


def of_system(error: OSError) -> str:
    """Return what the system says of a file, or of a stream that takes no more."""
    place = "" if error.filename is None else f"{printable(str(error.filename), _LONGEST_NAME)}: "
    return f"{place}{error.strerror or error}"


def open_streams() -> None:
    """Put something in place of the streams that the caller has closed: nothing is read, what is written is lost."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.devnull, "w")))
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.devnull, "w")))


def stop_printing() -> None:
    """Send what is still to be printed nowhere, so that Python does not complain at exit either."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):  # a stream that somebody has put in place of stdout may have no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
