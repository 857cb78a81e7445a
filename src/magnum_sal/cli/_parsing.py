"""The parser of the command line, which says what is wrong in words of one line."""

from __future__ import annotations

import argparse
from typing import Any, Final, NoReturn

from .._wording import brief, printable

_MOST_DIGITS: Final = 100


class Parser(argparse.ArgumentParser):
    """A parser of arguments: ``type=int`` and ``type=float`` complain about numbers, not about types of Python."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.register("type", int, _whole)
        self.register("type", float, _number)

    def error(self, message: str) -> NoReturn:
        """End with the usage and what is wrong; what was typed is shown printable."""
        super().error(printable(message))


def _whole(text: str) -> int:
    """Return the whole number that an argument is."""
    if len(text) > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a whole number of at most {_MOST_DIGITS} digits")
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a whole number") from None


def _number(text: str) -> float:
    """Return the number that an argument is."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a number") from None
