"""The options for the switches of the rules, the same for every subcommand that begins games."""

from __future__ import annotations

import argparse

from ..ruleset import Ruleset, with_switches
from ..standard import STANDARD
from ..switches import SWITCHES


def add_switches(parser: argparse.ArgumentParser) -> None:
    """Add an option for each switch of a ruleset."""
    for switch in SWITCHES:
        option, words = f"--{switch.name.replace('_', '-')}", f"{switch.help} ({switch.rule})"
        if switch.unit:
            parser.add_argument(option, type=int, choices=(switch.on,), default=switch.off, help=words)
        else:
            parser.add_argument(option, action="store_true", help=words)


def ruleset_chosen(options: argparse.Namespace) -> Ruleset:
    """Return the standard game with the switches that the options set."""
    return with_switches(STANDARD, [getattr(options, switch.name) for switch in SWITCHES])
