"""``magnum-sal arena --game N``: one game of a match played again, shown or recorded, and held against its results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import magnum_sal as ms

from .._internal.whole_files import create_whole
from ..arena import GameResult, Match, MatchResults, read_results
from ..arena.differences import differences
from ..arena.game import play_recorded
from ..arena.match_logs import log_name, made_folder
from ..bots.registry import check_bot
from ..errors import MisuseError
from ..errors.messages import printable
from ._arena_failures import print_failures
from ._options import find_modules_here, ruleset_chosen
from ._output import print_text

_ENDINGS: Final = {
    "over": "ended by the rules",
    "cap": "met the cap on moves",
    "forfeit": "ended with a forfeit",
}


def play_one(options: argparse.Namespace) -> int:
    """
    Play one game, print it or write its log, and return the exit status.

    Nothing is taken from the results file but what is compared: whom it names is not run.
    """
    for name in ("each_other", "ladder", "report", "plot", "until", "cluster"):
        if getattr(options, name):
            raise MisuseError(f"--game plays one game of a match; leave out --{name.replace('_', '-')}")
    if not options.bots:
        raise MisuseError("name the bots of the match whose game is to be played, with its --seed and rules")
    if options.game < 0:
        raise MisuseError(f"--game {options.game}: games are numbered from 0")
    find_modules_here()
    match = Match(
        tuple(options.bots),
        options.seed,
        ruleset_chosen(options),
        options.most_moves,
        options.policy,
        options.move_seconds,
        options.bot_seed,
    )
    for name in dict.fromkeys(match.bots):
        check_bot(name)
    recorded = _recorded(match, options)
    result, log = play_recorded(match, options.game)
    shown = ms.transcript(ms.Game.from_log(log)).rstrip("\n") if options.logs is None else _written(log, options)
    print_text(shown)
    print_text(_outcome(match, result))
    has_differed = recorded is not None and result.without_times() != recorded.without_times()
    if recorded is not None:
        print_text(_compared(recorded, options.out, has_differed=has_differed))
    status = print_failures([MatchResults(match, (result,))], options)
    return 1 if has_differed else status


def _recorded(match: Match, options: argparse.Namespace) -> GameResult | None:
    """Return how the game came out by the results file, None without one."""
    if options.out is None:
        return None
    there, games = read_results(options.out)
    shown = printable(options.out, 150)
    if told := differences(there, match):
        raise MisuseError(f"{shown} holds another match: {told}; give what it was played by, or another file")
    for game in games:
        if game.game == options.game:
            return game
    raise MisuseError(f"{shown} has no game {options.game}; leave --out away to play it all the same")


def _written(log: bytes, options: argparse.Namespace) -> str:
    """Write the log, and return a sentence on it; one that is there already may be the same."""
    path = made_folder(options.logs) / log_name(options.game)
    shown = printable(str(path), 150)
    try:
        create_whole(path, log)
    except FileExistsError:
        if _is_there(path, log):
            return f"{shown} is there already, and the same."
        raise MisuseError(f"{shown} is there already, with another game in it: choose another folder") from None
    return f"Written to {shown}."


def _is_there(path: Path, log: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(log) + 1) == log


def _outcome(match: Match, result: GameResult) -> str:
    places = zip(match.labels, result.seats, result.ranks, result.totals, strict=True)
    told = (
        f"{printable(label, 100)} at seat {seat} rank {rank} with {total} groszy"
        for label, seat, rank, total in sorted(places, key=lambda place: place[2])
    )
    return f"Game {result.game} {_ENDINGS[result.ending]} after {result.moves} moves: {', '.join(told)}."


def _compared(recorded: GameResult, out: str, *, has_differed: bool) -> str:
    shown = printable(out, 150)
    if not has_differed:
        return f"It came out as {shown} has it."
    told = ", ".join(str(total) for total in recorded.totals)
    return (
        f"It came out otherwise than {shown} has it (totals {told} in {recorded.moves} moves): the bots are not as "
        "they were, or cannot be repeated, as with times or with other chance than their own."
    )
