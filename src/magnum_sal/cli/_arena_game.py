"""Replay one game of a match with ``--game N``. If a bot fails, print the command that replays the game."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import magnum_sal as ms

from .._internal.whole_files import create_whole
from .._internal.working_folder import current_folder, path_in
from ..arena import BotFailedError, BotFailure, GameResult, Match, MatchResults, read_results
from ..arena.game import play_with_log
from ..arena.match import MOST_GAMES, MOST_MOVES, describe_differences
from ..arena.match_logs import ensure_folder, log_name
from ..arena.table import first_failures_of
from ..bots.registry import check_bot
from ..errors import MisuseError
from ..errors.messages import format_path, printable
from ..model.ruleset import Ruleset
from ..model.ruleset_registry import find_ruleset, is_registered
from ..model.switches import Switch
from ..rules.standard import STANDARD
from ._options import build_ruleset, find_bots_here, option_of
from ._output import print_text

FAILED: Final = 3
"""The exit status if a bot failed. 1 means an error or a ladder that does not rise, and 2 means bad arguments."""

_ENDINGS: Final = {
    "over": "ended by the rules",
    "cap": "reached the maximum number of moves",
    "forfeit": "ended with a forfeit",
}


def print_failures(matches: Sequence[MatchResults], options: argparse.Namespace) -> int:
    """Print the first failure of each kind for each bot in full, and return the exit status."""
    for failure, results in first_failures_of(matches).values():
        print_text("")
        for line in _describe_failure(failure, results.match, options):
            print_text(line)
    # Files from earlier versions count failures, but contain no details.
    has_failed = any(any(counts) for results in matches for game in results.games for counts in game.failures)
    return FAILED if has_failed else 0


def report_bot_failure(error: BotFailedError, options: argparse.Namespace) -> int:
    """Report a failure that stopped a match, with its traceback, on standard error. Return the exit status."""
    for line in error.details:
        print(line, file=sys.stderr)
    print(f"magnum-sal: {error}", file=sys.stderr)
    for line in _again(error.failure, error.match, options):
        print(line, file=sys.stderr)
    return FAILED


def _describe_failure(failure: BotFailure, match: Match, options: argparse.Namespace) -> Iterator[str]:
    label = printable(failure.label, 100)
    place = f"in game {failure.game}, move {failure.move}, at seat {failure.seat}"
    yield f"First failure ({failure.kind}) of {label}, {place}:"
    yield from (f"    {line}" for line in failure.details or (failure.sentence,))
    yield from _again(failure, match, options)


def _again(failure: BotFailure, match: Match, options: argparse.Namespace) -> Iterator[str]:
    yield "  To repeat the whole game, with all decisions of the bots:"
    yield f"    {command_of(match, failure.game, options)}"
    if failure.program:
        # The bot in the program has a new random source and has not seen the earlier moves.
        yield "  To ask a new bot for this decision in Python. A bot that remembers earlier moves or uses randomness"
        yield f"  may decide differently (setup seed {failure.setup_seed}, bot seed {failure.bot_seed}):"
        # Otherwise the program would not know the ruleset that this command has imported.
        module = (getattr(options, "ruleset", None) or "").partition(":")
        if module[1]:
            yield f"    import {module[0]}"
        yield from (f"    {line}".rstrip() for line in failure.program.split("\n"))


def command_of(match: Match, game: int, options: argparse.Namespace) -> str:
    """Return the shell command that replays one game of a match."""
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
    # For several matches, the path is a folder, but the command is for one match. Under the policy "raise", the file
    # does not contain the game that failed.
    if results is not None and match.policy != "raise" and not Path(results).is_dir():
        words += ["--out", results]
    return printable(shlex.join([*words, "--game", str(game)]), 4000)


def _rules(ruleset: Ruleset, options: argparse.Namespace) -> Iterator[str]:
    """Yield the options that select a ruleset: its name as typed, and the switches that differ from its defaults."""
    given = getattr(options, "ruleset", None)
    if given is not None or ruleset.name != STANDARD.name:
        yield from ("--ruleset", given or ruleset.name)
    # The command names the ruleset as it is registered, so it must add each switch with a different setting.
    usual = find_ruleset(ruleset.name) if is_registered(ruleset) else STANDARD
    for switch in ruleset.switches:
        setting = ruleset.setting(switch.name)
        if setting != usual.setting(switch.name):
            yield from _switch(option_of(switch, options), switch, setting)


def _switch(option: str, switch: Switch, setting: object) -> Iterator[str]:
    if not switch.unit:
        yield option if setting else option.replace("--", "--no-", 1)
    else:
        yield from (option, "off" if setting is None else str(setting))


def keep_paths(options: argparse.Namespace, folder: Path | None) -> None:
    """Resolve the options' paths in *folder*, where they were typed, if a bot has changed the current folder."""
    for name in ("out", "logs", "plot"):
        setattr(options, name, path_in(folder, getattr(options, name)))


def play_one(options: argparse.Namespace) -> int:
    """
    Play one game, print it or write its log, and return the exit status.

    The results file is used only for a comparison. Bots named in the file are not started.
    """
    for name in ("each_other", "ladder", "report", "plot", "until", "cluster"):
        if getattr(options, name):
            raise MisuseError(f"--game plays one game of a match; leave out --{name.replace('_', '-')}")
    if not options.bots:
        raise MisuseError("name the bots of the match, and pass its --seed and rules")
    if not 0 <= options.game < MOST_GAMES:
        raise MisuseError(f"--game {options.game}: expected the number of a game, from 0 to {MOST_GAMES - 1}")
    find_bots_here(options.bots)
    # The bots come from the command line and never from a results file: a file must not start programs.
    match = Match(
        tuple(options.bots),
        options.seed,
        build_ruleset(options),
        options.most_moves,
        options.policy,
        options.move_seconds,
        options.bot_seed,
    )
    here = current_folder()
    for name in dict.fromkeys(match.bots):
        check_bot(name)
    keep_paths(options, here)
    recorded = _find_result(match, options)
    result, log = play_with_log(match, options.game)
    shown = ms.transcript(ms.Game.from_log(log)).rstrip("\n") if options.logs is None else _write_log(log, options)
    print_text(shown)
    print_text(_outcome(match, result))
    # Thinking times differ from run to run, so ignore them.
    has_differed = recorded is not None and result.without_times() != recorded.without_times()
    if recorded is not None:
        print_text(_describe_comparison(recorded, options.out, has_differed=has_differed))
    status = print_failures([MatchResults(match, (result,))], options)
    return 1 if has_differed else status


def _find_result(match: Match, options: argparse.Namespace) -> GameResult | None:
    """Return the game's result from the results file, or None if no file is given."""
    if options.out is None:
        return None
    there, games = read_results(options.out)
    shown = format_path(options.out)
    if told := describe_differences(there, match):
        raise MisuseError(
            f"{shown} belongs to another match: {told}; pass the options of that match, or choose another file"
        )
    for game in games:
        if game.game == options.game:
            return game
    raise MisuseError(f"{shown} has no game {options.game}; leave out --out to play it")


def _write_log(log: bytes, options: argparse.Namespace) -> str:
    """Write the log, and return a sentence about it. An existing file with the same contents is accepted."""
    path = ensure_folder(options.logs) / log_name(options.game)
    shown = format_path(path)
    try:
        create_whole(path, log)
    except FileExistsError:
        with path.open("rb") as file:
            if file.read(len(log) + 1) == log:
                return f"{shown} already exists and is identical."
        raise MisuseError(f"{shown} already exists with another game: choose another folder") from None
    return f"Written to {shown}."


def _outcome(match: Match, result: GameResult) -> str:
    places = zip(match.labels, result.seats, result.ranks, result.totals, strict=True)
    told = (
        f"{printable(label, 100)} at seat {seat} rank {rank} with {total} groszy"
        for label, seat, rank, total in sorted(places, key=lambda place: place[2])
    )
    return f"Game {result.game} {_ENDINGS[result.ending]} after {result.moves} moves: {', '.join(told)}."


def _describe_comparison(recorded: GameResult, out: str, *, has_differed: bool) -> str:
    shown = format_path(out)
    if not has_differed:
        return f"The result is the same as in {shown}."
    told = ", ".join(str(total) for total in recorded.totals)
    return (
        f"The result differs from {shown} (totals {told} in {recorded.moves} moves): the bots have "
        "changed, or their play is not repeatable, for example because of time limits or other random sources."
    )
