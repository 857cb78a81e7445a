"""Messages about files that are not logs."""

from __future__ import annotations

from . import LogError


def describe_log_error(error: LogError) -> str:
    """Return the message about an invalid log. A file that is not a log at all already fails on its first line."""
    # An error in another field means that the line was recognized as a header.
    is_strange = error.line == 1 and error.field in (None, "checksum", "type")
    return f"{error}; is this file the log of a game?" if is_strange else str(error)
