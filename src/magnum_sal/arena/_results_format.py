"""The lines of a results file: JSON objects that end in a checksum of the content and the previous line's checksum."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, Final

import attrs

from .._internal.versions import __version__
from ..errors import LogError, MagnumSalError, MalformedError
from ..errors.messages import brief
from ..model.ruleset import Ruleset
from ..record.log.entries import LONGEST_LINE
from ..record.log.sealing import body_data, seal_line, unseal_line
from ..record.serialization import from_dict, to_dict
from ..record.serialization.json_text import write_json
from ._bot_failure import BotFailure
from ._game_result import GameResult, check_fits
from .match import Match

SCHEMA: Final = 5
"""The schema version that is written; files of earlier versions can only be read."""

_UNSEALED: Final = 1
"""The schema version without checksums and without a seed for the bots."""

LACKS: Final = {
    _UNSEALED: "whose bots used other random seeds",
    2: "which did not count rounds",
    3: "which did not record first failures",
    4: "which did not count failures in hooks separately",
}
"""Why a match cannot be resumed, by the earlier schema version of its file."""

_MATCH_FIELDS: Final = tuple(field.name for field in attrs.fields(Match))
_GAME_FIELDS: Final = tuple(field.name for field in attrs.fields(GameResult))
_FIRST: Final = "first_failures"
_LATER: Final = (
    ("rounds", 2, "does not count its rounds and actions"),
    ("actions", 2, "does not count its rounds and actions"),
    ("idle", 2, "does not count its rounds and actions"),
    (_FIRST, 3, "does not record its first failures"),
    ("hook_failures", 4, "does not count failures in hooks separately"),
)
"""The fields added later, each with the last schema that lacks it and the message for a game without it."""
_FAILURE_FIELDS: Final = ("bot", "kind", "asked", "move", "sentence", "details", "position")
"""The stored fields of a failure; the others are computed from the match, so that they cannot contradict it."""
_MARKS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class ResultsError(MagnumSalError):
    """The error raised if a results file cannot be read or written, is in use, or belongs to another match."""


@contextmanager
def refuse_errors(name: str, done: str) -> Iterator[None]:
    """Convert system errors to a ``ResultsError``; *done* is the participle for the message, such as ``"read"``."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        if isinstance(error, FileNotFoundError) and done in ("made", "written"):
            reason = "the folder around it does not exist"
        elif isinstance(error, IsADirectoryError):
            reason = "it is a folder; name a file in it"
        raise ResultsError(f"{name} cannot be {done}: {reason}") from error


@attrs.frozen
class Contents:
    """The content of a results file: its games by number, and the size and last checksum of its complete lines."""

    schema: int
    library: str
    """The version of the library that started the file."""
    match: Match
    games: tuple[GameResult, ...]
    size: int
    checksum: str
    ruin: ResultsError | None = None
    """The error about the first damaged line, if the file was read only up to there."""


def match_line(match: Match) -> tuple[bytes, str]:
    """
    Format the first line of *match*'s file, and return it with its checksum.

    Raises:
        MisuseError: the ruleset is not registered.
        ResultsError: the line would be too long.
    """
    return _line({"type": "match", "schema": SCHEMA, "library": __version__} | match_data(match), "")


def match_data(match: Match) -> dict[str, Any]:
    """
    Convert the fields of *match* to plain JSON data.

    Raises:
        MisuseError: the ruleset is not registered.
    """
    values = {name: getattr(match, name) for name in _MATCH_FIELDS}
    return values | {"bots": list(match.bots), "ruleset": to_dict(match.ruleset)}


def format_game_line(match: Match, result: GameResult, previous: str) -> tuple[bytes, str]:
    """
    Format a game's line, and return it with its checksum, which also covers the *previous* checksum.

    Times are rounded to microseconds.

    Raises:
        MalformedError: the result does not fit the match, or has no rounds, actions or failures.
    """
    # The writer performs the same checks as the reader, so every file that it writes can be read.
    _check_required_fields(result, SCHEMA)
    check_fits(match, result)
    data: dict[str, Any] = {"type": "game"}
    data |= _fields_data(result, _GAME_FIELDS)
    data["seconds"] = _to_the_microsecond(result)
    data["failures"] = [dict(counts) for counts in result.failures]
    data[_FIRST] = [_fields_data(failure, _FAILURE_FIELDS) for failure in result.first_failures or ()]
    return _line(data, previous)


def _fields_data(value: GameResult | BotFailure, names: Iterable[str]) -> dict[str, Any]:
    fields = ((name, getattr(value, name)) for name in names)
    return {name: list(of) if isinstance(of, tuple) else of for name, of in fields}


def _from_lists(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the values of some fields, with tuples instead of lists."""
    return {name: tuple(data[name]) if type(data[name]) is list else data[name] for name in names}


def _line(data: dict[str, Any], previous: str) -> tuple[bytes, str]:
    line, checksum = seal_line(write_json(data)[:-1].encode(), previous)
    if len(line) > LONGEST_LINE:
        raise ResultsError(f"a line of {len(line)} bytes, more than the limit of {LONGEST_LINE}")
    return line, checksum


def read_contents(name: str, stream: IO[bytes], *, until_ruin: bool = False) -> Contents:
    """
    Read the content of a results file called *name*; an incomplete last line is ignored.

    Args:
        name: The name of the file for messages.
        stream: The file.
        until_ruin: Whether to stop before a damaged line, instead of raising its error.

    Raises:
        ResultsError: the stream is not a results file, or is damaged; the message names the line.
        OSError: the system cannot read the stream.
    """
    lines = _whole_lines(name, stream)
    first = next(lines, None)
    if first is None:
        raise ResultsError(f"{name} is not a results file: it has no complete line")
    size = len(first)
    schema, library, match, checksum = _read_header(name, first)
    games: dict[int, GameResult] = {}
    ruin: ResultsError | None = None
    try:
        for number, line in enumerate(lines, start=2):
            data, own = _read_line(name, number, line, None if schema == _UNSEALED else checksum)
            result = _read_game(f"{name}, line {number}", data, match, schema)
            if result.game in games:
                raise ResultsError(f"{name}, line {number}: game {result.game} is already in the file")
            games[result.game], checksum = result, own
            size += len(line)
    except ResultsError as error:
        if not until_ruin:
            raise
        ruin = error
    return Contents(schema, library, match, tuple(games[game] for game in sorted(games)), size, checksum, ruin)


def _whole_lines(name: str, stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the complete lines with their newlines."""
    number = 1
    while line := stream.readline(LONGEST_LINE + 1):
        place = f"{name}, line {number}"
        if number == 1 and line.startswith(_MARKS):
            raise ResultsError(f"{place}: the file begins with a byte order mark; save it without one")
        if len(line) > LONGEST_LINE:
            raise ResultsError(f"{place}: the line is longer than {LONGEST_LINE} bytes")
        if not line.endswith(b"\n"):
            return
        if line.endswith(b"\r\n"):
            raise ResultsError(
                f"{place}: the line ends in CR LF: the lines of a results file end in LF on every system"
            )
        yield line
        number += 1


def _read_header(name: str, line: bytes) -> tuple[int, str, Match, str]:
    """Parse the first line: its schema, library version, match, and checksum, which is empty in schema 1."""
    place = f"{name}, line 1"
    try:
        # Schema 1 has no checksums, but the number of the schema is inside the line. So the form of the line decides
        # how to read it, and the schema that it names must then agree with the form.
        unseal_line(1, line, "", check=False)
    except LogError:
        data, checksum = _read_line(name, 1, line, None)
    else:
        data, checksum = _read_line(name, 1, line, "")
    if isinstance(data, dict) and data.get("type") == "header":
        raise ResultsError(f"{name} is the log of a game, not the results of a match: see magnum-sal replay")
    data = _object(place, data, "match")
    schema = data.get("schema")
    if type(schema) is not int or not _UNSEALED <= schema <= SCHEMA:
        raise ResultsError(f"{place}: expected a schema from {_UNSEALED} to {SCHEMA}, got {brief(schema, 60)}")
    is_sealed = schema != _UNSEALED
    if is_sealed != bool(checksum):
        raise ResultsError(
            f"{place}: a line of schema {schema} must end {'in a' if is_sealed else 'without a'} checksum"
        )
    names = tuple(field for field in _MATCH_FIELDS if field != "bot_seed" or is_sealed)
    _check_fields(place, data, ("type", "schema", "library", *names))
    library = data["library"]
    if type(library) is not str or not library.isprintable() or len(library) > 100:
        raise ResultsError(f"{place}: library: expected a version, got {brief(library, 60)}")
    values = {field: data[field] for field in names}
    if type(values["bots"]) is not list:
        raise ResultsError(f"{place}: bots: expected a list, got {brief(values['bots'], 60)}")
    try:
        values |= {"bots": tuple(values["bots"]), "ruleset": from_dict(Ruleset, values["ruleset"])}
        return schema, library, Match(**values), checksum
    except MagnumSalError as error:
        raise ResultsError(f"{place}: {error}") from None


def _read_game(place: str, data: Any, match: Match, schema: int) -> GameResult:
    lacking = {name for name, last, _ in _LATER if schema <= last}
    names = tuple(field for field in _GAME_FIELDS if field not in lacking)
    _check_fields(place, _object(place, data, "game"), ("type", *names))
    values = _from_lists(data, names)
    first = values.pop(_FIRST, None)
    try:
        result = GameResult(**values)
        if _FIRST in names:
            result = attrs.evolve(result, first_failures=_read_failures(place, first, match, result.game))
        _check_required_fields(result, schema)
        check_fits(match, result)
    except ResultsError:
        raise
    except MagnumSalError as error:
        raise ResultsError(f"{place}: {error}") from None
    # A time with more digits than the arena writes would change if the result were written again, so it is rounded
    # here.
    return attrs.evolve(result, seconds=tuple(_to_the_microsecond(result)))


def _read_failures(place: str, data: Any, match: Match, game: int) -> tuple[BotFailure, ...]:
    """Parse the first failures of a game; names, seats and seeds are derived from the match."""
    if type(data) is not tuple or any(not isinstance(one, dict) for one in data):
        raise ResultsError(f"{place}: {_FIRST}: expected a list of objects, got {brief(data, 60)}")
    failures = []
    for one in data:
        if set(one) != set(_FAILURE_FIELDS):
            raise ResultsError(f"{place}: {_FIRST}: the fields of a failure must be {', '.join(_FAILURE_FIELDS)}")
        values = _from_lists(one, one)
        failures.append(BotFailure.of(match, game, values.pop("bot"), **values))
    return tuple(failures)


def _check_required_fields(result: GameResult, schema: int) -> None:
    """Check that *result* has all fields of this schema; raise ``MalformedError`` if a field is missing."""
    for field, last, lack in _LATER:
        if schema > last and getattr(result, field) is None:
            raise MalformedError(f"game {result.game} {lack}")


def _to_the_microsecond(result: GameResult) -> list[float]:
    """Return the times of a game in seconds, rounded to microseconds."""
    return [round(seconds, 6) for seconds in result.seconds]


def _read_line(name: str, number: int, line: bytes, previous: str | None) -> tuple[Any, str]:
    """
    Parse a line and return its data and checksum.

    *previous* is the checksum of the line before, or None in a file without checksums.
    """
    if previous is None and not line.endswith(b"}\n"):
        raise ResultsError(f"{name}, line {number}: the line is not a JSON object")
    try:
        if previous is None:
            return body_data(number, line.removesuffix(b"}\n")), ""
        body, checksum = unseal_line(number, line, previous, check=True)
        return body_data(number, body), checksum
    except LogError as error:
        raise ResultsError(f"{name}, {error}") from None


def _object(place: str, data: Any, kind: str) -> dict[str, Any]:
    if not isinstance(data, dict) or data.get("type") != kind:
        raise ResultsError(f'{place}: expected an object of type "{kind}"')
    return data


def _check_fields(place: str, data: dict[str, Any], names: tuple[str, ...]) -> None:
    if set(data) != set(names):
        raise ResultsError(f"{place}: the fields of a {data['type']} must be {', '.join(names)}")
