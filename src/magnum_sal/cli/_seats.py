"""The option ``--seat``, which names who plays each seat, in the same form for all subcommands."""

from __future__ import annotations

import argparse
from typing import Final

import attrs

from ..bots import HUMAN
from ._options import find_bots_here

PEOPLE_OR_BOTS: Final = "NAME[=BOT]"
"""The placeholder of the option in subcommands where bots can play. Tab completion offers the names of bots."""


@attrs.frozen
class SeatChoice:
    """The player of a seat: a name, and possibly a bot."""

    name: str
    """The name at the table."""
    player: str = HUMAN
    """A bot's name, or ``HUMAN`` if none was given."""


def add_seats(parser: argparse.ArgumentParser, words: str, *, metavar: str = PEOPLE_OR_BOTS) -> None:
    """Add the option. The help text *words* says what the option means for this subcommand."""
    parser.add_argument("--seat", action="append", default=[], metavar=metavar, help=words)


def read_seats(options: argparse.Namespace) -> list[SeatChoice]:
    """Return the seats that the options name, in order."""
    choices = [parse_seat(text, number) for number, text in enumerate(options.seat, start=1)]
    # A bot may be a class in a module of the current folder. Its code may run, because the user has named it.
    find_bots_here(choice.player for choice in choices)
    return choices


def parse_seat(text: str, number: int) -> SeatChoice:
    """
    Parse a seat: ``"Ada"`` is a name alone, and ``"Ben=greedy"`` a name with a bot. *number* counts from 1.

    >>> parse_seat("Ada", 1), parse_seat("=greedy", 2)
    (SeatChoice(name='Ada', player='human'), SeatChoice(name='Player 2', player='greedy'))
    """
    name, _, player = text.partition("=")
    return SeatChoice(name.strip() or f"Player {number}", player.strip() or HUMAN)
