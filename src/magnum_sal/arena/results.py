"""The results file of a match: JSON Lines, appended game by game, gone on with after an interruption."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final

import attrs

from .._version import __version__
from ..errors import MagnumSalError, MalformedError
from ..ruleset import Ruleset
from ..serialization import from_dict, read_json, to_dict
from .match import Match
from .outcome import GameResult, check_fits

SCHEMA: Final = 1
"""The version of the file's form."""


class ResultsError(MagnumSalError):
    """A results file that cannot be read, or that belongs to another match."""


def match_data(match: Match) -> dict[str, Any]:
    """Return the first line of *match*'s file as plain data."""
    return {
        "type": "match",
        "schema": SCHEMA,
        "library": __version__,
        "bots": list(match.bots),
        "seed": match.seed,
        "ruleset": to_dict(match.ruleset),
        "most_moves": match.most_moves,
        "policy": match.policy,
        "move_seconds": match.move_seconds,
        "bot_seed": match.bot_seed,
    }


def result_data(result: GameResult) -> dict[str, Any]:
    """Return a game's line as plain data; times are rounded to microseconds."""
    data = attrs.asdict(result, recurse=False)
    data["seconds"] = [round(seconds, 6) for seconds in result.seconds]
    data["failures"] = [dict(counts) for counts in result.failures]
    return {"type": "game"} | {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}


def read_results(path: str | os.PathLike[str]) -> tuple[Match, tuple[GameResult, ...]]:
    """
    Return the match that a results file is about, and its games by number; a torn last line is left out.

    Raises:
        ResultsError: the file cannot be read, is no results file, or is damaged; the message names the line.
    """
    match, games, _ = _read(Path(path))
    return match, games


def _read(path: Path) -> tuple[Match, tuple[GameResult, ...], int]:
    """Return match, games, and the number of bytes up to the last whole line."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}") from error
    whole = content[: content.rfind(b"\n") + 1]
    lines = whole.splitlines()
    if not lines:
        raise ResultsError(f"{path} is no results file: it has no whole line")
    match = _read_match(path, lines[0])
    games: dict[int, GameResult] = {}
    for number, line in enumerate(lines[1:], start=2):
        result = _read_game(f"{path}, line {number}", line, match)
        if result.game in games:
            raise ResultsError(f"{path}, line {number}: game {result.game} is in the file already")
        games[result.game] = result
    return match, tuple(games[game] for game in sorted(games)), len(whole)


def _read_match(path: Path, line: bytes) -> Match:
    place = f"{path}, line 1"
    data = _object(place, line, "match")
    if data.get("schema") != SCHEMA:
        raise ResultsError(f"{place}: schema {data.get('schema')!r} is not {SCHEMA}, the one this version reads")
    try:
        return Match(
            bots=tuple(data["bots"]),
            seed=data["seed"],
            ruleset=from_dict(Ruleset, data["ruleset"]),
            most_moves=data["most_moves"],
            policy=data["policy"],
            move_seconds=data["move_seconds"],
            bot_seed=data.get("bot_seed", 0),
        )
    except (KeyError, TypeError, MagnumSalError) as error:
        raise ResultsError(f"{place}: {error}") from error


def _read_game(place: str, line: bytes, match: Match) -> GameResult:
    data = _object(place, line, "game")
    names = [field.name for field in attrs.fields(GameResult)]
    if set(data) != {"type", *names}:
        raise ResultsError(f"{place}: the fields of a game are {', '.join(names)}")
    values: dict[str, Any] = {name: tuple(data[name]) if isinstance(data[name], list) else data[name] for name in names}
    try:
        result = GameResult(**values)
        check_fits(match, result)
    except MalformedError as error:
        raise ResultsError(f"{place}: {error}") from None
    return result


def _object(place: str, line: bytes, kind: str) -> dict[str, Any]:
    try:
        data = read_json(line)
    except MagnumSalError as error:
        raise ResultsError(f"{place}: {error}") from None
    if not isinstance(data, dict) or data.get("type") != kind:
        raise ResultsError(f'{place}: this is no object of type "{kind}"')
    return data


class ResultsFile:
    """
    The file that a match's results are appended to; made if it is not there, gone on with if it is.

    Args:
        path: The file.
        match: The match it is to be about.

    Attributes:
        games: The results that the file held when it was opened.

    Raises:
        ResultsError: the file is about another match, or damaged, or cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], match: Match) -> None:
        self.path: Path = Path(path)
        self.games: tuple[GameResult, ...] = ()
        whole = 0
        if self._has_header():
            found, self.games, whole = _read(self.path)
            _check_same(self.path, found, match)
        try:
            self._file: IO[bytes] = self.path.open("r+b" if self.path.exists() else "xb")
            self._file.truncate(whole)
            self._file.seek(whole)
        except OSError as error:
            raise ResultsError(f"{self.path} cannot be written: {error.strerror}") from error
        if not whole:
            self._append(match_data(match))

    def _has_header(self) -> bool:
        """Say whether there is a whole line to read; a file that was torn in its first one is begun anew."""
        try:
            with self.path.open("rb") as file:
                first = file.readline()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise ResultsError(f"{self.path} cannot be read: {error.strerror}") from error
        # Anything else that has no newline is somebody's file, which is not to be cut.
        return first.endswith(b"\n") or not (first == b"" or b'{"type":"match"'.startswith(first[:15]))

    def append(self, result: GameResult) -> None:
        """Write a game's line, to the disk itself."""
        self._append(result_data(result))

    def _append(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":"), allow_nan=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _check_same(path: Path, found: Match, wanted: Match) -> None:
    for field in attrs.fields(Match):
        there, here = getattr(found, field.name), getattr(wanted, field.name)
        if there != here:
            raise ResultsError(
                f"{path} holds another match: its {field.name} is {there!r}, not {here!r}; choose another file"
            )
