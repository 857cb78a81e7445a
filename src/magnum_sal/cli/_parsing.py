"""The parser of the command line, which says what is wrong in words of one line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, NoReturn

from ..errors.messages import brief, cut, printable

_MOST_DIGITS: Final = 100


class Parser(argparse.ArgumentParser):
    """A parser of arguments: ``type=int`` and ``type=float`` complain about numbers, not about types of Python."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.register("type", int, _whole)
        self.register("type", float, _number)

    def error(self, message: str) -> NoReturn:
        """End with what is wrong, in one line; what was typed is shown printable."""
        self.exit(2, f"{self.prog}: error: {printable(message)} (`{self.prog} --help` tells more)\n")

    def check_known(self, rest: Sequence[str]) -> None:
        """End where arguments are left over, with the option that is spelt much like the first of them."""
        if not rest:
            return
        typed = rest[0].partition("=")[0]
        near = get_close_matches(typed, self._option_string_actions, 1) if typed.startswith("-") else []
        self.error(f"unrecognized arguments: {cut(' '.join(rest), 300)}{f'; did you mean {near[0]}?' if near else ''}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            near = get_close_matches(str(value), map(str, action.choices or ()), 1)
            if not near:
                raise
            raise argparse.ArgumentError(action, f"{error.message}; did you mean {near[0]}?") from None


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a whole number of at most {_MOST_DIGITS} digits")
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a whole number") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{brief(text)} is not a number") from None
