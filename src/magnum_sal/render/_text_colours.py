"""How a terminal is asked for the colours of a text."""

from __future__ import annotations

from typing import Final

TERMINAL_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "seat0": "1;38;5;214",
    "seat1": "1;38;5;75",
    "seat2": "1;38;5;176",
    "seat3": "1;7",
    "brown": "38;5;137",
    "green": "38;5;71",
    "white": "1",
    "water": "38;5;33",
    "money": "38;5;178",
}
"""How each style is asked for (Select Graphic Rendition, ECMA-48)."""
