"""What the arena's command line says of bots that failed: their traceback, and how to see it again."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from ..arena import BotFailedError, BotFailure, MatchResults
from ..arena.match import MOST_MOVES, Match
from ..arena.remarks import first_failures_of
from ..errors.messages import printable
from ..model.ruleset import Ruleset, find_ruleset, is_registered
from ..model.switches import Switch
from ..rules.standard import STANDARD
from ._options import option_of
from ._output import print_text

FAILED: Final = 3
"""The exit status where a bot failed; 1 says that something is refused or a ladder does not rise, 2 bad arguments."""


def print_failures(matches: Sequence[MatchResults], options: argparse.Namespace) -> int:
    """Print the first failure of each kind of each bot at length, and return the exit status."""
    first = first_failures_of(matches)
    for failure, results in first:
        print_text("")
        for line in _told(failure, results.match, options):
            print_text(line)
    # Files of earlier versions count failures, but keep none.
    has_failed = any(any(counts) for results in matches for game in results.games for counts in game.failures)
    return FAILED if has_failed else 0


def print_failed(error: BotFailedError, options: argparse.Namespace) -> int:
    """Say on the error stream that a bot failed where nobody may, with its traceback, and return the exit status."""
    for line in error.details:
        print(line, file=sys.stderr)
    print(f"magnum-sal: {error}", file=sys.stderr)
    for line in _again(error.failure, error.match, options):
        print(line, file=sys.stderr)
    return FAILED


def _told(failure: BotFailure, match: Match, options: argparse.Namespace) -> Iterator[str]:
    label = printable(failure.label, 100)
    place = f"in game {failure.game}, move {failure.move}, at seat {failure.seat}"
    yield f"First failure ({failure.kind}) of {label}, {place}:"
    yield from (f"    {line}" for line in failure.details or (failure.sentence,))
    yield from _again(failure, match, options)


def _again(failure: BotFailure, match: Match, options: argparse.Namespace) -> Iterator[str]:
    yield "  To play that game again:"
    yield f"    {command_of(match, failure.game, options)}"
    if failure.program:
        yield f"  To ask the bot there, in Python (setup {failure.setup_seed}, the bot's chance {failure.bot_seed}):"
        yield from (f"    {line}".rstrip() for line in failure.program.split("\n"))


def command_of(match: Match, game: int, options: argparse.Namespace) -> str:
    """Return the command that plays one game of a match again, as a shell takes it."""
    words = ["magnum-sal", "arena", *match.bots]
    for option, value, usual in (
        ("--seed", match.seed, 0),
        ("--bot-seed", match.bot_seed, 0),
        ("--policy", match.policy, "random_move"),
        ("--most-moves", match.most_moves, MOST_MOVES),
        ("--move-seconds", match.move_seconds, None),
    ):
        if value != usual:
            words += [option, str(value)]
    words += _rules(match.ruleset, options)
    results = options.out or options.report
    if results is not None and not (options.each_other or options.ladder):
        words += ["--out", results]
    return printable(shlex.join([*words, "--game", str(game)]), 4000)


def _rules(ruleset: Ruleset, options: argparse.Namespace) -> Iterator[str]:
    """Yield the options that choose a ruleset: its name as it was given, and the switches that are set otherwise."""
    given = getattr(options, "ruleset", None)
    if given is not None or ruleset.name != STANDARD.name:
        yield from ("--ruleset", given or ruleset.name)
    usual = find_ruleset(ruleset.name) if is_registered(ruleset) else STANDARD
    for switch in ruleset.switches:
        setting = ruleset.setting(switch.name)
        if setting != usual.setting(switch.name):
            yield from _switch(switch, setting)


def _switch(switch: Switch, setting: object) -> Iterator[str]:
    option = option_of(switch)
    if not switch.unit:
        yield option if setting else option.replace("--", "--no-", 1)
    else:
        yield from (option, "off" if setting is None else str(setting))
