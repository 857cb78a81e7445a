"""The logs of a match: their content, and their folder, in which no log is ever overwritten."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from .._internal.whole_files import create_whole
from ..engine.transitions import start_event
from ..errors import MagnumSalError, MalformedError
from ..errors.messages import cut, format_path
from ..model.player_names import LONGEST_NAME, new_names
from ..model.score import Score
from ..record.log.entries import EndLine, Entry
from ..record.log.game_log import GameLog
from ..record.serialization.json_text import write_json
from ._game_result import GameResult
from ._results_format import ResultsError, match_data, refuse_errors
from .match import Match

_KEY: Final = "arena"
"""The key in a log's metadata for the match, the seats of the bots, and the seeds."""

_MOST_FORCED: Final = 20_000
"""The maximum number of forced moves that are recorded, because the header of a log has no room for more."""

_NAME: Final = re.compile(r"game-(\d{4,})\.jsonl")


def build_game_log(
    match: Match, result: GameResult, lines: Sequence[Entry], forced: Sequence[int], scores: tuple[Score, ...]
) -> GameLog:
    """
    Build the log of a game from its lines, the numbers of the moves *forced* by bot failures, and the final scores.

    If the cap or a forfeit ended the game, the log ends with an agreed end and its reason.

    Raises:
        MisuseError: the ruleset is not registered.
    """
    names = _seat_names(match, result.game)
    started = start_event(names, seed=match.setup_seed(result.setup), ruleset=match.ruleset)
    log = GameLog(started, metadata=_metadata(match, result, names, forced))
    log.extend(lines)
    if result.ending != "over":
        log.append(EndLine(_reason(match, result), scores))
    return log


def _reason(match: Match, result: GameResult) -> str:
    """Return why the game did not end normally."""
    if result.ending == "cap":
        return f"the cap of {match.most_moves} moves was met"
    bot = next(bot for bot, counts in enumerate(result.failures) if counts)
    # Boards and replays rank by score, so the reason says that the score does not count.
    told = f"{cut(match.labels[bot], 200)} lost by a failure: {', '.join(result.failures[bot])}"
    return f"{told}; this bot ranks last, whatever its score"


def _metadata(match: Match, result: GameResult, names: tuple[str, ...], forced: Sequence[int]) -> dict[str, Any]:
    seats = range(len(names))
    bot_at = [result.seats.index(seat) for seat in seats]
    told = ", ".join(f"{name} (rank {result.ranks[bot]})" for name, bot in zip(names, bot_at, strict=True))
    # Seeds are texts, because they may have 256 bits and many JSON parsers keep only 53 bits of a number.
    own = {
        "match": _match_digest(match),
        "game": result.game,
        "setup": result.setup,
        "seed": str(match.seed),
        "bot_seed": str(match.bot_seed),
        "setup_seed": str(match.setup_seed(result.setup)),
        "seats": [
            {
                "bot": match.labels[bot],
                "seed": str(match.chance_seed("bot", result.setup, seat)),
                "rank": result.ranks[bot],
                "total": result.totals[bot],
                "failures": dict(result.failures[bot]),
            }
            | _describe_first_failures(result, bot)
            for seat, bot in zip(seats, bot_at, strict=True)
        ],
        "ending": result.ending,
        "policy": match.policy,
        "most_moves": match.most_moves,
        "move_seconds": match.move_seconds,
        "forced": list(forced) if len(forced) <= _MOST_FORCED else None,
    }
    # A public copy of the log keeps only the comments, because the seeds reveal the face-down pieces.
    return {"comments": [f"Game {result.game} of a match: {told}."], _KEY: own}


def _describe_first_failures(result: GameResult, bot: int) -> dict[str, dict[str, str]]:
    """Return the entry of the metadata about a bot's first failures, or nothing if it did not fail."""
    own = (failure for failure in result.first_failures or () if failure.bot == bot)
    found: dict[str, str] = {failure.kind: failure.sentence for failure in own}
    return {"first_failures": found} if found else {}


def _seat_names(match: Match, game: int) -> tuple[str, ...]:
    """Return the players' names in a game's log by seat: the bots' names, or numbers if those are invalid."""
    seats = match.seats_of(game)
    labels = [match.labels[seats.index(seat)] for seat in range(len(seats))]
    try:
        return new_names([cut(label, LONGEST_NAME) for label in labels])
    except MalformedError:
        return tuple(f"Bot {seats.index(seat) + 1}" for seat in range(len(seats)))


def _match_digest(match: Match) -> str:
    """Return 16 hexadecimal digits that identify a match."""
    return hashlib.sha256(write_json(match_data(match)).encode()).hexdigest()[:16]


def log_name(game: int) -> str:
    """
    Return the name of a game's log file.

    >>> log_name(7), log_name(12345)
    ('game-0007.jsonl', 'game-12345.jsonl')
    """
    return f"game-{game:04}.jsonl"


class LogsFolder:
    """
    The folder for the logs of a match; created if it does not exist.

    If exactly one log of this match has no result, that log is removed and its game is played again. Any other existing
    log of a game to be played is an error.

    Args:
        folder: The folder.
        match: The match.
        missing: The numbers of the games to be played.
        is_resumed: Whether the match has a results file.

    Raises:
        ResultsError: the folder cannot be created, or contains logs of games to be played.
        MisuseError: the ruleset is not registered.
    """

    def __init__(
        self, folder: str | os.PathLike[str], match: Match, missing: Iterable[int], *, is_resumed: bool
    ) -> None:
        self.path = ensure_folder(folder)
        # A log is written to disk before the result of its game (_match_play._write). So an interruption leaves at most
        # one log without a result, and only that one may be removed. Its metadata proves that it belongs to this game
        # of this match. The game will be played again with the same seeds.
        digest = _match_digest(match)
        to_play = set(missing)
        in_the_way = sorted(self._games() & to_play)
        if is_resumed and len(in_the_way) == 1 and self._is_of(digest, in_the_way[0]):
            with refuse_errors(self._format_path(in_the_way[0]), "written"):
                (self.path / log_name(in_the_way[0])).unlink()
        elif in_the_way:
            self._refuse(in_the_way[0])

    def _games(self) -> set[int]:
        with refuse_errors(format_path(self.path), "read"):
            names = [entry.name for entry in os.scandir(self.path)]
        return {int(found[1]) for name in names if (found := _NAME.fullmatch(name)) and len(name) < 30}

    def _is_of(self, digest: str, game: int) -> bool:
        try:
            own = GameLog.read(self.path / log_name(game), verify=False).metadata.get(_KEY)
        except MagnumSalError:
            return False
        return isinstance(own, dict) and (own.get("match"), own.get("game")) == (digest, game)

    def write(self, game: int, log: bytes) -> None:
        """
        Write the log of a game atomically.

        Raises:
            ResultsError: the log already exists, or cannot be written.
        """
        with refuse_errors(self._format_path(game), "written"):
            try:
                create_whole(self.path / log_name(game), log)
            except FileExistsError:
                self._refuse(game)

    def _refuse(self, game: int) -> None:
        raise ResultsError(
            f"{self._format_path(game)} already exists, and logs are never overwritten: choose another folder"
        )

    def _format_path(self, game: int) -> str:
        return format_path(self.path / log_name(game))


def ensure_folder(folder: str | os.PathLike[str]) -> Path:
    """
    Create the folder if it does not exist, and return its path.

    Raises:
        ResultsError: the folder cannot be created, its name is empty, or the path is not a folder.
    """
    shown = format_path(folder)
    if not shown:
        raise ResultsError("the name of the folder is empty")
    with refuse_errors(shown, "made"):
        path = Path(folder)
        try:
            path.mkdir(exist_ok=True)
        except FileExistsError:
            raise ResultsError(f"{shown} is not a folder") from None
    return path
