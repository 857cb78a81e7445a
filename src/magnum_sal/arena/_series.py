"""Several matches of two, one after another, by the same rules and setups; each may have a results file in a folder."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from typing import Any, Final, TypedDict, Unpack

from ..bots.registry import check_bot
from ..errors import MisuseError
from ..errors.messages import brief
from ..model.ruleset import Ruleset
from ..record.log.rows import Row
from ._game_result import GameResult
from ._match_play import play_match
from .match import Policy, bot_names
from .match_logs import made_folder
from .statistics import IntervalKind, MatchResults, Standing

MOST_BOTS: Final = 16
"""The most bots that play each other, or stand on a ladder."""


class MatchOptions(TypedDict, total=False):
    """What every match of a series is played by; each means what it means to ``play_match``."""

    ruleset: Ruleset
    """The rules to play by."""
    most_moves: int
    """The cap on a game's moves."""
    policy: Policy
    """What happens to bots that fail."""
    move_seconds: float | None
    """Time for a move."""
    bot_seed: int
    """Decides the bots' own chance."""
    until: float | None
    """How sure to be before a match stops."""
    jobs: int
    """Processes that play."""
    executor: Executor | None
    """Who plays instead."""
    on_result: Callable[[GameResult], None] | None
    """Called with each result of each match."""
    on_earlier: Callable[[int], None] | None
    """Called at the beginning of each match of which games are played already, with how many."""


def names_of(bots: Sequence[str | Callable[..., Any]]) -> tuple[str, ...]:
    """
    Return the names of the bots of a series.

    Raises:
        MisuseError: they are too few or too many, one of them does not exist, or stands there twice.
    """
    names = bot_names(bots)
    if not 2 <= len(names) <= MOST_BOTS:
        raise MisuseError(f"several matches are between 2 and {MOST_BOTS} bots, not {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise MisuseError(f"{brief(name)} is named twice, and would play against itself")
        check_bot(name)
    return names


def play_series(
    pairs: Iterable[tuple[str, str]],
    games: int,
    seed: int,
    folder: str | os.PathLike[str] | None,
    logs: str | os.PathLike[str] | None,
    on_match: Callable[[MatchResults], None] | None,
    **options: Unpack[MatchOptions],
) -> tuple[MatchResults, ...]:
    """
    Play a match for each of the pairs and return their results; within a match bots stand in alphabetical order.

    So a pair has the same file and folder whichever of the two was named first, and whatever else is played there.
    """
    played = []
    for pair in pairs:
        first, second = sorted(pair)
        name = _pair_name(first, second)
        out = None if folder is None else made_folder(folder) / f"{name}.jsonl"
        of_pair = None if logs is None else made_folder(logs) / name
        played.append(play_match([first, second], games, seed, out=out, logs=of_pair, **options))
        if on_match is not None:
            on_match(played[-1])
    return tuple(played)


def standing_of(results: MatchResults, bot: str, interval: IntervalKind = "wilson") -> Standing:
    return results.standings(interval)[results.match.bots.index(bot)]


def number_rows(matches: Iterable[MatchResults]) -> list[Row]:
    """Return the rows of several matches, each with the number of its match before them."""
    return [{"match": number} | row for number, results in enumerate(matches) for row in results.to_rows()]


def _pair_name(first: str, second: str) -> str:
    """
    Return the name of a pair's files, which tells people the bots, and programs by its end which they are exactly.

    >>> _pair_name("greedy", "process:node ./bot.js")
    'greedy--process-node-.-bot.js--b47a62c5'
    """
    told = (re.sub(r"[^A-Za-z0-9_.=]+", "-", name)[:40].strip("-.") for name in (first, second))
    digest = hashlib.sha256(repr((first, second)).encode()).hexdigest()[:8]
    return "--".join([*told, digest])
