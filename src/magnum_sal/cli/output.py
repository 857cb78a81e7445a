"""Printing to a terminal that may lack letters: these are written as escapes, and the rest is not lost."""

from __future__ import annotations

import sys


def print_text(text: str, *, end: str = "\n") -> None:
    """Print *text*; letters that the output's encoding lacks are written as backslash escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), end=end)
