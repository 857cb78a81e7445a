"""Results files of earlier schemas: read as strictly, without newer fields, and never resumed."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.resealing import resealed

from magnum_sal.arena import ResultsError, play_match, read_results

MATCH: dict[str, Any] = {"seed": 3, "most_moves": 30}
PACE: dict[str, Any] = {"rounds": None, "actions": None, "idle": None}
UNPARTED: dict[str, Any] = {"hook_failures": None}
UNTOLD: dict[str, Any] = {"first_failures": None} | UNPARTED


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with four games."""
    path = tmp_path / "results.jsonl"
    play_match(["random", "random"], 4, out=path, **MATCH)
    return path


def lines_of(path: Path, schema: int, lacking: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the data of a file's lines in an earlier schema, whose games lacked some fields."""
    match, *games = map(json.loads, path.read_bytes().splitlines())
    lacking = lacking | {"checksum": None}
    match = {field: value for field, value in match.items() if field != "checksum"}
    fields = [field for field in games[0] if field not in lacking]
    return [match | {"schema": schema}, *({field: game[field] for field in fields} for game in games)]


def unsealed_lines(path: Path) -> bytes:
    """Return the file as an earlier version wrote it: in schema 1, without checksums and without the bots' seed."""
    match, *games = lines_of(path, 1, PACE | UNTOLD)
    del match["bot_seed"]
    return b"".join(json.dumps(line).encode() + b"\n" for line in (match, *games))


def test_a_file_of_another_version_is_resumed_with_a_warning(path: Path) -> None:
    """Only games that are added can mix two versions of a bot, so reading and reporting do not warn."""
    play_match(["random", "random"], 5, out=path, **MATCH)
    match, *games = map(json.loads, path.read_bytes().splitlines())
    path.write_bytes(resealed([match | {"library": "0.1.9"}, *games]))
    assert len(read_results(path)[1]) == 5
    assert len(play_match(["random", "random"], 5, out=path, **MATCH).games) == 5
    told = "results.jsonl was started with version 0.1.9 of the library, and this is version "
    with pytest.warns(UserWarning, match=told) as caught:
        assert len(play_match(["random", "random"], 6, out=path, **MATCH).games) == 6
    assert [warning.filename for warning in caught] == [__file__]
    assert json.loads(path.read_bytes().splitlines()[0])["library"] == "0.1.9"


def test_files_of_schema_4_are_read(path: Path) -> None:
    """Files of schema 4 do not count failures in hooks separately. They cannot be resumed."""
    match, games = read_results(path)
    lines = lines_of(path, 4, UNPARTED)
    path.write_bytes(resealed(lines))
    assert read_results(path) == (match, tuple(attrs.evolve(game, **UNPARTED) for game in games))
    with pytest.raises(
        ResultsError, match=r"\(schema 4\), which did not count failures in hooks separately: it can be"
    ):
        play_match(["random", "random"], 6, out=path, **MATCH)
    path.write_bytes(resealed([*lines[:-1], lines[-1] | {"hook_failures": [0, 0]}]))
    with pytest.raises(ResultsError, match=r"line 5: the fields of a game must be type, .*first_failures$"):
        read_results(path)


def test_files_of_schema_3_are_read(path: Path) -> None:
    """Files of schema 3 count failures but keep none. They cannot be resumed."""
    match, games = read_results(path)
    lines = lines_of(path, 3, UNTOLD)
    path.write_bytes(resealed(lines))
    assert read_results(path) == (match, tuple(attrs.evolve(game, **UNTOLD) for game in games))
    with pytest.raises(
        ResultsError, match=r"an earlier version \(schema 3\), which did not record first failures: it can be"
    ):
        play_match(["random", "random"], 6, out=path, **MATCH)
    path.write_bytes(resealed([*lines[:-1], lines[-1] | {"first_failures": []}]))
    with pytest.raises(ResultsError, match=r"line 5: the fields of a game must be type, .*idle$"):
        read_results(path)


def test_files_of_schema_2_are_read(path: Path) -> None:
    """Files of schema 2 do not know rounds and actions. They cannot be resumed, and no line may have newer fields."""
    match, games = read_results(path)
    lines = lines_of(path, 2, PACE | UNTOLD)
    path.write_bytes(resealed(lines))
    assert read_results(path) == (match, tuple(attrs.evolve(game, **PACE, **UNTOLD) for game in games))
    with pytest.raises(ResultsError, match=r"an earlier version \(schema 2\), which did not count rounds: it can be"):
        play_match(["random", "random"], 6, out=path, **MATCH)
    assert path.read_bytes() == resealed(lines)
    path.write_bytes(resealed([*lines[:-1], lines[-1] | PACE]))
    with pytest.raises(ResultsError, match=r"line 5: the fields of a game must be type, .*ending$"):
        read_results(path)


def test_files_of_schema_1_are_read(path: Path) -> None:
    """Files of schema 1 have no checksums, but every value is checked as strictly. They cannot be resumed."""
    match, games = read_results(path)
    unsealed = unsealed_lines(path)
    path.write_bytes(unsealed)
    assert read_results(path) == (match, tuple(attrs.evolve(game, **PACE, **UNTOLD) for game in games))
    with pytest.raises(
        ResultsError,
        match=r"was started by an earlier version \(schema 1\), whose bots used other random seeds: it can be",
    ):
        play_match(["random", "random"], 6, out=path, **MATCH)
    assert path.read_bytes() == unsealed
    for old, new, words in (
        (b'"setup": 1', b'"setup": "1"', "line 4: GameResult.setup"),
        (b'"move_seconds"', b'"bot_seed": 0, "move_seconds"', "line 1: the fields of a match"),
        (b"}\n", b"\n", "line 1: the line is not a JSON object"),
    ):
        path.write_bytes(unsealed.replace(old, new))
        with pytest.raises(ResultsError, match=words):
            read_results(path)
