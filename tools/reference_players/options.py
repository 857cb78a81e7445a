"""Check numbers among the options of a bot's name when the bot is created."""

from __future__ import annotations

from math import isfinite

from magnum_sal import MisuseError


def check_whole(bot: str, name: str, number: object, least: int) -> None:
    """Raise ``MisuseError`` if *number* is not a whole number of at least *least*."""
    if type(number) is not int or number < least:
        raise MisuseError(f"{bot}: {name} is {number!r}, not a whole number from {least} up")


def check_number(bot: str, name: str, number: object, *, is_zero_good: bool = True) -> None:
    """Raise ``MisuseError`` if *number* is not finite, is negative, or is 0 while *is_zero_good* is false."""
    if (
        (type(number) is not int and type(number) is not float)
        or not isfinite(number)
        or number < 0
        or not (number or is_zero_good)
    ):
        least = "from 0 up" if is_zero_good else "above 0"
        raise MisuseError(f"{bot}: {name} is {number!r}, not a number {least}")
