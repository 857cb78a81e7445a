"""Any bytes as a results file cause either an error of the arena or a good result."""

import copy
import io
import json
import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.encodable import ENCODABLE
from tests.resealing import resealed

import magnum_sal as ms
from magnum_sal.arena import BotFailure, GameResult, Match, MatchResults, ResultsError, play_match
from magnum_sal.arena._results_format import SCHEMA, Contents, format_game_line, match_line, read_contents
from magnum_sal.arena.table import results_table
from magnum_sal.record.log.sealing import seal_line


def written(match: Match, games: tuple[GameResult, ...]) -> bytes:
    """Return the content of a match's file."""
    content, checksum = match_line(match)
    for game in games:
        line, checksum = format_game_line(match, game, checksum)
        content += line
    return content


PLAYED = play_match(["random", "random:"], 3, 3, most_moves=20, move_seconds=60.0, bot_seed=9)
LATE = BotFailure.of(
    PLAYED.match,
    1,
    0,
    kind="late",
    asked="move",
    move=3,
    sentence="the move took 61 seconds",
    details=("a line", "and another"),
    position="S1: A\nS2: B",
)
LATE_GAME = attrs.evolve(PLAYED.games[1], failures=({"late": 1}, {}), first_failures=(LATE,))
GAMES = (PLAYED.games[0], LATE_GAME, PLAYED.games[2])
FILE = written(PLAYED.match, GAMES)
GAMES_READ = read_contents("file", io.BytesIO(FILE)).games
DATA: list[dict[str, Any]] = [json.loads(line) for line in FILE.splitlines()]
for _line in DATA:
    del _line["checksum"]
UNSEALED_DATA = copy.deepcopy(DATA)
UNSEALED_DATA[0]["schema"] = 1
del UNSEALED_DATA[0]["bot_seed"]
for _line in UNSEALED_DATA[1:]:
    for _field in ("rounds", "actions", "idle", "first_failures", "hook_failures"):
        del _line[_field]

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.integers()
    | st.sampled_from([2**53, 10**400, -(10**400), 1e308, -0.0])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["match", "game", "random", "lose", "over", "late", "\x1b[31m", "\u202e", "\ud800"])
    | st.text(ENCODABLE, max_size=20)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(ENCODABLE, max_size=8), inner, max_size=4),
    max_leaves=12,
)


def load(content: bytes) -> Contents | None:
    """Read a file; an error must be the arena's, short and printable, and a result must be displayable."""
    contents, message = None, ""
    try:
        contents = read_contents("file", io.BytesIO(content))
    except ResultsError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) <= 500
    if contents is None:
        return None
    table = results_table(MatchResults(contents.match, contents.games))
    assert all(line.isprintable() for line in table.split("\n"))
    if contents.schema == SCHEMA:  # earlier versions wrote less than this one
        assert read_contents("file", io.BytesIO(written(contents.match, contents.games))).games == contents.games
    return contents


def test_the_file_itself_is_good() -> None:
    """The file that the other tests damage is valid, in both schemas."""
    contents = load(FILE)
    assert contents is not None
    assert contents.match == PLAYED.match
    assert [game.failures for game in contents.games] == [({}, {}), ({"late": 1}, {}), ({}, {})]
    again, before = load(resealed(DATA)), load(unsealed(UNSEALED_DATA))
    assert again is not None
    assert again.games == contents.games
    assert before is not None
    lacking: dict[str, Any] = dict.fromkeys(("rounds", "actions", "idle", "first_failures", "hook_failures"))
    assert before.games == tuple(attrs.evolve(game, **lacking) for game in contents.games)
    assert contents.games[1].first_failures == (LATE,)


def unsealed(lines: list[Any]) -> bytes:
    """Return the content of a file of schema 1 with these lines."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@given(st.binary(max_size=300))
def test_any_bytes(content: bytes) -> None:
    """Arbitrary content of a file is an error of the arena or a good result."""
    load(content)
    load(content + b"\n")
    load(FILE + content + b"\n")


@pytest.mark.slow
@given(st.text(ENCODABLE, max_size=100), st.integers(0, 3))
def test_any_text_as_a_line(text: str, number: int) -> None:
    """Arbitrary text in a line, with or without a matching checksum, is an error of the arena or a good result."""
    lines = FILE.splitlines(keepends=True)
    line, _ = seal_line(text.encode("utf-8", "replace"), "")
    load(b"".join([*lines[:number], line, *lines[number + 1 :]]))
    load(b"".join([*lines[:number], text.encode("utf-8", "replace") + b"\n", *lines[number + 1 :]]))


@pytest.mark.long
def test_every_flipped_bit_is_found() -> None:
    """Each flipped bit is an error; one in the last newline reads as a cut and loses the last game."""
    for position in range(len(FILE)):
        for bit in range(8):
            damaged = bytearray(FILE)
            damaged[position] ^= 1 << bit
            if position < len(FILE) - 1:
                with pytest.raises(ResultsError):
                    read_contents("file", io.BytesIO(bytes(damaged)))
            else:
                assert read_contents("file", io.BytesIO(bytes(damaged))).games == GAMES_READ[:2]


@pytest.mark.long
def test_every_cut() -> None:
    """A cut file without a whole line is an error; otherwise it contains the games of its whole lines."""
    for size in range(len(FILE)):
        whole = FILE[:size].count(b"\n")
        if whole:
            assert read_contents("file", io.BytesIO(FILE[:size])).games == GAMES_READ[: whole - 1]
        else:
            with pytest.raises(ResultsError, match="is not a results file: it has no complete line"):
                read_contents("file", io.BytesIO(FILE[:size]))


def places(data: Any, found: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all values in plain data."""
    paths = [found] if found else []
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        paths += places(value, (*found, key))
    return paths


def changed(lines: list[Any], path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> list[Any]:
    """Return a copy of *lines* with *change* applied at *path*."""
    copied = copy.deepcopy(lines)
    place: Any = copied
    for key in path[:-1]:
        place = place[key]
    change(place, path[-1])
    return copied


@pytest.mark.slow
@given(st.sampled_from(places(DATA)), JSON)
def test_any_value_with_a_matching_checksum(path: tuple[Any, ...], value: Any) -> None:
    """A wrong value with a matching checksum is an error, or makes a match that is possible."""

    def assign(place: Any, key: Any) -> None:
        place[key] = value

    load(resealed(changed(DATA, path, assign)))


@pytest.mark.slow
@given(st.sampled_from(places(UNSEALED_DATA)), JSON)
def test_any_value_without_checksums(path: tuple[Any, ...], value: Any) -> None:
    """The values of files of schema 1 are checked as strictly."""

    def assign(place: Any, key: Any) -> None:
        place[key] = value

    load(unsealed(changed(UNSEALED_DATA, path, assign)))


def test_times_are_read_as_they_are_written() -> None:
    """Times are read to the microsecond, even if a file contains more digits."""

    def assign(place: Any, key: Any) -> None:
        place[key] = 0.0078125

    contents = load(unsealed(changed(UNSEALED_DATA, (3, "seconds", 0), assign)))
    assert contents is not None
    assert contents.games[2].seconds[0] == 0.007812


@pytest.mark.long
@pytest.mark.parametrize("path", [path for path in places(DATA) if "ruleset" not in path], ids=str)
def test_values_of_other_types(path: tuple[Any, ...]) -> None:
    """A value of the match or the games, except the ruleset's, is refused if it has another type."""
    value: Any = DATA
    for key in path:
        value = value[key]
    for other in (None, True, "1", 1, 1.5, [], {}, [[1]], {"a": 1}, 10**400):
        if type(other) is type(value) or (path[-1] == "move_seconds" and type(other) in (int, float, type(None))):
            continue

        def assign(place: Any, key: Any, other: Any = other) -> None:
            place[key] = other

        assert load(resealed(changed(DATA, path, assign))) is None


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
def test_lines_in_any_order(rng: random.Random) -> None:
    """Lines that are left out, doubled or moved, with matching checksums, are an error or a part of the games."""
    lines = [rng.choice(DATA) for _ in range(rng.randrange(6))]
    contents = load(resealed(lines))
    if contents is not None:
        assert all(game in GAMES_READ for game in contents.games)


def test_other_errors_of_the_family() -> None:
    """The family's base class catches the arena's error."""
    with pytest.raises(ms.MagnumSalError):
        read_contents("file", io.BytesIO(b"{}\n"))
