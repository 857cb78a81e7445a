"""Error messages for users of the command line. They name files, and count players from 1."""

from __future__ import annotations

import argparse
import io
import os
import sys
from contextlib import suppress
from typing import Final

from ..errors import LogError, MagnumSalError, MalformedError
from ..errors.log_messages import describe_log_error
from ..errors.messages import format_path, printable

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, which shells use for a program terminated by SIGINT."""


def report_error(sentence: str) -> int:
    """Print an error, and return its exit status."""
    print(f"magnum-sal: {printable(sentence)}", file=sys.stderr)
    return 1


def report_interrupt(interrupt: KeyboardInterrupt) -> int:
    """Report that Ctrl-C was pressed, and return the exit status."""
    # The terminal has written ^C at the cursor, so begin a new line.
    start = "\n" if sys.stderr.isatty() else ""
    print(f"{start}magnum-sal: {str(interrupt) or 'interrupted'}", file=sys.stderr)
    return INTERRUPTED


def in_words(error: MagnumSalError, options: argparse.Namespace) -> str:
    """Format a library error in the language of the output, for a person who does not know the library."""
    language = getattr(options, "lang", None) or "en"
    match error:
        case LogError(line=int()) if getattr(options, "log", None) is not None:
            return f"{format_path(options.log)}, {describe_log_error(error)}"
        case _ if language != "en":
            # Imported here, because most commands end without an error.
            from ..words import error_in_words

            return error_in_words(error, language)
        case MalformedError():
            return str(error).removeprefix("players: ")
        case _:
            return str(error)


def of_system(error: OSError) -> str:
    """Return the system's message about a file or about a closed stream."""
    place = "" if error.filename is None else f"{format_path(str(error.filename))}: "
    return f"{place}{error.strerror or error}"


def open_streams() -> None:
    """
    Replace streams that the caller has closed, and accept any bytes in the input.

    The new streams return nothing when read and discard what is written.
    """
    # Python sets a stream to None if its descriptor was closed before the start, and then every access fails.
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    elif isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors == "strict":
        # A mistyped byte must not end a game: the line is refused like any other text. Names of files may contain such
        # bytes, and Python represents them in the same way in the arguments of the command.
        with suppress(io.UnsupportedOperation):  # a caller of main() may have read from the stream
            sys.stdin.reconfigure(errors="surrogateescape")
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.devnull, "w")))
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.devnull, "w")))


def stop_printing() -> None:
    """Discard the output that is still buffered, so that Python does not report an error at exit."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    # Python flushes the stream again at exit, and would fail again. So redirect the descriptor to the null device, as
    # the note on SIGPIPE in Python's documentation advises.
    with suppress(OSError, ValueError):  # a replacement for stdout may have no file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
